import json
import re
import textwrap
from dataclasses import MISSING, fields
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from spiderpos.catalogue import (
    check_problem,
    find_problem,
    load_problem,
    load_problems,
    loads_problem,
    problem_ids,
    schema,
    yamltext,
)
from spiderpos.catalogue.checking import Outcome
from spiderpos.catalogue.validation import keys_of
from spiderpos.formats import diagram
from spiderpos.game.cards import Suit
from spiderpos.game.deals import deal
from spiderpos.game.rules import PRESETS, Rules
from spiderpos.text.errors import NotationError
from spiderpos.text.resources import shipped_folder

SMALL = """\
id: small
title: A small one
author: Somebody
source:
  text: made up
  year: 2026
partial: true
stipulation: Get a space.
goal: get a space
position:
  diagram: |2
    10h\t 9s\t --
       \t 8s\t 5h
lines:
  - id: solution
    title: One move
    origin: found
    solves: true
    script: |
      9-8s from 2 to 1
    expect:
      spaces: [2]
      turned: {}
      diagram: |2
        10h\t(sp)\t --
         9s\t    \t 5h
         8s
claims:
  - id: a-space
    statement: A space can be had.
    goal: get a space
    verdict: solved
    line: solution
  - id: no-two
    statement: Two can't.
    goal: get 2 spaces
    verdict: impossible
"""


def changed(old, new, text=SMALL):
    assert text.count(old) == 1, f"{old!r} is there {text.count(old)} times"
    return text.replace(old, new)


def error_of(text):
    with pytest.raises(NotationError) as caught:
        loads_problem(text, name="small.yaml")
    return caught.value


def line_of(text, part):
    return text[: text.index(part)].count("\n") + 1


# What ships


@pytest.mark.parametrize("name", problem_ids())
def test_shipped_problems_hold_and_have_a_solution_that_their_goal_accepts(name):
    problem = find_problem(name)
    assert problem.id == name
    report = check_problem(problem)
    assert report.ok, "\n".join(map(str, report.wrong))
    assert report.checks
    if problem.goal is None:
        # Which two cards have to change places: the solution is no line from the start.
        assert all(claim.shown for claim in problem.claims if claim.solved)
        return
    solved = [c for c in report.checks if c.what.endswith("solves the problem")]
    assert solved
    assert all(check.outcome is Outcome.OK for check in solved)


WOODS = [name for name in problem_ids() if name.startswith("woods-")]


def test_all_of_woods_problems_ship():
    numbers = "1 2 3 4 5 6 6-swapped 7"
    assert [f"woods-{number}" for number in numbers.split()] == WOODS


def woods_diagrams():
    for problem in map(find_problem, WOODS):
        expected = [part.expect for line in problem.lines for part in line.parts]
        texts = [problem.data.position.diagram, *(e.diagram for e in expected if e)]
        yield from filter(None, texts)


def test_every_printed_diagram_is_expected_somewhere():
    printed = Path(__file__).with_name("data") / "woods-diagrams.txt"
    found = [diagram.dumps(d.position) for d in diagram.find_diagrams(printed.read_text())]
    assert len(found) == 24
    assert sorted(found) == sorted(woods_diagrams())


def test_what_the_notes_list_is_in_the_files():
    opening = find_problem("woods-1")
    turned = [t.card for s in opening.replayed("commentary").steps for t in s.turned]
    assert " ".join(map(str, turned)) == "6s 4c 2c 10h Kc 6c 2h 9d As Qh 10d 7h 5d 3s"
    third = find_problem("woods-3")
    assert third.position("contingency").column(6).bottom == third.start.column(6).down[-1]
    sixth = find_problem("woods-6")
    suits = (Suit.DIAMONDS, Suit.CLUBS, Suit.SPADES, Suit.HEARTS)
    for line in ("king-first", "five-first-solved"):
        assert sixth.position(line).removed == suits
    one, other = (sixth.position(name).column(9).down for name in ("start", "five-first"))
    assert one == other[::-1] != other


SCHEMA = json.loads((shipped_folder("problems") / "problem.schema.json").read_text())


