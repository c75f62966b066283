"""Each row of the table of features leads to a section that shows a command to paste.

That the commands do what the page shows is for ``test_docs`` to check.
"""

import re
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGE = (DOCS / "features.md").read_text(encoding="utf-8")


def test_every_row_leads_to_a_command():
    links = re.findall(r"^\|.*\| \[[^]]+\]\((\S*)#([a-z0-9-]+)\) \|$", PAGE, re.MULTILINE)
    rows = [anchor for page, anchor in links if not page]
    sections = {
        re.sub(r"[^a-z0-9-]", "", title.lower().replace(" ", "-")): text
        for title, text in re.findall(
            r"^## (.*?)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL
        )
    }
    table = [line for line in PAGE.splitlines() if line.startswith("|")]
    assert len(links) == len(table) - 2
    # What only a mouse can do is told, and tested, with the page to play on.
    told = (DOCS / "play.md").read_text(encoding="utf-8").lower()
    assert all(f"\n## {anchor}\n" in told for page, anchor in links if page)
    for anchor in rows:
        assert "\n```console\n$ " in sections[anchor], anchor
    assert set(sections) - set(rows) == set()
