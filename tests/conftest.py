"""What tests share: a browser for pages (Chromium, driven by playwright), and no haste."""

import fcntl
import os
import re
import shutil
import signal
import tempfile
from collections import defaultdict
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from hypothesis import settings

from spiderpos.catalogue import find_problem
from spiderpos.show.pages import content
from spiderpos.show.pages.problem import render
from spiderpos.solver.jobs import cores

from .cluster import cluster_scheduler
from .play_page import play, served  # noqa: F401 - fixtures
from .sampling import sample

# No test fails because the machine is slow; what needs more examples says so.
settings.register_profile("unhurried", deadline=None, max_examples=60)
settings.load_profile("unhurried")

# Shells have what they begin with "&" ignore Ctrl-C, which some tests are about.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Each process that a test starts would compile all modules again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_addoption(parser):
    parser.addoption("--quick", action="store_true", help="leave out tests marked slow")


def pytest_configure(config):
    if config.getoption("--quick"):
        config.option.markexpr = "not long and not slow"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark as long the cases of sweeps outside the sample, and as slow each test in a browser."""
    sweeps = defaultdict(list)
    for item in items:
        if item.get_closest_marker("sweep"):
            sweeps[item.nodeid.partition("[")[0]].append(item)
        if "browser" in item.fixturenames:
            item.add_marker("slow")
    for name, cases in sweeps.items():
        chosen = sample(name, [case.nodeid for case in cases])
        for case in cases:
            if case.nodeid not in chosen:
                case.add_marker("long")


#: Where a browser may be; the environment variable names another one.
_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_LOCAL = ("127.0.0.1", "localhost")


def _browser_path():
    named = os.environ.get("SPIDERPOS_BROWSER")
    return named or next(filter(None, map(shutil.which, _BROWSERS)), None)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """One more than cores: much of the time is waiting for browsers and processes."""
    return cores() + 1


@pytest.fixture(scope="session")
def browser():
    """The browser; tests that ask for it skip where there is none."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = _browser_path()
    if path is None:
        pytest.skip(f"no browser is found ({', '.join(_BROWSERS)}, $SPIDERPOS_BROWSER)")
    with playwright.sync_playwright() as driver:
        # Containers that run tests as root have no sandbox to offer.
        arguments = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        started = driver.chromium.launch(executable_path=path, args=arguments)
        yield started
        started.close()


@pytest.fixture
def open_page(browser):
    """Opens pages: ``open_page(url, width=..., height=..., dark=..., motion=...)``.

    At the end of the test none of them may have had an error on its console, or have asked
    anything of another machine.  A test that provokes an error says which, before it does:
    ``open_page.expect("net::ERR_FAILED")``, a regular expression; such faults are left out,
    whenever the browser gets round to telling them.
    """
    contexts = []
    faults = []
    expected = []

    def said(message):
        if message.type == "error":
            faults.append(f"console: {message.text}")

    def asked(request):
        parts = urlsplit(request.url)
        if parts.scheme not in ("file", "data", "blob") and parts.hostname not in _LOCAL:
            faults.append(f"request: {request.url}")

    def open_(url, *, width=1280, height=800, dark=False, motion=False, **options):
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            reduced_motion="no-preference" if motion else "reduce",
            **options,
        )
        contexts.append(context)
        context.set_default_timeout(60_000)
        page = context.new_page()
        page.on("console", said)
        page.on("pageerror", lambda error: faults.append(f"error: {error}"))
        page.on("request", asked)
        page.goto(url)
        return page

    open_.expect = expected.append
    yield open_
    for context in contexts:
        context.close()
    assert not [f for f in faults if not any(re.search(known, f) for known in expected)]


@pytest.fixture(scope="session")
def made_once(tmp_path_factory, worker_id):
    """Return a function that makes a folder once per run, for all workers.

    ``made_once(name, write)`` returns the path of the folder. The first worker that asks for it
    calls ``write`` with a new, empty folder; the others wait until it has returned.
    """
    top = tmp_path_factory.getbasetemp()
    top = top if worker_id == "master" else top.parent

    def made(name, write):
        folder = top / name
        with (top / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not folder.exists():
                new = Path(tempfile.mkdtemp(dir=top))
                write(new)
                new.rename(folder)
        return folder

    return made


@pytest.fixture(scope="session")
def page_of(made_once):
    """Return a function that gives the path of a problem's page."""

    def path_of(name):
        def write(folder):
            page = render(content.of_problem(find_problem(name)))
            (folder / "page.html").write_text(page, encoding="utf-8")

        return made_once(name, write) / "page.html"

    return path_of


@pytest.fixture
def open_problem(open_page, page_of):
    """Opens the page of a problem, as ``open_page`` does, and waits until it plays."""

    def open_(name, fragment="", **options):
        page = open_page(f"{page_of(name).as_uri()}{fragment}", **options)
        page.locator("body[data-track=game]").wait_for()
        return page

    return open_


@pytest.fixture
def scheduler(tmp_path):
    """The address of a Dask scheduler on this machine, and its process."""
    pytest.importorskip("distributed", reason="needs spiderpos[cluster]")
    with cluster_scheduler(tmp_path) as address_and_process:
        yield address_and_process