def test_the_schema_that_ships_has_the_keys_that_are_read():
    models = SCHEMA["$defs"] | {"ProblemText": SCHEMA}
    for name, model in models.items():
        read = keys_of(getattr(schema, name))
        assert list(model["properties"]) == list(read), name
        assert model["required"] == [
            key
            for key, (said, _) in read.items()
            if said.default is said.default_factory is MISSING
        ]
    options = SCHEMA["properties"]["rules"]["anyOf"][0]["anyOf"][1]["properties"]
    assert options["preset"]["enum"] == list(PRESETS)
    assert list(options)[1:] == [option.name for option in fields(Rules)]


@pytest.mark.parametrize("path", sorted(shipped_folder("problems").rglob("*.yaml")), ids=str)
def test_shipped_files_fit_the_schema_and_name_it(path):
    text = path.read_text()
    Draft202012Validator.check_schema(SCHEMA)
    data = _json_like(yamltext.parse(text, str(path)).data)
    assert list(Draft202012Validator(SCHEMA).iter_errors(data)) == []
    first = re.match(r"# yaml-language-server: \$schema=(\S+)\n", text)
    assert first is not None
    assert (path.parent / first[1]).resolve() == shipped_folder("problems") / "problem.schema.json"


def _json_like(data):
    if isinstance(data, dict):
        return {str(key): _json_like(value) for key, value in data.items()}
    return [_json_like(item) for item in data] if isinstance(data, tuple) else data


def test_an_unknown_name_is_refused_with_a_suggestion():
    with pytest.raises(NotationError, match="did you mean 'woods-4'"):
        find_problem("wods-4")


# Positions and lines


@pytest.mark.parametrize("said", ["woods;cells=1", "{cells: 1}", "{preset: woods, cells: 1}"])
def test_rules_by_name_or_by_option(said):
    problem = loads_problem(changed("partial: true", f"partial: true\nrules: {said}"))
    assert problem.start.rules == Rules(cells=1)


def test_a_small_problem():
    problem = loads_problem(SMALL)
    assert [str(check) for check in check_problem(problem).checks] == [
        "ok: line solution: 1 move",
        "ok: line solution: diagram",
        "ok: line solution: cards turned up",
        "ok: line solution: spaces",
        "ok: line solution: solves the problem",
        "ok: claim a-space",
        "open: claim no-two: 'get 2 spaces' is claimed to be impossible",
    ]
    assert problem.solution.script.instructions[0].place.line == line_of(SMALL, "9-8s")
    assert problem.position("solution").spaces == (2,)


def test_lines_continue_lines_and_positions():
    text = SMALL + textwrap.dedent("""\
        findings: []
        positions:
          - id: known
            from: start
            face_down: {3: 4c}
          - id: forgotten
            from: known
            hide: true
        """)
    text = changed(
        "claims:\n",
        """\
  - id: there
    title: In parts
    origin: found
    from: known
    parts:
      - id: one
        script: 9-8s from 2 to 1
      - id: two
        script: 5h from 3 to 2 turning up 4c
  - id: on
    title: From a part
    origin: found
    from: there/one
    script: 5h from 3 to 2
claims:
""",
        text,
    )
    problem = loads_problem(text)
    assert check_problem(problem).ok
    assert str(problem.position("known").column(3).down[0]) == "4c"
    assert problem.position("forgotten") == problem.start
    assert len(problem.line("on").script.instructions) == 2
    assert problem.position("on") == problem.position("there")
    assert problem.history("there/two").root == "known"
    with pytest.raises(KeyError):
        problem.position("there/three")


def test_the_position_is_the_lines_if_there_is_one():
    problem = find_problem("woods-4")
    assert all(problem.start.hand)
    assert problem.diagram is not None
    assert not any(problem.diagram.hand)


# Tampering


def outcome(text, what):
    report = check_problem(loads_problem(text, name="small.yaml"))
    found = [check for check in report.checks if check.what.startswith(what)]
    assert len(found) == 1
    assert report.ok is found[0].ok
    return found[0]


def test_a_tampered_diagram_is_shown_by_column():
    check = outcome(changed(" 8s\nclaims", " 7s\nclaims"), "line solution: diagram")
    assert not check.ok
    assert check.place.line == line_of(SMALL, "      diagram")
    assert "column 1: expected ... 9s 7s" in check.message
    assert "found ... 9s 8s" in check.message
    assert "column 2" not in check.message


