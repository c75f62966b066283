"""The speed of reading each notation, compared to python-chess on a similar task.

Positions: random positions of played games are read in each notation; python-chess reads as
many FENs.  Moves: the scripts of random games are read and replayed, and every move is checked;
python-chess reads PGN of random games.  The two tasks alternate, round by round, and the result
is the median of the ratios: 0.5 means half as many per second as python-chess.
"""

from __future__ import annotations

import io
import random
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

import chess
import chess.pgn

from benchmarks.report import Benchmark, Figures, Row, table
from spiderpos import formats, scripts
from spiderpos.game import engine
from spiderpos.game.deals import seeded
from spiderpos.game.engine import Step
from spiderpos.game.moves import Deal, Shift
from spiderpos.game.position import Position
from spiderpos.game.replay import replay
from spiderpos.text.errors import NotWritable

ROUNDS = 7
GAMES = 12
MOVES = 150

#: A Spider game: its start and steps.  A chess game: its last position, PGN, number of plies.
Game = tuple[Position, tuple[Step, ...]]
ChessGame = tuple[chess.Board, str, int]


def spider_game(seed: int) -> Game:
    """Return a random game from a seeded deal; it mostly shifts cards while it can."""
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


def chess_game(seed: int) -> ChessGame:
    """Return a random game of chess: the last position, its PGN, and the number of plies."""
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
    ours: Callable[[], object], count: int, theirs: Callable[[], object], other: int, rounds: int
) -> Figures:
    """Alternate two tasks; return the medians of their speeds per second, and of the ratios."""
    ours()
    theirs()
    pairs = [(count / seconds(ours), other / seconds(theirs)) for _ in range(rounds)]
    return {
        "rate": round(statistics.median(a for a, _ in pairs)),
        "reference": round(statistics.median(b for _, b in pairs)),
        "ratio": round(statistics.median(a / b for a, b in pairs), 2),
    }


def read_all(texts: Iterable[str], name: str) -> None:
    for text in texts:
        formats.loads(text, name)


def measure(quick: bool) -> Figures:
    games = [spider_game(seed) for seed in range(3 if quick else GAMES)]
    rounds = 3 if quick else ROUNDS
    boards = [chess_game(seed) for seed in range(len(games))]
    return {
        "library": chess.__version__,
        "positions": positions_read(games, boards, rounds),
        "moves": moves_read(games, boards, rounds),
    }


def positions_read(games: list[Game], boards: list[ChessGame], rounds: int) -> Figures:
    positions = [step.after for _, steps in games for step in steps[::5]]
    fens = [board.fen() for board, _, _ in boards] * (len(positions) // len(games))
    figures = {}
    for name in formats.FORMATS:
        try:
            texts = [written(position, name) for position in positions]
        except NotWritable:
            continue  # this notation can't be written, or only for new deals
        figures[name] = compared(
            partial(read_all, texts, name),
            len(texts),
            lambda: [chess.Board(fen) for fen in fens],
            len(fens),
            rounds,
        )
    return figures


def written(position: Position, name: str) -> str:
    try:
        return formats.dumps(position, name)
    except NotWritable:
        return formats.dumps(replace(position, dealt=()), name)


def moves_read(games: list[Game], boards: list[ChessGame], rounds: int) -> Figures:
    pgn = "\n\n".join(text for _, text, _ in boards)
    plies = sum(ply for _, _, ply in boards)

    def read_pgn() -> None:
        stream = io.StringIO(pgn)
        while chess.pgn.read_game(stream) is not None:
            pass

    def read_scripts(name: str, texts: list[str]) -> None:
        for (start, _), text in zip(games, texts, strict=True):
            replay(start, scripts.loads(text, name))

    moves = sum(len(steps) for _, steps in games)
    figures = {}
    for name, script_format in scripts.SCRIPT_FORMATS.items():
        texts = [script_format.dumps(steps) for _, steps in games]
        read = partial(read_scripts, name, texts)
        figures[name] = compared(read, moves, read_pgn, plies, rounds)
    return figures


def rows(figures: Figures) -> list[Row]:
    lines = [
        (f"positions read a second, `{name}`", figures["positions"][name], "FEN")
        for name in ("fen", "line", "letters", "diagram")
    ]
    lines += [
        (f"moves read and replayed a second, `{name}`", figures["moves"][name], "PGN")
        for name in ("words", "letters", "log")
    ]
    return [
        Row(
            what,
            f"{f['rate']:,}",
            f"python-chess, {other}: {f['reference']:,}",
            f"{f['ratio']:.2f}",
        )
        for what, f, other in lines
    ]


def section(figures: Figures) -> str:
    def listed(kind: str, *heads: str) -> str:
        results = sorted(figures[kind].items(), key=lambda named: -named[1]["ratio"])
        return table(
            [kind, *heads, "ratio"],
            [
                [f"`{name}`", f"{f['rate']:,}", f"{f['reference']:,}", f"{f['ratio']:.2f}"]
                for name, f in results
            ],
        )

    return f"""\
Positions are compared to FEN, and games to PGN, read by python-chess {figures["library"]} in turn in the same run.
Speeds are medians of the rounds, in processor time. Positions are read by `formats.loads`, games by
`scripts.loads` and `replay`.

{listed("positions", "a second", "python-chess FEN")}

{listed("moves", "a second", "python-chess plies from PGN")}

{READ}"""


READ = """\
A chess position has at most 32 pieces, and reading a FEN doesn't check that the position is valid. Here 104 cards
are counted, and must agree with the figures in the text (`line`, `fen`, `json`).
"""

BENCHMARK = Benchmark("notations", "Reading notations", measure, rows, section)
