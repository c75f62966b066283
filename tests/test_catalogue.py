import gzip
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
from spiderpos.catalogue.checking import CheckResult
from spiderpos.catalogue.validation import keys_of
from spiderpos.formats import diagram
from spiderpos.game.deals import deal
from spiderpos.game.rules import PRESETS, Rules
from spiderpos.solver import certificate_files
from spiderpos.text.errors import NotationError, UnknownName
from spiderpos.text.resources import shipped_folder

from . import tables
from .documents import SMALL, changed, document
from .running import run


def error_of(text):
    with pytest.raises(NotationError) as caught:
        loads_problem(text, name="small.yaml")
    return caught.value


def line_of(text, part):
    return text[: text.index(part)].count("\n") + 1


# Shipped problems


@pytest.mark.sweep
@pytest.mark.slow
@pytest.mark.parametrize("name", problem_ids())
def test_shipped_problems_hold_and_have_a_solution_that_their_goal_accepts(name):
    problem = find_problem(name)
    assert problem.id == name
    report = check_problem(problem)
    assert report.ok, "\n".join(map(str, report.wrong))
    assert report.checks
    if problem.goal is None:
        # The task is to exchange two cards, so the solution can't be played from the start.
        assert all(claim.shown for claim in problem.claims if claim.expected == "possible")
        return
    solved = [c for c in report.checks if c.what.endswith("solves the problem")]
    assert solved
    assert all(check.outcome is CheckResult.OK for check in solved)


WOODS = [name for name in problem_ids() if name.startswith("woods-")]


def test_all_of_woods_problems_ship():
    numbers = "1 2 3 4 5 6 6-swapped 7"
    assert [f"woods-{number}" for number in numbers.split()] == WOODS


def woods_diagrams():
    for problem in map(find_problem, WOODS):
        expected = [part.expect for line in problem.lines.values() for part in line.parts]
        texts = [problem.data.position.diagram, *(e.diagram for e in expected if e)]
        yield from filter(None, texts)


def test_every_printed_diagram_is_expected_somewhere():
    printed = Path(__file__).with_name("data") / "woods-diagrams.txt"
    results = [diagram.dumps(d.position) for d in diagram.find_diagrams(printed.read_text())]
    assert len(results) == 24
    expected = [diagram.dumps(diagram.loads(text)) for text in woods_diagrams()]
    assert sorted(results) == sorted(expected)


SCHEMA = json.loads((shipped_folder("problems") / "problem.schema.json").read_text())


def test_the_schema_that_ships_has_the_keys_that_are_read():
    models = SCHEMA["$defs"] | {"ProblemText": SCHEMA}
    for name, model in models.items():
        read = keys_of(getattr(schema, name))
        assert list(model["properties"]) == list(read), name
        assert model["required"] == [
            key
            for key, (output, _) in read.items()
            if output.default is output.default_factory is MISSING
        ]
    options = SCHEMA["properties"]["rules"]["anyOf"][0]["anyOf"][1]["properties"]
    assert options["preset"]["enum"] == list(PRESETS)
    assert list(options)[1:] == [option.name for option in fields(Rules)]


@pytest.mark.slow
@pytest.mark.sweep
@pytest.mark.parametrize(
    "path", sorted(shipped_folder("problems").rglob("*.yaml")), ids=lambda path: path.stem
)
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


# Positions and lines


@pytest.mark.parametrize("expected", ["woods;cells=1", "{cells: 1}", "{preset: woods, cells: 1}"])
def test_rules_by_name_or_by_option(expected):
    problem = loads_problem(changed(SMALL, "partial: true", f"partial: true\nrules: {expected}"))
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
        "open: claim no-two: no line, plan or certificate proves it",
    ]
    assert problem.solution.script.instructions[0].place.line == line_of(SMALL, "9-8s")
    assert problem.position("solution").spaces == (2,)


