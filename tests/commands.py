"""Run the commands in ``tests/data/commands.txt``, which has their expected output.

A line ``#### title`` begins a section, which has a separate empty folder.  A section whose title
ends with ``(core)`` requires the compiled core; one whose title begins with ``long`` is a long
test.  A line ``$ command`` is run by a shell.  After it come its output, standard error after
``! ``, and the exit code, as in ``[2]``, if it isn't 0.  Usage lines of errors are omitted;
``TIME`` replaces the duration and the memory of a search.

``python -m tests.commands`` runs all commands and rewrites the file, for review.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from docs.console import commands
from spiderpos.solver.prover import native

from . import warm

FILE = Path(__file__).parent / "data" / "commands.txt"
#: Commands that run without a shell, in half the time.
_WITHOUT_SHELL = re.compile(r"""spiderpos( [\w./:=,+-]+| "[^"$`\\!]*"| '[^']*')*""")


def sections():
    """Parse the file; return the title and the commands of each section, with expected lines."""
    parts = re.split(r"^#### (.*)\n\n", FILE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return [
        (title, commands(text.rstrip("\n")))
        for title, text in zip(parts[::2], parts[1::2], strict=True)
    ]


def can_run(title):
    """Return True if the requirements of a section are installed."""
    return native.available() or not title.endswith("(core)")


def printed(command, folder):
    """Run a command in a folder; return its output as lines of the file."""
    if _WITHOUT_SHELL.fullmatch(command):
        code, output, errors = warm.run(shlex.split(command)[1:], b"", folder)
    else:
        path = f"{warm.command().parent}:{os.environ['PATH']}"
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env=os.environ | {"PATH": path, "COLUMNS": "80"},
            capture_output=True,
            check=False,
        )
        code, output, errors = done.returncode, done.stdout, done.stderr
    errors = re.sub(r"^Usage: .*\nTry .*\n\n", "", errors.decode(), flags=re.MULTILINE)
    lines = output.decode().splitlines() + [f"! {line}" for line in errors.splitlines()]
    lines += [f"[{code}]"] if code else []
    text = "\n".join(lines).replace(f"{folder}/", "")
    text = re.sub(r"\d+\.\d+ s, [\d.]+ MiB", "TIME", text)
    return [line.rstrip() for line in text.split("\n")] if text else []


def written():
    """Return the text of the file with the current output of all commands."""
    lines = []
    for title, those in sections():
        lines += [f"#### {title}", ""]
        with tempfile.TemporaryDirectory() as folder:
            for command, expected in those:
                shown = printed(command, folder) if can_run(title) else expected
                lines += ["$ " + command, *shown]
        lines += [""]
    return "\n".join(lines[:-1]) + "\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
    sys.exit(subprocess.call(["git", "diff", "--stat", str(FILE)]))
