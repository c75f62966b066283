"""Records of answers: written, read, and checked again."""

import errno
import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from spiderpos import formats
from spiderpos.catalogue import find_problem, load_problems, loads_problem, proving
from spiderpos.cli import authoring, checking, main, pages, solving
from spiderpos.goals.goal import parse
from spiderpos.goals.judge import Verdict
from spiderpos.show.pages import site
from spiderpos.solver import evidence, prover, rechecking
from spiderpos.solver.prover import Outcome, Searched, precision
from spiderpos.text.errors import NotationError
from spiderpos.text.resources import shipped_folder
from tests.boards import board

needs_core = pytest.mark.skipif(
    not prover.native_core(), reason="the compiled core is not installed"
)

START = board("9s", "10s", "2c")


def record_of(asked, start=START, **changes):
    answer = prover.solve(start, parse(asked))
    text = evidence.dumps(start, parse(asked), answer, claim="here:there")
    return evidence.loads(json.dumps(json.loads(text) | changes))


def searched(record, **changes):
    return asdict(record.searched) | changes


def run(*words, text=None):
    return CliRunner().invoke(main, list(map(str, words)), input=text)


def test_what_a_record_says_by_itself():
    record = record_of("get a space")
    assert (record.outcome, record.line, record.moves) == ("solved", "9s from 1 to 2\n", 1)
    found = rechecking.recheck(record)
    assert found.verdict is Verdict.HOLDS
    assert str(found).startswith("here:there: reproduced: solved")
    for line in ("2c from 3 to 1\n", evidence.NO_MOVE, None):
        changed = record_of("get a space", line=line)
        assert rechecking.recheck(changed).verdict is Verdict.FAILS
    record = record_of("get a space", outcome="undecided", line=None)
    assert rechecking.recheck(record).verdict is Verdict.UNDECIDED
    record = record_of("get a space", outcome="impossible", line=None, moves=None)
    found = rechecking.recheck(record)
    assert found.verdict is Verdict.FAILS
    assert "there is a line of 1 move: 9s from 1 to 2" in found.found
    record = record_of("get a space", board("9s", ""))
    assert (record.moves, record.line) == (0, evidence.NO_MOVE)
    assert rechecking.recheck(record).verdict is Verdict.HOLDS


NONE = "get 2 spaces without dealing"


@needs_core
@pytest.mark.parametrize(
    ("changes", "engine", "verdict", "said"),
    [
        ({}, "classes 2", Verdict.HOLDS, "as recorded"),
        ({}, "classes 0", Verdict.HOLDS, "as recorded"),
        ({"digest": "0" * 16}, "classes 2", Verdict.FAILS, "says digest 0000000000000000"),
        ({"digest": "0" * 16}, "classes 0", Verdict.HOLDS, "recorded by 'classes 0'"),
        ({"classes": 9, "bases": True}, "classes 2", Verdict.HOLDS, "than recorded (9 classes"),
        (
            {"classes": 9, "precision": ["9s in column 1, deep"]},
            "classes 2",
            Verdict.HOLDS,
            "than",
        ),
        ({"classes": 9, "goal": "get a space"}, "classes 2", Verdict.HOLDS, "than recorded"),
    ],
)
def test_a_search_is_compared_with_the_one_that_is_recorded(changes, engine, verdict, said):
    record = record_of(NONE, searched=searched(record_of(NONE), **changes), engine=engine)
    assert record.outcome == "impossible"
    found = rechecking.compare(record, prover.solve(START, parse(NONE)))
    assert (found.verdict, said in found.found) == (verdict, True), found.found


@needs_core
def test_only_the_last_search_is_repeated():
    problem = find_problem("woods-5")
    record = proving.evidence_of(problem)["no-space-first"]
    assert record.searched.rounds > 1
    found = rechecking.recheck(record)
    assert found.found.endswith("as recorded")
    assert found.answer.searched.rounds == 1
    # With none of them the search finds the rest again, by a way of its own.
    none = replace(record, searched=replace(record.searched, precision=()))
    again = rechecking.recheck(none)
    assert again.verdict is Verdict.HOLDS
    assert again.answer.searched.rounds > 1


