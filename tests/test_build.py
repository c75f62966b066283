"""The compiled core in wheels and in editable installs (``hatch_build.py``)."""

import importlib.util
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("hatchling", reason="it builds wheels, and nothing else needs it")
ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("version", ["standard", "editable"])
@pytest.mark.parametrize("pure", ["1", "0"])
def test_a_wheel_leaves_the_core_of_the_checkout_alone(tmp_path, monkeypatch, version, pure):
    monkeypatch.setenv("SPIDERPOS_PURE", pure)
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    core = tmp_path / "spiderpos" / "prover" / "_core.so"
    core.parent.mkdir(parents=True)
    core.write_text("the one that is used")
    warnings = []
    app = SimpleNamespace(display_warning=warnings.append)
    hook = module.CoreBuildHook(str(tmp_path), {}, None, None, "", "wheel", app)

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
        assert included == ({} if pure == "1" else {"another one": "spiderpos/prover/_core.so"})
        assert not any(Path(path).exists() for path in data["force_include"])
    else:
        assert not included
        assert not core.exists() if pure == "1" else core.read_text() == "another one"
