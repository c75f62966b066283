"""Commands with too little memory, on a full disk, or interrupted while they start."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from spiderpos.catalogue import find_problem
from spiderpos.game import engine, survey
from spiderpos.goals.goal import parse
from spiderpos.solver.prover import Outcome, plain
from spiderpos.text.files import new_file, replace_file

from .running import run

pytestmark = pytest.mark.slow

GOAL = "remove hearts without dealing"


def out_of_memory(*_args, **_more):
    raise MemoryError


def test_a_command_without_memory_says_so(monkeypatch):
    monkeypatch.setattr(survey, "info", out_of_memory)
    result = run("info", "woods-4")
    assert result.exit_code == 3
    assert result.stderr == "error: out of memory\n"


def test_a_search_without_memory_is_undecided(monkeypatch):
    monkeypatch.setattr(engine, "legal_moves", out_of_memory)
    answer = plain.solve(find_problem("woods-6").start, parse(GOAL))
    assert answer.outcome is Outcome.UNDECIDED
    assert answer.reason == "the system has no more memory"


# A full disk


@pytest.fixture
def full_disk(monkeypatch):
    def full(_file):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)


@pytest.mark.usefixtures("full_disk")
def test_a_file_on_a_full_disk_is_as_it_was(tmp_path):
    path = tmp_path / "old"
    path.write_bytes(b"as it was")
    with pytest.raises(OSError, match="No space left") as caught:
        replace_file(path, b"new")
    assert caught.value.filename == str(path)
    assert path.read_bytes() == b"as it was"
    with pytest.raises(OSError, match="No space left"):
        new_file(tmp_path / "new", b"new")
    assert os.listdir(tmp_path) == ["old"]


@pytest.mark.usefixtures("full_disk")
@pytest.mark.parametrize("command", [["author", "new"], ["session", "new"]])
def test_a_new_file_is_whole_or_not_there(tmp_path, command):
    path = tmp_path / "new.yaml"
    more = ["woods-4"] * (command[0] == "session")
    result = run(*command, str(path), *more)
    assert result.exit_code == 2
    assert os.listdir(tmp_path) == []


def test_output_that_cannot_be_written_is_reported():
    if not Path("/dev/full").exists():
        pytest.skip("there is no such device here")
    command = [sys.executable, "-m", "spiderpos", "show", "woods-4"]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "error: No space left on device\n"


def test_a_write_protected_file_is_left_as_it_is(tmp_path, monkeypatch):
    path = tmp_path / "file"
    path.write_bytes(b"mine")
    path.chmod(0o444)
    # Simulate a user who isn't root.
    monkeypatch.setattr(os, "access", lambda path, _: bool(os.stat(path).st_mode & 0o200))
    with pytest.raises(PermissionError) as caught:
        replace_file(path, b"new")
    assert caught.value.filename == str(path)
    assert (path.read_bytes(), os.listdir(tmp_path)) == (b"mine", ["file"])


def test_devices_and_links_stay_what_they_are(tmp_path):
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "file")
    for data in (b"first", b"second"):
        replace_file(link, data, follow=True)
        assert (tmp_path / "file").read_bytes() == data
        (tmp_path / "file").chmod(0o640)
    assert link.is_symlink()
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o640
    replace_file(link, b"third")
    assert not link.is_symlink()
    assert (tmp_path / "file").read_bytes() == b"second"
    read, write = os.pipe()
    replace_file(Path(f"/dev/fd/{write}"), b"to a pipe")
    assert os.read(read, 20) == b"to a pipe"
    os.close(read)
    os.close(write)
