"""Moves picked out of running text."""

import re
import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spiderpos import errors, scripts
from spiderpos.cards import Suit
from spiderpos.catalogue import find_problem
from spiderpos.errors import NotationError, WrongCard
from spiderpos.formats import line
from spiderpos.moves import Remove, Shift
from spiderpos.replay import ReplayError, replay
from spiderpos.scripts import prose, words
from spiderpos.scripts.base import LONGEST
from spiderpos.scripts.prose import Kind
from tests.boards import COMPLETE, board

DATA = Path(__file__).parent / "data"
DOCUMENT = (
    Path(__file__).resolve().parents[2] / "shared" / "seeds" / "woods-spider-documentation.txt"
)
POSITIONS = [line.loads(text) for text in (DATA / "woods-lines.txt").read_text().splitlines()]


def readings(text):
    return [instruction.words() for instruction in prose.loads(text).instructions]


def resolved(position, text):
    return [move for i in prose.loads(text).instructions for move in i.resolve(position)]


# Phrases


def phrases():
    blocks = re.split(r"\n\s*\n", (DATA / "prose-phrases.txt").read_text())
    for block in blocks:
        lines = [row for row in block.splitlines() if not row.startswith("#")]
        said = "\n".join(row[2:] for row in lines if row.startswith("> "))
        if said:
            yield pytest.param(said, [row[2:] for row in lines if row.startswith("= ")], id=said)


@pytest.mark.parametrize(("said", "wanted"), list(phrases()))
def test_phrases_as_printed(said, wanted):
    assert readings(said) == wanted


def test_there_are_phrases():
    assert sum(1 for _ in phrases()) > 50


def sentences(name):
    lines = (DATA / name).read_text().splitlines()
    return [line for line in lines if not line.startswith("#")]


def test_ordinary_ways_to_say_that_a_move_is_made():
    said = sentences("prose-taken.txt")
    assert len(said) > 100
    assert [text for text in said if readings(text) != ["Jh from 8 to 9"]] == []


@pytest.mark.parametrize(
    "text",
    [
        *("1. {}\n2. {}\n3. {}\n", "1) {}\n2) {}\n3) {}", "- {}\n- {}\n- {}", "* {}\n* {}\n* {}"),
        *(
            "1. {}, 2. {}, 3. {}",
            "1. {} 2. {} 3. {}",
            "1) {} 2) {} 3) {}",
            "1.) {}, 2.) {}, 3.) {}",
        ),
        *(
            "So: 4. {}, 5. {}; 6. {}.",
            "1. {}, which frees 8\n2. {} 3. {}",
            "1: {}, 2: {}, 3: {}",
        ),
        *(
            "We play {}, followed by {}, then {}.",
            "{} & {} & {}",
            "{} -- {} -- {}",
            "{}\n{}\n{}",
            "{}; {}; {}",
        ),
        *("{}, {} and {}.", "Move {}, then move {}, and then {}.", "{} (natural), {} (so), {}"),
        *("We move {} to get a space, {} to free it, and {}.", "By moving {}, {} and {} we win"),
        *("{}, which gives a space, {}, exposing the 6s, {}.", "Now {} and {}. Then {}."),
        *(
            "Move 1: {}, move 2: {}, move 3: {}",
            "{} ... {} ... {}",
            "I move {}; then {}; next {}.",
        ),
    ],
)
def test_ways_to_list_moves(text):
    moves = ["Jh from 8 to 9", "3c from 7 to 2", "2d from 1 to 7"]
    assert readings(text.format(*moves)) == moves


@pytest.mark.parametrize(
    "text",
    [
        *("1. {}; 3. {}; 2. {}", "{}; 2. {}, {}"),
        *("1. {}, 3. {}, 2. {}", "1. {} loses, 2. {}, 3. {}", "Wrong:\n1. {}\n2. {}\n3. {}"),
        *("Wrong: 1. {}. 2. {}. 3. {}.", "There are three moves:\n\n1. {}.\n2. {}!\n3. {}."),
    ],
)
def test_a_numbered_list_is_refused_whole(text):
    assert readings(text.format("Jh from 8 to 9", "3c from 7 to 2", "2d from 1 to 7")) == []


def test_a_heading_holds_only_for_its_list():
    text = "Wrong: 1. Jh from 8 to 9. 2. 3c from 7 to 2. Now move the 2d from 1 to 7."
    assert readings(text) == ["2d from 1 to 7"]
    assert readings("So: 1. Jh from 8 to 9. 2. Deal.") == ["Jh from 8 to 9", "deal"]


def test_what_a_line_break_parts_from_its_column_is_no_number_of_an_item():
    text = "We move the Jh from 8 to\n9. Then the 3c from 7 to\n10. Then the Qs from 1 to 11."
    assert readings(text) == ["Jh from 8 to 9", "3c from 7 to 10", "Qs from 1 to 11"]


def test_moves_in_lines_with_what_they_turn_up():
    text = "Jh from 8 to 9 turning up 6s\n3c from 7 to 2 turning up the 4h 2d from 1 to 7"
    assert readings(text) == [
        "Jh from 8 to 9, turning up 6s",
        "3c from 7 to 2, turning up 4h",
        "2d from 1 to 7",
    ]


def test_ways_to_speak_of_a_move_that_is_not_made():
    said = sentences("prose-not-taken.txt")
    assert len(said) > 150
    assert [text for text in said if readings(text) != []] == []
    unmarked = [t for t in said if all(s.kind is not Kind.NOT_TAKEN for s in prose.explain(t))]
    assert unmarked == []


BELOW = ["{}", "- {}\n- {}", "1. {}\n2. {}", "1. {}", "{}\n\n{}", "{}. {}."]


@pytest.mark.parametrize("below", BELOW)
def test_a_heading_holds_for_the_moves_below_it(below):
    moves = ["Jh from 8 to 9", "3c from 7 to 2"][: below.count("{}")]
    below = below.format(*moves)
    for bad in (
        *("Wrong:", "This does not work:", "You should not play", "Don't play", "If you play"),
        *("Not like this:", "A failed try:", "Alternatively:", "If we deal:", "Two ways:"),
        *("## Losing line", "# Not the solution", "Blunders", "Bad line\n====", "What went wrong"),
        *("The following moves are illegal:", "One of these:", "In the last game:"),
    ):
        text = f"{bad}\n\n{below}\n"
        assert readings(text) == [], text
        assert Kind.NOT_TAKEN in [stretch.kind for stretch in prose.explain(text)]
    for good in (
        *(
            "Solution:",
            "Solution",
            "My solution to #4:",
            "Woods' solution:",
            "The moves:",
            "Then:",
        ),
        *("Hello everybody,", "We continue:", "## Solution", "Step 1", "In problem #4 we have:"),
        *("On Mon, Jan 5, John wrote:", "From: john@example.org\nSubject: Wrong!"),
    ):
        assert readings(f"{good}\n\n{below}\n\nCheers,\nJohn\n") == moves, good


def test_how_long_a_heading_holds():
    for between in ("Right:", "Solution", "This loses. So we think again.", " Jh\t 9s\n --\t 8s"):
        text = f"Wrong:\n\nJh from 8 to 9\n\n{between}\n\n3c from 7 to 2"
        assert readings(text) == ["3c from 7 to 2"], between
    # A title needn't be about what says who moves, unless it condemns something.
    assert readings("The problem of the week\n\nWe move the Jh from 8 to 9.") == ["Jh from 8 to 9"]
    assert readings("The loser of the week\n\nWe move the Jh from 8 to 9.") == []


@pytest.mark.parametrize(
    "between", ["or", "OR:", "alternatively:", "Alternative", "vs.", "or else"]
)
def test_alternatives_in_lines_of_their_own(between):
    assert readings(f"Jh from 8 to 9\n\n{between}\n\n3c from 7 to 2") == []


@pytest.mark.parametrize(
    "closing",
    [
        *(
            "Hope this helps.",
            "What do you think?",
            "Nice puzzle, Don.",
            "That was fun.",
            "Erich.",
        ),
        *(
            "Can anybody do it in fewer moves?",
            "That's all.",
            "Q.E.D.",
            "Great fun!",
            "Regards, Ann.",
        ),
    ],
)
def test_a_closing_line_takes_nothing_back(closing):
    text = f"Solution:\n\nJh from 8 to 9\n3c from 7 to 2\n\n{closing}\n"
    assert readings(text) == ["Jh from 8 to 9", "3c from 7 to 2"]
    for bad in ("Illegal.", "Undo both.", "This was wrong.", "It loses."):
        assert readings(text.replace(closing, bad)) == []


