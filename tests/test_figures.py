"""Figures in README and documentation agree with the catalogue, the benchmarks and the proofs.

Each row of the table is a fact: how pages state it, and its source.  Every sentence of that form,
on any page, must have the same figure.  ``test_woods_claims`` checks the counts of Woods' claims.
"""

import json
import re
from pathlib import Path

import pytest

from benchmarks import playing, report

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def winning():
    text = (ROOT / "benchmarks/results/winning.json").read_text(encoding="utf-8")
    return json.loads(text)["figures"]


def winnable():
    text = (ROOT / "certificates/winnable-deals.txt").read_text(encoding="utf-8")
    return len([line for line in text.splitlines() if line.isdigit()])


def pooling(figure):
    """Return the sum of a figure over the games of the policy "pooling" with four suits."""
    rows = [row for rows in report.load("playing").figures.values() for row in rows]
    return sum(row[figure] for row in rows if row["suits"] == 4 and row["policy"] == "pooling")


FACTS = {
    r"of `play-out` has won (\d+) of \d+ deals": lambda: pooling("won"),
    r"of `play-out` has won \d+ of (\d+) deals": lambda: pooling("games"),
    r"([\d,]+) of the deals 1 to 1000": lambda: winning()["won"],
    r"half of them in ([\d.]+) seconds of processor time": lambda: winning()["cpu"]["median"],
    r"none in more than ([\d.]+\d)": lambda: winning()["cpu"]["most"],
    r"have ([\d.]+) to [\d.]+ moves, [\d.]+ on average": lambda: winning()["moves"]["least"],
    r"have [\d.]+ to ([\d.]+) moves, [\d.]+ on average": lambda: winning()["moves"]["most"],
    r"have [\d.]+ to [\d.]+ moves, ([\d.]+) on average": lambda: winning()["moves"]["mean"],
    r"([\d,]+) can be won\]": winnable,
    r"it wins ([\d,]+)\. The other two": winnable,
    r"all cards known: \[([\d,]+) can": winnable,
}


def stated(pattern):
    """Yield each page with a sentence that matches a pattern, and the figure in it."""
    for page in PAGES:
        text = " ".join(page.read_text(encoding="utf-8").split())
        for result in re.finditer(pattern, text):
            yield str(page.relative_to(ROOT)), result[1].replace(",", "")


@pytest.mark.parametrize("pattern", FACTS)
def test_pages_state_the_figure_of_its_source(pattern):
    figure = FACTS[pattern]()
    results = list(stated(pattern))
    assert results, "no page states it: remove the row"
    for page, text in results:
        places = len(text.partition(".")[2])
        assert float(text) == round(figure, places), page


def test_the_table_of_policies_has_the_figures_of_their_games():
    result = report.load("playing")
    page = (ROOT / "docs/winning.md").read_text(encoding="utf-8")
    assert playing.table_of(result.figures) in page