@pytest.mark.parametrize(
    "card", ["9s in column 2, deep", "9s in column 1, dee", "9s in column 11, deep", "9s", ""]
)
@needs_core
def test_exact_cards_that_are_not_there(card):
    record = record_of("get 2 spaces without dealing")
    other = searched(record, precision=[card])
    with pytest.raises(NotationError, match="is no exact card of this position"):
        rechecking.recheck(record_of("get 2 spaces without dealing", searched=other))


def test_exact_cards_in_words_and_back():
    twice = board("9s 5h 9s", "-- 9d")
    exact = ((1, 1, 39, 3), (1, 3, 39, 1), (2, 2, 37, 2))
    words = precision.in_words(twice, exact)
    assert words == (
        "9s in column 1 (row 1), deep",
        "9s in column 1 (row 3), shallow",
        "9d in column 2, kept",
    )
    assert precision.of_words(twice, words) == exact


def test_up_to_how_many_moves_was_searched_is_compared():
    """By positions; a record from before that was written down need not say it."""
    goal = parse(NONE)
    answer = prover.brute.solve(START, goal)
    depth = answer.searched.depth
    assert depth > 0
    for said, verdict in ((depth, Verdict.HOLDS), (99, Verdict.FAILS), (0, Verdict.HOLDS)):
        facts = evidence.facts(START, goal, answer)
        facts["searched"]["depth"] = said
        found = rechecking.compare(evidence.loads(json.dumps(facts)), answer)
        assert found.verdict is verdict, found.found


@needs_core
def test_a_search_with_bases_is_made_again_with_them():
    start, goal = board("9s", "10s", "2c 9d"), parse("get a space in column 3 without dealing")
    begin = Searched("classes", bases=True)
    answer = prover.solve(start, goal, begin=begin)
    assert (answer.outcome, answer.searched.bases) == (Outcome.IMPOSSIBLE, True)
    found = rechecking.recheck(evidence.loads(evidence.dumps(start, goal, answer)))
    assert found.verdict is Verdict.HOLDS
    assert found.found.endswith(", as recorded")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"evidence": 2}, "evidence:"),
        ({"outcome": "perhaps"}, "outcome:"),
        ({"moves": "1"}, "moves:"),
        ({"searched": 5}, "searched:"),
        ({"goal": "get a\nspace"}, "goal:"),
        ({"searched": {"method": 1, "classes": 1, "steps": 1}}, "searched.method:"),
        ({"searched": {"method": "\x1b[2J", "classes": 1, "steps": 1}}, "searched.method:"),
        ({"searched": {"method": "classes", "steps": 1}}, "the key 'classes' is missing"),
        ({"claim": "\ud800"}, "claim:"),
    ],
)
def test_bad_records_name_the_key(changes, said):
    with pytest.raises(NotationError) as caught:
        record_of("get a space", **changes)
    assert said in str(caught.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "[1]", "5", '{"evidence": 1}', "[" * 5000, "x"])
def test_what_is_no_record(text):
    with pytest.raises(NotationError):
        evidence.loads_all(text)


def test_a_record_whose_parts_cannot_be_read():
    for changes in ({"goal": "get a spade"}, {"position": "9z - -"}, {"rules": "modern"}):
        with pytest.raises(NotationError):
            rechecking.recheck(record_of("get a space", **changes))


def test_the_command(tmp_path):
    file = tmp_path / "record.json"
    question = ("solve", "--from", "fen", "--partial", "9s/Ts/2c - -")
    printed = run(*question, "get 2 spaces", "--evidence", file)
    assert (printed.exit_code, printed.stdout.splitlines()[0]) == (1, "impossible")
    found = run("recheck", file)
    assert (found.exit_code, found.stdout.startswith("reproduced: impossible")) == (0, True)
    for notation in ("words", "letters", "log"):
        solved = run(*question, "get a space", "--json", "--as", notation)
        assert evidence.loads(solved.stdout).line == "9s from 1 to 2\n"
        both = run("recheck", "-", text=file.read_text() + solved.stdout)
        assert (both.exit_code, len(both.stdout.splitlines())) == (0, 2)
    file.write_text(file.read_text().replace('"impossible"', '"solved"'))
    assert run("recheck", file).exit_code == 1
    assert run("recheck", tmp_path / "missing").exit_code == 2
    assert run("recheck", file, "get a space").exit_code == 2
    assert run("solve").exit_code == 2


