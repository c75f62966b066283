"""Compiles the solver's core at install time, where there is a compiler.

Without one (or with ``SPIDERPOS_PURE=1``) the install succeeds all the same: the solver then
searches in Python, and says so.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_LIBRARY = "spiderpos/prover/_core.so"
_SOURCES = ("spiderpos.cpp", "winning.cpp")
_FLAGS = ["-O3", "-std=c++17", "-shared", "-fPIC", "-fvisibility=hidden", "-DNDEBUG"]


class CoreBuildHook(BuildHookInterface[Any]):
    """Adds the compiled core to a wheel; for an editable install it lies beside the sources."""

    _folder: TemporaryDirectory[str] | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and say what the wheel holds."""
        if self.target_name != "wheel":
            return
        beside_sources = Path(self.root, _LIBRARY)
        if version == "editable":
            library = beside_sources
            library.unlink(missing_ok=True)
        else:
            # The checkout may be installed as editable: its own core stays as it is.
            self._folder = TemporaryDirectory()
            library = Path(self._folder.name, beside_sources.name)
        if os.environ.get("SPIDERPOS_PURE") == "1" or not self._compile(library):
            self.app.display_warning("spiderpos: without the compiled core; the solver is slow")
            return
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"
        if version != "editable":
            build_data["force_include"][str(library)] = _LIBRARY

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was compiled for a wheel, which has it now."""
        if self._folder is not None:
            self._folder.cleanup()

    def _compile(self, library: Path) -> bool:
        compilers = [os.environ.get("CXX"), "c++", "g++", "clang++"]
        sources = [str(Path(self.root, "native", name)) for name in _SOURCES]
        for compiler in filter(None, compilers):
            if shutil.which(compiler) is None:
                continue
            command = [compiler, *_FLAGS, "-o", str(library), *sources]
            done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
            if done.returncode == 0:
                return True
            print(done.stderr, file=sys.stderr)
        return False
