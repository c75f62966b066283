"""Imports follow the table of layers in ``docs/architecture.md``."""

import ast
import re
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "spiderpos"
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def layers():
    """Return the packages of each layer in ``docs/architecture.md``, from the lowest layer up."""
    table = PAGE.split("\n## Layers\n")[1].split("\n## ")[0]
    rows = [line.split("|")[2] for line in table.splitlines() if line.startswith("| ")]
    return [re.findall(r"`(\w+)`", row) for row in rows[1:]][::-1]


@cache
def parsed(path):
    """Return a module's top-level statements, all its imports, and all ``name.attribute`` in it.

    The result is cached, so that each file is parsed once.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    results, used = [], []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            results.append(node)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            used.append((node.value.id, node.attr))
    return tree.body, results, used


def imports(path):
    """Yield the modules and packages directly below ``spiderpos`` that a file imports."""
    folder = path.relative_to(ROOT).parent.parts
    for node in parsed(path)[1]:
        if isinstance(node, ast.Import):
            named = [alias.name.split(".") for alias in node.names]
        else:
            base = list(folder[: len(folder) - node.level + 1]) if node.level else []
            base += node.module.split(".") if node.module else []
            named = [[*base, alias.name] for alias in node.names]
        yield from (name[1] for name in named if name[0] == "spiderpos" and len(name) > 1)


def test_every_module_is_in_the_table():
    there = {path.stem for path in PACKAGE.glob("*.py") if not path.stem.startswith("__")}
    there |= {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    listed = [name for layer in layers() for name in layer]
    assert sorted(listed) == sorted(there)


def test_no_file_is_longer_than_500_lines():
    long = {path.name for path in PACKAGE.rglob("*.py") if path.read_text().count("\n") > 500}
    assert long == set()


def test_imports_go_down():
    height = {name: number for number, layer in enumerate(layers()) for name in layer}
    seen = 0
    for path in PACKAGE.rglob("*.py"):
        unit = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        for name in imports(path):
            if unit in height:
                assert name in height, f"{path} imports {name}, which is no room"
                assert height[name] <= height[unit], f"{path} imports {name}, which is above it"
                seen += name != unit
    assert seen > 300


def files_imported(path):
    """Yield the files of the package that a file imports, including imports within functions."""
    folder = path.relative_to(ROOT).parent.parts
    for node in parsed(path)[1]:
        if isinstance(node, ast.ImportFrom) and node.level:
            base = ROOT.joinpath(*folder[: len(folder) - node.level + 1])
            base = base.joinpath(*(node.module or "").split("."))
            for name in (base, *(base / alias.name for alias in node.names)):
                result = name / "__init__.py" if name.is_dir() else name.with_suffix(".py")
                if result.exists() and (name != base or not name.is_dir() or node.module):
                    yield result


def test_no_files_import_each_other_in_a_circle():
    graph = {path: {*files_imported(path)} - {path} for path in PACKAGE.rglob("*.py")}
    # Importing a module also loads its package; that isn't a dependency.
    for path, result in graph.items():
        graph[path] = {
            f for f in result if f.name != "__init__.py" or f.parent not in path.parents
        }
    assert len(list(TopologicalSorter(graph).static_order())) > 100


def test_the_picture_shows_the_same_layers():
    picture = (ROOT / "docs/pictures/architecture.svg").read_text(encoding="utf-8")
    shown = re.search(r'<g class="layer-in mono">(.*?)</g>', picture, re.DOTALL)[1]
    rows = [text.split() for text in re.findall(r">([^<>\n]+)</text>", shown)]
    assert rows == layers()[::-1]


@cache
def public(path):
    """Return the names of a module's ``__all__``; None if it has none."""
    for node in parsed(path)[0]:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return {value.value for value in node.value.elts if isinstance(value, ast.Constant)}
    return None


@cache
def defined(path):
    """Return the names that a module defines at its top level."""
    names = set()
    for node in parsed(path)[0]:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        for target in getattr(node, "targets", [getattr(node, "target", None)]):
            names |= (
                {n.id for n in ast.walk(target) if isinstance(n, ast.Name)} if target else set()
            )
    return names


def imported(path):
    """Yield the file of a module and a name that ``path`` imports from it, for each such name.

    Attributes of an imported module are included (``census.faults``).
    """
    folder = path.relative_to(ROOT).parent.parts
    modules = {}
    for node in parsed(path)[1]:
        if isinstance(node, ast.ImportFrom) and node.level:
            above = folder[: len(folder) - node.level + 1]
            base = ROOT.joinpath(*above, *(node.module or "").split("."))
            module = base / "__init__.py" if base.is_dir() else base.with_suffix(".py")
            for alias in node.names:
                below = base / alias.name
                inner = below / "__init__.py" if below.is_dir() else below.with_suffix(".py")
                if inner.exists():
                    modules[alias.asname or alias.name] = inner
                else:
                    yield module, alias.name
    for name, attribute in parsed(path)[2]:
        # A variable may have the same name as a module.
        if name in modules and attribute in defined(modules[name]):
            yield modules[name], attribute


def test_names_that_other_modules_import_are_public():
    """Imported names have no leading underscore; their module defines them or exports them.

    Only a module without ``__all__`` may have imported them itself.
    """
    wrong = []
    seen = 0
    for path in PACKAGE.rglob("*.py"):
        for module, name in imported(path):
            names = public(module)
            private = name.startswith("_") and not name.startswith("__")
            seen += 1
            if private or (
                names is not None and name not in names | defined(module) | {"__version__"}
            ):
                wrong.append(f"{path.relative_to(ROOT)}: {module.relative_to(ROOT)} {name}")
    assert not wrong
    assert seen > 300


def allowed_includes():
    """Return the folders of ``native/``, each with the folders that its main header allows it to
    include."""
    native = ROOT / "native"
    result = {}
    for folder in (path for path in native.iterdir() if any(path.glob("*.hpp"))):
        head = (folder / f"{folder.name}.hpp").read_text(encoding="utf-8")
        listed = re.search(r"^// Includes from other folders: ([\w, ]+)\.", head, re.MULTILINE)[1]
        result[folder.name] = set(listed.split(", ")) - {"none"}
    return result


def test_folders_of_the_core_include_only_the_main_headers_that_they_name():
    folders = allowed_includes()
    assert len(folders) >= 5
    # There is no cycle.
    assert {*TopologicalSorter(folders).static_order()} == set(folders)
    used = {folder: set() for folder in folders}
    for path in (ROOT / "native").rglob("*.[ch]pp"):
        for name in re.findall(
            r'^#include "(.*)"', path.read_text(encoding="utf-8"), re.MULTILINE
        ):
            file = (path.parent / name).resolve()
            assert file.exists(), f"{path} includes {name}"
            if file.parent == path.parent:
                continue
            folder = file.parent.name
            assert file.stem == folder, f"{path} includes {name}, not the main header"
            if path.parent.name in folders:
                used[path.parent.name].add(folder)
    assert used == folders
