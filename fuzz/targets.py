"""Fuzz targets: every reader of the package, each as a function of bytes.

A target returns if the reader accepts its input or raises a documented exception; any other
exception is a fault.  Accepted input is also written and read again, and must be the same if the
notation is lossless.  ``CONTRIBUTING.md`` describes how to run the targets; ``tests/test_fuzz.py``
runs them on the stored inputs.
"""

from __future__ import annotations

import functools
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Final

from spiderpos import formats, scripts
from spiderpos.author.mining import jobs as mining
from spiderpos.catalogue import find_problem
from spiderpos.catalogue.loading import file_text, loads_problem
from spiderpos.catalogue.yamltext import parse as parse_yaml
from spiderpos.formats import diagram
from spiderpos.formats.base import Format, ReadOptions
from spiderpos.game import deals, replay, rules
from spiderpos.game.census import PositionError
from spiderpos.game.position import Position
from spiderpos.games import session
from spiderpos.games.save import load_game
from spiderpos.goals import goal as goals
from spiderpos.goals import plans
from spiderpos.show.pictures import parse_arrow, parse_mark
from spiderpos.solver.results import ResultStore
from spiderpos.solver.winning import batch
from spiderpos.text.errors import NotationError, NotWritable, SpiderError

__all__ = ["TARGETS", "Target"]

Target = Callable[[bytes], None]

#: Documented errors of readers: NotationError, and PositionError for invalid sets of cards.
_UNREAD: Final = (NotationError, PositionError)
_OPTIONS: Final = (
    ReadOptions(partial=True),
    ReadOptions(strict=True),
    ReadOptions(rules=rules.PRESETS["pipkin-beginner"], hand=0, removed=()),
)


@contextmanager
def _refused(kinds: tuple[type[Exception], ...] = (NotationError,)) -> Iterator[None]:
    """Suppress errors of these kinds, after a check that their messages can be made."""
    try:
        yield
    except kinds as error:
        str(error)


def _text(data: bytes) -> str:
    """Decode bytes; invalid UTF-8 becomes lone surrogates, as in text from ``sys.argv``."""
    return data.decode("utf-8", "surrogateescape")


def _position(format: Format | None, data: bytes) -> None:
    text = _text(data)
    for candidate in formats.FORMATS.values() if format is None else (format,):
        candidate.recognises(text)
    for options in _OPTIONS:
        with _refused(_UNREAD):
            position = formats.loads(text, format, options=options)
            if format is not None:
                _written(format, position)


def _written(format: Format, position: Position) -> None:
    """Check that a position in a notation is the same after it was written and read again."""
    try:
        again = format.dumps(position)
    except NotWritable:
        return
    hand = len(position.hand)
    options = ReadOptions(rules=position.rules, partial=True, hand=hand, removed=position.removed)
    try:
        read = format.loads(again, options=options)
    except _UNREAD as error:
        raise AssertionError(f"{position!r} is written as {again!r}, which isn't read") from error
    if not format.lossy and read != position:
        raise AssertionError(f"{position!r} is written as {again!r} and read as {read!r}")


def _diagrams(data: bytes) -> None:
    for number in (1, 2, 7):
        with _refused(_UNREAD):
            diagram.nth_diagram(_text(data), number, options=_OPTIONS[0])


def _saved_game(data: bytes) -> None:
    with _refused(_UNREAD):
        load_game(_text(data), options=_OPTIONS[0])


@functools.cache
def _starts() -> tuple[Position, ...]:
    return tuple(find_problem(name).start for name in ("woods-4", "woods-6"))


def _script(name: str | None, data: bytes) -> None:
    text = _text(data)
    scripts.recognise(text)
    try:
        script = scripts.loads(text, name)
    except NotationError as error:
        str(error)
        return
    for start in _starts():
        try:
            steps = replay.replay(start, script).steps
        except (replay.ReplayError, NotationError) as error:
            str(error)
            continue
        again = scripts.loads(scripts.dumps(steps, "words"), "words") if steps else None
        if again is not None and replay.replay(start, again).steps[-1].after != steps[-1].after:
            raise AssertionError(f"{text!r} is written in words as another script")


def _goal(data: bytes) -> None:
    try:
        goal = goals.parse(_text(data))
    except _UNREAD as error:
        str(error)
        return
    if goals.parse(str(goal)) != goal:
        raise AssertionError(f"{goal!r} is written as '{goal}' and read as another goal")


def _rules(data: bytes) -> None:
    name, *pairs = _text(data).split("\n")
    try:
        parsed = rules.parse_rules(name, [(k, v) for k, _, v in (p.partition("=") for p in pairs)])
    except rules.RulesError as error:
        str(error)
        return
    if rules.parse_rules(str(parsed)) != parsed:
        raise AssertionError(f"{parsed!r} is written as '{parsed}' and read as other rules")


def _problem(data: bytes) -> None:
    with tempfile.NamedTemporaryFile(suffix=".yaml") as file:
        file.write(data)
        file.flush()
        with _refused():
            loads_problem(file_text(file.name), name="<problem>")


def _yaml(data: bytes) -> None:
    with _refused():
        document = parse_yaml(_text(data), "<yaml>")
        for path in [*document.keys, *document.nodes]:
            document.place_in(path, document.place(path))


def _plan(data: bytes) -> None:
    text = _text(data)
    plans.recognises(text)
    try:
        plan = plans.loads(text)
    except NotationError as error:
        str(error)
        return
    if plans.dumps(plans.loads(plans.dumps(plan))) != plans.dumps(plan):
        raise AssertionError(f"{text!r} is written as another plan")
    for number, _ in enumerate(plans.cases(plan, _starts()[0])):
        if number > 50:
            break


def _session(data: bytes) -> None:
    text = _text(data)
    try:
        game = session.loads(text)
    except NotationError as error:
        str(error)
        return
    again = session.loads(session.dumps(game))
    if session.dumps(again) != session.dumps(game):
        raise AssertionError(f"{text!r} is written as another session")


@functools.cache
def _scratch() -> Path:
    return Path(tempfile.mkdtemp(prefix="spiderpos-fuzz-"))


def _results(data: bytes) -> None:
    path = _scratch() / "results.jsonl"
    for read in (batch.read, mining.read):
        path.write_bytes(data)
        with _refused(), ResultStore(path, read, "results") as store:
            len(store)


def _numbers(data: bytes) -> None:
    text = _text(data)[:40]
    with _refused((NotationError, deals.DealNumberError, NotWritable)):
        for scheme in deals.SCHEMES:
            list(islice(batch.tasks_of_numbers(text, scheme=scheme), 3))


def _arrows(data: bytes) -> None:
    text = _text(data)
    for read in (parse_mark, functools.partial(parse_arrow, position=_starts()[0])):
        with _refused((ValueError, SpiderError)):
            read(text)


def _targets() -> Iterable[tuple[str, Target]]:
    for name, format in formats.FORMATS.items():
        yield f"position-{name}", functools.partial(_position, format)
    yield "position", functools.partial(_position, None)
    yield "diagrams", _diagrams
    yield "saved-game", _saved_game
    for name in scripts.SCRIPT_FORMATS:
        yield f"script-{name}", functools.partial(_script, name)
    yield "script", functools.partial(_script, None)
    yield "goal", _goal
    yield "rules", _rules
    yield "problem", _problem
    yield "yaml", _yaml
    yield "plan", _plan
    yield "session", _session
    yield "numbers", _numbers
    yield "arrows", _arrows
    yield "results", _results


TARGETS: Final[dict[str, Target]] = dict(_targets())
