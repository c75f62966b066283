"""The catalogue: problems with their lines, outcomes and claims, checked by replay.

:func:`find_problem` gives a problem that ships with the package, :func:`load_problems` reads
one's own, :func:`check_problem` replays and compares all that a problem expects.
"""

from typing import TYPE_CHECKING, Any

from .loading import find_problem, load_problem, load_problems, loads_problem, problem_ids
from .problem import Claim, Line, Problem

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
    """Import what checks problems when it is asked for: it needs goals and their grammar."""
    if name not in ("Check", "CheckResult", "Report", "check_problem"):
        raise AttributeError(name)
    from . import checking  # noqa: PLC0415

    return getattr(checking, name)
