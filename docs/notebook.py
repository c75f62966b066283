"""Convert the notebook to a page, and read its cells for the tests.

``python docs/notebook.py`` runs the cells and updates their outputs in the file.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

__all__ = ["outputs", "page", "run"]

PAGE: Final = Path(__file__).with_name("notebook.ipynb")


def page() -> str:
    """Return the cells as Markdown."""
    return "\n\n".join(part for cell in cells() for part in _shown(cell)) + "\n"


def cells() -> list[dict[str, Any]]:
    """Return the cells of the file."""
    result: list[dict[str, Any]] = json.loads(PAGE.read_text(encoding="utf-8"))["cells"]
    return result


def outputs(cell: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the outputs of a cell that are stored in the file."""
    return list(cell.get("outputs", []))


def run(cell: dict[str, Any], names: dict[str, Any]) -> list[dict[str, Any]]:
    """Run a cell and return its outputs in the notebook's format: printed text and last value."""
    tree = ast.parse("".join(cell["source"]))
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    value = None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, PAGE.name, "exec"), names)  # noqa: S102 - our own cells
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), PAGE.name, "eval"), names)  # noqa: S307
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        text = printed.getvalue().splitlines(keepends=True)
        outputs.append({"name": "stdout", "output_type": "stream", "text": text})
    if value is not None:
        if (picture := getattr(value, "_repr_svg_", None)) is not None:
            data = {"image/svg+xml": picture().splitlines(keepends=True)}
        else:
            data = {"text/plain": repr(value).splitlines(keepends=True)}
        shown = {"data": data, "metadata": {}, "output_type": "execute_result"}
        outputs.append({"execution_count": None, **shown})
    return outputs


def _shown(cell: dict[str, Any]) -> Iterator[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield source
        return
    yield f"```python\n{source}\n```"
    for output in outputs(cell):
        data = output.get("data", {"text/plain": output.get("text")})
        if picture := "".join(data.get("image/svg+xml", [])):
            yield f'<div class="picture">{picture.strip()}</div>'
        else:
            yield f"```text\n{''.join(data['text/plain']).rstrip()}\n```"


def main() -> None:
    """Update the outputs in the file."""
    whole = json.loads(PAGE.read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    for cell in whole["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"] = run(cell, names)
    text = json.dumps(whole, ensure_ascii=False, indent=1)
    PAGE.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
