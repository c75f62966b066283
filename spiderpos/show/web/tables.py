"""Export the parser tables that Lark builds for a grammar, as JSON for ``lalr.js``.

Pages use the same grammars as the package. Lark builds the LALR tables and determines which
terminals each state accepts; this module encodes them as numbers.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any, Final

from ...formats import tableau
from ...game.cards import RANK_WORDS
from ...game.rules import PRESETS, WOODS
from ...scripts import words_reader
from ...scripts.reports import CLOSING
from ...text import source
from ...text.resources import grammar

#: Matches parts of a regular expression that JavaScript lacks or interprets differently.
_FOREIGN: Final = re.compile(r"\(\?[P(<](?![=!])|[*+?}]\+|\\[AZz]|\(\?[aiLmsux]")
#: Match a token of a regular expression, and a letter outside an escape sequence.
_TOKEN: Final = re.compile(
    r"\\u....|\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:i:|:|<?[=!]))?|.", re.DOTALL
)
_LETTER: Final = re.compile(r"(?<!\\)[A-Za-z]")


@cache
def tables(
    name: str, named: frozenset[str], start: tuple[str, ...] = ("start",)
) -> dict[str, Any]:
    """Return the tables of ``grammars/<name>.lark``, ready for JSON.

    Args:
        name: The name of the grammar.
        named: The names of terminals that the reader needs; other names are left empty.
        start: The start rules, as for Lark; a page uses the first one.

    Returns:
        An object with these members. Symbols are numbers: first the terminals, in the order in
        which the lexer tries them, then the rules.

        - ``terminals``: for each its name, its pattern (a string, or for a regular expression an
          array of source and flags), flags (1: ignored, 2: filtered out of the tree), and the
          terminals of which it is a keyword: it replaces their match if the state accepts it.
        - ``rules``: for each expansion its rule, the name of its node ("" if it is replaced by
          its children), 1 if it is replaced by a single child, and its symbols.
        - ``reducing``: for each state a flat list of expansions to reduce by, each followed by
          its set of lookahead symbols; 0 if there are none.  ``lalr.js`` computes the states from
          the rules; they are numbered in the order of discovery, with symbols in their order.
        - ``sets``: sets of symbols.
        - ``start``: the start rule as a symbol.

    Raises:
        ValueError: a terminal's regular expression isn't supported by JavaScript.
    """
    from lark.grammar import Rule  # noqa: PLC0415 - pages alone need these
    from lark.lexer import TerminalDef  # noqa: PLC0415

    data, memo = grammar(name, positions=False, start=start).memo_serialize([TerminalDef, Rule])
    table, conf = data["parser"]["parser"], data["parser"]["lexer_conf"]
    terminals = sorted((memo[ref["@"]] for ref in conf["terminals"]), key=_order)
    rules = {key: entry for key, entry in memo.items() if entry["__type__"] == "Rule"}
    numbers = {name: n for n, name in enumerate(t["name"] for t in terminals)}
    numbers["$END"] = len(numbers)
    names = list(dict.fromkeys(rule["origin"]["name"] for rule in rules.values()))
    numbers |= {rule: n for n, rule in enumerate(names, len(numbers))}
    hidden = {
        symbol["name"]
        for rule in rules.values()
        for symbol in rule["expansion"]
        if symbol["__type__"] == "Terminal" and symbol["filter_out"]
    }
    order = {key: n for n, key in enumerate(rules)}
    sets: dict[tuple[int, ...], int] = {}

    def reductions(row: dict[int, list[Any]]) -> list[int] | int:
        symbols: dict[int, list[int]] = {}
        for token, (kind, value) in row.items():
            if kind == 1:
                number = numbers[table["tokens"][token]]
                symbols.setdefault(order[value["@"]], []).append(number)
        sorted_sets = {rule: tuple(sorted(each)) for rule, each in sorted(symbols.items())}
        flat = [(rule, sets.setdefault(each, len(sets))) for rule, each in sorted_sets.items()]
        return [number for pair in flat for number in pair] or 0

    states = [table["start_states"][start[0]]]
    for number in states:
        row = table["states"][number]
        followers = ((numbers[table["tokens"][token]], to) for token, to in row.items())
        for symbol, (kind, value) in sorted(followers, key=lambda each: each[0]):
            if kind == 0 and symbol != numbers["$END"] and value not in states:
                states.append(value)
    return {
        "terminals": [
            [
                t["name"] * (t["name"] in named),
                _pattern(t),
                (t["name"] in conf["ignore"]) + 2 * (t["name"] in hidden),
                *(n for n, other in enumerate(terminals) if _is_word_of(t, other)),
            ]
            for t in terminals
        ],
        "rules": [_rule(rule, numbers) for rule in rules.values()],
        "reducing": [reductions(table["states"][number]) for number in states],
        "sets": list(sets),
        "start": numbers[start[0]],
    }


def _order(terminal: dict[str, Any]) -> tuple[int, int, int, str]:
    """Return the key by which Lark's lexer sorts a terminal."""
    value = terminal["pattern"]["value"]
    width = (terminal["pattern"].get("_width") or [0, len(value)])[1]
    return -terminal["priority"], -width, -len(value), terminal["name"]


