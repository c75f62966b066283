"""How long the server of the page to play on takes to keep a move, as a page sees it.

The page plays by itself; a whole game of the catalogue is kept by a server in a process of its
own, move by move.  Each answer comes after the move was written to the disk.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Any

from benchmarks.report import Benchmark, Figures, Row, table
from spiderpos.catalogue import find_problem
from spiderpos.game.replay import replay
from spiderpos.scripts.words import describe

GAME = "game-four-suits"
#: How many of its moves the quick form plays.
MOVES = 40
#: Milliseconds for a move, the page's drawing included.
AIM = 50


def measure(quick: bool) -> Figures:
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(
            [sys.executable, "-m", "spiderpos", "play", GAME, "--no-browser"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=os.environ | {"SPIDERPOS_DATA": folder},
        ) as server,
    ):
        try:
            address = (server.stdout.readline() if server.stdout else "").strip()
            return asked(address, MOVES if quick else None)
        finally:
            server.send_signal(signal.SIGINT)


def asked(address: str, most: int | None) -> Figures:
    """Play the game, or its first ``most`` moves, through the server."""
    found = re.fullmatch(r"http://([\d.:]+)/game/(\S+)#token=(\S+)", address)
    assert found is not None
    host, game, token = found.groups()
    connection = http.client.HTTPConnection(host)
    headers = {"x-spiderpos-token": token, "content-type": "application/json"}

    def ask(path: str, body: dict[str, Any] | None = None) -> tuple[Any, float]:
        begun = time.perf_counter()
        data = None if body is None else json.dumps(body)
        connection.request("GET" if body is None else "POST", path, data, headers)
        answer = json.loads(connection.getresponse().read())
        return answer, 1000 * (time.perf_counter() - begun)

    state, _ = ask(f"/api/games/{game}")
    version = state["version"]
    looks = [ask(f"/api/games/{game}?version={version}")[1] for _ in range(100)]
    times = []
    problem = find_problem(GAME)
    steps = replay(problem.start, next(iter(problem.lines.values())).script).steps[:most]
    for number, step in enumerate(steps):
        body = {"version": version, "same": number, "moves": [describe(step)], "done": number + 1}
        answer, taken = ask(f"/api/games/{game}/keep", body)
        version = answer["state"]["version"]
        times.append(taken)
    return {
        "look": round(statistics.median(looks), 1),
        "moves": len(times),
        "median": round(statistics.median(times), 1),
        "nine tenths": round(statistics.quantiles(times, n=10)[-1], 1),
        "longest": round(max(times), 1),
    }


def rows(figures: Figures) -> list[Row]:
    return [
        Row(
            "a move in the browser, checked and saved (median)",
            f"{figures['median']} ms",
            f"aim: {AIM} ms",
            f"{AIM / figures['median']:.1f}",
        )
    ]


def section(figures: Figures) -> str:
    times = table(
        ["", "milliseconds"],
        [
            ["a look whether anything changed (median)", figures["look"]],
            [f"a move, of {figures['moves']} (median)", figures["median"]],
            ["nine of ten moves below", figures["nine tenths"]],
            ["the longest", figures["longest"]],
        ],
    )
    return f"""\
A page plays by itself, and has its moves kept by a server in a process of its own: here a game of the catalogue,
`{GAME}`, by the clock. Each answer comes after the move was checked and written to the disk. The aim is
{AIM} ms a move.

{times}
"""


BENCHMARK = Benchmark("playing", "Playing in the browser", measure, rows, section)
