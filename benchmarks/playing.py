"""How long the server of the page to play on takes for a move, as a page sees it.

A whole game of the catalogue is played through a server in a process of its own; each answer
comes after the move was written to the disk.  The aim is 50 ms a move, the page's drawing
included, so the figures here should be well below that.
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
from spiderpos.game.moves import Deal, Move, Shift
from spiderpos.game.replay import replay
from spiderpos.play.view import places_of

GAME = "game-four-suits"
#: How many of its moves the quick form plays.
MOVES = 40
#: Milliseconds for a move, the page's drawing included.
AIM = 50


def request(move: Move) -> tuple[str, dict[str, Any]]:
    """What the page asks for a move."""
    if isinstance(move, Deal):
        return "deal", {"confirmed": True}
    places = places_of(move)
    asked = {"source": places["source"], "target": places["target"], "grip": "adjust"}
    return "move", asked | ({"take": places["count"]} if isinstance(move, Shift) else {})


def measure(quick: bool) -> Figures:
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-m", "spiderpos", "play", GAME, "--no-browser"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=os.environ | {"SPIDERPOS_DATA": folder},
        )
        try:
            address = (server.stdout.readline() if server.stdout else "").strip()
            return asked(address, MOVES if quick else None)
        finally:
            server.send_signal(signal.SIGINT)
            server.wait()


def asked(address: str, most: int | None) -> Figures:
    """Play the game, or its first ``most`` moves, through the server."""
    found = re.fullmatch(r"http://([\d.:]+)/game/(\S+)\?token=(\S+)", address)
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
    for step in replay(problem.start, problem.lines[0].script).steps[:most]:
        what, body = request(step.move)
        answer, taken = ask(f"/api/games/{game}/{what}", body | {"version": version})
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
            "a move in the browser, answered and saved (median)",
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
A game of the catalogue, `{GAME}`, is played through a server in a process of its own, by the clock, as a page
sees it. Each answer comes after the move was written to the disk. The aim is {AIM} ms a move, the
page's drawing included.

{times}
"""


BENCHMARK = Benchmark("playing", "Playing in the browser", measure, rows, section)
