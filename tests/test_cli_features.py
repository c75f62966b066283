"""The commands that look a position over, find moves and keep sessions."""

import json

import pytest
from click.testing import CliRunner

from spiderpos.cli import main
from spiderpos.game.rules import PRESETS

#: A small position: (7d) 9s 8s 5h | 10h | space | 6h 4d | 3h
SMALL = """\
 --	10h	(sp)	 6h	 3h
 9s			 4d
 8s
 5h
"""


@pytest.fixture
def small(tmp_path):
    path = tmp_path / "small.txt"
    path.write_text(SMALL)
    return path


def run(*args, text=""):
    """The exit code, what goes to standard output, and what to standard error."""
    done = CliRunner().invoke(main, [str(arg) for arg in args], input=text)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stdout, done.stderr


def out(*args, **more):
    """What a command prints that succeeds."""
    code, printed, errors = run(*args, **more)
    assert code == 0, errors
    return printed


# Looking


def test_score_prints_the_parts_and_the_sum():
    lines = out("score", "woods-2").splitlines()
    assert len(lines) == 7
    assert lines[-1].split() == ["492", "in", "all"]
    assert sum(int(line.split()[0]) for line in lines[:-1]) == 492


def test_score_goes_by_the_rules(tmp_path):
    suit = "K-Ac"
    position = f"{suit}/2h/-/-/-/-/-/-/-/- - cddh"
    woods = out("score", position, "--partial").splitlines()
    xpat2 = out("score", position, "--partial", "--rules", "xpat2").splitlines()
    assert int(xpat2[-1].split()[0]) - int(woods[-1].split()[0]) == 50 - 24


def test_info(small):
    text = out("info", small, "--partial")
    assert "1 space: column 3\n" in text
    assert "2 discontinuities\n" in text
    assert "1 card on the next higher of the suit\n" in text
    assert "made" not in text


def test_locate_a_card_and_a_rank(small):
    assert out("locate", small, "10H", "--partial") == (
        "10h in column 2, 1st from the top, at the bottom\n"
    )
    assert out("locate", small, "t", "--partial") == out("locate", small, "10H", "--partial")


def test_locate_nothing_is_exit_1(small):
    code, printed, errors = run("locate", small, "9", "--partial")
    assert (code, printed) == (1, "")
    assert "no 9 is free" in errors


def test_locate_what_is_no_card_is_wrong_usage(small):
    code, _, errors = run("locate", small, "9x", "--partial")
    assert code == 2
    assert "'9x' is not a card" in errors


def test_locate_hidden():
    code, printed, _ = run("locate", "woods-1", "Kc", "--hidden")
    assert code == 0
    assert "face down" in printed or "to be dealt" in printed


def test_expand(small):
    assert out("expand", small, 1, "--partial") == "-- 9-8s 5h\n"
    assert out("expand", small, 3, "--partial") == "(sp)\n"
    code, _, errors = run("expand", small, 6, "--partial")
    assert code == 2
    assert "the columns are 1 to 5" in errors


def test_suits():
    lines = out("suits", "woods-6").splitlines()
    assert lines == [
        "clubs: all 13 ranks face up",
        "diamonds: all 13 ranks face up",
        "hearts: no K or 5 face up",
        "spades: all 13 ranks face up",
    ]


def test_suits_names_complete_ones():
    text = out("suits", "4dK-As/x:3c/-/-/-/-/-/-/-/- - -", "--partial")
    assert "spades: all 13 ranks face up; complete in column 1\n" in text


# Moves


def test_moves_are_all_legal_ones_without_hidden_cards():
    lines = out("moves", "woods-2").splitlines()
    assert len(lines) == 33
    assert "8-6s from 3 to 2" in lines
    assert not any("turning" in line for line in lines)


def test_no_moves_is_exit_1():
    code, printed, errors = run("moves", "4c/4d", "--from", "fen", "--partial")
    assert (code, printed) == (1, "")
    assert "no legal moves" in errors


def test_move_by_columns_alone(small):
    code, printed, errors = run("move", small, 1, 4, "--partial")
    assert code == 1
    assert "5h can't go onto the 4d" in errors
    code, printed, errors = run("move", small, 1, 3, "--partial", "--hand", 0)
    assert code == 0
    assert errors == "5h from 1 to 3\n"
    assert printed.splitlines()[0].split("\t") == [" --", "10h", " 5h", " 6h", " 3h"]


