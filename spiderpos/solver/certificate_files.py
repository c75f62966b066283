"""Read and check certificate files, and serialize certificates."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any, Final
from zlib import error as ZlibError  # noqa: N812 - an exception

from ..game.position import Position
from ..goals.goal import Goal
from ..goals.judge import known_to_player
from ..text.errors import NotationError
from ..text.resources import shipped_folder
from ..text.source import Place
from .certificates import NoCertificate, question_of

#: The keys of long lists, which are written at the end.
_LISTS: Final = "exact", "classes", "positions", "states"
_BEFORE_LISTS: Final = re.compile(rb',\n "(?:%s)": \[\n' % "|".join(_LISTS).encode())
#: The maximum length of a certificate without its lists, in bytes.
_LONGEST_HEAD: Final = 100_000
#: A card with the star that marks it as hidden from the player.
_HIDDEN: Final = re.compile(r"\b\w+\*")


def dumps(certificate: dict[str, Any]) -> str:
    """Return a certificate as JSON, with a line for each exact card, class, position or state."""
    lists = [key for key in _LISTS if isinstance(certificate.get(key), list)]
    others = {key: value for key, value in certificate.items() if key not in lists}
    text = json.dumps(others, indent=1)
    for key in lists:
        members = certificate[key]
        each = ",\n".join(json.dumps(member, separators=(",", ":")) for member in members)
        text = text.removesuffix("\n}") + f',\n "{key}": [\n{each}\n]\n}}'
    return text + "\n"


def checked_file(path: Path, certificate: dict[str, Any]) -> bytes:
    """Return the bytes of a certificate file, compressed if its name ends with ``.gz``.

    Raises NoCertificate if the checker rejects them.
    """
    text = dumps(certificate).encode()
    data = gzip.compress(text, mtime=0) if path.name.endswith(".gz") else text
    if why := _refusal(text, len(data)):
        raise NoCertificate(f"the checker refuses it: {why}; please report it")
    return data


def refusal(path: Path) -> str:
    """Return the reason why the checker rejects a certificate file; empty if it accepts it.

    Raises OSError.
    """
    data = path.read_bytes()
    try:
        text = gzip.decompress(data) if path.name.endswith(".gz") else data
    except (EOFError, ZlibError) as error:
        return str(error)
    return _refusal(text, len(data))


def _refusal(text: bytes, size: int) -> str:
    """Return the reason why the checker rejects a certificate; empty if it accepts it.

    ``size`` is the size of the file, which may be compressed.
    """
    checker = _checker()
    try:
        node = checker.load(text, size)
        checker.prove(checker.Question(node, len(text)), node, len(text))
    except Exception as why:  # the checker raises any exception for an unreadable file
        return str(why) or type(why).__name__
    return ""


@cache
def _checker() -> Any:
    """Import ``certificates/check.py``."""
    loader = SourceFileLoader("check", str(shipped_folder("certificates") / "check.py"))
    module = ModuleType(loader.name)
    loader.exec_module(module)
    return module


@dataclass(frozen=True, slots=True)
class Certificate:
    """The question of a certificate, and its proof in words.  The proof is not checked."""

    path: Path
    question: Mapping[str, Any]
    proof: str

    def is_about(self, position: Position, goal: Goal) -> bool:
        """Return True if the certificate is about this question.

        Hidden cards are ignored: it may name them in any order.
        """
        hidden = json.loads(_HIDDEN.sub("??", json.dumps(self.question["position"])))
        question = question_of(known_to_player(position, goal), goal)
        return {**self.question, "position": hidden} == question


def read(path: Path) -> Certificate:
    """Return the question and the proof in words of a certificate file; skip its long lists.

    Raises OSError, or NotationError if it isn't a certificate as :func:`dumps` writes it.
    """
    try:
        with gzip.open(path) if path.name.endswith(".gz") else path.open("rb") as file:
            head = file.read(_LONGEST_HEAD)
        lists = _BEFORE_LISTS.search(head)
        node = json.loads(head[: lists.start()] + b"}" if lists else head)
        question = {key: node[key] for key in ("rules", "position", "goal")}
        return Certificate(path, question, str(node["words"]["proof"]))
    except (gzip.BadGzipFile, EOFError, ZlibError, LookupError, TypeError, ValueError):
        raise NotationError("this is not a certificate", Place(str(path), 0, 0)) from None
