"""The page of Woods' claims says what the catalogue says."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from spiderpos.catalogue import find_problem, problem_ids

DOCS = Path(__file__).resolve().parents[1] / "docs"
SCRIPT = DOCS / "woods_claims.py"

pytestmark = pytest.mark.skipif(not SCRIPT.exists(), reason="needs the checkout's docs")


def page() -> str:
    spec = importlib.util.spec_from_file_location("woods_claims", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return str(module.page())


def test_the_page_is_up_to_date() -> None:
    text = (DOCS / "woods-claims.md").read_text(encoding="utf-8")
    assert text == page(), "run 'python docs/woods_claims.py'"


def test_every_claim_has_its_row() -> None:
    rows = [line for line in page().splitlines() if line.startswith("| woods-")]
    claims = [
        (name, claim.id)
        for name in problem_ids()
        if name.startswith("woods-")
        for claim in find_problem(name).claims
    ]
    assert [tuple(row.split(" | ")[:2]) for row in rows] == [(f"| {n}", c) for n, c in claims]


def test_what_has_no_evidence_is_undecided() -> None:
    for row in page().splitlines():
        if row.startswith("| woods-"):
            assert (" | undecided (" in row) == row.endswith(" | none yet |")
