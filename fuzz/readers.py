"""Fuzz a reader: ``python fuzz/readers.py TARGET [-runs=N | -max_total_time=SECONDS] ...``.

``--list`` names the targets.  ``--seeds`` writes the texts that fuzzing begins with, from what
the package ships, into ``fuzz/corpus``; ``--keep TARGET`` adds what a run found in
``fuzz/found`` and reaches code that the corpus doesn't.  Options with one dash are libFuzzer's.
An input that breaks a reader is left as ``crash-...`` in the current directory; once it is
mended it belongs in ``fuzz/regressions/TARGET``.

Needs atheris (``.venv/bin/pip install -e '.[fuzz]'``).
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

try:
    import atheris
except ImportError:
    atheris = None

_FOLDER = Path(__file__).resolve().parent
_LONGEST = 4096


def _targets():
    """The targets, loaded so that atheris sees which code runs."""
    sys.path.insert(0, str(_FOLDER))
    if atheris is None:
        import targets  # noqa: PLC0415
    else:
        # Not Lark: its tables say nothing of our readers, and it is slow when watched.
        with atheris.instrument_imports(include=["spiderpos", "targets", "json", "yaml"]):
            import targets  # noqa: PLC0415
    return targets.TARGETS


def _seeds() -> Iterator[tuple[str, bytes]]:
    """Texts for the targets: (the target's name, the text)."""
    from spiderpos import formats, scripts  # noqa: PLC0415
    from spiderpos.catalogue import load_problems  # noqa: PLC0415
    from spiderpos.catalogue.loading import file_text  # noqa: PLC0415
    from spiderpos.game import replay  # noqa: PLC0415
    from spiderpos.game.rules import PRESETS  # noqa: PLC0415
    from spiderpos.games import session  # noqa: PLC0415
    from spiderpos.text.errors import NotWritable, SpiderError  # noqa: PLC0415
    from spiderpos.text.resources import shipped_folder  # noqa: PLC0415

    folder = shipped_folder("problems")
    problems = load_problems(folder)
    for name, format in formats.FORMATS.items():
        yield f"position-{name}", format.example.encode()
        yield "position", format.example.encode()
        for problem in problems[:8]:
            with contextlib.suppress(NotWritable):
                text = format.dumps(problem.start).encode()
                yield f"position-{name}", text
                if problem.id == "woods-4":
                    yield "position", text
    yield "diagrams", "\n\n".join(formats.dumps(p.start, "diagram") for p in problems[:3]).encode()
    for name, notation in scripts.SCRIPT_FORMATS.items():
        yield f"script-{name}", notation.example.encode()
        yield "script", notation.example.encode()
        for problem in problems[:8]:
            for line in problem.lines.values():
                with contextlib.suppress(SpiderError):
                    steps = replay.replay(problem.position(line.start), line.script).steps
                    text = scripts.dumps(steps[:40], name).encode()
                    yield f"script-{name}", text
                    yield "saved-game" if name == "save" else "script", text
    yield "saved-game", formats.FORMATS["save"].example.encode()
    for problem in problems:
        if problem.goal is not None:
            yield "goal", str(problem.goal).encode()
        for claim in problem.claims:
            yield "goal", str(claim.goal).encode()
    for problem in problems[:4]:
        for line in list(problem.lines.values())[:1]:
            steps = replay.replay(problem.position(line.start), line.script).steps[:12]
            game = session.Session(problem.position(line.start), steps, goal=problem.goal)
            yield "session", session.dumps(game).encode()
    posts = (_FOLDER.parent / "tests" / "reading" / "prose.cases").read_text("utf-8")
    for post in posts.split("####"):
        yield "script-prose", post.encode()
    for text in ("We turn up 4 cards.", "the ace of\nspades from 3 to 4, 4 cards from 7 to 3"):
        yield "script-prose", text.encode()
    for path in sorted(folder.glob("*.yaml"))[:6]:
        yield "problem", file_text(path).encode()
        yield "yaml", file_text(path).encode()
    for name, preset in PRESETS.items():
        yield "rules", f"{name}\ncells=2\nstart=first-four".encode()
        yield "rules", str(preset).encode()
    yield "plan", b"Jd from 9 to 1\nif it's Kh:\n    Q-Jh from 8 to 9\notherwise:\n    deal\n"
    result = {"deal": "1", "rules": "woods", "goal": "win", "digest": "0" * 16}
    result |= {"budget": 1.0, "outcome": "solved", "seconds": 0.1, "moves": 5, "line": "deal\n"}
    yield "journal", json.dumps(result).encode() + b"\n"
    yield from (("numbers", text) for text in (b"1-3,14934", b"7", b"4294967295", b"1-"))
    yield from (("arrows", text) for text in (b"9h", b"1-2", b"3:5", b"Kd:red", b"4>5", b"1.2"))
    yield "results", b""


def _write_seeds() -> None:
    for name, data in _seeds():
        if len(data) <= 16 * _LONGEST:
            _put(_FOLDER / "corpus" / name, data)


def _put(folder: Path, data: bytes) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / hashlib.sha256(data).hexdigest()[:12]).write_bytes(data)


def main() -> None:
    """Do what the arguments say."""
    told = sys.argv[1:]
    if not told or told[0] in ("-h", "--help"):
        print(__doc__)
    elif told[0] == "--seeds":
        _write_seeds()
    elif told[0] == "--list":
        print("\n".join(_targets()))
    else:
        keep = told[0] == "--keep"
        name, *options = told[keep:]
        if atheris is None:
            from spiderpos.text.extras import missing  # noqa: PLC0415

            sys.exit(f"fuzzing needs {missing('fuzz')}")
        found, corpus = _FOLDER / "found" / name, _FOLDER / "corpus" / name
        target = _targets().get(name)
        if target is None:
            sys.exit(f"there is no target '{name}'; --list names them")
        for folder in (found, corpus):
            folder.mkdir(parents=True, exist_ok=True)
        folders = [str(found), str(corpus)]
        if keep:
            options, folders = ["-merge=1", *options], folders[::-1]
        limits = [f"-max_len={_LONGEST}", "-timeout=10", "-rss_limit_mb=2048"]
        atheris.Setup([sys.argv[0], *limits, *options, *folders], target)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
