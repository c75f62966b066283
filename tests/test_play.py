"""The command ``play``, and the folder of pages that it writes."""

import json
import re

import pytest
from click.testing import CliRunner

from spiderpos.catalogue import find_problem
from spiderpos.catalogue.games import game_of_problem
from spiderpos.cli import main
from spiderpos.game.deals import deal
from spiderpos.games import session
from spiderpos.games.session import Session
from spiderpos.play import folder as pages
from spiderpos.show.pages import site
from spiderpos.text.resources import shipped_folder

from .boards import board

pytestmark = pytest.mark.slow


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a folder for pages; to save time, the book has only one problem."""
    monkeypatch.setattr(pages, "problem_ids", lambda: ("woods-2",))
    return tmp_path / "pages"


def run(*words):
    return CliRunner().invoke(main, ["play", "--no-browser", *map(str, words)])


def given(path):
    """Return the data of the game in the HTML of a page."""
    text = re.search(r'id="data">(.*?)</script>', path.read_text(encoding="utf-8"), re.DOTALL)[1]
    return json.loads(text)["given"]


def test_the_pages_are_written_once(folder, monkeypatch):
    result = run("-o", folder)
    assert (result.exit_code, result.stdout) == (0, f"{(folder / 'index.html').as_uri()}\n")
    assert result.stderr == f"'{folder}': the pages were written\n"
    assert {"game.html", "play.js", "player.js", "woods-2.html"} <= {
        p.name for p in folder.iterdir()
    }
    monkeypatch.setattr(site, "build", None)
    result = run("woods-2", "-o", folder)
    assert (result.exit_code, result.stdout) == (0, f"{(folder / 'woods-2.html').as_uri()}\n")
    # Another version writes them again.
    (folder / "spiderpos.stamp").write_text("0.1")
    with pytest.raises(TypeError):
        pages.write_book(folder)


def test_without_a_folder_they_are_in_the_cache(folder, monkeypatch):
    monkeypatch.setenv("SPIDERPOS_CACHE", str(folder))
    assert run().stdout == f"{(folder / 'index.html').as_uri()}\n"


def test_a_game_has_a_page_with_its_moves(folder, tmp_path):
    game = game_of_problem(find_problem("woods-4"), "clubs")
    game.undo()
    file = tmp_path / "game.json"
    session.dump(game, file)
    result = run(file, "-o", folder)
    page = folder / result.stdout.strip().rpartition("/")[2]
    shown = given(page)
    assert (len(shown["moves"]), shown["done"]) == (len(game.steps), game.at)
    assert shown["game"]["goal"]["words"] == str(game.goal)
    # The same game has the same page; a page for a new copy leads there.
    assert run(file, "-o", folder).stdout == result.stdout
    anew = run(file, "--new", "-o", folder).stdout.strip()
    assert f"url={page.name}#new" in (folder / anew.rpartition("/")[2]).read_text()


def test_pages_of_lines_of_problems_and_of_texts(folder, tmp_path):
    run("woods-4:clubs", "-o", folder)
    problem = tmp_path / "mine.yaml"
    text = (shipped_folder("problems") / "woods-2.yaml").read_text(encoding="utf-8")
    problem.write_text(text.replace("id: woods-2", "id: mine"), encoding="utf-8")
    assert run(problem, "-o", folder).stdout.endswith("/own-mine.html\n")
    page = pages.write_game(folder, Session(board("5s", "6s")), ("assumed: nothing",))
    assert given(page)["notes"] == ["assumed: nothing"]
    assert "deal" not in given(page)
    # The deal before the position is part of the game.
    start = deal(1)
    later = session.Session(start)
    later.play("deal")
    assert "deal" in given(pages.write_game(folder, Session(later.position)))


def test_a_folder_with_other_files_is_left_alone(folder):
    folder.mkdir()
    (folder / "thesis.txt").write_text("mine")
    result = run("-o", folder)
    assert (result.exit_code, "has other files in it" in result.stderr) == (2, True)
