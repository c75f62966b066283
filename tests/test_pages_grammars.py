"""A page's parser (JavaScript) gives the same results and errors as Python's, from one grammar."""

import pytest

from spiderpos.catalogue import find_problem, problem_ids
from spiderpos.formats import dumps, tableau
from spiderpos.scripts import words
from spiderpos.scripts.instructions import DealRow, InCell, MoveCards, MoveRun, Onto
from spiderpos.show.pictures import draw
from spiderpos.show.web import joined
from spiderpos.text.errors import NotationError
from spiderpos.text.source import SourceText, visible

from . import reading
from .tables import rows
from .test_wasm import needs_node
from .wasm_vectors import run_in_node

pytestmark = [needs_node, pytest.mark.slow]

_GIVEN = (
    'import { readFileSync } from "node:fs"; const given = JSON.parse(readFileSync(0, "utf8"));\n'
)

ANNOTATED = """\
1. 9-6s from 7 to 3! {the only column that can be emptied}, Jc from 10 to 4
   (2. Jc from 10 to 5? Qh from 2 to 1 => lost)
2. Qh from 2 to 1, turning up 3d; remove the clubs from 4, deal"""


def scripts_of_the_tests():
    """Yield texts of moves from the test data and the catalogue."""
    for path in sorted(reading.HERE.glob("*.cases")):
        yield from (case.text for case in reading.cases(path.name) if "--start" in case.options)
    for name in ("script-words", "script-recognised", "script-written", "scripts"):
        yield from (text for row in rows(name) for text in row.given)
    for problem in map(find_problem, problem_ids()):
        for line in problem.lines.values():
            if line.script:
                yield "; ".join(each.text for each in line.script.instructions)
    yield ANNOTATED


def place(value):
    """Return the source or the target of cards, in the form that a page has it."""
    match value:
        case None:
            return "-"
        case InCell(number):
            return f"c{number}"
        case Onto():
            return "s"
    return value


def short(card):
    """Return a card in the form of the core."""
    return str(card).replace("10", "T")


def move(instruction):
    """Return an instruction in the form that a page has it."""
    match instruction:
        case MoveRun(head=head, tail=tail, source=source, target=target, exact=exact):
            exact = "=" if exact else "-"
            texts = ["run", short(head), short(tail), place(source), place(target), exact]
        case MoveCards(source=source, target=target, count=count):
            texts = ["cards", count, source, target]
        case DealRow():
            texts = ["deal"]
        case _:
            suit = instruction.suit.letter if instruction.suit else "-"
            texts = ["remove", suit, place(instruction.column)]
    return "\t".join([" ".join(map(str, texts)), *map(short, instruction.reveal)])


def expected(text):
    """Return the instructions of a text, or its error, as Python reads it."""
    try:
        script = words.loads(text)
    except NotationError as error:
        message = error.message.split(" (did you mean")[0]
        return {"error": message, "expected": error.expected or ""}
    return list(map(move, script.instructions))


def test_a_page_reads_moves_as_python_does():
    texts = sorted(text for text in set(scripts_of_the_tests()) if "\0" not in text)
    result = run_in_node(
        _GIVEN
        + joined("script.js")
        + """
          const results = given.map((text) => {
            try {
              return readScript(text).map(({ move }) => move);
            } catch (error) {
              if (!(error instanceof module_text_js.Unreadable)) throw error;
              return { error: error.message, expected: error.expected };
            }
          });
          console.log(JSON.stringify(results));
        """,
        texts,
    )
    pairs = {text: (one, expected(text)) for text, one in zip(texts, result, strict=True)}
    assert {text: pair for text, pair in pairs.items() if pair[0] != pair[1]} == {}


def positions_of_the_tests():
    """Yield texts of positions from the test data and the catalogue."""
    for path in sorted(reading.HERE.glob("*.cases")):
        yield from (
            case.text for case in reading.cases(path.name) if "--start" not in case.options
        )
    for problem in map(find_problem, problem_ids()):
        for position in (problem.start, problem.start.hide()):
            yield dumps(position, "diagram")
            yield draw(position, "unicode")


def draft(text):
    """Return the draft of a text as a page has it, or the error.

    Return None if the text isn't in the canonical notation.
    """
    try:
        read = tableau.draft_of(SourceText(visible(text), "<text>"), partial=True)
    except NotationError as error:
        return error.message
    if read is None:
        return None
    names = lambda cards: [short(card) for card in cards]  # noqa: E731
    removed = read.removed and [suit.letter if suit else "?" for suit in read.removed]
    output = {
        "columns": [{"down": names(c.down), "up": names(c.up)} for c in read.columns],
        "hand": None if read.hand is None else names(read.hand),
        "removed": None if removed is None else list(removed),
        "cells": [short(card) if card else "" for card in read.cells] or None,
        "suits": read.suits,
        "assumed": list(read.assumed),
    }
    return {name: value for name, value in output.items() if value is not None}


def test_a_page_reads_positions_as_python_does():
    texts = sorted(set(positions_of_the_tests()))
    result = run_in_node(
        _GIVEN
        + joined("tableau.js")
        + """
          const read = (text) => {
            try {
              const draft = readTableau(module_text_js.visible(text));
              return draft && { ...draft, turns: undefined };
            } catch (error) {
              if (!(error instanceof module_text_js.Unreadable)) throw error;
              return error.message;
            }
          };
          console.log(JSON.stringify(given.map(read)));
        """,
        texts,
    )
    pairs = {text: (one, draft(text)) for text, one in zip(texts, result, strict=True)}
    assert sum(one is not None for one, _ in pairs.values()) > 130
    assert {text: pair for text, pair in pairs.items() if pair[0] != pair[1]} == {}
