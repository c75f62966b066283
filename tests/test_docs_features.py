"""Each row of the table of features links to a section or a page with a command to copy.

``test_docs`` checks the output of these commands.
"""

import re
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGE = (DOCS / "features.md").read_text(encoding="utf-8")


def test_every_row_leads_to_a_command():
    rows = re.findall(r"^\|.*\| \[[^]]+\]\(([a-z0-9/-]+\.md)?#?([a-z0-9-]*)\)", PAGE, re.MULTILINE)
    sections = {
        re.sub(r"[^a-z0-9-]", "", title.lower().replace(" ", "-")): text
        for title, text in re.findall(
            r"^## (.*?)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL
        )
    }
    table = [line for line in PAGE.splitlines() if line.startswith("|")]
    assert len(rows) == len(table) - 2
    for page, anchor in rows:
        shown = (DOCS / page).read_text(encoding="utf-8") if page else sections[anchor]
        if page == "play.md":
            # Features that require a mouse are described, and tested, with the page for playing.
            assert f"\n## {anchor}\n" in shown.lower()
        else:
            assert "\n```console\n$ " in shown, (page, anchor)
    assert set(sections) == {anchor for page, anchor in rows if not page}
