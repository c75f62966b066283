"""One game at the page, and the file that it's kept in.

Each change is done and saved, or it raises and changes nothing.  It says which state of the game
it means by its version, a digest of the game; on any other it's refused.  So two pages that show
one game can't play past each other.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from .. import scripts
from ..formats.jsontext import WrongValue
from ..game import census
from ..game.history import initial
from ..game.illegal import IllegalMove
from ..game.rules import parse_rules
from ..games import script_input, session
from ..games.script_input import PlayedGame
from ..games.session import Session, SessionFile
from ..goals import plans
from ..scripts.words import describe
from ..text.errors import SpiderError
from ..text.wording import count_phrase
from . import hidden

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


class _Unsaved(SessionFile):
    """A copy of a game in no file."""

    def __init__(self, game: Session) -> None:
        self.game = _copy(game)

    def changed(self) -> bool:
        return False

    def save(self) -> None:
        pass


def _copy(game: Session) -> Session:
    """Return the same game, to be changed without changing the first."""
    copy = Session(
        game.start, game.steps, title=game.title, stipulation=game.stipulation, goal=game.goal
    )
    copy.go_to(game.at)
    return copy


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
    def version(self) -> str:
        """A digest of the whole game: equal for equal games, after a restart too."""
        return sha256(session.dumps(self.game).encode()).hexdigest()[:16]

    def follow(self) -> None:
        """Read the file again if another program wrote it.

        Raises as :meth:`SessionFile.reload`.
        """
        if self.file.changed():
            self.file.reload()

    def keep(self, version: str, same: int, moves: Sequence[str], done: int) -> str:
        """Keep the game as it was played on: the first ``same`` moves, and then ``moves``.

        They are in the words of a script, and each is checked; ``done`` of all are done.  Raises
        RefusedError or SessionError.
        """

        def kept(game: Session) -> str:
            game.go_to(same)
            try:
                steps = session.played(game.position, moves)
            except WrongValue as wrong:
                number = same + 1 + int(wrong.path[-1])
                raise RefusedError(f"move {number} isn't kept: {wrong.message}") from None
            self._becomes(Session(game.start, (*game.done, *steps), goal=game.goal), done)
            return ""

        return self._change(version, kept)

    def script(self, version: str, text: str) -> str:
        """Play moves written in any notation, all or none.  Raises NotationError, ReplayError."""
        if plans.recognises(text):
            raise plans.no_plan(plans.loads(text, name="<moves>"), "this field")
        script = scripts.loads(text, None, name="<moves>")

        def play(game: Session) -> str:
            steps = tuple(done.step for done in game.play(script))
            played = map(describe, steps) if len(steps) < 4 else [count_phrase(len(steps), "move")]
            return "; ".join((*played, *script.notes)) or "no move"

        return self._change(version, play)

    def draw(self, version: str) -> str:
        """Draw the cards that nobody knows at random, as they may lie.  Raises SpiderError."""

        def drawn(game: Session) -> str:
            self.file.game = hidden.drawn(game, random.SystemRandom())
            return "the hidden cards are drawn"

        return self._change(version, drawn)

    def over(self, version: str) -> str:
        """Go back to the deal, of a game that was read without its moves."""

        def dealt(game: Session) -> str:
            deal = initial(game.start)
            if deal is None:
                raise RefusedError("it isn't known how this game was dealt")
            self.file.game = Session(deal, title=game.title)
            return "started over, from the deal"

        return self._change(version, dealt)

    def options(self, version: str, changes: Mapping[str, str]) -> str:
        """Go on under other house rules: ``changes`` are options as :class:`Rules` takes them.

        Moves that aren't a game under those can't be taken back any more; a problem's goal is
        for its own rules.  Raises RulesError, PositionError, or RefusedError where a card would
        get lost.
        """

        def under_them(game: Session) -> str:
            here = game.position
            rules = parse_rules(str(here.rules), changes)
            if rules == here.rules:
                return "the rules stay as they are"
            position = here.under(rules)
            if len(position.cells) > rules.cells:
                raise RefusedError("a card lies in a cell that would be gone")
            census.validate(position, partial=bool(census.faults(here)))
            played, why_not = script_input.under(
                PlayedGame(game.start, game.done), position, rules
            )
            start, steps = (position, ()) if why_not else (played.start, played.steps)
            self.file.game = Session(start, steps, title=game.title)
            lost = "; the moves up to here can't be taken back" * bool(why_not and game.done)
            unasked = "; the problem is for its own rules, and no longer asked" * bool(game.goal)
            return f"the rules are now: {rules}{lost}{unasked}"

        return self._change(version, under_them)

    def aside(self, version: str) -> Table:
        """Return a table with a copy of the game, of which nothing is saved: for a thread.

        Raises StaleError if ``version`` isn't the game's.
        """
        self.follow()
        if version != self.version:
            raise StaleError
        return Table(self.id, _Unsaved(self.game))

    def take(self, version: str, game: Session) -> None:
        """Go on with ``game``, which a table aside has come to, and save it.

        Raises StaleError if this game has gone on meanwhile; OSError; RefusedError.
        """

        def taken(_: Session) -> str:
            self.file.game = game
            return ""

        self._change(version, taken)

    def _change(self, version: str, act: Callable[[Session], str]) -> str:
        """Do something to a copy of the game as the page shows it, and save what came of it."""
        self.follow()
        if version != self.version:
            raise StaleError
        before = self.game
        self.file.game = _copy(before)
        try:
            words = act(self.game)
            # A longer one that was opened goes back and forth.
            if len(self.game.steps) > max(MOST_MOVES, len(before.steps)):
                raise RefusedError(f"a game here has at most {MOST_MOVES} moves")
            if self.version != version:
                self.file.save()
        except BaseException:
            self.file.game = before
            raise
        return words

    def _becomes(self, game: Session, done: int) -> None:
        """Take another game with the same title, of which so many moves are done."""
        game.title, game.stipulation = self.game.title, self.game.stipulation
        game.go_to(done)
        self.file.game = game


def from_deal(game: Session) -> bool:
    """Return True if a game begins later than with its deal, and its deck is known."""
    return initial(game.start) not in (None, game.start)
