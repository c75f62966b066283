"""The page of benchmarks says what the kept results say; each benchmark runs in its quick form."""

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import report
from benchmarks.__main__ import APART, BENCHMARKS, written

ROOT = Path(__file__).resolve().parents[1]


def test_page_is_written_from_the_results():
    assert report.PAGE.read_text(encoding="utf-8") == written()


def test_no_result_that_is_kept_was_made_in_a_hurry():
    kept = [report.load(one.name) for one in BENCHMARKS]
    assert all(result is not None and not result.quick for result in kept)


def test_quick_form(tmp_path):
    page = tmp_path / "page.md"
    command = [sys.executable, "-m", "benchmarks", "pictures", "--quick", "-o", str(page)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    assert "\n## Drawing pictures\n" in page.read_text(encoding="utf-8")


def test_unknown_names_are_refused():
    command = [sys.executable, "-m", "benchmarks", "chess", "--quick"]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert "no benchmark is called chess" in done.stderr


@pytest.mark.long
def test_every_quick_form(tmp_path):
    page = tmp_path / "page.md"
    command = [sys.executable, "-m", "benchmarks", "--quick", "--output", str(page)]
    subprocess.run(command, cwd=ROOT, check=True)
    run = [one for one in BENCHMARKS if one.name not in APART]
    assert all(f"\n## {one.title}\n" in page.read_text(encoding="utf-8") for one in run)


@pytest.mark.long
def test_a_net_is_learned_and_printed_as_the_core_has_it(tmp_path):
    learn = tmp_path / "learn"
    source = ROOT / "benchmarks" / "learn.cpp"
    subprocess.run(["c++", "-O2", "-std=c++17", source, "-o", learn], check=True)
    net = subprocess.run([learn, "1", "12"], check=True, capture_output=True, text=True).stdout
    printed = tmp_path / "net.cpp"
    printed.write_text(
        f'#include "{ROOT}/native/player/player.hpp"\n'
        f"constexpr spiderpos::winning::Chance NET =\n{net};\n"
    )
    subprocess.run(["c++", "-std=c++17", "-fsyntax-only", printed], check=True)
