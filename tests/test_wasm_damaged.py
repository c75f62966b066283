"""Damaged requests to the core for pages, in Node: refused with a message if any number is wrong.

WebAssembly can't read outside its memory; within it, a wrong index reads another value.  So a
table lists wrong requests with their errors, and some that are still answered; and requests of all
kinds, which fuzz/requests.cpp sends with sanitizers, are damaged at random.
"""

from __future__ import annotations

import random
from functools import cache

from fuzz.requests import page_requests

from . import tables
from .test_wasm import in_node, needs_node

#: Requests with impossible numbers for the reason why a move is illegal: there always is one.
WHY = [
    f"why 0 {kind} {source} {target} {count}"
    for kind in (-1, 0, 1, 2, 3, 4, 5, 99)
    for source in (-1, 0, 3, 11, 256, 99_999_999)
    for target in (0, 12, 257, -256)
    for count in (0, 14, 256)
]


def answers(requests):
    """Return the core's answers to requests, from one process."""
    return in_node(
        "console.log(JSON.stringify(given.map((text) => machine.call(text))))", requests
    )


@cache
def errors():
    """Return the error of each request of the table; "answered" if there is none."""
    rows = [row.given for row in tables.rows("page-requests")]
    results = answers([f"{verb}\n{start}\n\n{moves}\n" for verb, start, moves in rows])
    texts = [
        (isinstance(result, dict) and result.get("error")) or "answered" for result in results
    ]
    return dict(zip(rows, texts, strict=True))


@needs_node
@tables.of("page-requests")
def test_a_request_with_wrong_numbers_is_refused(*row):
    """Return the error of a request with this verb, position and moves."""
    return errors()[row]


@needs_node
def test_each_impossible_move_has_a_reason():
    for request, answer in zip(
        WHY, answers([f"{verb}\nKd/Qs - -\n\n\n" for verb in WHY]), strict=True
    ):
        assert isinstance(answer, str), (request, answer)
        assert answer, request


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
    requests = list(page_requests())
    answers = in_node(
        """
          const results = given.map((text) => machine.call(text, 0.01).error ?? "");
          console.log(JSON.stringify(results));
        """,
        damaged(requests, 3000),
    )
    assert isinstance(answers, list)
    assert 150 < answers.count("") < 2850
    assert not [error for error in answers if "internal" in error]
