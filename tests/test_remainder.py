"""The rest of a goal; ``test_unknown_cards`` and ``test_rewriting`` have random ones."""

from spiderpos.game.replay import replay
from spiderpos.goals.goal import parse
from spiderpos.goals.remainder import what_is_left
from spiderpos.scripts import words
from tests import tables
from tests.boards import read


@tables.of("left")
def test_remainders_of_goals(position, script, goal):
    """Return the status of a goal after a script, and the goal that remains."""
    start = read(position)
    left = what_is_left(parse(goal), start, replay(start, words.loads(script)).steps)
    return f"{left.status.name}: {left.goal}" if left.goal else left.status.name
