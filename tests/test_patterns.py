"""No pattern of the package takes more than linear time on texts that repeat a piece."""

import importlib
import inspect
import itertools
import pkgutil
import re
import time
from random import Random

import pytest

import spiderpos
from spiderpos.formats import cells, tableau
from spiderpos.text.resources import grammar, shipped_folder

pytestmark = pytest.mark.slow

#: Patterns that are matched at one place only, so that the time of a search doesn't matter.
ONLY_MATCHED = {
    f"spiderpos.{name}"
    for name in [
        *("arguments._NAME", "formats._FEN"),
        *("formats.deck._HEADING", "formats.fen._HAND_AND_REMOVED"),
        *("formats.kpat._BEGINS_LIKE_ONE",),
        *("formats.blocks._DASHED", "formats.blocks._LIKE_A_CELL"),
        "formats.letters._BEGINS",
        *("formats.letters._BEGINS_A_COLUMN",),
        *("formats.line._BEGINNING", "formats.line._LIKE_FEN", "formats.line._LINE"),
        *("games.session_format._BEGINNING", "formats.solvitaire._BEGINS_LIKE_ONE"),
        *("formats.blocks._NUMBERS",),
        "scripts.letters._ENDS_A_MOVE",
        *("scripts.letters._PAIRS", "scripts.log._LOG"),
        *("games.tracing._RULE", "catalogue.yamltext._BLOCK", "catalogue.yamltext._KEY"),
    ]
} | {
    "grammars/script.BLANK",
    "grammars/script._FROM",
    "grammars/script._TO",
    "spiderpos.formats.card_json._BEGINS",
}
#: Patterns that are matched against short texts: words, stipulations, the beginning of a text.
SHORT_TEXTS = {"spiderpos.scripts.data._BEGINNING"}

LENGTH = 1500
#: A pattern that takes more processor time (seconds) for a text of LENGTH is examined further.
SUSPICIOUS = 0.002
#: A text that is four times as long takes four times as long if the time is linear, 16 times if it
#: is quadratic; the limit is between them.
LONGER, TOO_LONG = 4, 8
#: A pattern fails only if it is slow in this number of trials, since other load can slow down one.
TRIALS = 8
#: The number of random sequences of pieces to repeat, for each pattern.
SEQUENCES = 6
BEGINNINGS = ("", "ab", "7s ", "Move the 7s ")
#: Pieces to repeat, in addition to each pattern's own words.
REPEATED = [
    *" \n\t\xa0.:,;-_aAx10>|=*([<'\"/&#`~",
    *("7s ", "7s-", "7s, ", "ab ", "a.", "a:", "a: ", "a,", " \n", "> ", "> \n", "- ", "1 2 "),
    *("a a.", "ab_", "_1", "_ ", ">|", ">\n", "| ", "a\n", "\n\n", "7s\n", "--\n", "the ", "-1"),
]


def named(value, name):
    """Yield the patterns in a module's value, with their names."""
    if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
        yield name, value
    elif isinstance(value, tuple | list):
        for number, item in enumerate(value):
            yield from named(item, f"{name}[{number}]")
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from named(item, f"{name}[{key}]")


def patterns():
    """Return the compiled patterns of the package, by the name of the variable that has each."""
    result = {}
    for module in pkgutil.walk_packages(spiderpos.__path__, "spiderpos."):
        if module.name.endswith(("__main__", "._core")):
            continue
        loaded = importlib.import_module(module.name)
        for name in re.findall(r"(?m)^(\w+)(?=: Final| =)", inspect.getsource(loaded)):
            result.update(named(getattr(loaded, name), f"{module.name}.{name}"))
    return result


def terminals():
    """Yield the terminals of the grammars as patterns, which a lexer tries at every place."""
    for path in sorted(shipped_folder("grammars").glob("*.lark")):
        own = {"layouts": cells.parser, "tableau": tableau.parser}.get(path.stem)
        parser = own() if own else grammar(path.stem, positions=path.stem != "script")
        for terminal in parser.terminals:
            flags = parser.options.g_regex_flags
            pattern = re.compile(terminal.pattern.to_regexp(), flags)
            yield f"grammars/{path.stem}.{terminal.name}", pattern


PATTERNS = patterns() | dict(terminals())


def seconds(ask, text):
    began = time.process_time()
    ask(text)
    return time.process_time() - began


def slow_text(ask, pattern):
    """Return the beginning of a text that takes more than linear time; None if none is found."""
    words = [f"{word} " for word in re.findall(r"[A-Za-z]{4,}", pattern.pattern)[:12]]
    beginnings = (*BEGINNINGS, *words[:4])
    pieces = REPEATED + words
    choose = Random(len(pattern.pattern))
    pieces += ["".join(choose.choices(pieces, k=choose.randint(2, 4))) for _ in range(SEQUENCES)]
    for beginning, repeated, end in itertools.product(beginnings, pieces, "\xe9!"):
        times = LENGTH // len(repeated)
        text = beginning + repeated * times + end
        if seconds(ask, text) > SUSPICIOUS:
            longer = beginning + repeated * (LONGER * times) + end
            if all(
                seconds(ask, longer) > TOO_LONG * min(seconds(ask, text) for _ in range(2))
                for _ in range(TRIALS)
            ):
                return text[:40]
    return None


def test_there_are_patterns():
    assert len(PATTERNS) > 100


@pytest.mark.sweep
@pytest.mark.sweep
@pytest.mark.parametrize("name", sorted(set(PATTERNS) - SHORT_TEXTS))
def test_a_pattern_takes_linear_time(name):
    pattern = PATTERNS[name]
    question = [pattern.match, pattern.fullmatch] if name in ONLY_MATCHED else [pattern.search]
    for ask in question:
        assert slow_text(ask, pattern) is None


@pytest.mark.long
@pytest.mark.parametrize(
    "slow",
    [
        # Blanks are scanned again from each blank.
        r"[0-o]{2}(?:[0-o]|\s(?:[>|\s]+[ \t])?)*+\.",
        # Words are scanned again from each underscore.
        r"(?<![^\W_])\w*\d\w*(?![^\W_])",
    ],
)
def test_slow_patterns_are_seen(slow):
    pattern = re.compile(slow)
    assert slow_text(pattern.search, pattern) is not None
