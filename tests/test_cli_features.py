"""The commands that look a position over, find moves and keep sessions."""

import json

import pytest
from click.testing import CliRunner

from spiderpos.cli import main

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


def fen(command, text, *words):
    """What a command comes to for a partial position."""
    return run(command, text, *words, "--partial", "--from", "fen")


# Looking


def test_info_has_parts(small):
    text = out("info", small, "--partial")
    for line in (
        "1 space: column 3",
        "2 discontinuities",
        "1 card on the next higher of the suit",
    ):
        assert line + "\n" in text
    assert "made" not in text
    lines = out("info", "woods-2", "--score").splitlines()
    assert lines[-1].split() == ["492", "in", "all"]
    assert sum(int(line.split()[0]) for line in lines[:-1]) == 492
    assert out("info", "woods-6", "--suits", "--column", 3).splitlines()[1:4] == [
        "diamonds: all 13 ranks face up",
        "hearts: no K or 5 face up",
        "spades: all 13 ranks face up",
    ]
    text = fen("info", "4dK-As/x:3c/-/-/-/-/-/-/-/- - -", "--suits")[1]
    assert "spades: all 13 ranks face up; complete in column 1\n" in text
    assert out("info", small, "--column", 1, "--partial") == "-- 9-8s 5h\n"
    assert out("info", small, "--column", 3, "--partial") == "(sp)\n"
    assert out("info", "woods-3", "--unseen") == "no cards unseen\n"
    assert out("info", "woods-3", "--unseen", "--hide").splitlines()[0] == "32 cards unseen"
    assert "the game is won\n" in out("info", "-/-/-/-/-/-/-/-/-/- - ccddhhss")


def test_info_finds_cards(small):
    here = "10h in column 2, 1st from the top, at the bottom\n"
    for name in ("10H", "t"):
        assert out("info", small, "--find", name, "--partial") == here
    code, printed, errors = run("info", small, "--find", "9", "--partial")
    assert (code, printed, "no 9 is free" in errors) == (1, "", True)
    for wrong in (("--find", "9x"), ("--column", 6)):
        assert run("info", small, *wrong, "--partial")[0] == 2


def test_facts_as_json(small):
    figures = json.loads(out("info", "woods-2", "--json"))["figures"]
    assert (figures["hand"], figures["spaces"], figures["won"]) == (20, [2], False)
    parts = ("--score", "--suits", "--unseen", "--hide", "--column", 2, "--find", "10h")
    facts = json.loads(out("info", "woods-2", *parts, "--json"))
    assert list(facts) == ["score", "suits", "unseen", "column", "found"]
    assert facts["score"]["total"] == 492
    assert facts["suits"]["clubs"] == ["K"]
    assert [(spot["card"], spot["column"]) for spot in facts["found"]] == [("10h", 1), ("10h", 7)]
    assert len(json.loads(out("moves", "woods-2", "--json"))["moves"]) == 33
    assert json.loads(out("moves", "woods-1", "--best", "--json"))["verdict"] == "open"


# Moves


def test_moves_are_all_legal_ones_without_hidden_cards():
    lines = out("moves", "woods-2").splitlines()
    assert len(lines) == 33
    assert "8-6s from 3 to 2" in lines
    assert not any("turning" in line for line in lines)
    assert fen("moves", "4c/4d - -") == (1, "", "no legal moves\n")


@pytest.mark.parametrize(
    ("text", "words", "move"),
    [
        ("x:9-8s5h/10h/-/6h4d/3h", (1, 3), "5h from 1 to 3"),
        ("K-9s/10h/- - -", (1, 3, "--card", "10s"), "10-9s from 1 to 3"),
        ("x:9-8s5h/10h/-/6h4d/3h", (5,), "3h from 5 to 4"),
        ("x:9-8s5h/10h/-/6h4d/3h", (1,), "5h from 1 to 3"),
        ("4dK-As/x:3c", (1,), "remove the spades from column 1"),
        ("4dK-As/-", (1, "--card", "2s"), "2-As from 1 to 2"),
        ("5h/6c", (1, "cell2", "--rule", "cells=2"), "5h from 1 to cell 2"),
        ("-/6c - - cells=-,5h rules=cells=2", ("cell2", 2), "5h from cell 2 to 2"),
        ("-/6c - - cells=-,5h rules=cells=2", ("CELL2",), "5h from cell 2 to 2"),
    ],
)
def test_a_move_by_its_places(text, words, move):
    code, printed, _ = fen("moves", text, *words)
    assert (code, printed) == (0, move + "\n")


