"""What a machine and its people may do to the program: the figures of docs/robustness.md.

    python -m fuzz.abuse texts 20000      damaged texts through every reader
    python -m fuzz.abuse commands 1500    commands with damaged arguments, files and input
    python -m fuzz.abuse kills 400        SIGKILL at random moments of all commands that write
    python -m fuzz.abuse full-disk        'play' saves, and there is no room
    python -m fuzz.abuse saving 50        SIGKILL while 'play' saves moves
    python -m fuzz.abuse read-only        all commands that write, in a write-protected folder

``--seed N`` begins elsewhere, so long runs can be done in slices; ``--only WORD`` keeps to the
targets or commands with the word in their name.  It ends with 1 if something was wrong, and says
what and how to repeat it.  Commands run in forks of this process, which has all modules loaded:
so a kill hits their work.  For POSIX systems.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import importlib
import json
import os
import pkgutil
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from spiderpos.catalogue import find_problem
from spiderpos.cli import main as spiderpos
from spiderpos.formats import fen
from spiderpos.game.replay import replay
from spiderpos.games import session
from spiderpos.scripts.words import describe

from .targets import TARGETS

_HERE: Final = Path(__file__).resolve().parent
_ROOT: Final = _HERE.parent
_CORPUS: Final = _HERE / "corpus"
#: The longest that a text may take, in seconds of processor time; and a command, by the clock.
_TEXT_SECONDS: Final = 20.0
_COMMAND_SECONDS: Final = 120.0
_PIECES: Final = (
    *(b"", b"\0", b"\n", b" ", b"\t", b"-", b"9", b'"', b"(", b"[", b"{", b"=", b"|", b"/", b","),
    *(
        b"\xff",
        "\u0301".encode(),
        "\u200b".encode(),
        b"\x1b[",
        b"0",
        b"10h",
        b"Ks",
        b"from",
        b"&a",
    ),
)


# Damaged texts


def damaged(text: bytes, others: list[bytes], source: random.Random) -> bytes:
    """Return a text with one to four things wrong with it."""
    for _ in range(source.randint(1, 4)):
        start, stop = sorted(source.randint(0, len(text)) for _ in range(2))
        if source.random() < 0.5:
            stop = min(stop, start + source.randint(0, 12))
        match source.randrange(6):
            case 0:
                text = text[:start] + text[stop:]
            case 1:
                text = text[:stop] + text[start:stop] * source.choice((1, 2, 20)) + text[stop:]
            case 2:
                piece = source.choice(_PIECES) * source.choice((1, 1, 2, 50))
                text = text[:start] + piece + text[stop:]
            case 3:
                flipped = bytearray(text)
                for _ in range(source.randint(1, 5)):
                    if flipped:
                        flipped[source.randrange(len(flipped))] = source.randrange(256)
                text = bytes(flipped)
            case 4:
                other = source.choice(others)
                text = text[:start] + other[source.randint(0, len(other)) :]
            case 5:
                lines = text.splitlines(keepends=True)
                source.shuffle(lines)
                text = b"".join(lines)
    return text[:100_000]


class _TooSlow(Exception):  # noqa: N818 - no error
    """A text takes too long."""


def texts(count: int, seed: int, only: str) -> list[str]:
    """Send damaged texts through all readers, one after the other."""
    names = [name for name in TARGETS if only in name]
    stored = {
        name: [path.read_bytes() for path in sorted((_CORPUS / name).glob("*"))] for name in names
    }
    everything = [text for some in stored.values() for text in some]

    def late(*_: object) -> None:
        raise _TooSlow

    signal.signal(signal.SIGVTALRM, late)
    faults: list[str] = []
    slowest = (0.0, "")
    for number in range(seed, seed + count):
        source = random.Random(number)
        name = names[number % len(names)]
        text = damaged(source.choice(stored[name] or everything), everything, source)
        began = time.process_time()
        signal.setitimer(signal.ITIMER_VIRTUAL, _TEXT_SECONDS)
        try:
            TARGETS[name](text)
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            what = f"{type(error).__name__}: {error!s:.200}"
            faults.append(f"texts 1 --seed {number}: {name}: {what}")
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        slowest = max(slowest, (time.process_time() - began, f"{name}, seed {number}"))
    print(f"{count} texts, {len(names)} readers, slowest {slowest[0]:.2f} s ({slowest[1]})")
    return faults


# Commands in forks


@dataclass
class Run:
    """A command in a process of its own."""

    arguments: list[str]
    folder: Path
    data: bytes | None = b""
    user: int | None = None
    pid: int = 0
    status: int | None = None
    lost: bool = False

    def start(self) -> Run:
        """Begin; standard output and error go to files beside the folder."""
        self.out, self.err = (self.folder.parent / name for name in ("out", "err"))
        (self.folder.parent / "in").write_bytes(self.data or b"")
        sys.stdout.flush()
        self.pid = os.fork()
        if self.pid:
            return self
        try:
            os.setsid()
            signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
            for number, (path, flags) in enumerate(
                (
                    (self.folder.parent / "in", os.O_RDONLY),
                    (self.out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC),
                    (self.err, os.O_WRONLY | os.O_CREAT | os.O_TRUNC),
                )
            ):
                file = os.open(path, flags, 0o666)
                os.dup2(file, number)
                os.close(file)
            if self.data is None:
                os.close(0)
            os.chdir(self.folder)
            if self.user is not None:
                os.setgroups([])
                os.setgid(self.user)
                os.setuid(self.user)
            sys.stdin = (
                None if self.data is None else os.fdopen(0, encoding="utf-8", closefd=False)
            )
            sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
            sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)
            code = 0
            try:
                spiderpos(self.arguments, prog_name="spiderpos")
            except SystemExit as end:
                code = end.code if isinstance(end.code, int) else 1
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
        except BaseException:
            import traceback  # noqa: PLC0415

            os.write(2, traceback.format_exc().encode())
            os._exit(99)

    def wait(self, seconds: float = _COMMAND_SECONDS) -> int | None:
        """Return the exit code, or None if it had to be ended."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                return os.waitstatus_to_exitcode(status)
            time.sleep(0.01)
        self.kill()
        return None

    def kill(self) -> None:
        """End it by SIGKILL."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)

    def others(self, seconds: float = 20) -> bool:
        """Return True if processes that it began are left after a while; they are ended then."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                os.killpg(self.pid, 0)
            except (ProcessLookupError, PermissionError):
                return False
            time.sleep(0.05)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        return True

    def errors(self) -> str:
        """Return what it printed on standard error."""
        return self.err.read_text(errors="replace")


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    """A folder to work in, with problem files; it is gone in the end."""
    top = Path(tempfile.mkdtemp(prefix="spiderpos-abuse-"))
    top.chmod(0o755)
    here = top / "here"
    (here / "problems").mkdir(parents=True)
    for name in ("mined-bait", "mined-deep-king", "woods-4"):
        sub = "mined" if name.startswith("mined") else ""
        shutil.copy(_ROOT / "problems" / sub / f"{name}.yaml", here / "problems")
    (here / "start.fen").write_text(fen.dumps(find_problem("mined-bait").start))
    session.dump(session.Session(find_problem("woods-4").start), here / "game.json")
    steps = replay(find_problem("woods-4").start, find_problem("woods-4").solution.script).steps
    (here / "moves.txt").write_text("\n".join(map(describe, steps)))
    try:
        yield here
    finally:
        shutil.rmtree(top, ignore_errors=True)


