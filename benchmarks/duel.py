"""Compare spiderpos with two other solvers on whole deals of one, two and four suits.

    python -m benchmarks.duel                        # deals 1 to 200 of each kind
    python -m benchmarks.duel --deals 1-50 --source SPIDER

The rivals are two solvers by KPatience's author (github.com/coolo/spider): one in C++, and a
later one in Rust.  SPIDER is a checkout, by default build/spider; it is cloned if it doesn't
exist.  The C++ solver plays only two suits, so it is patched for the other numbers.  Both search
with a beam of 500, spiderpos with the defaults of its command.

Each player solves each deal in a separate process, start-up included.  The players take turns, so
that other load affects all of them equally.  The rules engine replays every line.  The removal of
a suit doesn't count as a move for any player.  An interrupted run can be resumed
(build/duel.jsonl).
"""

from __future__ import annotations

import argparse
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

from benchmarks.report import Benchmark, Figures, Row, save, table, take
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
#: The time limit for a deal, in wall-clock seconds; spiderpos itself stops after 60.
LONGEST = 300

OURS, CPP, RUST = PLAYERS = ("spiderpos", "C++", "Rust")
SPIDERPOS = (sys.executable, "-m", "spiderpos", "solve", "--as", "letters")
#: Patches that make the number of suits an option of the C++ solver: file, old text, new text.
PATCHES = (
    ("main.cpp", "int game_type = 2;", 'int game_type = atoi(getenv("SUITS"));'),
    ("deck.cpp", "if (game_type == 2)", "if (game_type == 4) c.set_suit(Suit(suit)); else\n"
     "            if (game_type == 2)"),
)  # fmt: skip


def build(source: Path) -> None:
    """Build both rivals, unless they are built already."""
    if not source.exists():
        url = "https://github.com/coolo/spider"
        subprocess.run(["git", "clone", "--depth", "1", url, str(source)], check=True)
    if not cpp_of(source).exists():
        names = ("main.cpp", "card.cpp", "pile.cpp", "deck.cpp", "seahash.cpp")
        with tempfile.TemporaryDirectory() as folder:
            for path in (*source.glob("*.cpp"), *source.glob("*.h")):
                text = path.read_text()
                for name, old, new in PATCHES:
                    if name == path.name:
                        assert text.count(old) == 1
                        text = text.replace(old, new)
                Path(folder, path.name).write_text(text)
            flags = ["-std=c++11", "-O3", "-g", "-DNDEBUG"]
            target = cpp_of(source.resolve())
            command = ["g++", *flags, *names, "-o", str(target)]
            subprocess.run(command, cwd=folder, check=True)
    if not rust_of(source).exists():
        subprocess.run(["cargo", "build", "--release"], cwd=source / "spider_rust", check=True)


def cpp_of(source: Path) -> Path:
    return source / "spider"


def rust_of(source: Path) -> Path:
    return source / "spider_rust/target/release/spider_rust"


def written(position: Position) -> str:
    """Return a deal in the format that the other solvers read."""

    def cards(cards: Sequence[Card], mark: str = "") -> str:
        return " ".join(mark + str(card).replace("10", "T").upper() for card in cards)

    lines = [
        f"Play{number}: {cards(column.down, '|')} {cards(column.up)}"
        for number, column in enumerate(position.columns)
    ]
    hand = position.hand
    lines += [f"Deal{row}: {cards(hand[10 * row : 10 * row + 10])}" for row in range(5)]
    return "\n".join([*lines, "Off: ", ""])


