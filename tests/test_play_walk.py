"""Hundreds of random actions on pages of games, each compared with the engine."""

import re
from random import Random

import pytest

from spiderpos import formats
from spiderpos.advice.pointing import move_between, obvious_move
from spiderpos.catalogue import find_problem
from spiderpos.catalogue.games import game_of_problem
from spiderpos.game import deals, engine
from spiderpos.game.illegal import IllegalMove
from spiderpos.game.moves import Deal, FromCell, Move, Remove, Shift, ToCell
from spiderpos.game.rules import parse_rules
from spiderpos.games import session
from spiderpos.games.session import Session
from spiderpos.scripts.words import describe
from spiderpos.text.errors import SpiderError

from .browsing import button, copied, remember, shown, tableau, typed
from .play_page import box_of, card_at, drag, end_of, escape, stored_game

pytestmark = [pytest.mark.long, pytest.mark.slow]

#: Games to begin with, by seed.
GAMES = [
    lambda: Session(deals.deal(3)),
    lambda: Session(deals.deal(8, rules=parse_rules("modern;suits=1")), goal="win"),
    lambda: Session(deals.deal(2, rules=parse_rules("woods;cells=2;kings_on_aces=yes"))),
    lambda: game_of_problem(find_problem("woods-2")),
    lambda: Session(deals.deal(5, rules=parse_rules("modern;suits=2")), goal="win"),
    lambda: game_of_problem(find_problem("woods-4")),
    lambda: Session(deals.deal(9, rules=parse_rules("woods;deal_over_spaces=always"))),
]
EACH = 50