def test_how_posts_lay_out_moves():
    lines = ["Move Jh from 8 to 9", "Move 3c from 7 to 2", "Move 2d from 1 to 7"]
    wanted = [move.removeprefix("Move ") for move in lines]
    for text in (
        "```\n" + "\n".join(lines) + "\n```",
        "Solution:\n\n" + "\n".join(f"    {move}" for move in lines),
        "\n".join(f"> {move}" for move in lines),
        "\n".join(f"Step {n}: {move}" for n, move in enumerate(lines, 1)),
        "\n".join(f"{n}. {move}. The hearts grow." for n, move in enumerate(lines, 1)),
        "\n".join(lines) + "\nThat's all",
    ):
        assert readings(text) == wanted, text
    assert readings("Jh from 8 to 9, and after that 10d from 2 to 9") == [
        wanted[0],
        "10d from 2 to 9",
    ]
    assert readings("We deal another row of cards.") == ["deal"]
    assert readings("- deal\n- Jh from 8 to 9\n- Deal.") == ["deal", "Jh from 8 to 9", "deal"]


@pytest.mark.parametrize("blank", [" ", "\t", " (by Gary)", "*"])
def test_a_blank_at_the_end_of_a_line_hides_no_paragraph(blank):
    text = f"{'*' * (blank == '*')}Losing line{blank}\n\nJh from 8 to 9.\n\n3c from 7 to 2."
    assert readings(text) == []


def test_headings_in_markdown():
    for text, wanted in (
        ("# My blog, week twenty\n\n## Losing line\n\n{}\n", 0),
        ("# The lost King\n\n## Solution\n\n{}\n", 1),
        ("## What doesn't work\n\nGary sent me this idea last week.\n\n{}\n", 0),
        ("This fails:\n\nKh from 1 to 2\n\n## Solution\n\n{}\n", 1),
        ("Losing line\n-----------\n{}.\n", 0),
        ("Blunders!\n\n{}.\n", 0),
        ("What not to do...\n\n{}.\n", 0),
    ):
        assert len(readings(text.format("Jh from 8 to 9"))) == wanted, text
    text = "## Solution 1\n\nJh from 8 to 9\n\n## Solution 2\n\n3c from 7 to 2\n"
    assert readings(text) == ["Jh from 8 to 9"]


def test_a_quote_and_the_answer_to_it_are_two_lines_of_play():
    for text in (
        "> Jh from 8 to 9.\n\nI'd play it differently: 3c from 7 to 2.",
        ">> Jh from 8 to 9.\n> 3c from 7 to 2.",
        "Gary's solution: Jh from 8 to 9. My solution: 3c from 7 to 2.",
    ):
        assert readings(text) == ["Jh from 8 to 9"], text


def test_a_move_that_is_given_back_is_no_longer_the_last_of_its_column():
    text = (
        "Remove the hearts from column 7. No, wait. We move the Jh from 7 to 9. No, sorry. We move"
        " the 3c from 7 to 2 and the Qs from 3 to 4. In column 7 the card turned up is a 2c."
    )
    assert readings(text) == ["3c from 7 to 2, turning up 2c", "Qs from 3 to 4"]


def test_of_several_lines_of_play_the_first_is_taken():
    for first, second in (
        *(("", "Solution 2"), ("", "Second solution"), ("Problem 1.", "Problem 2.")),
        *(("Solution 1:", "Solution 2:"), ("First solution:", "Another line:")),
    ):
        text = f"{first}\n\nJh from 8 to 9\n\n{second}\n\n3c from 7 to 2\n\n2d from 1 to 7."
        assert readings(text) == ["Jh from 8 to 9"], text
    assert readings("1. Jh from 8 to 9\n2a. As from 3 to 8\n2b. 3c from 7 to 4") == []


def test_the_number_of_a_problem_is_no_remark():
    text = "Jh from 8 to 9.\nIn game #17 I move the 3c from 7 to 2.\nMove the 2d from 1 to 7."
    marked = [s for s in prose.explain(text) if s.kind in (Kind.MOVE, Kind.NOT_TAKEN)]
    assert len(marked) == 3
    assert readings("Jh from 8 to 9\n\nDeal #2:\n\n3s from 1 to 4")[:1] == ["Jh from 8 to 9"]
    assert "deal" not in readings("Jh from 8 to 9\n\nDeal #2:\n\n3s from 1 to 4")


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        (
            "We move the 9s from 6 to 2. Undoing this, we move the Jh from 8 to 9.",
            ["Jh from 8 to 9"],
        ),
        ("9s from 6 to 2. A bad idea, and I took it back. Jh from 8 to 9.", ["Jh from 8 to 9"]),
        ("9s from 6 to 2. Scrap that; we move the Jh from 8 to 9.", ["Jh from 8 to 9"]),
        ("9s from 6 to 2. My bad, we move the Jh from 8 to 9.", ["Jh from 8 to 9"]),
        ("9s from 6 to 2. However, I move the Jh from 8 to 9.", ["Jh from 8 to 9"]),
        ("9s from 6 to 2, so I started again and moved the Jh from 8 to 9.", ["9s from 6 to 2"]),
        ("Jh from 8 to 9. With a 6s, 9s from 6 to 2.", ["Jh from 8 to 9"]),
        ("Jh from 8 to 9. For a 6s move the 9s from 6 to 2.", ["Jh from 8 to 9"]),
        ("Jh from 8 to 9. Given a 6s, move the 9s from 6 to 2.", ["Jh from 8 to 9"]),
        ("Possible: 9s from 6 to 2, Jh from 8 to 9.", []),
        ("Moves available: 9s from 6 to 2, Jh from 8 to 9.", []),
        ("Jh from 8 to 9, deal again, 10d from 2 to 9", ["Jh from 8 to 9", "10d from 2 to 9"]),
        ("Jh from 8 to 9. Now deal the second row.", ["Jh from 8 to 9"]),
        ("Jh from 8 to 9. Deal from the stock.", ["Jh from 8 to 9"]),
        ("Jh from 8 to 9. That completes the hearts and we remove them.", ["Jh from 8 to 9"]),
        ("Jh from 8 to 9. We move the 9s from 6 to 2 (sorry, to 10).", ["Jh from 8 to 9"]),
        ("Jh from 8 to 9. 9s from 6 to 2 (crossed out)", ["Jh from 8 to 9"]),
    ],
)
def test_what_players_say_of_another_try_is_marked(text, moves):
    assert readings(text) == moves
    assert Kind.NOT_TAKEN in [stretch.kind for stretch in prose.explain(text)]


def test_a_card_turned_up_is_taken_back_or_not_yet_turned_up():
    for said in (
        *("It turns up a 6s. No, a 7s.", "We turn up a 6s. Sorry, a 7s."),
        *("We turn up a 6s next time.", "The 6s turned up by the next move will help."),
        "The chance of turning up a 7s is small.",
    ):
        text = f"I move the Jh from 8 to 9. {said}"
        assert readings(text) == ["Jh from 8 to 9"]
        assert Kind.NOT_TAKEN in [stretch.kind for stretch in prose.explain(text)]


def test_a_card_turned_up_belongs_to_no_move_but_the_one_that_is_said_to_do_it():
    """Not to the one before, if what stands between wasn't taken."""
    for said in (
        *(
            "The 4c went from 3 to 2, turning up a 6c",
            "Don't move 10d from 2 to 9. It turns up a 6c",
        ),
        *("Next we move it to column 2, turning up a 6c", "We turn up a 6s by moving the Qs"),
        *("Next we will turn up a 6s", "Now we can turn up a 6s", "The next move turns up a 6s"),
    ):
        assert readings(f"Jh from 8 to 9. {said}.") == ["Jh from 8 to 9"], said
    assert readings("1. 3h from 5 to 4.\n2. Jh from 8 to 9 \N{EM DASH} turning up a 6s.") == [
        "3h from 5 to 4",
        "Jh from 8 to 9, turning up 6s",
    ]
    assert readings("- Qd from 6 to 5 turning up 6c\n- Kh from 6 to 7") == [
        "Qd from 6 to 5, turning up 6c",
        "Kh from 6 to 7",
    ]


@pytest.mark.parametrize("item", ["New deal", "Hearts removed", "(Deal)", "[Deal]"])
def test_an_item_of_a_list_is_never_passed_over_silently(item):
    (missed,) = [
        stretch
        for stretch in prose.explain(f"1. Jh from 8 to 9\n2. {item}\n3. 10d from 2 to 9")
        if stretch.kind is Kind.NOT_TAKEN
    ]
    assert missed.place.line == 2


