"""Parse ``console`` blocks: commands and their output.

The tests run the commands of every page.  On the site, the copy button of a block copies only the
commands.
"""

from __future__ import annotations

import html
import re

__all__ = ["commands", "with_copies"]

_BLOCK = re.compile(r'<div class="language-console highlight">(<pre>.*?</pre>)</div>', re.DOTALL)


def commands(text: str) -> list[tuple[str, list[str]]]:
    """Return the commands of a console block, each with its expected output lines.

    A line that starts with ``$ `` is a command.  It may continue up to the end of a here-document,
    or after a backslash at its end.
    """
    result: list[tuple[str, list[str]]] = []
    until = None
    for line in text.splitlines():
        if until is not None:
            result[-1] = (f"{result[-1][0]}\n{line}", [])
            until = None if line == until else until
        elif line.startswith("$ "):
            result.append((line[2:], []))
            here_document = re.search(r"<<'(\w+)'", line)
            until = here_document[1] if here_document else None
        elif result and result[-1][0].endswith("\\"):
            result[-1] = (result[-1][0] + "\n" + line.removeprefix("> "), [])
        else:
            result[-1][1].append(line.rstrip())
    return result


def with_copies(page: str) -> str:
    """Add to each console block the text that its button copies."""

    def with_copy(block: re.Match[str]) -> str:
        text = html.unescape(re.sub(r"<[^>]*>", "", block[1]))
        copied = html.escape("\n".join(line for line, _ in commands(text)))
        return f'<div class="language-console highlight" data-copy="{copied}">{block[1]}</div>'

    return _BLOCK.sub(with_copy, page)
