"""Certificates of "impossible", and the checker that shares no code with the solver."""

from __future__ import annotations

import copy
import gzip
import json
import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from spiderpos.catalogue import find_problem, problem_ids
from spiderpos.catalogue.proving import unshown
from spiderpos.cli import pages, solving
from spiderpos.game import deals
from spiderpos.game.position import Column
from spiderpos.game.rules import WOODS, Rules
from spiderpos.goals.goal import NoMakingASpace, parse
from spiderpos.solver import certificate_files, certificates, prover, solve
from spiderpos.solver.prover import Answer, Budget, Outcome, Searched, brute, exact_cards
from spiderpos.solver.prover.question import relax
from spiderpos.text.errors import NotationError
from spiderpos.text.resources import shipped_folder
from tests import tables
from tests.boards import board
from tests.checking import FILE, check, closed_classes, compare, question, verdict
from tests.questions import FEW, random_position, random_question, tiny_question
from tests.running import needs_core, partial, run

pytestmark = pytest.mark.slow

FOLDER = FILE.parent
#: Deals with stored certificates that they can't be won.
LOST_DEALS = (1748, 14934)
#: The ids of claims of the catalogue that no search has decided.
OPEN = {"hearts-need-clubs", "hearts-need-spades"}
NO_SPACE = "get a space without dealing, removing"


def certified(position, goal):
    answer = solve(position, goal)
    assert answer.outcome is Outcome.IMPOSSIBLE
    return certificates.certificate(position, goal, answer)


def checked(*files):
    command = [sys.executable, "-I", str(FILE), *map(str, files)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


# The file


def test_the_checker_is_one_file_without_imports_of_the_package():
    text = FILE.read_text()
    assert "spiderpos" not in "".join(
        line for line in text.splitlines() if line.lstrip().startswith(("import", "from"))
    )


@needs_core
@pytest.mark.parametrize("name", ["proof.json", "proof.json.gz"])
def test_solve_writes_a_certificate_that_is_accepted(tmp_path, name):
    file = tmp_path / name
    result = run("solve", "woods-5", NO_SPACE, "--certificate", file)
    assert result.exit_code == 1
    done = checked(file)
    assert done.returncode == 0, done.stdout
    assert "accepted: 56 classes" in done.stdout
    assert "goal: 1 spaces or more; remove 0 others at most; no dealing" in done.stdout
    data = file.read_bytes()
    data = gzip.decompress(data) if name.endswith(".gz") else data
    assert len(json.loads(data)["classes"]) == 56


@needs_core
def test_solve_writes_nothing_that_the_checker_refuses(tmp_path, monkeypatch):
    usual = certificates.certificate

    def without_a_class(*question, **budget):
        made = usual(*question, **budget)
        made["classes"].pop()
        return made

    monkeypatch.setattr(certificates, "certificate", without_a_class)
    file = tmp_path / "proof.json"
    result = run("solve", "woods-5", NO_SPACE, "--certificate", file)
    assert (result.exit_code, file.exists()) == (1, False)
    assert f"{file}: no certificate: the checker refuses it: the set is left" in result.stderr


@needs_core
def test_a_number_in_place_of_the_classes(monkeypatch):
    """For a certificate with only the number of classes, the checker generates the classes."""
    monkeypatch.setattr(certificates, "_MOST_LISTED", 55)
    made = certified(find_problem("woods-5").start, parse(NO_SPACE))
    assert made["classes"] == 56
    assert json.loads(certificate_files.dumps(made)) == made
    assert verdict(made) == verdict(made | {"classes": 57}) == "accepted"
    # There are 56 with these exact cards, and fewer with others.
    assert verdict(made | {"classes": 5}) == "refused: the set is larger than stated"
    assert verdict(made | {"exact": []}).startswith("refused: the goal may be met")
    for number in (0, -1, True, 1.0, 10**6, "56", None):
        assert verdict(made | {"classes": number}).startswith("unreadable")
    one_space = made | {"goal": made["goal"] | {"other_suits": 8}}
    assert verdict(one_space).startswith("refused: the goal may be met")


@pytest.mark.parametrize("text", ["{}", "not json", '{"certificate": 1, "proof": "classes"}'])
def test_invalid_certificates_are_unreadable(tmp_path, text):
    file = tmp_path / "it.json"
    file.write_text(text)
    with pytest.raises(NotationError, match="this is not a certificate"):
        certificate_files.read(file)
    done = checked(file)
    assert (done.returncode, done.stdout.startswith("unreadable")) == (2, True)
    assert checked(tmp_path / "none.json").returncode == 2


def test_two_problems_of_one_name_take_no_certificate_from_each_other(tmp_path):
    text = (shipped_folder("problems") / "woods-1.yaml").read_text()
    for name in "ab":
        (tmp_path / name).mkdir()
        (tmp_path / name / "woods-1.yaml").write_text(text)
    words = ("problems", "check", tmp_path / "a", tmp_path / "b", "--prove", "--certificates")
    refused = run(*words, tmp_path)
    assert refused.exit_code == 2
    assert f"the problem 'woods-1' is in {tmp_path}/a/woods-1.yaml too" in refused.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("solve", "woods-5", "--certificate"),
        ("solve", "woods-5", "get a space", "--save"),
        ("author", "sheet", "woods-2", "-o"),
        ("page", "woods-2", "--prove", "-o"),
    ],
)
def test_a_missing_folder_is_reported_before_the_search(tmp_path, monkeypatch, words):
    monkeypatch.delattr(solving, "find_answer")
    monkeypatch.delattr(pages, "prove_all")
    file = tmp_path / "no" / "x.html"
    result = run(*words, file)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"x.html' can't be written: there is no folder '{file.parent}'" in result.stderr