@pytest.mark.parametrize(
    "said",
    [
        *("10d onto it", "From column 2 to column 9 goes the 10d", "It moves to column 7"),
        *(
            "That card goes onto the 3c",
            "The Jh joins the Qh in column 9",
            "The Jh goes 8th to 9th",
        ),
        *(
            "The jack of hearts from eight to nine",
            "Then, followed by the Js",
            "New row: 6d Ah 10h",
        ),
    ],
)
def test_what_looks_like_a_move_is_marked(said):
    text = f"We move the Jh from 8 to 9. Then we think for a long while about all of this. {said}."
    assert readings(text) == ["Jh from 8 to 9"]
    assert Kind.NOT_TAKEN in [stretch.kind for stretch in prose.explain(text)]


@pytest.mark.parametrize("said", ["My line: Jh 8-9, 10d 2-9.", "Jh (8 to 9); 10d: 2-9."])
def test_a_card_beside_two_numbers_is_never_passed_over_silently(said):
    text = f"{said} Then I move the 3h from 5 to 4."
    assert readings(text) == ["3h from 5 to 4"]
    marked = [s.text for s in prose.explain(text) if s.kind is Kind.NOT_TAKEN]
    assert [text[:2] for text in marked] == ["Jh", "10"]


def test_what_only_names_cards_columns_and_suits_is_not_marked():
    text = (
        "The 6s in column 8 and the 7h in 3 are free, the hearts lie in column 9, after the deal."
    )
    assert {s.kind for s in prose.explain(text)} == {Kind.PASSED_OVER}


# Whole solutions


def move_lists():
    """The printed lists: name, where each starts, its words, its end."""
    text = (DATA / "woods-moves.txt").read_text()
    for name, start, words_, end in re.findall(
        r"^\[(.+)\] from (.+)\n((?:(?!= ).*\n)+)= (.+)$", text, re.MULTILINE
    ):
        yield name, start, words_, line.loads(end)


def test_printed_move_lists_lead_to_the_printed_positions():
    ends = {f"line {number}": position for number, position in enumerate(POSITIONS, 1)}
    for name, start, text, end in move_lists():
        ends[name] = replay(ends[start], prose.loads(text, name=name)).end
        assert ends[name] == end, name
    assert len(ends) == 8 + 14


def diagrams(document):
    """The printed diagrams: where each begins and ends (line numbers), and its columns."""
    cell = re.compile(r"--|\(sp\)|(?:10|[2-9AJQK])[cdhs]")
    rows = {
        number: [word.strip() for word in row.split("\t")]
        for number, row in enumerate(document.split("\n"))
        if row.strip() and all(cell.fullmatch(word) for word in row.split())
    }
    begins = [number for number in rows if number - 1 not in rows and number + 1 in rows]
    for begin in begins:
        end = next(n for n in range(begin, begin + 40) if n not in rows)
        columns = [[] for _ in range(10)]
        for number in range(begin, end):
            for column, word in enumerate(rows[number]):
                columns[column] += [word] * (word not in ("", "(sp)"))
        yield begin, end, columns


def tableau(position):
    return [["--"] * len(c.down) + [str(card) for card in c.up] for c in position.columns]


@pytest.fixture(scope="module")
def document():
    if not DOCUMENT.exists():
        pytest.skip("Woods' document isn't here")
    return DOCUMENT.read_text()


# From which diagram the text leads to which, both counted from 0: whole pages of analysis, of
# which only the moves that are made may be taken.
LEADS = [
    (0, 0, 1),
    (1, 1, 2),
    (2, 2, 3),
    (3, 3, 4),
    (6, 6, 7),
    (9, 9, 10),
    (9, 10, 11),
    (11, 11, 12),
    (12, 12, 13),
    (16, 16, 17),
    (16, 17, 18),
    (17, 18, 19),
    (19, 19, 20),
    (19, 20, 21),
    (21, 21, 22),
]


@pytest.mark.parametrize("hidden", [False, True])
def test_the_text_between_two_diagrams_leads_from_one_to_the_other(document, hidden):
    found = list(diagrams(document))
    assert len(found) == 24
    at = {n: p.hide() if hidden else p for n, p in zip([0, 5, 6, 8, 9], POSITIONS, strict=False)}
    rows = document.split("\n")
    # The sixth example's page has the line of the swapped Jacks in it.
    page = rows[found[15][1] : found[16][0]]
    that_was = next(i for i, row in enumerate(page) if row.startswith("That was for warm-up"))
    swapped = replay(POSITIONS[6], prose.loads("\n".join(page[:that_was]))).end
    assert [str(c) for c in swapped.column(8).up[-13:]] == COMPLETE[Suit.SPADES].split()
    sixth = POSITIONS[5].hide() if hidden else POSITIONS[5]
    at[16] = replay(sixth, prose.loads("\n".join(page[that_was:]))).end
    assert tableau(at[16]) == found[16][2]

    for start, before, after in LEADS:
        text = "\n".join(rows[found[before][1] : found[after][0]])
        end = replay(at[start], prose.loads(text)).end
        assert tableau(end) == found[after][2], after
        at.setdefault(after, end)


def test_the_slip_in_the_third_example_is_found(document):
    found = list(diagrams(document))
    rows = document.split("\n")
    third = prose.loads("\n".join(rows[found[6][1] : found[7][0]]))
    before = replay(POSITIONS[2], third).end
    page = "\n".join(rows[found[7][1] : found[8][0]])
    with pytest.raises(ReplayError) as caught:
        replay(before, prose.loads(page, name="post"))
    assert caught.value.number == 9
    reason = caught.value.reason
    assert isinstance(reason, WrongCard)
    assert "8-5c can't move from column 1" in str(reason)
    assert "the run at its bottom is 8-4c" in str(reason)
    mended = prose.loads(page.replace("8-5c from 1 to 9", "8-4c from 1 to 9"))
    end = replay(before, mended)
    assert str(end.steps[-1].turned[0].card)[0] == "K"
    assert len(end.played) == 11


def test_the_fourth_example_removes_the_hearts(document):
    found = list(diagrams(document))
    page = "\n".join(document.split("\n")[found[8][1] : found[9][0]])
    end = replay(POSITIONS[3], prose.loads(page)).end
    assert end.removed == (*POSITIONS[3].removed, Suit.HEARTS)
    assert len(end.spaces) == 2


def test_of_the_rest_of_the_document_nothing_is_invented(document):
    """The rules, the manual and the two examples of which no line is printed."""
    found = list(diagrams(document))
    rows = document.split("\n")
    assert prose.loads("\n".join(rows[: found[0][0]])).instructions == ()
    second = prose.loads("\n".join(rows[found[5][0] : found[6][0]]))
    assert [i.words() for i in second.instructions] == ["As from 10 to 5"]
    assert prose.loads("\n".join(rows[found[22][1] + 3 :])).instructions == ()


# What is open, and what the position makes of it


OPEN = board("9s 8s", "10d", "10h", "9h", "", "5c", "4d", "", "6s 5d")


def test_an_open_move_is_the_one_that_fits():
    assert [c.move for c in resolved(OPEN, "Move the 9-8s onto the 10d.")] == [Shift(1, 2, 2)]
    assert [c.move for c in resolved(OPEN, "8s onto the 9h, 4d onto the 5c")][1] == Shift(7, 6, 1)
    one_space = board("Kd Qs", "Js", "", "5c")
    assert [c.move for c in resolved(one_space, "Move the Js from 2 into the space.")] == [
        Shift(2, 3, 1)
    ]
    assert [c.move for c in resolved(one_space, "The Js comes out of the space to column 1.")] == [
        Shift(2, 1, 1)
    ]


