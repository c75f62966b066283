"""Builds the site: ``python docs/build.py``, with the extra ``docs``.

The pages are put into ``build/docs``: those of this folder, and those that are made of something
else.  Zensical makes ``site/`` of them, by ``zensical.toml``.  Any warning is an error, and so is
a link that leads nowhere, or a page that asks something of another machine.
"""

from __future__ import annotations

import html
import os.path
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from docs import claims, cli_reference, gallery, notebook  # noqa: E402 - wants the path
from docs.console import with_copies  # noqa: E402

_PAGES: Final = ROOT / "build" / "docs"
_SITE: Final = ROOT / "site"
#: The modules that have a page of their own in the reference.
REFERENCE: Final = (
    "game.position", "game.cards", "game.moves", "game.rules", "game.engine",
    "game.illegal", "game.replay", "game.deals", "formats", "scripts", "goals.goal", "goals.judge",
    "goals.phrases", "games.session", "advice.suggest", "advice.hints", "advice.hoping",
    "solver.prover.answer", "catalogue.problem", "show.pictures.drawing", "text.errors",
)  # fmt: skip
#: The functions that the reference begins with.
_FIRST: Final = ("read", "solve", "verify", "problem")
_ASKED: Final = re.compile(
    r"""<(?:script|img|iframe|source|link)\b[^>]*\b(?:src|href)=["']?((?:https?:)?//[^"' >]*)"""
)
#: A link of a page in Markdown, to a file of the repository.
_LINK: Final = re.compile(r"(?<=\]\()(?!#|\w+:)([^)#\s]+)(?=[)#])")
#: The places on the site of files that pages link to, by patterns for their paths.
_ON_THE_SITE: Final = {
    r"(?:docs/)?(CONTRIBUTING|CHANGELOG)\.md": lambda found: f"{found[1].lower()}.md",
    r"docs/notebook\.ipynb": lambda _: "notebook.md",
    r"docs/(.+)": lambda found: found[1],
    r"spiderpos/cli": lambda _: "cli.md",
    r"spiderpos/front\.py": lambda _: "reference/spiderpos.md",
    r"grammars/(\w+)\.lark": lambda found: f"notations/grammars.md#{found[1]}",
    r"problems": lambda _: "gallery/index.html",
    r"problems/([\w-]+)\.yaml": lambda found: f"gallery/{found[1]}.html",
    r"certificates/(.+\.gz)": lambda found: f"gallery/{found[1]}",
}
_LINKED: Final = re.compile(r"""\s(?:src|href)="([^"]*)\"""")


def main() -> None:
    """Build it; the exit code is 1 if anything is wrong with it."""
    shutil.rmtree(_PAGES, ignore_errors=True)
    shutil.copytree(ROOT / "docs", _PAGES, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    for name, text in made():
        path = _PAGES / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
    for source in (ROOT / "docs").rglob("*.md"):
        path = _PAGES / source.relative_to(ROOT / "docs")
        text = path.read_text(encoding="utf-8")
        path.write_text(_with_site_links(text, str(source.relative_to(ROOT))), encoding="utf-8")
    zensical = Path(sys.executable).with_name("zensical")
    done = subprocess.run([zensical, "build", "--clean", "--strict"], cwd=ROOT, check=False)  # noqa: S603
    if done.returncode:
        sys.exit(done.returncode)
    faults = [fault for path in sorted(_SITE.rglob("*.html")) for fault in _finish(path)]
    menu = (ROOT / "zensical.toml").read_text(encoding="utf-8")
    pages = (str(path.relative_to(_PAGES)) for path in sorted(_PAGES.rglob("*.md")))
    faults += [f"{page}: isn't in the menu" for page in pages if f'"{page}"' not in menu]
    for fault in faults:
        print(fault, file=sys.stderr)
    sys.exit(1 if faults else 0)


def _grammars() -> str:
    """The page that shows the grammars as they are."""
    parts = [
        "# Grammars\n\nThese define what is read: `tableau` [positions](diagram.md), "
        "`layouts` tableaux as others print them, `script` and "
        "`prose` [moves](scripts.md), `goal` [goals](../goals.md). They say what a "
        "text may say; what it means, the position decides. They are LALR grammars of Lark, and "
        "this page is made of the files that the package reads.\n"
    ]
    for path in sorted((ROOT / "grammars").glob("*.lark")):
        parts.append(f"\n## {path.stem}\n\n````text\n{path.read_text(encoding='utf-8')}````\n")
    return "".join(parts)


def _with_site_links(text: str, page: str) -> str:
    """Return the Markdown of a page of the repository, with the links that it has on the site."""
    folder = os.path.dirname(page)

    def on_the_site(path: str) -> str:
        for pattern, place in _ON_THE_SITE.items():
            if found := re.fullmatch(pattern, path):
                return place(found)
        raise ValueError(f"{page}: the site has no {path}")

    def link(found: re.Match[str]) -> str:
        place = on_the_site(os.path.normpath(os.path.join(folder, found[1])))
        return os.path.relpath(place, folder.removeprefix("docs").lstrip("/") or ".")

    return _LINK.sub(link, text)


def surface() -> str:
    """The page of the functions at the top of the package, by the names that programs use."""
    stub = (ROOT / "spiderpos" / "__init__.pyi").read_text(encoding="utf-8")
    there = {words[3]: words[1].lstrip(".") for words in map(str.split, stub.splitlines())}
    own = [name for name, module in there.items() if module == "front"]
    parts = ["---\ntitle: spiderpos\n---\n\n# spiderpos\n"]
    for name in (*_FIRST, *(name for name in own if name not in _FIRST)):
        heading = f"      heading: spiderpos.{name}\n      toc_label: spiderpos.{name}\n"
        parts.append(f"\n::: spiderpos.front.{name}\n    options:\n{heading}")
    return "".join(parts)


def made() -> Iterator[tuple[str, str | bytes]]:
    """The pages that are made of something else, by name."""
    # What people look for at the top of the repository; what it links to is a folder nearer.
    for name in ("CONTRIBUTING.md", "CHANGELOG.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        yield name.lower(), _with_site_links(text, name)
    yield "cli.md", cli_reference.page()
    yield "index.md", gallery.page()
    yield "woods-claims.md", claims.page()
    yield "notebook.md", notebook.page()
    yield "notations/grammars.md", _grammars()
    yield "reference/spiderpos.md", surface()
    for module in REFERENCE:
        yield (
            f"reference/{module}.md",
            f"---\ntitle: spiderpos.{module}\n---\n\n::: spiderpos.{module}\n",
        )
    yield from gallery.files()
    yield from claims.pictures()


def _finish(path: Path) -> Iterator[str]:
    """Give a page's blocks their copies; what is wrong with its links."""
    text = path.read_text(encoding="utf-8")
    where = path.relative_to(_SITE)
    if where.parts[0] != "gallery":
        path.write_text(with_copies(text), encoding="utf-8")
    for address in _ASKED.findall(text):
        yield f"{where}: asks for {address}"
    if where.name == "404.html":  # its links are from the top of a server
        return
    for address in dict.fromkeys(_LINKED.findall(text)):
        parts = urlsplit(html.unescape(address))
        if parts.scheme or parts.netloc:
            continue
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        if target.is_dir():
            target /= "index.html"
        if not target.is_file():
            yield f"{where}: nothing is at {address}"


if __name__ == "__main__":
    main()
