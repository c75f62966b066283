"""The catalogue: problems with their lines, outcomes and claims, checked by replay.

:func:`find_problem` gives a problem that ships with the package, :func:`load_problems` reads
one's own, :func:`check_problem` replays and compares all that a problem expects.
"""

from .checking import Check, Outcome, Report, check_problem
from .loading import find_problem, load_problem, load_problems, loads_problem, problem_ids
from .problem import Claim, Line, Problem

__all__ = [
    "Check",
    "Claim",
    "Line",
    "Outcome",
    "Problem",
    "Report",
    "check_problem",
    "find_problem",
    "load_problem",
    "load_problems",
    "loads_problem",
    "problem_ids",
]
