"""Compare spiderpos with another solver on whole deals of one, two and four suits.

The rival is the solver in Rust by KPatience's author (github.com/coolo/spider); it is cloned to
build/spider and built there.  It searches with a beam of 500, spiderpos with the defaults of its
command.

Each player solves each deal in a separate process, start-up included.  The players take turns, so
that other load affects both equally.  The rules engine replays every line.  The removal of a suit
doesn't count as a move.  An interrupted run can be resumed (build/duel.jsonl).
"""

from __future__ import annotations

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.report import Benchmark, Figures, Row, table
from spiderpos import scripts
from spiderpos.game import engine, replay
from spiderpos.game.cards import Card
from spiderpos.game.deals import deal
from spiderpos.game.moves import Deal, Move, Remove, Shift
from spiderpos.game.position import Position

BUILD = Path(__file__).parents[1] / "build"
STORE = BUILD / "duel.jsonl"
SUITS = (1, 2, 4)
DEALS, QUICK_DEALS = range(1, 201), range(1, 2)
BEAM = 500
#: The time limit for a deal, in wall-clock seconds; spiderpos itself stops after 60 million steps.
LONGEST = 300

OURS, RUST = PLAYERS = ("spiderpos", "Rust")
SPIDERPOS = (sys.executable, "-m", "spiderpos", "solve", "--as", "letters")
SOURCE = BUILD / "spider"
RIVAL = SOURCE / "spider_rust/target/release/spider_rust"


def build() -> None:
    """Build the rival, unless it is built already."""
    if not SOURCE.exists():
        url = "https://github.com/coolo/spider"
        subprocess.run(["git", "clone", "--depth", "1", url, str(SOURCE)], check=True)
    if not RIVAL.exists():
        subprocess.run(["cargo", "build", "--release"], cwd=SOURCE / "spider_rust", check=True)


def written(position: Position) -> str:
    """Return a deal in the format that the rival reads."""

    def cards(cards: Sequence[Card], mark: str = "") -> str:
        return " ".join(mark + str(card).replace("10", "T").upper() for card in cards)

    lines = [
        f"Play{number}: {cards(column.down, '|')} {cards(column.up)}"
        for number, column in enumerate(position.columns)
    ]
    hand = position.hand
    lines += [f"Deal{row}: {cards(hand[10 * row : 10 * row + 10])}" for row in range(5)]
    return "\n".join([*lines, "Off: ", ""])


def run(command: Sequence[str | Path]) -> tuple[str, float, int]:
    """Run a program; return its output, its processor time in seconds, its memory in mebibytes."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            ["timeout", str(LONGEST), *map(str, command)],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.DEVNULL,
        )
        _, _, used = os.wait4(process.pid, 0)
        output.seek(0)
        text = output.read().decode(errors="replace")
    return text, used.ru_utime + used.ru_stime, used.ru_maxrss // 1024


def play(player: str, number: int, suits: int) -> Figures:
    """Solve a deal with a solver, and replay its line; return the figures."""
    position = deal(number, suits=suits)
    if player == OURS:
        text, seconds, mebibytes = run([*SPIDERPOS, position.fen(), "win"])
        script = "\n".join(line for line in text.splitlines() if not line.startswith("solved"))
        steps = replay.replay(position, scripts.loads(script)).steps if script.strip() else ()
    else:
        with tempfile.NamedTemporaryFile("w", suffix=".game") as file:
            file.write(written(position))
            file.flush()
            command = [RIVAL, "--cap", str(BEAM), "--suits", str(suits), "--yaml", file.name]
            text, seconds, mebibytes = run(command)
        steps = rival_steps(position, text)
    moves = None
    if steps:
        assert steps[-1].after.is_won
        moves = sum(not isinstance(step.move, Remove) for step in steps)
    return {
        "suits": suits,
        "deal": number,
        "player": player,
        "seconds": round(seconds, 3),
        "mebibytes": mebibytes,
        "moves": moves,
    }


#: Matches a move that the rival prints: the index is that of the first card that moves.
MOVE = re.compile(
    r"- from: (?P<from>\d+)\s+to: (?P<to>\d+)\s+index: (?P<index>\d+)"
    r"(?P<off>\s+off: true)?(?P<talon>\s+talon: true)?"
)


def rival_steps(start: Position, text: str) -> tuple[engine.Step, ...]:
    """Return the steps of the rival's line.  Raise IllegalMove if a move is illegal."""
    position = start.under(replace(start.rules, automatic_removal=True))
    steps: list[engine.Step] = []
    for match in MOVE.finditer(text):
        move: Move
        if match["off"]:
            continue
        if match["talon"]:
            move = Deal()
        else:
            source = int(match["from"]) + 1
            count = len(position.column(source)) - int(match["index"])
            move = Shift(source, int(match["to"]) + 1, count)
        steps.append(engine.do(position, move))
        position = steps[-1].after
    return tuple(steps)


