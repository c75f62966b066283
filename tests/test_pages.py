"""Pages without a browser: their content, safety against hostile texts, and how they are
written."""

import gzip
import json
import re
from html.parser import HTMLParser
from shutil import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spiderpos import formats
from spiderpos.catalogue import find_problem, load_problem, loads_problem, problem_ids
from spiderpos.catalogue.order import Section, section_of
from spiderpos.game.rules import PRESETS, DealOverSpaces, Rules
from spiderpos.scripts import words
from spiderpos.show import web
from spiderpos.show.pages import book, content, site
from spiderpos.show.pages.markup import data_block, join, signs
from spiderpos.show.pages.problem import render
from spiderpos.show.pages.rules import rules_words
from spiderpos.text.resources import shipped_folder

from .documents import document
from .running import run

pytestmark = pytest.mark.slow

HOSTILE = document("hostile.yaml")


class Elements(HTMLParser):
    """Collects the elements of a page with their attributes, and its texts.

    The texts of scripts, styles and the title are separate from the others.
    """

    def __init__(self, text):
        super().__init__()
        self.elements = []
        self.texts = {}
        self.words = []
        self._in = None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self._in = (tag, dict(attrs).get("type")) if tag in ("script", "style", "title") else None

    def handle_endtag(self, tag):
        self._in = None

    def handle_data(self, data):
        if self._in:
            self.texts[self._in] = self.texts.get(self._in, "") + data
        else:
            self.words.append(data)

    @property
    def visible_text(self):
        """The text of a page without scripts, styles and the title."""
        return "".join(self.words)

    def data(self):
        return json.loads(self.texts["script", "application/json"])


#: Problems that together have everything that pages can show.
NAMES = ("woods-3", "woods-4", "woods-6", "game-one-suit", "mined-sure-card")


@pytest.fixture(scope="module")
def pages():
    return {name: content.of_problem(find_problem(name)) for name in NAMES}


@pytest.fixture(scope="module")
def rendered(pages):
    return {name: render(page) for name, page in pages.items()}


# Data


@given(st.text())
def test_nothing_in_a_data_block_ends_it(text):
    block = data_block("data", {text: text})
    inner = re.fullmatch(r'<script type="application/json" id="data">(.*)</script>', block, re.S)
    assert inner
    assert not re.search("[<>&\u2028\u2029]", inner[1])
    assert json.loads(inner[1]) == {text: text}


# Contents of a page


def test_scripts_lose_only_blanks_that_mean_nothing():
    text = web.bare(web.joined("page.js"))
    for script in (text, 'a = "b = c", `d ${e} = f`;\nreturn x\n}\nif (a) {\nb = /x, y/;\n'):
        narrow = web.narrow(script)
        assert "".join(narrow.split()) == "".join(script.split())
        assert re.findall(r'"(?:[^"\\\n]|\\.)*"|/x, y/|`[^`]*`', narrow) == re.findall(
            r'"(?:[^"\\\n]|\\.)*"|/x, y/|`[^`]*`', script
        )
    board = web.bare(web.joined("board.js"))
    assert len(web.narrow(board)) < 0.93 * len(board)


@pytest.mark.sweep
@pytest.mark.parametrize("name", problem_ids())
def test_pages_are_small(name):
    size = len(gzip.compress(render(content.of_problem(find_problem(name))).encode()))
    assert size <= 150_000


@pytest.mark.parametrize("name", NAMES)
def test_pages_hold_every_move_in_words(name, pages, rendered):
    text = rendered[name]
    for line in pages[name].lines:
        for segment in line.segments:
            for instruction in segment.steps:
                assert join(signs(words.describe(instruction))) in text
    assert "reaches the goal</small>" in text or not pages[name].solution


@pytest.mark.parametrize("name", [*NAMES, "book"])
def test_cards_are_shown_with_signs(name, rendered):
    """No card outside of the notations has its suit as a letter ("As" may be a word, though)."""
    text = rendered.get(name) or book.html(book_parts(NAMES), title="Problems")
    shown = re.sub(r"<(pre|code|script|style|svg)\b.*?</\1>|<input[^>]*>", "", text, flags=re.S)
    assert not re.findall(r"(?<![\w/])(?:10|[2-9JQK])[cdhs](?![\w/])", shown)


def test_a_book_has_each_drawing_of_a_card_once():
    text = book.html(book_parts(NAMES), title="Problems")
    ids = re.findall(r' id="([^"]*)"', text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'<use href="#([^"]*)"', text)) <= set(ids)


def book_parts(names):
    entries = book.entries(map(find_problem, names))
    return [book.parts(number, entry) for number, entry in enumerate(entries, 1)]


@pytest.mark.parametrize("name", NAMES)
def test_a_page_loads_nothing_from_other_servers(name, rendered):
    page = Elements(rendered[name])
    for element, attributes in page.elements:
        assert element not in ("link", "iframe", "img", "object", "embed", "base")
        assert "src" not in attributes
        assert "style" not in attributes
        assert not any(key.startswith("on") for key in attributes)
    assert "url(" not in page.texts["style", None]
    assert "@import" not in page.texts["style", None]


