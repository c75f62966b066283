"""A second implementation of the rules: slow, simple, and directly from their text.

Only the cards are shared with the package.  A column is a list of ``[card, face_up]`` from the top
down, a move a tuple: ``("shift", from, to, count)``, ``("deal",)``, ``("remove", column)``, ``("to
cell", column, cell)``, ``("from cell", cell, column)``; columns and cells count from 1.  Every
card must be known.
"""

from __future__ import annotations

from itertools import pairwise


class Reference:
    def __init__(self, columns, hand, removed=(), cells=(), **options):
        self.columns = columns
        self.hand = hand
        self.removed = list(removed)
        self.cells = list(cells)
        self.deal_over_spaces = options["deal_over_spaces"]
        self.short_last_deal = options["short_last_deal"]
        self.kings_on_aces = options["kings_on_aces"]
        self.automatic_removal = options["automatic_removal"]

    # Order of cards

    def is_next_lower(self, card, than):
        if self.kings_on_aces and than.rank == 1:
            return card.rank == 13
        return card.rank == than.rank - 1

    def in_order(self, cards, *, of_suit):
        for upper, lower in pairwise(cards):
            if not upper[1] or not lower[1] or not self.is_next_lower(lower[0], upper[0]):
                return False
            if of_suit and lower[0].suit != upper[0].suit:
                return False
        return True

    def is_complete(self, column):
        suit = column[-13:]
        return (
            len(suit) == 13
            and all(face_up for _, face_up in suit)
            and [card.rank for card, _ in suit] == [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
            and len({card.suit for card, _ in suit}) == 1
        )

    # Legal moves

    def is_legal(self, kind, *where):
        return getattr(self, "may_" + kind.replace(" ", "_"))(*where)

    def may_shift(self, source, target, count):
        numbers = range(1, len(self.columns) + 1)
        if source not in numbers or target not in numbers or source == target or count < 1:
            return False
        cards = self.columns[source - 1][-count:]
        if len(cards) < count or not self.may_place(cards[0][0], target):
            return False
        return cards[0][1] and self.in_order(cards, of_suit=True)

    def may_place(self, card, target):
        column = self.columns[target - 1]
        return not column or self.is_next_lower(card, column[-1][0])

    def may_deal(self):
        if not self.hand:
            return False
        if len(self.hand) < len(self.columns) and not self.short_last_deal:
            return False
        if all(self.columns) or self.deal_over_spaces == "always":
            return True
        if self.deal_over_spaces == "never":
            return False
        of_suit = self.deal_over_spaces == "if-in-suit"
        return all(
            column[0][1] and self.in_order(column, of_suit=of_suit)
            for column in self.columns
            if column
        )

    def may_remove(self, column):
        return 1 <= column <= len(self.columns) and self.is_complete(self.columns[column - 1])

    def may_to_cell(self, column, cell):
        return (
            1 <= column <= len(self.columns)
            and 1 <= cell <= len(self.cells)
            and bool(self.columns[column - 1])
            and self.cells[cell - 1] is None
        )

    def may_from_cell(self, cell, column):
        return (
            1 <= column <= len(self.columns)
            and 1 <= cell <= len(self.cells)
            and self.cells[cell - 1] is not None
            and self.may_place(self.cells[cell - 1], column)
        )

    def conceivable(self):
        """Yield every move between columns, cells and hand of this tableau, legal or not."""
        columns, cells = range(1, len(self.columns) + 1), range(1, len(self.cells) + 1)
        for source in columns:
            longest = len(self.columns[source - 1])
            for target in columns:
                for count in range(1, longest + 1):
                    yield "shift", source, target, count
            yield "remove", source
            for cell in cells:
                yield "to cell", source, cell
                yield "from cell", cell, source
        yield ("deal",)

    def legal_moves(self):
        return {move for move in self.conceivable() if self.is_legal(*move)}

    # Effects

    def play(self, kind, *where):
        changed = self.columns
        if kind == "shift":
            source, target, count = where
            changed = [self.columns[source - 1], self.columns[target - 1]]
            changed[1].extend(changed[0][-count:])
            del changed[0][-count:]
        elif kind == "deal":
            for column in self.columns:
                if self.hand:
                    column.append([self.hand.pop(0), True])
        elif kind == "remove":
            self.take_off(self.columns[where[0] - 1])
        elif kind == "to cell":
            column, cell = where
            self.cells[cell - 1] = self.columns[column - 1].pop()[0]
        elif kind == "from cell":
            cell, column = where
            self.columns[column - 1].append([self.cells[cell - 1], True])
            self.cells[cell - 1] = None
        if self.automatic_removal:
            for column in changed:
                while self.is_complete(column):
                    self.take_off(column)
        for column in self.columns:
            if column:
                column[-1][1] = True

    def take_off(self, column):
        self.removed.append(column[-1][0].suit)
        del column[-13:]