def run(command: Sequence[str | Path], environment: dict[str, str]) -> tuple[str, float, int]:
    """Run a program; return its output, its processor time in seconds, its memory in mebibytes."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            ["timeout", str(LONGEST), *map(str, command)],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.DEVNULL,
            env=os.environ | environment,
        )
        _, _, used = os.wait4(process.pid, 0)
        output.seek(0)
        text = output.read().decode(errors="replace")
    return text, used.ru_utime + used.ru_stime, used.ru_maxrss // 1024


def play(player: str, number: int, suits: int, source: Path) -> Figures:
    """Solve a deal with a solver, and replay its line; return the figures."""
    position = deal(number, suits=suits)
    if player == OURS:
        text, seconds, mebibytes = run([*SPIDERPOS, position.fen(), "win"], {})
        script = "\n".join(line for line in text.splitlines() if not line.startswith("solved"))
        steps = replay.replay(position, scripts.loads(script)).steps if script.strip() else ()
    else:
        with tempfile.NamedTemporaryFile("w", suffix=".game") as file:
            file.write(written(position))
            file.flush()
            command: list[str | Path]
            if player == CPP:
                command = [cpp_of(source), "--cap", str(BEAM), file.name]
            else:
                command = [rust_of(source), "--cap", str(BEAM), "--suits", str(suits), "--yaml"]
                command.append(file.name)
            text, seconds, mebibytes = run(command, {"SUITS": str(suits)})
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


#: Matches a move that a rival prints: with the number of cards in C++, with an index in Rust.
MOVE = re.compile(
    r"^\d+ Move (?P<count>\d+) cards from (?P<source>\d+) to (?P<target>\d+)"
    r"|^\d+ (?P<deal>Draw)"
    r"|- from: (?P<from>\d+)\s+to: (?P<to>\d+)\s+index: (?P<index>\d+)"
    r"(?P<off>\s+off: true)?(?P<talon>\s+talon: true)?",
    re.MULTILINE,
)


def rival_steps(start: Position, text: str) -> tuple[engine.Step, ...]:
    """Return the steps of a rival's line.  Raise IllegalMove if a move is illegal."""
    position = start.under(replace(start.rules, automatic_removal=True))
    steps: list[engine.Step] = []
    for match in MOVE.finditer(text):
        move: Move
        if match["off"]:
            continue
        if match["deal"] or match["talon"]:
            move = Deal()
        elif match["count"]:
            move = Shift(int(match["source"]), int(match["target"]), int(match["count"]))
        else:
            source = int(match["from"]) + 1
            count = len(position.column(source)) - int(match["index"])
            move = Shift(source, int(match["to"]) + 1, count)
        steps.append(engine.do(position, move))
        position = steps[-1].after
    return tuple(steps)


def played(deals: Iterable[int], source: Path, store: Path | None) -> list[Figures]:
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
                result = done[suits, number, player] = play(player, number, suits, source)
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
    source = BUILD / "spider"
    build(source)
    return summed(played(QUICK_DEALS if quick else DEALS, source, None if quick else STORE))


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
Deals {deals[0]} to {deals[-1]} (`classic` numbers) under Woods' rules, solved by the solvers of KPatience's author
with a beam of {figures["beam"]} (one in C++, a later one in Rust) and by `spiderpos solve`, each in a separate
process, start-up included. The C++ solver is made for two suits and is patched here for the other numbers.
All lines were replayed. Moves are means over the deals that both won; removals of suits aren't counted.
`python -m benchmarks.duel` builds the rivals and plays 200 deals of each kind; `--deals` selects others.

{table(heads, lines, right=2)}
"""


BENCHMARK = Benchmark("duel", "Whole deals, compared to the rivals", measure, rows, section)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", default="1-200")
    parser.add_argument("--source", type=Path, default=BUILD / "spider")
    parser.add_argument("--output", type=Path, default=STORE)
    options = parser.parse_args()
    first, _, last = options.deals.partition("-")
    numbers = range(int(first), int(last or first) + 1)
    options.output.parent.mkdir(exist_ok=True)
    build(options.source)
    figures = replace(
        BENCHMARK, measure=lambda _: summed(played(numbers, options.source, options.output))
    )
    result = take(figures, quick=False)
    save("duel", result)
    print(section(result.figures))


if __name__ == "__main__":
    main()
