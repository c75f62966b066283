"""Steps in words for a screen reader, as the core for pages must write them."""

from collections.abc import Sequence

from spiderpos.game.cards import RANK_NAMES, Card
from spiderpos.game.engine import Step
from spiderpos.game.moves import Deal, FromCell, Remove, Shift, ToCell
from spiderpos.text.wording import count_phrase, join_words

_LONG_RANKS = {1: "ace", 11: "jack", 12: "queen", 13: "king"}


def card_words(card: Card) -> str:
    """Return a card in words: ``10 of hearts``, ``ace of spades``, ``unknown card``."""
    if not card:
        return "unknown card"
    return f"{_LONG_RANKS.get(card.rank, RANK_NAMES[card.rank])} of {card.suit}"


def _run_words(cards: Sequence[Card]) -> str:
    if len(cards) == 1 or not cards[0] or not cards[-1]:
        return card_words(cards[0]) if len(cards) == 1 else count_phrase(len(cards), "card")
    head = _LONG_RANKS.get(cards[0].rank, RANK_NAMES[cards[0].rank])
    return f"{head} to {card_words(cards[-1])}"


def spoken(step: Step) -> str:
    """Return a step as a sentence for a screen reader, without abbreviations and dashes."""
    move = step.move
    if isinstance(move, Shift):
        text = f"{_run_words(step.cards)} from column {move.source} to column {move.target}"
    elif isinstance(move, ToCell):
        text = f"{_run_words(step.cards)} from column {move.column} to cell {move.cell}"
    elif isinstance(move, FromCell):
        text = f"{_run_words(step.cards)} from cell {move.cell} to column {move.column}"
    elif isinstance(move, Remove):
        text = f"the {step.cards[-1].suit} are removed from column {move.column}"
    else:
        text = f"a row is dealt: {', '.join(map(card_words, step.cards))}"
    parts = [text]
    gone = step.removals[isinstance(move, Remove) :]
    parts += [f"the {r.suit} go off from column {r.column}" for r in gone]
    if step.turned and not isinstance(move, Deal):
        turned = join_words(f"{card_words(t.card)} in column {t.column}" for t in step.turned)
        parts.append(f"turned up: {turned}")
    text = ". ".join(f"{part[0].upper()}{part[1:]}" for part in parts)
    return f"{text}."
