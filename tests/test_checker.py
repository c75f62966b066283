"""The checker of certificates, tested with forged claims and with files that need too many
resources."""

import gzip
import json
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from spiderpos.game.cards import Suit
from spiderpos.game.census import faults
from spiderpos.game.position import Position
from spiderpos.goals.goal import parse
from spiderpos.solver.prover import Budget, Outcome, brute
from tests import tables
from tests.checking import check, closed, closed_positions, compare, prove, verdict
from tests.questions import any_question, stacked, suit_pieces
from tests.running import needs_core

pytestmark = pytest.mark.slow

FORGED = Path(__file__).parent / "data" / "certificates"
HEARTS = "| Kh Qh Jh 10h 9h 8h 7h 6h 5h 4h 3h 2h"


def node(columns, goal, proof="positions", rules=None, wider=None, **more):
    """Return a certificate; parts of the position that aren't given are omitted."""
    keys = {"hand", "in_cells", "removed_before"}
    position = {"columns": columns} | {key: more.pop(key) for key in keys & more.keys()}
    made = {"certificate": 1, "rules": rules or {}, "position": position, "goal": goal}
    made |= {"proof": proof} | more
    if wider is not None:
        part = {key: made[key] for key in ("rules", "position", "goal")}
        made["wider"] = part | wider
    return made


# False claims that an earlier checker accepted


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("certificate-lookalike-suit", "unreadable"),
        ("certificate-suit-as-text", "unreadable"),
        ("f2-homoglyph", "unreadable"),
        ("f2-kings-yes", "unreadable"),
        ("f2-remove-str", "unreadable"),
        ("forged-win-with-1-suit-classes", "refused"),
        # There is a line of five moves: 1-2, 1-3, 1-2, 4-2, 1-4.
        ("forgotten-too-early", "refused"),
        # These claims are true, but the drawing was that of a question with another answer.
        ("certificate-cell-not-drawn", "accepted\n    in the cells: Kh"),
        ("certificate-hand-not-drawn", "accepted\n    in the hand, the next card first: 2h 3h"),
        ("f2-same-drawing-cell-full", "accepted\n    in the cells: Kd"),
        ("f2-same-drawing-lost", "accepted\n    in the hand, the next card first: Kh Ks"),
    ],
)
def test_claims_that_were_accepted_or_drawn_wrongly(name, message, capsys):
    expected, *drawn = message.split("\n")
    code = check.main([str(FORGED / f"{name}.json")])
    printed = capsys.readouterr().out
    assert code == ["accepted", "refused", "unreadable"].index(expected)
    assert any(line.startswith(expected) for line in printed.splitlines())
    assert all(line in printed.splitlines() for line in drawn)
    assert printed.isascii()


# Values of wrong types


TRUE = node(["| 5h 7c", "| 9h"], {"uncover": [["5h", None]]})
OTHERS = [0, 1, -1, 2, 15, 10**9, 10**400, 1.0, True, False, None, "", "yes", "Always", "hearts"]
OTHERS += ["heаrts", "HEARTS", [], ["hearts"], [["hearts"]], [[1, 1]], [[True, None]], {}]
OTHERS += [[["5h", 0]], [["5h", True]], [["??", None]], [["5h*", 1]], ["| 5h*"], [["| 5h"]]]
OTHERS += ["5h*", "5\u2009h", "5h|", [float("nan")], float("inf"), ["?"], [1], [99], ["5h"]]


def test_every_value_is_of_its_kind_or_unreadable():
    """The checker refuses a value of a wrong type, and never converts one silently."""
    read = Counter()
    for part, keys in check.PARTS.items():
        for key, (default, kind) in keys.items():
            for value in OTHERS:
                made = closed(TRUE) | {part: TRUE[part] | {key: value}}
                try:
                    text = json.dumps(made)
                    question = check.Question(check.load(text.encode(), len(text)), len(text))
                except (ValueError, LookupError, TypeError):
                    continue
                assert type(value) is type(default) or default in ((), None), (key, value)
                assert check.read(kind, value) in (vars(question)[key], default) or key in {
                    *("uncover", "columns", "hand")
                }
                read[part] += 1
    assert min(read[part] for part in check.PARTS) >= 3


@pytest.mark.parametrize(
    "text",
    [
        '{"certificate": 1, "certificate": 1, ',
        '{"certificate": 1.0, ',
        '{"certificate": true, ',
        '{"certificate": 1, "remark": 1, ',
        '{"certificate": 1, "proof": "positions", ',
    ],
)
def test_twins_and_other_keys_are_unreadable(text):
    whole = json.dumps(closed(TRUE))
    begin = '{"certificate": 1, '
    assert whole.startswith(begin)
    assert prove(whole)
    for damaged in (
        whole.replace(begin, text),
        whole + "{}",
        whole + whole,
        whole[:-1],
        "[" * 9**6,
    ):
        with pytest.raises((ValueError, RecursionError, KeyError)):
            prove(damaged)


