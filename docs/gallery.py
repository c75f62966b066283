"""The catalogue's pages, to play on: they are part of the site, as ``gallery/index.html``."""

from __future__ import annotations

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from spiderpos.catalogue import load_problems
from spiderpos.show.pages import site
from spiderpos.text.resources import shipped_folder

__all__ = ["on_files"]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what ``spiderpos site`` writes."""
    built = site.build(load_problems(shipped_folder("problems")), title="Spider problems")
    for name, text in built.files.items():
        files.append(File.generated(config, f"gallery/{name}", content=text))
    return files
