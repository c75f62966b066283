"""Long searches that are saved after each round, killed, and gone on with."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from spiderpos.solver.saving import Savepoint

from spiderpos import formats
from spiderpos.author.check import check as find_out
from spiderpos.catalogue import find_problem
from spiderpos.cli import authoring, main
from spiderpos.cli.recording import RecordFile, SaveFile
from spiderpos.formats import ReadOptions
from spiderpos.goals.goal import parse
from spiderpos.solver import evidence, prover
from spiderpos.solver.prover import Answer, Budget, Outcome, Searched
from spiderpos.text.errors import NotationError

pytestmark = pytest.mark.skipif(
    not prover.native_core(), reason="the compiled core is not installed"
)

SPADES = "remove spades without dealing, making a space"
#: Not decided within minutes.
LONG = "remove hearts without dealing, removing at most 1 other suit"


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["solve", *map(str, words)])


def rounds(goal: str = SPADES, name: str = "woods-6") -> list[Searched]:
    kept: list[Searched] = []
    prover.solve(find_problem(name).start, parse(goal), after_round=kept.append)
    return kept


def test_each_round_says_what_the_next_begins_with() -> None:
    kept = rounds()
    assert [searched.rounds for searched in kept] == list(range(1, len(kept) + 1))
    assert len(kept) > 3
    assert all(searched.precision for searched in kept)
    steps = [searched.steps for searched in kept]
    assert steps == sorted(steps)


def test_from_any_round_on_the_answer_is_the_same() -> None:
    position = find_problem("woods-6").start
    whole = prover.solve(position, parse(SPADES))
    kept = rounds()
    for begin in kept:
        answer = prover.solve(position, parse(SPADES), begin=begin)
        assert answer.outcome is Outcome.IMPOSSIBLE
        assert answer.searched.rounds > begin.rounds
        assert answer.searched.steps > begin.steps
    last = prover.solve(position, parse(SPADES), begin=kept[-1]).searched
    assert (last.digest, last.precision) == (whole.searched.digest, whole.searched.precision)
    assert last.rounds == whole.searched.rounds


def test_any_exact_cards_to_begin_with_give_a_true_answer() -> None:
    """Those of one question for all others: solved stays solved, impossible impossible."""
    position = find_problem("woods-5").start
    begin = rounds("get a space without dealing, removing", "woods-5")[-1]
    goals = {
        "remove clubs without dealing, removing": Outcome.SOLVED,
        "remove diamonds without dealing, removing": Outcome.IMPOSSIBLE,
        "uncover Ks in column 2 without dealing, removing": Outcome.SOLVED,
        "get a space in column 4 without dealing, removing": Outcome.IMPOSSIBLE,
    }
    for goal, outcome in goals.items():
        assert prover.solve(position, parse(goal), begin=begin).outcome is outcome


def test_an_undecided_answer_says_how_far_it_got() -> None:
    kept: list[Searched] = []
    position = find_problem("woods-6").start
    answer = prover.solve(
        position, parse(LONG), budget=Budget(None, mebibytes=1), after_round=kept.append
    )
    assert answer.outcome is Outcome.UNDECIDED
    assert answer.searched.precision == kept[-1].precision


def test_an_error_in_saving_comes_through() -> None:
    def full(_searched: Searched) -> None:
        raise OSError("no space on the disk")

    with pytest.raises(OSError, match="no space"):
        prover.solve(find_problem("woods-6").start, parse(LONG), after_round=full)


def test_the_file_is_the_record_in_the_end(tmp_path: Path) -> None:
    file = tmp_path / "spades.json"
    first = run("woods-6", SPADES, "--save", file)
    assert (first.exit_code, first.stdout.splitlines()[0]) == (1, "impossible")
    assert run("--recheck", file).exit_code == 0
    written = file.read_text()
    again = run("woods-6", SPADES, "--save", file)
    assert again.exit_code == 1
    assert "'impossible' is recorded there, and was not checked" in again.stderr
    assert "; the search's last round is repeated\n" in again.stderr
    assert "searched: 1 round," in again.stdout
    assert file.read_text() == written
    assert [path.name for path in tmp_path.iterdir()] == ["spades.json"]


def test_an_answer_that_no_search_by_classes_gave_is_kept(tmp_path: Path) -> None:
    """A line that was given, say: the search that goes on may well not find it."""
    file, line = tmp_path / "record.json", tmp_path / "line.txt"
    question = ("--from", "fen", "--partial", "9s/Ts/2c - -", "get a space")
    line.write_text(run(*question).stdout)
    assert run(*question, line, "--shorten", "--evidence", file).exit_code == 0
    before = file.read_bytes()
    assert evidence.loads(before.decode()).searched.method == "start"
    again = run(*question, "--save", file, "--time", "0.000001")
    assert f"{file}: decided already (solved in 1 move); it stays as it is\n" in again.stderr
    assert file.read_bytes() == before
    # Of these a round comes to its end, which is what was written over the answer.
    spades = tmp_path / "spades.json"
    run("woods-6", LONG, "--save", spades, "--memory", "1")
    facts = json.loads(spades.read_text())
    facts |= {"outcome": "impossible", "searched": facts["searched"] | {"method": "start"}}
    spades.write_text(json.dumps(facts))
    before = spades.read_bytes()
    assert run("woods-6", LONG, "--save", spades, "--memory", "1").exit_code == 3
    assert spades.read_bytes() == before


def test_undecided_can_be_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "long.json"
    first = run("woods-6", LONG, "--save", file, "--memory", "1")
    assert first.exit_code == 3
    assert "the same command goes on after this" in first.stderr
    assert evidence.loads(file.read_text()).outcome == "undecided"
    assert run("--recheck", file).exit_code == 3
    done = evidence.loads(file.read_text()).searched.rounds
    second = run("woods-6", LONG, "--save", file, "--memory", "1")
    assert f"going on after {done} round" in second.stderr
    assert evidence.loads(file.read_text()).searched.rounds >= done


def test_no_round_ended(tmp_path: Path) -> None:
    file = tmp_path / "long.json"
    found = run("woods-6", LONG, "--save", file, "--time", "0.000001")
    assert found.exit_code == 3
    assert "not written, no round" in found.stderr
    assert not file.exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["woods-6", "get 2 spaces"], "another question: 'remove spades"),
        (["woods-5", SPADES], "the position not"),
    ],
)
def test_another_question(tmp_path: Path, words: list[str], said: str) -> None:
    file = tmp_path / "spades.json"
    run("woods-6", SPADES, "--save", file)
    before = file.read_bytes()
    found = run(*words, "--save", file)
    assert found.exit_code == 2
    assert said in found.stderr
    assert file.read_bytes() == before


ROUND = Searched("classes", 1, 2, 0.5, 1000, rounds=1, digest="0" * 16)


def savepoint(file: Path) -> Savepoint:
    return Savepoint.open(file, find_problem("woods-6").start, parse(SPADES))


def test_a_round_is_written_through_a_link(tmp_path: Path) -> None:
    file, link = tmp_path / "spades.json", tmp_path / "link"
    savepoint(file).keep(ROUND)
    link.symlink_to(file)
    savepoint(link).keep(replace(ROUND, rounds=2))
    assert link.is_symlink()
    assert evidence.loads(file.read_text()).searched.rounds == 2


@pytest.mark.parametrize("text", ["mine", '{"evidence": 1}'])
def test_a_round_replaces_nothing_of_somebody_else(tmp_path: Path, text: str) -> None:
    file = tmp_path / "spades.json"
    saved = savepoint(file)
    saved.keep(ROUND)
    file.write_text(text)
    with pytest.raises(FileExistsError, match="is left as it is"):
        saved.keep(replace(ROUND, rounds=2))
    assert file.read_text() == text
    assert saved.begin == ROUND
    assert saved.unwritten is not None


def test_a_round_that_could_not_be_written_is_written_in_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "no room")

    file = tmp_path / "spades.json"
    save = SaveFile(savepoint(file))
    assert save.after_round is not None
    with monkeypatch.context() as context:
        context.setattr(os, "fsync", full)
        save.after_round(ROUND)
    assert not file.exists()
    open_still = Answer(Outcome.UNDECIDED, (), replace(ROUND, steps=7))
    save.write(open_still, "the record of the answer")
    assert evidence.loads(file.read_text()).searched.steps == ROUND.steps
    # What was written needn't be written again.
    file.unlink()
    save.write(open_still, "the record of the answer")
    assert not file.exists()


def test_what_a_short_cut_solved_is_decided(tmp_path: Path) -> None:
    """Its last search was from another position, whose exact cards aren't those of this one."""
    file = tmp_path / "search.json"
    goal = "remove hearts and get a space in column 7 without dealing, turning up"
    for _ in range(2):
        found = run("woods-4", goal, "--save", file)
        assert found.exit_code == 0, found.output
    assert "decided already" in found.stderr
    data = json.loads(file.read_text())
    data["searched"]["precision"] = ["4c in column 3, kept"]
    file.write_text(json.dumps(data))
    assert run("woods-4", goal, "--save", file).exit_code == 0


