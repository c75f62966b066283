"""Whether what stands around a move in running text is understood.

A move is taken only if every word before it in its clause is one that leads to a move ("Then we
promptly ..."), and what follows it goes on in a way that says nothing against it ("..., turning
up", "... to get a space").  Words that nobody thought of refuse it, instead of being passed over:
nobody can list all the ways to say that a move is not made.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from lark import Token

from .harmless import (
    ADVERBS,
    AND,
    CLOSING,
    CONDEMNS,
    CORRECTION,
    FREES,
    GOES_ON,
    IMPERATIVES,
    IS_SAID,
    LABELS,
    LEADERS,
    LEADS_ON,
    LINES_OF_PLAY,
    OF_ANOTHER_GAME,
    OPENINGS,
    OTHERS,
    OWN_MATTERS,
    POINTERS,
    POSSIBILITIES,
    REST,
    RESULT,
    SAYS_OF_IT,
    SUBJECTS,
    WAS_ANOTHER_GAME,
    WAS_IN_ANOTHER_GAME,
    WE_HAVE,
    WHO,
)
from .leading import OTHER_TIMES, points_away
from .phrases import CARD_KINDS, HARMLESS_KINDS, SEPARATES, Phrase, column_of, word_of

__all__ = [
    "LISTED",
    "Weighed",
    "is_dash",
    "judges",
    "takes_back",
    "weigh",
]

#: Why none of a list of cards is moved of which only the last has its columns.
LISTED: Final = "it says for only the last of several cards where it goes"

_TWO_PLACES: Final = "it says more than one place"
_ANOTHER_GAME: Final = "it's said of another game, or to be done before"
_ALTERNATIVES: Final = "one of several moves, joined by 'or'"

_DEALS: Final = frozenset(("DEAL", "DEAL_CARDS", "DEALT_ROW"))
#: Places that make no move.
_LIES: Final = frozenset(("IN_COLUMN", "THERE", "TURN_UP", "FROM_ELSEWHERE", "TO_ELSEWHERE"))
_GOES_TO: Final = frozenset(
    ("TO_COLUMN", "TO_CELL", "INTO_SPACE", "ONTO", "FROM_COLUMN", "FROM_CELL")
)
_ELSEWHERE: Final = frozenset(("FROM_ELSEWHERE", "TO_ELSEWHERE"))
#: Of so many words behind a colon or the like each must be understood.
_SHORT: Final = 3
#: Where what is said of a move ends.
_ENDS: Final = frozenset(("BUT", "STOP", "COLON"))
#: Heads with which another verb takes over behind a move, and with which its clause goes on.
_VERBS_AGAIN: Final = frozenset(
    ("BARE_DEAL", "DEAL", "DEAL_CARDS", "DEALT_ROW", "DECIDED", "MOVE", "REMOVE", "WHICH_WE_MOVE")
)
_GO_ON: Final = CARD_KINDS | {
    *("ANYWAY", "ARTICLE", "BY", "NOT_THIS", "SUIT", "THE_CARD_TURNED_UP", "TURNED_CARDS")
}


_DASH: Final = re.compile(r"[-*&+>\u2010-\u2015\u2022]+")
#: Words for cards that are moved together.
_RUNS: Final = frozenset(("sequence", "run", "cards", "pair", "group", "suit", "packet"))
_RANK: Final = re.compile(r"10|[2-9AJQK]")
#: What else may stand between cards that are moved together.
_PARTED_BY: Final = frozenset(
    ("-", "--", "&", "+", "/", ";", "..", "...", "\u2013", "\u2014", "followed", "plus", "with")
)
_NUMBERED: Final = re.compile(r"\d{1,3}\s*[.):]\s")
#: Heads with a place of which that is where the move goes on to: "then to 6", "and move to 6".
_LEGS: Final = SEPARATES | {"MOVE"}


#: What follows "it is" up to where its clause ends, or goes on to say why or for what.
_CLAUSE: Final = re.compile(
    r"(?:\s+(?!(?:because|since|as|by|for|in|to|that|so|which|how|why|where|what\s+(?:we|i|you))\b)[\w'\u2019]+){0,12}"
)
_IS: Final = REST | frozenset(["easy", "safe", "good", "useful", "needed", "necessary", "done"])


#: These lead to no moves before a colon either if they lead elsewhere: "Undo: ...".
_NO_LABELS: Final = frozenset(("undo", "down", "out", "try", "line"))
_GAME: Final = re.compile(r"the\s+game\b", re.IGNORECASE)


def is_dash(word: str) -> bool:
    """Whether this is a dash, or what an item of a list begins with."""
    return _DASH.fullmatch(word) is not None


def takes_back(text: str, start: int) -> bool:
    """Whether the sentence that begins at ``start`` corrects the one before: "No, wait, ..."."""
    return CORRECTION.match(text, start) is not None


def judges(text: str, start: int) -> str:
    """By which word a sentence or clause at ``start`` judges moves before it: "It loses.".

    Empty if there is none, or if what it says is only what comes of the move: "It frees ...".
    """
    said = SAYS_OF_IT.match(text, start)
    if said is None or CLOSING.match(text, start):
        return ""
    word = said["of"].lower()
    if word in ("none", "neither"):
        return word
    being = IS_SAID.match(text, said.end())
    words = being and _CLAUSE.match(text, being.end())
    harmless = (
        all(w in _IS for w in words[0].lower().split()) if words else FREES.match(text, said.end())
    )
    return "" if harmless else word


class Weighed(NamedTuple):
    """What is found of a sentence.

    ``doubts``: for each phrase, why a move that it says isn't said to be done, or the empty
    string.  ``moves``: whether it says any.  ``label``: what isn't understood of it as a heading.
    ``list_heading``: what was found last of the words above a numbered list, whose items may be
    sentences.  ``another``: whether a label in it that isn't understood is one of another line.
    """

    doubts: list[str]
    moves: bool
    label: str
    list_heading: str
    another: bool


def weigh(
    sentence: Sequence[Phrase], text: str, list_heading: str = "", *, is_first: bool = True
) -> Weighed:
    """Weigh what the moves of a sentence stand among.

    ``text`` is the whole text that the phrases stand in.  ``list_heading`` is what was found last
    of that kind (see :class:`Weighed`); it holds for a sentence that begins with an item.
    ``is_first``: no move of the text was taken before.  A label may then have words that nobody
    knows: it has nothing to be told from.  Takes time linear in the number of phrases.
    """
    if sentence[0].kind != "COMMA":
        list_heading = ""
    found = _Doubts(sentence, text, list_heading, is_first)
    list_heading = found.list_heading or list_heading
    return Weighed(found.found, any(found.moves), found.label, list_heading, found.another)


class _Doubts:
    """Goes through a sentence: for what leads to each move, for lists, and for what follows."""

    def __init__(
        self, sentence: Sequence[Phrase], text: str, heading: str, is_first: bool
    ) -> None:
        self._sentence = sentence
        self._text = text
        self._is_first = is_first
        self.another = False
        #: For each phrase whether it's a move, and the group of moves that have the same verb.
        self.moves = [_is_move(sentence, at) for at in range(len(sentence))]
        self._group = [0] * len(sentence)
        #: Whether a verb, and not only the place in a list or in "moving ...", says it's done.
        self._finite = [False] * len(sentence)
        #: Whether "moving" is its only verb.
        self._gerund = [False] * len(sentence)
        self.found = [""] * len(sentence)
        self._heading = heading
        self.label = self.list_heading = ""
        self._listed: set[int] = set()
        self._lead()
        self._list()
        self._follow()

    def _lead(self) -> None:
        """What stands before each phrase in its clause."""
        unknown = label = no_label = self._heading
        #: Words of a label that nobody knows, which don't count if another one leads to moves.
        strange, leads, of_line = "", False, False
        refused = ""
        group = 0
        listed = finite = gerund = False
        for at, phrase in enumerate(self._sentence):
            kind, word = phrase.kind, word_of(phrase)
            self.label = no_label or (strange if not leads else "")
            if kind in ("STOP", "BUT") and phrase.head != ";":
                label = self._heading
            if kind in ("STOP", "BUT") or self._begins_anew(at):
                unknown, refused, listed, finite, gerund = label, "", False, False, False
                no_label, strange, leads = label, "", False
                group += 1
            elif kind == "COLON":
                start = self._sentence[0].head.start_pos or 0
                lettered = at == 1 and self._sentence[0].head in ("a", "A")
                if lettered or POSSIBILITIES.match(self._text, start):
                    no_label = no_label or "it's only said to be one of several moves"
                label = no_label = no_label or (strange if not leads else "")
                self.another |= bool(label) and of_line and not self._is_first
                strange, leads = "", False
                after = self._sentence[at + 1 : at + 2]
                if after and after[0].kind in ("COMMA", "STOP"):
                    self.list_heading = label
                unknown, refused, listed, finite, gerund = label, "", False, False, False
                group += 1
            elif kind == "COMMA" and listed and not refused:
                unknown = no_label = label
                strange, leads = "", False
            self._group[at], self._finite[at], self._gerund[at] = group, finite, gerund
            if refused or unknown:
                self.found[at] = refused or unknown
            if self.moves[at]:
                listed, refused = True, self.found[at]
                self._finite[at] = finite or phrase.place("GOES") is not None
            elif kind in ("MOVE", "REMOVE"):
                group += listed and finite and word.endswith("ing")
                gerund = word.endswith("ing")
                finite = not gerund
            elif kind == "NOT_THIS":
                group += listed
            leads = leads or (self._is_first and word in LEADS_ON)
            of_line = of_line or word in LINES_OF_PLAY
            away = self._points_away(at)
            if away or (kind not in HARMLESS_KINDS and not (word.isdigit() or is_dash(word))):
                said = f"what leads to it isn't understood: '{' '.join(phrase.head.split())}'"
                said = _ALTERNATIVES if kind == "OR" else said
                if word not in LEADERS or away:
                    unknown = unknown or said
                own = phrase.head[0].isupper() and word[-2:] in ("'s", "s'")
                known = word in LABELS or word in LEADS_ON or (own and self._is_first)
                if kind == "WORD" and not (known or word in OTHERS or CONDEMNS.match(word)):
                    strange = strange or said
                elif not known or (away and self._is_no_label(at)):
                    no_label = no_label or said

    def _points_away(self, at: int) -> bool:
        return points_away(self._sentence, self.moves, at)

    def _is_no_label(self, at: int) -> bool:
        """Whether a word that leads elsewhere also does before a colon."""
        after = self._sentence[at + 1 : at + 2]
        return word_of(self._sentence[at]) in _NO_LABELS or (
            len(after) > 0 and word_of(after[0]) in OTHER_TIMES
        )

    def _begins_anew(self, at: int) -> bool:
        """Whether a clause with its own subject, or an order, begins at this comma."""
        if self._sentence[at].kind != "COMMA":
            return False
        linked = False
        for phrase in self._sentence[at + 1 : at + 6]:
            word = word_of(phrase)
            if word in WHO or word in OPENINGS or phrase.kind == "DECIDED":
                return True
            if phrase.kind == "LINK":
                linked = linked or word == "and"
            elif phrase.kind in ("MOVE", "REMOVE"):
                return word in IMPERATIVES and not linked
            elif phrase.kind in CARD_KINDS:
                return phrase.place("GOES") is not None
            elif phrase.kind != "ARTICLE" and word not in ("so", "thus", "again", "it"):
                return False
        return False

    def _list(self) -> None:
        """Cards before a move that share its verb, and have no columns of their own."""
        listed: int | None = None
        for at in range(len(self._sentence) - 1, -1, -1):
            phrase = self._sentence[at]
            if phrase.kind in CARD_KINDS:
                if self.moves[at]:
                    listed = at
                elif listed is not None and self._is_listed(at):
                    self.found[at] = LISTED
                    self._listed |= {self._group[at], self._group[listed]}
                else:
                    listed = None
            elif listed is not None and at == listed - 2 and self._is_rank(at):
                self._listed.add(self._group[listed])
                listed = None
            elif phrase.places or not (
                phrase.kind in SEPARATES | {"ARTICLE", "BY"} or word_of(phrase) in _PARTED_BY
            ):
                listed = None

    def _is_rank(self, at: int) -> bool:
        """Whether a word before a card is another one's rank: "9 and 8s", "9 - 7s"."""
        between = self._sentence[at + 1]
        parted = between.kind in SEPARATES or word_of(between) in _PARTED_BY
        before = self._sentence[at - 1] if at else None
        begins = before is None or before.kind in SEPARATES | {"ARTICLE", "MOVE", "CARD_COUNT"}
        return parted and begins and _RANK.fullmatch(self._sentence[at].head) is not None

    def _is_listed(self, at: int) -> bool:
        """Whether a card stands where an item of a list can: not "exposing the 6s"."""
        if self._sentence[at].place("TURN_UP"):
            return False
        at -= 1
        if at >= 0 and self._sentence[at].kind == "ARTICLE":
            at -= 1
        before = self._sentence[at] if at >= 0 else None
        if before is None:
            return True
        together = before.kind in _LEGS | _ENDS | CARD_KINDS | {"ARTICLE"}
        return (together or word_of(before) in _RUNS) and not before.place("TURN_UP")

    def _follow(self) -> None:
        """What stands behind each move, up to the next."""
        said = dict.fromkeys(self._listed, LISTED)
        for at, is_move in enumerate(self.moves):
            if is_move:
                doubt = self.found[at] or self._behind(at)
                if doubt:
                    said.setdefault(self._group[at], doubt)
        for at, group in enumerate(self._group):
            if group in said and self.moves[at]:
                self.found[at] = said[group]

    def _behind(self, at: int) -> str:
        """Why what follows a move isn't understood, or nothing."""
        item = self._sentence[at]
        onto = item.place("ONTO", "ON", "INTO_SPACE")
        # "Onto the 4h, in column 3".
        apart = onto is not None and column_of(onto) is None
        begins, skip, cards = True, False, False
        for place in item.places[1:]:
            if place.type == "TURN_UP":
                break
            if place.type in _ELSEWHERE:
                if self._matches(OF_ANOTHER_GAME, place):
                    return _ANOTHER_GAME
                if not self._matches(GOES_ON, place):
                    return _TWO_PLACES
                begins, skip = False, self._finite[at]
        for next_ in range(at + 1, len(self._sentence)):
            phrase = self._sentence[next_]
            if phrase.kind in _ENDS:
                return self._verdict(next_)
            if phrase.kind == "IN_VAIN":
                return self._not_understood(next_)
            if next_ == at + 1 and self._matches(OF_ANOTHER_GAME, phrase.head):
                return _ANOTHER_GAME
            leg = phrase.kind in _LEGS or (begins and phrase.kind == "WORD")
            if leg and self._goes_further(phrase):
                of_another = self._sentence[next_ - 2].kind in CARD_KINDS and next_ - 2 > at
                return "" if of_another and word_of(phrase) == "which" else _TWO_PLACES
            if phrase.kind in SEPARATES:
                if apart and phrase.place("IN_COLUMN"):
                    return _TWO_PLACES
                if phrase.kind == "COMMA" or begins or word_of(phrase) == "and":
                    begins, skip = True, False
                continue
            if phrase.kind == "MOVE" and next_ == at + 1 and self._is_noun(phrase):
                return self._not_understood(next_)
            if self.moves[next_] or phrase.kind in _VERBS_AGAIN:
                return ""
            if is_dash(phrase.head):
                begins, skip = phrase.place("TURN_UP") is None, False
                continue
            if begins:
                word, finite = word_of(phrase), self._finite[at]
                linked = self._sentence[next_ - 1].kind == "LINK"
                if self._is_numbered(phrase.head):
                    return ""
                start = phrase.head.start_pos or 0
                if phrase.kind != "NOT_THIS" and takes_back(self._text, start):
                    return self._not_understood(next_)
                if judges(self._text, start):
                    return self._not_understood(next_)
                if word in ADVERBS and next_ + 1 < len(self._sentence):
                    word = word_of(self._sentence[next_ + 1])
                before = self._sentence[next_ - 1]
                turned = before is item and item.place("TURN_UP") is not None
                separated = turned or before.kind in SEPARATES
                if word in SUBJECTS or (finite and separated and word in POINTERS):
                    # "By moving ... you lose", "move ... and it's over" make no move.
                    if not self._gerund[at] and not (linked and word[:2] in ("yo", "it")):
                        return ""
                    begins, skip = False, False
                    continue
                if word == "the" and self._matches(_GAME, phrase.head):
                    return self._not_understood(next_)
                if word == "first" and self._points_away(next_):
                    return self._not_understood(next_)
                if linked and self._matches(AND, phrase.head):
                    return ""
                if self._matches(RESULT, phrase.head):
                    return ""
                if is_dash(self._sentence[next_ - 1].head) and self._matches(FREES, phrase.head):
                    return ""
                cards = phrase.kind in CARD_KINDS | {"ARTICLE"} and not before.place("TURN_UP")
                if (phrase.kind in _GO_ON and separated) or self._matches(GOES_ON, phrase.head):
                    begins, skip = False, finite
                elif phrase.kind != "OTHER" and not is_dash(phrase.head):
                    return self._not_understood(next_)
            elif cards and phrase.kind == "OR":
                return _ALTERNATIVES
            elif not skip and phrase.kind not in HARMLESS_KINDS and not _goes_on(phrase):
                return self._not_understood(next_)
        return ""

    def _is_noun(self, verb: Phrase) -> bool:
        """Whether a verb right behind a move is none: "the Jh from 8 to 9 move"."""
        start = verb.head.start_pos or 0
        before = self._text[max(start - 80, 0) : start]
        return (
            word_of(verb) in ("move", "play", "shift")
            and "\n" not in before[len(before.rstrip()) :]
        )

    def _is_numbered(self, head: Token) -> bool:
        """Whether a numbered item begins here, at the beginning of a line."""
        start = head.start_pos or 0
        _, newline, indent = self._text[max(start - 20, 0) : start].rpartition("\n")
        return newline != "" and not indent.strip() and self._matches(_NUMBERED, head)

    def _verdict(self, at: int) -> str:
        """What is said of a move behind a colon, a semicolon or "but": ": 9", ", but we don't"."""
        after = self._sentence[at + 1 : at + 3]
        if self._sentence[at].kind == "STOP" or not after:
            return ""
        clause = self._sentence[at + 1 : at + 6]
        if any(phrase.kind == "IN_VAIN" for phrase in clause):
            return self._not_understood(at + 1)
        start = after[0].head.start_pos or 0
        if takes_back(self._text, start) or judges(self._text, start):
            return self._not_understood(at + 1)
        if any(said.match(self._text, start) for said in (WAS_IN_ANOTHER_GAME, WAS_ANOTHER_GAME)):
            return self._not_understood(at + 1)
        word = word_of(after[0])
        if word == "instead" or (word == "first" and self._points_away(at + 1)):
            return self._not_understood(at + 1)
        if not self._says_more(at + 1):
            return self._not_understood(at + 1)
        end = next(
            (n for n in range(at + 1, len(self._sentence)) if self._sentence[n].kind in _ENDS),
            len(self._sentence),
        )
        if end - at <= _SHORT and any(
            phrase.kind not in HARMLESS_KINDS and not _goes_on(phrase)
            for phrase in self._sentence[at + 1 : end]
        ):
            return self._not_understood(at + 1)
        if after[0].kind != "WORD":
            return ""
        alone = len(after) == 1 or after[1].kind in _ENDS | SEPARATES
        alone = alone or "\n" in self._text[after[0].head.end_pos : after[1].head.start_pos]
        if word.isdigit() or (alone and word not in REST):
            return self._not_understood(at + 1)
        return ""

    def _says_more(self, start: int) -> bool:
        """Whether the clause that begins here says a move, or something of its own."""
        for at in range(start, len(self._sentence)):
            phrase = self._sentence[at]
            if phrase.kind in _ENDS:
                break
            if self.moves[at] or phrase.kind in _VERBS_AGAIN:
                return True
        first = self._sentence[start]
        words = [word_of(phrase) for phrase in self._sentence[start : start + 3]]
        if words[0] in WHO:
            return WE_HAVE.match(self._text, first.head.start_pos or 0) is not None
        return words[0] in POINTERS or words[0] in OWN_MATTERS or first.kind in HARMLESS_KINDS

    def _goes_further(self, phrase: Phrase) -> bool:
        """Whether the words between say another place: ", then on to 6"."""
        return any(
            place.type in _GOES_TO
            or (place.type in _ELSEWHERE and not self._matches(GOES_ON, place))
            for place in phrase.places
        )

    def _matches(self, words: re.Pattern[str], token: Token) -> bool:
        return words.match(self._text, token.start_pos or 0) is not None

    def _not_understood(self, at: int) -> str:
        if self._sentence[at].kind == "OR":
            return _ALTERNATIVES
        if word_of(self._sentence[at]) == "after":
            return "it's said to be done after what follows it"
        words = self._sentence[at : at + 2]
        said = " ".join(" ".join(phrase.head.split()) for phrase in words if phrase.kind != "STOP")
        return f"what is said of it isn't understood: '{said}'"


def _goes_on(phrase: Phrase) -> bool:
    word = word_of(phrase)
    return word in REST or word.isdigit() or GOES_ON.match(word) is not None


def _is_move(phrases: Sequence[Phrase], at: int) -> bool:
    """Whether a card is said to go somewhere, a suit to be removed, or a row to be dealt."""
    phrase = phrases[at]
    if phrase.kind in _DEALS or phrase.kind == "WHICH_WE_MOVE":
        return True
    if phrase.kind in ("SUIT", "COLUMN"):
        return at > 0 and phrases[at - 1].kind == "REMOVE"
    return phrase.kind in CARD_KINDS and any(place.type not in _LIES for place in phrase.places)