class Walk:
    """A page and the session that it should show; the methods in ``KINDS`` are actions."""

    def __init__(self, page, game, random):
        self.page, self.game, self.random = page, game, random

    def compare(self):
        """Wait until the page has the session's moves; compare the board and the saved game."""
        game, page = self.game, self.page
        page.wait_for_function(
            """([all, done]) => {
              const moves = [...document.querySelectorAll('#own-moves button')];
              return moves.length === all
                && moves.filter((each) => !each.classList.contains('undone')).length === done;
            }""",
            arg=[len(game.steps), game.at],
        )
        position = game.position
        assert shown(page) == tableau(position)
        removed = page.locator("#position .removed .stub").count()
        cells = page.locator("#position .cell")
        cards = cells.evaluate_all("all => all.map(({ dataset }) => dataset.card)")
        hand = page.locator("#position .hand").get_attribute("aria-label")
        assert removed == len(position.removed)
        assert cards == [card and str(card) for card in position.cells]
        assert re.findall(r"(\d+) card", hand) == [str(n) for n in [len(position.hand)] if n]
        record = stored_game(page) if page.url.partition("#game=")[2] else None
        if record:
            assert record["moves"] == [describe(step) for step in game.steps]
            assert record["done"] == game.at

    # Moves

    def move(self):
        """Make a legal move by dragging, with keys, as text, or on the hand."""
        moves = list(engine.legal_moves(self.game.position))
        if not moves:
            return self.undo()
        move = self.random.choice(moves)
        way = self.random.choice((self.by_drag, self.by_keys, self.by_text))
        return way(move)

    def by_drag(self, move: Move):
        page, board = self.page, self.page.locator("#position")
        cell = "[data-cell='{}']".format
        match move:
            case Shift(source, target, count):
                button = "left" if count == self.whole(source, target) else "right"
                drag(page, card_at(page, source, count), end_of(page, target), button=button)
            case ToCell(source, target):
                to = box_of(board.locator(cell(target)))
                drag(page, card_at(page, source, 1), (to["x"] + 5, to["y"] + 5))
            case FromCell(source, target):
                start = box_of(board.locator(cell(source)))
                drag(page, (start["x"] + 5, start["y"] + 5), end_of(page, target))
            case Remove(column):
                to = box_of(board.locator(".removed"))
                drag(page, card_at(page, column, 13), (to["x"] + 5, to["y"] + 5))
            case Deal():
                board.locator(".hand").dblclick()
        self.game.do(move)

    def whole(self, source, target):
        """Return the number of cards that move if a move names only its columns."""
        return move_between(self.game.position, source, target).count

    def by_keys(self, move: Move):
        match move:
            case Shift(source, target, _):
                move = move_between(self.game.position, source, target)
                self.page.locator("#position").focus()
                for column in (source, target):
                    self.page.keyboard.press(str(column % 10))
            case Deal():
                self.page.locator("#position").press("d")
                self.page.locator("#dialog button.first").click()
            case _:
                return self.by_drag(move)
        self.game.do(move)
        return None

    def by_text(self, move: Move):
        words = describe(engine.do(self.game.position, move))
        typed(self.page, words)
        self.game.play(words)

    def click(self):
        """Send cards to the obvious place: the bottom card with a click, a run with keys."""
        position = self.game.position
        column = self.random.choice([n for n, c in enumerate(position.columns, 1) if c.up])
        run = len(engine.natural_run(position.column(column), position.rules))
        by_keys = self.random.random() < 0.5
        if by_keys:
            self.page.locator("#position").focus()
            for key in (str(column % 10), "Enter"):
                self.page.keyboard.press(key)
        else:
            self.page.mouse.click(*card_at(self.page, column, 1))
        # A complete suit is removed.  If a run fits nowhere, its longest part that fits moves.
        first = run if by_keys or run >= engine.SUIT_LENGTH else 1
        for count in (first, *range(run, 0, -1)):
            try:
                move = obvious_move(position, column, count)
            except IllegalMove:
                continue
            self.game.do(move)
            return

    def illegal(self):
        """Drag a card to a column where no card of its run fits; the page must refuse it."""
        position = self.game.position
        pairs = [(a, b) for a in range(1, 11) for b in range(1, 11) if a != b]
        self.random.shuffle(pairs)
        for source, target in pairs:
            try:
                move_between(position, source, target)
            except IllegalMove:
                if position.column(source).up:
                    drag(self.page, card_at(self.page, source, 1), end_of(self.page, target))
                    self.page.locator("#status.refused").wait_for()
                    return

    # Undo and redo

    def go(self, number, act):
        """Undo or redo with ``act`` up to a move, and confirm the dialog if there is one."""
        hidden = any(map(session.information, self.game.steps[number : self.game.at]))
        act()
        if hidden:
            self.page.locator("#dialog button.first").click()
        self.game.go_to(number)

    def undo(self):
        if self.game.at:
            self.go(self.game.at - 1, lambda: self.page.click("#back"))

    def redo(self):
        if self.game.at < len(self.game.steps):
            self.go(self.game.at + 1, lambda: self.page.click("#forward"))

    def jump(self):
        if self.game.steps:
            number = self.random.randrange(1, len(self.game.steps) + 1)
            item = self.page.locator(f"#own-moves li:nth-child({number}) button")
            self.go(number, item.click)

    def over(self):
        if self.game.at:
            self.page.click("[data-act=over]")
            self.page.locator("#dialog button.first").click()
            self.game.go_to(0)

    # Other actions

    def rules(self):
        """Change a house rule; the moves so far are kept if they are still legal."""
        name, values = self.random.choice(
            [("kings_on_aces", ("no", "yes")), ("deal_over_spaces", ("never", "always"))]
        )
        value = self.random.choice(values)
        try:
            here = ruled(self.game.position, f"{name}={value}")
            start = ruled(self.game.start, f"{name}={value}")
        except SpiderError:
            return
        self.page.click("[data-act=options]")
        self.page.select_option(f"#dialog select[name={name}]", value)
        self.page.locator("#dialog button.first").click()
        self.page.locator("#status", has_text="The rules are now").wait_for()
        game = Session(start, goal=self.game.goal)
        try:
            for step in self.game.done:
                game.do(describe(step))
        except SpiderError:
            pass
        same = game.at == self.game.at and game.position == here
        self.game = game if same else Session(here, goal=self.game.goal)

    def hint(self):
        """Ask for a hint, and play it if it is a move."""
        self.page.click("#hint")
        # The answer is a move, or the reason why there is none, such as a broken condition.
        self.page.wait_for_function(
            "!/^(Looking.*)?$/.test(document.querySelector('#hint-text').textContent)"
        )
        play = button(self.page, "Play it")
        if not play.count():
            return
        move = self.page.locator("#hint-text b").inner_text()
        play.click()
        self.game.play(move[0].lower() + move[1:] if move.startswith("Deal") else move)

    def link(self):
        """Open a link to the game in another page, which must show the same position."""
        if self.page.locator("#verdict.holds").count():
            return
        address = copied(self.page, self.page.locator("#copy-link"))
        other = self.page.context.new_page()
        other.goto(address)
        if self.game.at:
            other.get_by_role("button", name="Show the line").click()
            other.locator("#last").click()
        else:
            other.locator("body[data-track]").wait_for()
        assert shown(other) == tableau(self.game.position)
        other.close()

    def save_and_open(self):
        """Save the game and load the file in Python; then open the file that Python writes."""
        self.page.click("[data-act=save]")
        text = self.page.locator("#dialog textarea").input_value()
        saved = session.loads(text)
        assert (saved.position, saved.at) == (self.game.position, self.game.at)
        assert [step.after for step in saved.steps] == [step.after for step in self.game.steps]
        escape(self.page)
        self.page.keyboard.press("Control+o")
        self.page.fill("#dialog textarea", session.dumps(self.game))
        self.page.locator("#dialog button.first").click()
        self.page.locator("body[data-track]").wait_for()

    def reload(self):
        self.page.reload()
        self.page.locator("body[data-track]").wait_for()


def ruled(position, option):
    """Return a position with another value of a house rule."""
    text = formats.dumps(position, "fen").strip()
    rules = re.search(r" rules=(\S+)", text)
    bare = re.sub(r" rules=\S+", "", text)
    text = f"{bare} rules={rules[1] if rules else 'woods'};{option}"
    return formats.read(text, "fen", options=formats.ReadOptions(partial=True)).position


KINDS = {
    **{Walk.move: 50, Walk.click: 10, Walk.illegal: 8, Walk.undo: 12, Walk.redo: 8, Walk.jump: 4},
    **{Walk.over: 1, Walk.rules: 2, Walk.hint: 3, Walk.link: 1, Walk.save_and_open: 1},
    Walk.reload: 1,
}


@pytest.mark.parametrize("seed", range(len(GAMES)))
def test_a_page_agrees_with_the_engine_after_every_interaction(play, seed):
    random = Random(seed)
    game = GAMES[seed]()
    walk = Walk(play(game, height=1400, motion=False), game, random)
    # A double click on the hand may be slow.
    remember(walk.page, settings={"double": 1_000_000})
    for _ in range(EACH):
        (kind,) = random.choices(list(KINDS), list(KINDS.values()))
        before = walk.game.position
        kind(walk)
        print(kind.__name__, before, walk.game.steps[walk.game.at - 1 :][:1])
        walk.compare()
