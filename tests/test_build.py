"""The compiled core in wheels and in editable installs (``hatch_build.py``)."""

import importlib.util
import os
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("hatchling", reason="it builds wheels, and nothing else needs it")
ROOT = Path(__file__).resolve().parents[1]


def hook_for(root, app):
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.CoreBuildHook(str(root), {}, None, None, "", "wheel", app)


@pytest.mark.parametrize("version", ["standard", "editable"])
@pytest.mark.parametrize("pure", ["1", "0"])
def test_a_wheel_leaves_the_core_of_the_checkout_alone(tmp_path, monkeypatch, version, pure):
    monkeypatch.setenv("SPIDERPOS_PURE", pure)
    core = tmp_path / "spiderpos" / "solver" / "prover" / "_core.so"
    core.parent.mkdir(parents=True)
    core.write_text("the one that is used")
    warnings = []
    app = SimpleNamespace(display_warning=warnings.append)
    hook = hook_for(tmp_path, app)

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


@pytest.mark.skipif(os.name != "posix", reason="the compilers are scripts of a POSIX shell")
@pytest.mark.parametrize(
    "script",
    [
        "#!/bin/sh\nexit 0\n",
        "#!/bin/sh\nprintf '\\377\\376' >&2\nexit 1\n",
        "no program",
        '#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\necho junk > "$2"\n',
    ],
    ids=["writes nothing", "isn't UTF-8", "is no program", "writes junk"],
)
def test_a_compiler_that_does_not_work(tmp_path, monkeypatch, script):
    compiler = tmp_path / "compiler"
    compiler.write_text(script)
    compiler.chmod(0o755)
    monkeypatch.setenv("CXX", str(compiler))
    monkeypatch.setenv("SPIDERPOS_PURE", "0")
    # No other one is there; a script finds nothing but what its shell has.
    monkeypatch.setenv("PATH", str(tmp_path))
    warnings = []
    hook = hook_for(tmp_path, SimpleNamespace(display_warning=warnings.append))
    data = {"force_include": {}}
    hook.initialize("standard", data)
    hook.finalize("standard", data, "")
    assert len(warnings) == 1
    assert data == {"force_include": {}}


@pytest.mark.skipif(shutil.which("g++") is None, reason="there is no g++")
def test_a_compiler_of_several_words(tmp_path, monkeypatch):
    source = "".join(
        f'extern "C" __attribute__((visibility("default"))) int {name}() {{ return 1; }}\n'
        for name in ("spiderpos_interface", "spiderpos_winning_interface")
    )
    (tmp_path / "native").mkdir()
    (tmp_path / "native" / "spiderpos.cpp").write_text(f"#ifdef ASKED\n{source}#endif\n")
    (tmp_path / "native" / "winning.cpp").write_text("")
    monkeypatch.setenv("CXX", f"{shutil.which('g++')} -DASKED")
    hook = hook_for(tmp_path, None)
    library = tmp_path / "core.so"
    assert hook._compile(library)
    assert library.exists()
    monkeypatch.delenv("CXX")
    assert not hook._compile(library)
    assert not library.exists()
