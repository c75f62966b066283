"""Assets of the pages: scripts, styles, the card art, and positions as JSON.

The files are plain modern JavaScript and CSS and need no build step.  A page in a single file
includes them by :func:`script` and :func:`asset`; a server can send them unchanged.
"""

from __future__ import annotations

import base64
import json
import lzma
import re
from functools import cache
from importlib import resources
from typing import Final

from ..pictures import cardart
from .parts import ALIGNMENTS, NUMBERS, split
from .tables import notations

__all__ = [
    "asset",
    "bare",
    "bare_sheet",
    "built",
    "card_art",
    "card_style",
    "core",
    "joined",
    "packed",
    "script",
]

_IMPORT: Final = re.compile(r'^import \{([^}]*)\} from "\./([\w.-]+)";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export ((?:async )?(?:function|class|const)) (\w+)", re.MULTILINE)
#: Matches a comment of a script or style sheet; they are removed from pages.
_COMMENT: Final = re.compile(r"^ *//.*\n|/\*[\s\S]*?\*/ ?", re.MULTILINE)
#: Matches the spaces around separators of rules and declarations, and those after a colon.
_SPACES: Final = re.compile(r"(?:(?<!\s)\s+)?([{};,])\s*|(?<=[a-z]:) +")
_INDENT: Final = re.compile(r"\n\s+")
_STRING: Final = r""""(?:[^"\\\n]|\\.)*"|'[^'\\\n]*'|`[^`\n]*`"""
#: ``_PLAIN_LINE`` matches a line of a script in which all quotes belong to complete string
#: literals; ``_BLANKS`` matches such a literal, or an operator with its spaces; ``_LINE_END``
#: matches a line end next to a bracket or separator.
_PLAIN_LINE: Final = re.compile(rf"^(?:[^`\"'/\n]|{_STRING})*$", re.MULTILINE)
_BLANKS: Final = re.compile(rf"({_STRING})| ?([=,;:?(){{}}\[\]&|<>!]) ?")
_LINE_END: Final = re.compile(r"(?<=[;,{(\[])\n|\n(?=[})\]])")
_ONE_TEMPLATE: Final = 2
#: The value of a constant that is inserted when a script is read.
_UNSET: Final = "/** @type {any} */ (null)"
#: LZMA parameters for the core; ``unpack.js`` supports no others.
_PACKING: Final = {
    "id": lzma.FILTER_LZMA1,
    "preset": 9 | lzma.PRESET_EXTREME,
    "dict_size": 1 << 20,
    "nice_len": 273,
    **{"lc": 1, "lp": 0, "pb": 0},
}


def asset(name: str) -> str:
    """Return the text of a file of this package, such as ``board.css``.

    Raises FileNotFoundError if there is none.  ``name`` is *not* checked for other paths, so it
    must not come from user input.
    """
    text = (resources.files(__package__) / name).read_text(encoding="utf-8")
    if _UNSET in text:
        for constant, value in notations().items():
            text = text.replace(f"{constant} = {_UNSET}", f"{constant} = {value}")
    return text


@cache
def joined(name: str, external: tuple[str, ...] = ()) -> str:
    """Return a module and its imports as a single plain script, each module once, imports first.

    All imports must be from files of this package, one line each, as in
    ``import { Board } from "./board.js";``.  Each module has
    its own scope; later code of the script can use the exports of the last one.  Modules in
    ``external`` are not included: their exports are taken from variables of the window.
    """
    modules = {
        module: f"const {_variable(module)} = window.{_variable(module)};\n" for module in external
    }

    def add(module: str) -> None:
        if module in modules:
            return
        text = asset(module)
        for _, other in _IMPORT.findall(text):
            add(other)
        exports = ", ".join(own for _, own in _EXPORT.findall(text))
        text = _IMPORT.sub(lambda m: f"const {{{m[1]}}} = {_variable(m[2])};\n", text)
        text = _EXPORT.sub(r"\1 \2", text)
        modules[module] = (
            f"const {_variable(module)} = (() => {{\n{text}\nreturn {{ {exports} }};\n}})();\n"
        )

    add(name)
    last = ", ".join(own for _, own in _EXPORT.findall(asset(name)))
    return "".join((*modules.values(), f"const {{ {last} }} = {_variable(name)};\n"))


def _variable(module: str) -> str:
    return re.sub(r"\W", "_", f"module_{module}")


def built() -> bytes:
    """Return the compiled core as a WebAssembly module."""
    return (resources.files(__package__) / "spiderpos.wasm").read_bytes()


@cache
def core() -> str:
    """Return the compiled core as a script, packed for ``unpack.js``."""
    module = built()
    parts = split(module)
    data = {
        "size": len(module),
        "parts": list(map(len, parts)),
        "numbers": NUMBERS,
        "alignments": ALIGNMENTS,
        "packed": _pack(b"".join(parts)),
    }
    return f"window.spiderposCore = {json.dumps(data, separators=(',', ':'))};\n"


def _pack(data: bytes) -> str:
    packed = lzma.compress(data, lzma.FORMAT_RAW, filters=[_PACKING])
    return base64.b64encode(packed).decode()


#: The module with the decoder.
_UNPACKING: Final = "unpack.js"


@cache
def packed(text: str) -> str:
    """Return a script that unpacks and runs another one; after gzip it is a tenth smaller.

    The browser applies the page's content security policy to the unpacked script, too.
    """
    exports = ", ".join(own for _, own in _EXPORT.findall(asset(_UNPACKING)))
    data = text.encode()
    unpacked = f'unpack(bytesOf("{_pack(data)}"), {len(data)})'
    unpacking = narrow(bare(joined(_UNPACKING)))
    return (
        f"(() => {{\n{unpacking}window.{_variable(_UNPACKING)} = {{ {exports} }};\n"
        'const made = document.createElement("script");\n'
        f"made.textContent = new TextDecoder().decode({unpacked});\n"
        "document.body.append(made);\n})();\n"
    )


@cache
def script(name: str, *, art: bool = False, unpacking: bool = True) -> str:
    """Return a module with all its imports, as a script for a page.

    ``core.js`` and ``player.js`` are the compiled core and the compiled computer player, as data.

    With ``art`` the script first inserts the card art into the page.  Without ``unpacking`` it
    omits the decoder; use this for a script that is ``packed`` itself.
    """
    if name == "core.js":
        return core()
    if name == "player.js":
        module = (resources.files(__package__) / "player.wasm").read_bytes()
        return f'window.spiderposPlayer = "{base64.b64encode(module).decode()}";\n'
    external = () if unpacking else (_UNPACKING,)
    drawn = ""
    if art:
        drawn = f'document.body.insertAdjacentHTML("beforeend", {json.dumps(card_art())});\n'
    text = f"(() => {{\n{drawn}{narrow(bare(joined(name, external)))}}})();\n"
    return text.replace("</", "<\\/")


def bare(text: str) -> str:
    """Remove comments and indentation from a script or a style sheet."""
    return _INDENT.sub("\n", _COMMENT.sub("", text))


def narrow(text: str) -> str:
    """Remove blanks and line ends from a script, where that is certainly safe."""
    lines = _PLAIN_LINE.sub(
        lambda line: (
            _BLANKS.sub(lambda part: part[1] or part[2], line[0])
            if line[0].count("`") <= _ONE_TEMPLATE
            else line[0]
        ),
        text,
    )
    return _LINE_END.sub("", lines)


def bare_sheet(text: str) -> str:
    """Remove comments and insignificant spaces from a style sheet."""
    return _SPACES.sub(lambda match: match[1] or "", bare(text))


def card_art() -> str:
    """Return an invisible SVG element with the symbols of the cards, to which boards refer."""
    return f'<svg class="card-art" aria-hidden="true">{cardart.sprite()}</svg>'


def card_style(*, four_colours: bool = False) -> str:
    """Return the CSS for :func:`card_art`: colours for light and dark mode, as variables."""
    four = ";".join(f"--sp-{part}:{colour}" for part, colour in cardart.FOUR_COLOURS.items())
    style = cardart.style(four_colours=four_colours, variables=True)
    return f".card-art{{display:none}}{style}[data-colours=four]{{{four}}}"