def test_the_claim_of_a_source_is_not_a_known_result(tmp_path):
    """A claim counts as known only by a proof, not by the statement of its source."""
    claims = SMALL[SMALL.index("claims:\n") :]

    def standing(text, name="a-space"):
        (tmp_path / "small.yaml").write_text(SMALL.replace(claims, text))
        report = check_problem(load_problem(tmp_path / "small.yaml"))
        return str(report.claims[name]), report.ok

    by_line = "known: possible, by the line solution"
    assert standing(claims) == (f"source: possible; {by_line}; agrees", True)
    assert standing(claims, "no-two")[0] == "source: impossible; known: open; open"
    for says, relation in (
        ("source: impossible", f"source: impossible; {by_line}; refuted"),
        ("source: 2", f"source: the least number is 2; {by_line}; refuted"),
        ("source: question", f"source: question; {by_line}; answered"),
        ("by: us", f"source: nothing; {by_line}; added"),
    ):
        assert standing(claims.replace("source: possible", says)) == (relation, True)
    # Files of earlier versions have these keys.
    old = "verdict: solved\n    claimed: impossible\n    line: solution"
    text = claims.replace("source: possible\n    known: line solution", old)
    assert standing(text) == (f"source: impossible; {by_line}; refuted", True)
    # The certificate must exist, and be about the claim.
    text = claims.replace("source: impossible", "source: impossible\n    known: certificate")
    assert standing(text, "no-two") == ("source: impossible; known: open; open", False)
    folder = tmp_path / "certificates"
    done = run("problems", "check", tmp_path / "small.yaml", "--prove", "--certificates", folder)
    assert done.exit_code == 1, done.stderr  # the file names a certificate that didn't exist
    certified = "source: impossible; known: impossible, by a certificate; agrees"
    assert standing(text, "no-two") == (certified, True)
    assert standing(claims, "no-two") == (certified, True)
    other = text.replace("goal: get 2 spaces", "goal: get 3 spaces")
    assert standing(other, "no-two") == ("source: impossible; known: open; open", False)
    # A certificate for the right question that isn't a proof, and a file that isn't a certificate.
    path = folder / "small.no-two.json.gz"
    forged = json.loads(gzip.decompress(path.read_bytes()))
    key = next(key for key in ("classes", "positions") if key in forged)
    forged[key] = []
    path.write_bytes(gzip.compress(certificate_files.dumps(forged).encode()))
    assert standing(text, "no-two") == ("source: impossible; known: open; open", False)
    path.write_bytes(b"nonsense")
    assert standing(text, "no-two") == ("source: impossible; known: open; open", False)


@pytest.mark.parametrize("proof", ["impossible", "possible", "certificate of mine", "line", "yes"])
def test_nothing_but_a_proof_can_be_written_as_known(proof):
    text = SMALL.replace("source: impossible", f"source: impossible\n    known: {proof}")
    assert "known" in error_of(text).message


TRIES = document("tries.yaml")


def test_variations_are_lines_and_their_outcomes_claims(tmp_path):
    problem = loads_problem(TRIES)
    moves = {name: [str(step.move) for step in line] for name, line in problem.lines.items()}
    first, five, nine = "1 card from 3 to 2", "1 card from 3 to 4", "3 cards from 2 to 1"
    assert moves == {
        "first": [first],
        "solution": [first, five, nine],
        "solution-1a": [first, "1 card from 4 to 2"],
        "solution-1b": [first, five, nine],
        "solution-1b-2a": [first, five, "3 cards from 2 to 3"],
        "solution-2a": [first, five, "3 cards from 2 to 3"],
    }
    line = problem.lines["solution"]
    assert [move.comment for move in line.script.line.moves] == ["", "Not needed.", ""]
    assert line.script.line.moves[1].instruction.place.line == line_of(TRIES, "5h from")
    # The second variation reaches the goal itself, so nothing is left to prove.
    [claim] = problem.claims
    assert (claim.id, claim.data.statement) == ("solution-1a", "It covers the seven.")
    assert str(claim.goal) == "get a space in column 2 in at most 1 move"
    report = check_problem(problem)
    assert report.ok
    assert str(report.claims["solution-1a"]) == (
        "source: impossible; known: impossible, by a search; agrees"
    )
    wrong = check_problem(loads_problem(TRIES.replace("(6c from 4 to 2?", "(6c from 4 to 1?")))
    assert [check.about for check in wrong.wrong] == ["solution-1a"]
    wrong = check_problem(loads_problem(TRIES.replace("most 3 moves", "most 4 moves")))
    assert [check.place.line for check in wrong.wrong] == [line_of(TRIES, "(6c from")]
    assert [check.message for check in wrong.wrong] == [
        "'get a space in column 2 in at most 2 moves' is claimed to be impossible"
    ]


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
        text,
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
    )
    problem = loads_problem(text)
    assert check_problem(problem).ok
    assert str(problem.position("known").column(3).down[0]) == "4c"
    assert problem.position("forgotten") == problem.start
    assert len(problem.lines["on"].script.instructions) == 2
    assert problem.position("on") == problem.position("there")
    assert problem.history("there/two").root == "known"
    with pytest.raises(UnknownName, match="no part 'three'"):
        problem.position("there/three")


