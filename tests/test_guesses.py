"""What people type who know python-chess, or other commands: it works, or says what to type.

Each row is a guess, typed before anybody looked up the name, and what has to come of it: a
pattern for the result, or, after ``!``, one for the error.
"""

import copy
import io
import json
import pickle
import pydoc
import re
import shlex
import warnings
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import spiderpos
from spiderpos.cli import main
from spiderpos.goals.goal import parse
from spiderpos.goals.phrases import GOALS, meant_by
from spiderpos.text import unknown_names
from spiderpos.text.unknown_names import synonyms

MINE = "KdQs9h/Jh8s/10c7h4d/Kc6h/Jc10h5s - -"

PYTHON = [
    # How things look.
    ("repr(start)", r"^.Position\('.{20,180} .*'\).$"),
    ("repr(mine)", r"Position\('KdQs9h/Jh8s/Tc7h4d/Kc6h/JcTh5s"),
    ("len(repr(start)) <= 200", "^True"),
    ("repr(spiderpos.problem('woods-4'))", r"^.<Problem woods-4: .{5,150}>.$"),
    ("repr(solved)", r"^.<Answer solved in 7 moves>.$"),
    ("str(solved)", r"^.solved in 7 moves: 5s from 5 to 4, "),
    ("repr(lost)", r"^.<Answer impossible: .{10,200}>.$"),
    ("repr(judgement)", r"^.<Judgement .{10,250}>.$"),
    ("repr(game)", r"^.<Session, no moves.{0,120}>.$"),
    ("str(spiderpos.Shift(5, 4, 2))", "^'2 from 5 to 4'"),
    ("str(spiderpos.Shift(5, 4))", "^'1 from 5 to 4'"),
    ("str(spiderpos.Deal())", "^'deal'"),
    ("f'{start.legal_moves[0]}'", r"^'\d+ from \d+ to \d+'"),
    ("start.play(str(start.legal_moves[0])) == start.play(start.legal_moves[0])", "True"),
    ("[str(card) for card in mine.column(2).up]", "Jh.*8s"),
    ("len(repr(spiderpos.hint(mine, 'get 2 spaces'))) < 300", "^True"),
    # Questions that a bool doesn't answer.
    ("'yes' if solved else 'no'", "!TypeError: .*answer.outcome == 'solved'"),
    ("bool(lost)", "!TypeError: .*outcome"),
    ("'yes' if judgement else 'no'", "!TypeError: .*judgement.verdict == 'holds'"),
    ("'yes' if solved.outcome else 'no'", "!TypeError: .*outcome == 'solved'"),
    ("'yes' if judgement.verdict else 'no'", "!TypeError: .*verdict == 'holds'"),
    ("solved.outcome == 'SOLVED'", "!TypeError: .*write 'solved'"),
    ("solved == 'solved'", "!TypeError: .*answer.outcome == 'solved'"),
    ("'8s from 2 to 1' in mine.legal_moves", "^True"),
    ("mine.legal_moves.count(), len(mine.legal_moves())", r"^\(3, 3\)"),
    ("solved.moves[0] == '5s from 5 to 4'", r"!TypeError: .*position.parse_move\(text\)"),
    ("mine.column(1).bottom == '9h', '9h' in mine.column(1)", r"^\(True, True\)"),
    ("mine.column(1)[0], mine.column(1)[:2]", r"^\(<Card Kd>, \(<Card Kd>, <Card Qs>\)\)"),
    ("mine.column(1).bottom.suit == 'hearts'", "^True"),
    ("mine.column(1).bottom.suit == 'h'", "!TypeError: .*write 'hearts'"),
    ("mine == MINE", r"!TypeError: .*spiderpos.read\(text\)"),
    ("json.dumps([mine.column(1).bottom])", r"""^'\["9h"\]'$"""),
    ("mine.play(['5s from 5 to 4']) == mine.play('5s from 5 to 4')", "^True"),
    ("mine.play(solved) == mine.play(spiderpos.replay(mine, solved))", "^True"),
    ("mine.play(lost)", "!SpiderError: .*no line to play"),
    ("spiderpos.verify('woods-4', 'get a space')", "!NotationError: .*is a goal, not moves"),
    ("mine.moves", "!position.legal_moves lists them; there are"),
    ("mine.save('x.svg')", r"!position\.svg\(\)"),
    ("mine.make_move('8s from 2 to 1')", r"!position\.play\(move\)"),
    ("mine.deal()", r"!position\.play\('deal'\)"),
    ("mine.column('3')", r"!position\.column\(3\)"),
    ("spiderpos.problem(4)", "!TypeError: .*'woods-4'"),
    ("spiderpos.problem('woods-4').xyzzy", "!there are .*claims, .*lines, .*title"),
    # Making things.
    ("spiderpos.Position.from_fen(MINE)", r"!spiderpos\.read\(text\)"),
    ("spiderpos.Position.from_diagram('x')", r"!spiderpos\.read\(text\)"),
    ("spiderpos.open('mine.txt')", r"!spiderpos\.read\(Path"),
    ("spiderpos.Deck()", r"!spiderpos\.deal\(number\)"),
    ("spiderpos.new_game()", r"!spiderpos\.Session\("),
    ("start.unknown", "!position.known_cards"),
    ("start.hidden", r"!column\.down"),
    ("start.can('deal')", r"!position\.is_legal"),
    ("spiderpos.replay(mine, '5s from 5 to 4').position", "!replay.end"),
    ("spiderpos.Position(MINE)", r"!spiderpos\.read\(text\)"),
    ("spiderpos.Position()", r"!spiderpos\.deal\(number\)"),
    ("spiderpos.Board()", "!spiderpos.Position"),
    ("spiderpos.Card('9h')", "<Card 9h>"),
    ("spiderpos.Card.from_str('9h')", "!parse_card"),
    ("spiderpos.Goal('get a space')", r"!spiderpos\.parse_goal\('get a space'\)"),
    ("spiderpos.Goal.parse('get a space')", r"!\.parse_goal"),
    ("spiderpos.Move(3, 1)", r"!spiderpos\.Shift\(3, 1\)"),
    ("spiderpos.Move.from_uci('3-1')", r"!position\.parse_move\(text\)"),
    ("spiderpos.Rules('modern')", r"!spiderpos\.parse_rules\('modern'\)"),
    ("spiderpos.Suit('hearts')", "Suit.HEARTS"),
    ("spiderpos.HEARTS", "!spiderpos.Suit.HEARTS"),
    ("spiderpos.deal(0)", "!SpiderError.*1 to 2147483647"),
    ("spiderpos.deal('1')", "!an integer.*'1'"),
    ("spiderpos.deal(1, suits=3)", "!SpiderError.*1, 2 or 4"),
    ("spiderpos.deal(1, rules='modern').rules.name", "modern"),
    ("spiderpos.deal(1, rules='modren')", "!did you mean 'modern'"),
    # Reading and writing.
    ("spiderpos.read('mine.txt')", r"!SpiderError: .*read\(Path\('mine.txt'\)\)"),
    ("spiderpos.read(path, partial=True)", r"^Position\('KdQs9h"),
    ("spiderpos.read(str(path))", r"!read\(Path\("),
    ("spiderpos.read(b'9h')", "!NotationError.*<bytes>:1:1"),
    ("spiderpos.read(io.StringIO(MINE), partial=True) == mine", "True"),
    ("spiderpos.read(MINE)", "!PositionError.*partial=True"),
    ("spiderpos.read('woods-4') == start", "True"),
    ("spiderpos.loads(MINE)", "!spiderpos.read"),
    ("spiderpos.dumps(mine)", "!spiderpos.write"),
    ("spiderpos.write(mine, 'unicode')", r"!draw\(position, 'unicode'\)"),
    ("spiderpos.draw(mine, 'fen')", r"!SpiderError: .*write\(position, 'fen'\)"),
    ("mine.svg(arrows=['8s from 2 to 1'])", "<svg"),
    ("mine.svg(arrows=[spiderpos.Shift(2, 1)], marks=['9h', '4'])", "<svg"),
    ("mine.svg(colour='red')", "!four_colours"),
    ("mine.unicode()", r"!spiderpos\.draw\(position, 'unicode'\)"),
    ("start.under('modern').rules.name", "modern"),
    # Moves.
    ("mine.push('8s from 2 to 1')", r"!position = position\.play\("),
    ("mine.pop()", r"!Session.*undo"),
    ("mine.san(mine.legal_moves[0])", r"!move_words\(move\)"),
    ("mine.play('8s from 2 to 3')", "!IllegalMove: .*8s"),
    ("mine.play('xyzzy')", "!SpiderError"),
    ("mine.play(solved.steps[0].move) == mine.play(solved.moves[:1])", "True"),
    ("mine.play(solved.moves).spaces", r"\(2, 3\)"),
    ("mine.play(spiderpos.Shift(2, 3))", "!IllegalMove"),
    ("mine.is_legal('8s from 2 to 3'), mine.is_legal('8s from 2 to 1')", "False, True"),
    ("spiderpos.can(mine, '8s from 2 to 1')", "True"),
    ("spiderpos.do(mine, '8s from 2 to 1').after.column(2).bottom", "Jh"),
    ("game.play('8s from 2 to 1')[0].step.cards", "8s"),
    ("game.do('4d from 3 to 5').after.column(3).bottom", "7h"),
    ("game.push('4d from 3 to 5')", r"!session\.play\("),
    ("len(mine.legal_moves), mine.legal_moves[0] in mine.legal_moves", "3, True"),
    ("mine.is_game_over()", r"!is_won.*legal_moves"),
    ("mine.copy()", "!immutable"),
    # Answers.
    ("spiderpos.hint(mine, 'get 2 spaces').words", "5s from 5 to 4"),
    ("spiderpos.hint('get 2 spaces', mine)", r"!hint\(position, goal\)"),
    ("spiderpos.hint(mine) == spiderpos.suggest(mine)", "True"),
    ("mine.solve('get 2 spaces')", r"!spiderpos\.solve\(position"),
    ("spiderpos.solve(MINE, 'get 2 spaces')", r"!PositionError.*read\(text, partial=True\)"),
    ("spiderpos.solve(spiderpos.problem('mined-bait')).outcome", "SOLVED"),
    ("spiderpos.solve(mine, 'get two space in')", "!SpiderError"),
    ("spiderpos.solve(mine, 'empty a column')", "!'get a space'"),
    ("solved.line", r"!answer\.steps"),
    ("spiderpos.verify(mine, 'get 2 spaces', solved.moves)", r"!verify\(position, moves, goal\)"),
    ("spiderpos.verify(mine, solved.moves, 'get 2 spaces').verdict", "HOLDS"),
    ("spiderpos.replay(mine, solved.moves).end.spaces", r"\(2, 3\)"),
    ("spiderpos.problem('woods-44')", "!SpiderError: .*did you mean 'woods-4'"),
    ("spiderpos.problem('woods-4').position('hart')", "!SpiderError: .*hearts"),
    # Thirty more, by another: sixteen of these worked or were answered at first.
    ("start.columns[0]", r"^Column\(down="),
    ("spiderpos.Problem.from_file('mine.yaml')", r"!spiderpos\.problem\(path\)"),
    ("spiderpos.goal('get a space')", r"!spiderpos\.parse_goal"),
    ("start[3]", r"!position\.column\(3\)"),
    ("str(start)", "Kd"),
    ("start.is_won", "^False"),
    ("start.score()", r"!survey\.score\(position\)"),
    ("spiderpos.parse_move('9-6s from 7 to 3')", r"!position\.parse_move\(text\)"),
    ("spiderpos.load('game.json')", r"!spiderpos\.read\(Path\(name\)\)"),
    ("game.undo()", "!SpiderError: .*no move"),
    ("game.save('x.json')", r"!session\.dump\(session, path\)"),
    (
        "solved.moves[0].from_square",
        "!move.source.*; there are count, source, target",
    ),
    ("solved.proof", "!an Answer has no .*answer.searched"),
    ("list(spiderpos.problems())", "^.<Problem game-four-suits: "),
    (
        "spiderpos.solve(mine, 'win', timeout=5)",
        "!TypeError.*'timeout': seconds=10; there are",
    ),
    ("spiderpos.solve(mine, 'win', nodes=5)", "!TypeError.*work=1_000_000"),
    ("spiderpos.read(MINE, format='fen')", "!TypeError.*notation='fen'"),
    ("mine.stock", "!position.hand"),
    ("mine.foundations", "!position.removed"),
    ("spiderpos.random_deal()", r"!spiderpos\.deal\(seed="),
    ("spiderpos.deal(seed=5).deals_left", "^5"),
    ("mine.suggest()", r"!spiderpos\.suggest\(position"),
    ("mine.to_json()", r"!spiderpos\.write\(position, 'json'\)"),
    ("mine == spiderpos.read(mine.fen(), partial=True)", "True"),
    ("spiderpos.Solver()", r"!spiderpos\.solve\(position"),
    ("mine.hint('get 2 spaces')", r"!spiderpos\.hint\(position"),
    ("mine.column(1).cards", r"!list\(column\)"),
    ("judgement.ok", "!judgement.verdict == 'holds'"),
    ("spiderpos.problem('woods-4').moves", "!problem.solution is the line"),
    # Docstrings tell the truth.
    ("spiderpos.problem.__doc__", "NotationError"),
    ("spiderpos.deal.__doc__", "2147483647|2,147,483,647"),
    ("hasattr(mine, 'nonsense'), hasattr(mine, '__array__')", "False, False"),
    ("pickle.loads(pickle.dumps((mine, solved, judgement))) == (mine, solved, judgement)", "True"),
    ("copy.deepcopy(mine) == mine", "True"),
]


