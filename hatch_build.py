"""Build hook: compile the catalogue, the parser tables and the solver's core at install time.

The core needs a C++ compiler.  Without a working one (or with ``SPIDERPOS_PURE=1``) the install
still succeeds, and the solver searches in Python.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_LIBRARY = "spiderpos/solver/prover/_core.so"
_SOURCES = ("door.cpp", "page.cpp")
_FLAGS = ["-O3", "-std=c++17", "-fPIC", "-fvisibility=hidden", "-DNDEBUG"]
#: Targets for cross-compiled wheels (``SPIDERPOS_TARGET``): the platform tag of the wheel, and
#: zig's name for the target.  zig ships with the system libraries of all targets.
TARGETS = {
    "manylinux_2_17_x86_64": "x86_64-linux-gnu.2.17",
    "manylinux_2_17_aarch64": "aarch64-linux-gnu.2.17",
    "musllinux_1_2_x86_64": "x86_64-linux-musl",
    "musllinux_1_2_aarch64": "aarch64-linux-musl",
    "win_amd64": "x86_64-windows-gnu",
    "macosx_11_0_x86_64": "x86_64-macos.11.0",
    "macosx_11_0_arm64": "aarch64-macos.11.0",
}
#: Loads the compiled library and calls a function, in a separate process because it may crash.
_LOAD = [
    *(sys.executable, "-I", "-c"),
    """\
import ctypes, sys
try:
    core = ctypes.CDLL(sys.argv[1])
    core.spiderpos_interface()
except (OSError, AttributeError) as error:
    sys.exit(f"the compiled core doesn't work: {error}")
""",
]
#: Reads the catalogue, a position, and a script in each notation; writes the index of the
#: catalogue and the tables of the grammars that were loaded.
_CATALOGUE = """\
import sys
from contextlib import suppress
sys.path.insert(0, sys.argv[1])
from spiderpos import formats, scripts
from spiderpos.catalogue import compiled, load_problems
from spiderpos.text.errors import SpiderError
from spiderpos.text.resources import save_grammars, shipped_folder
for old in shipped_folder("grammars").glob("*.tables"):
    old.unlink()
compiled.write(load_problems(shipped_folder("problems")))
formats.recognise("10h\\tKd")
for notation in scripts.SCRIPT_FORMATS.values():
    with suppress(SpiderError):
        notation.loads("3 8")
save_grammars()
"""


class CompilingHook(BuildHookInterface[Any]):
    """Adds the compiled files to a wheel, or writes them to the sources (editable install)."""

    _folder: TemporaryDirectory[str] | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and add the results and the certificates to the files of the wheel."""
        if self.target_name != "wheel":
            return
        if not _succeeds([sys.executable, "-c", _CATALOGUE, self.root]):
            self.app.display_warning("spiderpos: can't compile the catalogue; it will load slowly")
        in_sources = Path(self.root, _LIBRARY)
        if version == "editable":
            library = in_sources
            library.unlink(missing_ok=True)
        else:
            # Don't replace the core in the checkout, which may be installed as editable.
            self._folder = TemporaryDirectory()
            library = Path(self._folder.name, in_sources.name)
            certificates = Path(self.root, "certificates")
            for path in (*certificates.glob("*.json*"), *certificates.glob("check.py")):
                build_data["force_include"][str(path)] = f"spiderpos/certificates/{path.name}"
        target = os.environ.get("SPIDERPOS_TARGET")
        if target:
            self._cross_compile(library, target)
        elif os.environ.get("SPIDERPOS_PURE") == "1" or not self._compile(library):
            self.app.display_warning("spiderpos: no compiled core; the solver will be slow")
            return
        platform = target or sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"
        if version != "editable":
            build_data["force_include"][str(library)] = _LIBRARY

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the temporary folder after the wheel has been written."""
        if self._folder is not None:
            self._folder.cleanup()

    def _cross_compile(self, library: Path, target: str) -> None:
        """Compile for another platform.  The library can't be tested on this machine."""
        zig = [sys.executable, "-m", "ziglang", "c++", "-target", TARGETS[target]]
        if not self._build([*zig, "-s"], library):
            raise RuntimeError(f"the core can't be compiled for {target}")

    def _build(self, compiler: list[str], library: Path) -> bool:
        """Compile the sources in parallel and link them; return True on success."""
        self.app.display_info("spiderpos: compiling the search core, about a minute")
        with TemporaryDirectory() as folder, ThreadPoolExecutor() as pool:
            objects = [str(Path(folder, name).with_suffix(".o")) for name in _SOURCES]
            commands = [
                [*compiler, *_FLAGS, "-c", "-o", output, str(Path(self.root, "native", name))]
                for name, output in zip(_SOURCES, objects, strict=True)
            ]
            compiled = all(list(pool.map(_succeeds, commands)))
            return compiled and _succeeds([*compiler, "-shared", f"-o{library}", *objects])

    def _compile(self, library: Path) -> bool:
        """Compile with the first compiler that makes a working library; return True on success."""
        try:
            chosen = shlex.split(os.environ.get("CXX", ""))
        except ValueError as error:
            print(f"cannot parse CXX: {error}", file=sys.stderr)
            chosen = []
        for compiler in (chosen, ["c++"], ["g++"], ["clang++"]):
            if not compiler or shutil.which(compiler[0]) is None:
                continue
            if self._build(compiler, library) and _succeeds([*_LOAD, str(library)]):
                return True
            library.unlink(missing_ok=True)
        return False


def _succeeds(command: list[str]) -> bool:
    """Run a command; return True on success, otherwise print its standard error."""
    try:
        process = subprocess.run(  # noqa: S603
            command, capture_output=True, text=True, errors="replace", check=False
        )
    except OSError as error:
        print(f"{command[0]}: {error}", file=sys.stderr)
        return False
    if process.returncode:
        print(process.stderr, file=sys.stderr)
    return process.returncode == 0
