"""Lines that touch a tableau of few columns: whether they are clearly a text and no part of it.

How many columns there are tells of a whole tableau whether one was missed; of a part of one
nothing does.  So what may be a row or a column, in whatever words, is refused by the readers.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["is_text"]

#: What says how a column is, or a card.
_OF_COLUMNS: Final = re.compile(
    r"""(?<![^\W_]) (?: (?<!\w)\w*\d\w* | (?:10|[02-9tjqk])[cdhs]
      | one | two | three | four | five | six | seven | eight | nine | ten | eleven | twelve
      | zero | none | no\s+cards?
      | first | second | third | fourth | fifth | sixth | seventh | eighth | ninth | tenth | last
      | aces? | jacks? | queens? | kings? | clubs? | diamonds? | hearts? | spades?
      | column | col | rows? | piles? | stacks? | slots? | spaces? | holes? | gaps?
      | empty | emptied | clear(?:ed)? | vacant | vacated | void | blank | nothing | nil | null
      | free | gone | open | same | ditto | alone | only | missing | removed | bare
      | face | (?:face-?)?(?:down|up) | hidden | backs? | unknown | closed | x+
      ) (?![^\W_])""",
    re.IGNORECASE | re.VERBOSE,
)
_NUMBERED_HEADING: Final = re.compile(
    r"(?:problem|position|example|game|puzzle|diagram|figure|fig\.?|deal|nr?\.?|no\.?)"
    r"[ \t]+#?\d{1,5}(?:\.\d{1,3})?[ \t]*:?",
    re.IGNORECASE,
)
#: A heading with a colon may be the label of a column: ``Column 3:``, ``third:``.
_LABEL: Final = re.compile(
    r"\b(?:columns?\s*\d|column\b|col\b|row\b|pile|stack|slot|\w{1,9}th\b|first|second|third)",
    re.IGNORECASE,
)
#: A line of one sign, a fence of code, a tag.
_NO_WORDS: Final = re.compile(
    r"([^\w\s])\1{4,}|={3,}|```.*|~~~.*|<[^<>]{1,80}>|\[/?[a-z]{3,}[^]\[]{0,80}\]", re.IGNORECASE
)
_A_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_A_QUESTION: Final = re.compile(
    r"(?:an|are|can|could|did|do|does|has|have|how|is|may|might|should|was|what|when|where|which|who|why"
    r"|will|would)\b",
    re.IGNORECASE,
)
#: A sentence has more words.
_FEWEST: Final = 3
_CLOSES: Final = "\"'\u201d\u2019)"
#: No row and no column is longer.
_LONGEST: Final = 2000


def is_text(line: str) -> bool:
    """Whether a line is clearly no row and no column.

    It is if it's a question, a heading that ends in a colon or is numbered (``Problem 3``), a
    sentence that says nothing of cards, numbers or empty places, a tag, or a line of one sign; or
    if it is very long.
    """
    line = line.lstrip(" \t>").rstrip()
    if len(line) > _LONGEST or _NUMBERED_HEADING.fullmatch(line) is not None:
        return True
    of_columns = _OF_COLUMNS.search(line) is not None
    if _NO_WORDS.fullmatch(line) is not None:
        return not of_columns
    said = line.rstrip(_CLOSES)
    if said.endswith(":"):
        rest = _OF_COLUMNS.sub("", said[:-1])
        return ":" not in rest and _A_WORD.search(rest) is not None and not _LABEL.search(said)
    words = len(_A_WORD.findall(said))
    if said.endswith("?") and _A_QUESTION.match(said) is not None:
        return words > 1
    return said.endswith((".", "!", "?")) and words >= _FEWEST and not of_columns
