"""The page of Woods' claims says what the catalogue says."""

import re
from pathlib import Path

from docs import claims, gallery
from spiderpos.catalogue import find_problem, problem_ids

PAGE = Path(__file__).resolve().parents[1] / "docs" / "woods-claims.md"


def every_claim():
    names = [name for name in problem_ids() if name.startswith("woods-")]
    return [f"{name}.{claim.id}" for name in names for claim in find_problem(name).claims]


def test_the_figures_are_up_to_date():
    assert claims.figures() in PAGE.read_text(encoding="utf-8"), "run 'python docs/claims.py'"


def test_each_claim_stands_once_on_the_page():
    items = re.findall(r'<li id="([^"]*)">', claims.page())
    assert sorted(items) == sorted(every_claim())


def test_each_claim_leads_to_what_shows_it():
    files = dict(gallery.files())
    pictures = dict(claims.pictures())
    for item in re.findall(r'<li id="(.*?)</li>', claims.page()):
        shown = re.findall(r'href="gallery/([^"#]*)#([^"]*)"', item)
        if "Nobody knows" not in item and "this line" not in item and "plan" not in item:
            assert ">Certificate<" in item or ">Record<" in item
        assert shown
        for page, place in shown:
            key = place.partition(":")[0].replace("&amp;", "&")
            if key.startswith("claim-"):
                assert f'id="{key}"' in files[f"gallery/{page}"]
            elif not key.startswith("position="):
                assert f'"key":"{key}"' in files[f"gallery/{page}"]
    assert set(re.findall(r'src="(claims/[^"]*)"', claims.page())) == set(pictures)


def test_the_first_page_leads_to_each_problem():
    files = dict(gallery.files())
    shown = re.findall(r'<a href="(gallery/woods[^"]*)"', gallery.page())
    assert [Path(page).stem for page in shown] == [problem.id for problem in claims.woods()]
    assert set(shown) < set(files)
