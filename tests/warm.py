"""A server for the ``spiderpos`` command, so that tests can run it without its start-up time.

``python warm.py ADDRESS`` imports everything once and then serves commands on a Unix socket.  Each
request has the arguments, the folder, the environment and the caller's three streams.  It runs in
a fork, as if it had been started by the caller.  :func:`run` is for tests that need the output;
:func:`command` returns the path of a script named ``spiderpos`` for shells, which passes its
streams on and exits with the fork's exit code.
"""

import atexit
import gc
import importlib
import marshal
import os
import pkgutil
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from functools import cache, wraps
from pathlib import Path

# Import only modules that load quickly.
_CLIENT = """#!{python} -SE
import _socket, marshal, os, sys
server = _socket.socket(_socket.AF_UNIX)
server.connect({address!r})
streams = b"".join(n.to_bytes(4, sys.byteorder) for n in range(3))
server.sendmsg([b"+"], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, streams)])
server.sendall(marshal.dumps((sys.argv[1:], os.getcwd(), dict(os.environ))))
server.shutdown(_socket.SHUT_WR)
os._exit(int(server.recv(8) or 70))
"""


@cache
def command():
    """Return the path of the script; its server ends with this process."""
    # Not in pytest's folder: the path of a socket must be short.
    folder = tempfile.mkdtemp(prefix="spiderpos-")
    address = f"{folder}/commands"
    # The server ends when its standard input is closed, even if this process is killed.
    server = subprocess.Popen([sys.executable, __file__, address], stdin=subprocess.PIPE)
    while not os.path.exists(address):
        assert server.poll() is None, "the server of commands ended"
        time.sleep(0.02)
    script = Path(folder, "spiderpos")
    script.write_text(_CLIENT.format(python=sys.executable, address=address))
    script.chmod(0o755)
    _servers.append(server)
    return script


# Keep references: Python warns if a process object is collected while the process still runs.
_servers = []


def run(arguments, data, folder):
    """Run a command; return its exit code, and the bytes of its output and its errors."""
    with ExitStack() as stack, ThreadPoolExecutor(2) as readers:
        given = stack.enter_context(tempfile.TemporaryFile())
        given.write(data)
        given.seek(0)
        pipes = [os.pipe() for _ in range(2)]
        written = [readers.submit(_read, end) for end, _ in pipes]
        server = stack.enter_context(socket.socket(socket.AF_UNIX))
        server.connect(f"{command().parent}/commands")
        socket.send_fds(server, [b"+"], [given.fileno(), *(end for _, end in pipes)])
        for _, end in pipes:
            os.close(end)
        server.sendall(marshal.dumps((arguments, str(folder), dict(os.environ))))
        server.shutdown(socket.SHUT_WR)
        return int(server.recv(8) or 70), *(text.result() for text in written)


def _read(end):
    with open(end, "rb") as file:
        return file.read()


def read_problems_once():
    """Make this process read the file of each shipped problem only once."""
    from spiderpos.catalogue import loading
    from spiderpos.text.resources import shipped_folder

    folder, load = shipped_folder("problems"), loading.load_problem
    shipped = cache(load)

    @wraps(load)  # A problem that is pickled refers to the function by its name.
    def load_once(path):
        return (shipped if Path(path).parent == folder else load)(path)

    loading.load_problem = load_once


def _count_work_for_usual_seconds():
    """Replace the default seconds of searches by the equivalent work.

    This makes their output the same on every machine, however busy that is.
    """
    from spiderpos.solver.budget import WORK_PER_SECOND, Budget, Usual

    finish = Budget.__post_init__

    def post_init(budget):
        if budget.work is None and isinstance(budget.seconds, Usual):
            object.__setattr__(budget, "work", round(budget.seconds * WORK_PER_SECOND))
        finish(budget)

    Budget.__post_init__ = post_init


def _serve(address):
    import spiderpos.cli
    from spiderpos import formats, scripts
    from spiderpos.catalogue import find_problem
    from spiderpos.text.errors import SpiderError

    _count_work_for_usual_seconds()
    read_problems_once()
    # Load the problem with the longest file, and all grammars, each with its lexer.
    for name in ("woods-6", "woods-4"):
        problem = find_problem(name)
        problem.replayed(next(iter(problem.lines)))
    for notation in formats.FORMATS.values():
        with suppress(SpiderError):
            formats.read(notation.dumps(problem.start))
    for notation in scripts.SCRIPT_FORMATS.values():
        with suppress(SpiderError):
            notation.loads("3 8")
    with suppress(SpiderError):
        formats.read("no position")
    for module in pkgutil.iter_modules(spiderpos.cli.__path__, "spiderpos.cli."):
        importlib.import_module(module.name)
    for extra in ("fpdf", "resvg_py"):
        with suppress(ImportError):
            importlib.import_module(extra)
    # Otherwise each fork would traverse and copy all imported objects when it ends.
    gc.collect()
    gc.freeze()
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(f"{address}.new")
        listening.listen()
        os.rename(f"{address}.new", address)
        while True:
            ready, _, _ = select.select([listening, sys.stdin], [], [])
            if sys.stdin in ready:
                shutil.rmtree(os.path.dirname(address))
                sys.exit()
            caller, _ = listening.accept()
            if os.fork() == 0:
                listening.close()
                if (child := os.fork()) == 0:
                    return caller
                status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
                caller.sendall(str(status if status >= 0 else 128 - status).encode())
                os._exit(0)
            caller.close()
            with suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass


def _run(caller):
    _, streams, _, _ = socket.recv_fds(caller, 1, 3)
    with caller.makefile("rb") as rest:
        arguments, folder, environment = marshal.loads(rest.read())  # noqa: S302 - our own
    caller.close()
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    from spiderpos.cli import main

    try:
        main(arguments, prog_name="spiderpos")
    except SystemExit as end:
        # A normal exit would first destroy all objects that the server has imported.
        if end.code is None or isinstance(end.code, int):
            with suppress(OSError):
                sys.stdout.flush()
                sys.stderr.flush()
                atexit._run_exitfuncs()
                os._exit(end.code or 0)
        raise


if __name__ == "__main__":
    _run(_serve(sys.argv[1]))