# Accepted and refused certificates


@needs_core
@tables.of("certified")
def test_kinds_of_proofs(text, goal):
    """Return the kind of proof of an impossible goal; a set that lacks a position is refused."""
    made = certified(partial(text), parse(goal))
    assert verdict(made) == "accepted"
    if made["proof"] == "positions":
        made["positions"].pop()
        assert verdict(made).startswith("refused")
    return made["proof"]


@needs_core
def test_rows_that_go_over_spaces_may_be_dealt():
    text = "Ks/9s/5s/-/-/-/-/-/-/- QsJsTs8s7s6s4s3s2sAs sssssss rules=one-suit"
    made = certified(partial(text), parse("win"))
    made["rules"]["deal_over_spaces"] = "always"
    assert verdict(made).startswith("refused")
    over = partial(text.replace("one-suit", "one-suit;deal_over_spaces=always"))
    answer = solve(over, parse("win"), budget=Budget(work=100_000))
    assert answer.outcome is not Outcome.IMPOSSIBLE


@pytest.mark.parametrize("suit", ["clubs", "diamonds", "hearts", "spades"])
def test_a_suit_that_is_complete_at_the_start(suit):
    """No proof may assume that a suit from the start stays, or goes, under automatic removal."""
    run = " ".join(rank + suit[0] for rank in check.RANKS[:0:-1])
    made = {
        "certificate": 1,
        "rules": {"automatic_removal": True},
        "position": {"columns": [f"| {run}", "9h | 8d", "| 9s"]},
        "goal": {"complete": [suit], "turn_up": [[1, None]]},
        "proof": "counting",
    }
    assert verdict(made) == "refused: nothing is missing"
    conditions = {"no_dealing": True, "no_making_a_space": True}
    made["goal"] = {"turn_up": [[1, None]], **conditions}
    query = made["goal"] | {"space_before_removal": True}
    made["wider"] = {"rules": {}, "position": made["position"], "goal": query}
    assert verdict(made) == "refused: by other rules it isn't shown"


def test_goals_and_rules_that_are_not_known_are_unreadable():
    made = certified(partial("9s/Ts/2c - -"), parse("remove spades"))
    for part in ("goal", "rules", "position"):
        other = copy.deepcopy(made)
        other[part]["unheard_of"] = True
        assert verdict(other).startswith("unreadable")


@needs_core
def test_every_order_of_hidden_cards_has_to_be_possible():
    problem = find_problem("woods-2")
    (claim,) = (claim for claim in problem.claims if claim.id == "other-in-10-3c")
    made = certified(problem.position(claim.data.position), claim.goal)
    assert verdict(made) == "accepted"
    assert "*" in "".join(made["position"]["columns"])
    text = json.dumps(made)
    data = json.loads(text)
    data["goal"]["whatever_turns_up"] = False
    assert verdict(data).startswith("unreadable")
    columns = made["position"]["columns"]
    hidden = next(word for column in columns for word in column.split() if word.endswith("*"))
    # A card that is face up twice can't be hidden as well.
    up = Counter(card for column in columns for card in column.partition("|")[2].split())
    twice = next(card for card, count in up.items() if count == 2)
    assert verdict(json.loads(text.replace(hidden, f"{twice}*"))).startswith("unreadable")


