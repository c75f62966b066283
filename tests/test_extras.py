"""Messages about optional libraries that aren't installed."""

import shlex
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from spiderpos.solver.jobs import JobsError, each
from spiderpos.text import extras

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]


def requirements(_package):
    """Return the optional requirements in the form of ``importlib.metadata.requires``."""
    optional = PROJECT["optional-dependencies"].items()
    return [f"{name}; extra == '{extra}'" for extra, names in optional for name in names]


@pytest.mark.parametrize("extra", ["pictures", "cluster", "fuzz"])
def test_the_command_is_for_this_python_and_names_the_libraries(extra, monkeypatch):
    monkeypatch.setattr(metadata, "requires", requirements)
    monkeypatch.setattr(sys, "executable", "/my games/.venv/bin/python")
    output, _, command = extras.missing(extra).partition(": ")
    assert output == f"the extra '{extra}', which isn't installed"
    python, *pip = shlex.split(command)
    assert python == "/my games/.venv/bin/python"
    assert pip[:3] == ["-m", "pip", "install"]
    assert pip[3:] == PROJECT["optional-dependencies"][extra]


def test_a_package_that_does_not_say_its_extras_is_a_clone(monkeypatch):
    def none(package):
        raise metadata.PackageNotFoundError(package)

    for requires in (none, lambda _package: None, lambda _package: ["lark>=1.2"]):
        monkeypatch.setattr(metadata, "requires", requires)
        command = extras.missing("pictures").partition(": ")[2]
        assert shlex.split(command)[1:5] == ["-m", "pip", "install", ".[pictures]"]
        assert command.endswith(" in a clone of spiderpos")


def test_a_cluster_without_dask(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(JobsError, match="a cluster needs the extra 'cluster', which isn't"):
        list(each(abs, [1], cluster="tcp://localhost:8786"))