@pytest.fixture(scope="module")
def names(tmp_path_factory):
    path = tmp_path_factory.mktemp("guesses") / "mine.txt"
    mine = spiderpos.read(MINE, partial=True)
    path.write_text(spiderpos.write(mine, "fen"))
    solved = spiderpos.solve(mine, "get 2 spaces")
    return {
        "spiderpos": spiderpos,
        "MINE": MINE,
        "Path": Path,
        "io": io,
        "copy": copy,
        "json": json,
        "pickle": pickle,
        "path": path,
        "start": spiderpos.problem("woods-4").start,
        "mine": mine,
        "solved": solved,
        "lost": spiderpos.solve(mine, "get 3 spaces"),
        "judgement": spiderpos.verify("woods-4"),
    }


@pytest.mark.parametrize(("guess", "expected"), PYTHON, ids=[guess for guess, _ in PYTHON])
def test_guesses_in_python(guess, expected, names):
    game = spiderpos.Session(names["mine"])
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            value = eval(guess, dict(names, game=game))  # noqa: S307 - our own table
        shown = repr(value)
    except Exception as error:
        kinds = ", ".join(kind.__name__ for kind in type(error).__mro__)
        shown = f"!{kinds}: {error} {getattr(error, '__notes__', '')}".replace("\n", " ")
        if not isinstance(error, spiderpos.SpiderError | TypeError | AttributeError):
            raise
    pattern = expected.removeprefix("!")
    assert shown.startswith("!") == expected.startswith("!"), shown
    assert re.search(re.sub(r"(Error|Move): ", r"\1.*: ", pattern), shown, re.S), shown


