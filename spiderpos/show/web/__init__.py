"""What the pages are made of: scripts, styles, the card art, and positions as JSON for them.

The files are plain modern JavaScript and CSS and need no build step.  A page of one file takes
them with :func:`script` and :func:`asset`; a server can send them as they are.
"""

from __future__ import annotations

import base64
import json
import lzma
import re
from collections.abc import Container
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
    "imported",
    "joined",
    "packed",
    "script",
]

_IMPORT: Final = re.compile(r'^import \{([^}]*)\} from "\./([\w.-]+)";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export ((?:async )?(?:function|class|const)) (\w+)", re.MULTILINE)
#: Comments, which no page needs.
_COMMENT: Final = re.compile(r"^ *//.*\n|/\*[\s\S]*?\*/ ?", re.MULTILINE)
#: Spaces around what parts rules and declarations; a colon's are those after it.
_SPACES: Final = re.compile(r"(?:(?<!\s)\s+)?([{};,])\s*|(?<=[a-z]:) +")
_INDENT: Final = re.compile(r"\n\s+")
_STRING: Final = r""""(?:[^"\\\n]|\\.)*"|'[^'\\\n]*'|`[^`\n]*`"""
#: A line of a script in which it's plain what is text; what stands around its signs; line ends
#: that part nothing.
_PLAIN_LINE: Final = re.compile(rf"^(?:[^`\"'/\n]|{_STRING})*$", re.MULTILINE)
_BLANKS: Final = re.compile(rf"({_STRING})| ?([=,;:?(){{}}\[\]&|<>!]) ?")
_LINE_END: Final = re.compile(r"(?<=[;,{(\[])\n|\n(?=[})\]])")
_ONE_TEMPLATE: Final = 2
#: How the core is packed.
_PACKING: Final = {
    "id": lzma.FILTER_LZMA1,
    "preset": 9 | lzma.PRESET_EXTREME,
    "dict_size": 1 << 20,
    "nice_len": 273,
    **{"lc": 1, "lp": 0, "pb": 0},
}


def asset(name: str) -> str:
    """Return the text of a file of this package, such as ``board.css``.

    Raises FileNotFoundError if there is none; ``name`` is *not* checked otherwise, so it may
    not come from outside.
    """
    text = (resources.files(__package__) / name).read_text(encoding="utf-8")
    if name == "grammars.js":
        for constant, value in notations().items():
            unset = f"{constant} = /** @type {{any}} */ (null)"
            text = text.replace(unset, f"{constant} = {value}")
    return text


def imported(*texts: str, beside: Container[str] = ()) -> tuple[str, ...]:
    """Return the names of the modules here that scripts import, and those that these import.

    ``beside`` are names of modules that lie elsewhere.
    """
    names: dict[str, None] = {}
    left = list(texts)
    while left:
        modules = [name for _, name in _IMPORT.findall(left.pop())]
        new = [name for name in modules if name not in names and name not in beside]
        names |= dict.fromkeys(new)
        left += map(asset, new)
    return tuple(names)


@cache
def joined(name: str, there: tuple[str, ...] = ()) -> str:
    """Return a module with those that it imports put before it, each once, as one plain script.

    All imports have to be of files here (``import { Board } from "./board.js";``).  Each module
    keeps its names for itself; what the last one exports is there for what follows.  Modules that
    are ``there`` are the window's, by their variables.
    """
    modules = {
        module: f"const {_variable(module)} = window.{_variable(module)};\n" for module in there
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
    """Return the compiled core, as a server sends it."""
    return (resources.files(__package__) / "spiderpos.wasm").read_bytes()


@cache
def core() -> str:
    """Return the compiled core as a script: packed as ``packed.js`` unpacks it, and as text."""
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


#: The module that unpacks others.
_UNPACKING: Final = "packed.js"


@cache
def packed(text: str) -> str:
    """Return a script that unpacks another one and runs it: a tenth smaller once gzipped.

    The browser holds the script that comes out against the page's policy, as any other.
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
    """Return a script that a page needs: a module with all that it imports.

    ``core.js`` and ``player.js`` are the modules of the compiled core, as data.

    With ``art`` it puts the card art into the page first.  Without ``unpacking`` it is one that is
    ``packed`` itself: what unpacks is there.
    """
    if name == "core.js":
        return core()
    if name == "player.js":
        module = (resources.files(__package__) / "player.wasm").read_bytes()
        return f'window.spiderposPlayer = "{base64.b64encode(module).decode()}";\n'
    there = () if unpacking else (_UNPACKING,)
    drawn = ""
    if art:
        drawn = f'document.body.insertAdjacentHTML("beforeend", {json.dumps(card_art())});\n'
    text = f"(() => {{\n{drawn}{narrow(bare(joined(name, there)))}}})();\n"
    return text.replace("</", "<\\/")


def bare(text: str) -> str:
    """Return a script or a style sheet without what only readers need: comments, indents."""
    return _INDENT.sub("\n", _COMMENT.sub("", text))


def narrow(text: str) -> str:
    """Return a script without blanks and line ends that mean nothing, where that's plain."""
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
    """Return a style sheet without comments, and without spaces that mean nothing in it."""
    return _SPACES.sub(lambda match: match[1] or "", bare(text))


def card_art() -> str:
    """Return the symbols of the cards that a board refers to, as an element that shows nothing."""
    return f'<svg class="card-art" aria-hidden="true">{cardart.sprite()}</svg>'


def card_style(*, four_colours: bool = False) -> str:
    """Return the CSS for :func:`card_art`: colours that go by light and dark and can be set."""
    four = ";".join(f"--sp-{part}:{colour}" for part, colour in cardart.FOUR_COLOURS.items())
    style = cardart.style(four_colours=four_colours, variables=True)
    return f".card-art{{display:none}}{style}[data-colours=four]{{{four}}}"
