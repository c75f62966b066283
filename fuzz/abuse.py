"""Test robustness with damaged input and killed processes: the figures of docs/robustness.md.

    python -m fuzz.abuse texts 20000      damaged texts for all readers
    python -m fuzz.abuse commands 1500    damaged arguments, files and input for all commands
    python -m fuzz.abuse kills 400        SIGKILL at random moments, for commands that write files

``--seed N`` sets the first seed; ``--only WORD`` selects the readers or commands with this word in
their name.  Faults are printed with their seeds; the exit code is then 1.  Requires POSIX.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from spiderpos.catalogue import find_problem
from spiderpos.cli import main as spiderpos
from spiderpos.formats import fen
from spiderpos.game.replay import replay
from spiderpos.games import session
from spiderpos.scripts.words import describe

from .targets import TARGETS

_HERE = Path(__file__).resolve().parent
_CORPUS = _HERE / "corpus"
#: Limits in seconds: processor time for a text, wall-clock time for a command.
_TEXT_SECONDS, _COMMAND_SECONDS = 20.0, 120.0
_PIECES = (
    *(b"", b"\0", b"\n", b" ", b"\t", b"-", b"9", b'"', b"(", b"[", b"{", b"=", b"|", b"/", b","),
    *(b"\xff", b"\xcc\x81", b"\xe2\x80\x8b", b"\x1b[", b"0", b"10h", b"Ks", b"from", b"&a"),
)


def damaged(text: bytes, others: list[bytes], source: random.Random) -> bytes:
    """Return a text with one to four random defects."""
    for _ in range(source.randint(1, 4)):
        start, stop = sorted(source.randint(0, len(text)) for _ in range(2))
        if source.random() < 0.5:
            stop = min(stop, start + source.randint(0, 12))
        before, part, after = text[:start], text[start:stop], text[stop:]
        other = source.choice(others)
        lines = text.splitlines(keepends=True)
        text = source.choice(
            (
                before + after,
                before + part * source.choice((2, 3, 20)) + after,
                before + source.choice(_PIECES) * source.choice((1, 1, 2, 50)) + after,
                before + source.randbytes(len(part) and source.randint(1, 5)) + after,
                before + other[source.randint(0, len(other)) :],
                b"".join(source.sample(lines, len(lines))),
            )
        )
    return text[:100_000]


class _TooSlow(Exception):  # noqa: N818 - not an error
    """Raised when a reader takes too long for a text."""


def _stop(*_: object) -> None:
    raise _TooSlow


def texts(count: int, seed: int, only: str) -> Iterator[str]:
    """Pass damaged texts to the selected readers in turn; yield the faults."""
    names = [name for name in TARGETS if only in name]
    stored = {name: [p.read_bytes() for p in sorted((_CORPUS / name).iterdir())] for name in names}
    everything = [text for texts_of_reader in stored.values() for text in texts_of_reader]
    signal.signal(signal.SIGVTALRM, _stop)
    slowest = (0.0, "")
    for number in range(seed, seed + count):
        source = random.Random(number)
        name = names[number % len(names)]
        text = damaged(source.choice(stored[name] or everything), everything, source)
        start = time.process_time()
        signal.setitimer(signal.ITIMER_VIRTUAL, _TEXT_SECONDS)
        try:
            TARGETS[name](text)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            yield f"texts 1 --seed {number}: {name}: {type(error).__name__}: {error!s:.200}"
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        slowest = max(slowest, (time.process_time() - start, f"{name}, seed {number}"))
    print(f"{count} texts, {len(names)} readers, slowest {slowest[0]:.2f} s ({slowest[1]})")


# Commands


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    """Create a temporary folder that contains problems, a position, a game and moves."""
    with tempfile.TemporaryDirectory(prefix="spiderpos-abuse-", ignore_cleanup_errors=True) as top:
        here = Path(top, "here")
        (here / "problems").mkdir(parents=True)
        (here / "certificates").mkdir()
        Path(top).chmod(0o755)
        for name in ("mined/mined-pair", "mined/mined-narrow-door", "woods-4"):
            shutil.copy(_HERE.parent / f"problems/{name}.yaml", here / "problems")
        problem = find_problem("woods-4")
        steps = replay(problem.start, problem.solution.script).steps
        (here / "start.fen").write_text(fen.dumps(find_problem("mined-pair").start))
        (here / "moves.txt").write_text("\n".join(map(describe, steps)))
        session.dump(session.Session(problem.start), here / "game.json")
        yield here


class Run:
    """A command in its own process group."""

    def __init__(self, arguments: list[str], here: Path, data: bytes) -> None:
        paths = [here.parent / name for name in ("in", "out", "err")]
        paths[0].write_bytes(data)
        with paths[0].open("rb") as source, paths[1].open("wb") as out, paths[2].open("wb") as err:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "spiderpos", *arguments],
                cwd=here,
                stdin=source,
                stdout=out,
                stderr=err,
                start_new_session=True,
            )
        self._out, self._err = paths[1:]

    def code(self) -> int | None:
        """Return the exit code; None if the command had to be killed."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self.process.wait(_COMMAND_SECONDS)
        self.process.kill()
        self.process.wait()
        return None

    def leaves_processes(self) -> bool:
        """Return True if processes of the command are left after 20 seconds; they are killed."""
        for _ in range(400):
            try:
                os.killpg(self.process.pid, 0)
            except (ProcessLookupError, PermissionError):
                return False
            time.sleep(0.05)
        os.killpg(self.process.pid, signal.SIGKILL)
        return True

    @property
    def errors(self) -> str:
        """The text on standard error."""
        return self._err.read_text(errors="replace")

    @property
    def output(self) -> str:
        """The text on standard output."""
        return self._out.read_text(errors="replace")


