"""Authoring: files to fill in, lint, the proof of a problem, explanations, sheets."""

import re
import sys
from dataclasses import replace
from html import unescape
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from spiderpos import formats
from spiderpos.author import cooks, sheet, sheet_pdf, template, tries
from spiderpos.author.check import check, report
from spiderpos.author.counting import reasons
from spiderpos.author.explain import explain, summary
from spiderpos.author.lint import REMARKS, lint
from spiderpos.author.tries import (
    Fate,
    first_moves,
    goal_after,
    reversible,
)
from spiderpos.catalogue import find_problem, loads_problem, problem_ids
from spiderpos.cli import main
from spiderpos.formats.base import ReadOptions
from spiderpos.game import engine
from spiderpos.game.cards import Suit, card
from spiderpos.game.engine import Step
from spiderpos.game.moves import Remove, Shift
from spiderpos.game.position import Column, Position
from spiderpos.game.rules import DealOverSpaces, Rules
from spiderpos.goals.goal import parse
from spiderpos.goals.judge import as_played
from spiderpos.goals.remainder import Standing
from spiderpos.solver import evidence
from spiderpos.solver.difficulty import rate
from spiderpos.solver.prover import Answer, Budget, Outcome, Searched, brute
from spiderpos.text.wording import join_words

from .boards import COMPLETE, board, cards
from .test_pages import CLAIMED as PLANNED

EXAMPLE = """\
# Kept: a remark at the top.
id: two-birds
title: A space and a card  # kept
author: Somebody
source:
  text: An example
  year: 2026
partial: true
stipulation: Turn up the card of column 3 and get a space.
goal: turn up a card in column 3 and get a space
position:
  diagram: |2
    10h\t 9s\t --\t 6c
    \t 8s\t 5h
  face_down: {3: Kc}
lines:
  - id: solution
    title: Both moves
    origin: found
    solves: true
    script: |
      9-8s from 2 to 1
      5h from 3 to 4, turning up Kc
    expect:
      spaces: [2]
claims:
  - id: no-suit
    statement: No suit can be removed.
    goal: remove any suit
    verdict: impossible
"""
ASKED = "turn up a card in column 3 and get a space"
SOON = Budget(seconds=5)
NOTHING = Searched("positions")


def run(*args, code=0):
    done = CliRunner().invoke(main, [str(arg) for arg in args])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    assert done.exit_code == code, done.output
    return done.output


def codes(text, *, seconds=5.0, name="two-birds.yaml"):
    found = lint(text, name=name, budget=Budget(seconds=seconds)).findings
    return {finding.code: finding for finding in found}


# New


@pytest.mark.parametrize("name", [None, "woods-1", "woods-4", "woods-7", "game-two-suits"])
def test_a_new_file_loads_with_the_position_that_it_begins_with(name):
    position = find_problem(name).start if name else None
    problem = loads_problem(template.new("My idea!.yaml", 2026, position))
    assert problem.id == "my-idea"
    if position is not None:
        assert problem.start == position
        assert problem.start.rules == position.rules


def test_a_new_file_names_what_is_left_to_do_and_asks_for_something_not_yet_so():
    found = codes(template.new("x.yaml", 2026), name="x.yaml")
    assert {"todo", "no-solution"} <= found.keys()
    assert "already" not in found


def test_new_never_overwrites(tmp_path):
    path = tmp_path / "mine.yaml"
    run("author", "new", path, "--from", "woods-4")
    text = path.read_text()
    assert "already" not in codes(text, seconds=0)
    run("author", "new", path, code=2)
    assert path.read_text() == text
    run("author", "new", tmp_path / "small.yaml", "--partial", "--from", "KhQs/Jh - -")
    there_is_none = tmp_path / "none"
    assert f"'{there_is_none}'" in run("author", "new", there_is_none / "x.yaml", code=2)


def test_only_a_schema_that_is_there_is_named(tmp_path):
    run("author", "new", tmp_path / "mine.yaml")
    assert "$schema" not in (tmp_path / "mine.yaml").read_text()
    (tmp_path / "problem.schema.json").write_text("{}")
    (tmp_path / "more").mkdir()
    for name, path in (("two.yaml", ""), ("more/three.yaml", "../")):
        run("author", "new", tmp_path / name)
        first = (tmp_path / name).read_text().partition("\n")[0]
        assert first == f"# yaml-language-server: $schema={path}problem.schema.json"


# Lint


def test_the_example_is_clean():
    assert lint(EXAMPLE, name="two-birds.yaml", budget=SOON).clean