def test_a_round_does_not_replace_what_was_decided_meanwhile(tmp_path: Path) -> None:
    """Two runs with one file: the answer of the one that is through stays."""
    file = tmp_path / "search.json"
    slow = savepoint(file)
    answer = prover.solve(slow.position, slow.goal)
    file.write_text(evidence.dumps(slow.position, slow.goal, answer))
    decided = file.read_text()
    with pytest.raises(FileExistsError, match="decided meanwhile"):
        slow.keep(ROUND)
    assert file.read_text() == decided


@pytest.mark.parametrize("decided", [False, True])
def test_a_line_replaces_impossible_but_no_line_that_was_written_meanwhile(
    tmp_path: Path, decided: bool
) -> None:
    position = formats.loads("9s/Ts/2c - -", options=ReadOptions(partial=True))
    goal = parse("get a space")
    answer = prover.solve(position, goal)
    line = evidence.dumps(position, goal, answer)
    wrong = evidence.dumps(position, goal, Answer(Outcome.IMPOSSIBLE, (), answer.searched))
    file = tmp_path / "search.json"
    file.write_text(wrong if decided else "")
    save = SaveFile.open(file, position, goal)
    file.write_text(line)
    with pytest.raises(FileExistsError, match="decided meanwhile, and is left as it is"):
        save.write(answer, "new")
    assert file.read_text() == line
    file.write_text(wrong)
    save.write(answer, "new")
    assert file.read_text() == "new\n"


