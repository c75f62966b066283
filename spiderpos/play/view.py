"""A game as the page gets it: what a player sees, as JSON, and words for everything else."""

from __future__ import annotations

from typing import Any

from .. import formats, scripts
from ..game import survey
from ..game.engine import SUIT_LENGTH, Step, legal_moves, natural_run
from ..game.moves import Deal, FromCell, Move, Remove, Shift, ToCell
from ..game.position import Position
from ..game.rules import WOODS, Rules
from ..game.survey import best_score, score
from ..played import save, session
from ..played.session import Session
from ..scripts.words import describe
from ..show.web.data import position_data, spoken
from .table import Done, Question, Table, from_deal
from .watch import watched

__all__ = ["SAVED_AS", "answer", "look", "places_of", "replay", "saved", "state"]


def state(table: Table) -> dict[str, Any]:
    """All that the page shows of a game."""
    game, position = table.game, table.game.position
    now = watched(game)
    return {
        "id": table.id,
        "title": game.title or "A game",
        "version": table.version,
        "position": position_data(position, face_down=False),
        "runs": [len(natural_run(column, position.rules)) for column in position.columns],
        "goes": _goes(position),
        "done": game.at,
        "moves": [describe(step) for step in game.steps],
        "score": score(position).total,
        "best": best_score(position.rules),
        "deals": position.deals_left,
        "from_deal": from_deal(game),
        "options": _options(position.rules),
        "rules": str(position.rules),
        "stipulation": game.stipulation,
        "objectives": 0 if game.goal is None else len(game.goal.objectives),
        "formats": _ways_to_save(position.rules),
        "goal": "" if game.goal is None else str(game.goal),
        "findings": [
            {"phrase": f.phrase, "verdict": str(f.verdict), "found": f.found} for f in now.findings
        ],
        "sentence": now.sentence,
        "solved": now.solved,
        "reached": now.reached,
        "broken": now.broken,
        "won": now.won,
    }


def _options(rules: Rules) -> dict[str, str]:
    """The options that can be changed in the middle of a game, as they are."""
    return {
        "cells": str(rules.cells),
        "automatic_removal": "yes" if rules.automatic_removal else "no",
        "deal_over_spaces": str(rules.deal_over_spaces),
        "kings_on_aces": "yes" if rules.kings_on_aces else "no",
    }


def _goes(position: Position) -> list[list[int]]:
    """For each column those that some of the cards at its bottom can go to."""
    goes: list[set[int]] = [set() for _ in position.columns]
    for move in legal_moves(position):
        if isinstance(move, Shift):
            goes[move.source - 1].add(move.target)
    return [sorted(found) for found in goes]


def answer(table: Table, found: Done | Question) -> dict[str, Any]:
    """What came of something that was asked: the state, with words, or a question."""
    if isinstance(found, Question):
        return {
            "question": {
                "text": found.text,
                "columns": list(found.columns),
                "cards": [str(card) for card in dict.fromkeys(found.cards)],
            }
        }
    said, touched = found.words, list[list[int]]()
    if len(found.steps) == 1:
        said, touched = spoken(found.steps[0]), _touched(found.steps[0])
    return {"words": found.words, "say": said, "touched": touched, "state": state(table)}


def _touched(step: Step) -> list[list[int]]:
    """Where cards came to by a step: the column, and how many of its lowest cards."""
    places = [[turned.column, 1] for turned in step.turned]
    match step.move:
        case Shift(_, target, count):
            places.append([target, count])
        case FromCell(_, column):
            places.append([column, 1])
        case Deal():
            places += [[number, 1] for number in range(1, len(step.cards) + 1)]
    return places


def places_of(move: Move) -> dict[str, Any]:
    """Where a move takes cards from and to, for the page to mark: columns, counts, cells."""
    match move:
        case Shift(source, target, count):
            return {"source": str(source), "count": count, "target": str(target)}
        case ToCell(column, cell):
            return {"source": str(column), "count": 1, "target": f"cell {cell}"}
        case FromCell(cell, column):
            return {"source": f"cell {cell}", "count": 1, "target": str(column)}
        case Remove(column):
            return {"source": str(column), "count": SUIT_LENGTH, "target": "removed"}
        case Deal():
            return {"source": "hand", "count": 0, "target": "hand"}


def replay(game: Session) -> list[dict[str, Any]]:
    """The positions from the start to where the game is, each with the move that led there."""
    frames = [{"words": "the start", "position": position_data(game.start, face_down=False)}]
    frames += [
        {"words": describe(step), "position": position_data(step.after, face_down=False)}
        for step in game.done
    ]
    return frames


def look(game: Session, what: str, name: str) -> dict[str, Any]:
    """What answers one of Woods' questions on the side: a ``text``, and ``spots`` to mark.

    ``what``: ``score``, ``info``, ``suits``, ``locate`` (``name`` is a card or a rank) or
    ``expand`` (``name`` is a column).  A spot is a column and the place of a card in it, both
    from 1.  Raises ValueError, in words, for anything else.
    """
    position = game.position
    spots: tuple[survey.Spot, ...] = ()
    match what:
        case "score":
            text = str(score(position))
        case "info":
            undone = len(game.undone)
            back = f"\n{undone} taken back, to be redone" if undone else ""
            text = f"{survey.info(position, game.at)}{back}\nrules: {position.rules}"
        case "suits":
            text = survey.suits_words(position)
        case "locate":
            try:
                spots = survey.look_for(position, name.strip())
            except ValueError as error:
                raise ValueError(f"{error}, or a rank alone, as in 10") from None
            text = "\n".join(map(str, spots)) or f"no {name.strip()} lies free, face up"
        case "expand":
            number = int(name) if name.isascii() and name.isdecimal() and len(name) < 4 else 0
            most = len(position.columns)
            if not 0 < number <= most:
                raise ValueError(f"there is no column '{name[:20]}': the columns are 1 to {most}")
            text = f"column {number}: {survey.expand(position, number)}"
        case _:
            raise ValueError(f"'{what[:20]}' is nothing that can be looked at")
    return {"text": text, "spots": [[spot.column, spot.row] for spot in spots if spot.column]}


#: What a game can be saved as besides the notations for positions, or holds more than the
#: position: name, summary.
_MORE = {
    "session": "the whole game, with its title and the moves taken back",
    "script": "the moves, in the words of a script",
}
#: Every way to save, with what it is.
SAVED_AS = {f.name: f.summary for f in formats.FORMATS.values() if f.writable} | _MORE


def _ways_to_save(rules: Rules) -> dict[str, str]:
    """Every way to save, and whether it keeps rules other than Woods'."""
    lost = {f.name for f in formats.FORMATS.values() if "rules" in f.lossy}
    if rules == WOODS:
        lost = set()
    told = f"; it doesn't say the rules ({rules})"
    return {name: summary + told * (name in lost) for name, summary in SAVED_AS.items()}


def saved(game: Session, format: str) -> tuple[str, str]:
    """The text of a game in a notation, and the ending of a file for it.

    ``session`` and ``save`` hold the moves, ``script`` is the moves alone, every other notation
    holds the position.  Raises UnknownFormat or NotWritable.
    """
    if format == "script":
        return scripts.SCRIPT_FORMATS["words"].dumps(game.done), "txt"
    found = formats.find(format)
    ending = found.extensions[0] if found.extensions else "txt"
    if found.name == "session":
        return session.dumps(game), "json"
    if found.name == "save":
        return save.dumps_game(game.start, game.done), ending
    return found.dumps(game.position), ending