@pytest.mark.parametrize(
    ("change", "goal", "seconds", "outcome"),
    [
        # What is decided stays where an answer isn't.
        ({}, "get 2 spaces", 0.000001, "impossible"),
        ({}, "get a space", 60, "solved"),
        ({"outcome": "undecided", "line": None}, "get a space", 60, "solved"),
        # A line that is none has decided nothing.
        ({"outcome": "solved", "moves": 1, "line": None}, "get 2 spaces", 60, "impossible"),
        ({"line": "2c from 3 to 1\n"}, "get a space", 60, "solved"),
    ],
)
def test_what_a_search_that_is_saved_gives_way_to(tmp_path, change, goal, seconds, outcome):
    file = tmp_path / "proof.json"
    question = ("solve", "--from", "fen", "--partial", "9s/Ts/2c - -", goal)
    run(*question, "--save", file)
    file.write_text(json.dumps(json.loads(file.read_text()) | change))
    run(*question, "--save", file, "--time", seconds)
    assert evidence.loads(file.read_text()).outcome == outcome
    assert run("recheck", file).exit_code == 0


@pytest.mark.parametrize("option", ["--evidence", "--certificate"])
def test_a_file_that_is_there_is_kept_but_for_force(tmp_path, option):
    file = tmp_path / "notes.json"
    file.write_text("- milk\n")
    question = ("solve", "--partial", "9s/Ts/2c - -", "get 2 spaces", option, file)
    refused = run(*question)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "is there already (--force overwrites it)" in refused.stderr
    assert file.read_text() == "- milk\n"
    assert run(*question, "--force").exit_code == 1
    assert json.loads(file.read_text())["spiderpos"]


@pytest.mark.parametrize("text", ["- milk\n", '{"name": "mine"}', "[]", "\xff"])
@pytest.mark.parametrize(
    ("words", "name", "code"),
    [
        (("solve", "--partial", "9s/Ts/2c - -", "get a space", "--save"), "two.json", 2),
        (("problems", "check", "two.yaml", "--prove", "--evidence"), ".", 2),
    ],
    ids=["save", "problems"],
)
def test_what_is_no_record_is_left_as_it_is(tmp_path, monkeypatch, text, words, name, code):
    monkeypatch.chdir(tmp_path)
    Path("two.yaml").write_text(PROBLEM)
    Path("two.json").write_bytes(text.encode("latin-1"))
    refused = run(*words, name)
    assert refused.exit_code == code
    assert "two.json" in refused.stderr
    assert Path("two.json").read_bytes() == text.encode("latin-1")


@pytest.mark.parametrize(
    "words",
    [
        ("solve", "woods-5", "--evidence"),
        ("solve", "woods-5", "get a space", "--save"),
        ("author", "check", "woods-2", "--evidence"),
        ("author", "sheet", "woods-2", "-o"),
        ("page", "woods-2", "--prove", "-o"),
    ],
)
def test_a_folder_that_is_not_there_is_told_before_the_search(tmp_path, monkeypatch, words):
    monkeypatch.delattr(solving, "find_answer")
    monkeypatch.delattr(authoring, "find_out")
    monkeypatch.delattr(pages, "prove_all")
    found = run(*words, tmp_path / "no" / "x.html")
    assert (found.exit_code, found.stdout) == (2, "")
    assert f"x.html' can't be written: there is no folder '{tmp_path / 'no'}'" in found.stderr


@needs_core
def test_a_plan_in_a_record():
    goal = "remove hearts without dealing, removing whatever turns up"
    found = run("solve", "woods-6:prepared-unseen", goal, "--json")
    facts = json.loads(found.stdout)
    assert (facts["outcome"], facts["moves"]) == ("solved", 8)
    assert [branch["cards"] for branch in facts["plan"]["branches"]] == [["5h"], ["Kh"]]
    for changes, code, said in (
        ({}, 0, "in each of 2 cases"),
        ({"moves": 9}, 1, "the record says 9 moves, and the plan takes up to 8 moves"),
        ({"moves": None}, 0, "in each of 2 cases"),
        ({"line": facts["line"].partition("if it's Kh")[0]}, 1, "the plan has no branch for Kh"),
        ({"shortest": True}, 3, "nothing that a search can show"),
    ):
        again = run("recheck", "-", text=json.dumps(facts | changes))
        assert (again.exit_code, said in again.stdout) == (code, True), again.stdout