#: A command, and a pattern for what it prints; after ``!`` for one that can't be run.
COMMANDS = [
    ("hint woods-4 --only aim", "^remove the hearts, 20 moves"),
    ('hint mine.txt "get 2 spaces" --partial', "\\n5s from 5 to 4  # get 2 spaces"),
    ("moves woods-4 --best --only aim", "^remove the hearts, 20 moves"),
    ("best woods-4", "!spiderpos hint POSITION"),
    ('prove woods-5 "get a space"', "!spiderpos solve POSITION GOAL"),
    ("draw woods-4", "!spiderpos show POSITION --as svg -o FILE"),
    ("convert woods-4 fen", "!spiderpos show POSITION --as NOTATION"),
    ("list", "!spiderpos problems list"),
    ("mine.txt", "!spiderpos show mine.txt"),
    ("woods-4", "!spiderpos show woods-4"),
    ("help solve", "!COMMAND. --help"),
    ("analyse mine.txt", "!spiderpos info POSITION"),
    ("verfiy woods-4", "!did you mean 'verify'"),
    ("goals", "!spiderpos solve --goals"),
    ("solve --goals", "^get a space +a column is empty"),
    ("show --goals", "^get a space +a column is empty"),
    ('solve woods-5 "empty a column"', "!'get a space', if that is meant"),
    ('solve woods-5 "uncover column 4"', "!'turn up a card in column 4', if that is meant"),
    ("solve woods-5 uncover column 4", "!quote a text"),
    ("solve mine.txt --partial", '!GOAL "get a space"'),
    ("solve mine.txt", "!use --partial for a partial position"),
    ("solve 5 win", "!spiderpos deal 5 --as fen"),
    ("show woods-4 --format fen", "!did you mean '--as'"),
    ("show woods-4 --svg", "!did you mean '--as svg'"),
    ("show woods-4 --as fem", "!did you mean 'fen'"),
    ("solve woods-4 win --timeout 5", "!did you mean '--time'"),
    ("solve-deals 1-3 --workers 2", "!did you mean '--jobs'"),
    ("deal random", "!--seed TEXT"),
    ("verify mine.txt moves.txt --partial", '!--goal "get a space"'),
    ('replay mine.txt "5s from 5 to 4" --partial', '!echo "5s from 5 to 4" . spiderpos'),
    ("page mine.txt --partial -o page.html", '--goal win, or --goal "get a space"'),
    ("page mine.txt --partial --goal win -o win.html", "add one with a SCRIPT"),
    ('hope x:6d/5c/5h/7c --partial "6d from 1 to 4" "get a space"', "Ks: undecided|Ks: "),
    ("lost woods-5 moves.txt", "!!the bottom of column 5"),
    ("rules", "!show POSITION --rules NAME"),
    ("winnable 5", "!spiderpos solve POSITION win"),
    ("daily", "!spiderpos play"),
    ("solve woods-4 win --depth 5", "!did you mean '--work'"),
    ("undo game.json", "!spiderpos session --help"),
    ("solve 5", "!spiderpos deal 5 --as fen"),
    ("show woods-4 -o x.svg", "!use --as svg"),
    ("problems woods-4", "!spiderpos problems show woods-4"),
    ("problems solution woods-4", "!spiderpos problems show PROBLEM"),
    ("problems chekc", "!did you mean 'check'"),
    ("session hint", "!'spiderpos hint' does that"),
    ("author woods-4", "!spiderpos show woods-4"),
    ("play --suits 1", "!did you mean '--rule suits=2'"),
    ("deal --number 5", "!write NUMBER as an argument"),
    ("verify woods-5 --line moves.txt", "!write SCRIPT as an argument"),
    ("deal 5 --diagram", "!did you mean '--as diagram'"),
    ("solve --deals 1-2", "!'spiderpos solve-deals DEALS' does that"),
    ("solve --batch deals.txt", "!'spiderpos solve-deals DEALS' does that"),
    ("solve --recheck proof.json", "!did you mean '--certificate FILE'"),
    ("recheck proof.json", "!'spiderpos problems check --prove' does that"),
    ("solve woods-5 --evidence proof.json", "!did you mean '--certificate FILE'"),
    ("problems check --evidence proofs", "!did you mean '--certificates FOLDER'"),
    ("info woods-4 --hidden", "!did you mean '--hide'"),
    ("show", "!'-' reads it from standard input"),
    ("show mine.txt woods-4", "!expected one position"),
    ('solve "get 2 spaces" mine.txt', "!POSITION comes before GOAL"),
    ("solve win mine.txt", "!POSITION comes before GOAL"),
    ("show https://example.com/x.fen", "!is a URL: download it yourself"),
    ("show woods-4 --quiet", "!2>/dev/null.*expected one of --"),
    ("solve woods-4 -q", "!2>/dev/null"),
    ("show woods-4 --color=never", "!NO_COLOR"),
    ("--completion bash", "!_SPIDERPOS_COMPLETE=bash_source"),
    ("completion bash", "!_SPIDERPOS_COMPLETE=bash_source"),
    ("man", "!COMMAND. --help"),
    ("diff mine.txt woods-4", "!--expect FILE"),
    ("config", "!No such command 'config': expected one of problems, show"),
    ("show woods-4 --frobnicate", "!No such option '--frobnicate': expected one of --"),
]