def test_a_round_does_not_replace_what_another_search_left_meanwhile(tmp_path: Path) -> None:
    """Two runs with one file: the one that is behind writes again once it is as far."""
    file = tmp_path / "search.json"
    slow, quick = savepoint(file), savepoint(file)
    quick.keep(replace(ROUND, rounds=13, steps=900))
    written = json.loads(file.read_text())
    spoilt = [written, written | {"searched": written["searched"] | {"rounds": 1, "mine": 1}}]
    for there in [*spoilt, written | {"line": "Jh from 8 to 9\n"}]:
        file.write_text(json.dumps(there))
        with pytest.raises(FileExistsError, match="is left as it is"):
            slow.keep(replace(ROUND, rounds=12, steps=1000))
        assert json.loads(file.read_text()) == there
    file.write_text(json.dumps(written))
    decided = prover.solve(slow.position, slow.goal)
    slow.check(decided)  # An answer takes its place, however short its search was.
    file.write_text(json.dumps(written))
    slow.keep(replace(ROUND, rounds=13, steps=900))
    assert savepoint(file).begin is not None


@pytest.mark.parametrize(
    "changes", [{"searched": {"method": "positions", "classes": 5, "steps": 5}}, {"line": "x"}]
)
def test_what_a_search_by_classes_cannot_go_on_from(
    tmp_path: Path, changes: dict[str, object]
) -> None:
    file = tmp_path / "search.json"
    savepoint(file).keep(ROUND)
    line = "Jh from 8 to 9\n" if "line" in changes else None
    file.write_text(json.dumps(json.loads(file.read_text()) | changes | {"line": line}))
    before = file.read_bytes()
    refused = run("woods-6", SPADES, "--save", file)
    assert (refused.exit_code, refused.stdout, file.read_bytes()) == (2, "", before)
    assert "a search by classes can't go on from this record" in refused.stderr


def test_a_shorter_search_replaces_no_longer_one(tmp_path: Path) -> None:
    """They are undecided both: --evidence on the file of --save."""
    file = tmp_path / "search.json"
    saved = savepoint(file)
    saved.keep(replace(ROUND, rounds=13, steps=900))
    before = file.read_bytes()
    found = run("woods-6", SPADES, "--evidence", file, "--time", "0.000001")
    assert found.exit_code == 3
    told = "the search there is undecided, too, after 13 rounds and 900 steps (classes); it stays"
    assert f"{file}: {told} as it is\n" in found.stderr
    assert file.read_bytes() == before
    ours = RecordFile.open(file, saved.position, saved.goal)
    for done, replaced in (
        (replace(ROUND, rounds=12, steps=1000), False),
        (replace(ROUND, rounds=13, steps=899), False),
        (replace(ROUND, rounds=14, steps=899), False),
        (replace(ROUND, method="plan", rounds=14, steps=1000), False),
        (replace(ROUND, rounds=14, steps=1000), True),
    ):
        ours.write(Answer(Outcome.UNDECIDED, (), done, ""), "new")
        assert (file.read_text() == "new\n") is replaced