@pytest.mark.parametrize(
    ("text", "words", "code", "said"),
    [
        ("x:9-8s5h/10h/-/6h4d/3h", (1, 4), 1, "5h can't go onto the 4d"),
        ("K-9s/10h/-", (1, 3, "--card", "4d"), 1, "the bottom of column 1 is K-9s, not 4d"),
        ("K-9s/10h/-", (1, 3, "--card", "4x"), 2, "'4x' is not a card"),
        ("9c8-5d4s/6c/-", (1, 2, "--card", "5d"), 1, "the 4s is not of the 5d's suit"),
        ("9c8-5d4s/6c/5h", (1, "--card", "5d"), 1, "the 4s is not of the 5d's suit"),
        # What fits of a run is no more what was asked for.
        ("7-4d/6c", (1, 2, "--card", "7d"), 1, "the 7d can't go onto the 6c"),
        ("5d??/6c", (1, 2, "--card", "5d"), 1, "is not known"),
        ("9s/4d", (1,), 1, "there is no place for 9s of column 1"),
        ("5h/6c", ("cell1", 2, "--rule", "cells=2"), 1, "cell 1"),
        ("5h/6c", ("cell1", "cell2", "--rule", "cells=2"), 2, "from cell to cell"),
        ("5h/6c", (1, 2, 3), 2, "at most FROM and TO"),
        ("5h/6c", ("column", 2), 2, "neither a column (3) nor a cell (cell1)"),
        ("5h/6c", (1, "--best"), 2, "--best"),
        ("5h/6c", ("--card", "5h"), 2, "--card goes with FROM"),
    ],
)
def test_a_move_that_there_is_not(text, words, code, said):
    found, printed, errors = fen("moves", text, *words)
    assert (found, printed) == (code, "")
    assert said in errors


def test_what_moves_prints_is_a_script():
    for words in (("woods-2", "3"), ("woods-1", "--best")):
        out("replay", words[0], "-", text=out("moves", *words))


def test_the_best_move():
    code, printed, _ = fen("moves", "x:Jh/x:Qh/x:Qd", "--best")
    assert (code, printed) == (
        0, "Jh from 1 to 2  # joins the Qh of its suit and turns up a card in column 1\n"
    )  # fmt: skip
    code, printed, errors = fen("moves", "x:8h/x:8d", "--best")
    assert (code, printed) == (1, "")
    assert "nothing can be turned up, removed or dealt any more" in errors
    code, _, errors = run("moves", "-/-/-/-/-/-/-/-/-/- - ccddhhss", "--best")
    assert (code, "the game is won" in errors) == (0, True)


def test_the_best_move_for_a_goal(tmp_path):
    said = out("moves", "woods-4", "--best")
    assert said.startswith("3-2d from 5 to 9  # remove the hearts, 20 moves from here: uses")
    assert out("moves", "woods-4", "--best", "--only", "cards") == "3-2d of column 5\n"
    facts = json.loads(out("moves", "woods-4", "--best", "--json"))
    assert (facts["verdict"], facts["aim"][:17]) == ("open", "remove the hearts")
    for text, goal, code, told in [
        ("8h/9h/Kc", "get a space without making a space", 0, "8h from 1 to 2  # get a space, "),
        ("8h/8d", "get a space", 1, "it can't be done from here"),
        ("-/8d", "get a space", 0, "the goal is reached"),
    ]:
        found, printed, errors = fen("moves", text, "--best", "--goal", goal)
        assert found == code
        assert told in printed + errors
    game = tmp_path / "game.json"
    out("session", "new", game, "mined-bait")
    out("session", "do", game, "Kh from 9 to 1")
    code, printed, errors = run("moves", game, "--best")
    assert (code, printed) == (1, "")
    assert "it can't be done any more from here; the last time that it could was at" in errors
    out("session", "undo", game)
    assert "the goal is reached" not in out("info", game)
    script = out("solve", "mined-bait")
    out("session", "do", game, script)
    assert "the goal is reached: remove diamonds and spades" in out("info", game)
    assert json.loads(out("info", game, "--json"))["figures"]["goal"] == "holds"
    assert run("moves", game, "--goal", "win")[0] == 2
    assert fen("moves", "8h/9h", "--best", "--only", "aim")[0] == 2


