"""Records of answers: written, read, and checked again."""

import errno
import json
from dataclasses import asdict, replace
from functools import cache

import pytest
from click.testing import CliRunner

from spiderpos import formats
from spiderpos.catalogue import find_problem, load_problems, loads_problem, proving
from spiderpos.cli import authoring, checking, main, pages, solving
from spiderpos.goals.goal import parse
from spiderpos.goals.judge import Verdict
from spiderpos.show.pages import site
from spiderpos.solver import evidence, prover, rechecking
from spiderpos.solver.prover import Outcome, Searched, exact_cards
from spiderpos.text.errors import NotationError
from spiderpos.text.resources import shipped_folder
from tests import tables
from tests.boards import board

pytestmark = pytest.mark.slow

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


NONE = "get 2 spaces without dealing"
BY_PLAN = "remove hearts without dealing, removing whatever turns up"


def facts_of(start, asked, *, answer=None, **more):
    """What a record of a question says, as data."""
    goal = parse(asked)
    answer = prover.solve(start, goal, **more) if answer is None else answer
    return json.loads(evidence.dumps(start, goal, answer))


#: The records that the table changes.
RECORDS = {
    "space": lambda: facts_of(START, "get a space"),
    "none": lambda: facts_of(START, NONE),
    "by force": lambda: facts_of(START, NONE, answer=prover.brute.solve(START, parse(NONE))),
    "at once": lambda: facts_of(board("9s", ""), "get a space"),
    "bases": lambda: facts_of(
        board("9s", "10s", "2c 9d"),
        "get a space in column 3 without dealing",
        begin=Searched("classes", bases=True),
    ),
    "plan": lambda: facts_of(find_problem("woods-6").position("prepared-unseen"), BY_PLAN),
    "lucky": lambda: LUCKY,
    "line": lambda: LUCKY | KNOWN,
}


@cache
def made(name):
    return RECORDS[name]()


@needs_core
@tables.of("records")
def test_records_that_were_changed(name, changes):
    """What is found when a record is checked again; a null of what was searched takes it away."""
    record, changes = made(name), json.loads(changes)
    if isinstance(changes.get("searched"), dict):
        searched = record["searched"] | changes["searched"]
        changes["searched"] = {key: value for key, value in searched.items() if value is not None}
    return str(rechecking.recheck(evidence.loads(json.dumps(record | changes, indent=1))))


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


def test_exact_cards_in_words_and_back():
    twice = board("9s 5h 9s", "-- 9d")
    exact = ((1, 1, 39, 3), (1, 3, 39, 1), (2, 2, 37, 2))
    words = exact_cards.in_words(twice, exact)
    assert words == (
        "9s in column 1 (row 1), deep",
        "9s in column 1 (row 3), shallow",
        "9d in column 2, kept",
    )
    assert exact_cards.of_words(twice, words) == exact


@pytest.mark.parametrize("text", ["", "{", "[]", "[1]", "5", '{"evidence": 1}', "[" * 5000, "x"])
def test_what_is_no_record(text):
    with pytest.raises(NotationError):
        evidence.loads_all(text)


@pytest.mark.parametrize(
    ("change", "goal", "work", "outcome"),
    [
        # What is decided stays where an answer isn't.
        ({}, "get 2 spaces", 1, "impossible"),
        ({}, "get a space", 10**9, "solved"),
        ({"outcome": "undecided", "line": None}, "get a space", 10**9, "solved"),
        # A line that is none has decided nothing.
        ({"outcome": "solved", "moves": 1, "line": None}, "get 2 spaces", 10**9, "impossible"),
        ({"line": "2c from 3 to 1\n"}, "get a space", 10**9, "solved"),
    ],
)
def test_what_a_search_that_is_saved_gives_way_to(tmp_path, change, goal, work, outcome):
    file = tmp_path / "proof.json"
    question = ("solve", "--from", "fen", "--partial", "9s/Ts/2c - -", goal)
    run(*question, "--save", file)
    file.write_text(json.dumps(json.loads(file.read_text()) | change))
    run(*question, "--save", file, "--work", work)
    assert evidence.loads(file.read_text()).outcome == outcome
    assert run("recheck", file).exit_code == 0


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
        assert record.outcome == claim.expected == Outcome.IMPOSSIBLE
    impossible = {c.id for c in problem.claims if c.expected == Outcome.IMPOSSIBLE}
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
    assert len(evidence.loads_all((tmp_path / "woods-4.json").read_text())) == 5


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


def test_without_time_it_is_not_shown_that_no_line_is_shorter():
    record = evidence.loads(json.dumps(LUCKY | KNOWN | {"shortest": True}))
    found = rechecking.recheck(record, budget=prover.Budget(0, 1))
    assert found.verdict is Verdict.UNDECIDED
    assert "that none has fewer moves could not be shown again" in found.found


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
    assert proof.standing is proving.ClaimStanding.UNDECIDED
    assert str(proof).startswith(f"undecided: claim h: undecided: {WRONG_SEARCH} (")
    assert str(proof).count("internal error") == 1
    assert "wrong" not in str(proof)
    assert proving.write_evidence([proof], tmp_path / "evidence") == 0


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
    assert proof.standing is proving.ClaimStanding.WRONG
    assert "the record is about another question" in str(proof)