# Random commands

_WORDS: Final = (
    *("woods-4", "woods-2", "mined-bait", "woods-99", "start.fen", "game.json", "moves.txt", "-"),
    *("problems", "missing", "", "9-6s from 7 to 3", "win", "get a space", "1-3", "0", "-1", "x"),
    *(
        "Kh/Qs - -",
        "KhQs/Jh - -",
        "(9c) 5s",
        "3",
        "11",
        "10h",
        "{}",
        "[]",
        "é",
        "\udc80",
        "/dev/null",
    ),
    *(
        "2147483647",
        "99999999999999999999",
        "nan",
        "inf",
        "woods",
        "modern",
        "cells=2",
        "a=b",
        "=",
    ),
)
#: Arguments that would take long or leave the machine; what they may be here.
_SMALL: Final = {
    "--jobs": ("0", "1", "2", "x"),
    "--games": ("0", "1", "2", "x"),
    "--deals": ("1", "1-2", "0", "x", "5-1"),
    "--random": ("0", "1", "2", "x"),
    "--unplayed": ("0", "1", "x"),
    "--time": ("0", "0.2", "-1", "nan", "x"),
    "--work": ("0", "100", "5000", "x"),
    "--memory": ("0", "1", "64", "x"),
    "--scheduler": ("x", ""),
    "--policy": ("greedy", "x"),
    "--port": ("-1", "99999", "x"),
    "DEALS": ("1", "1-2", "0", "x", "start.fen", "-", "9-1", "1,,2"),
}
_KINDS: Final = ("-o", "--certificate", "--certificates", "--save", "--session")


