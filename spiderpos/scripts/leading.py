"""Whether words that lead to moves do so where they stand: "to" does, but not in "free to move".

The words are in :mod:`spiderpos.scripts.harmless`; here is what their neighbours make of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from .harmless import BEGIN_ELSEWHERE, BEGINS, PREPOSITIONS
from .phrases import CARD_KINDS, HARMLESS_KINDS, SEPARATES, Phrase, word_of

__all__ = ["OTHER_TIMES", "points_away"]

#: What is told of these isn't told of now: "last time", "the next game".
OTHER_TIMES: Final = ("time", "game")

_BEGINS_BEHIND: Final = SEPARATES | {"BUT", "STOP", "COLON"}
_VERBS: Final = ("MOVE", "REMOVE")
#: Behind these a position is shown or reached: "we got here by moving ...".
_SHOWN: Final = frozenset(
    ("position", "diagram", "tableau", "board", "got", "get", "came", "arrived")
)
_THIS: Final = frozenset(("this", "the", "our", "my", "particular"))
_PAST: Final = frozenset(
    ("moved", "placed", "played", "shifted", "took", "transferred", "dropped")
)
_TRIES: Final = frozenset(("previous", "my", "our", "earlier", "second"))
_FAR: Final = frozenset(("later", "eventually", "ultimately"))
_AUXILIARIES: Final = ("have", "has", "had")


class _Stand(NamedTuple):
    """Where a word stands: its phrase, and what is next to it.

    ``before`` and ``after`` are the words next to it, ``before_kind`` and ``after_kind`` their
    kinds; nothing is before the first, and the last has itself behind it.  ``moving`` says that a
    verb in "-ing" follows, ``moves`` that a move does.
    """

    sentence: Sequence[Phrase]
    at: int
    word: str
    before: str
    before_kind: str
    after: str
    after_kind: str
    moving: bool
    moves: bool


def points_away(sentence: Sequence[Phrase], moves: Sequence[bool], at: int) -> bool:
    """Whether a word that leads to moves elsewhere doesn't at ``at``: "after moving".

    ``moves`` says of each phrase whether it is a move.  Looks at a few neighbours only.
    """
    here = _stand(sentence, moves, at)
    phrase = sentence[at]
    begins = at == 0 or here.before_kind in _BEGINS_BEHIND
    if begins and here.word in BEGIN_ELSEWHERE:
        return True
    if phrase.kind == "ARTICLE":
        return _article(here._replace(word=here.word.rpartition(" ")[2]))
    judge = _WORDS.get(here.word)
    if judge is None and here.word in PREPOSITIONS:
        judge = _preposition
    if judge is not None and (away := judge(here)) is not None:
        return away
    if phrase.place("FROM_ELSEWHERE"):
        # "Going back from ...", "keep from moving ...".
        return here.moves or here.moving
    if here.word.endswith("ll"):
        return _later(here)
    return here.moving and phrase.kind == "FROM_ELSEWHERE"


def _stand(sentence: Sequence[Phrase], moves: Sequence[bool], at: int) -> _Stand:
    before = sentence[at - 1] if at else None
    after = sentence[at + 1] if at + 1 < len(sentence) else sentence[at]
    target = at + 1 + (after.kind == "ARTICLE")
    return _Stand(
        sentence,
        at,
        word_of(sentence[at]),
        word_of(before) if before else "",
        before.kind if before else "",
        word_of(after),
        after.kind,
        after.kind in _VERBS and word_of(after).endswith("ing"),
        target < len(moves) and moves[target],
    )


def _article(here: _Stand) -> bool:
    """Of the last word that stands with an article."""
    word, verb = here.word, here.after_kind == "MOVE"
    if word in ("next", "last") and here.after in OTHER_TIMES:
        return True
    if word == "last":
        if verb and here.at + 2 < len(here.sentence):
            # "Our last move was": the position is the one after it.
            return word_of(here.sentence[here.at + 2]) == "was"
        return here.after_kind not in HARMLESS_KINDS
    if word == "just":
        said = here.before.endswith(_AUXILIARIES) or "'" in here.before
        return verb and said
    if word == "first":
        # "We move ..., first moving ..." and "but first move ..." say the second first.
        gerund = here.before_kind in SEPARATES and here.after.endswith("ing")
        return verb and (gerund or here.before_kind == "BUT")
    # "The other 9s", but not "the other line".
    return word == "other" and here.after_kind not in CARD_KINDS | {"ARTICLE"}


def _keep(here: _Stand) -> bool | None:
    """Of "keep the move"."""
    return None if here.sentence[here.at].places else here.after_kind == "ARTICLE"


def _free(here: _Stand) -> bool | None:
    """Of "free to move"."""
    return None if here.sentence[here.at].places else here.after_kind == "POSSIBLE"


def _chance(here: _Stand) -> bool | None:
    """Of "the chance of turning up", but not "we chance to turn up"."""
    return here.before_kind == "ARTICLE" or None


def _here(here: _Stand) -> bool | None:
    """Of "we got here by moving ...", "the position after we move ..."."""
    return here.before in _SHOWN or None


def _preposition(here: _Stand) -> bool:
    """Of "after moving ...", "for 9s from 1 to 2", but not "we begin with 9s from 1 to 2"."""
    if here.word == "with" and here.before in BEGINS:
        return here.moving
    return here.moving or here.moves


def _after(here: _Stand) -> bool:
    return _here(here) or _preposition(here)


def _try(here: _Stand) -> bool:
    """Of "my previous try: ...", "Try 1: ..."; elsewhere it's a verb, as in "Try this: ..."."""
    if here.after in ("this", "these"):
        return False
    return here.at == 0 or here.before_kind == "ARTICLE" or here.before in _TRIES


def _line(here: _Stand) -> bool:
    """Of "Line 1: ..., line 2: ..."."""
    return here.after.isdigit()


def _game(here: _Stand) -> bool:
    """Of "in my first game"."""
    return here.at > 0 and here.before not in _THIS


def _you(here: _Stand) -> bool:
    """Of "you moved"."""
    return here.after_kind == "MOVE" and here.after in _PAST


def _have(here: _Stand) -> bool:
    """Of "we still have 9s from 1 to 2"."""
    return here.moves


def _later(here: _Stand) -> bool:
    """Of "later we will move"."""
    return any(word_of(phrase) in _FAR for phrase in here.sentence[max(here.at - 3, 0) : here.at])


#: What is asked of a word; None for an answer says that it's as any other.
_WORDS: Final[Mapping[str, Callable[[_Stand], bool | None]]] = {
    "after": _after,
    "chance": _chance,
    "free": _free,
    "game": _game,
    "here": _here,
    "keep": _keep,
    "keeps": _keep,
    "line": _line,
    "try": _try,
    "you": _you,
    **dict.fromkeys(_AUXILIARIES, _have),
}
