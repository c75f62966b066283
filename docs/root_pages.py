"""The pages of the site that lie at the top of the repository, where people look for them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

__all__ = ["on_files"]

_ROOT = Path(__file__).parents[1]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add ``contributing.md`` and ``changelog.md``; what they link to is a folder nearer."""
    from mkdocs.structure.files import File  # noqa: PLC0415 - only a build of the site has it

    for name in ("CONTRIBUTING.md", "CHANGELOG.md"):
        text = (_ROOT / name).read_text(encoding="utf-8").replace("](docs/", "](")
        files.append(File.generated(config, name.lower(), content=text))
    return files
