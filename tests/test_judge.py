import pytest

from spiderpos.game import engine
from spiderpos.game.cards import UNKNOWN, Suit
from spiderpos.game.moves import Deal, Remove, Shift
from spiderpos.game.rules import Rules
from spiderpos.game.survey import is_won
from spiderpos.goals.goal import parse
from spiderpos.goals.judge import Verdict, judge
from tests.boards import board, cards

S = Suit.SPADES
SHORT = Rules(short_last_deal=True)


def line(start, *moves):
    steps = []
    for entry in moves:
        move, reveal = entry if isinstance(entry, tuple) else (entry, ())
        steps.append(engine.do(steps[-1].after if steps else start, move, reveal))
    return steps


def verdicts(goal, start, *moves):
    judgement = judge(parse(goal), start, line(start, *moves))
    return judgement.verdict, {f.phrase: f.verdict for f in judgement.findings}


HOLDS, FAILS = Verdict.HOLDS, Verdict.FAILS
NINES = board("9s", "10s", "10h", "9h", hand="Ac Ac Ac Ac")
SIXES = board("6s 9s", "10s", "7h 6s")
SPADES = board("K-As", "9h", "10h", removed=(S,))
BOTH = board("K-As", "K-Ah", "2c")
WON = board("K-As", "", "K-Ah")


@pytest.mark.parametrize(
    ("start", "moves", "goal", "expected"),
    [
        (WON, [], "get a space without dealing", HOLDS),
        (NINES, [Shift(1, 2), Shift(4, 3)], "get 2 spaces", HOLDS),
        (NINES, [Shift(1, 2), Shift(4, 3)], "get 3 spaces", FAILS),
        (NINES, [Shift(1, 2)], "get a space in column 1", HOLDS),
        (NINES, [Shift(1, 2)], "get a space in column 4", FAILS),
        # A card is uncovered at the bottom of a column.
        (SIXES, [], "uncover 6s", HOLDS),
        (SIXES, [], "uncover 6s in column 1", FAILS),
        (SIXES, [Shift(1, 2)], "uncover 6s in column 1", HOLDS),
        # Moves after the goal break nothing, but the one that reaches it may.
        (NINES, [Shift(1, 2), Shift(2, 1), Deal()], "get a space without dealing", HOLDS),
        (NINES, [Deal()], "uncover Ac without dealing", FAILS),
        (board("(5h) 9s", "10s"), [Shift(1, 2)], "turn up a card without turning up", FAILS),
        # The last move may make a space.
        (SPADES, [Remove(1)], "remove spades without making a space", HOLDS),
        (SPADES, [Shift(2, 3), Remove(1)], "remove spades without making a space", FAILS),
        # Removals count by the line only.
        (SPADES, [], "remove spades", FAILS),
        # "Before" asks that the second is not gone yet.
        (BOTH, [Remove(2)], "remove hearts before spades", HOLDS),
        (BOTH, [Remove(2), Remove(1)], "remove hearts before spades", HOLDS),
        (BOTH, [Remove(1), Remove(2)], "remove hearts before spades", FAILS),
        # Winning
        (WON, [], "win with all suits in the tableau", HOLDS),
        (board("", "K-Ah", removed=(S,)), [], "win with all suits in the tableau", FAILS),
        (WON, [], "win with 2 suits in the tableau", HOLDS),
        (WON, [], "win with 3 suits in the tableau", FAILS),
    ],
)
def test_what_holds(start, moves, goal, expected):
    assert verdicts(goal, start, *moves)[0] is expected


def test_what_is_found_of_each_part():
    start = board("(5h) 9s", "10s")
    _, parts = verdicts("turn up a card without turning up", start, Shift(1, 2))
    assert (parts["turn up a card"], parts["without turning up"]) == (HOLDS, FAILS)
    assert judge(parse("get a space"), WON, ()).reached_at == 0
    moves = line(NINES, Shift(1, 2), Shift(4, 3), Shift(2, 1))
    assert judge(parse("get 2 spaces"), NINES, moves).reached_at == 2


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ("remove hearts removing at most 1 other suit", HOLDS),
        ("remove hearts removing no other suits", FAILS),
        # The hearts are the suit that "a suit" asks for, too.
        ("remove hearts and remove a suit removing no other suits", FAILS),
        ("remove hearts and remove 2 suits removing no other suits", HOLDS),
        ("remove hearts without removing", FAILS),
        ("remove hearts without removing spades", FAILS),
        ("remove hearts without removing clubs", HOLDS),
        ("remove hearts and spades without removing", HOLDS),
        ("remove 2 suits without removing", HOLDS),
        ("remove hearts in at most 2 moves", HOLDS),
        ("remove hearts in at most 1 move", FAILS),
    ],
)
def test_other_suits(goal, expected):
    assert verdicts(goal, BOTH, Remove(1), Remove(2))[0] is expected


