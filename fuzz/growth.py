"""Does reading take linear time?  ``python fuzz/growth.py [TARGET ...]``.

Each target is given many long texts: pieces of its own corpus, and others, repeated, and then
the same twice as long.  What takes more than three times as long, and more than a second, is
printed, with the slowest text and the most memory of each target.
"""

from __future__ import annotations

import itertools
import random
import re
import resource
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

_FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(_FOLDER))

from targets import TARGETS  # noqa: E402

_SIZE = 50_000
_BLANKS = re.compile(rb"[ \t]+")
_PIECES = [
    *" \n\t,.([{)]\"'/-0x!=\x00\u0301",
    *("()", "[]", '{"a":', '\\"', "\r\n", "&gt;", "#\n", "> ", "? ", "a: ", "- ", "&a ", "; "),
    *("9-", "6d ", "6d\t", "6d\n", "10h", "KhQs/", "--\t", "(sp)", "1-2,", "<ab,", "Play0: 8C "),
    *("9-6s from 7 to 3, ", "As from 1 to 2\n", "deal\n", "and ", "the ", "get a space and "),
    "if it's Kh:\n ",
]


class _TooLong(Exception):  # noqa: N818 - nobody sees it
    pass


def _stop(*_: object) -> None:
    raise _TooLong


def _texts(name: str) -> Iterator[tuple[bytes, bytes, bytes]]:
    """What a text begins with, what is repeated, and what it ends with."""
    for piece in _PIECES:
        yield b"", piece.encode(), b""
        for found in _BLANKS.finditer(piece.encode()):
            yield piece[: found.start()].encode(), b" ", b"x"
    stored = sorted((_FOLDER / "corpus" / name).glob("*"))[:6]
    choose = random.Random(name)  # which texts are tried isn't a secret
    for path in stored:
        data = path.read_bytes()
        yield b"", data or b"x", b""
        # Blanks within what is read at once: one stretch of them, blown up.
        blanks = list(_BLANKS.finditer(data))
        for found in choose.sample(blanks, min(8, len(blanks))):
            for blank in (b" ", b"\t"):
                yield data[: found.start()], blank, data[found.end() :]
                yield data[: found.start()], blank, b"\x01" + data[found.end() :]
        for _ in range(8):
            start, stop = sorted(choose.sample(range(len(data) + 1), 2)) if data else (0, 0)
            yield data[:start], data[start:stop] or b"x", data[stop:]


def _seconds(name: str, data: bytes) -> float:
    began = time.process_time()
    signal.setitimer(signal.ITIMER_REAL, 60)
    try:
        TARGETS[name](data)
    except _TooLong:
        pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return time.process_time() - began


def main() -> None:
    """Measure the targets that are named, or all."""
    signal.signal(signal.SIGALRM, _stop)
    for name in sys.argv[1:] or TARGETS:
        worst = (0.0, b"")
        count = itertools.count()
        for head, piece, tail in _texts(name):
            next(count)
            times = [
                _seconds(name, head + piece * max(1, size // len(piece)) + tail)
                for size in (_SIZE, 2 * _SIZE)
            ]
            worst = max(worst, (times[1], piece[:50]))
            if times[1] > max(1.0, 3 * times[0]):
                print(f"  {name}: {times[0]:.2f} s, then {times[1]:.2f} s: {piece[:60]!r}")
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(
            f"{name}: {next(count)} texts, {worst[0]:.2f} s at most: {worst[1]!r}; {most} MiB",
            flush=True,
        )


if __name__ == "__main__":
    main()
