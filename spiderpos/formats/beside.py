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
    r"""(?<![^\W_]) (?: (?:10|[02-9tjqk])[cdhs] | \w*\d\w*
      | one | two | three | four | five | six | seven | eight | nine | ten | eleven | twelve
      | zero | none | no\s+cards?
      | first | second | third | fourth | fifth | sixth | seventh | eighth | ninth | tenth | last
      | aces? | jacks? | queens? | kings? | clubs? | diamonds? | hearts? | spades?
      | columns? | col | rows? | piles? | stacks? | slots? | spaces? | holes? | gaps?
      | empty | emptied | clear(?:ed)? | vacant | vacated | void | blank | nothing | nil | null
      | free | gone | open | same | ditto | alone | only
      | face | (?:face-?)?(?:down|up) | hidden | backs? | unknown | closed | x+
      ) (?![^\W_])""",
    re.IGNORECASE | re.VERBOSE,
)
_NUMBERED_HEADING: Final = re.compile(
    r"[ \t]*+(?:problem|position|example|game|puzzle|diagram|figure|fig\.?|deal|nr?\.?|no\.?)"
    r"[ \t]++[#\d][\w.]{0,8}[ \t]*:?[ \t\r]*$",
    re.IGNORECASE | re.MULTILINE,
)
_QUESTION: Final = re.compile(r".*\w[\"'\u201d\u2019)]?\?+[ \t\r]*$", re.MULTILINE)
#: A heading with a colon, but no label of a column: ``Column 3:``, ``third:``.
_HEADING: Final = re.compile(
    r"""(?!.*\b(?:columns?\s*\d|pile|stack|slot|column\b|col\b|row\b|\w{1,9}th\b|first|second|third))
    (?=.*[^\W\d_]) [^\r\n:]*+ : [ \t\r]*+ $""",
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
#: A sentence, a line of one sign, a fence, a tag.
_A_TEXT: Final = re.compile(
    r"""[ \t]*+ (?: (?=.*[^\W\d_]{2}) [^\r\n]*? [?!.]+ ["'\u201d\u2019)]?
    | ([^\w\s])\1{4,} | ={3,} | ``` .* | ~~~ .*
    | <[^<>\n]{1,80}> | \[/?[a-z]{3,} [^]\[\n]{0,80} \]) [ \t\r]*+ $""",
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)


def is_text(text: str, start: int = 0, stop: int | None = None) -> bool:
    """Whether the line of ``text`` from ``start`` to ``stop`` is clearly no row and no column.

    It is if it's a question, a heading that ends in a colon or is numbered (``Problem 3``), a
    sentence that says nothing of cards, numbers or empty places, a tag, or a line of one sign.
    Takes linear time.
    """
    end = len(text) if stop is None else stop
    if any(found.match(text, start, end) for found in (_NUMBERED_HEADING, _QUESTION, _HEADING)):
        return True
    return (
        _A_TEXT.match(text, start, end) is not None
        and _OF_COLUMNS.search(text, start, end) is None
    )