#: What is right for an argument, most of the time.
_RIGHT: Final = {
    "POSITION": ("woods-4", "mined-bait", "start.fen", "game.json", "Kh/Qs - -", "-"),
    "POSITIONS": ("woods-4", "start.fen"),
    "PROBLEM": ("woods-4", "mined-bait", "woods-2", "problems/woods-4.yaml", "start.fen"),
    "NAMES": ("problems", "woods-4", "problems/mined-bait.yaml"),
    "FILE": ("game.json", "problems/mined-bait.yaml", "new"),
    "FILES": ("problems", "problems/mined-bait.yaml"),
    "FOLDER": ("problems",),
    "SCRIPT": ("moves.txt", "-", "game.json"),
    "LINE": ("moves.txt", "-"),
    "MOVES": ("9-6s from 7 to 3", "3 2", "8-6s from 3 to 2", "-"),
    "GOAL": ("get a space", "win", "get 2 spaces", "remove clubs without dealing"),
    "NUMBER": ("1", "7", "14934"),
}


def leaves(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the names of all commands."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from leaves(command.get_command(context, name) or command, (*path, name))
    else:
        yield path


def _command(path: tuple[str, ...]) -> click.Command:
    command: click.Command = spiderpos
    for name in path:
        assert isinstance(command, click.Group)
        command = command.get_command(click.Context(command), name) or command
    return command


def _value(parameter: click.Parameter, name: str, source: random.Random) -> str:
    if name in _SMALL:
        return source.choice(_SMALL[name])
    if name in _KINDS:
        return source.choice(("new", "new", "problems", "game.json", "no/such", "", "-"))
    if name in _RIGHT and source.random() < 0.8:
        return source.choice(_RIGHT[name])
    if isinstance(parameter.type, click.IntRange) and source.random() < 0.7:
        return str((parameter.type.min or 0) + source.randint(0, 12))
    if isinstance(parameter.type, click.Choice) and source.random() < 0.8:
        return str(source.choice(list(parameter.type.choices)))
    return source.choice(_WORDS)


def arguments_of(path: tuple[str, ...], source: random.Random) -> list[str]:
    """Return arguments for a command, some of which are right."""
    arguments = list(path)
    given = set()
    parameters = _command(path).params
    for parameter in parameters:
        if isinstance(parameter, click.Option):
            if source.random() > 0.04 and not parameter.required:
                continue
            name = parameter.opts[0]
            given.add(name)
            arguments.append(name)
            if not parameter.is_flag:
                arguments.append(_value(parameter, name, source))
        elif parameter.required or source.random() < 0.6:
            arguments.append(_value(parameter, (parameter.name or "").upper(), source))
    names = {parameter.opts[0] for parameter in parameters}
    # Bounded work, whatever was drawn.
    for name, value in (("--work", "5000"), ("--jobs", "1"), ("--games", "1")):
        if name in names and name not in given and not ("--time" in given and name == "--work"):
            arguments += [name, value]
    if path == ("play-out",) and "--deals" not in given and source.random() < 0.8:
        arguments += ["--policy", "greedy"]
    if source.random() < 0.1:
        arguments.insert(source.randint(0, len(arguments)), source.choice(_WORDS))
    return arguments


def commands(count: int, seed: int, only: str) -> list[str]:
    """Run commands with arguments, files and input that are damaged."""
    paths = [path for path in leaves(spiderpos) if only in " ".join(path)]
    stored = [path.read_bytes() for path in sorted(_CORPUS.glob("*/*"))]
    faults: list[str] = []
    codes: Counter[int | None] = Counter()
    reasons: Counter[str] = Counter()
    for number in range(seed, seed + count):
        source = random.Random(number)
        path = paths[number % len(paths)]
        arguments = arguments_of(path, source)
        if path == ("play",):
            # It would go on for ever: only what it refuses, and its help.
            arguments = ["play", source.choice(("--port", "--sesion", "--help")), *arguments[1:]]
        with folder() as here:
            for name in source.sample(sorted(p.name for p in here.iterdir() if p.is_file()), 2):
                if source.random() < 0.5:
                    (here / name).write_bytes(damaged(source.choice(stored), stored, source))
            data = source.choice(
                (b"", None, source.choice(stored), (here / "start.fen").read_bytes())
            )
            run = Run([a for a in arguments if "\0" not in a], here, data).start()
            code = run.wait()
            errors = run.errors()
            codes[code] += 1
            if code == 2:
                reasons[(errors.strip().splitlines() or [""])[-1][:100]] += 1
            allowed = {0, 1, 2, 3} | ({4} if path in (("lost",), ("hope",)) else set())
            what = ""
            if code not in allowed:
                what = f"exit code {code}"
            elif "Traceback" in errors:
                what = "a traceback"
            elif code == 2 and not (errors.strip() or run.out.read_text(errors="replace").strip()):
                what = "exit code 2 without a word"
            elif run.others():
                what = "processes are left"
            if what:
                shown = " ".join(map(repr, arguments))
                faults.append(f"commands 1 --seed {number}: {what}: {shown}: {errors[-300:]}")
    print(f"{count} commands of {len(paths)} kinds, exit codes {dict(codes)}")
    for words, number in reasons.most_common(12):
        print(f"{number:5} {words}")
    return faults


# Commands that write


@dataclass
class Writing:
    """A command that writes, and how to see that nothing is lost when it's killed.

    ``again``: a second start goes on, and comes to the files of an undisturbed run.  Otherwise
    each file of the folder is as it was, or as an undisturbed run makes it; ``loose`` are those
    that need only be readable, as JSON, for they hold times.
    """

    arguments: list[str]
    again: bool = False
    loose: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The command in words."""
        return " ".join(self.arguments[:2]) if self.arguments[0] in _GROUPS else self.arguments[0]


_GROUPS: Final = ("problems", "session", "author")
_WORK: Final = ["--work", "300000"]
_QUESTION: Final = ["solve", "woods-5", "get a space without dealing, removing"]
WRITING: Final = (
    Writing(["show", "woods-4", "--as", "svg", "-o", "new"]),
    Writing(["deal", "7", "--as", "fen", "-o", "new"]),
    Writing(["replay", "woods-4", "moves.txt", "--as", "svg", "-o", "new"]),
    Writing(["page", "woods-4", "-o", "new"]),
    Writing(["page", "mined-bait", "--prove", "-o", "new"]),
    Writing(["site", "problems", "-o", "new"]),
    Writing([*_QUESTION, "--certificate", "new"]),
    Writing([*_QUESTION, "--save", "new"], again=True, loose=("new",)),
    Writing(
        [
            *("solve-deals", "1-6", "--rules", "one-suit", "--as-found", "--jobs", "2"),
            *("-o", "new", *_WORK),
        ],
        again=True,
        loose=("new",),
    ),
    Writing(["play-out", "--deals", "1-6", "--policy", "greedy", "--jobs", "2"]),
    Writing(["session", "new", "new", "woods-4"]),
    Writing(["session", "do", "game.json", "-"]),
    Writing(["author", "new", "new", "--from", "woods-4"]),
    Writing(["author", "sheet", "problems", "-o", "new.html"]),
    Writing(
        ["author", "mine", "--random", "12", "-o", "new", "--jobs", "2", "--work", "30000"],
        again=True,
        loose=("mined.jsonl",),
    ),
    Writing(
        [
            *("problems", "check", "problems", "--prove", "--jobs", "2"),
            *("--certificates", "certificates", *_WORK),
        ],
    ),
)


def files(here: Path) -> dict[str, bytes]:
    """Return all files of a folder by their names, without those of a write that was cut off."""
    return {
        str(path.relative_to(here)): path.read_bytes()
        for path in here.rglob("*")
        if path.is_file() and not _is_cut_off(path)
    }


def _is_cut_off(path: Path) -> bool:
    return path.name.startswith(".") and path.name.endswith(".tmp")


def _begin(case: Writing, here: Path, user: int | None = None) -> Run:
    data = (here / "moves.txt").read_bytes() if "do" in case.arguments else b""
    (here / "certificates").mkdir(exist_ok=True)
    return Run(case.arguments, here, data, user).start()


def _facts(text: bytes) -> list[object]:
    """Return the values of JSON in a text, in order, without times and work."""

    def bare(value: object) -> object:
        if isinstance(value, dict):
            left_out = ("seconds", "work", "rounds", "classes", "searched", "memory", "tool")
            return {k: bare(v) for k, v in value.items() if not any(w in k for w in left_out)}
        return [bare(v) for v in value] if isinstance(value, list) else value

    words, at, facts = text.decode().strip(), 0, []
    while at < len(words):
        value, at = json.JSONDecoder().raw_decode(words, at)
        facts.append(bare(value))
        at += len(words[at:]) - len(words[at:].lstrip())
    return sorted(facts, key=repr)


def kills(count: int, seed: int, only: str) -> list[str]:
    """Kill commands that write at random moments, and look at what they leave."""
    cases = [case for case in WRITING if only in case.name]
    clean: dict[int, tuple[float, dict[str, bytes]]] = {}
    faults: list[str] = []
    hit: Counter[str] = Counter()
    cut_off = 0
    for number in range(seed, seed + count):
        index = number % len(cases)
        case = cases[index]
        if index not in clean:
            with folder() as here:
                began = time.monotonic()
                code = _begin(case, here).wait()
                if code not in (0, 1, 3):
                    return [f"{case.name} ends with {code} even undisturbed"]
                clean[index] = (time.monotonic() - began, files(here))
        seconds, expected = clean[index]
        with folder() as here:
            before = files(here)
            run = _begin(case, here)
            time.sleep(random.Random(number).random() * seconds)
            ended = os.waitpid(run.pid, os.WNOHANG)[0]
            if not ended:
                run.kill()
                hit[case.name] += 1
            what = _what_is_wrong(case, here, before, expected)
            if run.others():
                what = what or "processes are left"
            cut_off += sum(map(_is_cut_off, here.rglob("*")))
            if case.again and not what:
                second = _begin(case, here)
                code = second.wait()
                if code not in (0, 1, 3):
                    what = f"the second start ends with {code}: {second.errors()[-300:]}"
                else:
                    what = _differs(case, files(here), expected, whole=True)
            if what:
                faults.append(f"kills 1 --seed {number}: {case.name}: {what}")
    print(
        f"{count} commands of {len(cases)} kinds that write, {sum(hit.values())} killed before "
        f"they ended; {cut_off} files of a cut off write (.NAME.*.tmp) are left\n{dict(hit)}"
    )
    return faults


def _what_is_wrong(
    case: Writing, here: Path, before: dict[str, bytes], expected: dict[str, bytes]
) -> str:
    after = files(here)
    lost = [name for name in before if name not in after]
    if lost:
        return f"{lost} is lost"
    if case.again:
        return ""
    changed = {n: text for n, text in after.items() if before.get(n) != text}
    return _differs(case, changed, expected)


def _differs(
    case: Writing, some: dict[str, bytes], expected: dict[str, bytes], *, whole: bool = False
) -> str:
    for name, text in some.items():
        if name not in expected:
            return f"{name} is there, which an undisturbed run doesn't write"
        same = text == expected[name]
        if not same and Path(name).name in case.loose:
            try:
                same = _facts(text) == _facts(expected[name])
            except ValueError as error:
                return f"{name} can't be read: {error}"
        if not same:
            return f"{name} is neither as it was nor as it should be"
    missing = [name for name in expected if name not in some]
    return f"{missing} is missing" if whole and missing else ""


def read_only(_count: int, _seed: int, only: str) -> list[str]:
    """Run all commands that write in a folder that this user may not write to."""
    nobody = 65534 if os.geteuid() == 0 else None
    faults: list[str] = []
    cases = [case for case in WRITING if only in case.name and case.name != "play-out"]
    for case in cases:
        with folder() as here:
            before = files(here)
            (here / "certificates").mkdir(exist_ok=True)
            for path in (here, *here.iterdir()):
                path.chmod(0o555 if path.is_dir() else 0o444)
            run = _begin(case, here, nobody)
            code, errors = run.wait(), run.errors()
            for path in (here, *here.iterdir()):
                path.chmod(0o755)
            if code != 2 or "Traceback" in errors:
                faults.append(f"{case.name}: exit code {code}: {errors[-400:]}")
            elif "ermission denied" not in errors and "write-protected" not in errors:
                faults.append(f"{case.name}: the reason isn't told: {errors[-400:]}")
            elif files(here) != before:
                faults.append(f"{case.name}: files have changed")
    print(f"{len(cases)} commands that write, in a folder that may not be written")
    return faults


# The server of the page to play on


class _Play:
    """``play`` of woods-4, with its games in a folder: keeps one move of the solution a time."""

    def __init__(self, games: Path, limit: Callable[[], None] | None = None) -> None:
        problem = find_problem("woods-4")
        steps = replay(problem.start, problem.solution.script).steps
        self.moves = [describe(step) for step in steps]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "spiderpos", "play", "woods-4", "--no-browser"],
            env={**os.environ, "SPIDERPOS_DATA": str(games)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=limit,  # noqa: PLW1509 - one thread
        )
        assert self.process.stdout is not None
        address = self.process.stdout.readline().strip()
        self._host, _, rest = address.removeprefix("http://").partition("/")
        path, _, self._token = rest.partition("#token=")
        self._game = path.rpartition("/")[2]
        self.file = games / f"{self._game}.json"

    def _ask(self, path: str, body: object = None) -> tuple[int, dict[str, str]]:
        connection = http.client.HTTPConnection(self._host, timeout=60)
        headers = {"x-spiderpos-token": self._token, "content-type": "application/json"}
        connection.request("POST" if body else "GET", path, json.dumps(body), headers)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())

    def keep(self, done: int) -> tuple[int, dict[str, str]]:
        """Play the move after the first ``done``; return the status and the answer."""
        _, state = self._ask(f"/api/games/{self._game}")
        body = {"version": state["version"], "same": done, "moves": [self.moves[done]]}
        return self._ask(f"/api/games/{self._game}/keep", {**body, "done": done + 1})

    def on_disk(self) -> int:
        """Return how many moves the file of the game has."""
        return session.load(self.file).at


def full_disk(count: int, _seed: int, _only: str) -> list[str]:
    """Let 'play' save games where there is no room, and where there is again."""
    faults: list[str] = []
    refused = done = 0
    with folder() as here, _little_room(here / "games") as room:
        play = _Play(here / "games", room.limit)
        for number in range(count):
            if number % 3 == 1:
                room.fill()
            elif number % 3 == 0:
                room.empty()
            status, answer = play.keep(done)
            if status == 200:
                done += 1
            elif status == 507 and "couldn't be kept on the disk" in answer["error"]:
                refused += 1
            else:
                faults.append(f"status {status}: {answer}")
            if play.on_disk() != done:
                faults.append(f"{play.on_disk()} moves are on the disk, {done} were confirmed")
            if done == len(play.moves):
                break
        play.process.send_signal(signal.SIGINT)
        errors = play.process.communicate(timeout=30)[1]
        if play.process.returncode or "Traceback" in errors:
            faults.append(f"the server ends with {play.process.returncode}: {errors[-300:]}")
        left = [p.name for p in (here / "games").iterdir() if _is_cut_off(p)]
        if left:
            faults.append(f"files of a cut off write are left: {left}")
    print(f"{done} moves kept, {refused} refused for want of room ({room.kind})")
    return faults


def saving(count: int, seed: int, _only: str) -> list[str]:
    """Kill 'play' while it saves moves: what was confirmed is in the file, and can be read."""
    faults: list[str] = []
    confirmed = cut_off = 0
    for number in range(seed, seed + count):
        with folder() as here:
            (here / "games").mkdir()
            play = _Play(here / "games")
            done = int(play.keep(0)[0] == 200)
            timer = threading.Timer(2 * random.Random(number).random(), play.process.kill)
            timer.start()
            with contextlib.suppress(OSError, http.client.HTTPException):
                while done < len(play.moves) and play.keep(done)[0] == 200:
                    done += 1
            timer.join()
            play.process.communicate()
            # A move may be on the disk before its answer went out.
            if play.on_disk() not in (done, done + 1):
                faults.append(f"{play.on_disk()} moves on the disk, {done} confirmed ({number})")
            confirmed += done
            cut_off += sum(map(_is_cut_off, here.rglob("*")))
    print(f"{count} kills, {confirmed} moves confirmed, {cut_off} writes cut off")
    return faults


class _Room:
    """A folder with little room: a small file system, or a limit for the size of files."""

    def __init__(self, place: Path, *, mounted: bool) -> None:
        self.place = place
        self.kind = "a file system of 64 KiB" if mounted else "RLIMIT_FSIZE"
        self._mounted = mounted

    def limit(self) -> None:
        """Limit the size of files to about what a few moves take, without a file system."""
        if not self._mounted:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (2600, 2600))

    def fill(self) -> None:
        """Fill the file system."""
        if self._mounted:
            with contextlib.suppress(OSError), (self.place / "filler").open("wb", 0) as file:
                while True:
                    file.write(b"x" * 512)

    def empty(self) -> None:
        """Make room again."""
        if self._mounted:
            (self.place / "filler").unlink(missing_ok=True)


@contextlib.contextmanager
def _little_room(place: Path) -> Iterator[_Room]:
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(place)]
    done = subprocess.run(command, capture_output=True, check=False)
    room = _Room(place, mounted=not done.returncode)
    try:
        yield room
    finally:
        if not done.returncode:
            subprocess.run(["umount", str(place)], check=False)


_DOES: Final[dict[str, tuple[Callable[[int, int, str], list[str]], int]]] = {
    "texts": (texts, 20_000),
    "commands": (commands, 1500),
    "kills": (kills, 400),
    "full-disk": (full_disk, 60),
    "saving": (saving, 50),
    "read-only": (read_only, 1),
}


def main() -> int:
    """Do what the command line says."""
    for module in pkgutil.walk_packages(__import__("spiderpos").__path__, "spiderpos."):
        if not module.name.endswith("__main__"):
            with contextlib.suppress(ImportError):  # extras, and the core, which is no module
                importlib.import_module(module.name)
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=_DOES)
    parser.add_argument("count", type=int, nargs="?")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    act, usual = _DOES[options.what]
    faults = act(usual if options.count is None else options.count, options.seed, options.only)
    print(*faults, f"{len(faults)} faults", sep="\n")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