ASKED = {
    "rules": [{"kings_on_aces": True}, {"cells": 1}, {"cells": 2}, {"suits": 2}, {}],
    "hand": ["", "Kh Ks", "Ks Kh", "??"],
    "in_cells": ["", "3c", "3d"],
    "removed_before": [[], ["clubs"], ["spades"], ["?"]],
    "goal": [
        *({"spaces": 1}, {"spaces": 2}, {"space_in": [1]}, {"space_in": [2]}, {"remove_any": 1}),
        *({"remove": ["hearts"]}, {"complete": ["hearts"]}, {"complete_any": True}, {"win": 0}),
        *({"win": 1}, {"win": 0, "win_in_tableau": True}, {"turn_up": [[1, None]]}),
        *({"turn_up": [[1, 2]]}, {"turn_up": [[2, 1]]}, {"uncover": [["9h", None]]}),
        *({"dig_down": [["5h", 1]]}, {"dig_down": [["7h", 1]]}),
        *({"uncover": [["9h", 1]]}, {"reach": [["| 9h", "| 5h 7h"]]}, {"reach": [["|", "|"]]}),
        *({"remove_first": [["hearts", "spades"]]}, {"remove_first": [["spades", "hearts"]]}),
    ],
    "conditions": [
        *({}, {"no_dealing": True}, {"no_turning_up": True}, {"no_removing": ["hearts"]}),
        *({"no_removing": ["clubs"]}, {"no_making_a_space": True}, {"other_suits": 0}),
        *({"other_suits": 1}, {"moves": 1}, {"moves": 2}, {"whatever_turns_up": True}),
    ],
}


def test_two_questions_are_never_drawn_alike():
    drawn = {}
    for seed in range(3000):
        rng = random.Random(seed)
        part = {key: rng.choice(ASKED[key]) for key in ASKED}
        made = node(["| 5h 7h", "| 9h"], part.pop("goal") | part.pop("conditions"), **part)
        try:
            drawing = "\n".join(check.Question(made, 0).drawing)
        except ValueError:
            continue
        assert drawn.setdefault(drawing, made) == made
    assert len(drawn) > 1000


@tables.of("forged")
def test_each_mistake_is_refused(columns, goal, rest):
    """Return the verdict on a certificate with a mistake that only one check detects."""
    forged = node(json.loads(columns), json.loads(goal), **json.loads(rest))
    result = verdict(forged)
    if result.startswith("refused"):
        return result
    if forged["proof"] != "heads":
        with pytest.raises((ValueError, LookupError)):
            check.Question(forged, 999)
    return result.partition(":")[0]


def test_how_many_moves_are_allowed():
    """A proof that a goal needs more moves is refused if the limit allows enough of them."""
    question = {"spaces": 1}
    for moves, expected in ((0, "accepted"), (1, "accepted"), (2, "refused")):
        made = closed(node(["| 9h 5s", "| 6h", "| 10h"], question | {"moves": moves}))
        assert verdict(made).startswith(expected)


# Closures under the checker's steps, compared to brute force


@needs_core
@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(4))
def test_positions_are_accepted_if_and_only_if_it_is_impossible(seed):
    rng, came = random.Random(seed), Counter()
    while came.total() < 40:
        position, goal = any_question(rng)
        if faults(position, partial=True):
            continue
        plain = brute.solve(position, goal, budget=Budget(seconds=None, mebibytes=1))
        made = closed_positions(position, goal) if plain.outcome is not Outcome.UNDECIDED else None
        if made is not None:
            impossible = plain.outcome is Outcome.IMPOSSIBLE
            assert (verdict(made) == "accepted") == impossible, f"{position.fen()} {goal}"
            came[impossible] += 1
    assert min(came[True], came[False]) >= 5


def as_turned(made):
    """Return a claim about digging down as its wider question, about turning up cards."""
    ((name, number),) = made["goal"]["dig_down"]
    down, up = (half.split() for half in made["position"]["columns"][number - 1].split("|"))
    above = (down + up).index(name) + 1
    turned = max(above, len(down))
    column = " ".join([*(down + up)[:turned], "|", *(down + up)[turned:]])
    lie = [column if i == number else c for i, c in enumerate(made["position"]["columns"], 1)]
    goal = {key: made["goal"][key] for key in made["goal"].keys() - {"dig_down", "no_turning_up"}}
    part = {"rules": made["rules"], "position": made["position"] | {"columns": lie}}
    return part | {"goal": goal | {"turn_up": [[turned - above + 1, number]]}}