def test_words_that_fit_several_moves_are_ambiguous():
    with pytest.raises(errors.AmbiguousMove) as caught:
        resolved(OPEN, "Move the 4d from column 7.")
    assert caught.value.options == ("4d from 7 to 5", "4d from 7 to 6", "4d from 7 to 8") + (
        "4d from 7 to 9",
    )
    with pytest.raises(errors.AmbiguousMove, match=r"4d from 7 to 5 or 4d from 7 to 8: say which"):
        resolved(OPEN, "Move the 4d from 7 into the space.")
    with pytest.raises(errors.AmbiguousMove, match="4d from 1 to 2 or 4d from 1 to 3"):
        resolved(board("4d", "5c", "5c"), "We put the 4d onto the 5c.")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("We move the 10d from column 2 to the Js.", "10d from 2 onto the Js"),
        ("Move 10d from 2 to Js", "10d from 2 onto the Js"),
        ("Move the 10d from 2 on the Js.", "10d from 2 onto the Js"),
        ("Move the 10d from 2 on the red Jh.", "10d from 2 onto the Jh"),
        ("We move the 10d from 2 to the Jack of spades.", "10d from 2 onto the Js"),
        ("Jh from 8 to the Qs", "Jh from 8 onto the Qs"),
        ("Put the Jh from 8 atop the Qs in column 9.", "Jh from 8 onto the Qs in column 9"),
        ("Move 10d from 2 -> 9.", "10d from 2 to 9"),
        ("Move 10d from 2->9", "10d from 2 to 9"),
        ("10d from 2 \u2192 column 9", "10d from 2 to 9"),
        ("10d from 2 => Js", "10d from 2 onto the Js"),
        ("Put the 10d from 2 on column 9.", "10d from 2 to 9"),
        ("Move 10d from 2 to col. 9.", "10d from 2 to 9"),
        ("Move 10d from 2 to an empty column.", "10d from 2 into the space"),
        ("Move 10d from stack 2 to the empty column 7.", "10d from 2 into the space in column 7"),
        ("Move one card from 2 to 9.", "1 card from 2 to 9"),
        ("Remove column 4.", "remove column 4"),
        ("Move 10d from 2 over to 9.", "10d from 2 to 9"),
        ("Move the 10d from 2 to 9 on the Js.", "10d from 2 onto the Js in column 9"),
        ("Move the 10d from 2 to 9 on the way.", "10d from 2 to 9"),
        ("Take the 10d from column 2 and put it on the Js.", "10d from 2 onto the Js"),
        ("9s from 6 to 9, turning up a 6s on the 7h", "9s from 6 to 9, turning up 6s"),
        ("We move the 10d from column 2 to get a space.", "10d from 2"),
        ("We move the 10d from column 2, since 9 is bad.", "10d from 2"),
        ("We move the 10d from column 2, 9s from 3 to 4.", "10d from 2"),
    ],
)
def test_an_end_that_is_named_is_where_it_goes(text, wanted):
    assert readings(text)[0] == wanted


@pytest.mark.parametrize(
    "place",
    [
        *("to the red Queen", "to column nine", "to nine", "to the other column"),
        *(
            "onto the Jack",
            "onto 9",
            "into that one",
            "on 9",
            "on the black Jack",
            "to Q",
            "to it",
        ),
        *("-> the Jack", "-> nine", "-9", "- 9", "9", "/ 9", "> 9", ": 9", ", 9", ", to 9"),
        *("quickly to column 9", "there", "in column 9", "in the space", "beneath the Qs"),
        *("next to the Qs", "where the Qs is", "as far as 9", "right", "and put it on the left"),
        *("and place it there", ".  Put it onto the Jack", "and then to 9", "to 9 or 10"),
        *("to 9 or to 10", "on column 9 to 10", "to 9 onto the Js in column 8"),
    ],
)
def test_an_end_that_is_not_understood_is_not_left_open(place):
    text = f"We move the 10d from column 2 {place}."
    assert readings(text) == []
    refused = [s.reason for s in prose.explain(text) if s.kind is Kind.NOT_TAKEN]
    assert len(refused) == 1
    assert re.match(
        "it isn't understood where it goes|it says more than one place"
        "|one of several moves, joined by 'or'|what is said of it isn't understood"
        "|what comes next isn't understood",
        refused[0],
    )


@pytest.mark.parametrize(
    "text",
    [
        "Move the 9s to 9 from the last column.",
        "Move the 9s to 9 away from column 6.",
        "Move the 9s to 9, from 6.",
        "From column 6 we move the 9s to column 9.",
    ],
)
def test_an_origin_that_is_not_understood_is_not_left_open(text):
    assert readings(text) == []
    assert "where it comes from" in str(prose.explain(text))


@pytest.mark.parametrize(
    "text",
    [
        "To column 9 we move the 9s from column 6.",
        "Move the 9s on the 10d to the Js.",
        "Move the 9s on the 10d into the space.",
        "The 9s on the 10d, the 9s on column 3.",
        "9s on the 10d, 4h on the 5s",
        "Move the Jh from the 10s to the Qs.",
    ],
)
def test_where_a_card_lies_is_not_where_it_goes(text):
    assert readings(text) == []


def test_a_card_is_never_played_elsewhere_than_the_text_says():
    problem = find_problem("woods-1")
    for text in ("We move the 10d from column 2 to the Js.", "Move the 10d from 2 on the Js."):
        with pytest.raises(ReplayError, match="no move fits '10d from 2 onto the Js'"):
            replay(problem.start, prose.loads(text))
    with pytest.raises(ReplayError, match="can't go onto the Qh at the bottom of column 9"):
        replay(problem.start, prose.loads("Move 10d from 2 -> 9."))
    end = replay(problem.start, prose.loads("Move the 10d from 2 to clear the way."))
    assert end.steps[0].move == Shift(2, 8, 1)


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        ("Move the 9-8s onto the Jd.", errors.AmbiguousMove, "no move fits '9-8s onto the Jd'"),
        ("Move the Qs onto the Kd.", errors.AmbiguousMove, "no move fits 'Qs onto the Kd'"),
        ("Move the 9-8s onto the 10d in column 3.", errors.WrongTarget, "column 3"),
        ("Move the 8s into the space in column 2.", errors.WrongTarget, "said to be a space"),
        ("Move the 8s onto the 9h in column 11.", errors.NoSuchColumn, "no column 11"),
        ("Move the 9s from 1 onto the 10d.", errors.WrongCard, "covered by 8s"),
        (
            "Remove the suit.",
            errors.NotInTableau,
            "no suit is complete, King to Ace at the bottom of a column",
        ),
    ],
)
def test_what_does_not_fit(text, error, said):
    with pytest.raises(error) as caught:
        resolved(OPEN, text)
    assert said in str(caught.value)


def test_no_space():
    with pytest.raises(errors.NoSpace):
        resolved(board("9s", "10d"), "Move the 9s from 1 into the space.")


def test_a_removal_without_a_column():
    position = board(COMPLETE[Suit.CLUBS], "5h", COMPLETE[Suit.HEARTS])
    assert [c.move for c in resolved(position, "We remove the hearts.")] == [Remove(3)]
    with pytest.raises(errors.AmbiguousMove, match="remove the clubs from column 1 or remove"):
        resolved(position, "Removing the suit gives this tableau:")


# Explaining


TEXT = """\
We could try the 6s, moving it (later) and moving the 6s to column 10, but
instead we move the 10d from 2 to 9.  This time
we turn up a 4c.  We move 9h-8s from 3 to 4.  And so on.
"""