@pytest.mark.parametrize(("line", "expected"), COMMANDS, ids=[line for line, _ in COMMANDS])
def test_guesses_of_commands(line, expected, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine.txt").write_text("1: Kd Qs 9h\n2: Jh 8s\n3: 10c 7h 4d\n4: Kc 6h\n5: Jc 10h 5s\n")
    Path("moves.txt").write_text("9s from 5 to 4")
    done = CliRunner().invoke(main, shlex.split(line))
    codes = {"!!": (4,), "!": (2,), "": (0, 1)}
    assert done.exit_code in codes[re.match("!*", expected)[0]], done.output
    assert re.search(expected.lstrip("!"), done.output), done.output


def test_each_command_has_a_name_in_python_or_an_answer():
    names = {name.replace("-", "_") for name in main.list_commands(click.Context(main))}
    assert names <= {*spiderpos.__all__, *synonyms()["spiderpos"]}


def test_synonyms_name_what_is_there():
    path = Path(unknown_names.__file__).with_name("synonyms.txt")
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 150
    tables = synonyms()
    for table in tables.values():
        for meant in table.values():
            for name in re.findall(r"spiderpos((?:\.[a-zA-Z_]\w*)+)", meant):
                assert pydoc.locate(f"spiderpos{name}") is not None, meant
    commands = main.list_commands(click.Context(main))
    for meant in tables["commands"].values():
        assert meant.startswith(("-", "_", "[")) or meant.split()[0] in commands, meant
    for heading in tables.keys() - {"any", "spiderpos", "arguments", "commands", "options"}:
        kind = spiderpos.Shift if heading == "Move" else getattr(spiderpos, heading)
        for word, meant in tables[heading].items():
            assert not hasattr(kind, word), f"{heading} has {word}"
            fields = getattr(kind, "__dataclass_fields__", ())
            names = {*dir(kind), *fields, *vars(spiderpos.Session(spiderpos.deal(1)))}
            for name in re.findall(rf"(?<!\.)\b{heading.lower()}\.(\w+)", meant):
                assert name in names, meant


def test_the_lists_of_goals_are_goals():
    start = spiderpos.problem("woods-4").start
    for phrase in GOALS:
        condition = phrase.startswith("...")
        text = phrase.replace("...", "get a space").replace("POSITION", start.fen().strip())
        assert str(parse(text)), phrase
        assert condition or not phrase.startswith("reach") or "reach" in str(parse(text))
    runner = CliRunner()
    shown = " ".join(runner.invoke(main, ["solve", "--help"]).output.split())
    assert all(phrase in shown for phrase in list(GOALS)[:10])
    for guess in (
        "empty column 3",
        "clear two columns",
        "flip a card",
        "reveal 3 cards",
        "solve it",
    ):
        assert str(parse(meant_by(guess))) == meant_by(guess).replace("two", "2")