_WORDS = (
    *("woods-4", "woods-2", "mined-pair", "woods-99", "start.fen", "game.json", "moves.txt", "-"),
    *("problems", "missing", "", "9-6s from 7 to 3", "win", "get a space", "1-3", "0", "-1", "x"),
    *("Kh/Qs - -", "KhQs/Jh - -", "(9c) 5s", "3", "11", "10h", "{}", "[]", "é", "\udc80"),
    *("/dev/null", "2147483647", "99999999999999999999", "nan", "inf", "woods", "modern"),
    *("cells=2", "a=b", "="),
)
#: Harmless values for options that could take long, use other machines, or write files.
_SMALL = {
    **dict.fromkeys(("--jobs", "--games", "--random", "--unplayed"), ("0", "1", "2", "x")),
    **dict.fromkeys(("--deals", "DEALS"), ("1", "1-2", "0", "x", "5-1")),
    **dict.fromkeys(
        ("-o", "--certificate", "--certificates", "--save", "--session"),
        ("new", "new", "problems", "game.json", "no/such", "", "-"),
    ),
    "--time": ("0", "0.2", "-1", "nan", "x"),
    "--work": ("0", "100", "5000", "x"),
    "--memory": ("0", "1", "64", "x"),
    "--scheduler": ("x", ""),
    "--policy": ("greedy", "x"),
}
#: Valid values of arguments, by name.
_RIGHT = {
    "POSITION": ("woods-4", "mined-pair", "start.fen", "game.json", "Kh/Qs - -", "-"),
    "POSITIONS": ("woods-4", "start.fen"),
    "PROBLEM": ("woods-4", "mined-pair", "woods-2", "problems/woods-4.yaml", "start.fen"),
    "NAMES": ("problems", "woods-4", "problems/mined-pair.yaml"),
    "FILE": ("game.json", "problems/mined-pair.yaml", "new"),
    "FILES": ("problems", "problems/mined-pair.yaml"),
    "FOLDER": ("problems",),
    "SCRIPT": ("moves.txt", "-", "game.json"),
    "LINE": ("moves.txt", "-"),
    "MOVES": ("9-6s from 7 to 3", "3 2", "8-6s from 3 to 2", "-"),
    "GOAL": ("get a space", "win", "get 2 spaces", "remove clubs without dealing"),
    "NUMBER": ("1", "7", "14934"),
}


