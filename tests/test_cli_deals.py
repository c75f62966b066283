"""The command ``deal``, and save files on the command line."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from spiderpos.cli import main
from spiderpos.formats import diagram, fen, line
from spiderpos.game.deals import deal, seeded
from spiderpos.game.rules import PRESETS
from spiderpos.games import save
from spiderpos.scripts import words

from .positions import random_play

LINES = (Path(__file__).parent / "data" / "woods-lines.txt").read_text().splitlines()


def run(*args: str, text: str = ""):
    """Exit code, standard output and standard error."""
    done = CliRunner().invoke(main, [*map(str, args)], input=text)
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done.exit_code, done.stdout, done.stderr


# deal


def test_a_deal_by_number():
    assert run("deal", "14934") == (0, diagram.dumps(deal(14934)), "")
    assert run("deal", "14934", "--as", "line") == (0, line.dumps(deal(14934)) + "\n", "")


@pytest.mark.parametrize(
    ("options", "position"),
    [
        (["1", "--scheme", "kpat"], deal(1, scheme="kpat")),
        (["1", "--scheme", "kpat", "--suits", "1"], deal(1, scheme="kpat", suits=1)),
        (["40000", "--scheme", "pysolfc"], deal(40000, scheme="pysolfc")),
        (["7", "--rules", "modern"], deal(7, rules=PRESETS["modern"])),
        (["7", "--suits", "2", "--hide"], deal(7, suits=2).hide()),
        (["--seed", "a b"], seeded("a b")),
        (["--seed", ""], seeded("")),
        (["--seed", "7", "--rules", "two-suits"], seeded(7, rules=PRESETS["two-suits"])),
    ],
)
def test_the_options_of_deal(options, position):
    code, out, err = run("deal", *options, "--as", "fen")
    assert (code, err) == (0, "")
    assert fen.loads(out) == position
    assert fen.loads(out).rules == position.rules


def test_single_rules_change_those_of_the_scheme():
    _, out, _ = run("deal", "1", "--scheme", "kpat", "--rule", "cells=2", "--as", "fen")
    rules = fen.loads(out).rules
    assert rules.cells == 2
    assert rules.start == PRESETS["modern"].start


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "give either a NUMBER or --seed TEXT"),
        (["1", "--seed", "x"], "give either a NUMBER or --seed TEXT"),
        (["--seed", "x", "--scheme", "kpat"], "--scheme goes with a NUMBER"),
        (["x"], "'x' is not a valid integer"),
        (["0"], "there is no deal 0: those of the 'classic' numbering go from 1 to"),
        (["1", "--scheme", "vista"], "no numbering of deals is called 'vista'"),
        (["1", "--suits", "3"], "'3' is not one of"),
        (["1", "--rules", "modren"], "no rules are called 'modren'"),
        (["1", "--rule", "cells"], "expected KEY=VALUE"),
        (["1", "--as", "xml"], "no notation is called 'xml'"),
    ],
)
def test_wrong_usage_of_deal(options, message):
    code, out, err = run("deal", *options)
    assert (code, out) == (2, "")
    assert message in err


def test_a_deal_piped_into_another_command():
    """The one test with real processes."""
    spiderpos = [sys.executable, "-m", "spiderpos"]
    dealt = subprocess.run(
        [*spiderpos, "deal", "14934", "--as", "line"], capture_output=True, check=True
    )
    shown = subprocess.run(
        [*spiderpos, "show", "-"], input=dealt.stdout, capture_output=True, check=True
    )
    assert shown.stdout.decode() == diagram.dumps(deal(14934))
    assert shown.stderr == b""


# save files


def test_a_replay_is_written_and_read_back(tmp_path):
    start = deal(7)
    steps = tuple(random_play(start, Random(7), 60))
    (tmp_path / "start.line").write_text(line.dumps(start))
    (tmp_path / "moves.txt").write_text(words.dumps(steps))
    code, out, err = run("replay", tmp_path / "start.line", tmp_path / "moves.txt", "--as", "save")
    assert code == 0
    assert out == save.dumps_game(start, steps)
    assert "60 moves, all legal" in err
    (tmp_path / "game.save").write_text(out)
    code, out, err = run("show", tmp_path / "game.save")
    assert (code, out, err) == (0, diagram.dumps(steps[-1].after), "")
    code, out, err = run("replay", tmp_path / "start.line", tmp_path / "game.save")
    assert (code, out) == (0, diagram.dumps(steps[-1].after))


def test_what_a_save_file_lacks_is_said(tmp_path):
    start = deal(7)
    steps = tuple(random_play(start, Random(7), 60))
    path = tmp_path / "cut.save"
    path.write_text("\n".join(save.dumps_game(start, steps).splitlines()[:2]))
    code, out, err = run("show", path)
    assert (code, out) == (0, diagram.dumps(steps[-1].after))
    assert err == f"{path}: the file ends after the move log: it has no diagram\n"


def test_a_damaged_save_file_is_refused(tmp_path):
    start = deal(7)
    steps = tuple(random_play(start, Random(7), 60))
    text = save.dumps_game(start, steps)
    first, second, rest = text.split("\n", 2)
    path = tmp_path / "bad.save"
    path.write_text(f"{first}\n{second[4:]}\n{rest}")
    code, out, err = run("show", path)
    assert (code, out) == (2, "")
    assert f"{path}:2:" in err
    assert "of the log can't be played" in err


def test_steps_and_save_files_dont_go_together():
    code, _, err = run("replay", "woods-1", "-", "--steps", "--as", "save", text="")
    assert code == 2
    assert "writes the whole game once" in err