def with_records():
    problems = shipped_folder("problems")
    return sorted(path.stem for path in problems.glob("**/evidence/*.json"))


@pytest.mark.parametrize("name", with_records())
def test_the_catalogue_has_its_evidence(name):
    """Every record is about a claim as it stands there; each mined impossible one has one."""
    problem = find_problem(name)
    records = proving.evidence_of(problem)
    for claim_id, record in records.items():
        claim = problem.claim(claim_id)
        position = problem.position(claim.data.position)
        assert rechecking.question(record) == (position, claim.goal), record.claim
        assert record.outcome == claim.data.verdict == Outcome.IMPOSSIBLE
    impossible = {c.id for c in problem.claims if c.data.verdict == Outcome.IMPOSSIBLE}
    assert set(records) == impossible or not name.startswith("mined")


def test_all_that_should_have_records_have_them():
    assert {f"woods-{n}" for n in range(2, 7)} <= set(with_records())
    mined = (shipped_folder("problems") / "mined").glob("*.yaml")
    assert {path.stem for path in mined} <= set(with_records())


@needs_core
@pytest.mark.parametrize("name", [name for name in with_records() if name.startswith("mined")])
def test_the_records_of_mined_problems_are_reproduced(name):
    records = list(proving.evidence_of(find_problem(name)).values())
    plans = [record for record in records if record.searched.method == "plan"]
    # Those take a second each, and are much alike.
    for record in plans[:1] or records:
        found = rechecking.recheck(record)
        assert found.verdict is Verdict.HOLDS, str(found)


@needs_core
def test_the_evidence_of_a_problem_is_reproduced(tmp_path):
    done = run("problems", "check", "woods-4", "--prove", "-v", "--evidence", tmp_path)
    assert done.exit_code == 0
    assert "not " not in done.stdout.partition("clubs-first: impossible")[2].splitlines()[0]
    assert len(evidence.loads_all((tmp_path / "woods-4.json").read_text())) == 4


PROBLEM = """\
id: two
title: Two
author: Nobody
source: {text: A test, year: 2026}
partial: true
stipulation: Get spaces.
position: {text: 9s/Ts/2c - -, format: fen}
claims:
  - {id: a, statement: A, goal: get 2 spaces without dealing, verdict: impossible}
  - {id: b, statement: B, goal: get 3 spaces without dealing, verdict: impossible}
"""


def test_records_of_other_claims_are_kept(tmp_path):
    (tmp_path / "two.yaml").write_text(PROBLEM)
    record = tmp_path / "evidence" / "two.json"
    check = ("problems", "check", tmp_path / "two.yaml", "--prove", "--jobs", 1)
    check += ("--evidence", record.parent)
    assert run(*check).exit_code == 0
    a, b = json.loads(record.read_text())
    others = [{**a, "claim": "two:undecided", "more": [1]}, {**a, "claim": None}]
    record.write_text(json.dumps([others[0], b | {"reason": "old"}, others[1]]))
    assert run(*check).exit_code == 0
    after = json.loads(record.read_text())
    assert after[:2] == others
    assert [(r["claim"], r["reason"]) for r in after[2:]] == [
        ("two:a", a["reason"]),
        ("two:b", b["reason"]),
    ]
    # One record, as 'solve --evidence' writes it, is kept as well.
    record.write_text(json.dumps(others[0], indent=2))
    assert run(*check).exit_code == 0
    assert [r["claim"] for r in json.loads(record.read_text())] == [
        "two:undecided",
        "two:a",
        "two:b",
    ]


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (BrokenPipeError, None, ""),
        (KeyboardInterrupt, 130, "interrupted\n"),
        (OSError(errno.ENOSPC, "no room"), 2, "error: no room\n"),
    ],
    ids=["nobody reads on", "Ctrl-C", "full disk"],
)
def test_what_was_proved_is_kept_if_the_rest_is_not(tmp_path, monkeypatch, error, code, said):
    (tmp_path / "two.yaml").write_text(PROBLEM)
    usual = checking.click.echo

    def echo(text="", **more):
        if "ok: claim a" in str(text):
            raise error
        usual(text, **more)

    monkeypatch.setattr(checking.click, "echo", echo)
    folder = tmp_path / "evidence"
    found = run("problems", "check", tmp_path, "--prove", "-v", "--jobs", 1, "--evidence", folder)
    assert found.stderr.endswith(f"1 record written to {folder}\n{said}")
    assert code in (None, found.exit_code)
    (record,) = evidence.loads_all((folder / "two.json").read_text())
    assert record.claim == "two:a"


