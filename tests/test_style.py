"""The style of the package, as far as it can be tested (CONTRIBUTING.md, "How we write")."""

import ast
import re
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "spiderpos"
FILES = sorted(PACKAGE.rglob("*.py"))
ASKS = re.compile(r"(what|whether|how|why|where|which|who|if)\b", re.IGNORECASE)
#: The beginning of a noun phrase; a function's docstring must begin with a verb.
NOUN = re.compile(r"(the|a|an|all|every|each|one|those|several|this|that)\b|`", re.IGNORECASE)
#: Parts of a sentence, which don't name what a thing is.
DIALECT = {"found", "said", "told", "asked", "wanted", "held", "kept", "known", "at", "deeds"}


@cache
def functions():
    """Return the place and the syntax tree of each function of the package."""
    return [
        (f"{path.relative_to(PACKAGE)}:{node.lineno}", node)
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def is_command(node):
    """Return True if a function's docstring is the help of a command."""
    return any(
        re.search("command|group", ast.unparse(decorator)) for decorator in node.decorator_list
    )


def test_docstrings_do_not_ask():
    wrong = [
        place
        for place, node in functions()
        if ASKS.match(ast.get_docstring(node) or "") and not is_command(node)
    ]
    assert wrong == []


def test_docstrings_of_functions_are_orders():
    wrong = [
        place
        for place, node in functions()
        if NOUN.match(ast.get_docstring(node) or "")
        and not any("property" in ast.unparse(decorator) for decorator in node.decorator_list)
        and not is_command(node)
    ]
    assert wrong == []


def test_names_of_local_variables():
    wrong = []
    for place, node in functions():
        names = {argument.arg for argument in (*node.args.args, *node.args.kwonlyargs)}
        names |= {
            name.id
            for name in ast.walk(node)
            if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
        }
        wrong += [f"{place} {name}" for name in sorted(names & DIALECT)]
    assert wrong == []