def test_the_position_is_the_lines_if_there_is_one():
    problem = find_problem("woods-4")
    assert all(problem.start.hand)
    assert problem.diagram is not None
    assert not any(problem.diagram.hand)


# Tampering and bad files


def errors(text, *edits):
    """Return the failed checks of an edited file with their lines, or "ok".

    The source lines that their messages quote are omitted.
    """
    report = check_problem(loads_problem(changed(text, *edits), name="small.yaml"))
    shown = r"\n +[0-9]* [|].*"
    return [
        f"{check.what}@{check.place.line}: {' '.join(re.sub(shown, '', check.message).split())}"
        for check in report.wrong
    ] or "ok"


@tables.of("problems")
def test_errors_in_files(*edits):
    return errors(SMALL, *edits)


@tables.of("problems-by-name")
def test_errors_in_other_files(name, *edits):
    return errors(document(f"{name}.yaml"), *edits)


def test_diagram_and_save_line_have_to_agree():
    text = (shipped_folder("problems") / "woods-4.yaml").read_text()
    exchanged = changed(text, " Jc\t Kd", "10h\t Kd", "10h\t 9d", " Jc\t 9d")
    report = check_problem(loads_problem(exchanged))
    assert [check.what for check in report.wrong] == ["position: diagram and line agree"]
    assert "column 1: expected ... -- 10h Jc 9s" in report.wrong[0].message


# Bad files


@pytest.mark.parametrize(
    "text", ["", "# nothing\n", "- a\n- b\n", "words", "\0", "a: b\n---\nc: d"]
)
def test_invalid_problem_files(text):
    assert error_of(text).place.name == "small.yaml"


def test_binary_files_and_folders(tmp_path):
    for mark in (b"", b"\xef\xbb\xbf"):
        (tmp_path / "a.yaml").write_bytes(mark + b"id: \xff\xfe\x00")
        with pytest.raises(NotationError, match=r":1:5: this is not a text file \(byte 0xff\)"):
            load_problem(tmp_path / "a.yaml")
    (tmp_path / "a.yaml").write_text("\ufeff" + SMALL.replace("\n", "\r\n"), encoding="utf-8")
    assert load_problem(tmp_path / "a.yaml").id == "small"
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "b.yml").write_text(changed(SMALL, "id: small", "id: other"))
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
        changed(SMALL, "9-8s from 2 to 1", "9-" * 100_000),
    ],
    ids=range(5),
)
def test_hostile_files_end_in_an_error(text):
    error_of(text)  # reading in quadratic time would take minutes


def test_long_chains_of_lines_are_refused():
    lines = "".join(
        f"  - {{id: l{n}, title: t, origin: found, from: {f'l{n - 1}' if n else 'start'}, "
        "script: 9-8s from 2 to 1}\n"
        for n in range(150)
    )
    error = error_of(changed(SMALL, "claims:\n", lines + "claims:\n"))
    assert "more than 100 lines and positions" in error.message


def test_a_file_without_rules_has_as_many_suits_as_its_position_shows():
    rows = diagram.dumps(deal(3, rules=PRESETS["two-suits"]))
    body = "".join(f"    {row}\n" for row in rows.splitlines())
    head = SMALL[: SMALL.index("position:\n")].replace("partial: true\n", "")
    problem = loads_problem(f"{head}position:\n  diagram: |2\n{body}")
    assert len(problem.start.rules.suits) == 2
    assert "two suits, hearts and spades: only they are seen" in problem.doubts[0].text


# House rules

HOUSE = document("house.yaml")


def test_a_text_may_say_the_rules_where_the_file_does_not():
    problem = loads_problem(HOUSE)
    assert problem.start.rules.name == "pipkin-beginner"
    assert problem.position("other").rules == problem.start.rules
    same = HOUSE.replace("partial:", "rules: pipkin-beginner\npartial:")
    assert loads_problem(same).start == problem.start


# Lines with common beginnings, claims about several cards

ALIKE = document("alike.yaml")


def test_a_draft_whose_lines_begin_alike():
    problem = loads_problem(ALIKE)
    assert (problem.title, problem.lines["second"].title) == ("alike", "second")
    assert all(check.outcome == "ok" for check in check_problem(problem).checks)
    assert len(problem.lines["second"].script.instructions) == 3
    assert problem.position("second").spaces == (2, 3)
    assert [claim.id for claim in problem.claims] == ["comes-up-4c", "comes-up-4d"]
    assert [str(problem.position(f"start-4{s}-in-3").columns[2].down[-1]) for s in "cd"] == [
        "4c",
        "4d",
    ]