def played(deals: Iterable[int], store: Path | None) -> list[Figures]:
    """Return the results of these deals: those in the file, and new ones, which are appended."""
    done = {}
    if store is not None and store.exists():
        for line in store.read_text().splitlines():
            result = json.loads(line)
            done[result["suits"], result["deal"], result["player"]] = result
    for number in deals:
        for suits in SUITS:
            for player in PLAYERS:
                if (suits, number, player) in done:
                    continue
                result = done[suits, number, player] = play(player, number, suits)
                if store is not None:
                    with store.open("a") as file:
                        file.write(json.dumps(result) + "\n")
    return [
        done[suits, number, player] for number in deals for suits in SUITS for player in PLAYERS
    ]


def summed(results: list[Figures]) -> Figures:
    """Return the totals of each solver, for each number of suits."""
    figures: Figures = {"beam": BEAM, "deals": sorted({result["deal"] for result in results})}
    for suits in SUITS:
        moves: dict[str, dict[int, int]] = {player: {} for player in PLAYERS}
        for result in results:
            if result["suits"] == suits and result["moves"] is not None:
                moves[result["player"]][result["deal"]] = result["moves"]
        figures[str(suits)] = {
            player: {
                "won": len(moves[player]),
                "seconds": statistics.median(result["seconds"] for result in ours),
                "most": max(result["seconds"] for result in ours),
                "mebibytes": max(result["mebibytes"] for result in ours),
                # Compare only the deals that both solved.
                "moves": mean(
                    [moves[player][deal] for deal in moves[player].keys() & moves[OURS]]
                ),
                "ours": mean([moves[OURS][deal] for deal in moves[player].keys() & moves[OURS]]),
            }
            for player in PLAYERS
            if (ours := [r for r in results if (r["suits"], r["player"]) == (suits, player)])
        }
    return figures


def mean(numbers: Sequence[int]) -> float | None:
    return round(statistics.mean(numbers), 1) if numbers else None


def measure(quick: bool) -> Figures:
    build()
    return summed(played(QUICK_DEALS if quick else DEALS, None if quick else STORE))


def rows(figures: Figures) -> list[Row]:
    of = len(figures["deals"])
    result = []
    for suits in map(str, SUITS):
        ours, rival = figures[suits][OURS], figures[suits][RUST]
        kind = f"deals of {suits} suit{'s' * (suits != '1')}"
        compared = [
            (
                "won",
                f"{ours['won']} of {of}",
                f"{rival['won']} of {of}",
                ours["won"],
                rival["won"],
            ),
            (
                "processor time (median)",
                f"{ours['seconds']:.2f} s",
                f"{rival['seconds']:.2f} s",
                rival["seconds"],
                ours["seconds"],
            ),
        ]
        result += [
            Row(f"{kind}: {what}", str(a), f"the rival in Rust: {b}", f"{x / max(y, 1e-9):.2f}")
            for what, a, b, x, y in compared
        ]
    return result


def section(figures: Figures) -> str:
    deals = figures["deals"]
    lines = [
        [
            suits,
            player,
            f"{f['won']} of {len(deals)}",
            f"{f['seconds']:.2f} s",
            f"{f['most']:.1f} s",
            f"{f['mebibytes']} MiB",
            f["moves"],
            f["ours"],
        ]
        for suits in map(str, SUITS)
        for player, f in figures[suits].items()
    ]
    heads = ["suits", "", "won", "processor time (median)", "at most", "memory", "moves"]
    heads.append("spiderpos on the same deals")
    return f"""\
Deals {deals[0]} to {deals[-1]} (`classic` numbers) under Woods' rules, solved by the solver in Rust of KPatience's
author with a beam of {figures["beam"]} and by `spiderpos solve`, each in a separate process, start-up included.
All lines were replayed. Moves are means over the deals that both won; removals of suits aren't counted.
`python -m benchmarks duel` builds the rival and plays 200 deals of each kind.

{table(heads, lines, right=2)}
"""


BENCHMARK = Benchmark("duel", "Whole deals, compared to a rival", measure, rows, section)