def test_two_problems_of_one_name_take_no_record_from_each_other(tmp_path):
    for name in "ab":
        (tmp_path / name).mkdir()
        (tmp_path / name / "two.yaml").write_text(PROBLEM)
    folders = (tmp_path / "a", tmp_path / "b")
    refused = run("problems", "check", *folders, "--prove", "--evidence", tmp_path)
    assert refused.exit_code == 2
    said = f"b/two.yaml:1:5: id: the problem 'two' is in {tmp_path}/a/two.yaml too"
    assert said in refused.stderr
    both = [load_problems(tmp_path / name)[0] for name in "ab"]
    with pytest.raises(NotationError, match=r"a/two\.yaml too"):
        site.build(both)
    proofs = [proving.Proof(two, two.claims[0], None, prover.Budget()) for two in both]
    with pytest.raises(NotationError, match=r"a/two\.yaml too"):
        proving.write_evidence(proofs, tmp_path / "records")


# What a record only says


LUCKY = {
    "evidence": 1,
    "spiderpos": "1",
    "engine": "classes 2",
    "rules": "woods",
    "position": "x:5h/6c/7d - -",
    "goal": "get a space in column 1 without dealing",
    "outcome": "solved",
    "moves": None,
    "line": "5h from 1 to 2, turning up 6s\n6s from 1 to 3\n",
    "searched": {"method": "classes", "classes": 1, "steps": 1},
}


KNOWN = {"position": "6s:5h/6c/7d - -", "line": "5h from 1 to 2\n6s from 1 to 3\n"}


def _rechecked(tmp_path, **changes):
    file = tmp_path / "record.json"
    file.write_text(json.dumps(LUCKY | changes))
    found = CliRunner().invoke(main, ["recheck", str(file)])
    return found.exit_code, found.output


@pytest.mark.parametrize(
    ("changes", "code", "said"),
    [
        (
            {key: LUCKY[key] for key in KNOWN},
            3,
            "undecided: the line of 2 moves reaches the goal if the cards come up as the line "
            "assumes: 6s in column 1\n",
        ),
        ({"moves": 2}, 0, "reproduced: solved: the line of 2 moves reaches the goal\n"),
        ({"moves": 99}, 1, "the record says 99 moves, and the line has 2 moves"),
        ({"reason": "no line has fewer moves: all shorter were tried"}, 0, "reproduced: solved"),
        ({"shortest": True}, 0, "and no line has fewer moves"),
        ({"outcome": "impossible"}, 1, "the record says 'impossible' and has a line"),
        ({"outcome": "impossible", "line": None, "moves": 3}, 1, "has a line"),
    ],
)
def test_what_else_a_record_says_has_to_agree(tmp_path, changes, code, said):
    found, told = _rechecked(tmp_path, **(KNOWN | changes))
    assert found == code
    assert said in told


def test_that_a_line_is_the_shortest_is_looked_for_again(tmp_path):
    longer = "5h from 1 to 2\n5h from 2 to 4\n6s from 1 to 3\n"
    start = "6s:5h/6c/7d/6d - -"
    code, said = _rechecked(tmp_path, position=start, line=longer, shortest=True)
    assert code == 1
    assert "the line of 3 moves reaches the goal, and so does one of 2 moves: " in said
    assert _rechecked(tmp_path, position=start, line=longer)[0] == 0
    record = evidence.loads(json.dumps(LUCKY | KNOWN | {"shortest": True}))
    found = rechecking.recheck(record, budget=prover.Budget(0, 1))
    assert found.verdict is Verdict.UNDECIDED
    assert "that none has fewer moves could not be shown again" in found.found


@pytest.mark.parametrize(
    ("claim", "code", "beginning"),
    [
        (
            "woods-6:clubs-first",
            1,
            "woods-6:clubs-first: not reproduced: the catalogue's woods-6:clubs-first has another "
            "position",
        ),
        ("woods-6:none", 0, "woods-6:none: reproduced: solved"),
        ("mine:spades", 0, "mine:spades: reproduced: solved"),
        ("none", 0, "none: reproduced: solved"),
    ],
)
def test_a_claim_is_held_against_the_catalogue(tmp_path, claim, code, beginning):
    found, said = _rechecked(tmp_path, **KNOWN, claim=claim)
    assert found == code
    assert said.startswith(beginning)