@pytest.mark.sweep
@needs_core
@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(n, marks=pytest.mark.overnight) for n in range(4, 170))]
)
def test_goals_of_accepted_certificates_are_impossible_by_brute_force(seed):
    def ask(rng):
        sorts = (tiny_question(rng, "few"), tiny_question(rng, "suit"), random_question(rng, FEW))
        return rng.choice(sorts)

    result = compare(random.Random(seed), 30, ask, mebibytes=1)
    assert result["positions", True] >= 5
    assert result["classes", True] >= 3
    assert result["classes", False] >= 1


# Other rules


@needs_core
def test_under_other_rules_a_wider_question_is_proved():
    rules = Rules(automatic_removal=True, cells=1)
    position = replace(partial("9s/Js/Kd - -"), rules=rules, cells=(None,))
    made = certified(position, parse("get 2 spaces"))
    assert (made["proof"], verdict(made)) == ("classes", "accepted")
    assert made["rules"] == {"automatic_removal": True, "cells": 1}
    assert made["wider"]["rules"] == {}
    assert len(made["wider"]["position"]["columns"]) == 4
    for key, other in {
        "rules": {"automatic_removal": True},
        "position": made["position"],
        "goal": made["goal"] | {"spaces": 3},
    }.items():
        changed = made | {"wider": made["wider"] | {key: other}}
        assert verdict(changed).startswith("refused")
    del made["wider"]
    assert verdict(made).startswith("refused")


@needs_core
def test_the_wider_question_has_the_bottom_cards_of_whole_columns():
    made = certified(partial("Kd9h/QsTc/2d - -"), parse('reach "KdQs/-/2d - -"'))
    assert verdict(made) == "accepted"
    assert made["wider"]["goal"] == {"space_in": [2], "uncover": [["Qs", 1], ["2d", 3]]}
    for other in (
        {"space_in": [2], "uncover": [["Qs", 1], ["2d", 2]]},
        {"space_in": [1, 2], "uncover": [["2d", 3]]},
        {"space_in": [2], "uncover": [["Qs", 1], ["2d", 3]], "no_dealing": True},
    ):
        changed = made | {"wider": made["wider"] | {"goal": other}}
        assert verdict(changed).startswith("refused")


@needs_core
@pytest.mark.parametrize("rules", [WOODS, Rules(automatic_removal=True)])
def test_a_win_is_impossible_if_a_part_is(rules):
    stuck = partial("2sKsQsJsTs9s8s7s6s5s4s3s/As - -")
    stuck = replace(stuck, rules=rules)
    made = certified(stuck, parse("win"))
    assert verdict(made) == "accepted"
    assert made["wider"]["goal"] == {"remove_any": 1, "no_dealing": True}
    for other in ({"remove_any": 2}, {"remove_any": 1, "no_turning_up": True}, {"spaces": 3}):
        changed = made | {"wider": made["wider"] | {"goal": other}}
        assert verdict(changed).startswith("refused")


@needs_core
@pytest.mark.parametrize("seed", range(2))
def test_a_space_before_the_last_removal(seed):
    """A set of classes with an exception for the last removal is refused if there is a line."""
    rng, counts = random.Random(seed), Counter()
    while counts.total() < 60:
        position, goal = tiny_question(rng, "suit")
        goal = goal.under(NoMakingASpace())
        position = replace(position, rules=Rules(automatic_removal=True), cells=(), hand=())
        plain = brute.solve(position, goal, budget=Budget(work=2_000_000, mebibytes=16))
        whole = relax(position, goal)
        if plain.outcome is Outcome.UNDECIDED or not whole.space_before_removal:
            continue
        try:
            made = closed_classes(whole.position, whole.goal, [], bases=False)
        except check.Refused:
            continue
        if made is not None:
            query = {key: made.pop(key) for key in ("rules", "position", "goal")}
            query["goal"]["space_before_removal"] = True
            answer = verdict(made | question(position, goal) | {"wider": query})
            assert answer != "accepted" or plain.outcome is Outcome.IMPOSSIBLE
            assert not answer.startswith("unreadable")
            counts[plain.outcome, answer == "accepted"] += 1
    assert counts[Outcome.SOLVED, False]
    assert counts[Outcome.IMPOSSIBLE, True]


@needs_core
def test_unknown_cards_may_be_any_that_are_left():
    """A set that omits a possible value of an unknown card that turns up is refused."""
    made = certified(partial("x:4s/5c/9d - -"), parse("get 3 spaces"))
    assert (made["proof"], verdict(made)) == ("positions", "accepted")
    for k in range(len(made["positions"])):
        left = made["positions"][:k] + made["positions"][k + 1 :]
        assert verdict(made | {"positions": left}).startswith("refused")