def broken(old, new):
    assert old in EXAMPLE
    return EXAMPLE.replace(old, new, 1)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (broken("id: two", "id: [two"), "yaml", 3),
        (broken("author:", "autor:"), "schema", 4),
        (broken("10h\t", "1xh\t"), "read", 13),
        (broken("9-8s from", "9-8s form"), "read", 22),
        (broken("10h\t 9s", "8s\t 8s"), "cards", 12),
        (broken("9-8s from 2 to 1", "9-8s from 2 to 4"), "replay", 22),
        (broken("spaces: [2]", "spaces: [1]"), "outcome", 25),
        (broken("      9-8s from 2 to 1\n", ""), "solution", 20),
        (broken("remove any suit", "get a space"), "claim", 27),
        (broken(f"goal: {ASKED}", "goal: uncover 8s"), "already", 10),
        (broken("get a space\nposition", "get 2 spaces\nposition"), "solution", 20),
        (broken("title: A space", "title: TODO A space"), "todo", 3),
        (broken("script: |\n", "script: |\n      6c from 4 to 1\n"), "replay", 22),
        (broken("up Kc\n", "up Kc\n      5h from 4 to 2\n"), "after-goal", 17),
        (broken("    solves: true\n", ""), "solves", 18),
        (broken(f"goal: {ASKED}\n", "").partition("lines:")[0], "no-goal", 9),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_its_line(text, code, line):
    found = codes(text)
    assert code in found, found
    assert found[code].place.line == line, str(found[code])
    assert str(found[code]).startswith(f"two-birds.yaml:{line}: {REMARKS[code]}: ")
    assert f"[{code}]" in str(found[code])


def test_the_page_has_all_remarks():
    page = (Path(__file__).parents[1] / "docs" / "authoring.md").read_text()
    rows = re.findall(r"\| `([a-z-]+)` \| (error|warning|hint) \|", page)
    assert rows == [*REMARKS.items()]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (broken("id: two-birds", "id: |\n  two  birds"), "'two birds ' is no name"),
        (broken("  - id: no-suit", '  - id: "no\\n\\tsuit"'), "'no suit' is no name"),
    ],
)
def test_a_finding_is_one_line_whatever_it_quotes(text, said):
    (found,) = lint(text, name="two-birds.yaml").findings
    assert said in str(found)
    assert re.fullmatch(r"two-birds\.yaml:\d+: error: [^\n]* \[schema\]", str(found))


def test_all_texts_that_cannot_be_read_are_named():
    text = broken("10h\t", "1xh\t").replace("9-8s from", "9-8s form")
    text = text.replace("goal: remove any suit", "goal: remove any suite")
    found = [f for f in lint(text).findings if f.code == "read"]
    assert [f.place.line for f in found] == [13, 22, 29]


def test_a_goal_out_of_reach_and_a_missing_solution():
    text = EXAMPLE.replace("lines:", "claims:").split("claims:")[0]
    assert "this does: " in codes(text)["no-solution"].text
    assert "impossible" in codes(text.replace("get a space\nposition", "get 3 spaces\nposition"))


SHORT = EXAMPLE.split("lines:", maxsplit=1)[0].replace(
    "goal: turn up a card in column 3 and get a space", "goal: get a space"
)


def line(*moves):
    script = "".join(f"      {move}\n" for move in moves)
    head = "lines:\n  - id: a\n    title: A\n    origin: found\n    solves: true\n"
    return f"{head}    script: |\n{script}"


def test_shorter_and_other_solutions():
    long = SHORT + line("5h from 3 to 4", "9-8s from 2 to 1")
    assert "and 1 do: 9-8s from 2 to 1" in codes(long)["shorter"].text
    only = SHORT + line("9-8s from 2 to 1")
    assert not {"cook", "shorter", "order"} & codes(only).keys()
    two = only.replace("10h\t 9s\t --\t 6c", "10h\t 9s\t 10d\t 6c")
    two = two.replace("    \t 8s\t 5h\n  face_down: {3: Kc}\n", "")
    assert "9s from 2 to 3" in codes(two.replace("9-8s", "9s"))["cook"].text
    assert "order" in codes(EXAMPLE)


def test_a_goal_that_allows_more_moves_than_it_takes():
    text = EXAMPLE.replace("get a space\nposition", "get a space in at most 4 moves\nposition")
    found = codes(text)
    assert "the goal allows 4 moves, and line solution takes 2" in found["shorter"].text
    assert "cook" not in found  # lines that waste moves are none


def test_no_time_means_no_proofs():
    found = codes(broken("remove any suit", "get a space"), seconds=0)
    assert "claim" not in found


def test_lint_exit_codes(tmp_path):
    good, bad, torn = tmp_path / "two-birds.yaml", tmp_path / "bad.yaml", tmp_path / "torn.yaml"
    good.write_text(EXAMPLE)
    bad.write_text(broken("spaces: [2]", "spaces: [1]"))
    torn.write_text("id: [")
    run("author", "lint", good)
    run("author", "lint", bad, code=1)
    run("author", "lint", tmp_path, code=2)
    out = run("author", "lint", tmp_path / "none.yaml", code=2)
    assert "can't be read" in out


def test_lint_says_which_text_a_file_has_to_be(tmp_path):
    file = tmp_path / "two-birds.yaml"
    file.write_bytes(f"author: Jürgen\n{EXAMPLE}".encode("latin-1"))
    said = run("author", "lint", file, code=2)
    assert (
        f"{file}:1: error: this is not a text file (byte 0xfc) (expected a text in UTF-8)" in said
    )


