"""Add the readings of cases without one: ``python -m tests.reading FILE``."""

import sys
from pathlib import Path

from . import fill

for argument in sys.argv[1:]:
    fill(Path(argument))
