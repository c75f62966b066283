"""Deciding the claims of many problems on several cores."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Generator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Final

from ..processes import end_with, ended_in_order, hear, safe_path, unheard
from ..prover.answer import Answer, Budget, Outcome, Searched
from .problem import Claim, Problem
from .proving import Proof, prove_claim, unshown

__all__ = ["prove_all"]

# A process that begins with a copy of this one could find a lock taken that nobody gives back.
if sys.platform == "win32":
    _CONTEXT: Final = multiprocessing.get_context("spawn")
else:
    from multiprocessing import forkserver, resource_tracker

    _CONTEXT: Final = multiprocessing.get_context("forkserver")


def prove_all(
    problems: Sequence[Problem], budget: Budget, *, jobs: int = 1
) -> Generator[Proof, None, None]:
    """Decide the claims that no line shows, in their order, each within ``budget``.

    ``jobs``: processes at once.  Each claim has one of its own (with one job: this process); if
    that dies, the claim is undecided, and the reason says so.  Raises KeyboardInterrupt if Ctrl-C
    ends it, SystemExit if SIGTERM does; no process is left then.
    """
    asked = [(problem, claim) for problem in problems for claim in unshown(problem)]
    if jobs == 1 or len(asked) < 2:
        for problem, claim in asked:
            proof = prove_claim(problem, claim, budget)
            if proof.answer is not None:
                proof.answer.uninterrupted()
            yield proof
        return
    _start_server()
    with ended_in_order():
        yield from _spread(asked, budget, jobs)


def _spread(
    asked: Sequence[tuple[Problem, Claim]], budget: Budget, jobs: int
) -> Generator[Proof, None, None]:
    running: dict[Connection, tuple[int, BaseProcess]] = {}
    done: dict[int, Proof] = {}
    begun = given = 0
    try:
        while given < len(asked):
            while len(running) < jobs and begun < len(asked):
                # Ctrl-C is never for those that are begun.  SIGTERM would leave one without all of
                # its work, which it would complain of.
                with unheard(signal.SIGINT, signal.SIGTERM):
                    ours, theirs = _CONTEXT.Pipe(duplex=False)
                    work = (theirs, *asked[begun], budget)
                    started = _CONTEXT.Process(target=_work, args=work, daemon=True)
                    try:
                        with safe_path():
                            started.start()
                        running[ours] = (begun, started)
                    except (EOFError, OSError):
                        # The server was killed (the next start begins another), or the system
                        # has no room for more processes.
                        ours.close()
                        reason = "the process that was to decide it could not be begun"
                        done[begun] = _undecided(*asked[begun], budget, reason)
                theirs.close()
                begun += 1
            for ready in wait(list(running)) if running else ():
                assert isinstance(ready, Connection)  # noqa: S101 - nothing else is waited for
                number, process = running.pop(ready)
                done[number] = _received(ready, process, *asked[number], budget)
            while given in done:
                yield done.pop(given)
                given += 1
    finally:
        for connection, (_, process) in running.items():
            process.kill()
            process.join()
            connection.close()


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


def _received(
    ours: Connection, process: BaseProcess, problem: Problem, claim: Claim, budget: Budget
) -> Proof:
    """What a process has sent, or that it died before."""
    proof: Proof | None
    try:
        proof = ours.recv()
    except (EOFError, OSError):
        proof = None
    ours.close()
    process.join()
    if proof is not None:
        return proof
    code = process.exitcode
    how = f"by signal {-code}" if code is not None and code < 0 else f"with exit code {code}"
    reason = f"the process that was to decide it ended {how}"
    return _undecided(problem, claim, budget, reason)


def _undecided(problem: Problem, claim: Claim, budget: Budget, reason: str) -> Proof:
    searched = Searched("start", 0, 0, 0.0, 0)
    return Proof(problem, claim, Answer(Outcome.UNDECIDED, (), searched, reason), budget)


def _work(theirs: Connection, problem: Problem, claim: Claim, budget: Budget) -> None:
    """In a process of its own; Ctrl-C is for the one that began it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    hear(signal.SIGTERM)
    # The server that forked this one, which ends with the one that began it, or that one itself.
    end_with(os.getppid())
    proof = prove_claim(problem, claim, budget)
    # Whoever asked may be gone.
    with suppress(BrokenPipeError):
        theirs.send(proof)
