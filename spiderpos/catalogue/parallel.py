"""Deciding the claims of many problems on several cores."""

from __future__ import annotations

import multiprocessing
import signal
import sys
import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Final, NamedTuple, TypeAlias

from ..solver.evidence import Record
from ..solver.processes import end_with_creator, ended_in_order, hear, safe_path, unheard
from ..solver.prover.answer import Answer, Budget, Outcome, Searched
from ..solver.rechecking import Recheck
from .problem import Claim, Problem
from .proving import Proof, evidence_of, prove_claim, unshown

__all__ = ["prove_all"]

# A process that begins with a copy of this one could find a lock taken that nobody gives back.
if sys.platform == "win32":
    _CONTEXT: Final = multiprocessing.get_context("spawn")
else:
    from multiprocessing import forkserver, resource_tracker

    _CONTEXT: Final = multiprocessing.get_context("forkserver")


class _Asked(NamedTuple):
    """A claim that is to be decided, with the records that lie beside its problem."""

    problem: Problem
    claim: Claim
    records: Mapping[str, Record]


def prove_all(
    problems: Sequence[Problem],
    budget: Budget,
    *,
    jobs: int = 1,
    decided: Callable[[Proof], object] | None = None,
) -> Generator[Proof, None, None]:
    """Decide the claims that no line shows, in their order, each within ``budget``.

    ``decided`` is told each at once, which may be before others that come first, and those that
    stay undecided, too.  ``jobs``:
    processes at once (with one: this process).  If one dies, the claim that it had is
    undecided, and the reason says so; another one goes on with the rest.  Raises OSError or
    NotationError, before anything is decided, if the records beside a problem can't be read;
    KeyboardInterrupt if Ctrl-C ends it, SystemExit if SIGTERM does.  No process is left then.
    """
    asked = []
    for problem in problems:
        if claims := unshown(problem):
            records = evidence_of(problem)
            asked += [_Asked(problem, claim, records) for claim in claims]
    if jobs == 1 or len(asked) < 2:
        for one in asked:
            proof = prove_claim(one.problem, one.claim, budget, records=one.records)
            if proof.answer is not None:
                proof.answer.uninterrupted()
            if decided is not None:
                decided(proof)
            yield proof
        return
    _start_server()
    with ended_in_order():
        yield from _spread(asked, budget, jobs, decided)


def _spread(
    asked: Sequence[_Asked],
    budget: Budget,
    jobs: int,
    decided: Callable[[Proof], object] | None = None,
) -> Generator[Proof, None, None]:
    helpers: list[_Helper] = []
    busy: dict[Connection, tuple[_Helper, int]] = {}
    idle: list[_Helper] = []
    done: dict[int, Proof] = {}
    begun = given = 0

    def tell(number: int, proof: Proof) -> None:
        done[number] = proof
        if decided is not None:
            decided(proof)

    try:
        while given < len(asked):
            while len(busy) < jobs and begun < len(asked):
                known = bool(idle)
                helper = idle.pop() if known else _begin(helpers, budget)
                if helper is None:
                    if busy:
                        # Those that there are do it alone.
                        break
                    reason = "the process that was to decide it could not be begun"
                    tell(begun, _undecided(asked[begun], budget, reason))
                elif helper.give(asked[begun]):
                    busy[helper.ours] = helper, begun
                else:
                    helpers.remove(helper)
                    reason = helper.end()
                    if known:
                        # It died when it had nothing to do: another one takes the claim.
                        continue
                    tell(begun, _undecided(asked[begun], budget, reason))
                begun += 1
            for ready in wait(list(busy)) if busy else ():
                assert isinstance(ready, Connection)  # noqa: S101 - nothing else is waited for
                helper, number = busy.pop(ready)
                found = helper.found()
                if found is None:
                    helpers.remove(helper)
                    tell(number, _undecided(asked[number], budget, helper.end()))
                else:
                    problem, claim, _ = asked[number]
                    answer, fault, recorded = found
                    idle.append(helper)
                    tell(number, Proof(problem, claim, answer, budget, fault, recorded))
            while given in done:
                yield done.pop(given)
                given += 1
    finally:
        for helper in helpers:
            helper.process.kill()
            helper.end()