# What a record says, held against an answer that was found without it


HX = """\
id: h-x
title: Two
author: Nobody
source: {text: A test, year: 2026}
partial: true
stipulation: Get spaces.
position: {text: 5h/6c/2d - -, format: fen}
claims:
  - {id: h, statement: H, goal: get 2 spaces without dealing, verdict: impossible}
"""


def _beside(tmp_path, **changes):
    """A problem with the record of its claim beside it, changed."""
    (tmp_path / "h-x.yaml").write_text(HX)
    file = tmp_path / "evidence" / "h-x.json"
    check = ("problems", "check", tmp_path / "h-x.yaml", "--prove", "-v")
    assert run(*check, "--evidence", file.parent).exit_code == 0
    (record,) = json.loads(file.read_text())
    found = record["searched"] | changes.pop("searched", {})
    file.write_text(json.dumps([record | changes | {"searched": found}]))
    return run(*check), run("recheck", file)


@needs_core
@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"outcome": "solved", "moves": 1, "line": "5h from 1 to 2"},
            "the line of 1 move doesn't reach it",
        ),
        ({"outcome": "solved"}, "the record says 'solved' and has no line"),
        ({"line": "5h from 1 to 2"}, "the record says 'impossible' and has a line"),
        ({"shortest": True}, "the record says 'impossible' and has a line"),
        ({"searched": {"classes": 99}}, "; the record says classes 99"),
        ({"searched": {"digest": "0" * 16}}, "; the record says digest 0000000000000000"),
    ],
)
def test_both_commands_refuse_a_record_that_says_the_contrary(tmp_path, changes, said):
    checked, again = _beside(tmp_path, **changes)
    assert (checked.exit_code, again.exit_code) == (1, 1), checked.output + again.output
    assert said in checked.stdout
    assert said in again.stdout
    # The claim is right, it's the record that isn't.
    assert "WRONG: claim h: impossible (" in checked.stdout
    assert ", as claimed; its record is wrong: " in checked.stdout
    assert "is claimed to be" not in checked.stdout.partition("WRONG")[2]


@needs_core
def test_a_record_that_decides_nothing_makes_no_claim_wrong(tmp_path):
    checked, again = _beside(tmp_path, outcome="undecided")
    assert (checked.exit_code, again.exit_code) == (0, 3)
    assert checked.stdout.rstrip().endswith("; its record is undecided")
    checked, again = _beside(tmp_path)
    assert (checked.exit_code, again.exit_code) == (0, 0)
    assert checked.stdout.rstrip().endswith(", as recorded")


def test_a_line_that_reaches_the_goal_against_an_answer_that_none_does():
    record = record_of("get a space")
    none = prover.solve(START, parse("get 2 spaces without dealing"))
    assert none.outcome is Outcome.IMPOSSIBLE
    for shortest in (False, True):
        found = rechecking.compare(replace(record, shortest=shortest), none)
        # It isn't the record that is wrong.
        assert found.verdict is Verdict.UNDECIDED
        assert found.found == WRONG_SEARCH
        assert (found.answer.outcome, found.answer.reason) == (Outcome.UNDECIDED, WRONG_SEARCH)


WRONG_SEARCH = (
    "internal error: a search says 'impossible', but the line of 1 move reaches the goal; "
    "please report it"
)


@pytest.mark.parametrize("verdict", ["solved", "impossible"])
def test_a_search_that_a_record_refutes_proves_no_claim(tmp_path, monkeypatch, verdict):
    goal = "get a space without dealing"
    text = HX.replace("get 2 spaces without dealing", goal)
    problem = loads_problem(text.replace("verdict: impossible", f"verdict: {verdict}"))
    answer = prover.solve(problem.start, parse(goal))
    wrong = prover.Answer(Outcome.IMPOSSIBLE, (), answer.searched, "so it is")
    monkeypatch.setattr(proving, "solve", lambda *_, **__: wrong)
    record = evidence.loads(evidence.dumps(problem.start, parse(goal), answer))
    proof = proving.prove_claim(
        problem, problem.claim("h"), prover.Budget(), records={"h": record}
    )
    assert proof.standing is proving.Standing.UNDECIDED
    assert str(proof).startswith(f"undecided: claim h: undecided: {WRONG_SEARCH} (")
    assert str(proof).count("internal error") == 1
    assert "wrong" not in str(proof)
    assert proving.write_evidence([proof], tmp_path / "evidence") == 0


