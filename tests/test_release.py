"""The version, the supported Pythons, and the figures of README and changelog are consistent."""

import re
import tomllib
from pathlib import Path

import yaml

import spiderpos

from . import stable

ROOT = Path(__file__).resolve().parents[1]


def test_version_and_date_are_the_same_everywhere():
    version = spiderpos.__version__
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    entries = re.findall(r"^## (\S+) - (\S+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert (version, str(citation["date-released"])) == entries[0]
    assert citation["version"] == version


def test_supported_pythons_are_those_of_the_classifiers():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    versions = [
        line.rpartition(" ")[2]
        for line in project["project"]["classifiers"]
        if re.search(r":: 3\.\d+$", line)
    ]
    assert project["project"]["requires-python"] == f">={versions[0]}"
    assert project["tool"]["ruff"]["target-version"] == "py" + versions[0].replace(".", "")


def test_the_stable_interface_is_unchanged():
    output = stable.FILE.read_text(encoding="utf-8").splitlines()
    now = stable.written().splitlines()
    assert now == output, "python -m tests.stable writes it anew: what went is for a major version"
