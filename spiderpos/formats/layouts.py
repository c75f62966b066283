"""The layouts that lines of a block can be in, and the order in which they are tried.

A layout is a start rule of ``grammars/layouts.lark``.  Lines may have the form of several; what
else they show decides between these, by the table ``_CHOICES``.  :mod:`.tables` makes the columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ..game.rules import COLUMNS
from .blocks import Block, TextLine
from .cells import CELLS, LAYOUTS, MEANINGS, Fault, Meaning, parser
from .geometry import A_CELL, Grid
from .labels import (
    A_COLUMN,
    behind_opener,
    check_width,
    label_number,
    opener,
    openers_stand_alone,
)
from .tables import is_suited, table_in

if TYPE_CHECKING:
    from lark import Token

#: Layouts of rows, and of columns that nothing stands before.
_ROWS: Final = ("tabbed", "barred", "rows")
_PLAIN: Final = ("counted", "plain")

#: Ways to make columns of lines, the likeliest first; the first that a position can have counts.
_Ways = tuple[str, ...]


class _Choice(NamedTuple):
    """The ways to try if a condition holds; of several lists each is a rival of the others.

    ``when`` is a property of :class:`_Layouts`; a way is a layout of the grammar that the lines
    have the form of (others are passed over), or a method ``refuse_...``.
    """

    when: str
    rivals: tuple[_Ways, ...]


#: In this order; the first condition that holds counts.
_CHOICES: Final = (
    _Choice("lack_an_opener", (("refuse_unopened",),)),
    _Choice("name_columns_beyond_ten", (("labelled",),)),
    _Choice("have_labels_beyond_ten", (_ROWS,)),
    _Choice("have_some_labels", (("refuse_unlabelled",), _ROWS)),
    _Choice("are_lists", (("counted_if_suited", "listed"),)),
    _Choice("have_signs_behind_numbers", (("numbered",),)),
    _Choice("have_dashes_alone", (("dashed",), (), _ROWS)),
    _Choice("have_dashes", (("dashed",), ("first_without_dash",), _ROWS)),
    _Choice("name_columns", (("counted_if_suited", "labelled"),)),
    _Choice("have_labels", (("counted_if_suited", "labelled"), _ROWS)),
    _Choice("have_numbers_of_columns", (("numbered",), _ROWS)),
    _Choice("have_bullets_alone", (("bulleted",), _ROWS)),
    _Choice("have_bullets", (("bulleted",), (*_ROWS, "first_without_dash"))),
    _Choice("have_numbers_of_either_kind", (("refuse_ambiguous",), _ROWS)),
    _Choice("have_numbers_of_cards", ((*_PLAIN, *_ROWS),)),
    _Choice("have_counts", ((*_PLAIN, *_ROWS, "refuse"),)),
    _Choice("have_an_empty_line", (_PLAIN,)),
    _Choice("are_too_wide_for_rows", ((*_PLAIN, *_ROWS),)),
    _Choice("are_few", (_ROWS,)),
    _Choice("are_any", ((*_ROWS, *_PLAIN),)),
)


def tables_of(block: Block, *, partial: bool) -> list[Iterator[Grid | Fault]]:
    """Return the tables that a block can be, the likeliest first; for those that it can't, why.

    The lists are rivals: of each the first that can stand counts.
    """
    layouts = _Layouts(block, partial=partial)
    rivals = next(choice.rivals for choice in _CHOICES if getattr(layouts, choice.when))
    ways = [ways for names in rivals if (ways := layouts.ways(names))]
    return [layouts.tables(each) for each in ways or [layouts.ways((*_PLAIN, "refuse"))]]


class _Layouts:
    """The layouts that a block has the form of, and what else its lines show."""

    def __init__(self, block: Block, *, partial: bool) -> None:
        self.block = block
        self.partial = partial
        self.trees: dict[str, Any] = {}
        self.fault: Fault | None = None
        self._parse()

    def _parse(self) -> None:
        from lark import Token  # noqa: PLC0415 - most commands need no grammar
        from lark.exceptions import UnexpectedToken  # noqa: PLC0415

        end = Token("NEWLINE", "\n")
        kinds = {token.type for token in self._tokens}
        for layout in LAYOUTS:
            if layout == "tabbed" and "TAB" not in kinds:
                continue
            if layout == "barred" and not kinds & {"BAR", "COMMA"}:
                continue
            left_out = ("REMARK",) if layout == "tabbed" else ("REMARK", "TAB")
            parsing = parser().parse_interactive(start=layout)
            try:
                for line in self.block.lines:
                    for token in line.tokens:
                        if token.type not in left_out:
                            parsing.feed_token(token)
                    parsing.feed_token(end)
                tree: Any = parsing.feed_eof()  # type: ignore[no-untyped-call]
                self.trees[layout] = [child for child in tree.children if hasattr(child, "data")]
            except UnexpectedToken as error:
                self._refused(layout, error.token)

    def _refused(self, layout: str, token: Token) -> None:
        """Keep the first reason for which the likeliest layout isn't this one."""
        tabs = any(token.type == "TAB" for token in self._tokens)
        if layout != ("tabbed" if tabs else "barred"):
            return
        start = token.start_pos or 0
        span = start, start + len(token)
        what = "a tab" if tabs else "a bar"
        if token.type in CELLS:
            self.fault = Fault(
                span, f"{what} is missing between two cells", f"{A_CELL}, and {what}"
            )
        elif tabs and token.type in ("COMMA", "BAR"):
            self.fault = Fault(span, f"'{token}' stands in a cell, beside tabs", A_CELL)

    def ways(self, names: Sequence[str]) -> list[str]:
        """Return those of these ways that the block has the form of."""
        ways: list[str] = []
        for name in names:
            if name == "tabbed" and self.fault and "barred" not in self.trees:
                ways.append("refuse")
            if name.startswith("refuse"):
                ways.append(name)
            elif name == "first_without_dash":
                ways += [n for n in ("labelled", "numbered", "plain") if n in self.trees][:1]
            elif name == "counted_if_suited":
                if "counted" in self.trees and self._is_suited:
                    return ["counted"]
            elif name in self.trees and not (
                name in ("tabbed", "rows") and "barred" in self.trees
            ):
                ways.append(name)
        return ways

    def tables(self, ways: Sequence[str]) -> Iterator[Grid | Fault]:
        """Yield the table that each way makes, or why it makes none."""
        for way in ways:
            try:
                if way.startswith("refuse"):
                    raise getattr(self, f"_{way}")
                table = table_in(way, self.block, self.trees[way], partial=self.partial)
                check_width(table, self.block, partial=self.partial)
                yield table
            except Fault as fault:
                yield fault

    # Reasons to refuse

    @property
    def _refuse(self) -> Fault:
        span = self.block.lines[0].span
        return self.fault or Fault(span, "these lines make no columns", A_CELL)

    @property
    def _refuse_unlabelled(self) -> Fault:
        line = next(line for line in self.block.lines if line.label is None)
        message = "this line has no number, and others have"
        return Fault(line.span, message, "the number of its column")

    @property
    def _refuse_unopened(self) -> Fault:
        line = self._without_opener or self.block.lines[0]
        message = "no dash stands behind this label, and one does behind others"
        expected = "a dash in each line, or face-down cards all written alike"
        return Fault(line.span, message, expected)

    @property
    def _refuse_ambiguous(self) -> Fault:
        message = "these numbers may be those of columns or of face-down cards"
        expected = "3: for a column, (3) for face-down cards"
        return Fault(self.block.lines[0].span, message, expected)

    # What the lines show: the conditions of the table

    @property
    def lack_an_opener(self) -> bool:
        """True if a dash stands behind some labels, and not behind others."""
        return self._without_opener is not None

    @property
    def name_columns_beyond_ten(self) -> bool:
        """True if labels say that they are those of columns, and one is above ten."""
        return self.have_labels_beyond_ten and self._names_columns

    @property
    def have_labels_beyond_ten(self) -> bool:
        """True if numbers before lines are above ten, so that they are hardly those of columns."""
        return self.partial and max(map(label_number, self._labels), default=0) > COLUMNS

    @property
    def have_some_labels(self) -> bool:
        """True if some lines have labels, and not others."""
        some = 0 < len(self._labels) < len(self.block.lines)
        return some and "labelled" not in self.trees

    @property
    def are_lists(self) -> bool:
        """True if each line is a list in brackets."""
        return "listed" in self.trees

    @property
    def have_signs_behind_numbers(self) -> bool:
        """True if a dash behind each number may be a face-down card."""
        return (
            self.have_dashes
            and "labelled" not in self.trees
            and "numbered" in self.trees
            and not (self._are_labels or (self._openers_stand_alone and _count_up(self._firsts)))
        )

    @property
    def have_dashes_alone(self) -> bool:
        """True if dashes stand behind labels, and nowhere else."""
        return self.have_dashes and self._openers_stand_alone

    @property
    def have_dashes(self) -> bool:
        """True if a dash stands behind each label or number."""
        ends = [label[-1] in ":.)=|>" for label in self._labels]
        return "dashed" in self.trees and not (ends and all(ends))

    @property
    def name_columns(self) -> bool:
        """True if labels say that they are those of columns."""
        return self.have_labels and self._names_columns

    @property
    def have_labels(self) -> bool:
        """True if each line has a label."""
        return "labelled" in self.trees

    @property
    def have_numbers_of_columns(self) -> bool:
        """True if the number before each line is that of its column."""
        return "numbered" in self.trees and self._are_labels

    @property
    def have_bullets_alone(self) -> bool:
        """True if stars or dashes stand before all lines, and nowhere else."""
        return self.have_bullets and self._openers_stand_alone

    @property
    def have_bullets(self) -> bool:
        """True if a bullet, a dash or a star stands before each line."""
        return "bulleted" in self.trees and ("numbered" not in self.trees or self._are_labels)

    @property
    def have_numbers_of_either_kind(self) -> bool:
        """True if the numbers before the lines may be of columns or of face-down cards."""
        return self.have_numbers_of_cards and self._may_be_labels

    @property
    def have_numbers_of_cards(self) -> bool:
        """True if a number stands before each line, and cards have suits."""
        return "numbered" in self.trees and self._is_suited

    @property
    def have_counts(self) -> bool:
        """True if a number of face-down cards is given."""
        return any(token.type.startswith("COUNT") for token in self._tokens)

    @property
    def have_an_empty_line(self) -> bool:
        """True if a line below others has a word for an empty column alone, as no row has."""
        words = (line for line in self.block.lines[1:] if any(map(str.isalpha, line.text)))
        return any([token.type for token in line.tokens] == ["SPACE"] for line in words)

    @property
    def are_too_wide_for_rows(self) -> bool:
        """True if rows would have too many columns, and a line is missing for columns."""
        few = len(self.block.lines) < COLUMNS
        return self.block.widest > COLUMNS and few and not self.partial

    @property
    def are_few(self) -> bool:
        """True if there may be fewer than ten columns, so that their number shows nothing."""
        return self.partial

    @property
    def are_any(self) -> bool:
        """True."""
        return True

    # The parts of these conditions

    @cached_property
    def _tokens(self) -> list[Token]:
        return [token for line in self.block.lines for token in line.tokens]

    @cached_property
    def _labels(self) -> list[Token]:
        return [line.label for line in self.block.lines if line.label is not None]

    @cached_property
    def _is_suited(self) -> bool:
        return is_suited(self.block)

    @property
    def _firsts(self) -> list[int]:
        """The numbers that the lines begin with."""
        lines = [line.tokens for line in self.block.lines if line.tokens]
        return [int(next(t for t in tokens if t.type == "NUMBER")) for tokens in lines]

    @property
    def _are_labels(self) -> bool:
        """True if the numbers before the lines are those of columns."""
        firsts = self._firsts
        counted = firsts in (list(range(len(firsts))), list(range(1, len(firsts) + 1)))
        return (len(firsts) > 1 and counted) or (
            self._may_be_labels and "counted" not in self.trees
        )

    @property
    def _names_columns(self) -> bool:
        return bool(self._labels) and all(A_COLUMN.search(label) for label in self._labels)

    @property
    def _may_be_labels(self) -> bool:
        """True if the numbers before the lines go up or down; one alone may do either."""
        firsts = self._firsts
        ordered = sorted(set(firsts))
        return firsts in (ordered, ordered[::-1]) and (self.partial or len(firsts) > 1)

    @property
    def _without_opener(self) -> TextLine | None:
        """The first line without a dash, if behind the labels of others there is one.

        That's if dashes stand nowhere else, and face-down cards are written otherwise.
        """
        lines = [line for line in self.block.lines if line.label is not None]
        opened = [line for line in lines if opener(line) == "DASH"]
        tokens = [t for line in self.block.lines for t in behind_opener(line)]
        if len(opened) in (0, len(lines)) or any(t.type == "DASH" for t in tokens):
            return None
        backs = any(Meaning.DOWN in MEANINGS.get(t.type, ()) or "COUNT" in t.type for t in tokens)
        cards = any(behind_opener(line) for line in opened)
        return next(line for line in lines if line not in opened) if backs and cards else None

    @cached_property
    def _openers_stand_alone(self) -> bool:
        return openers_stand_alone(self.block)


def _count_up(numbers: Sequence[int]) -> bool:
    return len(numbers) > 1 and all(b == a + 1 for a, b in pairwise(numbers))