def test_lint_says_what_was_expected_in_a_record_beside_the_file(tmp_path):
    file = tmp_path / "two-birds.yaml"
    file.write_text(EXAMPLE)
    (tmp_path / "evidence").mkdir()
    (tmp_path / "evidence" / "two-birds.json").write_bytes(b"\xfc")
    assert (
        "two-birds.json:1:1: this is not a text file (byte 0xfc) (expected a text in UTF-8)"
        in run("author", "lint", file, code=1)
    )


# Goals after a move


def small_position(random):
    cards = [card(rank, suit) for rank in range(1, 6) for suit in (2, 3)]
    random.shuffle(cards)
    columns = []
    for _ in range(4):
        here = [cards.pop() for _ in range(random.randrange(0, 3))]
        down = here[:1] if len(here) > 1 and random.random() < 0.4 else []
        columns.append(Column(tuple(down), tuple(here[len(down) :])))
    return Position(tuple(columns))


GOALS = [
    "get 2 spaces", "get 3 spaces without turning up", "turn up a card and get the space back",
    "turn up 2 cards without making a space", "uncover 5s in column 1", "get a space in column 2",
    "turn up a card in column 1 in at most 3 moves", "uncover 4h and get 2 spaces",
]  # fmt: skip


@pytest.mark.parametrize("seed", range(12))
def test_a_goal_is_reached_if_and_only_if_some_first_move_leaves_it_in_reach(seed):
    random = Random(seed)
    for text in GOALS:
        position, goal = small_position(random), parse(text)
        whole = brute.solve(position, goal, budget=SOON)
        if whole.outcome is Outcome.UNDECIDED or (
            not whole.steps and whole.reason.startswith("the g")
        ):
            continue
        found = False
        for move in engine.legal_moves(position):
            left = goal_after(goal, position, engine.do(position, move))
            assert left.standing is not Standing.UNCLEAR
            found |= left.standing is Standing.REACHED
            if left.goal is not None:
                after = engine.do(position, move).after
                found |= brute.solve(after, left.goal, budget=SOON).outcome is Outcome.SOLVED
        assert found == (whole.outcome is Outcome.SOLVED), (position, text)


def test_a_goal_after_a_removal():
    position = board(COMPLETE[Suit.SPADES], "9h", "")
    step = engine.do(position, Remove(1))
    assert goal_after(parse("remove spades"), position, step).standing is Standing.REACHED
    left = goal_after(parse("remove spades and hearts"), position, step)
    assert str(left.goal) == "remove hearts"
    assert str(goal_after(parse("remove 3 suits"), position, step).goal) == "remove 2 suits"
    broken_by = goal_after(parse("remove hearts before spades"), position, step)
    assert broken_by.standing is Standing.BROKEN
    left = goal_after(parse("remove hearts, removing at most 2 other suits"), position, step)
    assert str(left.goal) == "remove hearts removing at most 1 other suit"


# Check


def test_a_first_move_that_turns_the_wrong_way():
    # The 8s may go onto either nine; only on the red one does the 9s come free for the 10h.
    position = board("10h", "9s 8d", "9h", "9c")
    firsts = list(first_moves(position, parse("get a space in column 2"), SOON))
    assert {first.fate for first in firsts} <= {Fate.SOLVES, Fate.WAITS}
    position = board("10h", "(2c) 9s", "(2d) 9c")
    goal = parse("turn up a card in column 2 without making a space")
    fates = {str(first.step.cards[0]): first for first in first_moves(position, goal, SOON)}
    assert fates["9s"].fate is Fate.SOLVES
    assert fates["9c"].fate is Fate.LOSES
    assert fates["9c"].is_try  # it turns up a card
    checked = check(position, goal, SOON)
    assert checked.unique
    assert f"first move: unique: {fates['9s'].words}" in report(checked)


def test_a_move_into_a_space_cannot_be_taken_back_where_no_space_may_be_made():
    position = board("(5h) 9s", "3c 2d", "")
    goal = parse("turn up a card without dealing, making a space")
    fates = {first.words: first.fate for first in first_moves(position, goal, SOON)}
    assert fates == {"9s from 1 to 3, turning up 5h": Fate.SOLVES, "2d from 2 to 3": Fate.LOSES}
    goal = parse("turn up a card without dealing")
    fates = {first.words: first.fate for first in first_moves(position, goal, SOON)}
    assert fates["2d from 2 to 3"] is Fate.WAITS


def test_the_same_cards_moved_back_may_set_a_suit_off():
    # A complete suit that was there from the beginning goes off once its Ace comes back.
    for automatic in (False, True):
        rules = Rules(automatic_removal=automatic)
        position = board(COMPLETE[Suit.SPADES], "2h", "9d", rules=rules)
        step = engine.do(position, Shift(1, 2, 1))
        assert reversible(step, parse("win")) is not automatic


