"""The option ``--lines``: run a command for each line of a file, and print JSON lines."""

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

#: Precedence of exit codes: the command exits with the first of these that any line has.
_WORST: Final = (UNREADABLE, ILLEGAL, UNDECIDED, DOES_NOT_HOLD)
#: JSON keys of an input line that set a parameter of the command.  Most keys are also copied to
#: the output.
_PARAMETERS: Final = {"goal": "goal", "line": "script"}
#: Click's usage lines, which come before the message of a usage error.
_USAGE: Final = re.compile(r"Usage: [^\n]*\nTry [^\n]*\n\n")
#: Key in ``Context.meta`` that is set while a command runs for a line.
_RUNNING: Final = f"{__name__}.running"
#: Keys that only a position or game in JSON has, not the output of another command.
_POSITIONS: Final = ("columns", "session")


class LineCommand(click.Command):
    """A command whose first argument is a POSITION, or with ``--lines`` a file of positions.

    With ``--lines`` the command runs for each line of the file and prints an object in a line of
    JSON, with the fields of the input line, the facts that the command prints, its exit code and
    its notes.  An input line can be a JSON object, whose ``goal`` and ``line`` (moves) are used if
    the arguments aren't given, so the output of one command can be piped into the next.
    """

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.params.append(
            click.Option(
                ["--lines"],
                is_flag=True,
                help="Read POSITION as a file (or '-') with a position or a JSON object in each "
                "line; print a line of JSON for each.",
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
            fields = _fields_of(text_of(data, "<line>").strip("\r\n"))
        except (NotationError, ValueError) as error:
            text = data.decode(errors="replace").strip("\r\n")
            _print({"position": text, "exit": UNREADABLE, "notes": f"error: {error}"})
            return UNREADABLE
        params = shared | {self.params[0].name or "": fields["position"]}
        if "as_json" in params:
            params["as_json"] = True
        for key, name in _PARAMETERS.items():
            if isinstance(fields.get(key), str) and params.get(name, "") is None:
                params[name] = "-" if key == "line" else fields[key]
        script = io.TextIOWrapper(io.BytesIO(str(fields.get("line") or "").encode()))
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
            fields |= json.loads(output)
        elif output:
            fields["position"] = output.rstrip("\n")
            if "script" in params:
                fields.pop("line", None)
        notes = _USAGE.sub("", err.getvalue()).rstrip("\n")
        _print(fields | {"exit": code} | ({"notes": notes} if notes else {}))
        return code


def runs_for_a_line() -> bool:
    """Return True during a run with ``--lines``, in which Ctrl-C must end the whole run."""
    return _RUNNING in click.get_current_context().meta


def _print(facts: dict[str, Any]) -> None:
    click.echo(json.dumps(facts, ensure_ascii=False))


def _lines(spec: str) -> Iterator[bytes]:
    """Yield the lines of a file or of standard input as they arrive, without blank ones.

    A line of more than :data:`LARGEST` bytes is split.
    """
    with ExitStack() as stack:
        file: IO[bytes] = (
            sys.stdin.buffer if spec == "-" else stack.enter_context(Path(spec).open("rb"))
        )
        lines = iter(partial(file.readline, LARGEST), b"")
        yield from (line for line in lines if line.strip())


def _fields_of(line: str) -> dict[str, Any]:
    """Return the fields of an input line: a JSON object with ``position``, or just a position.

    Raises ValueError for invalid JSON, or an object without a position.
    """
    if not line.lstrip().startswith("{"):
        return {"position": line}
    fields: dict[str, Any] = json.loads(line)
    if any(key in fields for key in _POSITIONS):
        return {"position": line}
    position = fields.get("position")
    if not isinstance(position, str | dict):
        raise ValueError('expected a JSON object with "position": a text in any notation')
    for key in ("exit", "notes", "shortest"):
        fields.pop(key, None)
    return fields | {"position": position if isinstance(position, str) else json.dumps(position)}
