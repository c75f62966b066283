"""Save files of Windows 7's Spider, and deals as lists of cards."""

import struct

import pytest

from spiderpos import formats
from spiderpos.formats import deck, windows7
from spiderpos.game.cards import RANK_NAMES, Card, Suit, card
from spiderpos.game.deals import deal
from spiderpos.game.engine import do
from spiderpos.game.moves import Deal
from spiderpos.game.position import Column, Position
from spiderpos.text.errors import NotationError, NotWritable

from .running import run

RANKS = "Ace Two Three Four Five Six Seven Eight Nine Ten Jack Queen King".split()  # noqa: SIM905


def stack(name: str, cards: list[tuple[Card, bool]]) -> str:
    """Return a stack of cards as XML of a save file."""
    written = "".join(
        f"<Card><X>10</X><Y>17</Y><Name>{RANKS[c.rank - 1]}Of{c.suit.plural.capitalize()}1</Name>"
        f"<Type>3</Type><FaceUp>{str(up).lower()}</FaceUp><Enabled>true</Enabled></Card>\n"
        for c, up in cards
    )
    inside = f"<Cards>{written}</Cards>" if cards else "<Cards />"
    return (
        f"<CardStack><X>642</X><Y>17</Y><Name>{name}</Name><Direction>1</Direction>\n{inside}"
        "</CardStack>\n"
    )


def saved(position: Position) -> str:
    """Return the XML of a save file for a position, with the stacks in Windows' order."""
    columns = [
        stack(f"Stack{n}", [(c, False) for c in column.down] + [(c, True) for c in column.up])
        for n, column in enumerate(position.columns, 1)
    ]
    hand = stack("Deck", [(c, False) for c in reversed(position.hand)])
    gone = [
        (card(rank, suit), True)
        for suit in position.removed
        if suit is not None
        for rank in range(1, len(RANK_NAMES))
    ]
    stacks = [*reversed(columns), hand, stack("Complete", gone)]
    state = "<GameState><Version>7</Version><GameSeed>2747804</GameSeed></GameState>"
    return f"<Root>{state}<CardTable><CardStacks>{''.join(stacks)}</CardStacks></CardTable></Root>"


def packed(text: str) -> bytes:
    """Return the bytes of a save file: header, picture, and the XML."""
    picture = b"\x89PNG and so on"
    inside = b"\xff\xfe" + (text + "\n\0").encode("utf-16-le")
    head = struct.pack("<4sIIQI", b"RGMH", 1, 0x2028, 0, len(picture)).ljust(0x2028, b"\0")
    return head + picture + struct.pack("<I", len(inside)) + inside


def positions() -> list[Position]:
    start = deal(14934)
    gone = tuple(Column() for _ in range(9))
    end = Position(
        (Column((), tuple(card(rank, Suit.SPADES) for rank in range(13, 0, -1))), *gone),
        (),
        (*(Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS) * 2, Suit.SPADES),
    )
    return [start, do(start, Deal()).after, end]


@pytest.mark.parametrize("position", positions())
def test_a_file_is_read_by_itself(position, tmp_path):
    path = tmp_path / "game.SpiderSolitaireSave-ms"
    path.write_bytes(packed(saved(position)))
    result = formats.loads(formats.unpack(path.read_bytes()) or "")
    assert sorted(result.removed) == sorted(position.removed)
    assert (result.columns, result.hand) == (position.columns, position.hand)
    shown = run("show", str(path), "--as", "fen")
    assert shown.stdout == formats.dumps(result, "fen") + "\n"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("<Name>Stack3<", "<Name>Stack4<", "a second Stack4"),
        ("<Name>Complete<", "<Name>Completed<", "there is no Complete"),
        ("OfHearts", "OfCups", "is not a card"),
        (
            "Direction>\n<Cards />",
            "Direction>\n<Cards><Card><Name>AceOfSpades</Name><FaceUp>true"
            "</FaceUp></Card></Cards>",
            "doesn't have 13 cards",
        ),
    ],
)
def test_errors_in_files(old, new, expected):
    with pytest.raises(NotationError, match=expected) as caught:
        windows7.loads(saved(deal(5)).replace(old, new, 1))
    assert caught.value.place is not None


@pytest.mark.parametrize(
    "piece",
    [
        "<CardStack>",
        "<CardStack><Name>Stack1</Name>",
        "<Card><Name>KingOfClubs</Name>",
        "<Card>",
        "<Name>",
        "<FaceUp>",
        "<",
    ],
)
def test_unclosed_elements_are_refused_in_linear_time(piece):
    """A reader that takes quadratic time would not end."""
    text = "<Root><CardStack><Name>Stack1</Name>" + piece * (400_000 // len(piece))
    with pytest.raises(NotationError, match="this is not XML"):
        windows7.loads(text)


def test_such_files_are_only_read():
    with pytest.raises(NotWritable):
        windows7.FORMAT.dumps(deal(1))
    assert formats.unpack(b"RGMH, and another game") is None


def test_a_tableau_of_all_cards_is_not_a_list():
    runs = [str(card(rank, suit)) for suit in (*Suit, *Suit) for rank in range(13, 0, -1)]
    columns = [runs[index : index + 13] for index in range(0, 104, 13)]
    rows = "\n".join(" ".join(column[n] for column in columns) for n in range(13))
    assert not deck.recognises(rows)
