"""Messages for optional libraries that are not installed."""

from __future__ import annotations

import shlex
import sys


def missing(extra: str) -> str:
    """Return the end of a message about a missing optional library: the command to install it.

    The command uses the running Python, so that it works if the environment is not active.  It
    lists the libraries, because pip would look up 'spiderpos[pictures]' in an index, where
    another project may have that name.  Without the package's metadata it installs the
    extra in a clone.
    """
    pip = [sys.executable or "python3", "-m", "pip", "install"]
    libraries = _libraries(extra)
    if libraries:
        command = shlex.join([*pip, *libraries])
    else:
        command = f"{shlex.join([*pip, f'.[{extra}]'])} in a clone of spiderpos"
    return f"the extra '{extra}', which isn't installed: {command}"


def _libraries(extra: str) -> list[str]:
    """Return the libraries of an extra, from the metadata of the installed package, if any."""
    from importlib import metadata  # noqa: PLC0415 - the import is slow

    try:
        requirements = metadata.requires("spiderpos") or []
    except metadata.PackageNotFoundError:
        return []
    pairs = (requirement.partition(";") for requirement in requirements)
    markers = (f"extra=='{extra}'", f'extra=="{extra}"')
    return [library.strip() for library, _, marker in pairs if marker.replace(" ", "") in markers]
