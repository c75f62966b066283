"""One game at the page: what a player can do to it, and the file that it's kept in.

A call either does what is asked and saves it, or raises and changes nothing, or returns a
:class:`Question` and changes nothing until it's asked again with the answer.

Calls say which state of the game they mean by its version, a digest of the game; on any other
they are refused.  So two pages that show one game can't play past each other.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Final, Literal, TypeAlias

from .. import scripts
from ..game import census, engine
from ..game.cards import UNKNOWN, Card
from ..game.census import hidden_kinds
from ..game.engine import Step
from ..game.history import initial
from ..game.illegal import IllegalMove
from ..game.moves import Deal, FromCell, Move, Remove, ToCell
from ..game.position import Position
from ..game.replay import do_move, face_up_by
from ..game.rules import parse_rules
from ..goals import plans
from ..played import moves_of_any_text, pointing, session
from ..played.moves_of_any_text import Game
from ..played.session import Session, SessionFile
from ..scripts.words import describe
from ..text.errors import SpiderError
from ..text.wording import columns_phrase, count_phrase
from . import hidden
from .watch import warning_before_deal

__all__ = [
    "Done",
    "Grip",
    "Question",
    "RefusedError",
    "Reveal",
    "StaleError",
    "Table",
    "from_deal",
]

#: The most moves that a game gets here, those taken back counted: the page shows them all, after
#: every move.  Woods speaks of 200 to 300.
MOST_MOVES: Final = 3000


class StaleError(SpiderError):
    """The page shows another state of the game than there is."""

    def __str__(self) -> str:
        return (
            "the game has gone on elsewhere since this page was drawn: nothing was done, and "
            "the page now shows the game as it is"
        )


@dataclass(eq=False)
class RefusedError(IllegalMove):
    """What is asked can't be done, though no rule of the game forbids it."""

    why: str

    def __str__(self) -> str:
        return self.why


class Grip(StrEnum):
    """How cards are taken (Woods' documentation, section III).

    ``POINT``: as many as possible.  ``ADJUST``: the card pointed at and those that cover it, or
    fewer.  ``CARD``: into a space those, onto a card as many as fit.
    """

    POINT = "point"
    ADJUST = "adjust"
    CARD = "card"


@dataclass(frozen=True, slots=True)
class Question:
    """What has to be answered before something is done.

    ``text``: the question.  ``columns``: if it asks which cards come face up, the columns in
    which they do; the answer names them in that order.  ``cards``: those that it may be.
    """

    text: str
    columns: tuple[int, ...] = ()
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Done:
    """What was done, in words; the steps are those played or taken back, if any."""

    words: str
    steps: tuple[Step, ...] = ()


#: Which cards come face up, where that isn't known: their names, or to draw all hidden cards at
#: random, or to leave them unknown; None if it wasn't asked yet.
Reveal: TypeAlias = Sequence[Card] | Literal["draw", "unknown"] | None


