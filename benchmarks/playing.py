"""Win rates of the policies of ``play-out``, which see only face-up cards, on numbered deals.

    python -m benchmarks.playing pooling 4 5001-6000    # policy, number of suits, deals

Each result is appended to build/playing.jsonl, so that an interrupted run can be resumed.  The
totals of all results in that file are stored after the totals of earlier versions of the player,
and both are printed as the table of docs/winning.md.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import time
from pathlib import Path
from typing import Any

from benchmarks.report import Figures, Result, cpu, load, save, table
from spiderpos.game.deals import deal
from spiderpos.solver.winning.players import POLICIES
from spiderpos.solver.winning.playout import play_game
from spiderpos.solver.winning.statistics import interval, sign_test

STORE = Path(__file__).parents[1] / "build" / "playing.jsonl"
#: The policy with which the others are compared.
BASE = "weighing"


def play(policy: str, suits: int, number: int) -> Figures:
    start = time.process_time()
    game = play_game(deal(number, suits=suits), POLICIES[policy])
    spent = round(time.process_time() - start, 2)
    return {"policy": policy, "suits": suits, "deal": number, "won": game.won, "seconds": spent}


def stored_games() -> list[Figures]:
    return [json.loads(line) for line in STORE.read_text().splitlines()] if STORE.exists() else []


def summed(results: list[Figures]) -> Figures:
    """Return the totals for each number of suits, thousand deals, and policy.

    The totals of earlier versions of the player are copied from the stored result.
    """
    sets: dict[tuple[int, int, str], dict[int, Figures]] = {}
    for result in results:
        key = (result["suits"], (result["deal"] - 1) // 1000, result["policy"])
        sets.setdefault(key, {})[result["deal"]] = result
    figures: list[dict[str, Any]] = []
    for (suits, thousand, policy), games in sorted(sets.items()):
        base = sets.get((suits, thousand, BASE), {}) if policy != BASE else {}
        both = [(game["won"], base[n]["won"]) for n, game in games.items() if n in base]
        figures.append(
            {
                "suits": suits,
                "policy": policy,
                "first": min(games),
                "last": max(games),
                "games": len(games),
                "won": sum(game["won"] for game in games.values()),
                "seconds": round(statistics.mean(g["seconds"] for g in games.values()), 1),
                "both": len(both),
                "won alone": sum(won and not other for won, other in both),
                "lost alone": sum(other and not won for won, other in both),
            }
        )
    stored = load("playing")
    return {"earlier": stored.figures["earlier"] if stored else [], "sets": figures}


def table_of(figures: Figures) -> str:
    """Return the table of win rates for docs/winning.md."""
    lines = []
    for row in [*figures["earlier"], *figures["sets"]]:
        low, high = interval(row["won"], row["games"])
        better, worse = row["won alone"], row["lost alone"]
        lines.append(
            [
                row["suits"],
                f"{row['first']} to {row['last']}",
                row["policy"],
                f"{row['seconds']} s",
                f"{row['won']} of {row['games']}",
                f"{100 * row['won'] / row['games']:.1f} % ({100 * low:.1f} to {100 * high:.1f})",
                f"{better} / {worse} of {row['both']} (p = {sign_test(better, worse):.2g})"
                if row["both"]
                else "-",
            ]
        )
    heads = ["suits", "deals", "policy", "time a game", "won", "share", f"only it / only `{BASE}`"]
    return table(heads, lines, right=len(heads))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("policy", choices=POLICIES)
    parser.add_argument("suits", type=int, choices=(1, 2, 4))
    parser.add_argument("deals", metavar="FIRST-LAST")
    options = parser.parse_args()
    first, _, last = options.deals.partition("-")
    STORE.parent.mkdir(exist_ok=True)
    done = {(game["policy"], game["suits"], game["deal"]) for game in stored_games()}
    for number in range(int(first), int(last or first) + 1):
        if (options.policy, options.suits, number) not in done:
            with STORE.open("a") as file:
                file.write(json.dumps(play(options.policy, options.suits, number)) + "\n")
    figures = summed(stored_games())
    date = time.strftime("%Y-%m-%d", time.gmtime())
    python, cores = platform.python_version(), os.cpu_count() or 1
    save("playing", Result(date, cpu(), cores, python, "", quick=False, figures=figures))
    print(table_of(figures))


if __name__ == "__main__":
    main()