@pytest.mark.parametrize(
    ("old", "new", "what", "message"),
    [
        ("9-8s from", "9-7s from", "line solution: move 1, '9-7s from 2 to 1'", "9-8s, not 9-7s"),
        ("spaces: [2]", "spaces: [1]", "line solution: spaces", "expected column 1, found col"),
        ("turned: {}", "turned: {3: 5h}", "line solution: cards turned up", "column 3: expected"),
        (
            "spaces: [2]",
            "spaces: [2]\n      removed: [hearts]",
            "line solution: suits removed",
            "expected hearts, found none",
        ),
        ("spaces: [2]", "score: 1000", "line solution: score", "expected 1000, found"),
        ("a space\nposition", "2 spaces\nposition", "line solution: solves", "2 spaces: fails"),
        ("get a space\n    v", "turn up a card\n    v", "claim a-space", "up a card: fails"),
    ],
)
def test_tampered_outcomes(old, new, what, message):
    check = outcome(changed(old, new), what)
    assert not check.ok
    assert message in check.message


SLIP = """\
  - id: slip
    title: A slip
    origin: printed
    script: |
      9-8s from 2 to 1, 5h from 3 to 2, 9-7s from 1 to 2
    expect:
      fails: {move: 3, error: WrongCard, run: 9-8s}
claims:
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("", "", None),
        ("move: 3", "move: 2", "stops at move 3, WrongCard, not at move 2"),
        ("WrongCard", "RankMismatch", "not at move 3, RankMismatch"),
        ("run: 9-8s", "run: 9s", "the run there is 9-8s, not 9s"),
        ("9-7s from 1", "9-8s from 1", "stops at move 3, RankMismatch"),
        (", 9-7s from 1 to 2", "", "can be played to its end"),
    ],
)
def test_known_slips_have_to_fail_there_and_for_that_reason(old, new, message):
    text = changed("claims:\n", changed(old, new, SLIP) if old else SLIP)
    check = outcome(text, "line slip: stops")
    assert check.ok is (message is None)
    assert message is None or message in check.message


def test_a_claim_about_the_end_of_a_failing_line_is_reported_too():
    text = changed("claims:\n", SLIP)
    text = text.replace("    verdict: impossible", "    position: slip\n    verdict: impossible")
    assert not outcome(text, "claim no-two").ok


def test_diagram_and_save_line_have_to_agree():
    text = (shipped_folder("problems") / "woods-4.yaml").read_text()
    exchanged = changed("10h\t 9d", " Jc\t 9d", changed(" Jc\t Kd", "10h\t Kd", text))
    report = check_problem(loads_problem(exchanged))
    assert [check.what for check in report.wrong] == ["position: diagram and line agree"]
    assert "column 1: expected ... -- 10h Jc 9s" in report.wrong[0].message


# Bad files


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("title: A small one", "titel: A small one", 2, "no such key here (did you mean 'title'"),
        ("title: A small one\n", "", 1, "title: this key is missing"),
        ("year: 2026", "year: last", 6, "source.year: expected a whole number, not text"),
        ("title: A small one", "title: 7", 2, "title: expected text, not the number 7 (put"),
        ("title: A small one", "title: ''", 2, "title: there is no text here"),
        ("title: A small one", "title:", 2, "title: expected text, not nothing"),
        # A quote that isn't closed where it should be can leave a file that still reads as YAML.
        ("title: A small one", f"title: {'A' * 201}", 2, "title: this is too long: at most 200"),
        ("partial: true", "partial: perhaps", 7, "partial: expected true or false, not text"),
        ("id: small", "id: Small One", 1, "'Small One' is no name"),
        ("source:\n  text: made up\n  year: 2026\n", "source: a book\n", 4, "keys (text, year, "),
        ("turned: {}", "turned: 1", 23, "expected a group of keys, not the number 1"),
        ("origin: found", "origin: lost", 17, "lines.solution.origin: expected 'printed'"),
        ("spaces: [2]", "spaces: 2", 22, "expect.spaces: expected a list, not the number 2"),
        ("spaces: [2]", "spaces: [11]", 22, "expected at most 10, not 11"),
        ("turned: {}", "turned: {3: 1h}", 23, "'1h' is not a card"),
        ("turned: {}", "turned: {0: 5h}", 23, "expected at least 1, not 0"),
        ("verdict: solved", "verdict: maybe", 32, "claims.a-space.verdict: expected 'solved'"),
        ("9-8s from 2 to 1", "9-8s off 2 to 1", 20, "lines.solution.script: "),
        ("goal: get a space\nposition", "goal: get two\nposition", 9, "goal: "),
        ("space\nposition", "space in column 6\nposition", 9, "the position has 3 columns"),
        ("space\n    verdict: solved", "space in column 6\n    verdict: solved", 31, "has 3 col"),
        ("10h\t 9s", "1h\t 9s", 12, "position.diagram: "),
        (
            "lines:\n",
            "  face_down: {3: 4c 5c}\nlines:\n",
            14,
            "position.face_down.3: 1 card there, ",
        ),
        ("lines:\n", "  face_down: {4: 4c}\nlines:\n", 14, "position.face_down.4: no cards there"),
        ("partial: true\n", "", 11, "3 columns; a tableau has 10"),
        (
            "diagram: |2\n    10h",
            "partial: true\n  diagram: |2\n    10h",
            11,
            "there is no such key",
        ),
        ("partial: true", "rules: chess", 7, "rules: no rules are called 'chess'"),
        ("partial: true", "rules: {cels: 1}", 7, "rules: no rule option is called 'cels'"),
        ("partial: true", "rules: [1]", 7, "rules: expected the name of rules, or a group of"),
        ("line: solution", "line: solutoin", 33, "no position or line 'solutoin' here (did you"),
        ("line: solution", "line: solution/x", 33, "no position or line 'solution/x' here (did"),
        ("    verdict: solved\n", "    verdict: impossible\n", 33, "can't show that something is"),
        ("  - id: no-two", "  - id: a-space", 34, "claims.a-space.id: 'a-space' is here a sec"),
        ("    solves: true", "    from: solution\n    solves: true", 18, "comes back to itself"),
        ("  diagram: |2\n    10h", "  text: x\n  diagram: |2\n    10h", 10, "either a text or a"),
        ("goal: get a space\nposition", "position", 17, "states no goal that a line"),
        ("id: small", "id: small\nid: other", 2, "'id' is here a second time: first in line 1"),
        ("title: A small one", "title: A: small one", 2, "this is not YAML: mapping values"),
        ("title: A small one", "title: &a one", 2, "anchors (&) are not taken"),
        ("title: A small one", "title: *a", 2, "aliases (*) are not taken"),
        ("title: A small one", "title: !!python/name:os.system x", 2, "tags (!) are not taken"),
        ("title: A small one", "\ttitle: A small one", 2, "a tab can't stand here"),
        ("title: A small one", "title:\tA small one", 2, "a tab can't stand here"),
        ("  diagram: |2\n    10h", "  diagram: |2\t\n    10h", 11, "a tab can't stand here"),
        ("title: A small one", "title: @x", 2, "this is not YAML: found character"),
        ("title: A small one", 'title: "A small one', 2, "these quotes are never closed"),
        ("title: A small one", "title: {1: ??}", 2, "quote it"),
        ("title: A small one", "title: {1: 4c ??, 3: 4c}", 2, "quote it"),
        ("title: A small one", "title: [[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]", 2, "16 levels"),
    ],
)
def test_bad_files_name_file_line_and_key(old, new, line, message):
    error = error_of(changed(old, new))
    assert error.place.text == changed(old, new).splitlines()[line - 1]
    assert error.place.name == "small.yaml"
    assert message in error.message
    assert error.place.line == line


def test_all_faults_of_the_keys_at_once():
    text = changed("title: A small one", "titel: A small one")
    text = changed("year: 2026", "year: last", text)
    message = error_of(text).message
    assert message.startswith("titel: there is no such key here")
    assert "\n  line 6: source.year: expected a whole number" in message
    assert message.endswith("title: this key is missing")


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("space\nposition", "space in column 6\nposition", "6"),
        ("goal: get a space\nposition", "goal: 'get a space in column 6'\nposition", "6'"),
        (" 8s\t 5h\nlines", " 8s\t 5y\nlines", "5y"),
        ("9-8s from 2 to 1", "9-8s from 2 at 1", "at 1"),
    ],
)
def test_a_place_in_a_text_is_the_place_in_the_file(old, new, found):
    place = error_of(changed(old, new)).place
    assert place.text[place.column - 1 :] == found


@pytest.mark.parametrize(
    "text", ["", "# nothing\n", "- a\n- b\n", "words", "\0", "a: b\n---\nc: d"]
)
def test_what_is_no_problem_file(text):
    assert error_of(text).place.name == "small.yaml"


def test_binary_files_and_folders(tmp_path):
    (tmp_path / "a.yaml").write_bytes(b"id: \xff\xfe\x00")
    with pytest.raises(NotationError, match="not a text file"):
        load_problem(tmp_path / "a.yaml")
    (tmp_path / "a.yaml").write_text("\ufeff" + SMALL.replace("\n", "\r\n"), encoding="utf-8")
    assert load_problem(tmp_path / "a.yaml").id == "small"
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "b.yml").write_text(changed("id: small", "id: other"))
    assert [p.id for p in load_problems(tmp_path)] == ["small", "other"]
    (tmp_path / "b" / "b.yml").write_text(SMALL)
    with pytest.raises(NotationError, match=r"'small' is in .*a\.yaml too"):
        load_problems(tmp_path)
    (tmp_path / "c").mkdir()
    with pytest.raises(NotationError, match="no problem files"):
        load_problems(tmp_path / "c")
    with pytest.raises(FileNotFoundError):
        load_problems(tmp_path / "d")


@pytest.mark.parametrize(
    "text",
    [
        "[" * 200_000,
        "&a [*a" + ",*a" * 50_000,
        "".join(f"k{i}: v\n" for i in range(25_000)),
        SMALL + "notes: |\n" + "  x\n" * 50_000 + "extra: 1\n",
        changed("9-8s from 2 to 1", "9-" * 100_000),
    ],
    ids=range(5),
)
def test_hostile_files_end_in_an_error(text):
    error_of(text)  # quadratic reading would take minutes


def test_long_chains_of_lines_are_refused():
    lines = "".join(
        f"  - {{id: l{n}, title: t, origin: found, from: {f'l{n - 1}' if n else 'start'}, "
        "script: 9-8s from 2 to 1}\n"
        for n in range(150)
    )
    error = error_of(changed("claims:\n", lines + "claims:\n"))
    assert "goes back over more than 100" in error.message


def test_a_file_without_rules_has_as_many_suits_as_its_position_shows():
    rows = diagram.dumps(deal(3, rules=PRESETS["two-suits"]))
    body = "".join(f"    {row}\n" for row in rows.splitlines())
    head = SMALL[: SMALL.index("position:\n")].replace("partial: true\n", "")
    problem = loads_problem(f"{head}position:\n  diagram: |2\n{body}")
    assert problem.start.rules.suits == 2
    assert "two suits, hearts and spades: only they are seen" in problem.doubts[0].text


# House rules

HOUSE = """\
id: house
title: House rules
author: Nobody
source: {text: Nowhere, year: 2026}
partial: true
stipulation: Get a space.
position: {text: "KhQs/Jh/As/8d - - rules=pipkin-beginner"}
positions:
  - {id: other, text: "Ks/As - -"}
"""


def test_a_text_may_say_the_rules_where_the_file_does_not():
    problem = loads_problem(HOUSE)
    assert problem.start.rules.name == "pipkin-beginner"
    assert problem.position("other").rules == problem.start.rules
    same = HOUSE.replace("partial:", "rules: pipkin-beginner\npartial:")
    assert loads_problem(same).start == problem.start


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (HOUSE.replace("partial:", "rules: woods\npartial:"), "position.text"),
        (
            HOUSE.replace(" rules=pipkin-beginner", "").replace(
                "As - -", "As - - rules=pipkin-default"
            ),
            "positions.other.text",
        ),
    ],
)
def test_rules_that_contradict_each_other_are_refused(text, key):
    error = error_of(text)
    assert error.message.startswith(f"{key}: ")
    assert "the text says the rules are 'pipkin" in error.message
    assert "and the problem's are 'woods'" in error.message
