"""How fast positions are drawn as SVG, beside python-chess drawing boards in the same run.

    pip install -e '.[bench]'
    python benchmarks/pictures.py

Positions of random games are drawn, 104 cards each; python-chess draws boards of random games
with their 32 pieces at most (``chess.svg.board``).  The two jobs are run in turn, round by
round, and the median of the ratios is printed: a ratio of 2 means twice as many a second as
python-chess.  docs/pictures.md keeps a result.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable

import chess
import chess.svg
from notations import chess_game, seconds, spider_game

from spiderpos.pictures import Drawing, draw, svg, terminal, tex
from spiderpos.position import Position

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


def compared(name: str, ours: Callable[[], object], count: int, theirs: float) -> None:
    ours()
    rate = statistics.median(count / seconds(ours) for _ in range(ROUNDS))
    print(f"  {name:30} {rate:8,.0f}/s   {rate / theirs:6.1f} times")


def main() -> None:
    positions = [step.after for seed in range(GAMES) for step in spider_game(seed)[1][::10]]
    known = Drawing(show_hidden=True)
    chess_boards = [board for seed in range(GAMES) for board in boards(seed)]

    def draw_boards() -> None:
        for board in chess_boards:
            chess.svg.board(board)

    def draw_positions() -> None:
        for position in positions:
            svg.draw(position)

    draw_boards()
    draw_positions()
    pairs = []
    for _ in range(ROUNDS):
        pairs.append(
            (len(positions) / seconds(draw_positions), len(chess_boards) / seconds(draw_boards))
        )
    ours = statistics.median(a for a, _ in pairs)
    theirs = statistics.median(b for _, b in pairs)
    ratio = statistics.median(a / b for a, b in pairs)
    pieces = statistics.mean(len(board.piece_map()) for board in chess_boards)
    cards = statistics.mean(map(cards_shown, positions))
    sizes = statistics.mean(len(svg.draw(position)) for position in positions)
    board_sizes = statistics.mean(len(chess.svg.board(board)) for board in chess_boards)
    print(f"SVG, medians of {ROUNDS} rounds")
    print(
        f"  spiderpos     {ours:8,.0f}/s  {cards:5.1f} cards in the columns, {sizes:7,.0f} bytes"
    )
    print(f"  python-chess  {theirs:8,.0f}/s  {pieces:5.1f} pieces, {board_sizes:20,.0f} bytes")
    print(f"  ratio         {ratio:8.1f}")
    print("others, beside python-chess' SVG")
    compared(
        "svg, all cards shown",
        lambda: [svg.draw(p, known) for p in positions],
        len(positions),
        theirs,
    )
    compared(
        "unicode in colour",
        lambda: [terminal.draw(p, colour=True) for p in positions],
        len(positions),
        theirs,
    )
    compared("tex", lambda: [tex.draw(p) for p in positions[:20]], 20, theirs)
    compared("png", lambda: [draw(p, "png") for p in positions[:10]], 10, theirs)


if __name__ == "__main__":
    main()
