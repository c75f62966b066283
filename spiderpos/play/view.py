"""A game as the page gets it, as JSON; what the page doesn't work out itself, in words."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import Any

from .. import formats, scripts
from ..catalogue import Problem, find_problem, problem_ids
from ..catalogue.games import solution_of
from ..catalogue.order import DIFFICULTIES, Section, order, section_of
from ..game import survey
from ..game.census import hidden_kinds
from ..game.rules import WOODS, Rules
from ..game.survey import score
from ..games import save, session
from ..games.session import Session
from ..scripts.words import describe
from ..show.pages.markup import Html, join, tag
from ..show.web.data import game_data
from .table import Table, from_deal


@cache
def problems() -> Html:
    """Return the catalogue's problems from easy to hard, folded away in parts."""
    listed = sorted(map(find_problem, problem_ids()), key=lambda p: order(p, _rating(p)))
    return join(
        tag(
            "details",
            tag("summary", name),
            tag("ul", *map(_listed, part), class_="list"),
            open=not n,
        )
        for n, (name, part) in enumerate(groupby(listed, key=_heading))
    )


def _rating(problem: Problem) -> float | None:
    return problem.data.difficulty.rating if problem.data.difficulty else None


def _heading(problem: Problem) -> str:
    section, rating = section_of(problem), _rating(problem)
    if section is not Section.PROBLEMS:
        return str(section.value)
    if rating is None:
        return "Not rated"
    return next(f"Difficulty {name}" for _, most, name in DIFFICULTIES if rating <= most)


def _listed(problem: Problem) -> Html:
    data, title = problem.data, f"{problem.id}: {problem.title}"
    by = f" ({data.author})" if data.author else ""
    text = f"{' '.join(data.stipulation.split())}{by}"
    pressed = tag("button", title, type="button", class_="title", data_problem=problem.id)
    return tag("li", pressed, tag("span", text))


def state(table: Table) -> dict[str, Any]:
    """Return all that the page needs of a game, to play it from its start."""
    game, position = table.game, table.game.position
    return {
        "id": table.id,
        "title": game.title or "A game",
        "stipulation": game.stipulation,
        "version": table.version,
        "game": game_data(game.start, game.goal),
        "moves": [describe(step) for step in game.steps],
        "done": game.at,
        "solution": [describe(step) for step in solution_of(game)],
        "hidden": list(map(str, hidden_kinds(position))),
        "score": score(position).total,
        "deals": position.deals_left,
        "won": survey.is_won(position),
        "from_deal": from_deal(game),
        "options": _options(position.rules),
        "formats": _ways_to_save(position.rules),
    }


def _options(rules: Rules) -> dict[str, str]:
    """Return the options that can be changed in the middle of a game, as they are."""
    return {
        "cells": str(rules.cells),
        "automatic_removal": "yes" if rules.automatic_removal else "no",
        "deal_over_spaces": str(rules.deal_over_spaces),
        "kings_on_aces": "yes" if rules.kings_on_aces else "no",
    }


def look(game: Session, what: str, name: str) -> dict[str, Any]:
    """Answer one of Woods' questions on the side: with a ``text``, and ``spots`` to mark.

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
    """Return every way to save, and whether it keeps rules other than Woods'."""
    lost = {f.name for f in formats.FORMATS.values() if "rules" in f.lossy}
    if rules == WOODS:
        lost = set()
    note = f"; it doesn't say the rules ({rules})"
    return {name: summary + note * (name in lost) for name, summary in SAVED_AS.items()}


def saved(game: Session, format: str) -> tuple[str, str]:
    """Return the text of a game in a notation, and the ending of a file for it.

    ``session`` and ``save`` hold the moves, ``script`` is the moves alone, every other notation
    holds the position.  Raises UnknownFormat or NotWritable.
    """
    if format == "script":
        return scripts.SCRIPT_FORMATS["words"].dumps(game.done), "txt"
    notation = formats.find(format)
    ending = notation.extensions[0] if notation.extensions else "txt"
    if notation.name == "session":
        return session.dumps(game), "json"
    if notation.name == "save":
        return save.dumps_game(game.start, game.done), ending
    return notation.dumps(game.position), ending