@dataclass(slots=True)
class Table:
    """A game that is played at the page, by the ``id`` that addresses it."""

    id: str
    file: SessionFile

    @property
    def game(self) -> Session:
        """The session."""
        return self.file.game

    @property
    def position(self) -> Position:
        """Where the game is now."""
        return self.game.position

    @property
    def version(self) -> str:
        """A digest of the whole game: equal for equal games, after a restart too."""
        return sha256(session.dumps(self.game).encode()).hexdigest()[:16]

    def follow(self) -> None:
        """Read the file again if another program wrote it.

        Raises as :meth:`SessionFile.reload`.
        """
        if self.file.changed():
            self.file.reload()

    # What a player does

    def move(
        self,
        version: str,
        source: str,
        target: str | None = None,
        take: int | None = None,
        grip: Grip = Grip.POINT,
        reveal: Reveal = None,
    ) -> Done | Question:
        """Move cards, to the obvious place if no target is given.

        ``source`` and ``target`` are columns (``3``), cells (``cell 2``) or the place of suits
        that are ``removed``; ``take`` is how many cards lie from the one pointed at to the bottom.
        Raises IllegalMove.
        """

        def play(game: Session) -> Done | Question:
            return self._play(_named(game.position, source, target, take, grip), reveal)

        return self._change(version, play)

    def deal(
        self, version: str, confirmed: bool = False, reveal: Reveal = None
    ) -> Done | Question:
        """Deal a row; asks first, as Woods' program does.  Raises IllegalMove."""

        def play(game: Session) -> Done | Question:
            engine.verify(game.position, Deal())
            if confirmed or reveal:
                return self._play(Deal(), reveal)
            left = f"{count_phrase(game.position.deals_left, 'row')} left."
            return Question(f"Deal a row? {warning_before_deal(game) or left.capitalize()}")

        return self._change(version, play)

    def script(self, version: str, text: str) -> Done | Question:
        """Play moves written in any notation, all or none.  Raises NotationError, ReplayError."""
        if plans.recognises(text):
            raise plans.no_plan(plans.loads(text, name="<moves>"), "this field")
        script = scripts.loads(text, None, name="<moves>")

        def play(game: Session) -> Done:
            steps = tuple(done.step for done in game.play(script))
            played = map(describe, steps) if len(steps) < 4 else [count_phrase(len(steps), "move")]
            return Done("; ".join((*played, *script.notes)) or "no move", steps)

        return self._change(version, play)

    def undo(self, version: str, confirmed: bool = False) -> Done | Question:
        """Take back a move; asks first if it showed something.  Raises SessionError."""

        def back(game: Session) -> Done | Question:
            step = game.undo()
            learned = session.information(step)
            if learned and not confirmed:
                return Question(f"This takes back {learned}. Back up all the same?")
            return Done(f"taken back: {describe(step)}", (step,))

        return self._change(version, back)

    def redo(self, version: str) -> Done | Question:
        """Do the next move again that was taken back.  Raises SessionError."""

        def again(game: Session) -> Done:
            step = game.redo()
            return Done(f"done again: {describe(step)}", (step,))

        return self._change(version, again)

    def go(self, version: str, number: int, confirmed: bool = False) -> Done | Question:
        """Go to where ``number`` moves are done; 0 starts over.

        At the start of a game that was read without its moves 0 goes on to the deal, if the deck
        is known.  Asks first if that takes back what showed something.  Raises SessionError.
        """

        def there(game: Session) -> Done | Question:
            if not number and not game.at and from_deal(game):
                return self._from_the_deal(confirmed=confirmed)
            before = game.at
            taken_back = game.done[number:]
            shown = sum(bool(session.information(step)) for step in taken_back)
            if shown and not confirmed:
                what = count_phrase(len(taken_back), "move")
                which = "which showed" if len(taken_back) == 1 else f"{shown} of which showed"
                return Question(
                    f"This takes back {what}, {which} new cards. They stay to be redone until "
                    "another move is made. Go back?"
                )
            game.go_to(number)
            if number == before:
                return Done("nothing to take back")
            return Done(f"now after move {number}" if number else "started over")

        return self._change(version, there)

    def options(self, version: str, changes: Mapping[str, str]) -> Done | Question:
        """Go on under other house rules: ``changes`` are options as :class:`Rules` takes them.

        Moves that aren't a game under those can't be taken back any more; a problem's goal is
        for its own rules.  Raises RulesError, PositionError, or RefusedError where a card would
        get lost.
        """

        def under_them(game: Session) -> Done:
            here = game.position
            rules = parse_rules(str(here.rules), changes)
            if rules == here.rules:
                return Done("the rules stay as they are")
            position = here.under(rules)
            if len(position.cells) > rules.cells:
                raise RefusedError("a card lies in a cell that would be gone")
            census.validate(position, partial=bool(census.faults(here)))
            played, why_not = moves_of_any_text.under(Game(game.start, game.done), position, rules)
            start, steps = (position, ()) if why_not else (played.start, played.steps)
            self.file.game = Session(start, steps, title=game.title)
            lost = "; the moves up to here can't be taken back" * bool(why_not and game.done)
            unasked = "; the problem is for its own rules, and no longer asked" * bool(game.goal)
            return Done(f"the rules are now: {rules}{lost}{unasked}")

        return self._change(version, under_them)

    # How

    def _from_the_deal(self, *, confirmed: bool) -> Done | Question:
        deal = initial(self.game.start)
        if deal is None or not confirmed:
            return Question("This goes back to the deal, and the position is forgotten. Go back?")
        self.file.game = Session(deal, title=self.game.title)
        return Done("started over, from the deal")

    def _change(self, version: str, act: Callable[[Session], Done | Question]) -> Done | Question:
        """Do something to the game as the page shows it, and save what came of it."""
        self.follow()
        if version != self.version:
            raise StaleError
        before = self.game
        self.file.game = _copy(before)
        try:
            found = act(self.game)
            # A longer one that was opened goes back and forth.
            if len(self.game.steps) > max(MOST_MOVES, len(before.steps)):
                raise RefusedError(f"a game here has at most {MOST_MOVES} moves")
            if isinstance(found, Done) and self.version != version:
                self.file.save()
        except BaseException:
            self.file.game = before
            raise
        if isinstance(found, Question):
            self.file.game = before
        return found

    def _play(self, move: Move, reveal: Reveal) -> Done | Question:
        if reveal == "draw":
            self.file.game = hidden.drawn(self.game, random.SystemRandom())
        game = self.game
        cards = reveal if reveal and not isinstance(reveal, str) else ()
        if reveal is None and not (game.undone and game.undone[0].move == move):
            step = do_move(game.position, move)
            if UNKNOWN in face_up_by(step):
                return _which(step)
        step = game.do(move, cards)
        return Done(describe(step), (step,))


