"""Every text of ``tests/reading/*.cases`` is read as stated there."""

from __future__ import annotations

import pytest

from . import reading

CASES = [
    pytest.param(case, id=f"{path.stem}:{case.line} {case.title}")
    for path in sorted(reading.HERE.glob("*.cases"))
    for case in reading.cases(path.name)
]


@pytest.mark.parametrize("case", CASES)
def test_a_text_is_read_as_the_table_says(case: reading.Case) -> None:
    assert case.outcome, "this case has no outcome"
    assert case.title.endswith(")"), "this case names no source"
    result = reading.outcome(case)
    assert reading.agree(result, case.outcome), "\n".join(result)
