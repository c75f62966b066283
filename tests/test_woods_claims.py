"""The page about Woods' claims agrees with the catalogue."""

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from docs import claims, gallery
from spiderpos.catalogue import check_problem, find_problem, problem_ids
from spiderpos.catalogue.checking import certificate_path, known_summary
from spiderpos.game.cards import RANK_NAMES, Card, from_code
from spiderpos.game.position import is_natural_pair
from spiderpos.game.rules import WOODS
from spiderpos.goals.goal import parse
from spiderpos.solver import certificate_files, prover
from spiderpos.solver.prover import Budget

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


@pytest.mark.parametrize(
    ("problem", "line", "says"),
    [
        ("woods-6", "hearts-without-diamonds", "clubs and spades | can go, in 141 moves"),
        ("woods-6", "clubs-at-once", "the very first suit of `woods-6`, in 40 moves"),
        ("woods-6", "two-spaces-at-once", "before any suit goes, in 23 moves"),
        ("woods-6", "hasty-king-mended", "fatal: 17 moves mend it"),
        ("woods-7", "all-eight-shorter", "(`woods-7`), in 123 moves"),
        ("woods-1", "early-space", "before the first deal, in 8 moves"),
        ("woods-5", "sketch", "as he tells it, in 23 moves"),
        ("woods-3", "king-of-2-by-the-space", "reached, in 3 moves and in 4"),
    ],
)
def test_the_moves_that_the_page_counts(problem, line, says):
    result = find_problem(problem)
    begun = len(result.replayed(result.lines[line].start).steps)
    moves = len(result.replayed(line).steps) - begun
    assert f" {moves} moves" in says
    assert says in " ".join(PAGE.read_text(encoding="utf-8").split())


def test_the_page_agrees_with_the_claims_about_hearts():
    """The page's table about hearts agrees with the claims for each choice of other suits."""
    result = find_problem("woods-6")
    verdicts = {
        str(claim.goal): claims.standing(result, claim).verdict
        for claim in result.claims
        if claim.data.position == "start"
    }
    rows = dict(
        re.findall(
            r"^\| ([a-z ]+) \| (impossible|not known|can go)", PAGE.read_text(), re.MULTILINE
        )
    )
    hearts = "remove hearts without dealing, removing"
    assert verdicts[hearts] == rows["none"] == "impossible"
    assert verdicts[f"{hearts} clubs, removing spades"] == rows["diamonds"] == "impossible"
    assert verdicts[f"{hearts} diamonds"] == "possible"
    assert rows["clubs and spades"] == rows["all three"] == "can go"
    assert verdicts[f"{hearts} clubs"] == verdicts[f"{hearts} spades"] == ""
    open_ones = {"clubs", "spades", "diamonds and clubs", "diamonds and spades"}
    assert {row for row, how in rows.items() if how == "not known"} == open_ones


def test_other_counts_of_woods_are_right():
    def in_sight(name, place="start"):
        position = find_problem(name).position(place)
        return Counter(card for column in position.columns for card in column.up)

    def deck(suits):
        return {Card(f"{rank}{suit}") for suit in suits for rank in RANK_NAMES[1:]}

    ranks = Counter(card.rank for card in in_sight("woods-2").elements())
    assert (ranks[8], ranks[9]) == (5, 3)
    missing = [
        *(deck("ch") - set(in_sight(name)) for name in ("woods-3", "woods-4")),
        *(deck("cdhs") - set(in_sight("woods-5")), deck("h") - set(in_sight("woods-6"))),
    ]
    assert missing == [set(), set(), {Card("2s"), Card("Ah")}, {Card("Kh"), Card("5h")}]

    cards = in_sight("woods-5", "straighten")
    together = sum(
        is_natural_pair(*pair, WOODS)
        for column in find_problem("woods-5").position("straighten").columns
        for pair in pairwise(column.up)
    )
    # Each pair needs the next lower card of the suit, and each such card lies on one card only.
    assert together == sum(
        min(cards[card], cards[from_code(card.code - 4)]) for card in cards if card.rank > 1
    )
    text = " ".join(PAGE.read_text(encoding="utf-8").split())
    assert f"{together} times, and the {cards.total()} cards there allow no more" in text


@pytest.mark.skipif(not prover.native_core(), reason="the core is not installed")
def test_figures_of_open_claims():
    """Figures of docs/prover.md about open claims agree with stored or new searches."""
    text = (PAGE.parent / "prover.md").read_text(encoding="utf-8").partition("### 11.")[2]
    text = " ".join(text.split())
    result = find_problem("woods-6")
    undecided = [c for c in result.claims if not claims.standing(result, c).verdict]
    assert {c.id for c in undecided} == {"hearts-need-clubs", "hearts-need-spades"}
    assert text.startswith("What is open Of [Woods' claims](woods-claims.md) two are undecided")
    alone = certificate_files.read(certificate_path(result, result.claim("diamonds-alone")))
    classes = re.search(r"(\d+) classes", alone.proof)
    assert f"the diamonds alone aren't enough, by {int(classes[1]):,} classes" in text
    goal = parse("turn up 2 cards in column 9 without dealing, removing")
    answer = prover.solve(result.start, goal, budget=Budget(work=20_000_000))
    assert f"Without any suit it is impossible, by {answer.searched.classes:,} classes" in text


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