BY_PLAN = "remove hearts without dealing, removing whatever turns up"


@needs_core
def test_a_plan_where_nothing_is_claimed_to_do(tmp_path):
    problem = find_problem("woods-6")
    start = problem.position("prepared-unseen")
    answer = prover.solve(start, parse(BY_PLAN))
    text = HX.replace("5h/6c/2d - -", f"'{formats.dumps(start, 'fen').strip()}'")
    text = text.replace("get 2 spaces without dealing", f"'{BY_PLAN}'")
    (tmp_path / "h-x.yaml").write_text(text)
    done = run("problems", "check", tmp_path / "h-x.yaml", "--prove", "--jobs", 1)
    assert done.exit_code == 1
    assert "but is solved by a plan of up to 8 moves (" in done.output
    facts = json.loads(evidence.dumps(start, parse(BY_PLAN), answer))
    del facts["plan"]
    record = facts | {"outcome": "impossible", "moves": None, "line": None}
    found = rechecking.recheck(evidence.loads(json.dumps(record)))
    assert found.verdict is Verdict.FAILS
    assert found.found == "there is a plan of up to 8 moves"


# Files of many records


def test_a_place_in_a_file_of_records_is_one_in_the_file():
    records = [asdict(record_of("get a space")) for _ in range(3)]
    records[1]["outcome"] = "perhaps"
    for text in (
        json.dumps(records, indent=1),
        "\n\n".join(json.dumps(record, indent=1) for record in records),
    ):
        with pytest.raises(NotationError) as caught:
            evidence.loads_all(text, name="records.json")
        place = caught.value.place
        assert place.text == text.splitlines()[place.line - 1]
        assert place.text[place.column - 1 :].startswith('"perhaps"')
    for text, said in (
        (json.dumps(records[:1])[:-1], "records.json:1:"),
        (json.dumps(records[:1]) + "\n,", "records.json:2:1: this is not JSON"),
        ("[" + json.dumps(records[0]) + "\n" + json.dumps(records[0]), "records.json:2:1: this"),
    ):
        with pytest.raises(NotationError) as caught:
            evidence.loads_all(text, name="records.json")
        assert str(caught.value).startswith(said)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (
            "xQsJsTs9s:8s/x6s:5s4s3s2sAs/- - sssssss rules=suits=1;deal_over_spaces=if-in-rank",
            "uncover 7s without removing, making a space",
        ),
        (
            "9hKdQdJdTd/9d:8d7d6d5d4d3d2d/AdxQd:Ad - -",
            "turn up a card in column 3 and turn up 3 cards and uncover Kd without dealing",
        ),
    ],
)
def test_brute_force_decides_what_unknown_cards_may_not_change(text, asked, monkeypatch):
    """They could come up if the goal allowed it, so the search by classes can't tell."""
    start = formats.loads(text, "fen", options=formats.ReadOptions(partial=True))
    goal = parse(asked)
    shortest = prover.solve(start, goal, shortest=True)
    answer = prover.solve(start, goal)
    assert answer.outcome is shortest.outcome is Outcome.IMPOSSIBLE
    assert answer.searched.classes == shortest.searched.classes <= 7
    record = evidence.loads(evidence.dumps(start, goal, answer))
    # The record is checked by the search that it names.
    monkeypatch.delattr(rechecking, "solve")
    found = rechecking.recheck(record)
    assert (found.verdict, found.found[-11:]) == (Verdict.HOLDS, "as recorded")


def test_a_record_of_another_question_proves_no_claim():
    problem = loads_problem(HX)
    other = parse("get 3 spaces without dealing")
    text = evidence.dumps(problem.start, other, prover.solve(problem.start, other))
    proof = proving.prove_claim(
        problem, problem.claim("h"), prover.Budget(), records={"h": evidence.loads(text)}
    )
    assert proof.standing is proving.Standing.WRONG
    assert "the record is about another question" in str(proof)
