"""The names at the top of the package."""

import pkgutil

import spiderpos


def test_every_name_is_there_and_hides_no_module():
    modules = {module.name for module in pkgutil.iter_modules(spiderpos.__path__)}
    for name in spiderpos.__all__:
        assert hasattr(spiderpos, name)
        assert name not in modules


def test_a_move_from_import_to_reason():
    position = spiderpos.Position(
        (
            spiderpos.Column((), (spiderpos.parse_card("9s"),)),
            spiderpos.Column((), (spiderpos.parse_card("10h"),)),
        )
    )
    assert list(spiderpos.legal_moves(position)) == [spiderpos.Shift(1, 2, 1)]
    assert not spiderpos.can(position, spiderpos.Shift(2, 1))
    assert spiderpos.do(position, spiderpos.Shift(1, 2)).after.spaces == (1,)
