"""Which files a command may replace: what the commands' own tests don't reach."""

import itertools
import json
import os
import shutil

import click
import pytest
from click.testing import CliRunner

from spiderpos.catalogue import find_problem
from spiderpos.cli import main
from spiderpos.cli.replacing import check_parent, is_within
from spiderpos.game import engine
from spiderpos.game.deals import deal
from spiderpos.game.moves import Deal
from spiderpos.games import save
from spiderpos.show.pages import site
from spiderpos.show.pictures import draw
from spiderpos.text.files import replace_file


def run(*words, text=None):
    return CliRunner().invoke(main, list(map(str, words)), input=text)


def test_a_save_file_is_replaced_by_the_same_game_or_more_of_it_only(tmp_path):
    path = tmp_path / "game.save"
    start = deal(1)
    steps = engine.play(start, [Deal(), Deal()])
    path.write_text(save.dumps_game(start, steps[:1]))
    assert is_within(path, start, steps)
    assert is_within(path, start, steps[:1])
    # Moves would be lost, or it is another game that began with the same move.
    assert not is_within(path, start, ())
    other = deal(2)
    assert not is_within(path, other, engine.play(other, [Deal(), Deal()]))
    path.write_text(save.dumps_game(start, steps[:1]) + "my notes\n")
    assert not is_within(path, start, steps)


def test_a_save_file_with_another_game_from_the_same_start_is_not_replaced(tmp_path):
    path = tmp_path / "game.save"
    start = deal(1)
    shift = next(move for move in engine.legal_moves(start) if move != Deal())
    path.write_text(save.dumps_game(start, engine.play(start, [shift])))
    assert not is_within(path, start, engine.play(start, [Deal(), Deal()]))
    assert not is_within(path, start, engine.play(start, [Deal()]))


def parameters(command, *path):
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from parameters(command.get_command(context, name), *path, name)
    else:
        yield from ((" ".join(path), parameter) for parameter in command.params)


def test_no_file_has_an_empty_name():
    """It would be the folder that one is in: what an unset variable of a shell names."""
    seen = 0
    for command, parameter in parameters(main):
        names = parameter.name in ("file", "files", "folder")
        if names or parameter.metavar in ("FILE", "FOLDER", "RECORD"):
            seen += 1
            value = ("",) if parameter.nargs == -1 else ""
            with pytest.raises(click.BadParameter, match="this is empty"):
                parameter.type_cast_value(click.Context(click.Command(command)), value)
    assert seen > 25
    assert run("page", "woods-4", "-o", "").exit_code == 2


@pytest.fixture
def meanwhile(monkeypatch):
    """Somebody writes a file, once, when ours has come to the disk and only wants its name.

    ``after``: how often something has been brought to the disk before, a file or its folder.
    """
    usual = os.fsync

    def at_work(path, after=0):
        moments = itertools.count()

        def sync(handle):
            if next(moments) == after:
                path.write_text("mine")
            usual(handle)

        monkeypatch.setattr(os, "fsync", sync)

    return at_work


@pytest.mark.parametrize("there", [False, True])
@pytest.mark.parametrize(
    "words",
    [
        ("show", "woods-4", "--as", "svg"),
        ("replay", "woods-4", "-", "--as", "save"),
        ("page", "woods-4"),
        ("author", "sheet", "woods-4"),
    ],
    ids=lambda words: words[0],
)
def test_what_is_put_there_while_a_file_is_made_is_left_alone(tmp_path, meanwhile, words, there):
    path = tmp_path / "out.html" if words[0] != "show" else tmp_path / "out.svg"
    if there:
        assert run(*words, "-o", path, text="Ah from 2 to 9").exit_code == 0
    meanwhile(path)
    done = run(*words, "-o", path, text="Ah from 2 to 9")
    assert done.exit_code == 2
    assert "is left as it is" in done.stderr
    assert path.read_text() == "mine"
    assert os.listdir(tmp_path) == [path.name]