def test_explain():
    explained = prose.explain(TEXT, name="post")
    assert [(s.kind, s.text, s.number) for s in explained] == [
        (Kind.PASSED_OVER, "We could try the 6s, moving it", None),
        (Kind.REMARK, "(later)", None),
        (Kind.NOT_TAKEN, "moving the 6s to column 10", None),
        (Kind.PASSED_OVER, "but\ninstead we", None),
        (Kind.MOVE, "move the 10d from 2 to 9", 1),
        (Kind.PASSED_OVER, "This time\nwe", None),
        (Kind.TURNED_UP, "turn up a 4c", 1),
        (Kind.PASSED_OVER, "We", None),
        (Kind.NOT_TAKEN, "move 9h-8s from 3 to 4", None),
        (Kind.PASSED_OVER, "so on.", None),
    ]
    assert explained[2].reason == "not said to be done: 'could'"
    assert explained[4].reading == "10d from 2 to 9"
    assert explained[6].reading == "turning up 4c"
    assert "two suits" in explained[8].reason
    assert str(explained[4].place) == "post:2:12"
    assert str(explained[4]) == (
        "post:2:12: move 1: 'move the 10d from 2 to 9' is '10d from 2 to 9'"
    )
    assert str(explained[2]).startswith("post:1:44: not taken: 'moving the 6s to column 10' (")
    assert str(explained[1]) == "post:1:32: remark: '(later)'"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("We move the 9s.", "it doesn't say where from or where to"),
        ("Then the Jh from column 6 is free.", "no word says that it moves"),
        ("We remove a set of clubs.", "it doesn't say which set"),
        ("Removing the clubs has its merits.", "what is said of it isn't understood: 'has its'"),
        ("Do we move the 9s from 6 to 9?", "asked, not said to be done"),
        ("If you wish, move the 9s from 6 to 9.", "not said to be done: 'If'"),
        ("Avoid moving the 9s from 6 to 9.", "what leads to it isn't understood: 'Avoid'"),
        ("Move the 9s from 6 to 9 to 10.", "it says more than one place"),
        ("We turn up a 9s.", "no move before it turns up a card"),
        ("We move the 9s from 6 to 9 and turn up a 6c in column 8.", "of column 8"),
        ("We move 9s from 6 to 9, turning up a 5d.  We turn up a 5c.", "something else"),
        ("We deal another row and turn up a 6c.", "something else"),
        ("We move 9s from 6 to 9, turning up a 5-4d.", "a run is not turned up at once"),
        ("We move the 9s from 6 to 9, which we move to column 3.", "which card"),
        ("We move the 9s from 6 to 9 and move it to column 3.", "which card"),
        ("Move 6-9s from 1 to 2.", "upside down"),
        ("Move the 9s from 1 to the 6-9s.", "upside down"),
        ("Move the 9s onto the Jc-3h.", "of two suits"),
        ("Move the 9s from 1 to 2 on the 6-9s.", "upside down"),
        ("Move the 9s from 1.  Put it onto the 6-9s.", "isn't understood where it goes"),
        ("Dealing another row is unwise.", "what is said of it isn't understood: 'is unwise'"),
        ("We nearly moved the 9s from 6 to 9.", "what leads to it isn't understood: 'nearly'"),
        ("Moving the 9s from 6 to 9 loses.", "what is said of it isn't understood: 'loses'"),
        ("The bad move: 9s from 6 to 9.", "what leads to it isn't understood: 'bad'"),
        ("We move the 9s from 6 to 9, then on to 3.", "it says more than one place"),
        ("We move the 9s from 6 to 9.  Oops, the 8s.", "what comes next takes it back"),
        ("The Jh must go from 8 to 9.", "not said to be done: 'must'"),
        ("The Jh can be moved from 8 to 9.", "not said to be done: 'can'"),
        ("The Jh needs moving from 8 to 9.", "said of it isn't understood: 'needs moving'"),
        ("We move the 9s from 6 to 9 after dealing.", "to be done after what follows it"),
        ("9s from 6 to 9, followed by a deal.", "isn't said as a deal is"),
        ("We move the 9s from 6 to 9 or the 8s.", "one of several moves, joined by 'or'"),
    ],
)
def test_reasons(text, reason):
    not_taken = [s for s in prose.explain(text) if s.kind is Kind.NOT_TAKEN]
    assert len(not_taken) == 1
    assert reason in not_taken[0].reason


def test_the_words_that_the_docs_list_are_those_that_stop_a_move():
    docs = Path(__file__).resolve().parents[1] / "docs" / "notations" / "scripts.md"
    rows = re.findall(r"^\| (\*.+) \|.*(?:sentence|comma) \|$", docs.read_text("utf-8"), re.M)
    listed = [
        word
        for row in rows[:-1]
        for part in re.findall(r"\*(.+?)\*", row)
        for word in part.split(", ")
    ]
    assert {"suppose", "don't", "take back", "if", "neither"} <= set(listed)
    assert not {"possible", "can"} & set(listed)
    for word in listed:
        assert readings(f"We {word} do, we move the 9s from 6 to 9.") == [], word


JH = "the Jh from 8 to 9"


@pytest.mark.parametrize(
    "text",
    [
        *(f"We {word} to move {JH}." for word in ("failed", "refuse", "decline", "wish")),
        f"We forgot to move {JH}.",
        *(f"We {word} moved {JH}." for word in ("almost", "nearly", "have hardly")),
        *(f"We {word} moving {JH}." for word in ("considered", "consider", "resist", "skip")),
        *(f"We {word} move {JH}." for word in ("do n't", "don't", "didnt", "can not")),
        *(f"It is {word} to move {JH}." for word in ("wrong", "forbidden", "too early")),
        f"We skip {JH}, 3c from 7 to 2.",
        f"We undo {JH}, 3c from 7 to 2.",
        f"Had we moved {JH}, we'd lose.",
        f"Were we to move {JH}, the 3c from 7 to 2 would follow.",
        f"In case we move {JH}, we lose.",
        f"Assuming we move {JH}, we win.",
        f"We assume that the 6s is turned up when we move {JH} if we do.",
        f"Hardly will we move {JH}.",
        f"Neither {JH} nor the 3c from 7 to 2 helps.",
        "Jh from 8 to 9 is illegal.",
        *(f"Moving {JH} {said}." for said in ("is impossible", "loses", "fails", "isn't legal")),
        *(f"Moving {JH} {said}." for said in ("would lose", "is not good", "is a mistake")),
        f"Moving {JH} right now simply loses.",
        f"Moving {JH}, 3c from 7 to 2 and then the 4h from 3 to 2 is impossible.",
        "Removing the hearts from 3 is wrong.",
        f"Moving {JH}, however, loses.",
        f"As long as we move {JH}, we win.",
        f"Moving {JH} is bad.",
    ],
)
def test_what_is_refused_or_only_thought_of_is_not_taken(text):
    assert readings(text) == []


@pytest.mark.parametrize(
    "text",
    [
        f"We move {JH} or Jh from 8 to 6.",
        f"We move {JH}, or we can move the Jh from 8 to 6.",
        f"Either {JH} or Jh from 8 to 6 would do.",
        f"We move 3c from 7 to 2, {JH}, or\nthe Jh from 8 to 6, and 4h from 3 to 2.",
        "We move the Jh or the 10h from 8 to 9.",
        f"We move {JH} or the 10h.",
        f"We move {JH} and/or 3c from 7 to 2.",
        f"We move {JH} or perhaps to 6.",
        "Move the Jh from 8 to the Qs or Qh.",
        f"We move {JH} or else deal a row.",
        "We remove the hearts or the spades.",
        f"Alternatively, move {JH}.",
    ],
)
def test_of_alternatives_none_is_taken(text):
    assert readings(text) == []
    reasons = {s.reason for s in prose.explain(text) if s.kind is Kind.NOT_TAKEN}
    said = ("'or'", "'Either'", "'Alternatively'", "more than one place")
    assert any(words in reason for reason in reasons for words in said)


@pytest.mark.parametrize(
    "text",
    [
        f"We undo some of what we did: {JH}.",
        f"Either way, we move {JH}.",
        f"One way or the other we move {JH}.",
        f"Sooner or later we move {JH}.",
        f"All things considered, we move {JH}.",
        f"In any case we move {JH}.",
        f"With all the hearts out of the way we move {JH}.",
        f"We move {JH} to get 3 or 4 cards off.",
        f"We move {JH} because the 3c is impossible to reach.",
        f"We move {JH}; moving the 3c from 7 to 2 or from 7 to 4 comes later.",
        f"We move {JH}, and moving the 3c from 7 to 2 is illegal.",
        f"We could wait or deal, but we move {JH}.",
        f"With the 6s in column 3 or the 7s in column 4, we move {JH}.",
        f"We need clubs or hearts, and we move {JH}.",
        f"We can dig or deal, and we move {JH}.",
        f"By moving {JH} we gain a space.",
        f"Moving {JH} gives us a space.",
        f"The wrong suit is there, and we move {JH}.",
    ],
)
def test_such_words_that_say_nothing_of_the_move(text):
    assert readings(text) == ["Jh from 8 to 9"]


def test_one_of_two_cards_is_not_turned_up():
    assert readings(f"We move {JH}, turning up a 6s or a 7s.") == ["Jh from 8 to 9"]


def test_of_two_cards_turned_up_none_is_lost():
    both = ["Jh from 8 to 9, turning up 6s 8c"]
    assert readings(f"We move {JH}, turning up the 6s and the 8c.") == both
    assert readings(f"We move {JH}, turning up a 6s in column 8 and an 8c in column 9.") == both
    # That's no column of the move.
    text = f"We move {JH}, turning up a 6s in column 8 and an 8c in column 2."
    assert readings(text) == ["Jh from 8 to 9, turning up 6s"]
    assert "of column 2" in "".join(stretch.reason for stretch in prose.explain(text))
    text = "3c from 2 to 3, Jh from 8 to 9, turning up a 6s in column 8 and an 8c in column 2."
    assert readings(text) == ["3c from 2 to 3, turning up 8c", "Jh from 8 to 9, turning up 6s"]
    for said in ("The 6s and the 8c are turned up.", "We turn up a 6s and the 8c is free."):
        (refused,) = [s for s in prose.explain(f"We move {JH}. {said}") if s.reason]
        assert refused.reason == "it says more than one card"


def test_of_cards_that_share_their_columns_each_is_marked():
    for said in ("the 3d and the 2d", "10d, 9d and 8d", "9-6s, 10h and Jh"):
        marks = prose.explain(f"Move {said} from 5 to 9, Qs from 3 to 4.")
        assert [s.kind for s in marks if s.kind is Kind.MOVE] == []
        wanted = said.count("the ") or said.count(",") + 2
        assert len([s for s in marks if s.kind is Kind.NOT_TAKEN]) == wanted + 1