def _is_word_of(terminal: dict[str, Any], other: dict[str, Any]) -> bool:
    """Return True if Lark's lexer replaces a match of the other terminal by this one."""
    kinds = terminal["pattern"]["__type__"], other["pattern"]["__type__"]
    if kinds != ("PatternStr", "PatternRE") or terminal["priority"] != other["priority"]:
        return False
    flags = re.IGNORECASE if "i" in other["pattern"]["flags"] else 0
    word = terminal["pattern"]["value"]
    match = re.match(other["pattern"]["value"], word, flags)
    return match is not None and match[0] == word


def _pattern(terminal: dict[str, Any]) -> str | list[str]:
    pattern = terminal["pattern"]
    if pattern["__type__"] == "PatternStr" and not pattern["flags"]:
        return str(pattern["value"])
    source, flags = pattern["value"], set(pattern["flags"])
    if pattern["__type__"] == "PatternStr":
        source = re.escape(source)
    if "(?i:" in source and not _has_letters_outside(source):
        # JavaScript lacks such groups.  If they contain all letters, a flag has the same effect.
        source, flags = source.replace("(?i:", "(?:"), flags | {"i"}
    source = re.sub(r"\\([#\s])", r"\1", source)
    if _FOREIGN.search(source) or not flags <= {"i", "m"}:
        raise ValueError(f"{terminal['name']}: JavaScript has no such pattern: {source}")
    return [source, "".join(sorted(flags))]


def _has_letters_outside(source: str) -> bool:
    """Return True if a regular expression has letters outside ``(?i:...)``."""
    groups: list[str] = []
    for part in _TOKEN.findall(source):
        if part.startswith("("):
            groups.append(part)
        elif part == ")":
            groups.pop()
        elif part[0] != "\\" and _LETTER.search(part) and "(?i:" not in groups:
            return True
    return False


def _rule(rule: dict[str, Any], numbers: dict[str, int]) -> list[Any]:
    origin, options = rule["origin"]["name"], rule["options"] or {}
    name = rule["alias"] or ("" if origin.startswith("_") else origin)
    single = bool(options.get("expand1")) and not rule["alias"]
    return [
        numbers[origin],
        name,
        int(single),
        *(numbers[symbol["name"]] for symbol in rule["expansion"]),
    ]


def _possible(pattern: str) -> str:
    """Convert a regular expression from Python to JavaScript with the flag ``u``."""
    return re.sub(r"([*+?}])\+", r"\1", pattern).replace(r"\w", r"[\p{L}\p{N}_]")


@cache
def notations() -> dict[str, str]:
    """Return the values of the constants that :func:`.asset` inserts into scripts, as JSON."""
    named = frozenset(
        name for name, _, better in words_reader.EXPECTED for name in (name, *better)
    )
    positions = {
        "ranks": RANK_WORDS,
        "numbers": tableau.NUMBER_WORDS,
        "hand": max(WOODS.hand_sizes),
        "starts": [",".join(map(str, rules.start)) for rules in PRESETS.values()],
    }
    text = {
        "unseen": _possible(source.UNSEEN.pattern),
        "invisible": _possible(source.INVISIBLE.pattern),
        "suits": dict(source.SUIT_SIGNS),
    }
    tableaux = tables("tableau", frozenset(("NUMBER",)), ("position", "status"))
    return {
        "SCRIPT": _json(
            {
                "tables": tables("script", named.union(CLOSING)),
                "expected": words_reader.EXPECTED,
                "closing": CLOSING,
            }
        ),
        "TABLEAU": _json({"tables": tableaux, **positions}),
        "TEXT": _json(text),
    }


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