def test_what_is_impossible_gives_way_to_no_longer_search(tmp_path: Path) -> None:
    file = tmp_path / "search.json"
    saved = savepoint(file)
    file.write_text(
        evidence.dumps(saved.position, saved.goal, Answer(Outcome.IMPOSSIBLE, (), ROUND))
    )
    before = file.read_bytes()
    longer = Answer(Outcome.UNDECIDED, (), replace(ROUND, rounds=2, steps=5))
    RecordFile.open(file, saved.position, saved.goal).write(longer, "new")
    assert file.read_bytes() == before


@pytest.mark.parametrize("text", ["\n", "{", "\x00", "[]", '{"evidence": 1}'])
def test_what_is_no_record_is_left_alone(tmp_path: Path, text: str) -> None:
    file = tmp_path / "notes.txt"
    file.write_text(text)
    assert run("woods-6", SPADES, "--save", file).exit_code == 2
    assert file.read_text() == text


def test_an_empty_file_is_written(tmp_path: Path) -> None:
    """As mktemp makes it."""
    file = tmp_path / "spades.json"
    file.touch()
    savepoint(file).keep(ROUND)
    assert evidence.loads(file.read_text()).searched.rounds == 1


def test_exact_cards_that_the_position_does_not_have(tmp_path: Path) -> None:
    file = tmp_path / "spades.json"
    run("woods-6", SPADES, "--save", file)
    facts = json.loads(file.read_text())
    facts["searched"]["precision"][0] = "Kc in column 4, deep"
    file.write_text(json.dumps(facts))
    with pytest.raises(NotationError, match="Kc in column 4"):
        Savepoint.open(file, find_problem("woods-6").start, parse(SPADES))


@pytest.mark.parametrize(
    "words",
    [
        ["woods-7", "win", "--save", "x.json"],
        ["--deals", "1-2", "--save", "x.json"],
        ["--recheck", "y.json", "--save", "x.json"],
    ],
)
def test_wrong_usage(words: list[str]) -> None:
    assert run(*words).exit_code == 2


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")
def test_killed_at_any_moment(tmp_path: Path) -> None:
    """After each kill -9 the file is whole, and no round that was told is lost."""
    file = tmp_path / "long.json"
    code = "from spiderpos.cli import main; main()"
    words = ["solve", "woods-6", LONG, "--time", "100000", "--save", str(file)]
    reached = 0
    for kill in range(3):
        process = subprocess.Popen([sys.executable, "-c", code, *words], stderr=subprocess.DEVNULL)
        try:
            while _rounds(file) < reached + 1 + kill % 2:
                assert process.poll() is None
                time.sleep(0.01)
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()
        now = _rounds(file)
        assert now > reached
        reached = now
    assert evidence.loads(file.read_text()).searched.precision


def _rounds(file: Path) -> int:
    """Whatever moment it's read at, the file is a whole record."""
    return evidence.loads(file.read_text()).searched.rounds if file.exists() else 0


def question(file: Path) -> tuple[str, ...]:
    small = ("--from", "fen", "--partial", "9s/Ts/2c - -", "get 2 spaces")
    return (*small, "--evidence", str(file))


def test_each_file_that_could_not_be_written_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "no room")

    monkeypatch.setattr(os, "fsync", full)
    file, other = tmp_path / "ev.json", tmp_path / "save.json"
    found = run(*question(file), "--save", other)
    assert (found.exit_code, found.stdout.splitlines()[0]) == (2, "impossible")
    assert found.stderr == f"error: {other}: no room\nerror: {file}: no room\n"


@pytest.mark.parametrize("option", ["--evidence", "--save"])
def test_what_appears_during_the_search_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    file = tmp_path / "ev.json"
    usual = os.fsync

    def sync(handle: int) -> None:
        file.write_text("my precious notes")
        usual(handle)

    monkeypatch.setattr(os, "fsync", sync)
    found = run(*question(file)[:-2], option, file)
    assert found.exit_code == 2
    assert found.stdout.startswith("impossible\n")
    assert "is left as it is" in found.stderr
    assert file.read_text() == "my precious notes"
    assert os.listdir(tmp_path) == ["ev.json"]


def test_a_record_with_keys_of_ones_own_is_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / "ev.json"
    assert run(*question(file)).exit_code == 1
    assert run(*question(file)).exit_code == 1
    record = json.loads(file.read_text())
    for changed in (
        record | {"my_note": "mine"},
        record | {"searched": record["searched"] | {"my_note": "mine"}},
        record | {"plan": {"moves": [], "branches": [{"cards": [], "plan": {"my_note": 1}}]}},
        record | {"plan": "mine"},
    ):
        file.write_text(json.dumps(changed))
        assert not evidence.is_ours(file)
        for option in ("--evidence", "--save"):
            refused = run(*question(file)[:-2], option, file)
            assert (refused.exit_code, refused.stdout) == (2, "")
        assert json.loads(file.read_text()) == changed


