"""Files that are compiled for wheels and editable installs (``hatch_build.py``)."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from spiderpos.catalogue import find_problem

pytestmark = pytest.mark.slow

pytest.importorskip("hatchling", reason="it builds wheels, and nothing else needs it")
ROOT = Path(__file__).resolve().parents[1]


def hatch_build():
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def hook_for(root, monkeypatch, app=None):
    module = hatch_build()
    monkeypatch.setattr(module, "_CATALOGUE", "")
    return module.CompilingHook(str(root), {}, None, None, "", "wheel", app)


@pytest.mark.parametrize("version", ["standard", "editable"])
@pytest.mark.parametrize("pure", ["1", "0"])
def test_a_wheel_leaves_the_core_of_the_checkout_alone(tmp_path, monkeypatch, version, pure):
    monkeypatch.setenv("SPIDERPOS_PURE", pure)
    core = tmp_path / "spiderpos" / "solver" / "prover" / "_core.so"
    core.parent.mkdir(parents=True)
    core.write_text("the one that is used")
    warnings = []
    hook = hook_for(tmp_path, monkeypatch, SimpleNamespace(display_warning=warnings.append))

    def compiled(library):
        library.write_text("another one")
        return True

    monkeypatch.setattr(hook, "_compile", compiled)
    data = {"force_include": {}}
    hook.initialize(version, data)
    included = {Path(path).read_text(): name for path, name in data["force_include"].items()}
    hook.finalize(version, data, "")
    assert bool(warnings) == (pure == "1")
    if version == "standard":
        assert core.read_text() == "the one that is used"
        assert included == (
            {} if pure == "1" else {"another one": "spiderpos/solver/prover/_core.so"}
        )
        assert not any(Path(path).exists() for path in data["force_include"])
    else:
        assert not included
        assert not core.exists() if pure == "1" else core.read_text() == "another one"


@pytest.mark.skipif(os.name != "posix", reason="the compiler is a script of a POSIX shell")
def test_a_compiler_that_does_not_work(tmp_path, monkeypatch):
    compiler = tmp_path / "compiler"
    # The build compiles with "-o FILE" and links with "-oFILE".
    compiler.write_text(
        "#!/bin/sh\n"
        'while [ $# != 0 ]; do case "$1" in -o?*) echo junk > "${1#-o}";; esac; shift; done\n'
    )
    compiler.chmod(0o755)
    monkeypatch.setenv("CXX", str(compiler))
    monkeypatch.setenv("SPIDERPOS_PURE", "0")
    # There is no other compiler; the script can only use its shell's built-in commands.
    monkeypatch.setenv("PATH", str(tmp_path))
    warnings = []
    shown = []
    app = SimpleNamespace(display_warning=warnings.append, display_info=shown.append)
    hook = hook_for(tmp_path, monkeypatch, app)
    data = {"force_include": {}}
    hook.initialize("standard", data)
    assert "about a minute" in shown[0]
    hook.finalize("standard", data, "")
    assert len(warnings) == 1
    assert data == {"force_include": {}}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Return a copy of the package with a compiled catalogue."""
    root = tmp_path_factory.mktemp("built")
    for name in ("spiderpos", "problems", "grammars"):
        leave = shutil.ignore_patterns("__pycache__", "compiled.pickle", "*.tables", "_core.so")
        shutil.copytree(ROOT / name, root / name, ignore=leave)
    command = [sys.executable, "-P", "-c", hatch_build()._CATALOGUE, str(root)]
    subprocess.run(command, check=True)
    return root


#: Runs a command, then prints which of lark and yaml it imported.
RUN = """
import sys
sys.path.insert(0, sys.argv.pop(1))
from spiderpos.cli import main
try:
    main(standalone_mode=False)
finally:
    print([name for name in ("lark", "yaml") if name in sys.modules])
"""


def run(root, *arguments):
    command = [sys.executable, "-P", "-c", RUN, str(root), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_a_position_of_the_catalogue_is_shown_without_grammars_and_yaml(built):
    shown = run(built, "show", "woods-4")
    assert shown.startswith(" --\t --\t 8c\t Ks\t")
    assert shown.endswith("\n[]\n")
    assert run(built, "problems", "list").endswith("\n[]\n")
    assert run(built, "verify", "woods-4").endswith("\n[]\n")
    file = built / "problems" / "woods-4.yaml"
    text = file.read_text()
    assert text.count("partial") == 0
    # A file that has changed since the build is read again.
    file.write_text(text.replace("id: woods-4", "id: woods-4 # changed"))
    again = run(built, "show", "woods-4")
    file.write_text(text)
    assert again.endswith("'yaml']\n")
    assert again.splitlines()[:-1] == shown.splitlines()[:-1]
    # After a change of a module that defines goals, goals and solutions are read again.
    module = built / "spiderpos" / "goals" / "terms.py"
    text = module.read_text()
    module.write_text(text + "#")
    again = run(built, "verify", "woods-4")
    module.write_text(text)
    assert again.endswith("'yaml']\n")


#: Prints whether the compiled goals are those of the files, whether the compiled solutions are,
#: and the number of problems whose file wasn't read for that.
GOALS = """
import sys
sys.path.insert(0, sys.argv.pop(1))
from spiderpos.catalogue import find_problem, load_problems
from spiderpos.text.resources import shipped_folder
files = load_problems(shipped_folder("problems"))
problems = [find_problem(file.id) for file in files]
def moves(problem):
    name, script = problem.solution_script or ("", None)
    moves = script.line.moves if script and script.line else ()
    remarks = [(move.mark, move.comment, len(move.variations)) for move in moves]
    return name, script and [i.text for i in script.instructions], remarks
pairs = list(zip(problems, files))
print(
    all(p.goal == f.goal and "_read" in vars(p) for p, f in pairs),
    all(moves(p) == moves(f) for p, f in pairs),
    sum("_read" in vars(p) for p in problems),
)
"""


def test_goals_and_solutions_of_the_catalogue_are_those_of_its_files(built):
    command = [sys.executable, "-P", "-c", GOALS, str(built)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    goals, solutions, unread = done.stdout.split()
    assert (goals, solutions) == ("True", "True")
    assert int(unread) > 50


def test_grammars_that_were_compiled_read_the_same(built, tmp_path):
    tables = list((built / "grammars").glob("*.tables"))
    assert {path.name.partition("-")[0] for path in tables} >= {"goal", "script"}
    script = tmp_path / "clubs.moves"
    clubs = find_problem("woods-4").lines["clubs"].script
    script.write_text("\n".join(move.text for move in clubs.instructions))
    command = ("verify", "woods-4", str(script), "--goal", "remove clubs")
    verified = run(built, *command)
    for path in tables:
        path.unlink()
    assert run(built, *command) == verified
