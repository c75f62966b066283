"""Libraries that only some things need: what to say where one isn't installed."""

from __future__ import annotations

import shlex
import sys


def missing(extra: str) -> str:
    """Return what is needed if the libraries of ``extra`` aren't there, and the command for them.

    The command is for the Python that runs this, whether its environment is active or not, and
    names the libraries themselves: 'spiderpos[pictures]' would be looked for in an index, where
    another program may be called so.
    """
    pip = [sys.executable or "python3", "-m", "pip", "install"]
    libraries = _libraries(extra)
    if libraries:
        how = shlex.join([*pip, *libraries])
    else:
        how = f"{shlex.join([*pip, f'.[{extra}]'])} in a clone of spiderpos"
    return f"the extra '{extra}', which isn't installed: {how}"


def _libraries(extra: str) -> list[str]:
    """Return the libraries of an extra, as the installed package says; empty if it doesn't."""
    from importlib import metadata  # noqa: PLC0415 - it takes a while

    try:
        named = metadata.requires("spiderpos") or []
    except metadata.PackageNotFoundError:
        return []
    pairs = (requirement.partition(";") for requirement in named)
    ours = (f"extra=='{extra}'", f'extra=="{extra}"')
    return [library.strip() for library, _, marker in pairs if marker.replace(" ", "") in ours]
