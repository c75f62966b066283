"""The compiled core of a copy of the sources, compiled anew where they have changed."""

import os
import re
import shlex
import subprocess
from pathlib import Path

_FLAGS = ["-O1", "-w", "-std=c++17", "-fPIC", "-fvisibility=hidden"]


def compile_core(native: Path, library: Path) -> str:
    """Compile the sources in a folder and link them.

    An object lies beside its source, and stays as long as it's newer than all that it's made of.

    Returns:
        The compiler's errors; empty if there are none.
    """
    compiler = shlex.split(os.environ.get("CXX", "c++"))
    objects = []
    for source in sorted(native.glob("*.cpp")):
        objects.append(source.with_suffix(".o"))
        if _is_old(objects[-1], [*compiler, *_FLAGS, "-MM", str(source)]):
            command = [*compiler, *_FLAGS, "-c", str(source), "-o", str(objects[-1])]
            if errors := _errors(command):
                return errors
    return _errors([*compiler, "-shared", *map(str, objects), "-o", str(library)])


def _is_old(compiled: Path, listing: list[str]) -> bool:
    """Return True if there is no object, or a file on which it depends has changed since."""
    if not compiled.exists():
        return True
    listed = subprocess.run(listing, capture_output=True, text=True, check=True).stdout
    paths = re.split(r"[\s\\]+", listed.partition(":")[2].strip())
    return compiled.stat().st_mtime_ns <= max(Path(path).stat().st_mtime_ns for path in paths)


def _errors(command: list[str]) -> str:
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    return (ended.stderr or "the compiler fails") if ended.returncode else ""
