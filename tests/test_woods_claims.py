"""The page about Woods' claims agrees with the catalogue."""

import re
from pathlib import Path

import pytest

from docs import claims, gallery
from spiderpos.catalogue import check_problem, find_problem, problem_ids
from spiderpos.catalogue.checking import known_summary

pytestmark = pytest.mark.slow

PAGE = Path(__file__).resolve().parents[1] / "docs" / "woods-claims.md"


@pytest.fixture(scope="module")
def files():
    """Return the files of the gallery, with Woods' problems only."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gallery, "load_problems", lambda _: claims.woods())
        return dict(gallery.files())


@pytest.fixture(scope="module")
def page():
    return claims.page()


def every_claim():
    names = [name for name in problem_ids() if name.startswith("woods-")]
    return [f"{name}.{claim.id}" for name in names for claim in find_problem(name).claims]


def test_the_figures_are_up_to_date():
    text = PAGE.read_text(encoding="utf-8")
    for table in (claims.figures(), claims.counts()):
        assert table in text, "run 'python docs/claims.py'"
    total = known_summary([check_problem(problem) for problem in claims.woods()])
    counted = total.partition(":")[0].replace("claims from", "claims come from")
    assert f"the {counted}" in " ".join(text.split())
    text = claims.SENTENCES.read_text(encoding="utf-8")
    assert claims.with_sentences(text) == text, "run 'python docs/claims.py'"
    readme = claims.README.read_text(encoding="utf-8")
    assert claims.summary() in readme, "run 'python docs/claims.py'"
    assert len(re.findall(r"\d+ claims", readme)) == 1


@pytest.mark.long
def test_each_claim_is_on_the_page_once(page):
    items = re.findall(r'<li id="([^"]*)">', page)
    assert sorted(items) == sorted(every_claim())


@pytest.mark.long
def test_each_claim_links_to_its_evidence(files, page):
    pictures = dict(claims.pictures())
    for item in re.findall(r'<li id="(.*?)</li>', page):
        shown = re.findall(r'href="gallery/([^"#]*)#([^"]*)"', item)
        if "Nobody knows" not in item and "this line" not in item and "plan" not in item:
            assert ">Certificate<" in item
        assert shown
        for path, place in shown:
            key = place.partition(":")[0].replace("&amp;", "&")
            if key.startswith("claim-"):
                assert f'id="{key}"' in files[f"gallery/{path}"]
            elif not key.startswith("position="):
                assert f'"key":"{key}"' in files[f"gallery/{path}"]
    assert set(re.findall(r'src="(claims/[^"]*)"', page)) == set(pictures)


@pytest.mark.long
def test_the_first_page_leads_to_each_problem(files):
    shown = re.findall(r'<a href="(gallery/woods[^"]*)"', gallery.page())
    assert [Path(page).stem for page in shown] == [problem.id for problem in claims.woods()]
    assert set(shown) < set(files)
