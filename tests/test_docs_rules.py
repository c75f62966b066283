"""The page about rules agrees with the code."""

from pathlib import Path

from spiderpos.game.rules import PRESETS, DealOverSpaces, Rules, ScoredSuits, parse_rules

PAGE = (Path(__file__).resolve().parents[1] / "docs" / "rules.md").read_text(encoding="utf-8")


def table(heading):
    """Return the head and the other rows of the first table after a heading, as lists of cells."""
    rows = []
    for line in PAGE.split(f"\n## {heading}\n")[1].splitlines():
        if line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
        elif rows:
            break
    return rows[0], rows[2:]


def test_every_preset_is_in_the_table_as_it_is():
    head, rows = table("Presets")
    keys = [word.lower().replace(" ", "_") for word in head[1:]]
    assert [row[0].strip("`") for row in rows] == list(PRESETS)
    for row in rows:
        written = parse_rules("woods", dict(zip(keys, row[1:], strict=True)))
        assert written == PRESETS[row[0].strip("`")]


def test_every_option_and_value_is_described():
    _, rows = table("Options")
    assert [row[0].strip("`") for row in rows] == list(Rules.__dataclass_fields__)
    for value in (*DealOverSpaces, *ScoredSuits):
        assert f"`{value}`" in PAGE