@pytest.mark.parametrize("seed", range(4))
def test_what_can_be_taken_back_keeps_the_goal_in_reach(seed):
    random = Random(seed)
    waiting = 0
    for _ in range(12):
        position = small_position(random)
        for text in ("turn up a card without making a space", "get 2 spaces without turning up",
                     "get the space back and turn up a card", "uncover 5s without making a space",
                     "get 3 spaces without making a space"):  # fmt: skip
            goal = parse(text)
            if brute.solve(position, goal, budget=SOON).outcome is not Outcome.SOLVED:
                continue
            for first in first_moves(position, goal, SOON):
                if first.fate is Fate.WAITS:
                    left = goal_after(goal, position, first.step).goal
                    found = brute.solve(first.step.after, left, budget=SOON)
                    assert found.outcome is Outcome.SOLVED
                    waiting += 1
    assert waiting > 10


def test_the_shortest_line_is_proved_and_a_second_one_told():
    problem = loads_problem(EXAMPLE)
    checked = check(problem.start, problem.goal, SOON)
    assert checked.shortest
    assert len(checked.line) == 2
    assert checked.unique is False
    text = "\n".join(report(checked))
    assert "shortest line: 2 moves, proved" in text
    assert "not unique: 2 solve" in text


@pytest.mark.parametrize("goal", ["win", "remove spades"])
def test_the_shortest_line_is_proved_whoever_found_it(goal):
    """The search for a win says it in other words than the one for all else."""
    text = "K-9s/8-2s/As - -"
    position = formats.loads(text, "fen", options=ReadOptions(partial=True))
    checked = check(position, parse(goal), SOON)
    assert checked.shortest
    assert f"shortest line: {len(checked.line)} moves, proved" in report(checked)


#: A line that counts on a hidden card which nobody knows.
ASSUMED = """\
id: two-birds
title: Only if it is the Ace
author: Somebody
source: {text: An example, year: 2026}
partial: true
stipulation: Remove the spades without dealing.
goal: remove spades without dealing
position: {text: "x:K-2s/9h/-/- - -"}
lines:
  - id: solution
    title: The line
    origin: found
    solves: true
    script: |
      K-2s from 1 to 3, turning up As
      As from 1 to 3
      remove spades from column 3
"""
ONLY_IF = "only if the cards come up as the line assumes: As in column 1"


def test_a_line_that_assumes_a_card_solves_nothing(tmp_path):
    path = tmp_path / "two-birds.yaml"
    path.write_text(ASSUMED)
    said = run("author", "check", path, "--time", 5, code=3)
    assert "solvable: undecided" in said
    assert f"the file's line reaches the goal {ONLY_IF}" in said
    assert ONLY_IF in codes(ASSUMED)["hidden"].text
    assert "solves" not in codes(ASSUMED.replace("    solves: true\n", ""))
    run("author", "sheet", path, "-o", tmp_path / "sheet.html")
    assert f"It reaches the goal {ONLY_IF}." in (tmp_path / "sheet.html").read_text()


def test_a_line_that_names_a_card_and_does_without_it_solves():
    text = ASSUMED.replace("remove spades without dealing\n", "turn up a card\n")
    problem = loads_problem(text)
    steps = problem.replayed("solution").steps
    checked = check(problem.start, problem.goal, SOON, line=steps)
    assert (checked.solved, checked.given, checked.assumption) == (True, 1, "")
    assert "hidden" not in codes(text)


def test_lint_looks_for_shorter_lines_than_one_that_assumes_a_card():
    text = ASSUMED.replace("x:K-2s/9h/-/- - -", "x:2c/9s/3c/Qs/Th - -")
    text = text.replace("remove spades without dealing\n", "get 2 spaces without dealing\n")
    moves = "2c from 1 to 3, turning up Jh; Jh from 1 to 4; 10h from 5 to 4; 9s from 2 to 4"
    script = "".join(f"      {move}\n" for move in moves.split("; "))
    text = text[: text.index("      K-2s")] + script
    found = codes(text)
    assert "Jh in column 1" in found["hidden"].text
    assert found["after-goal"].text.endswith("reaches the goal by move 3 and goes on for 1 move")


@pytest.fixture
def too_short_a_time(monkeypatch):
    """No search for a line of so many moves comes to an end."""
    search = brute.solve

    def undecided(position, goal, **more):
        if goal.limits.moves is None:
            return search(position, goal, **more)
        return Answer(Outcome.UNDECIDED, (), Searched("positions"), "no time")

    monkeypatch.setattr(brute, "solve", undecided)


def test_a_first_move_is_unique_only_if_all_others_are_decided(too_short_a_time):
    position = board("(5h) 9s", "3c 2d", "")
    goal = parse("turn up a card without dealing")
    checked = check(position, goal, SOON)
    assert (checked.shortest, checked.unique) == (True, None)
    said = "not decided to be unique (1 other first move may begin a line as short)"
    assert f"first move: {said}" in report(checked)


