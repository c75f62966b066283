"""The line that shows the progress of a run."""

import io
import os
import subprocess
import sys
import time

from click.testing import CliRunner

from spiderpos.cli import main
from spiderpos.cli.progress import ProgressLine


class Terminal(io.StringIO):
    def isatty(self):
        return True


def opened(monkeypatch):
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setenv("COLUMNS", "60")
    return shown


def test_work_done_before_the_start_does_not_count(monkeypatch):
    terminal = opened(monkeypatch)
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    with ProgressLine(100) as bar:
        bar.show(50, "20 solved")
        now += 10
        bar.show(55, "22 solved")
        bar.show(60, "25 solved")
        assert bar.elapsed == 10
        bar.show(100, "26 solved")
    assert terminal.getvalue().split("\r\x1b[K") == [
        "",
        "[##########..........] 50/100, 20 solved",
        "[###########.........] 55/100, 22 solved, 90 s to go",
        "[############........] 60/100, 25 solved, 40 s to go",
        "[####################] 100/100, 26 solved",
        "",
    ]


def test_nothing_is_written_where_there_is_no_terminal(monkeypatch):
    shown = io.StringIO()
    monkeypatch.setattr(sys, "stderr", shown)
    with ProgressLine(2) as bar:
        bar.show(1, "1 won")
    assert not shown.getvalue()


def test_play_out_says_how_many_are_won(monkeypatch):
    shown = []
    monkeypatch.setattr(ProgressLine, "show", lambda _, done, text: shown.append((done, text)))
    result = CliRunner().invoke(
        main, ["play-out", "--deals", "1-2", "--policy", "greedy", "--jobs", "1"]
    )
    assert result.exit_code == 0
    assert shown == [(1, "0 won"), (2, "0 won")]


def test_deals_on_a_terminal_have_a_bar_and_a_line_to_read(tmp_path):
    (tmp_path / "deals.txt").write_text("K-2s/As - -\nK-3s/As - -\n")
    ours, theirs = os.openpty()
    command = ["solve-deals", "deals.txt", "--partial", "--jobs", "1", "-o", "out.jsonl"]
    done = subprocess.run(
        [sys.executable, "-m", "spiderpos", *command],
        cwd=tmp_path,
        stdout=theirs,
        stderr=theirs,
        check=False,
    )
    os.close(theirs)
    shown = os.read(ours, 100_000).decode()
    os.close(ours)
    assert done.returncode == 1
    lines = [line.rpartition("\x1b[K")[2] for line in shown.splitlines()]
    assert any(line.startswith("deal deals.txt:1: solved, 1 move, ") for line in lines), shown
    assert any(line.startswith("deal deals.txt:2: impossible, ") for line in lines), shown
    assert "[##########..........] 1/2, 1 solved" in shown