# Rules


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
        int(out("info", game, "--score", *more).splitlines()[-1].split()[0])
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


@pytest.mark.parametrize(
    "command",
    [
        ("verify", "woods-4"),
        ("verify", "woods-4", "--goal", "get a space"),
        ("solve", "woods-4"),
        ("page", "woods-4"),
        ("explain", "woods-4"),
        ("explain", "woods-4", "--claim", "fewest-moves"),
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
    page = ("page", "woods-4", "--rules", "modern", "--force", "-o", tmp_path / "page.html")
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


def test_two_numbers_of_suits_contradict_each_other():
    code, _, errors = run("deal", 3, "--suits", 1, "--rule", "suits=2")
    assert code == 2
    assert "--suits and --rule suits=... contradict each other" in errors
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
    assert out("session", "undo", game, "--all", "--yes") == out("show", "woods-1")
    assert out("session", "redo", game, "-n", 3) == played
    assert "3 moves made\n" in out("info", game)
    for words, said in (
        (("undo", "-n", 5, "--yes"), "3 moves can be taken back, not 5"),
        (("redo",), "no moves can be done again, not 1"),
    ):
        code, _, errors = run("session", words[0], game, *words[1:])
        assert (code, errors) == (2, f"error: {said}\n")
    assert out("show", game) == played
    # Its moves are a script, and can be looked at.
    script = out("convert-script", game, "--as", "words")
    assert script.splitlines()[0] == "Jh from 8 to 9, turning up 6s"
    assert out("replay", "woods-1", "-", text=script) == played
    assert out("replay", game, "--steps").split("\n\n")[-1] == played


def test_the_end_of_a_game_is_announced(tmp_path):
    path = tmp_path / "game.json"
    out("session", "new", path, "K-2c/Ac/K-Ac/K-Ad/K-Ad/K-Ah/K-Ah/K-As/K-As/- - -")
    _, _, errors = run("session", "do", path, "Ac from 2 to 1")
    assert errors.endswith("the game is won\n")
    _, _, errors = run("session", "do", path, "Ac from 1 to 2; Ac from 2 to 1")
    assert "won" in errors
    problem = tmp_path / "problem.json"
    out("session", "new", problem, "woods-4")
    solution = out("convert-script", "woods-4", "--as", "words")
    _, _, errors = run("session", "do", problem, "-", text=solution)
    assert "the goal is reached: " in errors


def test_new_replaces_nothing_without_force(game, tmp_path):
    out("session", "do", game, "Jh from 8 to 9")
    code, _, errors = run("session", "new", game, "woods-2")
    assert (code, "is there already (--force overwrites it)" in errors) == (2, True)
    out("session", "new", game, "woods-2", "--force")
    assert out("show", game) == out("show", "woods-2")
    code, _, errors = run("session", "new", tmp_path / "none" / "game.json", "woods-2")
    assert (code, f"there is no folder '{tmp_path / 'none'}'" in errors) == (2, True)


def test_a_session_that_can_not_be_read(game, tmp_path):
    out("session", "do", game, "Jh from 8 to 9")
    game.write_text(game.read_text().replace("Jh from 8", "Jd from 8"))
    code, _, errors = run("session", "undo", game)
    assert code == 2
    assert "moves[0] (move 1): the bottom of column 8 is Jh, not Jd" in errors
    code, _, errors = run("session", "undo", tmp_path / "none.json")
    assert (code, "none.json" in errors) == (2, True)


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


def test_a_card_that_turns_up_and_nobody_knows_is_told(tmp_path):
    game = tmp_path / "game"
    out("session", "new", game, "x:9h/Td/- - -", "--partial")
    told = CliRunner().invoke(main, ["session", "do", str(game), "9h from 1 to 2"]).stderr
    assert "what was turned up in column 1 isn't known; undone, the move can say it" in told
    out("session", "undo", game, "--yes")
    told = CliRunner().invoke(main, ["session", "do", str(game), "9h from 1 to 2, turning up Jd"])
    assert "isn't known" not in told.stderr