def test_a_card_that_is_assumed_to_be_turned_up_is():
    text = f"We move {JH}, and we assume the Kh is turned up."
    assert readings(text) == ["Jh from 8 to 9, turning up Kh"]


ROW = "6d Ah 10h 9s 9c 6c Ac 6s 9d 4c"


@pytest.mark.parametrize(
    "text",
    [
        "deal",
        "Deal.",
        "9s from 6 to 9, deal, 9s from 6 to 9",
        "9s from 6 to 9 and deal",
        "Now deal.",
        "9s from 6 to 9\ndeal\n9s from 6 to 9\n",
        "> 9s from 6 to 9, turning up 5d # 5d!\n> deal\n> 9s from 6 to 9",
        f"deal turning up {ROW}",
        f"9s from 6 to 9, then deal, turning up {ROW}, 9s from 6 to 9.",
        f"We deal another row and turn up {ROW.replace(' ', ', ')}.",
        "deal turning up 6d Ah 10h 9s 9c\n6c Ac 6s 9d 4c\n9s from 6 to 9",
        f"We could wait, but deal turning up {ROW}\n9s from 6 to 9",
    ],
)
def test_a_deal_in_a_list_of_moves(text):
    named = "turn" in text.replace("turning up 5d", "")
    deals = [words for words in readings(text) if words.startswith("deal")]
    assert deals == [f"deal turning up {ROW}" if named else "deal"]
    assert len(readings(text)) == 1 + text.count("from 6 to 9")


@pytest.mark.parametrize(
    "text",
    [
        "We're likely to get a space soon after the new deal.",
        "We get the 9s out of the way until the deal.",
        "to overcome bad luck in the deal, by means of",
        "Next deal one card face down on each of four piles.",
        "It's time to deal.",
        "After this we can only\ndeal\nand hope.",
        "A good deal, you may think, of\ndeal",
        "we could fill in the space and deal.",
        "Without a deal, nothing more is done.",
        f"The next deal turning up {ROW} would help.",
        f"If we deal, turning up {ROW}, we win.",
        "Deal deal deal",
    ],
)
def test_a_deal_that_is_only_spoken_of(text):
    assert readings(text) == []


def test_cells_and_counts():
    assert readings(
        "Move the 5d from 3 to free cell 1, then the 5d from cell 1 to 4, and 4 cards from 7 to 3."
    ) == ["5d from 3 to cell 1", "5d from cell 1 to 4", "4 cards from 7 to 3"]
    for text, reason in (
        ("We move the 5d from 3 into a free cell.", "it doesn't say which cell"),
        ("We move the 6-5d from 3 to cell 1.", "a cell holds one card"),
        ("We move the 5d from cell 1 to cell 2.", "from a cell to no column"),
        ("We move 4 cards onto the 10d.", "from which column"),
        ("9s from 6 to 9, turning up 5d. Turning up 5d 6d", "something else"),
        ("turning up 5d 6d", "no move before it"),
    ):
        assert [s.reason for s in prose.explain(text) if s.kind is Kind.NOT_TAKEN] != []
        assert reason in next(s.reason for s in prose.explain(text) if s.reason)


def test_instructions_say_where_they_stand():
    instruction = prose.loads(TEXT, name="post").instructions[0]
    assert str(instruction.place) == "post:2:21"
    assert instruction.text == "10d from 2 to 9"
    broken = prose.loads("we move 9-3h from\n9 to (now free) 4, and rest").instructions[0]
    assert broken.text == "9-3h from\n9 to (now free) 4"


def test_a_remark_amid_a_move_belongs_to_it():
    explained = prose.explain("Move 9-3h from 9 to (the now free) 4, and (that's it) rest.")
    assert [(s.kind, s.text) for s in explained] == [
        (Kind.MOVE, "Move 9-3h from 9 to (the now free) 4"),
        (Kind.REMARK, "(that's it)"),
        (Kind.PASSED_OVER, "rest."),
    ]


def test_a_card_that_is_not_known_may_be_what_another_goes_onto():
    assert readings("Move the 9s onto the ?? from column 2.") == ["9s from 2 onto the ??"]


def test_small_words_are_no_cards():
    assert readings("as from 3 to 4, as far as from 10 to 5") == []
    assert readings("As from 3 to 4, AS from 10 to 5") == ["As from 3 to 4", "As from 10 to 5"]
    assert readings("the ace of spades from 3 to 4, diamond 8 from 5 to 6, Th from 1 to 2") == [
        "As from 3 to 4",
        "8d from 5 to 6",
        "10h from 1 to 2",
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("We turn up 4 cards.", []),
        ("I turned up 12 cards", []),
        ("Move the Jh from 8 to 9, turning up 2 cards.", ["Jh from 8 to 9"]),
        ("deal, turn up 2 cards", ["deal"]),
        ("9s from 6 to 9.  The card turned up is one of 2 cards.", ["9s from 6 to 9"]),
    ],
)
def test_a_number_of_cards_turned_up_names_none(text, wanted):
    assert readings(text) == wanted
    refused = [s.reason for s in prose.explain(text) if s.kind is Kind.NOT_TAKEN]
    assert refused == ["it doesn't say which cards"] * ("one of" not in text)


@pytest.mark.parametrize(
    "text",
    [
        "the ace\nof spades from 3 to 4",
        "the ace of\n  spades from 3 to 4",
        "the spade\nace from 3 to 4",
        # What a pattern takes for an s, whatever the case of its letters.
        "A\u017f from 3 to 4",
        "the ace of \u017fpades from 3 to 4",
    ],
)
def test_a_card_however_it_is_written(text):
    assert readings(f"We move {text}.") == ["As from 3 to 4"]


# Any text


WORDS = (
    *(
        "We",
        "move",
        "moving",
        "the",
        "a",
        "9s",
        "9-6s",
        "10h",
        "5-9s",
        "from",
        "7",
        "to",
        "column",
    ),
    *("3", "into", "space", "onto", "which we move", "it", "there", "If", "could", "can", "not"),
    *("but", ",", ", so", ".", "?", ":", ";", "(", ")", "#", "\n", "\n\n", "remove", "removing"),
    *("clubs", "suit", "gives", "turn up", "turning up", "turned up", "is", "card", "deal"),
    *("another row", "in", "out of", "back", "and", "then", "instead of", "the card turned up"),
    *("4 cards", "1 card", "??", "ace", "10", "of", "of\nspades", "spade", "dıamonds", "9\u017f"),
    *("->", "on", "onto the", "to the Js", "Js", "or", "where", "upon", "over", "out of"),
    *("undo", "loses", "wrong", "either", "alternatively", "or the", "impossible", "simply"),
    *("cell 2", "a free cell", "it", "was", "removing", "the next", "goes", "we'd", "8c 9d"),
)
ANYTHING = st.text(max_size=200) | st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join)


@given(ANYTHING)
def test_any_text_is_read_and_explained_whole(text):
    if "\0" in text:
        return
    explained = prose.explain(text)
    taken = prose.loads(text).instructions
    assert all(s.text == text[s.start : s.stop] for s in explained)
    assert all(a.stop <= b.start for a, b in pairwise(explained))
    between = [0, *(n for s in explained for n in (s.start, s.stop)), len(text)]
    for start, stop in zip(between[::2], between[1::2], strict=True):
        left = re.sub(r"\b(?:and|then|finally)\b", "", text[start:stop], flags=re.IGNORECASE)
        assert not re.search(r"\w", left)
    numbers = [s.number for s in explained if s.kind is Kind.MOVE]
    assert set(numbers) == set(range(1, len(taken) + 1))
    assert all(str(s) for s in explained)


def test_text_that_is_none():
    with pytest.raises(NotationError, match="zero bytes"):
        prose.loads("move\0")
    with pytest.raises(NotationError, match="too long"):
        prose.loads("9-" * LONGEST)


