"""Compile the core for pages: ``python native/build_wasm.py`` (needs emcc 3.1.6 or later).

This writes ``spiderpos/show/web/spiderpos.wasm`` from the C++ sources in this folder.  The file
ends with a section that has their digest, so that a test can detect an outdated file.  With the
argument ``player`` it writes ``player.wasm`` instead: the automatic player for pages of games,
which deals games and advises on moves from the face-up cards.  ``wasm-opt`` comes with emcc.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

NATIVE: Final = Path(__file__).parent
WASM: Final = NATIVE.parent / "spiderpos/show/web/spiderpos.wasm"
PLAYER: Final = WASM.with_name("player.wasm")
BOTH: Final = ("-Oz", "-flto", "-fwasm-exceptions", "-fno-rtti", "-msign-ext")
#: Without ``-finline-functions``, ``-Oz`` doesn't inline short functions, which makes the module
#: larger and slower.  Nothing runs when the module ends.
COMPILING: Final = (
    *("-std=c++17", "-DNDEBUG", "-Wno-trigraphs"),
    *("-finline-functions", "-fno-c++-static-destructors"),
)
LINKING: Final = (
    *("-sSTANDALONE_WASM", "--no-entry", "-sMALLOC=emmalloc", "-sALLOW_MEMORY_GROWTH"),
    *("-sMAXIMUM_MEMORY=4GB", "-sEXPORTED_FUNCTIONS=_malloc", "-sERROR_ON_UNDEFINED_SYMBOLS=0"),
)
#: The second optimization, which copies only functions of up to four bytes into their callers.
OPTIMIZING: Final = (
    *("-Os", "--always-inline-max-function-size=4", "--enable-exception-handling"),
    *("--enable-sign-ext", "--enable-mutable-globals"),
)
#: The name of the section with the digest.
SECTION: Final = b"sources"


def digest() -> bytes:
    """Return the SHA-256 digest of the C++ sources in hexadecimal, as at the end of the module."""
    checksum = hashlib.sha256()
    for path in sorted(NATIVE.rglob("*.[ch]pp")):
        checksum.update(path.relative_to(NATIVE).as_posix().encode() + b"\n" + path.read_bytes())
    return checksum.hexdigest().encode()


def section() -> bytes:
    """Return the bytes of a WebAssembly custom section that contains the digest."""
    content = bytes((len(SECTION),)) + SECTION + digest()
    return bytes((0, len(content))) + content


def build(source: str, target: Path, end: bytes = b"") -> None:
    """Compile the C++ file ``source`` to the WebAssembly module ``target``, and append ``end``."""
    with TemporaryDirectory() as folder:
        module = Path(folder, target.name)
        compiled = str(module.with_suffix(".o"))
        command = ["emcc", *BOTH, *COMPILING, "-c", str(NATIVE / source), "-o", compiled]
        subprocess.run(command, check=True)  # noqa: S603
        command = ["emcc", *BOTH, *LINKING, compiled, "-o", str(module)]
        subprocess.run(command, check=True)  # noqa: S603
        command = ["wasm-opt", *OPTIMIZING, str(module), "-o", str(module)]
        subprocess.run(command, check=True)  # noqa: S603
        target.write_bytes(module.read_bytes() + end)
    print(f"{target}: {target.stat().st_size:,} bytes")


if __name__ == "__main__":
    if sys.argv[1:] == ["player"]:
        build("player.cpp", PLAYER)
    else:
        build("page.cpp", WASM, section())