def test_pages_and_sites_look_before_they_prove(tmp_path, monkeypatch):
    def never(*_):
        raise AssertionError("it is known already that nothing can be written")

    monkeypatch.setattr("spiderpos.cli.pages.prove_problem", never)
    problems = tmp_path / "in"
    problems.mkdir()
    shutil.copy(find_problem("woods-1").name, problems)
    out = tmp_path / "out"
    out.mkdir()
    page = out / "woods-1.html"
    page.write_text("mine")
    assert run("page", "woods-1", "--prove", "-o", page).exit_code == 2
    assert run("site", problems, "--prove", "-o", out).exit_code == 2
    assert run("site", problems, "--prove", "-o", page / "site").exit_code == 2
    (out / site.MANIFEST).write_text('{"files": ["woods-1.html"]}')
    assert run("site", problems, "--prove", "-o", out).exit_code == 2
    assert page.read_text() == "mine"


@pytest.fixture(scope="module")
def picture():
    return draw(find_problem("woods-1").start, size=100)


@pytest.mark.parametrize("name", ["b.svg", "a.svg", site.MANIFEST])
def test_what_is_put_into_a_site_while_it_is_written_is_left_alone(
    tmp_path, meanwhile, picture, name
):
    """A file of ours that was replaced, a new one, one that the new site hasn't any more."""
    site.write(site.Site({"a.svg": picture, "b.svg": picture, "index.html": ""}, ()), tmp_path)
    meanwhile(tmp_path / name)
    new = {"b.svg": picture, "c.svg": picture}
    if name == "a.svg":
        site.write(site.Site(new, ()), tmp_path)
    else:
        with pytest.raises(site.SiteError, match=f"{name}' was written by another program"):
            site.write(site.Site(new, ()), tmp_path)
    assert (tmp_path / name).read_text() == "mine"


def test_the_list_of_a_site_that_somebody_writes_in_between_is_left_alone(
    tmp_path, meanwhile, picture
):
    """It is written first, with what is to come, and again in the end."""
    path = tmp_path / site.MANIFEST
    meanwhile(path, after=1)
    with pytest.raises(site.SiteError, match=f"{site.MANIFEST}' was written by another program"):
        site.write(site.Site({"a.svg": picture}, ()), tmp_path)
    assert path.read_text() == "mine"
    assert (tmp_path / "a.svg").is_file()


def test_a_file_that_is_new_in_a_site_replaces_none_that_appears(tmp_path, meanwhile, picture):
    path = tmp_path / "c.svg"
    meanwhile(path)
    with pytest.raises(site.SiteError, match="is left as it is"):
        site.write(site.Site({"c.svg": picture}, ()), tmp_path)
    assert path.read_text() == "mine"
    # The folder is ours all the same, and the file is not.
    assert json.loads((tmp_path / site.MANIFEST).read_text())["files"] == ["c.svg"]
    with pytest.raises(site.SiteError, match="nothing was written"):
        site.check_folder(tmp_path, ["c.svg"])


@pytest.mark.parametrize(
    "words",
    [
        ("solve", "woods-5", "get a space", "--evidence"),
        ("author", "check", "woods-2", "--evidence"),
        ("show", "woods-2", "--as", "svg", "-o"),
        ("page", "woods-2", "-o"),
    ],
)
def test_links_that_lead_nowhere_are_told_as_what_they_are(tmp_path, monkeypatch, words):
    """In a circle, or to a folder that isn't there."""
    monkeypatch.chdir(tmp_path)
    os.symlink("b", "a")
    os.symlink("a", "b")
    found = run(*words, "a")
    assert (found.exit_code, found.stdout) == (2, "")
    assert "a: Too many levels of symbolic links" in found.stderr
    os.symlink("no/x", "d")
    found = run(*words, "d")
    assert (found.exit_code, found.stdout) == (2, "")
    assert sorted(os.listdir()) == ["a", "b", "d"]


def test_links_that_come_to_lead_in_a_circle_are_told_with_the_name(tmp_path):
    for name, there in ("ab", "ba"):
        (tmp_path / name).symlink_to(there)
    with pytest.raises(OSError, match="Too many levels of symbolic links") as raised:
        replace_file(tmp_path / "a", b"", follow=True)
    assert raised.value.filename == str(tmp_path / "a")


def test_a_link_to_no_folder_is_not_called_write_protected(tmp_path):
    link = tmp_path / "d"
    link.symlink_to(tmp_path / "no" / "x")
    with pytest.raises(click.UsageError, match=f"there is no folder '{tmp_path}/no'"):
        check_parent(link)


def test_a_working_folder_that_is_gone_is_named(tmp_path, monkeypatch):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    found = run("page", "woods-2", "-o", "x.html")
    assert found.stderr == "error: the current folder is not there any more\n"