def test_a_line_as_short_that_was_found_without_that_search_counts(too_short_a_time):
    problem = loads_problem(EXAMPLE)
    checked = check(problem.start, problem.goal, SOON)
    assert checked.unique is False
    assert {first.moves for first in checked.solving} == {2}


def needed(text, asked, **rules):
    position = formats.loads(text, "fen", options=ReadOptions(partial=True))
    goal = parse(asked)
    checked = check(replace(position, rules=Rules(**rules)), goal, SOON)
    assert checked.solved
    return {need.what: need.needed for need in checked.needs}


def test_what_a_line_makes_use_of_is_needed_or_not():
    over = {"deal_over_spaces": DealOverSpaces.ALWAYS}
    # The row does it; without it and the space nothing would, but that isn't asked.
    assert needed("Kc/Ks/- 5h6h7h -", "uncover 5h", **over) == {"a row dealt": True}
    start = "the 1 space at the start"
    assert needed("Kc9d/Ks/- 5h6h7h -", "uncover Kc without dealing") == {start: True}
    assert needed("Kc9d/Ts/- 5h6h7h -", "uncover Kc without dealing") == {start: False}


def test_a_card_that_is_made_use_of_after_the_goal_is_none_that_it_counts_on():
    text = EXAMPLE.replace(ASKED, "turn up a card")
    text = text.replace("      9-8s from 2 to 1\n", "")
    text = text.replace("Kc", "4c").replace("up 4c\n", "up 4c\n      4c from 3 to 4\n")
    text = text.replace("      spaces: [2]", "      spaces: [3]")
    found = codes(text, seconds=0)
    assert "after-goal" in found
    assert "hidden" not in found
    assert "hidden" in codes(text.replace("turn up a card", "get a space"), seconds=0)


@pytest.mark.parametrize("number", [0, 1])
def test_control_c_ends_lint(number, tmp_path, monkeypatch):
    """In the search for a shorter line, and in that for other solutions."""
    path = tmp_path / "two-birds.yaml"
    path.write_text(EXAMPLE)
    answers = [Answer(Outcome.IMPOSSIBLE, (), NOTHING)] * number
    answers += [Answer.cut_short(NOTHING)] * 9
    monkeypatch.setattr(cooks.brute, "solve", lambda *_, **__: answers.pop(0))
    assert "interrupted" in run("author", "lint", path, code=130)


def test_what_begins_a_line_that_is_known_is_not_undecided(monkeypatch):
    problem = loads_problem(EXAMPLE)
    a, b = problem.replayed("solution").steps
    line = engine.play(problem.start, [b.move, a.move])
    undecided = Answer(Outcome.UNDECIDED, (), NOTHING, "the time ran out")
    monkeypatch.setattr(tries, "solve", lambda *_, **__: undecided)
    for known, fate in (((), Fate.UNDECIDED), ((line,), Fate.SOLVES)):
        firsts = first_moves(problem.start, problem.goal, SOON, known=known)
        assert next(first.fate for first in firsts if first.step.move == b.move) is fate


def test_hints_are_counted_apart(tmp_path):
    path = tmp_path / "birds.yaml"
    path.write_text(EXAMPLE)
    assert run("author", "lint", path, "--time", 0).endswith("nothing wrong was found, 2 hints\n")


def test_check_on_the_command_line(tmp_path):
    path = tmp_path / "two-birds.yaml"
    path.write_text(EXAMPLE)
    assert "difficulty: " in run("author", "check", path, "--time", 5)
    path.write_text(EXAMPLE.replace("get a space\nposition", "get 4 spaces\nposition"))
    assert "solvable: no" in run("author", "check", path, "--time", 5, code=1)


def test_a_try_of_woods_second_problem_is_refuted_and_that_can_be_checked_again(tmp_path):
    out = tmp_path / "records.json"
    told = run("author", "check", "woods-2", "--time", 30, "--evidence", out)
    assert "solvable: yes" in told
    assert "\ntry: 8-6s from 3 to 2, turning up 8d (turns up 1 card)\n  refuted: " in told
    records = evidence.loads_all(out.read_text())
    assert "woods-2: after 8-6s from 3 to 2, turning up 8d" in [r.claim for r in records]
    assert all(record.searched.digest for record in records)
    assert "reproduced" in run("solve", "--recheck", out)


def test_no_file_is_written_where_nothing_is_refuted(tmp_path):
    path, out = tmp_path / "birds.yaml", tmp_path / "records.json"
    path.write_text(EXAMPLE)
    done = CliRunner().invoke(main, ["author", "check", str(path), "--evidence", str(out)])
    assert done.exit_code == 0
    assert f"{out}: not written, as no first move was refuted" in done.output
    assert not out.exists()


# Difficulty


