"""How fast positions are drawn as SVG, beside python-chess drawing boards in the same run.

Positions of random games are drawn, 104 cards each; python-chess draws boards of random games
with their 32 pieces at most (``chess.svg.board``).  The two jobs are run in turn, round by
round, and the median of the ratios is told: a ratio of 2 means twice as many a second as
python-chess.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable

import chess
import chess.svg

from benchmarks.notations import chess_game, compared, seconds, spider_game
from benchmarks.report import Benchmark, Figures, Row, table
from spiderpos.game.position import Position
from spiderpos.show.pictures import Drawing, draw, svg, terminal, tex

ROUNDS = 9
GAMES = 10


def boards(seed: int) -> list[chess.Board]:
    """Every tenth position of a random game."""
    last = chess_game(seed)[0]
    board, found = chess.Board(), []
    for ply, move in enumerate(last.move_stack):
        if ply % 10 == 0:
            found.append(board.copy(stack=False))
        board.push(move)
    return found


def cards_shown(position: Position) -> int:
    return sum(map(len, position.columns))


def measure(quick: bool) -> Figures:
    games, rounds = (2, 3) if quick else (GAMES, ROUNDS)
    positions = [step.after for seed in range(games) for step in spider_game(seed)[1][::10]]
    chess_boards = [board for seed in range(games) for board in boards(seed)]
    shown = positions[: 1 if quick else 5]
    known = Drawing(show_hidden=True)
    plain = compared(
        lambda: [svg.draw(position) for position in positions],
        len(positions),
        lambda: [chess.svg.board(board) for board in chess_boards],
        len(chess_boards),
        rounds,
    )
    others = {
        "SVG, all cards shown": lambda p: svg.draw(p, known),
        "for a terminal, coloured": lambda p: terminal.draw(p, colour=True),
        "TeX": tex.draw,
        "PNG": lambda p: draw(p, "png"),
        "PDF": lambda p: draw(p, "pdf"),
    }
    return {
        "library": chess.__version__,
        "svg": plain,
        "cards": round(statistics.mean(map(cards_shown, positions)), 1),
        "pieces": round(statistics.mean(len(board.piece_map()) for board in chess_boards), 1),
        "bytes": round(statistics.mean(len(svg.draw(position)) for position in positions)),
        "bytes of a board": round(
            statistics.mean(len(chess.svg.board(board)) for board in chess_boards)
        ),
        "milliseconds": {name: time_of(way, shown) for name, way in others.items()},
    }


def time_of(way: Callable[[Position], object], positions: list[Position]) -> float:
    """Milliseconds of processor time for a picture; the least of some rounds."""
    way(positions[0])
    rounds = [seconds(lambda: [way(position) for position in positions]) for _ in positions]
    return round(1000 * min(rounds) / len(positions), 2)


def rows(figures: Figures) -> list[Row]:
    f = figures["svg"]
    return [
        Row(
            "pictures drawn a second, SVG",
            f"{f['rate']:,}",
            f"python-chess: {f['reference']:,}",
            f"{f['ratio']:.1f}",
        )
    ]


def section(figures: Figures) -> str:
    f = figures["svg"]
    beside = table(
        ["SVG", "a second", "shown", "bytes"],
        [
            ["spiderpos", f"{f['rate']:,}", f"{figures['cards']} cards", f"{figures['bytes']:,}"],
            ["python-chess", f"{f['reference']:,}", f"{figures['pieces']} pieces"]
            + [f"{figures['bytes of a board']:,}"],
        ],
    )
    others = table(
        ["a picture", "milliseconds"],
        [[name, f"{taken:,.1f}"] for name, taken in figures["milliseconds"].items()],
    )
    return f"""\
Positions of random games as SVG, and chess boards (`chess.svg.board` of python-chess
{figures["library"]}), in turn in one run: {f["ratio"]:.1f} times as many a second.

{beside}

{others}

A PDF takes so long because fpdf2 copies a shape wherever it is used.
"""


BENCHMARK = Benchmark("pictures", "Drawing pictures", measure, rows, section)
