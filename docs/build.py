"""Build the site: ``python docs/build.py``, with the extra ``docs``.

The pages of this folder and the generated pages are written to ``build/docs``, and Zensical builds
``site/`` from them (see ``zensical.toml``).  A warning is an error, and so is a broken link or a
page that loads something from another host.
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

from docs import claims, cli_reference, gallery, notebook  # noqa: E402 - needs the path
from docs.console import with_copies  # noqa: E402

_PAGES: Final = ROOT / "build" / "docs"
_SITE: Final = ROOT / "site"
#: The modules with a page in the reference.
REFERENCE: Final = (
    "game.position", "game.cards", "game.moves", "game.rules", "game.engine",
    "game.illegal", "game.replay", "game.deals", "formats", "scripts", "goals.goal", "goals.judge",
    "goals.phrases", "games.session", "advice.suggest", "advice.hints", "advice.hopes",
    "solver.prover.answer", "catalogue.problem", "show.pictures.drawing", "text.errors",
)  # fmt: skip
#: The functions at the beginning of the reference.
_FIRST: Final = ("read", "solve", "verify", "problem")
_EXTERNAL: Final = re.compile(
    r"""<(?:script|img|iframe|source|link)\b[^>]*\b(?:src|href)=["']?((?:https?:)?//[^"' >]*)"""
)
#: A link in a Markdown page to a file of the repository.
_LINK: Final = re.compile(r"(?<=\]\()(?!#|\w+:)([^)#\s]+)(?=[)#])")
#: Addresses on the site for files of the repository, by patterns of their paths.
_ON_THE_SITE: Final = {
    r"(?:docs/)?(CONTRIBUTING|CHANGELOG)\.md": lambda match: f"{match[1].lower()}.md",
    r"docs/notebook\.ipynb": lambda _: "notebook.md",
    r"docs/(.+)": lambda match: match[1],
    r"spiderpos/cli": lambda _: "cli.md",
    r"spiderpos/front\.py": lambda _: "reference/spiderpos.md",
    r"grammars/(\w+)\.lark": lambda match: f"notations/grammars.md#{match[1]}",
    r"problems": lambda _: "gallery/index.html",
    r"problems/([\w-]+)\.yaml": lambda match: f"gallery/{match[1]}.html",
    r"certificates/(.+\.gz)": lambda match: f"gallery/{match[1]}",
}
_ADDRESS: Final = re.compile(r"""\s(?:src|href)="([^"]*)\"""")


def main() -> None:
    """Build the site; exit with 1 if there is a fault."""
    shutil.rmtree(_PAGES, ignore_errors=True)
    shutil.copytree(ROOT / "docs", _PAGES, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    for name, text in generated():
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
    """Return the page that shows the grammar files."""
    parts = [
        "# Grammars\n\nThese grammars define the notations: `tableau` [positions](diagram.md), "
        "`layouts` tableaux as others print them, `script` and "
        "`prose` [moves](scripts.md), `goal` [goals](../goals.md). They define the syntax; the "
        "meaning of a text can depend on the position. They are LALR grammars for Lark, and this "
        "page is generated from the files in the package.\n"
    ]
    for path in sorted((ROOT / "grammars").glob("*.lark")):
        parts.append(f"\n## {path.stem}\n\n````text\n{path.read_text(encoding='utf-8')}````\n")
    return "".join(parts)


def _with_site_links(text: str, page: str) -> str:
    """Return the Markdown of a page with links to the repository replaced by those of the site."""
    folder = os.path.dirname(page)

    def on_the_site(path: str) -> str:
        for pattern, place in _ON_THE_SITE.items():
            if match := re.fullmatch(pattern, path):
                return place(match)
        raise ValueError(f"{page}: the site has no {path}")

    def link(match: re.Match[str]) -> str:
        place = on_the_site(os.path.normpath(os.path.join(folder, match[1])))
        return os.path.relpath(place, folder.removeprefix("docs").lstrip("/") or ".")

    return _LINK.sub(link, text)


def surface() -> str:
    """Return the page of the functions at the top of the package, by their public names."""
    stub = (ROOT / "spiderpos" / "__init__.pyi").read_text(encoding="utf-8")
    module_of = {words[3]: words[1].lstrip(".") for words in map(str.split, stub.splitlines())}
    functions = [name for name, module in module_of.items() if module == "front"]
    parts = ["---\ntitle: spiderpos\n---\n\n# spiderpos\n"]
    for name in (*_FIRST, *(name for name in functions if name not in _FIRST)):
        heading = f"      heading: spiderpos.{name}\n      toc_label: spiderpos.{name}\n"
        parts.append(f"\n::: spiderpos.front.{name}\n    options:\n{heading}")
    return "".join(parts)


def generated() -> Iterator[tuple[str, str | bytes]]:
    """Yield the name and content of each generated page."""
    # These files are in another folder of the repository, so their links are rewritten here.
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
    """Add the texts for copy buttons to a page; yield its broken links."""
    text = path.read_text(encoding="utf-8")
    page = path.relative_to(_SITE)
    if page.parts[0] != "gallery":
        path.write_text(with_copies(text), encoding="utf-8")
    for address in _EXTERNAL.findall(text):
        yield f"{page}: loads {address}"
    if page.name == "404.html":  # its links are from the top of a server
        return
    for address in dict.fromkeys(_ADDRESS.findall(text)):
        parts = urlsplit(html.unescape(address))
        if parts.scheme or parts.netloc:
            continue
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        if target.is_dir():
            target /= "index.html"
        if not target.is_file():
            yield f"{page}: broken link {address}"


if __name__ == "__main__":
    main()
