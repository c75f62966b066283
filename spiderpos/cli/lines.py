"""``--lines``: a command for each line of a file, and a line of JSON for what it says."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from functools import partial
from pathlib import Path
from typing import IO, Any, Final

import click

from ..text.errors import NotationError
from ..text.files import text_of
from .errors import DOES_NOT_HOLD, HOLDS, ILLEGAL, INTERRUPTED, UNDECIDED, UNREADABLE, reported
from .inputs import LARGEST

#: Of the exit codes of all lines the first of these that is met is that of the command.
_WORST: Final = (UNREADABLE, ILLEGAL, UNDECIDED, DOES_NOT_HOLD)
#: The keys of a line that are more than passed on, and the parameters that they stand for.
_TAKEN: Final = {"goal": "goal", "line": "script"}
#: How a command is used, before what is wrong.
_USAGE: Final = re.compile(r"Usage: [^\n]*\nTry [^\n]*\n\n")
#: Where a command finds that it runs for a line.
_RUNNING: Final = f"{__name__}.running"
#: What tells a position or a game in JSON from the line of a pipe.
_POSITIONS: Final = ("columns", "session")


class LineCommand(click.Command):
    """A command whose first argument is a POSITION; with ``--lines``, a file of one a line.

    Each line gives one of JSON: what the line says, what the command finds, its exit code, and
    its remarks.  A line that is an object may say a ``goal`` and a ``line`` of moves, where the
    arguments don't: so what one command prints can be given to the next.
    """

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.params.append(
            click.Option(
                ["--lines"],
                is_flag=True,
                help="POSITION is a file (or '-') with a position, or a JSON object, in each "
                "line; a JSON line for each is printed.",
            )
        )

    def invoke(self, ctx: click.Context) -> Any:  # noqa: D102 - as click says
        if not ctx.params.pop("lines"):
            return super().invoke(ctx)
        shared, file = ctx.params, ctx.params[self.params[0].name or ""]
        codes = {self._line(ctx, shared, data) for data in _lines(file)}
        sys.exit(next((code for code in _WORST if code in codes), HOLDS))

    def _line(self, ctx: click.Context, shared: dict[str, Any], data: bytes) -> int:
        """Run the command with the ``shared`` parameters for a line; return its exit code."""
        try:
            given = _given(text_of(data, "<line>").strip("\r\n"))
        except (NotationError, ValueError) as error:
            text = data.decode(errors="replace").strip("\r\n")
            _print({"position": text, "exit": UNREADABLE, "notes": f"error: {error}"})
            return UNREADABLE
        params = shared | {self.params[0].name or "": given["position"]}
        if "as_json" in params:
            params["as_json"] = True
        for key, name in _TAKEN.items():
            if isinstance(given.get(key), str) and params.get(name, "") is None:
                params[name] = "-" if key == "line" else given[key]
        script = io.TextIOWrapper(io.BytesIO(str(given.get("line") or "").encode()))
        before, ctx.meta[_RUNNING], ctx.params = dict(ctx.meta), True, params
        out, err = io.StringIO(), io.StringIO()
        with ExitStack() as stack:
            stack.callback(setattr, sys, "stdin", sys.stdin)
            stack.enter_context(redirect_stdout(out))
            stack.enter_context(redirect_stderr(err))
            sys.stdin = script
            try:
                with reported():
                    super().invoke(ctx)
                code = HOLDS
            except SystemExit as ended:
                code = int(ended.code or HOLDS)
        ctx.meta.clear()
        ctx.meta.update(before)
        if code == INTERRUPTED:
            raise KeyboardInterrupt
        output = out.getvalue()
        if output.startswith("{"):
            given |= json.loads(output)
        elif output:
            given["position"] = output.rstrip("\n")
            if "script" in params:
                given.pop("line", None)
        notes = _USAGE.sub("", err.getvalue()).rstrip("\n")
        _print(given | {"exit": code} | ({"notes": notes} if notes else {}))
        return code


def runs_for_a_line() -> bool:
    """Return True if the command that runs is one of ``--lines``: Ctrl-C is to end them all."""
    return _RUNNING in click.get_current_context().meta


def _print(facts: dict[str, Any]) -> None:
    click.echo(json.dumps(facts, ensure_ascii=False))


def _lines(spec: str) -> Iterator[bytes]:
    """Yield the lines of a file, or of standard input, as they come; no empty ones."""
    with ExitStack() as stack:
        file: IO[bytes] = (
            sys.stdin.buffer if spec == "-" else stack.enter_context(Path(spec).open("rb"))
        )
        lines = iter(partial(file.readline, LARGEST), b"")
        yield from (line for line in lines if line.strip())


def _given(line: str) -> dict[str, Any]:
    """Return the fields of a line: a JSON object with a ``position``, or that alone.

    Raises ValueError for JSON that isn't as it should be.
    """
    if not line.lstrip().startswith("{"):
        return {"position": line}
    fields: dict[str, Any] = json.loads(line)
    if any(key in fields for key in _POSITIONS):
        return {"position": line}
    position = fields.get("position")
    if not isinstance(position, str | dict):
        raise ValueError('a JSON object has a "position": a text in any notation')
    fields = {key: value for key, value in fields.items() if key not in ("exit", "notes")}
    return fields | {"position": position if isinstance(position, str) else json.dumps(position)}
