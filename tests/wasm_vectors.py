"""Expected answers of the core for pages, made by the engine, the judge and the scripts' words.

``python -m tests.wasm_vectors 100000`` makes that many random cases, and those of the catalogue,
and plays them through the WebAssembly in Node: no difference is allowed.
"""

from __future__ import annotations

import gzip
import json
import random
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from spiderpos import formats
from spiderpos.catalogue import find_problem, problem_ids
from spiderpos.formats import fen
from spiderpos.game import engine
from spiderpos.game.cards import UNKNOWN
from spiderpos.game.census import by_elimination
from spiderpos.game.engine import Step
from spiderpos.game.illegal import IllegalMove
from spiderpos.game.moves import Deal, FromCell, Move, Remove, Shift, ToCell
from spiderpos.game.position import Column, Position
from spiderpos.game.replay import ReplayError
from spiderpos.game.rules import PRESETS, WOODS
from spiderpos.goals.clauses import game_data
from spiderpos.goals.goal import Goal
from spiderpos.goals.judge import Verdict, judge, known_to_player
from spiderpos.goals.remainder import GoalStatus, what_is_left
from spiderpos.goals.terms import along
from spiderpos.scripts import words
from spiderpos.show.web import joined
from spiderpos.show.web.data import move_data, position_data
from spiderpos.solver.budget import Budget
from spiderpos.solver.prover import native
from spiderpos.solver.prover.question import Unsupported, request
from spiderpos.text.errors import SpiderError

from . import fillings
from .positions import random_deal, random_middle
from .voice import spoken

WEB = Path(__file__).parent.parent / "spiderpos/show/web"

_KINDS = {Shift: "shift", Deal: "deal", Remove: "remove", ToCell: "to-cell", FromCell: "from-cell"}
#: A request and its answer.
Vector = tuple[str, Any]


def numbers_of(move: Move) -> tuple[int, int, int]:
    """Return a move as a page has it: from, to and count."""
    match move:
        case Shift(source, target, count):
            return source, target, count
        case Remove(column):
            return column, 0, 0
        case ToCell(column, cell):
            return column, cell, 1
        case FromCell(cell, column):
            return cell, column, 1
    return 0, 0, 0


def link_of(move: Move) -> str:
    """Return a move as the few characters in a page's address."""
    letter = "?abcdefghij"
    match move:
        case Shift(source, target, count):
            return letter[source] + letter[target] + (str(count) if count > 1 else "")
        case Remove(column):
            return f"R{letter[column]}"
        case ToCell(column, cell):
            return f"T{letter[column]}{cell}"
        case FromCell(cell, column):
            return f"F{cell}{letter[column]}"
    return "D"


def asked(verb: str, position: Position, goal: Goal | None, moves: str) -> str:
    """Return a request to the core, as ``core.js`` writes it."""
    data = game_data(position, goal)
    lines = [verb, data["position"]["fen"]]
    if goal is not None:
        lines += ["w"] * goal.whatever
        for clause in data["goal"]["clauses"]:
            kind, numbers = clause["kind"][0], clause["numbers"]
            said = f"u{kind}" if numbers is None else " ".join(map(str, (kind, *numbers)))
            lines.append(f"{said}\t{clause['words']}")
    return "\n".join([*lines, "", moves, ""])


def state(position: Position, goal: Goal | None, steps: Sequence[Step], since: int) -> Vector:
    """Return the expected state after a line, without cards revealed by the user."""
    now = steps[-1].after if steps else position
    moves = "".join(link_of(step.move) for step in steps)
    answer: dict[str, Any] = {
        "position": position_data(now),
        "fen": fen.dumps(replace(now, dealt=())),
        "legal": [move_data(move) for move in engine.legal_moves(now)],
        "runs": [len(engine.natural_run(column, now.rules)) for column in now.columns],
        "steps": [_step(step) for step in steps[since:]],
    }
    answer |= judged(position, goal, steps)
    return asked(f"state {len(steps)} {since}", position, goal, moves), answer


def _step(step: Step) -> dict[str, Any]:
    return {
        "move": move_data(step.move),
        "words": words.describe(step),
        "say": spoken(step),
        "change": change_data(step.before, step.after),
    }