def test_move_a_card_and_what_covers_it():
    text = "K-9s/10h/- - -"
    _, _, errors = run("move", text, 1, 3, "--card", "10s", "--partial", "--from", "fen")
    assert errors == "10-9s from 1 to 3\n"
    code, _, errors = run("move", text, 1, 3, "--card", "4d", "--partial", "--from", "fen")
    assert code == 1
    assert "no 4d lies face up in column 1" in errors
    code, _, errors = run("move", text, 1, 3, "--card", "4x", "--partial", "--from", "fen")
    assert code == 2
    assert "'4x' is not a card" in errors


def test_a_card_that_is_named_moves_or_nothing_does():
    options = ("--card", "5d", "--partial", "--from", "fen")
    for args in (("move", "9c8-5d4s/6c/-", 1, 2), ("obvious", "9c8-5d4s/6c/5h", 1)):
        code, printed, errors = run(*args, *options)
        assert (code, printed) == (1, "")
        assert "can't move as a unit: the 4s is not of the 5d's suit" in errors
    # What fits of a run is no more what was asked for.
    code, _, errors = run("move", "7-4d/6c", 1, 2, "--card", "7d", "--partial", "--from", "fen")
    assert code == 1
    assert "the 7d can't go onto the 6c" in errors
    code, _, errors = run("move", "5d??/6c", 1, 2, *options)
    assert code == 1
    assert "is not known" in errors


def test_move_says_what_is_turned_up():
    args = ("move", "x:5h/6c", 1, 2, "--partial", "--from", "fen")
    assert "??" in out(*args)
    assert out(*args, "--turning-up", "Kd").startswith(" Kd")
    code, _, errors = run(*args, "--turning-up", "5h", "--turning-up", "5h")
    assert code == 1
    assert "announced" in errors


def test_move_to_and_from_a_cell():
    args = ("--partial", "--from", "fen", "--rule", "cells=2", "--as", "fen")
    into = out("move", "5h/6c", 1, "cell2", *args).strip()
    assert "cells=" in into
    back = out("move", *args, "--", into, "cell2", 2).split()[0]
    assert back == "-/6c5h"
    for places in (("from", 1, "to", "cell", 2), ("FROM", 1, "cell2"), (1, "to", "cell2")):
        assert out("move", "5h/6c", *places, *args).strip() == into
    for places in (("cell1", "cell2"), ("column", 2), ("", 1), (1,), (), ("5h", "from", 1, 2)):
        assert run("move", "5h/6c", *places, *args)[0] == 2
    assert run("move", "5h/6c", "cell1", 2, *args)[0] == 1


@pytest.mark.parametrize(
    "places", ["3", "from 3", "to 3", "3 to", "from to 3", "3 from", "From TO"]
)
def test_a_move_wants_both_places(places):
    code, _, errors = run("move", "woods-4", *places.split())
    assert code == 2
    assert f"'{places}': expected FROM and TO, as in '3 2'" in errors


def test_obvious(small):
    assert out("obvious", small, 5, "--partial") == "3h from 5 to 4\n"
    assert out("obvious", small, 1, "--partial") == "5h from 1 to 3\n"
    code, _, errors = run("obvious", "9s/4d", 1, "--from", "fen", "--partial")
    assert code == 1
    assert "there is no place for 9s of column 1" in errors
    removed = out("obvious", "4dK-As/x:3c", 1, "--from", "fen", "--partial")
    assert removed == "remove the spades from column 1\n"
    part = out("obvious", "4dK-As/-", 1, "--card", "2s", "--from", "fen", "--partial")
    assert part == "2-As from 1 to 2\n"


def test_obvious_and_suggest_write_scripts():
    for command in (("obvious", "woods-2", "3"), ("suggest", "woods-1")):
        script = out(*command)
        out("replay", command[1], "-", text=script)


def test_suggest_exit_codes():
    assert out("suggest", "woods-1") == (
        "Jh from 8 to 9  # joins the Qh of its suit and turns up a card in column 8\n"
    )
    code, printed, errors = run("suggest", "x:8h/x:8d", "--from", "fen", "--partial")
    assert (code, printed) == (1, "")
    assert "nothing can be turned up, removed or dealt any more" in errors
    won = "-/-/-/-/-/-/-/-/-/- - ccddhhss"
    code, _, errors = run("suggest", "--from", "fen", "--", won)
    assert code == 0
    assert "the game is won" in errors