# Sets of classes with any exact cards


def test_exact_cards_in_words_and_back():
    twice = board("9s 5h 9s", "-- 9d")
    exact = ((1, 1, 39, 3), (1, 3, 39, 1), (2, 2, 37, 2))
    words = exact_cards.in_words(twice, exact)
    assert words == (
        "9s in column 1 (row 1), deep",
        "9s in column 1 (row 3), shallow",
        "9d in column 2, kept",
    )
    assert exact_cards.of_words(twice, words) == exact


def searched(position, goal, exact):
    """Return the certificate of one search with exact cards and bases; None if it isn't a
    proof."""
    words = exact_cards.in_words(position, exact)
    last = Searched("classes", precision=words, bases=True)
    answer = Answer(Outcome.IMPOSSIBLE, (), last, "")
    budget = Budget(work=300_000, mebibytes=16)
    try:
        return certificates.certificate(position, goal, answer, budget=budget)
    except certificates.NoCertificate:
        return None


def exact_in(position, rng):
    """Choose most cards as exact cards; return them in the form of ``exact_cards.of_words``."""
    share, levels = rng.choice([0.5, 0.8, 1]), rng.choice([[1, 2, 3], [2, 3], [3]])
    return [
        (number, row, card.code, rng.choice(levels))
        for number, column in enumerate(position.columns, 1)
        for row, card in enumerate((*column.down, *column.up), 1)
        if rng.random() < share
    ]


@needs_core
def test_values_are_forgotten_once_all_stuck_cards_have_been_laid():
    # 5c goes onto 6c and a level freezes: 6c is stuck, and so is 7c if 6c lies on it.  The 8d that
    # turns up thaws the level of 7c.  Its value is still 7c, because 7c can't leave it.
    position = board("6c 6c", "8d 7c", "7c 5d", "8d 5c", "5c")
    goal = parse("get a space in column 2 without dealing, making a space")
    words = "6c in column 1 (row 2), deep", "8d in column 2, deep", "7c in column 2, deep"
    words += "8d in column 4, deep", "5c in column 4, shallow", "5c in column 5, shallow"
    made = searched(position, goal, exact_cards.of_words(position, words))
    assert verdict(made) == "accepted"
    shape, named = [[0] * 5, [2, 6, 8, 206, 207], []], [2]
    assert [*shape, named, [-3, 3, 1, -1, -1, -1]] in made["classes"]
    assert [*shape, named, [-3, -1, 1, -1, -1, -1]] not in made["classes"]


@needs_core
@pytest.mark.parametrize(
    ("seed", "count"), [(8, 30), (13, 40), pytest.param("long", 3000, marks=pytest.mark.overnight)]
)
def test_complete_searches_with_any_exact_cards_are_proofs(seed, count):
    rng, sets = random.Random(seed), 0
    while sets < count:
        position = random_position(rng, cards=(10, 22), columns=(4, 6))
        column = rng.choice([i for i, c in enumerate(position.columns, 1) if c.up])
        goal = parse(f"get a space in column {column} without dealing, making a space")
        plain = brute.solve(position, goal, budget=Budget(seconds=None, work=300_000, mebibytes=8))
        for _ in range(3):
            made = searched(position, goal, exact_in(position, rng))
            if made is None or len(made["classes"]) > 400:
                continue
            assert plain.outcome is not Outcome.SOLVED, f"{position} {goal}"
            assert verdict(made) == "accepted", f"{position} {goal} {made['exact']}"
            sets += 1


# Mutations


def mutated(rng, position, goal, made):
    """Return a certificate with one random change, and the question that it then has."""
    made = copy.deepcopy(made)
    kind = rng.choice(["member", "member", "card", "goal", "exact"])
    members = made[made["proof"]]
    if kind == "member":
        members.pop(rng.randrange(len(members)))
    elif kind == "exact" and made.get("exact"):
        made["exact"][rng.randrange(len(made["exact"]))][3] = rng.choice(
            ["shallow", "kept", "deep"]
        )
    elif kind == "card":
        columns = [[list(c.down), list(c.up)] for c in position.columns]
        places = [(p, k) for column in columns for p in column for k in range(len(p))]
        (one, i), (other, j) = rng.choice(places), rng.choice(places)
        one[i], other[j] = other[j], one[i]
        now = tuple(Column(tuple(down), tuple(up)) for down, up in columns)
        position = replace(position, columns=now)
    elif goal.conditions and rng.random() < 0.6:
        goal = goal.free_of(type(rng.choice(goal.conditions)))
    elif len(goal.objectives) > 1:
        goal = replace(goal, objectives=goal.objectives[: rng.randrange(1, len(goal.objectives))])
    else:
        numbers = [o for o in goal.objectives if getattr(o, "count", 1) > 1]
        goal = replace(
            goal,
            objectives=tuple(replace(o, count=o.count - 1) for o in numbers) or goal.objectives,
        )
    return made | question(position, goal), position, goal