def test_woods_problems_are_rated_in_his_order():
    ratings = {}
    for number in range(1, 8):
        problem = find_problem(f"woods-{number}")
        steps = problem.replayed(problem.solution.id).steps
        ratings[number] = rate(problem.start, problem.goal, steps).rating
    assert list(ratings.values()) == sorted(ratings.values())
    assert (
        list(ratings.values()).count(ratings[1]) == list(ratings.values()).count(ratings[7]) == 1
    )


def test_all_ratings_of_the_catalogue_are_by_the_formula():
    rated = [find_problem(name) for name in problem_ids()]
    rated = [p for p in rated if p.data.difficulty and p.goal and p.solution]
    assert len(rated) > 20
    for problem in rated:
        steps = problem.replayed(problem.solution.id).steps
        found = rate(as_played(problem.start, problem.goal), problem.goal, steps)
        assert problem.data.difficulty.rating == found.rating, problem.id
        assert problem.data.difficulty.note == found.note, problem.id


def test_moves_after_the_goal_and_the_order_of_columns_do_not_count():
    problem = loads_problem(EXAMPLE)
    steps = problem.replayed("solution").steps
    more = engine.do(steps[-1].after, Shift(1, 2, 1))
    assert rate(problem.start, problem.goal, (*steps, more)) == rate(
        problem.start, problem.goal, steps
    )
    assert rate(problem.start, problem.goal, ()).rating == 0


# Explaining


def told(position, *moves):
    steps: list[Step] = []
    for move in moves:
        steps.append(engine.do(steps[-1].after if steps else position, move))
    return [explained.text for explained in explain(steps)], steps


def test_what_moves_do():
    position = board("10s", "(4c) 9s 3h", "", "10d 9h")
    texts, steps = told(position, Shift(2, 3), Shift(2, 1), Shift(3, 2), Shift(4, 3))
    assert texts == [
        "uses the space for the 3h for a while and digs column 2 down to the 9s (2 cards left)",
        "joins the 9s naturally to the 10s, digs column 2 (1 card left) and turns up the 4c in "
        "column 2",
        "puts the 3h on the 4c and gives the space back",
        "uses the space for the 9h and frees the 10d",
    ]
    assert summary(steps) == "In all 4 moves and 1 card turned up; 1 space before, none after."
    _, one = told(board("10h", "9h"), Shift(2, 1))
    assert summary(one) == "That is 1 move; no space before, 1 after."


def test_one_free_card_is_too_few():
    position = board("Kc 3h 9h", "Kd 10s 3d", "Kh 4s")
    found = reasons(position, parse("uncover Kc in column 1"))
    assert found == (
        "The Kc of column 1 stays covered: one free 4, needed for the 3d of column 2 and the 3h "
        "of column 1.",
    )
    # With a second 4 both threes can go.
    position = board("Kc 3h 9h", "Kd 10s 3d", "Kh 4s", "Ks 4c")
    assert reasons(position, parse("uncover Kc in column 1")) is None


@pytest.mark.parametrize("seed", range(8))
def test_counting_never_calls_impossible_what_can_be_reached(seed):
    random = Random(seed)
    shown = 0
    for _ in range(25):
        position = small_position(random)
        for text in ("get a space", "turn up a card without making a space",
                     "uncover 5s without making a space", "get a space in column 1"):  # fmt: skip
            found = reasons(position, parse(text))
            if found is None:
                continue
            shown += 1
            assert brute.solve(position, parse(text), budget=SOON).outcome is Outcome.IMPOSSIBLE
    assert shown


def position_with_suits(random):
    """Spades and hearts in one to three runs each, Kings and other cards on them and below."""
    pieces = []
    for suit in (Suit.SPADES, Suit.HEARTS):
        run = cards(COMPLETE[suit])
        cuts = sorted(random.sample(range(1, 13), random.choice((0, 1, 1, 2))))
        pieces += [run[a:b] for a, b in pairwise((0, *cuts, 13))]
    junk = cards("Kd Kc 8s 5h 9d 6c Ad")
    pieces += [(c,) for c in random.sample(junk, random.randrange(1, 5))]
    random.shuffle(pieces)
    columns = [()] * random.randrange(3, min(6, len(pieces) + 1))
    for number, piece in enumerate(pieces):
        onto = number if number < len(columns) else random.randrange(len(columns))
        columns[onto] += piece
    down = [int(len(c) > 1 and random.random() < 0.3) for c in columns]
    return Position(tuple(Column(c[:n], c[n:]) for n, c in zip(down, columns, strict=True)))


REMOVALS = [
    "remove spades", "remove spades and hearts", "remove spades and remove hearts",
    "remove any suit", "remove spades before hearts", "remove hearts without making a space",
    "remove spades without removing hearts", "remove hearts, removing at most 0 other suits",
    "turn up a card and remove hearts without removing", "turn up a card without making a space",
    "turn up a card without removing hearts, making a space", "uncover Kd without making a space",
]  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
def test_counting_never_calls_a_removal_impossible_that_another_one_makes_possible(seed):
    random = Random(seed)
    shown = 0
    for _ in range(20):
        position = position_with_suits(random)

        def impossible(goal, position=position):
            return brute.solve(position, goal, budget=SOON).outcome is Outcome.IMPOSSIBLE

        for goal in map(parse, REMOVALS):
            searched = reasons(position, goal, impossible=impossible)
            counted = reasons(position, goal)
            if counted is not None:
                assert searched == counted
            if searched is not None:
                shown += 1
                assert impossible(goal), (str(goal), searched)
    assert shown > 40


