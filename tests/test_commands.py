"""Every command of ``data/commands.txt`` has the output and the exit code given there."""

import pytest

from . import commands

pytestmark = pytest.mark.slow


SECTIONS = [
    pytest.param(title, those, marks=[pytest.mark.long] * title.startswith("long "))
    for title, those in commands.sections()
]


@pytest.mark.parametrize(("title", "those"), SECTIONS)
def test_commands_print_what_the_file_shows(title, those, tmp_path):
    if not commands.can_run(title):
        pytest.skip("the compiled core is not installed")
    for command, expected in those:
        assert commands.printed(command, tmp_path) == expected, f"$ {command}"