# Rules


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_on_the_command_line(name):
    text = out("deal", "--seed", "x", "--rules", name, "--as", "fen")
    lines = out("moves", text.strip()).splitlines()
    assert lines


def test_rules_that_contradict_each_other_are_refused(small):
    for pairs in (("cells=1", "cells=2"), ("start=5",), ("suits=3",), ("cells",)):
        options = [word for pair in pairs for word in ("--rule", pair)]
        code, _, errors = run("info", small, "--partial", *options)
        assert code == 2
        assert pairs[0].split("=")[0] in errors


def test_rules_go_over_those_that_the_text_says(tmp_path):
    beginner = out("deal", "--seed", "x", "--rules", "pipkin-beginner", "--as", "fen")
    assert (
        out("show", beginner, "--rule", "cells=2", "--as", "fen").strip()
        == beginner.replace(
            "pipkin-beginner",
            "start=4;cells=2;deal_over_spaces=always;short_last_deal=yes;"
            "kings_on_aces=yes;automatic_removal=yes",
        ).strip()
    )
    document = out("deal", "--seed", "x", "--rules", "amiga", "--as", "json")
    assert '"rules": "xpat2"' in out(
        "show", "-", "--rules", "xpat2", "--as", "json", text=document
    )
    game = tmp_path / "game.json"
    out("session", "new", game, "K-As/2h/-/-/-/-/-/-/-/- - cddh", "--partial")
    here, there = (
        int(out("score", game, *more).splitlines()[-1].split()[0])
        for more in ((), ("--rules", "xpat2"))
    )
    assert there - here == 50 - 24


def test_a_game_under_other_rules(tmp_path):
    game = tmp_path / "game.json"
    out("session", "new", game, "K-2s/As/4d/-", "--partial")
    out("session", "do", game, "As from 2 to 1")
    # The position that its game is at, and its moves only if they lead there.
    code, printed, errors = run("info", game, "--rules", "modern")
    assert code == 0
    assert "under these rules its moves lead to another position" in errors
    assert "made" not in printed
    assert printed.splitlines()[-1] == "no suits removed"
    assert out("show", game, "--rules", "modern") == out("show", game)
    assert out("info", game, "--rules", "xpat2").splitlines()[0] == "1 move made"
    # Played under them, the moves lead where they lead.
    assert out("replay", game, "--rules", "modern") == "(sp)\t(sp)\t 4d\t(sp)\n"
    out("session", "do", game, "remove the spades")
    code, printed, errors = run("info", game, "--rules", "modern")
    assert code == 0
    assert "its moves aren't a game under these rules: " in errors
    assert "made" not in printed
    assert printed.splitlines()[-1] == "1 suit removed: spades"
    assert out("show", game, "--rules", "modern") == out("show", game)


def test_the_moves_of_a_session_are_a_script(tmp_path):
    game = tmp_path / "game.json"
    out("session", "new", game, "K-2s/As/4d/-", "--partial")
    out("session", "do", game, "As from 2 to 1", "4d from 3 to 4")
    out("session", "undo", game)
    asked = ("verify", "K-2s/As/4d/- - -", game, "--partial", "--goal", "complete spades")
    code, printed, errors = run(*asked)
    assert (code, errors.strip()) == (0, f"{game}: a session with 1 move done")
    assert "solved by move 1\n" in printed
    code, _, errors = run("replay", "K-2s/4d/As/-", game, "--partial")
    assert code == 1
    assert "As could move from column 3" in errors


def test_a_session_under_other_rules_is_the_position_that_it_is_at(tmp_path):
    game = tmp_path / "game.json"
    out("session", "new", game, "K-2s/As/9c/4d", "--partial", "--rules", "modern")
    out("session", "do", game, "As from 2 to 1")
    for rules in ("modern", "woods", "xpat2"):
        assert out("show", game, "--rules", rules) == out("show", game)
        assert out("show", game, "--rules", rules, "--as", "fen").startswith("-/-/9c/4d - s")


def test_a_problem_under_other_rules(small):
    assert "deal" not in out("moves", "woods-2").split()
    assert "deal" in out("moves", "woods-2", "--rule", "deal_over_spaces=always").split()
    assert out("score", "woods-2", "--rules", "xpat2") == out("score", "woods-2")