def test_texts_of_a_problem_can_do_no_harm():
    page = Elements(render(content.of_problem(loads_problem(HOSTILE))))
    names = [element for element, _ in page.elements]
    assert names.count("script") == 3
    for _, attributes in page.elements:
        assert not any(key.startswith("on") or key == "src" for key in attributes)
        assert not str(attributes.get("href")).startswith("javascript")
    assert "alert(" not in page.texts["script", None]
    assert page.texts["title", None].startswith("</title></script><script>alert(1)")
    # No text of the file created an element: there are as many as with harmless texts.
    harmless = re.sub(r"'[^'\n]*[<>][^'\n]*'", "'x'", HOSTILE)
    assert "<svg" not in harmless
    other = Elements(render(content.of_problem(loads_problem(harmless))))
    assert names == [element for element, _ in other.elements]


def test_a_known_mistake_is_shown_and_is_not_a_fault(pages):
    page = pages["woods-3"]
    printed = page.segment("contingency-printed")
    assert printed.stop is not None
    assert printed.stop.expected
    assert page.faults == ()
    assert "Move 28, 8-5♣ from 1 to 9" in render(page)


BROKEN = document("broken.yaml")


def test_faults_of_a_problem_are_shown(tmp_path):
    (tmp_path / "broken.yaml").write_text(BROKEN)
    page = content.of_problem(load_problem(tmp_path / "broken.yaml"))
    first, second, third, claim = page.faults
    assert re.match(r".*broken\.yaml:\d+:\d+: line first: move 2, '6s from 2 to 1': ", first)
    assert first.endswith("^^^^^^^^^^^^^")
    assert second == "line second: it continues 'first', which has an illegal move"
    assert third == "line third: it doesn't solve the problem: turn up a card"
    assert claim.startswith("claim c")
    text = render(page)
    assert "Not solved." in text
    assert "This line can&#x27;t be played: it continues" in text
    assert str(tmp_path) not in text


def test_only_cards_that_are_known_can_be_looked_at():
    start = find_problem("woods-2").start
    for position, offered in ((start, True), (start.hide(), False)):
        page = render(content.of_position(position, title="A position"))
        assert ('id="peek"' in page) == offered


# Writing


def test_page_writes_a_file(tmp_path):
    file = tmp_path / "w.html"
    done = run("page", "woods-3", "-o", file)
    assert done.exit_code == 0, done.output
    assert file.read_text() == render(content.of_problem(find_problem("woods-3")))
    assert [p.name for p in tmp_path.iterdir()] == ["w.html"]
    assert run("page", "woods-4", "-o", file).exit_code == 2
    assert run("page", "woods-4", "-o", file, "--force", "--title", "Other").exit_code == 0
    assert "<h1>Other</h1>" in file.read_text()
    assert run("page", "woods-4", "-o", "-", "--title", "Other").stdout == file.read_text()


def test_page_of_a_position_with_a_script(tmp_path):
    script = tmp_path / "moves.txt"
    script.write_text("3-2d from 5 to 9\n4h from 5 to 6\n")
    file = tmp_path / "p.html"
    position = formats.dumps(find_problem("woods-4").start, "line").strip()
    done = run("page", position, script, "-o", file, "--goal", "get a space")
    assert done.exit_code == 0, done.output
    assert "get a space" in file.read_text()
    # The user's own moves for a problem of the catalogue, which don't solve it.
    done = run("page", "woods-4", script, "-o", file, "--force")
    assert done.exit_code == 1
    assert "it doesn't solve the problem: remove clubs and hearts" in done.stderr
    assert "Clubs and hearts" in file.read_text()
    script.write_text("4h from 5 to 6\n")
    done = run("page", "woods-4", script, "-o", file, "--force")
    assert done.exit_code == 1
    assert f"{script}:1:1: the line: move 1, '4h from 5 to 6': " in done.stderr
    assert "    1 | 4h from 5 to 6\n      | ^^^^^^^^^^^^^^" in done.stderr


def test_page_proves_claims(tmp_path):
    file = tmp_path / "p.html"
    problem = tmp_path / "small.yaml"
    claim = "  - {id: no, statement: No, goal: remove any suit, verdict: impossible}\n"
    problem.write_text(HOSTILE.replace("findings:", f"{claim}findings:"))
    assert run("page", problem, "-o", file).exit_code == 0
    assert "Proved" not in Elements(file.read_text()).visible_text
    assert run("page", problem, "-o", file, "--prove", "--force").exit_code == 0
    assert "Proved: " in Elements(file.read_text()).visible_text


#: Test cases: some problems of each section of the catalogue, and all problems.
PARTS = [
    ("first-move", "first-three-moves", "game-one-suit", "mined-pair", "woods-2", "woods-4"),
    pytest.param(problem_ids(), marks=pytest.mark.long),
]