def test_another_suit_may_lay_bare_the_card_that_is_missing():
    # The hearts go first, and then the 8s is free.
    position = board("8s K-Ah", "K-9s", "7-As")
    assert reasons(position, parse("remove spades")) is None
    assert reasons(position, parse("remove spades and hearts")) is None
    assert reasons(position, parse("remove 2 suits")) is None
    only = ("The spades can't be removed: the 8s doesn't come into play "
            "(column 1: the Kh has only a space to go to).",)  # fmt: skip
    for text in ("remove spades without removing hearts", "remove spades without removing"):
        assert reasons(position, parse(text)) == only
    assert reasons(position, parse("remove spades before hearts")) == (
        only[0].replace(":", " before the hearts:", 1),
    )


def test_counting_says_what_a_search_ruled_out():
    # Suits aside the hearts come into play all together; only a search knows if they go off.
    position = board("8s Kd", "K-9s", "7-As", "K-6h 4-Ah", "9c 5h")
    goal = parse("remove spades without making a space")
    assert reasons(position, goal) is None
    assert reasons(position, goal, impossible=lambda _: False) is None
    asked = []
    found = reasons(position, goal, impossible=lambda other: asked.append(other) or True)
    assert found[0] == ("No suit but the spades can be removed first (a search shows that).")
    assert "The spades can't be removed: the " in found[1]
    assert list(map(str, asked)) == ["remove any suit without removing spades, making a space"]


def test_woods_argument_about_the_seven():
    out = run("explain", "woods-6", "--claim", "seven-of-9", code=1)
    assert "the 4c needs a free 5, and there is none" in out


def test_woods_argument_about_the_spades():
    out = run("explain", "woods-5", "--claim", "no-spades", code=1)
    assert "The spades can't be removed: there is no 2s in the tableau." in out
    out = run("explain", "woods-5", "--claim", "no-hearts", code=1)
    assert "there is no Ah in the tableau" in out


def test_explain_on_the_command_line(tmp_path):
    assert "joins the As naturally to the 2s" in run("explain", "woods-2")
    script = tmp_path / "moves.txt"
    script.write_text("2-As from 1 to 5\n")
    assert "1. 2-As from 1 to 5: " in run("explain", "woods-4:hearts", script)
    run("explain", "woods-4", "--line", "nothing", code=2)


# Sheets


def test_cards_that_are_missing_are_listed_with_or():
    goal = parse("remove hearts without dealing")
    found = reasons(board("Kh J-5h", ""), goal)
    assert found[0] == (
        "The hearts can't be removed: there is no Ah, 2h, 3h, 4h or Qh in the tableau."
    )


def folder_of(tmp_path, **changes):
    folder = tmp_path / "problems"
    folder.mkdir()
    for name, text in changes.items():
        (folder / f"{name}.yaml").write_text(text.replace("id: two-birds", f"id: {name}"))
    return folder


def test_a_sheet_as_html(tmp_path):
    folder = folder_of(tmp_path, one=EXAMPLE.replace("A space and", "<b>&amp; a space and"))
    out = tmp_path / "book.html"
    run("author", "sheet", folder, "-o", out, "--title", "Ten for the train")
    text = out.read_text()
    assert "<h1>Ten for the train</h1>" in text
    assert "&lt;b&gt;" in text
    assert "<style" not in text.split("</head>")[1]
    # Nothing of the solution stands before its part.
    assert "9-8s from 2 to 1" not in text.split("<h2>Solutions</h2>")[0]
    assert "9-8s from 2 to 1" in text.split("<h2>Solutions</h2>")[1]
    run("author", "sheet", folder, "-o", out, code=2)
    run("author", "sheet", folder, "-o", out, "--force")


def test_a_sheet_tells_what_nothing_shows_as_a_claim(tmp_path):
    claim = """\
  - id: nine-spaces
    statement: Nine spaces can be had.
    goal: get 9 spaces
    verdict: solved
"""
    folder = folder_of(tmp_path, one=EXAMPLE.replace("claims:\n", "claims:\n" + claim))
    run("author", "sheet", folder, "-o", tmp_path / "book.html")
    said = "claimed, not shown here: Nine spaces can be had. (The file says: solved.)"
    assert f"<li>{said}</li>" in (tmp_path / "book.html").read_text()


