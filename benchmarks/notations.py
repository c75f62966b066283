"""How fast each notation is read, beside python-chess doing the comparable job in the same run.

    pip install -e '.[bench]'
    python benchmarks/notations.py

Positions: random positions of played games are read in each notation; python-chess reads as
many FENs.  Moves: the scripts of random games are read and replayed with full legality;
python-chess reads PGN of random games.  The two jobs are run in turn, round by round, and the
median of the ratios is printed: a ratio of 2 means twice as many a second as python-chess.
"""

from __future__ import annotations

import io
import random
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import replace

import chess
import chess.pgn

from spiderpos import engine, formats, scripts
from spiderpos.deals import seeded
from spiderpos.engine import Step
from spiderpos.errors import NotWritable
from spiderpos.formats.base import ReadOptions
from spiderpos.moves import Deal, Shift
from spiderpos.position import Position
from spiderpos.replay import replay

ROUNDS = 7
GAMES = 12
MOVES = 150


def spider_game(seed: int) -> tuple[Position, tuple[Step, ...]]:
    """A random game from a seeded deal: natural moves first, a deal when little else is left."""
    choose = random.Random(seed)
    start = position = seeded(seed)
    steps: list[Step] = []
    while len(steps) < MOVES:
        moves = list(engine.legal_moves(position))
        if not moves:
            break
        shifts = [move for move in moves if isinstance(move, Shift)]
        move = choose.choice(shifts) if shifts and choose.random() < 0.97 else choose.choice(moves)
        step = engine.do(position, move)
        steps.append(step)
        position = step.after
        if isinstance(move, Deal) and not position.hand:
            break
    return start, tuple(steps)


def chess_game(seed: int) -> tuple[chess.Board, str, int]:
    """A random game of chess: the last position, its PGN, and the number of plies."""
    choose = random.Random(seed)
    board = chess.Board()
    while board.ply() < MOVES and not board.is_game_over():
        board.push(choose.choice(list(board.legal_moves)))
    return board, str(chess.pgn.Game.from_board(board)), board.ply()


def seconds(work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin


def compared(
    name: str,
    ours: Callable[[], object],
    count: int,
    theirs: Callable[[], object],
    other: int,
    sizes: tuple[int, int] | None = None,
) -> None:
    """Run both in turn and print the medians; per card or square too, if ``sizes`` says them."""
    ours()
    theirs()
    pairs = [(count / seconds(ours), other / seconds(theirs)) for _ in range(ROUNDS)]
    ratio = statistics.median(a / b for a, b in pairs)
    rate = statistics.median(a for a, _ in pairs)
    reference = statistics.median(b for _, b in pairs)
    text = f"{name:16} {rate:8,.0f}/s   python-chess {reference:8,.0f}/s   ratio {ratio:5.2f}"
    if sizes is not None:
        text += f"   by card and square {ratio * sizes[0] / sizes[1]:5.2f}"
    print(text)


def read_all(texts: Iterable[str], name: str, options: ReadOptions) -> None:
    for text in texts:
        formats.loads(text, name, options=options)


def main() -> None:
    games = [spider_game(seed) for seed in range(GAMES)]
    positions = [step.after for _, steps in games for step in steps[::5]]
    boards = [chess_game(seed) for seed in range(GAMES)]
    fens = [board.fen() for board, _, _ in boards] * (len(positions) // GAMES)

    print(f"positions read ({len(positions)} a round, medians of {ROUNDS} rounds)")
    for name in formats.FORMATS:
        texts = []
        for position in positions:
            try:
                texts.append(formats.dumps(position, name))
            except NotWritable:
                texts.append(formats.dumps(replace(position, dealt=()), name))
        compared(
            f"  {name}",
            lambda texts=texts, name=name: read_all(texts, name, ReadOptions()),  # type: ignore[misc]
            len(texts),
            lambda: [chess.Board(fen) for fen in fens],
            len(fens),
            (104, 64),
        )

    pgn = "\n\n".join(text for _, text, _ in boards)
    plies = sum(ply for _, _, ply in boards)

    def read_pgn() -> None:
        stream = io.StringIO(pgn)
        while chess.pgn.read_game(stream) is not None:
            pass

    moves = sum(len(steps) for _, steps in games)
    print(f"moves read and replayed with full legality ({moves} and {plies} a round)")
    for name, script_format in scripts.SCRIPT_FORMATS.items():
        texts = [script_format.dumps(steps) for _, steps in games]

        def read_scripts(name: str = name, texts: list[str] = texts) -> None:
            for (start, _), text in zip(games, texts, strict=True):
                replay(start, scripts.loads(text, name))

        compared(f"  {name}", read_scripts, moves, read_pgn, plies)


if __name__ == "__main__":
    main()
