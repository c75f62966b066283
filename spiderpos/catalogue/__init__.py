"""The catalogue: problems with their lines, expected outcomes and claims.

:func:`find_problem` returns a problem that ships with the package, :func:`load_problems` reads
your own files, and :func:`check_problem` replays the lines of a problem and compares the results
with the expected outcomes.
"""

from typing import TYPE_CHECKING, Any

from .line import Claim, Line
from .loading import find_problem, load_problem, load_problems, loads_problem, problem_ids
from .problem import Problem

if TYPE_CHECKING:
    from .checking import Check, CheckResult, Report, check_problem

__all__ = [
    "Check",
    "CheckResult",
    "Claim",
    "Line",
    "Problem",
    "Report",
    "check_problem",
    "find_problem",
    "load_problem",
    "load_problems",
    "loads_problem",
    "problem_ids",
]


def __getattr__(name: str) -> Any:
    """Import the checker on first use, because it loads the grammar of goals."""
    if name not in ("Check", "CheckResult", "Report", "check_problem"):
        raise AttributeError(name)
    from . import checking  # noqa: PLC0415

    return getattr(checking, name)