def leaves(command: click.Command, *path: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield each command with its names, except 'play', which waits for connections."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from leaves(command.get_command(context, name) or command, *path, name)
    elif path != ("play",):
        yield path, command


def _value(parameter: click.Parameter, name: str, source: random.Random) -> str:
    if name in _SMALL:
        return source.choice(_SMALL[name])
    if name in _RIGHT and source.random() < 0.8:
        return source.choice(_RIGHT[name])
    if isinstance(parameter.type, click.IntRange) and source.random() < 0.7:
        return str((parameter.type.min or 0) + source.randint(0, 12))
    if isinstance(parameter.type, click.Choice) and source.random() < 0.8:
        return str(source.choice(list(parameter.type.choices)))
    return source.choice(_WORDS)


def arguments_of(command: click.Command, source: random.Random) -> list[str]:
    """Return random arguments for a command, valid or not, that cause little work."""
    result = []
    for parameter in command.params:
        if not isinstance(parameter, click.Option):
            if parameter.required or source.random() < 0.6:
                result.append(_value(parameter, (parameter.name or "").upper(), source))
        elif parameter.required or source.random() < 0.04:
            name = parameter.opts[0]
            result += [name] if parameter.is_flag else [name, _value(parameter, name, source)]
    names = {parameter.opts[0] for parameter in command.params}
    for name, value in (("--work", "5000"), ("--jobs", "1"), ("--games", "1")):
        if name in names.difference(result) and not ("--time" in result and name == "--work"):
            result += [name, value]
    if command.name == "play-out" and "--deals" not in result:
        result += ["--policy", "greedy"]
    if source.random() < 0.1:
        result.insert(source.randint(0, len(result)), source.choice(_WORDS))
    return [word for word in result if "\0" not in word]


def commands(count: int, seed: int, only: str) -> Iterator[str]:
    """Run commands with damaged arguments, files and input; yield the faults."""
    kinds = [kind for kind in leaves(spiderpos) if only in " ".join(kind[0])]
    stored = [path.read_bytes() for path in sorted(_CORPUS.glob("*/*"))]
    codes: Counter[int | None] = Counter()
    for number in range(seed, seed + count):
        source = random.Random(number)
        path, command = kinds[number % len(kinds)]
        arguments = [*path, *arguments_of(command, source)]
        with folder() as here:
            for file in source.sample(sorted(p for p in here.iterdir() if p.is_file()), 2):
                if source.random() < 0.5:
                    file.write_bytes(damaged(source.choice(stored), stored, source))
            data = source.choice((b"", source.choice(stored), (here / "start.fen").read_bytes()))
            run = Run(arguments, here, data)
            code, errors = run.code(), run.errors
            codes[code] += 1
            problems = {
                f"exit code {code}": code not in (0, 1, 2, 3, 4),
                "a traceback": "Traceback" in errors,
                "exit code 2 without a message": code == 2 and not (errors + run.output).strip(),
                "processes are left": run.leaves_processes(),
            }
        for problem in (problem for problem, is_true in problems.items() if is_true):
            yield f"commands 1 --seed {number}: {problem}: {arguments}: {errors[-300:]}"
    print(f"{count} commands of {len(kinds)} kinds, exit codes {dict(codes)}")


@dataclass
class Writing:
    """A command that writes files.

    After it is killed, each file must be the old one or that of an undisturbed run.  With
    ``again``, a second run must resume and end with the files of an undisturbed run.  The file
    named ``loose`` may differ, because it contains times.
    """

    words: str
    again: bool = False
    loose: str = ""

    def begin(self, here: Path) -> Run:
        """Start the command, with "GOAL" replaced by a goal."""
        goal = "get a space without dealing, removing"
        arguments = [goal if word == "GOAL" else word for word in self.words.split()]
        return Run(arguments, here, (here / "moves.txt").read_bytes())


WRITING = (
    Writing("show woods-4 --as svg -o new"),
    Writing("deal 7 --as fen -o new"),
    Writing("replay woods-4 moves.txt --as svg -o new"),
    Writing("page woods-4 -o new"),
    Writing("page mined-pair --prove -o new"),
    Writing("site problems -o new"),
    Writing("solve woods-5 GOAL --certificate new"),
    Writing("solve woods-5 GOAL --save new", again=True, loose="new"),
    Writing(
        "solve-deals 1-6 --rules one-suit --as-found --jobs 2 -o new --work 300000",
        again=True,
        loose="new",
    ),
    Writing("session new new woods-4"),
    Writing("session do game.json -"),
    Writing("author new new --from woods-4"),
    Writing("author sheet problems -o new.html"),
    Writing(
        "author mine --random 12 -o new --jobs 2 --work 30000", again=True, loose="mined.jsonl"
    ),
    Writing("problems check problems --prove --jobs 2 --certificates certificates --work 300000"),
)


def files(here: Path) -> dict[str, bytes]:
    """Return the contents of all files of a folder, without temporary files of killed writes."""
    return {
        str(path.relative_to(here)): path.read_bytes()
        for path in here.rglob("*")
        if path.is_file() and not (path.name.startswith(".") and path.name.endswith(".tmp"))
    }


def _difference(case: Writing, some: dict[str, bytes], expected: dict[str, bytes]) -> str:
    """Describe a difference from the files of an undisturbed run; empty if there is none."""
    for name, text in some.items():
        if name not in expected:
            return f"unexpected file: {name}"
        if text != expected[name] and Path(name).name != case.loose:
            return f"{name} has neither its old nor its new content"
    return ""


def kills(count: int, seed: int, only: str) -> Iterator[str]:
    """Kill commands at random moments while they write, and check the files that remain."""
    cases = [case for case in WRITING if only in case.words]
    undisturbed: dict[str, tuple[float, dict[str, bytes]]] = {}
    killed = 0
    for number in range(seed, seed + count):
        case = cases[number % len(cases)]
        if case.words not in undisturbed:
            with folder() as here:
                start = time.monotonic()
                assert case.begin(here).code() in (0, 1, 3), case
                undisturbed[case.words] = (time.monotonic() - start, files(here))
        seconds, expected = undisturbed[case.words]
        with folder() as here:
            before = files(here)
            run = case.begin(here)
            time.sleep(random.Random(number).random() * seconds)
            killed += run.process.poll() is None
            run.process.kill()
            run.process.wait()
            after = files(here)
            changed = {name: text for name, text in after.items() if before.get(name) != text}
            problem = f"{before.keys() - after.keys()} is lost" * bool(
                before.keys() - after.keys()
            )
            problem = problem or "processes are left" * run.leaves_processes()
            if case.again:
                again = case.begin(here)
                code, changed = again.code(), files(here)
                if code not in (0, 1, 3) or expected.keys() - changed.keys():
                    problem = problem or f"the second run: {code}, {again.errors[-300:]}"
            problem = problem or _difference(case, changed, expected)
        if problem:
            yield f"kills 1 --seed {number}: {case.words}: {problem}"
    print(f"{count} commands of {len(cases)} kinds that write, {killed} killed before their end")


_ACTS = {"texts": (texts, 20_000), "commands": (commands, 1500), "kills": (kills, 400)}


def main() -> int:
    """Run the robustness tests that the command line names; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("act", choices=_ACTS)
    parser.add_argument("count", type=int, nargs="?")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    act, usual = _ACTS[options.act]
    faults = list(act(options.count or usual, options.seed, options.only))
    print(*faults, f"{len(faults)} faults", sep="\n")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