def change_data(before: Position, after: Position) -> dict[str, Any]:
    """Return the change from ``before`` to ``after``: edits of columns, and other differences.

    A column's edit is its number, the number of its cards that stay (from the top), and the new
    cards, face up.  Raises ValueError if a column needs more than that: another number of
    columns, or face-down cards that weren't there.
    """
    if len(before.columns) != len(after.columns):
        raise ValueError("the positions have different numbers of columns")
    data: dict[str, Any] = {
        "set": [
            _edit(number, old, new)
            for number, (old, new) in enumerate(zip(before.columns, after.columns, strict=True), 1)
            if old is not new and old != new
        ]
    }
    whole = position_data(after)
    for key in ("hand", "removed", "cells"):
        if getattr(before, key) != getattr(after, key):
            data[key] = whole[key]
    return data


def _edit(number: int, old: Column, new: Column) -> list[int | str]:
    if new.down != old.down[: len(new.down)]:
        raise ValueError(f"column {number} has other face-down cards")
    same = 0
    if len(new.down) == len(old.down):
        pairs = zip(old.up, new.up, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return [number, len(new.down) + same, *map(str, new.up[same:])]


def judged(position: Position, goal: Goal | None, steps: Sequence[Step]) -> dict[str, Any]:
    """Return the clauses and the verdict, as a page has them."""
    if goal is None:
        return {"clauses": [], "verdict": "open", "reachedAt": 0, "doubt": ""}
    judgement = judge(goal, position, steps)
    end = steps[: judgement.reached_at]
    *_, deeds = along(position, end)
    clauses = []
    doubt = ""
    for number, finding in enumerate(judgement.findings):
        open_now = finding.verdict is Verdict.UNDECIDED
        condition = finding.condition is not None
        part = None if condition or number >= len(goal.objectives) else goal.objectives[number]
        if part is None and not condition:
            doubt = finding.found if open_now else doubt
            if finding.phrase != "whatever turns up":
                continue
            condition = True
        broken = condition or (part is not None and part.lost(deeds))
        fails = "broken" if broken else "open"
        holds = finding.verdict is Verdict.HOLDS
        clauses.append(
            {
                "words": finding.phrase,
                "kind": "condition" if condition else "objective",
                "state": "unknown" if open_now else "holds" if holds else fails,
                "found": finding.found,
                "move": finding.move,
            }
        )
    verdict = judgement.verdict.value
    if judgement.verdict is Verdict.FAILS:
        lost = what_is_left(goal, position, steps).standing is GoalStatus.BROKEN
        verdict = "fails" if lost else "open"
    return {
        "clauses": clauses,
        "verdict": verdict,
        "reachedAt": judgement.reached_at,
        "doubt": doubt,
    }


def why_not(position: Position, steps: Sequence[Step], move: Move) -> Vector:
    """Return the reason why a move isn't legal after a line; nothing if it is."""
    now = steps[-1].after if steps else position
    answer = ""
    try:
        engine.verify(now, move)
    except IllegalMove as why:
        answer = str(why)
    kind = list(_KINDS).index(type(move))
    verb = " ".join(map(str, ("why", len(steps), kind, *numbers_of(move))))
    return asked(verb, position, None, "".join(link_of(step.move) for step in steps)), answer


def script(position: Position, steps: Sequence[Step]) -> Vector:
    """Return a line as a script in words."""
    moves = "".join(link_of(step.move) for step in steps)
    return asked(f"words {len(steps)}", position, None, moves), words.dumps(steps)


# Random cases


def some_position(rng: random.Random) -> Position:
    """Return a position under a preset: a deal, a middle of a game, some cards unknown."""
    rules = PRESETS[rng.choice(list(PRESETS))]
    if rng.random() < 0.3:
        return by_elimination(fillings.random_position(rng))
    position = (random_deal if rng.random() < 0.3 else random_middle)(rng, rules)
    if rng.random() < 0.3:
        position = position.hide()
    if rng.random() < 0.2:
        columns = [
            Column(column.down, tuple(c if rng.random() < 0.9 else UNKNOWN for c in column.up))
            for column in position.columns
        ]
        position = replace(position, columns=tuple(columns))
    return by_elimination(position)


def some_line(rng: random.Random, position: Position) -> list[Step]:
    """Return a few legal moves, with removals and deals more often than by chance."""
    steps: list[Step] = []
    for _ in range(rng.choice((0, 1, 2, 3, 8))):
        now = steps[-1].after if steps else position
        legal = list(engine.legal_moves(now))
        if not legal:
            break
        events = [move for move in legal if not isinstance(move, Shift)]
        steps.append(
            engine.do(now, rng.choice(events if events and rng.random() < 0.3 else legal))
        )
    return steps


def some_move(rng: random.Random) -> Move:
    """Return a random move, often an illegal one."""
    column, other, cell = rng.randint(0, 11), rng.randint(1, 10), rng.randint(0, 5)
    return rng.choice(
        [
            Shift(column, other, rng.randint(0, 5)),
            Shift(other, rng.randint(1, 10), rng.randint(1, 3)),
            Deal(),
            Remove(column),
            ToCell(column, cell),
            FromCell(cell, column),
        ]
    )


def reading(position: Position) -> Iterator[Vector]:
    """Yield a full position as text, with its expected reading."""
    for notation in ("fen", "line", "diagram"):
        try:
            text = formats.dumps(position, notation)
            found = formats.read(text)
        except SpiderError:
            continue
        if found.format != notation:
            continue
        answer = {
            "fen": fen.dumps(replace(found.position, dealt=())),
            "notation": notation,
            "assumed": list(found.assumed),
        }
        yield f"read\n{text}", answer


def reading_moves(position: Position, steps: Sequence[Step]) -> Vector:
    """Return a line in words, which a page reads and the core plays."""
    moves = [link_of(step.move) for step in steps]
    text = asked("script 0", position, None, "") + words.dumps(steps)
    return text, {"played": len(moves), "moves": moves, "told": ""}


def random_vectors(count: int, seed: int = 1) -> Iterator[Vector]:
    """Yield ``count`` random cases."""
    rng = random.Random(seed)
    made = 0
    while made < count:
        position = some_position(rng)
        steps = some_line(rng, position)
        goal = fillings.random_goal(rng, position) if rng.random() < 0.8 else None
        if goal is not None and (goal.mismatch(position) or not in_numbers(position, goal)):
            continue
        yield state(position, goal, steps, max(0, len(steps) - 2))
        yield script(position, steps)
        for _ in range(6):
            yield why_not(position, steps, some_move(rng))
        written = list(reading(random_middle(rng, WOODS)))
        written += reading(random_deal(rng, PRESETS["modern"]))
        if steps and all(known(step) for step in steps):
            written.append(reading_moves(position, steps))
        yield from written
        made += 8 + len(written)


def known(step: Step) -> bool:
    """Return True if all cards are known that a step moves or turns up."""
    return all(step.cards) and all(turned.card for turned in step.turned)


def in_numbers(position: Position, goal: Goal) -> bool:
    """Return True if a page can judge all clauses of a goal: none is in words only."""
    clauses = game_data(position, goal)["goal"]["clauses"]
    return all(clause["numbers"] is not None for clause in clauses)


def catalogue_vectors() -> Iterator[Vector]:
    """Yield all lines of the catalogue, with each goal of their problem, after each move.

    Goals in words only are omitted: pages don't judge them.
    """
    for name in problem_ids():
        problem = find_problem(name)
        for line in problem.lines.values():
            try:
                moves = [step.move for step in problem.replayed(line.id).steps]
                start = by_elimination(problem.position())
                steps = engine.play(start, moves)
            except (ReplayError, IllegalMove):
                continue  # it's wrong on purpose, or needs cards that it announces
            for goal in {problem.goal, *(c.goal for c in problem.claims if c.goal)} - {None}:
                if in_numbers(start, goal) and not goal.mismatch(start):
                    yield state(start, goal, steps, 0)
            for length in range(len(steps)):
                yield state(start, problem.goal, steps[:length], max(0, length - 1))


# Playing them


@contextmanager
def module(text: str) -> Iterator[Path]:
    """Write a script to a file, as a module."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "script.mjs")
        path.write_text(text, encoding="utf-8")
        yield path


def run_in_node(text: str, given: object) -> Any:
    """Run a script with ``given``; return its JSON output."""
    with module(text) as path:
        done = subprocess.run(
            ["node", path], input=json.dumps(given), capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


#: The part of a script that loads the core.
CORE = f"""
const {{ Core, Game, Machine, readScript }} = (() => {{
  {joined("core.js")}
  return {{ ...module_core_js, ...module_script_js }};
}})();
const {{ readPosition }} = (() => {{
  {joined("reading.js")}
  return module_reading_js;
}})();
"""

_NODE = """
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { isDeepStrictEqual } from "node:util";
CORE
const machine = await Machine.open(readFileSync(WASM));
const core = new Core(machine);
const read = (text) => {
  const { data, notation, assumed, error } = readPosition(core, text);
  return error ?? { fen: data.position.fen, notation, assumed };
};
const play = (text) => {
  const at = text.indexOf("\\n\\n\\n") + 3;
  const moves = readScript(text.slice(at)).map(({ move }) => move);
  return machine.call(text.slice(0, at) + moves.join("\\n"));
};
let count = 0;
const different = [];
for await (const line of createInterface({ input: process.stdin })) {
  const [text, wanted] = JSON.parse(line);
  let found;
  if (text.startsWith("read")) found = read(text.slice(5));
  else found = text.startsWith("script") ? play(text) : machine.call(text);
  count++;
  if (!isDeepStrictEqual(found, wanted) && different.length < 10)
    different.push({ text, found, wanted });
}
console.log(JSON.stringify({ count, different }));
"""


def in_node(vectors: Iterable[Vector]) -> dict[str, Any]:
    """Return the number of vectors, and the first ones with another answer of the core."""
    wasm = json.dumps(str(WEB / "spiderpos.wasm"))
    text = _NODE.replace("CORE", CORE).replace("WASM", wasm)
    with (
        module(text) as path,
        subprocess.Popen(
            ["node", path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as node,
    ):
        assert node.stdin
        assert node.stdout
        for vector in vectors:
            node.stdin.write(json.dumps(vector) + "\n")
        node.stdin.close()
        return dict(json.loads(node.stdout.read()))


_CLAIMS = """
import { readFileSync } from "node:fs";
CORE
const machine = await Machine.open(readFileSync(WASM));
const found = [];
for (const data of JSON.parse(readFileSync(0, "utf8")))
  found.push(machine.ask(new Game(machine, data).request(0), 60));
console.log(JSON.stringify(found));
"""


def claims(
    work: int, names: Iterable[str] | None = None
) -> list[tuple[str, dict[str, Any], native.Reply, float]]:
    """Return the claims that the native core proves within this work, with Node's answers.

    Claims with a clause in words only are omitted: no page can search them.
    Each has its name, the answer in Node, that of the native core and its duration.
    """
    asked_: list[tuple[str, dict[str, Any], native.Reply, float]] = []
    for name in problem_ids() if names is None else names:
        problem = find_problem(name)
        for claim in problem.claims:
            position = problem.position(claim.data.position)
            if claim.goal is None or claim.expected == "possible" or claim.goal.whatever:
                continue
            with suppress(Unsupported):
                asking = request(known_to_player(position, claim.goal), claim.goal)
                began = time.perf_counter()
                reply = native.search(asking.text, budget=Budget(work=work, mebibytes=1024))
                spent = time.perf_counter() - began
                if reply.status is native.Status.IMPOSSIBLE and not asking.deals_left_out:
                    data = game_data(position, claim.goal)
                    if not in_numbers(position, claim.goal):
                        continue
                    asked_.append((f"{name}:{claim.id}", data, reply, spent))
    text = _CLAIMS.replace("CORE", CORE)
    text = text.replace("WASM", json.dumps(str(WEB / "spiderpos.wasm")))
    answers = run_in_node(text, [data for _, data, _, _ in asked_])
    return [
        (name, answer, reply, spent)
        for answer, (name, _, reply, spent) in zip(answers, asked_, strict=True)
    ]


def differing(found: Iterable[tuple[str, dict[str, Any], native.Reply, float]]) -> list[str]:
    """Return the claims with different answers of Node and the native core."""
    return [
        name
        for name, answer, reply, _ in found
        if (answer["outcome"], answer["method"], answer["classes"], answer["digest"])
        != ("impossible", "classes", reply.classes, f"{reply.digest:016x}")
    ]


def main(count: int) -> int:
    """Make vectors and play them; print the differences, and the speed of proofs."""

    def all_vectors() -> Iterator[Vector]:
        yield from catalogue_vectors()
        yield from random_vectors(count)

    found = in_node(all_vectors())
    print(f"{found['count']:,} cases, {len(found['different']) or 'no'} differences")
    for different in found["different"]:
        print(json.dumps(different, indent=1))
    if not native.available():
        return 1 if found["different"] else 0
    proved = claims(work=5_000_000)
    wrong = differing(proved)
    times = sorted(answer["seconds"] / spent for _, answer, _, spent in proved)
    built = (WEB / "spiderpos.wasm").read_bytes()
    print(f"{len(proved)} claims proved, {wrong or 'none'} otherwise than by the native core")
    print(f"median: {times[len(times) // 2]:.2f} times its time; {times[-1]:.2f} at most")
    for name, answer, _, spent in proved:
        if name == "woods-6:spades-without-space":
            print(f"{name}: {answer['seconds']:.3f} s in Node, {spent:.3f} s native")
    print(f"spiderpos.wasm: {len(built):,} bytes, {len(gzip.compress(built, 9)):,} packed")
    return 1 if found["different"] or wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000))
