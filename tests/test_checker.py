"""The checker of certificates under forged claims, and under files that ask for too much."""

from pathlib import Path

import pytest

from tests.checking import check

FORGED = Path(__file__).parent / "data" / "certificates"
HEARTS = "Kh Qh Jh 10h 9h 8h 7h 6h 5h 4h 3h 2h Ah"


def node(columns, goal, proof="positions", **more):
    made = {"certificate": 1, "rules": {}, "position": {"columns": columns}, "goal": goal}
    return made | {"proof": proof} | more


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("certificate-lookalike-suit", "unreadable"),
        ("certificate-suit-as-text", "unreadable"),
        ("f2-homoglyph", "unreadable"),
        ("f2-kings-yes", "unreadable"),
        ("f2-remove-str", "unreadable"),
        ("forged-win-with-1-suit-classes", "refused"),
        # These are true, and were drawn as questions that have another answer.
        ("certificate-cell-not-drawn", "accepted\n    in the cells: Kh"),
        ("certificate-hand-not-drawn", "accepted\n    in the hand, the next card first: 2h 3h"),
        ("f2-same-drawing-cell-full", "accepted\n    in the cells: Kd"),
        ("f2-same-drawing-lost", "accepted\n    in the hand, the next card first: Kh Ks"),
    ],
)
def test_claims_that_were_accepted_or_drawn_wrongly(name, said, capsys):
    expected, *drawn = said.split("\n")
    code = check.main([str(FORGED / f"{name}.json")])
    printed = capsys.readouterr().out
    assert code == ["accepted", "refused", "unreadable"].index(expected)
    assert any(line.startswith(expected) for line in printed.splitlines())
    assert all(line in printed.splitlines() for line in drawn)
    assert printed.isascii()