def try_mutations(rng, count):
    """Return the numbers of accepted and refused mutations, at least ``count`` in all.

    Brute force must not solve the question of an accepted one.
    """
    accepted = refused = 0
    while accepted + refused < count:
        small = rng.random() < 0.3
        position, goal = tiny_question(rng, "few") if small else random_question(rng, FEW)
        budget = Budget(work=5_000_000, mebibytes=16)
        answer = prover.solve(position, goal, budget=budget)
        if answer.outcome is not Outcome.IMPOSSIBLE or answer.searched.method == "start":
            continue
        made = certificates.certificate(position, goal, answer, budget=budget)
        assert verdict(made) == "accepted", f"{position} {goal}"
        for _ in range(8):
            other, now, query = mutated(rng, position, goal, made)
            if verdict(other) != "accepted":
                refused += 1
                continue
            plain = brute.solve(now, query, budget=Budget(seconds=None, mebibytes=8))
            assert plain.outcome is not Outcome.SOLVED, f"{position} {goal}: {now} {query}"
            accepted += 1
    return accepted, refused


@needs_core
@pytest.mark.parametrize(
    ("seed", "count"), [(0, 60), (1, 60), pytest.param("long", 1000, marks=pytest.mark.overnight)]
)
def test_a_certificate_that_was_changed_is_refused_or_still_a_proof(seed, count):
    accepted, refused = try_mutations(random.Random(seed), count)
    assert min(accepted, refused) >= count // 10


# The catalogue


@cache
def claims():
    results = []
    for problem in map(find_problem, problem_ids()):
        for claim in unshown(problem):
            if claim.expected == "impossible":
                results.append((problem, claim))
    return results


def test_the_certificates_of_the_catalogue_are_here():
    expected = {f"{problem.id}.{claim.id}" for problem, claim in claims()}
    there = {path.name.removesuffix(".json.gz") for path in FOLDER.glob("*.json.gz")}
    assert expected - there == {f"woods-6.{name}" for name in OPEN}
    assert there - expected == {f"deal-{number}" for number in LOST_DEALS}


def test_each_is_about_its_claim():
    for problem, claim in claims():
        if claim.id not in OPEN:
            stored = certificate_files.read(FOLDER / f"{problem.id}.{claim.id}.json.gz")
            position = problem.position(claim.data.position)
            assert stored.is_about(position, claim.goal)
            assert not stored.is_about(position, parse("get 9 spaces"))
            assert not stored.is_about(board("9s"), claim.goal)


def test_those_of_deals_are_about_them():
    for number in LOST_DEALS:
        made = json.loads(gzip.decompress((FOLDER / f"deal-{number}.json.gz").read_bytes()))
        data = json.loads(json.dumps(question(deals.deal(number), parse("win"))))
        assert {part: made[part] for part in data} == data


@pytest.mark.sweep
@pytest.mark.parametrize("part", range(8))
def test_the_small_ones_are_accepted(part):
    for path in sorted(FOLDER.glob("*.json.gz"))[part::8]:
        made = json.loads(gzip.decompress(path.read_bytes()))
        if path.stat().st_size < 2500 and not isinstance(made.get("classes"), int):
            assert verdict(made) == "accepted", path


# Lost deals


LOST = deals.deal(14934)


def test_a_lost_deal_is_accepted_and_no_other_set_of_states():
    node = certified(LOST, parse("win"))
    assert verdict(node) == "accepted"
    assert node["ranks"] == ["2", "6", "K"]
    for i in range(len(node["states"])):
        fewer = node | {"states": node["states"][:i] + node["states"][i + 1 :]}
        assert verdict(fewer).startswith("refused: the set is left"), i
    assert verdict(node | {"ranks": ["6", "K"]}).startswith("refused")


def test_heads_are_refused_for_goals_without_a_space_or_a_suit():
    node = certified(LOST, parse("win"))
    query = question(LOST, parse("turn up a card"))
    assert verdict(node | {"goal": query["goal"]}).startswith("refused: the goal needs no")