#: What there is to say of a claim, without what whoever asked knows: see :class:`Proof`.
_Found: TypeAlias = tuple[Answer | None, str, Recheck | None]


@dataclass(slots=True, eq=False)
class _Helper:
    """A process that decides claims, and our end of what joins us."""

    process: BaseProcess
    ours: Connection
    #: It keeps the last problem that it was given: that is much larger than a claim.
    problem: Problem | None = None

    def give(self, asked: _Asked) -> bool:
        """Have it decide a claim; false if it is dead."""
        new = asked.problem if asked.problem is not self.problem else None
        self.problem = asked.problem
        try:
            self.ours.send((new, asked.claim, asked.records.get(asked.claim.id)))
        except OSError:
            return False
        return True

    def found(self) -> _Found | None:
        """What it has found out; None if it died before."""
        try:
            found: _Found = self.ours.recv()
        except (EOFError, OSError):
            return None
        return found

    def end(self) -> str:
        """Wait until it has ended, as it is about to; how that came, as a reason."""
        self.ours.close()
        self.process.join()
        code = self.process.exitcode
        how = f"by signal {-code}" if code is not None and code < 0 else f"with exit code {code}"
        return f"the process that was to decide it ended {how}"


def _begin(helpers: list[_Helper], budget: Budget) -> _Helper | None:
    """Begin a process, and put it with those that there are; None if that can't be."""
    # Ctrl-C is never for those that are begun.  SIGTERM would leave one without all of its work,
    # which it would complain of.
    with unheard(signal.SIGINT, signal.SIGTERM):
        ours, theirs = _CONTEXT.Pipe()
        process = _CONTEXT.Process(target=_work, args=(theirs, budget), daemon=True)
        try:
            with safe_path():
                process.start()
        except (EOFError, OSError):
            # The server was killed (the next start begins another), or the system has no room
            # for more processes.
            ours.close()
            return None
        finally:
            theirs.close()
        helpers.append(_Helper(process, ours))
        return helpers[-1]


def _start_server() -> None:
    """Start the process that the others are copies of; it never hears Ctrl-C."""
    if sys.platform == "win32":
        return
    _CONTEXT.set_forkserver_preload(["spiderpos.catalogue.parallel"])
    if threading.current_thread() is not threading.main_thread():
        return
    with safe_path():
        # Begun here, or it would let Ctrl-C in when the server begins it.
        resource_tracker.ensure_running()
        with unheard(signal.SIGINT):
            # What is ignored stays so in what is begun; here it is blocked, and so not lost.
            heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
            try:
                forkserver.ensure_running()
            finally:
                signal.signal(signal.SIGINT, heard)


def _undecided(asked: _Asked, budget: Budget, reason: str) -> Proof:
    searched = Searched("start", 0, 0, 0.0, 0)
    answer = Answer(Outcome.UNDECIDED, (), searched, reason)
    return Proof(asked.problem, asked.claim, answer, budget)


def _work(theirs: Connection, budget: Budget) -> None:
    """In a process of its own; Ctrl-C is for the one that began it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    hear(signal.SIGTERM)
    end_with_creator()
    problem: Problem | None = None
    while True:
        try:
            new, claim, record = theirs.recv()
        except (EOFError, OSError):
            # Whoever asked is done, or gone.
            return
        problem = new or problem
        assert problem is not None  # noqa: S101 - it comes with the first claim
        found = _found(problem, claim, record, budget)
        with suppress(OSError):
            theirs.send(found)


def _found(problem: Problem, claim: Claim, record: Record | None, budget: Budget) -> _Found:
    records = {claim.id: record} if record is not None else {}
    proof = prove_claim(problem, claim, budget, records=records)
    return proof.answer, proof.fault, proof.recorded
