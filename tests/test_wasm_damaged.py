"""Damaged requests to the core for pages, in Node: refused with a message if any number is wrong.

WebAssembly can't read outside its memory; within it, a wrong index reads another value.  So a
table lists requests that must be refused, and the fuzzer's requests (fuzz/page.txt, which
fuzz/requests.cpp sends with sanitizers) are damaged at random.
"""

from __future__ import annotations

import random

import pytest

from .test_wasm import ROOT, in_node, needs_node

#: A template for a request: a line of one move, without a goal.
_GAME = "Kd/Qs - -\n\n%s\n"
_NO_MOVE, _NO_NUMBER = "there is no such move", "is not a valid number"
_NO_REQUEST = "there is no such request"
#: A request, the moves, and the error; "" if it is answered.
REFUSED = [
    ("state 1 0", "ba", ""),
    ("state 2 0", "ba", _NO_MOVE),
    ("state -1 0", "ba", _NO_MOVE),
    ("state 1 2147483648", "ba", _NO_NUMBER),
    ("state 1 -5", "ba", ""),
    ("state 1", "ba", _NO_REQUEST),
    ("state", "ba", _NO_REQUEST),
    ("state a b", "ba", _NO_NUMBER),
    ("state 1 0 0", "ba", _NO_REQUEST),
    ("words 2", "ba", _NO_MOVE),
    ("request 2", "ba", _NO_MOVE),
    ("sure 2", "ba", _NO_MOVE),
    ("script 2", "ba", _NO_MOVE),
    ("script -1", "ba", _NO_MOVE),
    ("link", "ba", ""),
    ("link 0", "ba", _NO_REQUEST),
    ("why 2 0 1 2 1", "ba", _NO_MOVE),
    ("why 1 0 1 2 1", "ba", ""),
    ("why 3 0 1 2 1", "ba", _NO_MOVE),
    ("tell 2 1 1 Kh", "ba", _NO_MOVE),
    ("tell 0 1 1", "ba", _NO_REQUEST),
    ("tell 0 1 1 Xx", "ba", "'Xx' is not a card"),
    ("tell 0 1 1 Kh", "ba", "that card is known"),
    ("nonsense 1", "ba", _NO_REQUEST),
    ("", "ba", _NO_REQUEST),
    ("state 0 0", "zz", "not a move"),
    ("state 0 0", "bj", "move 1: there is no column 10"),
    ("state 0 0", "T19", "not a move"),
    ("state 0 0", "Ta9", "there is no such cell"),
    ("state 0 0", "=0.Kh", "that card is known"),
    ("state 0 0", "=399.Kh", "there is no such place"),
    ("state 0 0", "=-1.Kh", "not a card"),
]
#: Requests for the reason of moves with impossible numbers: all have a reason.
WHY = [
    f"why 0 {kind} {source} {target} {count}"
    for kind in (-1, 0, 1, 2, 3, 4, 5, 99)
    for source in (-1, 0, 3, 11, 256, 99_999_999)
    for target in (0, 12, 257, -256)
    for count in (0, 14, 256)
]
#: Invalid clauses of a goal, and invalid positions.
STARTS = [
    ("Kd/Qs - -\nx 1 2\tget a space\n", "not a clause"),
    ("Kd/Qs - -\no 1 99999999999\tget a space\n", ""),
    ("Kd/Qs - -\no 1 2 3\tget a space\n", ""),
    ("Kd/Qs - -\nc 7 7 7 7 7 7\twithout dealing\n", ""),
    ("Kd/Qs - -\no\n", ""),
    ("-/-/-/-/-/-/-/-/-/-/- - -\n", "there can be 1 to 10 columns"),
    ("105x:Kd - -\n", "is not 1 to 104 cards"),
    ("104x:Kd - -\n", "there are more cards than two decks have"),
    ("Kd 104x -\n", "there are more cards than two decks have"),
    ("Kd - sssssssss\n", "there are more cards than two decks have"),
    ("Kd - - cells=Kh,Kh,Kh,Kh,Kh\n", "the rules give"),
    ("", "not a position in one line"),
]


@needs_node
def test_a_request_with_wrong_numbers_is_refused():
    requests = [f"{verb}\n{_GAME % moves}" for verb, moves, _ in REFUSED]
    requests += [f"{verb}\n{_GAME % ''}" for verb in WHY]
    requests += [f"state 0 0\n{start}\n\n" for start, _ in STARTS]
    answers = in_node(
        "console.log(JSON.stringify(given.map((text) => machine.call(text))))", requests
    )
    assert isinstance(answers, list)
    table = [(verb, output) for verb, _, output in REFUSED]
    output = iter(answers)
    for request, expected in table:
        answer = next(output)
        error = answer.get("error", "") if isinstance(answer, dict) else ""
        assert bool(error) == bool(expected), (request, answer)
        assert expected in error, (request, answer)
    for request in WHY:
        answer = next(output)
        assert isinstance(answer, str), (request, answer)
        assert answer, request
    for request, expected in STARTS:
        answer = next(output)
        error = answer.get("error", "")
        assert bool(error) == bool(expected), (request, answer)
        assert expected in error, (request, answer)


def damaged(requests: list[str], count: int) -> list[str]:
    """Return ``count`` requests, each damaged at random."""
    source = random.Random(1)
    result = []
    for _ in range(count):
        text = source.choice(requests)
        for _ in range(source.choice((1, 1, 2))):
            start, stop = sorted(source.randint(0, len(text)) for _ in range(2))
            stop = min(stop, start + source.randint(0, 6))
            piece = source.choice(("", "", "-1", "99", "255", "2147483647", "\n", "x", "Kh", "D"))
            text = text[:start] + piece + text[stop:]
        result.append(text)
    return result


@needs_node
def test_damaged_requests_are_answered_or_refused():
    if not (ROOT / "fuzz").is_dir():
        pytest.skip("the fuzzer isn't part of what is installed")
    requests = (ROOT / "fuzz/page.txt").read_text().split("\n---\n")
    answers = in_node(
        """
          const said = given.map((text, number) => {
            const answer = machine.call(text);
            if (number % 10 === 0) {
              try {
                machine.ask({ text: text.slice(text.indexOf("\\n") + 1) }, 0.01);
              } catch (error) {
                if (!(error instanceof Error) || error.message.includes("internal")) throw error;
                if (error instanceof WebAssembly.RuntimeError) throw error;
              }
            }
            return answer.error ?? "";
          });
          console.log(JSON.stringify(said));
        """,
        damaged(requests, 3000),
    )
    assert isinstance(answers, list)
    assert 150 < answers.count("") < 2850
    assert not [error for error in answers if "internal" in error]
