"""Which files a command may replace: what the commands' own tests don't reach."""

from spiderpos import engine
from spiderpos.cli.replacing import is_within
from spiderpos.deals import deal
from spiderpos.formats import save
from spiderpos.moves import Deal


def test_a_save_file_is_replaced_by_the_same_game_or_more_of_it_only(tmp_path):
    path = tmp_path / "game.save"
    start = deal(1)
    steps = engine.play(start, [Deal(), Deal()])
    path.write_text(save.dumps_game(start, steps[:1]))
    assert is_within(path, start, steps)
    assert is_within(path, start, steps[:1])
    # Moves would be lost, or it is another game that began with the same move.
    assert not is_within(path, start, ())
    other = deal(2)
    assert not is_within(path, other, engine.play(other, [Deal(), Deal()]))