@pytest.mark.parametrize(
    "command",
    [
        ("verify", "woods-4"),
        ("verify", "woods-4", "--goal", "get a space"),
        ("solve", "woods-4"),
        ("page", "woods-4"),
        ("author", "explain", "woods-4"),
        ("author", "explain", "woods-4", "--claim", "fewest-moves"),
        ("solve", "woods-4:hearts"),
    ],
)
def test_what_a_problem_asks_is_meant_for_its_own_rules(tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    code, printed, errors = run(*command, "--rules", "modern")
    assert (code, printed) == (2, "")
    assert "woods-4 states its goal and its lines for its own rules, not for these" in errors
    assert "no problem" not in errors
    assert "--goal" in errors or "--goal" in command or command[0] == "solve" or "claim" in errors
    assert list(tmp_path.iterdir()) == []


def test_a_problem_under_other_rules_with_a_goal(tmp_path):
    moves = tmp_path / "moves.txt"
    moves.write_text("3-2d from 5 to 9\n")
    goal = "get a space"
    code, printed, errors = run("solve", "woods-4", goal, "--rules", "modern")
    assert (code, "solved in" in errors) == (0, True)
    assert run("verify", "woods-4", "-", "--rules", "modern", "--goal", goal, text=printed)[0] == 0
    page = ("page", "woods-4", "--rules", "modern", "-o", tmp_path / "page.html")
    assert run(*page, "--goal", goal)[::2] == (0, f"'{tmp_path}/page.html': no lines of play\n")
    code, _, errors = run(*page, moves)
    assert (code, errors.splitlines()[0]) == (
        0,
        "woods-4 states its goal and its lines for its own rules, not for these: this page has "
        "no goal",
    )
    game = tmp_path / "game.json"
    _, _, errors = run("session", "new", game, "woods-4", "--rules", "modern")
    assert "for its own rules, not for these: this game has no goal\n" in errors
    assert "its own rules" not in run("session", "new", tmp_path / "own.json", "woods-4")[2]


def test_rules_that_a_position_can_not_stand_under():
    code, printed, errors = run("show", "woods-1", "--rules", "one-suit")
    assert (code, printed) == (2, "")
    assert errors == (
        "error: woods-1: not a position: "
        "there are clubs, diamonds and hearts, but the rules play with spades only\n"
    )
    code, _, errors = run(
        "show", "5h/- - - cells=-,3c rules=cells=2", "--rules", "woods", "--partial"
    )
    assert code == 2
    assert "cells" in errors


def test_a_notation_that_does_not_say_the_rules_is_said_to():
    for notation in ("line", "save", "letters", "kpat", "solvitaire"):
        code, _, errors = run("deal", 3, "--rules", "modern", "--as", notation)
        assert (code, errors) == (
            0,
            f'{notation} doesn\'t say the rules: read it with --rules "modern"\n',
        )
        assert run("deal", 3, "--as", notation)[2] == ""
    for notation in ("fen", "json", "session", "diagram"):
        assert run("deal", 3, "--rules", "modern", "--as", notation)[2] == ""
    line = out("deal", 3, "--rules", "pipkin-beginner", "--as", "line")
    read = out("show", "-", "--rules", "pipkin-beginner", "--as", "fen", text=line)
    assert read == out("deal", 3, "--rules", "pipkin-beginner", "--as", "fen")


@pytest.mark.parametrize("notation", ["line", "save", "letters", "kpat", "diagram"])
def test_files_that_do_not_say_the_rules_are_said_to(tmp_path, notation):
    said = f'{notation} doesn\'t say the rules: read it with --rules "modern"\n'
    target = tmp_path / "out"
    assert run("deal", 3, "--rules", "modern", "--as", notation, "-o", target)[::2] == (0, said)
    assert "50 cards in the hand" in out("info", target, "--rules", "modern")
    assert run("deal", 3, "--as", notation, "-o", tmp_path / "woods")[::2] == (0, "")
    fen = out("deal", 3, "--rules", "modern", "--as", "fen").strip()
    assert run("show", fen, "--as", notation, "-o", target)[::2] == (0, said)
    if notation != "diagram":
        assert run("show", fen, "--as", notation, "-o", "-")[2] == said


def test_a_game_that_does_not_say_the_rules_is_said_to(tmp_path):
    said = 'save doesn\'t say the rules: read it with --rules "modern"\n'
    moves, target = tmp_path / "moves.txt", tmp_path / "game.save"
    moves.write_text("deal\n")
    fen = out("deal", 3, "--rules", "modern", "--as", "fen").strip()
    for command in (
        ("replay", fen, moves, "--as", "save"),
        ("replay", fen, moves, "--as", "save", "-o", target),
        ("convert-script", fen, moves, "--as", "save"),
        ("solve", fen, "turn up a card", "--as", "save"),
    ):
        code, _, errors = run(*command)
        assert code == 0
        assert errors.startswith(said), command
    assert out("replay", target, "--rules", "modern") == out("replay", fen, moves)
    woods = out("deal", 3, "--as", "fen").strip()
    assert run("convert-script", woods, moves, "--as", "save")[2] == ""


def test_that_the_rules_are_not_said_is_said_once(tmp_path):
    moves = tmp_path / "moves.txt"
    moves.write_text("deal\ndeal\n")
    fen = out("deal", 3, "--rules", "modern", "--as", "fen").strip()
    _, printed, errors = run("replay", fen, moves, "--steps", "--as", "line")
    assert printed.count("\n\n") == 2
    assert errors.count("doesn't say the rules") == 1


def test_two_numbers_of_suits_contradict_each_other():
    code, _, errors = run("deal", 3, "--suits", 1, "--rule", "suits=2")
    assert code == 2
    assert "--suits 1 and --rule suits=2 contradict each other" in errors
    assert out("deal", 3, "--suits", 1, "--rules", "two-suits")


# Sessions


@pytest.fixture
def game(tmp_path):
    path = tmp_path / "game.json"
    out("session", "new", path, "woods-1")
    return path


def test_a_game_is_played_taken_back_and_played_again(game):
    played = out("session", "do", game, "Jh from 8 to 9", "10d from 2 to 9", "3c from 7 to 2")
    assert played == out("show", game)
    code, printed, errors = run("session", "undo", game)
    assert (code, printed) == (1, "")
    assert "this takes back the 2c turned up in column 7: nothing was taken back" in errors
    assert out("show", game) == played
    back = out("session", "undo", game, "--yes")
    assert back != played
    assert out("session", "redo", game) == played
    start = out("session", "go", game, 0, "--yes")
    assert start == out("show", "woods-1")
    assert out("session", "go", game, 3) == played
    assert "3 moves made\n" in out("info", game)


def test_more_moves_than_are_done_are_not_taken_back(game):
    played = out("session", "do", game, "Jh from 8 to 9", "10d from 2 to 9")
    code, _, errors = run("session", "undo", game, "-n", 5, "--yes")
    assert (code, errors) == (2, "error: only 2 moves are done; nothing was taken back\n")
    out("session", "undo", game, "--yes")
    code, _, errors = run("session", "redo", game, "-n", 2)
    assert (code, errors) == (
        2,
        "error: only 1 move was taken back; nothing was done again\n",
    )
    assert out("session", "redo", game) == played


def test_undo_of_a_move_that_showed_nothing_does_not_ask(tmp_path):
    path = tmp_path / "game.json"
    out("session", "new", path, "7c5s/6h/-/-/-/-/-/-/-/- - -", "--partial")
    out("session", "do", path, "5s from 1 to 2")
    out("session", "undo", path)


def test_the_log_is_a_script(game):
    out("session", "do", game, "Jh from 8 to 9", "10d from 2 to 9", "3c from 7 to 2")
    here = out("show", game, "--as", "fen")
    out("session", "undo", game, "--yes")
    log = out("session", "log", game)
    assert log.splitlines() == [
        "Jh from 8 to 9, turning up 6s",
        "10d from 2 to 9, turning up 4c",
        "# taken back: 3c from 7 to 2, turning up 2c",
    ]
    assert out("replay", "woods-1", "-", text=log) == out("show", game)
    out("session", "redo", game)
    assert out("show", game, "--as", "fen") == here


def test_replay_prints_every_position(game):
    out("session", "do", game, "Jh from 8 to 9", "10d from 2 to 9")
    code, printed, errors = run("session", "replay", game)
    assert code == 0
    assert printed == "".join(
        out("session", "go", game, n, "--yes") + "\n" * (n < 2) for n in range(3)
    )
    assert "1. Jh from 8 to 9, turning up 6s" in errors


def test_session_info(game):
    out("session", "do", game, "Jh from 8 to 9")
    out("session", "undo", game, "--yes")
    lines = out("session", "info", game).splitlines()
    assert lines[0] == "no moves made"
    assert lines[-1] == "1 move taken back, to be redone"


def test_if_one_move_is_illegal_none_is_played(game):
    before = game.read_text()
    code, printed, errors = run("session", "do", game, "Jh from 8 to 9", "Kd from 1 to 2")
    assert "is as it was" in errors
    assert ": move 2, 'Kd from 1 to 2'" in errors
    assert (code, printed) == (1, "")
    assert "Kd" in errors
    assert game.read_text() == before


def test_moves_from_standard_input(game):
    out("session", "do", game, "-", text="Jh from 8 to 9\n10d from 2 to 9\n")
    assert json.loads(game.read_text())["done"] == 2


def test_what_is_played_while_standard_input_is_read_stays(game, monkeypatch):
    def slow(spec):
        out("session", "do", game, "Jh from 8 to 9")
        return "10d from 2 to 9", "<stdin>"

    monkeypatch.setattr("spiderpos.cli.sessions.read_text", slow)
    out("session", "do", game, "-")
    assert json.loads(game.read_text())["done"] == 2


def test_what_is_played_while_a_question_stands_stays(game, monkeypatch):
    out("session", "do", game, "Jh from 8 to 9", "10d from 2 to 9")
    other = game.read_bytes()
    out("session", "undo", game, "--yes")

    def slow(*_, **__):
        written = game.with_name("written")
        written.write_bytes(other)
        written.replace(game)

    monkeypatch.setattr("spiderpos.cli.sessions._ask_about", slow)
    for args in (("undo", game), ("go", game, 0)):
        code, printed, errors = run("session", *args)
        assert (code, printed) == (2, "")
        assert "was changed by another program" in errors
        assert game.read_bytes() == other


def test_new_does_not_replace_what_is_there(game, tmp_path):
    out("session", "do", game, "Jh from 8 to 9")
    code, _, errors = run("session", "new", game, "woods-2")
    assert code == 2
    assert "is already there" in errors
    out("session", "new", game, "woods-2", "--force")
    assert out("show", game) == out("show", "woods-2")
    assert '"done": 1' in game.with_name("game.json.bak").read_text()
    notes = tmp_path / "notes.txt"
    notes.write_text("Buy milk.\n")
    code, _, errors = run("session", "new", notes, "woods-2", "--force")
    assert code == 2
    assert notes.read_text() == "Buy milk.\n"


def test_too_far_back_or_forth(game):
    for args in (("undo", game), ("redo", game), ("go", game, 3)):
        code, printed, errors = run("session", *args)
        assert (code, printed) == (2, "")
        assert "move" in errors


def test_a_damaged_session(game):
    out("session", "do", game, "Jh from 8 to 9")
    game.write_text(game.read_text().replace("Jh from 8", "Jd from 8"))
    code, _, errors = run("session", "undo", game)
    assert code == 2
    assert "moves[0] (move 1): the bottom of column 8 is Jh, not Jd" in errors
    assert "game.json.bak' is whole" in errors
    code, _, errors = run("show", game)
    assert code == 2


def test_no_such_file(tmp_path):
    code, _, errors = run("session", "undo", tmp_path / "none.json")
    assert code == 2
    assert "none.json" in errors


def test_help_has_examples():
    for command in ("score", "info", "locate", "expand", "suits", "moves", "move", "obvious"):
        assert f"spiderpos {command} woods" in out(command, "--help")
    for command in ("new", "do", "undo", "redo", "go", "log", "replay", "info"):
        assert f"spiderpos session {command} game.json" in out("session", command, "--help")


def test_a_card_that_turns_up_and_nobody_knows_is_told(tmp_path):
    game = tmp_path / "game"
    out("session", "new", game, "x:9h/Td/- - -", "--partial")
    told = CliRunner().invoke(main, ["session", "do", str(game), "9h from 1 to 2"]).stderr
    assert "what was turned up in column 1 isn't known; undone, the move can say it" in told
    out("session", "undo", game, "--yes")
    told = CliRunner().invoke(main, ["session", "do", str(game), "9h from 1 to 2, turning up Jd"])
    assert "isn't known" not in told.stderr
