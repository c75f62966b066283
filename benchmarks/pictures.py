"""The speed of drawing positions as SVG, compared to python-chess drawing boards.

Positions of random games are drawn, with up to 104 cards; python-chess draws boards of random
games, with up to 32 pieces (``chess.svg.board``).  The two tasks alternate, round by round, and
the result is the median of the ratios: 2 means twice as many per second as python-chess.
"""

from __future__ import annotations

import statistics

import chess
import chess.svg
import resvg_py

from benchmarks.notations import chess_game, compared, spider_game
from benchmarks.report import Benchmark, Figures, Row, table
from spiderpos.game.position import Position
from spiderpos.show.pictures import draw, svg

ROUNDS = 9
#: The width of a board in pixels, similar to that of a position.
BOARD = 535
GAMES = 10


def boards(seed: int) -> list[chess.Board]:
    """Return every tenth position of a random game."""
    last = chess_game(seed)[0]
    board, result = chess.Board(), []
    for ply, move in enumerate(last.move_stack):
        if ply % 10 == 0:
            result.append(board.copy(stack=False))
        board.push(move)
    return result


def cards_shown(position: Position) -> int:
    return sum(map(len, position.columns))


def measure(quick: bool) -> Figures:
    games, rounds = (2, 3) if quick else (GAMES, ROUNDS)
    positions = [step.after for seed in range(games) for step in spider_game(seed)[1][::10]]
    chess_boards = [board for seed in range(games) for board in boards(seed)]
    plain = compared(
        lambda: [svg.draw(position) for position in positions],
        len(positions),
        lambda: [chess.svg.board(board) for board in chess_boards],
        len(chess_boards),
        rounds,
    )
    few, few_boards = positions[:10], chess_boards[:10]
    dots = compared(
        lambda: [draw(position, "png") for position in few],
        len(few),
        lambda: [board_in_dots(board) for board in few_boards],
        len(few_boards),
        rounds,
    )
    return {
        "library": chess.__version__,
        "svg": plain,
        "png": dots,
        "cards": round(statistics.mean(map(cards_shown, positions)), 1),
        "pieces": round(statistics.mean(len(board.piece_map()) for board in chess_boards), 1),
        "bytes": round(statistics.mean(len(svg.draw(position)) for position in positions)),
        "bytes of a board": round(
            statistics.mean(len(chess.svg.board(board)) for board in chess_boards)
        ),
    }


def board_in_dots(board: chess.Board) -> bytes:
    """Render a chess board as PNG with the library that renders spiderpos' pictures."""
    text = chess.svg.board(board, size=BOARD)
    return bytes(resvg_py.svg_to_bytes(svg_string=text, skip_system_fonts=True))


def rows(figures: Figures) -> list[Row]:
    return [
        Row(
            f"pictures drawn a second, {name.upper()}",
            f"{f['rate']:,}",
            f"python-chess: {f['reference']:,}",
            f"{f['ratio']:.1f}",
        )
        for name in ("svg", "png")
        if (f := figures[name])
    ]


def section(figures: Figures) -> str:
    shown = f"{figures['cards']} cards", f"{figures['pieces']} pieces"
    lines = []
    for name in ("svg", "png"):
        f = figures[name]
        lines += [
            [name.upper(), "spiderpos", f"{f['rate']:,}", shown[0]],
            ["", "python-chess", f"{f['reference']:,}", shown[1]],
            ["", "ratio", f"{f['ratio']:.1f}", ""],
        ]
    return f"""\
Positions of random games, and chess boards (`chess.svg.board` of python-chess {figures["library"]}), in turn in
one run. The SVG of a position has {figures["bytes"]:,} bytes, that of a board {figures["bytes of a board"]:,}. For a PNG of a board,
{BOARD} pixels wide, resvg-py draws its SVG. It also draws our cards, but each card only once for all pictures.

{table(["", "", "a second", "shown"], lines, right=2)}
"""


BENCHMARK = Benchmark("pictures", "Drawing pictures", measure, rows, section)
