"""The commands and snippets in README and docs are run, and print what they're shown to print.

In a ```console block each line that starts with ``$ `` is a command, and the lines up to the
next one are what it prints (output and errors as a terminal shows them); a line ``...`` stands
for any lines, and a command that shows nothing else has to succeed.  All commands of a page run
in one empty folder.  A ```python block that shows ``>>>`` prompts is a doctest, another one is
run as it stands.
"""

import doctest
import os
import re
import subprocess
from pathlib import Path

import pytest

from .warm import serving

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page, language):
    return [text for name, text in BLOCK.findall(page.read_text()) if name == language]


def commands(text):
    """The commands of a console block, each with what it should print."""
    found = []
    until = None
    for line in text.splitlines():
        if until is not None:
            found[-1] = (f"{found[-1][0]}\n{line}", [])
            until = None if line == until else until
        elif line.startswith("$ "):
            found.append((line[2:], []))
            here = re.search(r"<<'(\w+)'", line)
            until = here[1] if here else None
        elif found and found[-1][0].endswith("\\"):
            found[-1] = (found[-1][0] + "\n" + line.removeprefix("> "), [])
        else:
            found[-1][1].append(line.rstrip())
    return found


def pattern(lines):
    parts = [r"(?:.*\n)*?" if line == "..." else re.escape(line) + r"[ \t]*\n" for line in lines]
    return re.compile("".join(parts))


def names(page):
    return str(page.relative_to(ROOT))


@pytest.fixture(scope="session")
def bin_folder(tmp_path_factory):
    """A folder with the command."""
    folder = tmp_path_factory.mktemp("bin")
    with serving(folder) as script:
        command = folder / "spiderpos"
        command.write_text(script)
        command.chmod(0o755)
        yield folder


@pytest.mark.parametrize("page", [p for p in PAGES if blocks(p, "console")], ids=names)
def test_commands_print_what_the_page_shows(page, bin_folder, tmp_path):
    work = tmp_path / "work"
    work.mkdir()
    environment = os.environ | {"PATH": f"{bin_folder}:{os.environ['PATH']}", "COLUMNS": "80"}
    for text in blocks(page, "console"):
        for line, expected in commands(text):
            done = subprocess.run(
                ["bash", "-c", line],
                cwd=work,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                check=False,
            )
            shown = done.stdout.decode()
            if set(expected) - {"..."}:
                assert pattern(expected).fullmatch(shown), f"$ {line}\nprints\n{shown}"
            else:
                assert done.returncode == 0, f"$ {line}\nprints\n{shown}"


@pytest.mark.parametrize("page", [p for p in PAGES if blocks(p, "python")], ids=names)
def test_python_snippets(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shared: dict[str, object] = {}
    for text in blocks(page, "python"):
        if ">>>" not in text:
            exec(compile(text, names(page), "exec"), shared)  # noqa: S102 - our own pages
            continue
        runner = doctest.DocTestRunner()
        runner.run(
            doctest.DocTestParser().get_doctest(text, shared, names(page), str(page), 0),
            clear_globs=False,
        )
        assert runner.failures == 0
