"""What a ``console`` block holds: commands, and what they print.

The tests run the commands of every page.  On the site a block's copy button copies its commands,
without the prompts and what is printed.
"""

from __future__ import annotations

import html
import re

__all__ = ["commands", "with_copies"]

_BLOCK = re.compile(r'<div class="language-console highlight">(<pre>.*?</pre>)</div>', re.DOTALL)


def commands(text: str) -> list[tuple[str, list[str]]]:
    """The commands of a console block, each with the lines that it should print.

    A line that starts with ``$ `` is a command.  It may go on: up to the end of a here-document,
    or after a backslash at its end.
    """
    found: list[tuple[str, list[str]]] = []
    until = None
    for line in text.splitlines():
        if until is not None:
            found[-1] = (f"{found[-1][0]}\n{line}", [])
            until = None if line == until else until
        elif line.startswith("$ "):
            found.append((line[2:], []))
            here = re.search(r"<<'(\w+)'", line)
            until = here[1] if here else None
        elif found and found[-1][0].endswith("\\"):
            found[-1] = (found[-1][0] + "\n" + line.removeprefix("> "), [])
        else:
            found[-1][1].append(line.rstrip())
    return found


def with_copies(page: str) -> str:
    """Give each console block the text that its button copies."""

    def with_copy(block: re.Match[str]) -> str:
        text = html.unescape(re.sub(r"<[^>]*>", "", block[1]))
        copied = html.escape("\n".join(line for line, _ in commands(text)))
        return f'<div class="language-console highlight" data-copy="{copied}">{block[1]}</div>'

    return _BLOCK.sub(with_copy, page)
