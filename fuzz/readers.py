"""Fuzz a reader: ``python fuzz/readers.py TARGET [-runs=N | -max_total_time=SECONDS] ...``.

``--list`` prints the targets.  Fuzzing begins with the texts in ``fuzz/corpus/TARGET``, and adds
texts that reach new code to ``fuzz/found/TARGET``.  Options with one dash are libFuzzer's.  A text
that breaks a reader is stored as ``crash-...`` in the current directory; after fixing the fault,
move it to ``fuzz/regressions/TARGET``.

Needs atheris (``.venv/bin/pip install -e '.[fuzz]'``).
"""

from __future__ import annotations

import sys
from pathlib import Path

try:
    import atheris
except ImportError:
    atheris = None

_FOLDER = Path(__file__).resolve().parent
_LONGEST = 4096


def _targets():
    """Import the targets, with coverage instrumentation if atheris is installed."""
    sys.path.insert(0, str(_FOLDER))
    if atheris is None:
        import targets  # noqa: PLC0415
    else:
        # Don't instrument Lark: it is slow, and coverage of its tables isn't that of our readers.
        with atheris.instrument_imports(include=["spiderpos", "targets", "json", "yaml"]):
            import targets  # noqa: PLC0415
    return targets.TARGETS


def main() -> None:
    """Run the fuzzer with the command line's arguments."""
    arguments = sys.argv[1:]
    if not arguments or arguments[0] in ("-h", "--help"):
        print(__doc__)
    elif arguments[0] == "--list":
        print("\n".join(_targets()))
    else:
        name, *options = arguments
        if atheris is None:
            from spiderpos.text.extras import missing  # noqa: PLC0415

            sys.exit(f"fuzzing needs {missing('fuzz')}")
        target = _targets().get(name)
        if target is None:
            sys.exit(f"unknown target '{name}'; --list prints the targets")
        folders = [_FOLDER / kind / name for kind in ("found", "corpus")]
        for folder in folders:
            folder.mkdir(parents=True, exist_ok=True)
        limits = [f"-max_len={_LONGEST}", "-timeout=10", "-rss_limit_mb=2048"]
        atheris.Setup([sys.argv[0], *limits, *options, *map(str, folders)], target)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
