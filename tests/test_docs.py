"""Run the commands and snippets of README and docs, and compare their output with the pages.

In a ```console block each line that starts with ``$ `` is a command, and the lines up to the next
one are its output (with errors, as in a terminal).  A line ``...`` matches any number of lines; a
command without other output must succeed.  All commands of a page run in the same folder, which is
empty at first.  A ```python block that has ``>>>`` prompts is a doctest; another one is executed.

Text that can't be run is checked for its form: a block tagged with a notation is parsed in that
notation, a problem file is checked, and commands that are quoted in a sentence, take too long, or
wait for input must exist with these options.
"""

import doctest
import json
import os
import re
import shlex
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import click
import pytest

from docs import notebook
from docs.console import commands
from spiderpos import formats, scripts
from spiderpos.catalogue import check_problem, find_problem, loads_problem
from spiderpos.cli import main
from spiderpos.show.web import card_art, card_style, joined
from spiderpos.show.web.data import position_data
from spiderpos.text.errors import SpiderError

from . import warm

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[1]
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
BLOCK = re.compile(r"^```(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PARTIAL = formats.ReadOptions(partial=True)
#: Pages with commands that take long, or that write the same site as the README.
LONG = tuple(
    f"docs/{name}.md"
    for name in (
        *("cookbook", "features", "pages", "pictures", "prover", "tutorial", "winning"),
        *("how-to/ask", "how-to/solve"),
    )
)


def blocks(page, language):
    return [text for name, text in BLOCK.findall(page.read_text()) if name == language]


def pattern(lines):
    parts = [r"(?:.*\n)*?" if line == "..." else re.escape(line) + r"[ \t]*\n" for line in lines]
    return re.compile("".join(parts))


def names(page):
    return str(page.relative_to(ROOT))


def with_blocks(language):
    """Return the pages with such blocks, as parameters of a test with marks and names."""
    return [
        pytest.param(page, id=names(page), marks=[pytest.mark.long] * (names(page) in LONG))
        for page in PAGES
        if blocks(page, language)
    ]


@pytest.mark.parametrize("page", with_blocks("console"))
def test_commands_print_what_the_page_shows(page, tmp_path):
    work = tmp_path / "work"
    work.mkdir()
    if "python3 certificates/" in page.read_text():
        # Commands of this page run in a clone of the repository; the test makes a writable folder
        # with links to its files.
        (work / "certificates").mkdir()
        for path in (ROOT / "certificates").iterdir():
            (work / "certificates" / path.name).symlink_to(path)
    path = f"{warm.command().parent}:{os.environ['PATH']}"
    environment = os.environ | {"PATH": path, "COLUMNS": "80"}
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
            assert pattern(expected).fullmatch(shown), f"$ {line}\nprints\n{shown}"
            if not set(expected) - {"..."}:
                assert done.returncode == 0, f"$ {line}\nprints\n{shown}"


def failing_snippets(page):
    """Run the Python of a page, and return the number of examples with other output."""
    shared: dict[str, object] = {}
    failures = 0
    for text in blocks(page, "python"):
        if ">>>" not in text:
            exec(compile(text, names(page), "exec"), shared)  # noqa: S102 - our own pages
            continue
        runner = doctest.DocTestRunner()
        examples = doctest.DocTestParser().get_doctest(text, shared, names(page), str(page), 0)
        runner.run(examples, clear_globs=False)
        shared |= examples.globs  # a block can use the names of earlier blocks
        failures += runner.failures
    return failures


@pytest.mark.parametrize("page", with_blocks("python"))
def test_python_snippets(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # Use a thread: the thread of a test that drives a browser has an event loop, and snippets need
    # their own.
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(failing_snippets, page).result() == 0


@pytest.mark.long
def test_the_notebook_has_the_outputs_of_its_cells():
    names: dict[str, object] = {}
    for cell in notebook.cells():
        if cell["cell_type"] == "code":
            shown = notebook.run(cell, names)
            assert shown == notebook.outputs(cell), "run 'python docs/notebook.py'"


def readers(tag):
    """Yield the parsers of the notations that a block with this tag may have."""
    if tag in formats.FORMATS:
        yield lambda text: formats.loads(text, tag, options=PARTIAL)
    if tag in scripts.SCRIPT_FORMATS:
        yield lambda text: scripts.loads(text, tag)


def readable(read, text):
    try:
        read(text)
    except SpiderError:
        return False
    return True


@pytest.mark.parametrize("page", PAGES, ids=names)
def test_blocks_agree_with_their_tags(page):
    for tag, text in BLOCK.findall(page.read_text()):
        if tag == "yaml":
            assert check_problem(loads_problem(text, name=names(page))).ok
        elif tag == "json":
            data = json.loads(text)
            if "spiderpos" in data:
                assert formats.loads(text, "json")
        elif tag == "fen":
            assert all(readable(next(readers(tag)), line) for line in text.splitlines())
        elif tag == "sh":
            # .ci/run runs these blocks.
            assert page.parent == ROOT
        elif tag == "lark":
            assert any(text in path.read_text() for path in (ROOT / "grammars").glob("*.lark"))
        elif tag not in ("console", "python", "text", "js"):
            assert any(readable(read, text) for read in readers(tag)), f"```{tag}\n{text}"


def anchors(path):
    """Yield the anchors of a page: those that GitHub makes for its headings, and explicit ones."""
    text = BLOCK.sub("", path.read_text())
    for title in re.findall(r"^#+ (.*)$", text, re.MULTILINE):
        words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", title).lower().replace(" ", "-")
        yield re.sub(r"[^\w-]", "", words)
    yield from re.findall(r"""\bid=["']?([^"' >]+)""", text)


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CHANGELOG.md"], ids=names)
def test_links_work_in_the_repository(page):
    text = BLOCK.sub("", page.read_text())
    for link in re.findall(r"\]\((?!\w+:)([^)\s]+)\)", text):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        if anchor:
            assert anchor in set(anchors(target)), link


@pytest.mark.long
def test_the_script_of_a_page_of_your_own(open_page, tmp_path):
    page = ROOT / "docs/pages.md"
    (script,) = blocks(page, "js")
    problem = find_problem("woods-1")
    position = position_data(problem.start) | {"cells": [None, None]}
    after = position_data(problem.replayed("commentary").steps[0].after)
    program = joined("board.js") + script.replace('import { Board } from "./board.js";', "")
    (tmp_path / "own.html").write_text(
        f"<!doctype html><title>Own</title><style>{card_style()}</style>{card_art()}"
        f"<div id=board></div><script type=module>const position = {json.dumps(position)};\n"
        f"const next = {json.dumps(after)};\n{program}</script>",
        encoding="utf-8",
    )
    opened = open_page((tmp_path / "own.html").as_uri())
    assert opened.locator("[aria-label^='Column 9: 4 face down, 2 face up']").count() == 1


def command_of(words):
    """Return the command that these words call, and the remaining words."""
    command, context = main, click.Context(main, info_name="spiderpos")
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        below = command.get_command(context, words[0])
        assert below is not None, f"there's no command {words[0]!r}"
        command, words = below, words[1:]
        context = click.Context(command, info_name=below.name, parent=context)
    return command, words


#: Commands that are shown but not run: they take minutes or hours, or open a browser.
NOT_RUN = (
    "spiderpos play",
    "spiderpos author mine",
    "spiderpos author compose",
    "spiderpos solve woods-6",
)


@pytest.mark.parametrize("page", PAGES, ids=names)
def test_commands_that_are_not_run_have_these_options(page):
    text = BLOCK.sub("", page.read_text())
    shown = re.findall(r"^    (spiderpos .*)", text, re.MULTILINE)
    for line in shown:
        form = re.search(r"\b[A-Z]{4,}\b", line)
        assert form or line.startswith(NOT_RUN), f"run it, in a console block: {line}"
    for line in shown + re.findall(r"`(spiderpos [^`]*)`", text):
        command, words = command_of(shlex.split(line)[1:])
        options = {name for parameter in command.params for name in parameter.opts}
        options |= {"--help", "--version"}
        assert {word for word in words if word.startswith("--")} <= options, line