@pytest.mark.parametrize("columns", [("K-As", "", "K-Ah"), ("", ""), ("K-As K-Ah",)])
def test_winning(columns):
    assert is_won(board(*columns))
    assert not is_won(board(*columns, hand="2c"))
    assert not is_won(board(*columns, "2c"))
    assert not is_won(board(*columns, "(2c) K-As"))


def test_whatever_turns_up_holds_only_if_no_move_depends_on_the_card():
    start = board("(8d) 9s", "", "10c", "3c 2c")
    goal = "turn up a card and get the space back whatever turns up"
    assert verdicts(goal, start, Shift(1, 3))[0] is Verdict.HOLDS
    needs_the_8 = board("(8d) 9s", "", "10c 9d")
    result, parts = verdicts(goal, needs_the_8, Shift(1, 2), Shift(1, 2))
    assert parts["turn up a card"] is Verdict.HOLDS
    assert parts["whatever turns up"] is Verdict.UNDECIDED
    assert result is Verdict.UNDECIDED
    other = board("(8d) 9s", "", "10c", "3c 2c")
    named = "uncover 8d whatever turns up"
    assert verdicts(named, other, Shift(1, 3))[0] is Verdict.UNDECIDED


def test_a_limit_that_is_broken_where_all_is_known_is_broken():
    start = board("7s 5h", "6d", "6c")
    moves = [Shift(1, 3), Shift(3, 2)]
    goal = "uncover 7s and uncover 5h in column 2 in at most {} move{}"
    assert verdicts(goal.format(2, "s"), start, *moves)[0] is Verdict.HOLDS
    result, parts = verdicts(goal.format(1, ""), start, *moves)
    assert result is Verdict.FAILS
    assert "unknown cards" not in parts
    # Another card at the bottom that may be a 5h makes no difference: there is one already.
    unknown = board("7s 5h", "6d", "6c", "??")
    assert verdicts(goal.format(1, ""), unknown, *moves)[0] is Verdict.FAILS
    # Here it may have been reached in time.
    either = goal.format(1, "").replace(" in column 2", "")
    assert verdicts(either, unknown, *moves)[0] is Verdict.HOLDS
    assert verdicts("uncover 2c in at most 1 move", unknown, *moves)[0] is Verdict.UNDECIDED


# Cards that nobody knows


def test_a_dealt_row_that_a_line_names_is_assumed():
    start = board("2s", "3s", hand="-- 9h", rules=SHORT)
    dealt = line(start, (Deal(), cards("As 9h")))
    judged = judge(parse("uncover As"), start, dealt)
    assert judged.verdict is Verdict.HOLDS
    assert judged.shown is Verdict.UNDECIDED
    assert judged.assumption == "if the cards come up as the line assumes: As in column 1"
    assert judged.surely is None
    # The one that the hand knows is no assumption, and no goal that needs none has any.
    for text in ("uncover 9h", "uncover 9h without removing"):
        assert judge(parse(text), start, dealt).assumed == ()


def test_a_line_that_names_cards_and_needs_none_is_given_without_them():
    start = board("-- 9s", "10s", "", "-- 2c", "3c")
    steps = line(start, (Shift(1, 2), cards("5h")), (Shift(4, 5), cards("Kd")), Shift(1, 3))
    judged = judge(parse("turn up 2 cards"), start, steps)
    assert judged.assumed == ()
    assert [step.move for step in judged.surely] == [Shift(1, 2), Shift(4, 5)]
    assert [turned.card for step in judged.surely for turned in step.turned] == [UNKNOWN] * 2


def test_a_line_that_luck_brings_there_sooner_may_be_sure_later():
    start = board("-- 4s", "5h", "Ks 3h")
    lucky = line(start, (Shift(1, 2), cards("Ks")), Shift(3, 2))
    judged = judge(parse("uncover Ks without dealing"), start, lucky)
    assert judged.shown is Verdict.HOLDS
    assert (judged.reached_at, judged.assumed) == (2, ())
    assert [step.move for step in judged.surely] == [Shift(1, 2), Shift(3, 2)]
    # Not if what it is held to ends between the two, or the line does.
    for text, steps in (("uncover Ks in at most 1 move", lucky), ("uncover Ks", lucky[:1])):
        judged = judge(parse(text), start, steps)
        assert (judged.verdict, judged.reached_at) == (Verdict.HOLDS, 1)
        assert judged.shown is Verdict.UNDECIDED