@needs_core
@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(8))
def test_digging_down_is_impossible_wherever_a_card_can_not_be_turned_up(seed):
    """A closed set for digging down is accepted if and only if digging down is impossible.

    A certificate for it with a closed set for the wider question, about turning up cards, is
    accepted only if digging down is impossible.
    """
    rng, came = random.Random(seed), Counter()
    while min(came[True], came[False]) < 5:
        position, _ = any_question(rng)
        number = rng.randint(1, len(position.columns))
        column = position.columns[number - 1]
        cards = [*column.down, *column.up][:-1]
        if faults(position, partial=True) or not cards:
            continue
        without = rng.choice(["", " without making a space", " without turning up"])
        goal = parse(f"dig down to {rng.choice(cards)} in column {number}{without}")
        plain = brute.solve(position, goal, budget=Budget(seconds=None, mebibytes=1))
        made = closed_positions(position, goal) if plain.outcome is not Outcome.UNDECIDED else None
        if made is None:
            continue
        impossible = plain.outcome is Outcome.IMPOSSIBLE
        assert (verdict(made) == "accepted") == impossible, f"{position.fen()} {goal}"
        wider = as_turned(made)
        try:
            others = closed(made | wider)
        except ValueError:  # there is no face-up card left
            continue
        if others is not None:
            proof = made | {"wider": wider, "positions": others["positions"]}
            accepted = verdict(proof) == "accepted"
            assert impossible or not accepted, f"{position.fen()} {goal}"
            came[accepted] += 1


OF_SUITS = ["win", "win with 1 suit in the tableau", "win with all suits in the tableau"]
OF_SUITS += ["win without making a space", "win without removing hearts", "win and get a space"]
OF_SUITS += ["win without turning up", "complete hearts", "uncover Kh and uncover 5h in column 1"]
OF_SUITS += ["remove hearts", *(f"complete hearts and uncover {c}" for c in ("Ah", "2h", "9h"))]


def about_suits(rng):
    """Return one or two suits in pieces on few columns, and a goal of ``OF_SUITS``."""
    suits = rng.choice([[Suit.HEARTS], [Suit.HEARTS] * 2, [Suit.HEARTS, Suit.SPADES]])
    pieces = [p for suit in suits for p in suit_pieces(rng, suit, rng.randint(0, 2))]
    return Position(stacked(rng, pieces, rng.randint(2, 3), 0, 0.2)), parse(rng.choice(OF_SUITS))


@needs_core
@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(2))
def test_closed_classes_about_suits_are_accepted_only_if_there_is_no_line(seed):
    counts = compare(random.Random(seed), 60, about_suits, mebibytes=1, most=200)
    assert min(counts["classes", True], counts["classes", False]) >= 3


# Limits on resources


def test_a_small_archive_unfolds_to_little(tmp_path):
    """The checker refuses a small file that decompresses to a thousand times its size."""
    file = tmp_path / "bomb.json.gz"
    for piece in (b" ", b"[],", b'{"":0},', b'"",', b"1000,", b"[[[[[[0]]]]]],"):
        data = b'{"words": [' + piece * (30_000_000 // len(piece)) + b"0]}"
        file.write_bytes(gzip.compress(data, 1))
        size = file.stat().st_size
        with pytest.raises(ValueError, match="unfolds"):
            check.load(data, size)
    assert check.main([str(file)]) == 2


@pytest.mark.skipif(sys.platform != "linux", reason="what the memory is counted in differs")
@pytest.mark.parametrize("piece", [b"[],", b'{"":[]},', b'"a",', b"1.5,"], ids=str)
def test_an_archive_of_300_kilobytes_takes_little_memory(tmp_path, piece):
    """Checking a compressed file of 300 kB takes little memory; it once took 376 MB."""
    size = 300_000
    file = tmp_path / "full.json.gz"
    most = (10**5 + 2 * size) // max(1, sum(map(piece.count, b'[{"'))) - 10
    data = b'{"words": [' + piece * min(most, check.most_bytes(size) // len(piece) - 10) + b"0]}"
    packed = gzip.compress(data, 9)
    # A gzip file may begin with a name of any length.
    file.write_bytes(packed[:3] + b"\x08" + packed[4:10] + b"n" * size + b"\0" + packed[10:])
    code = (
        "import re, sys; sys.path.insert(0, sys.argv[1]); import check;"
        "assert check.main(sys.argv[2:]) == 2;"
        "print(re.search(r'VmHWM:\\s*(\\d+)', open('/proc/self/status').read())[1])"
    )
    command = [sys.executable, "-c", code, str(Path(check.__file__).parent), str(file)]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "unfolds" not in output
    assert int(output.split()[-1]) < 250_000


def test_work_is_bounded_by_the_size_of_the_file():
    """Unknown cards in many columns don't make the checker try all their orders."""
    unknown = node(["| ??"] * 10, {"spaces": 2, "no_dealing": True}, rules={"suits": 1},
                   hand=" ".join(f"{r}s" for r in check.RANKS[1:] for _ in range(7)))  # fmt: skip
    made = verdict(unknown | {"positions": []})
    assert made.startswith(("refused: the set is left", "refused: it takes more work"))
    question = check.Question(unknown, len(json.dumps(unknown)))
    assert question.work < 200_000
    question.work = 0
    with pytest.raises(check.Refused, match="more work"):
        question.spend()