PLAN: dict[str, object] = {"moves": ["5s from 1 to 2"], "branches": []}


@pytest.mark.parametrize(
    ("plan", "ours"),
    [
        ({"branches": [{"cards": ["5s"], "plan": PLAN}]}, True),
        ({"branches": [{"cards": [], "plan": PLAN}, {"cards": ["5s"], "plan": PLAN}]}, True),
        ({"mine": 1}, False),
        ({"moves": [{"mine": 1}]}, False),
        ({"moves": "mine"}, False),
        ({"branches": {"mine": 1}}, False),
        ({"branches": ["mine"]}, False),
        ({"branches": [{"cards": ["5s"], "plan": PLAN, "mine": 1}]}, False),
        ({"branches": [{"plan": {"mine": 1}}]}, False),
        ({"branches": [{"cards": [{"mine": 1}], "plan": PLAN}]}, False),
        ({"branches": [{"cards": [], "plan": {"plan": {"mine": 1}}}]}, False),
        ({"branches": [{"cards": [], "plan": PLAN | {"mine": 1}}]}, False),
    ],
)
def test_records_of_plans_are_known_as_ours(plan: dict[str, object], ours: bool) -> None:
    solved = Answer(Outcome.SOLVED, (), ROUND)
    record = evidence.facts(find_problem("woods-6").start, parse(SPADES), solved)
    assert evidence.is_plain(record | {"plan": PLAN | plan}) is ours


def test_author_check_replaces_only_its_own_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = tmp_path / "one.yaml"
    problem.write_text(
        "id: one\ntitle: One\nauthor: Nobody\nsource: {text: A test, year: 2026}\npartial: true\n"
        "stipulation: Turn up a card.\ngoal: turn up a card without dealing\n"
        "position: {text: 4c:9s/Ts/Kd8h - -, format: fen}\n"
    )
    file = tmp_path / "ev.json"
    command = ["author", "check", str(problem), "--evidence", str(file)]
    assert CliRunner().invoke(main, command).exit_code == 0
    assert "one: after" in file.read_text()
    assert CliRunner().invoke(main, command).exit_code == 0
    ours = file.read_text()
    file.unlink()

    def found_meanwhile(*args: Any, **more: Any) -> Any:
        file.write_text(ours)
        return find_out(*args, **more)

    with monkeypatch.context() as context:
        context.setattr(authoring, "find_out", found_meanwhile)
        late = CliRunner().invoke(main, command)
    assert (late.exit_code, file.read_text()) == (2, ours)
    assert late.stdout.startswith("one: turn up a card without dealing\n")
    assert f"{file}: other records were written here meanwhile; it is left" in late.stderr
    file.unlink()
    run(*question(file))
    before = file.read_text()
    refused = CliRunner().invoke(main, command)
    assert (refused.exit_code, refused.stdout, file.read_text()) == (2, "", before)
    assert "another question" in refused.stderr


def test_problems_check_keeps_what_appears_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = tmp_path / "two.yaml"
    problem.write_text(
        "id: two\ntitle: Two\nauthor: Nobody\nsource: {text: A test, year: 2026}\npartial: true\n"
        "stipulation: Get spaces.\nposition: {text: 9s/Ts/2c - -, format: fen}\nclaims:\n"
        "  - {id: a, statement: A, goal: get 2 spaces without dealing, verdict: impossible}\n"
    )
    file = tmp_path / "records" / "two.json"
    command = ["problems", "check", str(problem), "--prove", "--evidence", str(file.parent)]
    assert CliRunner().invoke(main, command).exit_code == 0
    noted = [record | {"my_note": "mine"} for record in json.loads(file.read_text())]
    usual = os.fsync

    def sync(handle: int) -> None:
        file.write_text(json.dumps(noted))
        usual(handle)

    with monkeypatch.context() as context:
        context.setattr(os, "fsync", sync)
        found = CliRunner().invoke(main, command)
        assert found.exit_code == 2
        assert "1 claim without a line: 1 decided as expected" in found.stderr
        assert "written by another program meanwhile" in found.stderr
    assert json.loads(file.read_text()) == noted
    assert CliRunner().invoke(main, command).exit_code == 2
    assert json.loads(file.read_text()) == noted
