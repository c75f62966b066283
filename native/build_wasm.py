"""Builds the core for pages: ``python native/build_wasm.py`` (needs emcc 3.1.6 or later).

It makes ``spiderpos/show/web/spiderpos.wasm`` of the sources here.  The file ends with a section
that holds their digest, so that a test can say whether it belongs to them.  With the argument
``player`` it makes ``player.wasm`` instead, the player without sight for pages of games.
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
#: emcc leaves short functions out of line if it is to be small, which makes it large, and slow.
COMPILING: Final = ("-std=c++17", "-DNDEBUG", "-Wno-trigraphs", "-finline-functions")
LINKING: Final = (
    *("-sSTANDALONE_WASM", "--no-entry", "-sMALLOC=emmalloc", "-sALLOW_MEMORY_GROWTH"),
    *("-sMAXIMUM_MEMORY=4GB", "-sEXPORTED_FUNCTIONS=_malloc", "-sERROR_ON_UNDEFINED_SYMBOLS=0"),
)
#: The name of the section with the digest.
SECTION: Final = b"sources"


def digest() -> bytes:
    """The digest of the sources, as it stands at the end of the file."""
    found = hashlib.sha256()
    for path in sorted(NATIVE.rglob("*.[ch]pp")):
        found.update(path.relative_to(NATIVE).as_posix().encode() + b"\n" + path.read_bytes())
    return found.hexdigest().encode()


def section() -> bytes:
    """The last section of the file."""
    content = bytes((len(SECTION),)) + SECTION + digest()
    return bytes((0, len(content))) + content


def build(source: str, target: Path, end: bytes = b"") -> None:
    """Compile a source, and write the module with ``end`` after it."""
    with TemporaryDirectory() as folder:
        made = Path(folder, target.name)
        compiled = str(made.with_suffix(".o"))
        command = ["emcc", *BOTH, *COMPILING, "-c", str(NATIVE / source), "-o", compiled]
        subprocess.run(command, check=True)  # noqa: S603
        command = ["emcc", *BOTH, *LINKING, compiled, "-o", str(made)]
        subprocess.run(command, check=True)  # noqa: S603
        target.write_bytes(made.read_bytes() + end)
    print(f"{target}: {target.stat().st_size:,} bytes")


if __name__ == "__main__":
    if sys.argv[1:] == ["player"]:
        build("player.cpp", PLAYER)
    else:
        build("page.cpp", WASM, section())
