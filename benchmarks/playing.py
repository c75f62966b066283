"""How long the server of the page to play on takes for a move, as a page sees it.

    python benchmarks/playing.py

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

from spiderpos.catalogue import find_problem
from spiderpos.moves import Deal, Move, Shift
from spiderpos.play.view import places_of
from spiderpos.replay import replay

GAME = "game-four-suits"


def request(move: Move) -> tuple[str, dict[str, Any]]:
    """What the page asks for a move."""
    if isinstance(move, Deal):
        return "deal", {"confirmed": True}
    places = places_of(move)
    asked = {"source": places["source"], "target": places["target"], "grip": "adjust"}
    return "move", asked | ({"take": places["count"]} if isinstance(move, Shift) else {})


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-m", "spiderpos", "play", GAME, "--no-browser"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=os.environ | {"SPIDERPOS_DATA": folder},
        )
        try:
            measure((server.stdout.readline() if server.stdout else "").strip())
        finally:
            server.send_signal(signal.SIGINT)
            server.wait()


def measure(address: str) -> None:
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
    for step in replay(problem.start, problem.lines[0].script).steps:
        what, asked = request(step.move)
        answer, taken = ask(f"/api/games/{game}/{what}", asked | {"version": version})
        version = answer["state"]["version"]
        times.append(taken)
    print(f"a look whether anything changed: {statistics.median(looks):.1f} ms")
    print(
        f"a move, {len(times)} of them: median {statistics.median(times):.1f} ms, "
        f"90% below {statistics.quantiles(times, n=10)[-1]:.1f} ms, longest {max(times):.1f} ms"
    )


if __name__ == "__main__":
    main()