@pytest.mark.parametrize("problems", PARTS)
def test_site_has_a_page_for_each_problem(tmp_path, problems):
    folder = tmp_path / "public"
    certificates = tmp_path / "problems" / "certificates"
    certificates.mkdir(parents=True)
    for name in problems:
        copy(find_problem(name).file, tmp_path / "problems")
        for certificate in shipped_folder("certificates").glob(f"{name}.*.json.gz"):
            copy(certificate, certificates)
    all_of_them = len(problems) == len(problem_ids())
    done = run("site", *([] if all_of_them else [tmp_path / "problems"]), "-o", folder)
    assert done.exit_code == 0, done.output
    names = {path.name for path in folder.iterdir()}
    assert {f"{name}.html" for name in problems} < names
    index = Elements((folder / "index.html").read_text())
    pictures = [a["src"] for element, a in index.elements if element == "img"]
    assert len(pictures) == min(len(problems), 50)  # the first piece
    assert all((folder / picture).read_text().startswith("<svg") for picture in pictures)
    stored = (folder / "worker.js").read_text()
    assert all(json.dumps(f"{name}.html") in stored for name in ("index", "daily", *problems))
    assert json.loads((folder / "manifest.json").read_text())["start_url"] == "index.html"
    links = [a["href"] for element, a in index.elements if element == "a" and "href" in a]
    for link in links:
        name = link.partition("#")[0]
        assert not name or (folder / name).exists()
    if "woods-6" in problems:
        assert "Found out later" in (folder / "index.html").read_text()
    order = [a["data-id"] for element, a in index.elements if element == "li" and "data-id" in a]
    second = "first-space" if all_of_them else "first-three-moves"
    assert order[:2] == ["first-move", second]
    page = Elements((folder / f"{order[1]}.html").read_text())
    beside = {a["rel"]: a["href"] for element, a in page.elements if element == "a" and "rel" in a}
    assert beside == {"prev": f"{order[0]}.html", "next": f"{order[2]}.html"}
    assert 'href="index.html"' in (folder / "woods-2.html").read_text()


def test_previews_have_a_picture_where_the_address_is_known(tmp_path):
    pytest.importorskip("resvg_py")
    problem = find_problem("first-move").file
    assert run("site", problem, "-o", tmp_path / "no", "--address", "example.org").exit_code == 2
    done = run("site", problem, "-o", tmp_path, "--force", "--address", "https://example.org/book")
    assert done.exit_code == 0, done.output
    page = Elements((tmp_path / "first-move.html").read_text())
    tags = {a["property"]: a["content"] for name, a in page.elements if "property" in a}
    assert tags["og:url"] == "https://example.org/book/first-move.html"
    assert tags["og:image"] == "https://example.org/book/first-move.png"
    assert (tmp_path / "first-move.png").read_bytes().startswith(b"\x89PNG")
    page = Elements((tmp_path / "index.html").read_text())
    tags = {a["property"]: a["content"] for name, a in page.elements if "property" in a}
    assert tags["og:url"] == "https://example.org/book/"
    assert "og:image" not in tags


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("id: bad\n", "p.yaml"),
        (BROKEN.replace("id: broken", "id: index"), "index"),
        (BROKEN.replace("A line that breaks off", "TODO"), "fill in each TODO first: title"),
    ],
)
def test_a_bad_problem_leaves_nothing_written(tmp_path, text, expected):
    (tmp_path / "p.yaml").write_text(text)
    done = run("site", tmp_path, "-o", tmp_path / "public")
    assert done.exit_code == 2
    assert expected in done.stderr
    assert not (tmp_path / "public").exists()


def test_a_page_of_a_book_is_light_and_linked():
    files = dict(site.build(map(find_problem, ("woods-4", "woods-6", "woods-6-swapped"))).files())
    assert len(gzip.compress(files["woods-4.html"].encode())) < 8_000
    assert 'href="woods-6-swapped.html"' in files["woods-6.html"], "it speaks of it"


@pytest.mark.parametrize("problems", PARTS)
def test_problems_go_from_easy_to_hard_whole_games_last(problems):
    pages = [find_problem(name) for name in problems]
    ordered = site.by_difficulty(pages)
    games = [page for page in pages if section_of(page) is Section.GAMES]
    assert "game-one-suit" in {page.id for page in games}
    assert set(map(id, ordered[-len(games) :])) == set(map(id, games))
    beginners = [page for page in ordered if page.id.startswith("first-")]
    assert ordered[: len(beginners)] == beginners
    for part in (beginners, ordered[len(beginners) : -len(games)]):
        ratings = [rating for each in part if (rating := content.difficulty(each)) is not None]
        assert ratings == sorted(ratings)
    assert {site.theme(page) for page in games} == {"a win"}
    assert "suits" in map(site.theme, pages)


# Rules in words

OPTIONS = [
    *PRESETS.values(),
    *(Rules(suits=suits) for suits in (1, 2, 4)),
    *(Rules(cells=cells) for cells in range(5)),
    *(Rules(deal_over_spaces=when) for when in DealOverSpaces),
]


@pytest.mark.parametrize("rules", OPTIONS, ids=str)
def test_rules_in_words(rules):
    words = rules_words(rules)
    in_play = rules.describe().keys() - {"start", "scored_suits"}
    assert words.count(";") + bool(words) == len(in_play)
    assert "=" not in words
    assert rules.name is None or rules.name not in words