def test_whatever_turns_up_does_not_look_at_a_card_that_the_start_knows():
    start = board("(Ks) 4s", "5h", "Ks 3h")
    goal = parse("uncover Ks and turn up a card whatever turns up")
    steps = line(start, Shift(1, 2), Shift(3, 2))
    judged = judge(goal, start, steps)
    assert (judged.verdict, judged.reached_at) == (Verdict.HOLDS, 2)
    assert judge(goal, start, steps[:1]).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ("2h:Ks/6d", Verdict.UNDECIDED),
        ("3h:Ks/6d", Verdict.FAILS),  # another card lies face down
        ("Ks/6d", Verdict.FAILS),  # none does
        ("2h2h:Ks/6d", Verdict.FAILS),
        ("2h:Ks/7d", Verdict.FAILS),
        ("2h:Ks7s/6d", Verdict.FAILS),
        ("2h:Ks/6d/5d", Verdict.FAILS),
        ("2h:??/6d", Verdict.HOLDS),
    ],
)
def test_a_tableau_may_be_reached_only_if_all_known_cards_are_right(wanted, expected):
    start = board("(2h) ??", "6d")
    assert judge(parse(f'reach "{wanted} - -"'), start, ()).verdict is expected


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        (board("?? Q-As", "K-Ad"), Verdict.UNDECIDED),
        (board("?? Q-As", "K-Ad", hand="5h"), Verdict.FAILS),
        (board("?? Q-As", "(5h) K-Ad"), Verdict.FAILS),
        (board("(5h) ?? Q-As", "K-Ad"), Verdict.FAILS),
    ],
)
def test_a_card_that_is_not_known_wins_only_where_nothing_else_is_left(position, expected):
    assert judge(parse("win"), position, ()).verdict is expected


def test_what_was_broken_before_cards_that_are_not_known_may_matter_is_broken():
    # The card that turns up may be the King, but it had to turn up for that.
    start = board("-- 5h", "6h", "5c", "6c")
    goal = parse("uncover Kh in column 1 without turning up")
    assert judge(goal, start, line(start, Shift(1, 2))).verdict is Verdict.FAILS
    # So early that nothing is broken yet.
    shown = board("??", "(9c) 5h", "6h")
    assert judge(goal, shown, line(shown, Shift(2, 3))).verdict is Verdict.UNDECIDED


def test_the_move_by_which_an_unknown_card_may_reach_the_goal_may_make_a_space():
    goal = parse("uncover Kd in column 1 and get a space without making a space")
    start = board("??", "5h", "6h")
    assert judge(goal, start, line(start, Shift(2, 3))).verdict is Verdict.UNDECIDED
    # One that was made before that is one too many.
    covered = board("?? 3c", "5h", "6h", "4c")
    both = line(covered, Shift(2, 3), Shift(1, 4))
    assert judge(goal, covered, both).verdict is Verdict.FAILS


def test_what_certain_cards_do_is_not_sure_where_another_would_remove_a_suit():
    """The Ace of spades would; that it is another is what the line assumes."""
    rules = Rules(automatic_removal=True, short_last_deal=True)
    start = board("K-2s", "(3d) 9s", "10h", hand="??", rules=rules)
    steps = line(start, (Deal(), cards("5h")), Shift(2, 3))
    judged = judge(parse("turn up a card without removing"), start, steps)
    assert (judged.verdict, judged.surely) == (Verdict.HOLDS, None)
    assert judged.shown is Verdict.UNDECIDED
    assert judged.assumption.endswith(": 5h in column 1")


@pytest.mark.parametrize(
    ("goal", "start", "found"),
    [
        ("complete clubs", board("K-Ah", "K-As"), "complete at the bottom of a column: "),
        ("complete any suit", board("K-2h", "Ah"), "no suit is complete at the bottom"),
        ("turn up a card", board("(5h) 9s"), "no card is turned up"),
    ],
)
def test_what_a_line_has_come_to_is_said(goal, start, found):
    (finding,) = judge(parse(goal), start, ()).findings
    assert finding.verdict is FAILS
    assert found in finding.found


def test_more_cards_than_lie_face_down_are_too_many():
    start = board("(5h) (6h) 9s", "(2c) Kd")
    for goal, said in (
        ("turn up 3 cards", ""),
        ("turn up 4 cards", "needs 4 cards face down, and there are 3"),
        ("turn up 2 cards in column 2", "needs 2 cards face down in column 2, and there is 1"),
    ):
        (objective,) = parse(goal).objectives
        assert objective.too_much(start) == (said and f"the goal {said}")