def from_deal(game: Session) -> bool:
    """Whether the deck of a game is known that begins later than with its deal."""
    return initial(game.start) not in (None, game.start)


def _copy(game: Session) -> Session:
    again = Session(
        game.start, game.steps, title=game.title, stipulation=game.stipulation, goal=game.goal
    )
    again.go_to(game.at)
    return again


def _which(step: Step) -> Question:
    """Ask which cards come face up by a step where that isn't known."""
    if isinstance(step.move, Deal):
        columns = tuple(range(1, len(step.cards) + 1))
        text = "It isn't known which cards this row has. Which are they?"
    else:
        columns = tuple(turned.column for turned in step.turned)
        where = columns_phrase(columns)
        text = f"It isn't known which card lies face down in {where}. Which one comes up?"
    return Question(text, columns, hidden_kinds(step.before))


def _named(
    position: Position, source: str, target: str | None, take: int | None, grip: Grip
) -> Move:
    """The move that a gesture means.  Raises IllegalMove."""
    kind, number = _place(source)
    to, end = _place(target) if target is not None else ("", 0)
    if kind == "removed":
        raise RefusedError("a suit that was removed doesn't come back")
    if kind == "cell" and to == "cell":
        raise RefusedError("no card moves from cell to cell")
    if kind == "cell" and to == "removed":
        raise RefusedError("only a complete suit at the bottom of a column can be removed")
    if kind == "cell":
        return FromCell(number, end) if to else pointing.obvious_from_cell(position, number)
    if grip is Grip.POINT:
        take = None
    if not to:
        return pointing.obvious_move(position, number, take)
    if to == "removed":
        return Remove(number)
    if to == "cell":
        if take is not None and take > 1:
            raise RefusedError(f"a free cell takes one card, not {take}")
        return ToCell(number, end)
    if grip is Grip.CARD and end not in position.spaces:
        take = None
    return pointing.move_between(position, number, end, take)


def _place(text: str) -> tuple[str, int]:
    """A ``column`` or ``cell`` with its number, or ``removed``.  Raises RefusedError."""
    found = re.fullmatch(r"removed|(cell )?(\d{1,3})", text, re.ASCII)
    if found is None:
        raise RefusedError("that is neither a column nor a cell")
    if text == "removed":
        return "removed", 0
    return "cell" if found[1] else "column", int(found[2])