def test_hostile_text():
    assert prose.loads("9-" * (LONGEST // 2)).instructions == ()
    assert prose.loads("(" * 60_000 + ")" * 60_000).instructions == ()
    # A tenth of what may be read: time that grows with the square shows with it, too.
    size = LONGEST // 10
    assert prose.loads("deal " * (size // 5)).instructions == ()
    assert prose.loads("9s from 1 to 2 or " * (size // 18)).instructions == ()
    assert prose.loads("9s from 1 to 2, " * (size // 17) + "loses").instructions == ()
    assert prose.loads("9s, " * (size // 4) + "8s from 1 to 2").instructions == ()
    assert prose.loads("moving 9s from 1 to 2, we, " * (size // 27) + "could").instructions != ()
    assert prose.loads("9s from 1 to 2, " + "to get a space, " * (size // 16)).instructions != ()
    assert prose.loads("turning up a 9s and " * (size // 20)).instructions == ()
    assert prose.loads("move it to " * (size // 11)).instructions == ()
    assert prose.loads("move 9s from 1 move it to x " * (size // 28)).instructions == ()


def test_prose_is_never_recognised_but_can_be_asked_for():
    text = "We move the Jh from column 8 to column 9."
    assert not prose.SCRIPT_FORMAT.recognises(text)
    assert scripts.recognise(text) is words.SCRIPT_FORMAT
    assert len(scripts.loads("Then " + text, "prose").instructions) == 1


def test_a_quoted_post_reads_as_the_post_does():
    text = "We move 9-8s from 2 to\n1 (not\nto 3), then 4h from 3 to 2."
    quoted = "> We move 9-8s from 2 to\n>> 1 (not\n> > to 3), then 4h from 3 to 2."
    plain, marked = prose.loads(text), prose.loads(quoted)
    assert len(plain.instructions) == 2
    position = board("10s", "9s 8s", "4h")
    assert replay(position, marked).end == replay(position, plain).end
    assert ">" not in "".join(map(str, prose.explain(quoted))).replace("<text>", "")


@pytest.mark.parametrize(
    "end",
    [
        *("to the 4h or the 4c", "to the 4c or the 4h", "to 2 or the 4c", "to 2 or the space"),
        *("to 2 or perhaps 5", "to 2, or to 5", "to 2/5", "to 2-5", "to 2 and 5", "to the 4c/4h"),
        *("to 2 or else 5", "to 2 or alternatively to column 5", "to 2, onto the 4c"),
        *("to the 4h of column 3", "to the 4h at the bottom of column 3", "to the 4h at column 3"),
        *("to the 4h, in column 3", "to the 4h that lies in column 3", "to the 4c, column 2"),
        *("into the space of column 6", "into the space, column 6", "into the space at column 6"),
        *("to the 4c in 2", "to the 4c [column 2]", "not to 2 but to 5", "but not to 2"),
        *("not to the 4c but to the 4h", "elsewhere than 2", "alongside the 4h"),
        "away from the 4c",
    ],
)
def test_a_place_that_leaves_a_choice_or_is_not_read_whole_is_none(end):
    text = f"I moved the 3s from 1 {end}. "
    assert prose.loads(text).instructions == ()
    (refused,) = [stretch.reason for stretch in prose.explain(text) if stretch.reason]
    assert refused in (
        *("it says more than one place", "it isn't understood where it goes"),
        "one of several moves, joined by 'or'",
    ) or refused.startswith("what is said of it isn't understood")


@pytest.mark.parametrize(
    ("end", "read"),
    [
        ("to the 4h in column 3", "3s from 1 to the 4h in column 3"),
        ("to 3 onto the 4h", "3s from 1 to 3 onto the 4h"),
        ("to the space in column 6", "3s from 1 to the space in column 6"),
        ("to the 4c, turning up a card in column 1", "3s from 1 to the 4c"),
        ("to 2, and 4 cards are left", "3s from 1 to 2"),
    ],
)
def test_what_else_is_said_of_a_place(end, read):
    (move,) = prose.loads(f"I moved the 3s from 1 {end}.").instructions
    assert move.in_one_line == read


def test_a_number_of_cards_and_the_card_that_they_go_to():
    assert prose.loads("Move 2 cards from 1 to 2 onto the 10d.").instructions == ()


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        # What was taken back is no move that column 8 turns a card up by.
        (
            "Move the Jh from 8 to 9. No, wait. Move the 9s from 7 to 3. In column 8 we turn up "
            "the 6s.",
            ["9s from 7 to 3"],
        ),
        # Nor is its card there to be moved.
        ("We move the Jh from 8 to 9 and turn up a 6s. No, wait. Which we move to column 2.", []),
        # Both cards are taken back, not only the second.
        ("Move the Jh from 8 to 9. We turn up a 6h and an 8c. No, wait.", ["Jh from 8 to 9"]),
        # "Both" reaches back over sentences with moves, and no further.
        (
            "Move the Jh from 8 to 9. The space is needed. Move the 9s from 7 to 3. Both lose.",
            ["Jh from 8 to 9"],
        ),
        ("Move the Jh from 8 to 9. Move the 9s from 7 to 3. Both lose.", []),
        # What somebody did is told, what he does is said.
        ("First you moved the Jh from 8 to 9.", []),
        ("First you move the Jh from 8 to 9.", ["Jh from 8 to 9"]),
        # What comes later isn't now.
        ("Later we will move the Jh from 8 to 9.", []),
        ("We will move the Jh from 8 to 9.", ["Jh from 8 to 9"]),
        # Another game isn't this one.
        ("In my first game, the Jh from 8 to 9.", []),
        ("In this game, the Jh from 8 to 9.", ["Jh from 8 to 9"]),
        ("Game: the Jh from 8 to 9.", ["Jh from 8 to 9"]),
    ],
)
def test_what_is_taken_back_leaves_nothing_behind(text, moves):
    assert readings(text) == moves


@pytest.mark.parametrize(
    "deal",
    [
        *("Deal the cards", "deal cards", "- deal cards!", "Deal 10 cards", "Deal ten new cards"),
        *("Deal the last ten cards", "deal ten more", "Deal out the remaining cards"),
        *("We deal the cards", "We now deal ten new cards"),
        *("Deal row", "deal new row", "Deal next row of cards"),
    ],
)
def test_a_deal_of_cards_is_a_deal(deal):
    script = prose.loads(f"7d from 3 to 4.\n{deal}\n6d from 2 to 3.\n")
    kinds = [type(item).__name__ for item in script.instructions]
    assert kinds == ["MoveRun", "DealRow", "MoveRun"]
    script = prose.loads(f"7d from 3 to 4, {deal.strip('-! ')}, 6d from 2 to 3")
    assert len(script.instructions) == 3


@pytest.mark.parametrize(
    "text",
    [
        *(
            "Don't deal the cards yet.",
            "We can't deal cards yet.",
            "Deal cards?",
            "the deal cards",
        ),
        *(
            "Deal the cards if you can.",
            "Before you deal the cards, think.",
            "Deal cards until it",
        ),
        *(
            "A good deal of cards is bad.",
            "To deal ten cards we need no space.",
            "deal row or not",
        ),
        *("New row", "Next row.", "- another row", "then a new deal", "next deal!", "Last row"),
    ],
)
def test_what_is_said_of_deals_otherwise_is_marked_at_most(text):
    script, stretches = prose.loads_explained(f"7d from 3 to 4.\n\n{text}\n\n6d from 2 to 3.\n")
    assert all(type(item).__name__ == "MoveRun" for item in script.instructions)
    marked = [stretch for stretch in stretches if stretch.reason]
    assert bool(marked) == (text != "A good deal of cards is bad.")


@pytest.mark.parametrize(
    ("text", "played"),
    [
        ("The right move was Jh from 8 to 9, but I played 3c from 7 to 4.", ["3c"]),
        ("The correct move was Jh from 8 to 9; I played 3c from 7 to 4.", ["3c"]),
        ("Best was Jh from 8 to 9. Instead I played 3c from 7 to 4.", ["3c"]),
        ("Best: Jh from 8 to 9. Second best: 3c from 7 to 4.", ["Jh"]),
        ("Main line: Jh from 8 to 9. Side line: 3c from 7 to 4.", ["Jh"]),
        ("The best move is Jh from 8 to 9.", ["Jh"]),
        ("We move both the Jh from 8 to 9 and 3c from 7 to 4.", ["Jh", "3c"]),
        ("Both 3c from 7 to 4 and Jh from 8 to 9 turn up a card.", []),
        ("Only 3c from 7 to 4 and Jh from 8 to 9 turn up a card.", []),
        ("Legal moves here: Jh from 8 to 9, 3c from 7 to 4.", []),
        ("Here are the legal moves: Jh from 8 to 9, 3c from 7 to 4.", []),
        ("The only moves are Jh from 8 to 9, 3c from 7 to 4.", []),
        ("Moves to consider: Jh from 8 to 9, 3c from 7 to 4.", []),
        ("Moves that turn up a card:\n- Jh from 8 to 9\n- 3c from 7 to 4\n", []),
        ("Top three: Jh from 8 to 9, 3c from 7 to 4.", []),
        ("We move the Jh from 8 to 9 (no, 3h from 5 to 4).", []),
        ("We move the Jh from 8 to 9 without success.", []),
        ("We move the Jh from 8 to 9, in vain.", []),
        ("Jh from 8 to 9, but that was in the other game. I moved 3c from 7 to 4.", ["3c"]),
        ("Jh from 8 to 9, but that was in another game.", []),
        ("Jh from 8 to 9, but that was my first game. I moved 3c from 7 to 4.", ["3c"]),
        ("Jh from 8 to 9, but that was then. I moved 3c from 7 to 4.", ["3c"]),
        ("Jh from 8 to 9, but that order was wrong.", []),
        ("Jh from 8 to 9. That was in the other game.", []),
        ("I moved Jh from 8 to 9 in a different game.", []),
        ("I moved Jh from 8 to 9 in the game before.", []),
        ("I moved Jh from 8 to 9 in this game.", ["Jh"]),
        ("Jh from 8 to 9, but 3c from 7 to 4 before it.", ["Jh"]),
        ("Jh from 8 to 9. To do: 3c from 7 to 4.", ["Jh"]),
        ("To do: Jh from 8 to 9.", []),
        ("Jh from 8 to 9.\n  - To do:  3c from 7 to 4.", ["Jh"]),
        ("Jh from 8 to 9.  Left to do: 3c from 7 to 4.", ["Jh"]),
        ("Jh from 8 to 9.\nMoves left: 3\n\n3c from 7 to 4.", ["Jh", "3c"]),
        ("What is left to do: Jh from 8 to 9, then 3c from 7 to 4.", ["Jh", "3c"]),
        ("We win. There: Jh from 8 to 9.", ["Jh"]),
        ("We move Jh from 8 to 9, but it was in vain.", []),
        ("We move Jh from 8 to 9, but that was all to no avail.", []),
        ("Jh from 8 to 9. Only one space left: 3c from 7 to 4.", ["Jh", "3c"]),
        ("Jh from 8 to 9. On the left: 3c from 7 to 4.", ["Jh", "3c"]),
        ("Jh from 8 to 9, 3c from 7 to 4. That is how I won in my last game.", ["Jh", "3c"]),
        ("Jh from 8 to 9, 3c from 7 to 4. I did the same in the other game.", ["Jh", "3c"]),
        ("We move Jh from 8 to 9, just as in the other game. 3c from 7 to 4.", ["Jh", "3c"]),
        ("Jh from 8 to 9, to free the column before it. 3c from 7 to 4.", ["Jh", "3c"]),
        ("The solution to the problem in the last version. Jh from 8 to 9.", ["Jh"]),
        ("Jh from 8 to 9. Moves left: 3c from 7 to 4.", ["Jh"]),
        ("Jh from 8 to 9. Now available: 3c from 7 to 4.", ["Jh"]),
        ("Jh from 8 to 9. Also possible: 3c from 7 to 4.", ["Jh"]),
        ("Here is what is possible: Jh from 8 to 9.", []),
        ("What can be moved: Jh from 8 to 9; 3c from 7 to 2", []),
        ("Moves left out: Jh from 8 to 9", []),
        ("Moves taken back: Jh from 8 to 9", []),
        ("A tempting solution: Jh from 8 to 9.", []),
        ("Jh from 8 to 9. The computer's answer: 3c from 7 to 4.", ["Jh"]),
        ("The old version: Jh from 8 to 9. My version: 3c from 7 to 4.", ["3c"]),
        ("First moves: Jh from 8 to 9, 3c from 7 to 4.", ["Jh", "3c"]),
    ],
)
def test_moves_that_are_only_compared_are_not_played(text, played):
    script, stretches = prose.loads_explained(text)
    assert [str(item.head) for item in script.instructions] == played
    refused = [s for s in stretches if s.kind is Kind.NOT_TAKEN]
    assert len(refused) == len(re.findall(r"from \d to \d", text)) - len(played) - ("(no" in text)


@pytest.mark.parametrize(
    "text",
    [
        "Jh from 8 to 9 turns up a 6s; 3c from 7 to 2 turns up a 2c. I took the first.",
        "We move the Jh from 8 to 9. Actually, we move the 3c from 7 to 2.",
        "We move the Jh from 8 to 9. Typo: to 10.",
        "Jh from 8 to 9 and 3c from 7 to 2 are good. I chose the latter move.",
        "Jh from 8 to 9. Actually 3c from 7 to 4.",
    ],
)
def test_what_chooses_among_moves_is_marked(text):
    assert any("changes or chooses" in stretch.reason for stretch in prose.explain(text))


@pytest.mark.parametrize(
    "text",
    [
        *("So deal.", "I'll deal.", "Now a deal.", "Second deal.", "Deal one.", "Deal 2."),
        *("Forced to deal.", "Deal all the remaining cards.", "Deal the rest of the cards."),
        *("3c from the 7th to the 2nd column", "3c from c7 to c2", "Stack the 3c on the 4c."),
        *("Dump the 3c on column 2.", "Into column 2 goes the 3c.", "Repeat with the 2c."),
        *("We have no choice but to deal.", "You can deal.", "I will deal."),
        *("Deal rows 2 and 3.", "Deal five cards.", "Hit the stock.", "Ten new cards."),
        *("The 3c leaves 7 for 2.", "3c from row 7 to row 2", "3c: col 7, col 2"),
    ],
)
def test_what_looks_like_a_move_or_deal_is_never_passed_over(text):
    script, stretches = prose.loads_explained(f"Jh from 8 to 9.\n\n{text}\n\n10d from 2 to 9.\n")
    assert {str(item.head) for item in script.instructions} <= {"Jh", "10d"}
    assert any(stretch.kind is Kind.NOT_TAKEN for stretch in stretches)


@pytest.mark.parametrize(
    "text",
    ["The deal was long.", "A new deal follows.", "After dealing we sleep.", "A good deal."],
)
def test_a_deal_that_is_a_noun_is_not_marked(text):
    stretches = prose.explain(f"Jh from 8 to 9.\n\n{text}\n\n10d from 2 to 9.\n")
    assert not any(stretch.kind is Kind.NOT_TAKEN for stretch in stretches)


@pytest.mark.parametrize(
    "label",
    [
        *(
            "The old version: ",
            "The computer's answer: ",
            "Solution by Bob: ",
            "A flawed solution: ",
        ),
        *("Moves skipped: ", "The pitfall here: ", "Here is my question: ", "Woods' solution: "),
        *("For comparison, here is the line from my first post: ", "Compare this: "),
        *("Now for the blooper: ", "Also available: ", "Next week's line: ", "A dubious line: "),
        *("Instead ", "Also possible is ", "Later version: ", "Next problem: ", "The answer: "),
        *("From the beginning ", "Example: "),
        *("The printed solution: ", "Back at the start, I moved ", "The second time I moved "),
    ],
)
def test_a_label_behind_moves_that_is_not_understood_leads_to_none(label):
    """The first label of a text may have words that nobody knows; there is nothing to mix up."""
    text = f"We move the Jh from 8 to 9. {label}6d from 1 to 10."
    assert "6d" not in [str(item.head) for item in prose.loads(text).instructions]
    refused = [s.text for s in prose.explain(text) if s.kind is Kind.NOT_TAKEN]
    assert any("6d" in words for words in refused)


@pytest.mark.parametrize(
    "label",
    [
        *("Then this follows: ", "The rest: ", "We go on: ", "Next: ", "Step 3: ", "Finally: "),
        *("Now we can proceed as follows: ", "After that the moves are these: "),
        *("The continuation: ", "The line goes on like this: "),
    ],
)
def test_a_label_behind_moves_that_goes_on(label):
    text = f"We move the Jh from 8 to 9. {label}6d from 1 to 10."
    assert [str(item.head) for item in prose.loads(text).instructions] == ["Jh", "6d"]


def test_what_follows_the_label_of_another_line_is_not_taken():
    text = "We move the Jh from 8 to 9. Solution by Bob: Ah from 2 to 9. Then 3s from 7 to 8."
    reasons = [s.reason for s in prose.explain(text) if s.kind is Kind.NOT_TAKEN]
    assert reasons == ["another line of play begins here"] * 2
    text = "Jh from 8 to 9, 10d from 2 to 9, but in the other order."
    assert not prose.loads(text).instructions


@pytest.mark.parametrize("text", ["a: " * 12_000, "Jh from 8 to 9.\n" + "\n|\n" * 30_000])
def test_labels_and_lines_of_one_sign_take_linear_time(text):
    began = time.process_time()
    prose.explain(text + "Jh from 8 to 9")
    assert time.process_time() - began < 15