def test_a_sheet_as_pdf(tmp_path):
    pytest.importorskip("fpdf")
    text = EXAMPLE.replace("get a space.", "get a space \N{EM DASH} \N{GREEK SMALL LETTER ALPHA}.")
    folder = folder_of(tmp_path, one=text, two=EXAMPLE)
    out = tmp_path / "book.pdf"
    run("author", "sheet", folder, "-o", out)
    first = out.read_bytes()
    assert first.startswith(b"%PDF")
    run("author", "sheet", folder, "-o", out, "--force")
    assert out.read_bytes() == first
    run("author", "sheet", folder, "-o", out, "--force", "--font", tmp_path / "none.ttf", code=2)
    run("author", "sheet", folder, "-o", tmp_path / "book.doc", code=2)


def test_a_sheet_says_what_cannot_be_played(tmp_path):
    folder = folder_of(tmp_path, one=broken("9-8s from 2 to 1", "9-8s from 2 to 4"))
    out = tmp_path / "book.html"
    run("author", "sheet", folder, "-o", out, code=1)
    assert "The solution can&#x27;t be played" in out.read_text()


def test_a_sheet_of_a_file_to_fill_in_says_what_is_left(tmp_path):
    run("author", "new", tmp_path / "mine.yaml")
    said = run("author", "sheet", tmp_path / "mine.yaml", "-o", tmp_path / "book.html")
    assert "mine: still to be filled in: title, author, source.text and stipulation" in said


def test_the_way_to_a_pdf_without_the_library(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "fpdf", None)
    folder = folder_of(tmp_path, one=EXAMPLE)
    done = CliRunner().invoke(
        main, ["author", "sheet", str(folder), "-o", str(tmp_path / "b.pdf")]
    )
    assert done.exit_code == 2
    assert "a PDF needs the extra 'pictures', which isn't installed: " in done.output


def test_a_plan_that_solves_is_on_the_sheet(tmp_path):
    sheet = tmp_path / "sheet.html"
    path = tmp_path / "planned.yaml"
    path.write_text(PLANNED)
    run("author", "sheet", path, "-o", sheet)
    text = unescape(sheet.read_text()).partition("<h2>Solutions</h2>")[2]
    assert "Played in each of 52 cases, it reaches the goal in at most 1 move." in text
    assert "5h from 1 to 2\nif it's Kd:\n    Kd from 1 to 3\notherwise:\n    5h from 2" in text
    path.write_text(PLANNED.replace("turn up a card whatever", "get 2 spaces whatever"))
    run("author", "sheet", path, "-o", sheet, "--force")
    text = sheet.read_text().partition("<h2>Solutions</h2>")[2]
    assert "The file has a plan. It does not reach the goal if column 1 turns up Ac" in text
    assert "claimed, not shown here: It can be done." in text
    assert "<pre" not in text


def test_a_plan_is_in_the_pdf(monkeypatch):
    pytest.importorskip("fpdf")
    written = []

    def write(self, text, size, style="", **more):
        written.append((text, more.get("indent", 0)))

    monkeypatch.setattr(sheet_pdf._Sheet, "_write", write)
    sheet_pdf.pdf(sheet.entries([loads_problem(PLANNED)]), title="Plans")
    plain, deep = (
        next(i for t, i in written if t.startswith(x)) for x in ("5h from 1", "Kd from")
    )
    assert (plain, deep > plain) == (0, True)


def test_a_claim_that_asks_the_same_is_told_where_nothing_solves():
    text = PLANNED[: PLANNED.index("    plan:")].replace("solved", "impossible")
    (entry,) = sheet.entries([loads_problem(text)])
    assert entry.claims == (
        "claimed, not shown here: It can be done. (The file says: impossible.)",
    )


def test_undecided_first_moves_are_told_in_one_place():
    position = board("10h", "(2c) 9s", "(2d) 9c")
    goal = parse("turn up a card in column 2 without making a space")
    checked = check(position, goal, SOON)
    open_ = {"fate": Fate.UNDECIDED, "why": "no time", "answer": None}
    firsts = tuple(replace(first, **open_) for first in checked.firsts)
    told = list(report(replace(checked, firsts=firsts, shortest=False)))
    words = join_words(first.words for first in firsts)
    assert told.count(f"undecided: {len(firsts)} first moves: {words}") == 1
    assert [line for line in told if "no time" in line] == ["  the first of them: no time"]
    alone = list(report(replace(checked, firsts=firsts[:1], shortest=False)))
    at = alone.index(f"undecided: 1 first move: {firsts[0].words}")
    assert alone[at + 1] == "  no time"


def test_a_line_that_solves_and_is_not_said_to_is_no_missing_solution():
    text = """\
id: s1
title: The only four
author: Somebody
source: {text: An example, year: 2026}
partial: true
stipulation: Uncover the King of column 1.
goal: uncover Kc in column 1 without dealing
position: {format: fen, text: Kc9h3h/KdTs/Kh4s/Qs3s - -}
lines:
  - id: solution
    title: The other three has to wait
    origin: found
    script: |
      3h from 1 to 3
      9h from 1 to 2
"""
    found = codes(text)
    assert "solves" in found
    assert "no-solution" not in found
