"""A browser for tests of pages, a book of problems served to it, and helpers for such tests.

A worker has one browser, and in it one context for wide screens and one for phones.  Their pages
are cleared when a test ends, and reused: a new page takes more processor time than the test
itself.  The book is built once per run, in a folder that all workers share.  Its core isn't
compressed, so that no page spends time on decompressing it.
"""

import asyncio
import base64
import importlib
import json
import os
import re
import shutil
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from threading import Thread
from urllib.parse import urlsplit

import pytest

from spiderpos.catalogue import find_problem
from spiderpos.scripts.words import describe
from spiderpos.show import web
from spiderpos.show.pages import content, site
from spiderpos.show.pages.problem import Book, render

#: Names of browsers to try; the environment variable SPIDERPOS_BROWSER names another one.
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
#: Software rendering in one process: half the processor time of Chromium's default.  WebAssembly
#: is compiled once, without optimization: most pages search little.
ARGUMENTS = (
    *("--disable-gpu", "--disable-software-rasterizer", "--in-process-gpu"),
    "--js-flags=--liftoff-only",
)
LOCAL = ("127.0.0.1", "localhost")
#: The longest time that a call of Playwright may take, in seconds.
LONGEST = 120
PHONE = {"width": 390, "height": 844, "touch": True}
#: Stored settings: a press is a click however long it takes, as on a busy machine.
SETTINGS = {"click": 1_000_000}
_STORE_SETTINGS = f"""try {{
  localStorage.spiderpos ??= '{json.dumps({"settings": SETTINGS})}';
}} catch {{ /* about:blank has no storage */ }}"""
#: The problems of the book that tests visit.
BOOK = (
    *("first-move", "game-one-suit", "mined-pair", "mined-sure-card", "mined-exchange"),
    *("mined-two-moves-or-more", "woods-1", "woods-2", "woods-3", "woods-4", "woods-5"),
    *("woods-6", "woods-6-swapped", "first-one-ten"),
)


def limited(call):
    """Wrap Playwright's internal function ``call`` with a time limit of ``LONGEST`` seconds.

    Some calls have no limit of their own: ``evaluate`` waits for a promise, or for a busy page,
    without end.
    """
    error = pytest.importorskip("playwright.sync_api").TimeoutError

    async def within(awaitable):
        try:
            async with asyncio.timeout(LONGEST):
                return await awaitable
        except TimeoutError:
            raise error(f"the page hasn't answered within {LONGEST} seconds") from None

    return lambda self, awaitable: call(self, within(awaitable))


@pytest.fixture(scope="session")
def browser():
    """Start the browser; skip the tests that use it if no browser is installed."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    named = os.environ.get("SPIDERPOS_BROWSER")
    path = named or next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip(f"no browser is found ({', '.join(BROWSERS)}, $SPIDERPOS_BROWSER)")
    # The sandbox doesn't work in containers that run tests as root.
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    with pytest.MonkeyPatch.context() as patch, playwright.sync_playwright() as driver:
        base = importlib.import_module("playwright._impl._sync_base").SyncBase
        patch.setattr(base, "_sync", limited(base._sync))
        started = driver.chromium.launch(
            executable_path=path, args=[*ARGUMENTS, *["--no-sandbox"] * root]
        )
        yield started
        started.close()


def new_context(browser, touch, **options):
    """Return a new browser context, of a phone if ``touch`` is true."""
    phone = {"has_touch": True, "is_mobile": True} if touch else {}
    context = browser.new_context(**phone, **options)
    context.add_init_script(_STORE_SETTINGS)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    return context


@pytest.fixture(scope="session")
def contexts(browser):
    """Return two contexts, by ``touch`` (True for phones), each with a list of unused pages."""
    return {touch: (new_context(browser, touch), []) for touch in (False, True)}


def reset(page, idle):
    """Clear a page and add it to the unused ones.

    If the page doesn't answer, it is closed, and no page of its context is reused: pages that
    share a process crash together.

    Raises:
        playwright.sync_api.Error: the page hasn't answered.
    """
    try:
        if not page.url.startswith("about:"):
            forget(page)
            page.goto("about:blank")
    except pytest.importorskip("playwright.sync_api").Error:
        idle.clear()
        page.close()
        raise
    idle.append(page)


@pytest.fixture
def open_page(browser, contexts):
    """Open pages: ``open_page(url, width=..., height=..., touch=..., dark=..., motion=...)``.

    With ``fresh`` or other options of a context the page has a separate context.  At the end of
    the test no page may have had an error on its console, or have requested anything from another
    machine.  A test that provokes an error must announce it with a regular expression,
    ``open_page.expect("net::ERR_FAILED")``; such errors are ignored, no matter when the browser
    reports them.
    """
    used = []
    faults, expected = [], []

    def message(entry):
        if entry.type == "error":
            faults.append(f"console: {entry.text}")

    def failed(error):
        faults.append(f"error: {error}")

    def on_request(request):
        parts = urlsplit(request.url)
        if parts.scheme not in ("file", "data", "blob") and parts.hostname not in LOCAL:
            faults.append(f"request: {request.url}")

    listeners = {"console": message, "pageerror": failed, "request": on_request}

    def open_(
        url,
        *,
        width=1280,
        height=800,
        touch=False,
        dark=False,
        motion=False,
        fresh=False,
        **options,
    ):
        if fresh or options:
            page, idle = new_context(browser, touch, **options).new_page(), None
        else:
            context, idle = contexts[touch]
            page = idle.pop() if idle else context.new_page()
        used.append((page, idle))
        page.set_default_timeout(60_000)
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(
            media="screen",
            color_scheme="dark" if dark else "light",
            reduced_motion="no-preference" if motion else "reduce",
        )
        for event, listener in listeners.items():
            page.on(event, listener)
        page.goto(url)
        return page

    open_.expect = expected.append
    yield open_
    for page, idle in used:
        if idle is None:
            page.context.close()
            continue
        for event, listener in listeners.items():
            page.remove_listener(event, listener)
        reset(page, idle)
    assert not [f for f in faults if not any(re.search(pattern, f) for pattern in expected)]


class Quiet(SimpleHTTPRequestHandler):
    """Serves the files of a folder without a log, and lets browsers cache them."""

    protocol_version = "HTTP/1.1"

    def end_headers(self):
        self.send_header("Cache-Control", "max-age=3600")
        super().end_headers()

    def log_message(self, *_):
        pass


@pytest.fixture(scope="session")
def book(made_once):
    """Return the folder of the book, made once per run."""

    def write(folder):
        built = site.build(map(find_problem, BOOK))
        core = base64.b64encode(web.built()).decode()
        plain = f'Uint8Array.from(atob("{core}"), (sign) => sign.charCodeAt(0))'
        scripts = {
            "core.js": f"window.module_unpack_js = {{ coreBytes: () => {plain} }};",
            "page.js": web.script("page.js", art=True, unpacking=False),
            "play.js": web.script("play.js", art=True, unpacking=False),
        }
        site.write(built, folder)
        for name, text in scripts.items():
            (folder / name).write_text(text, encoding="utf-8")

    return made_once("book", write)


@pytest.fixture(scope="session")
def address(book):
    """Return the address of the server of the book."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=book))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


_number = count()


@pytest.fixture
def visit(open_page, book, address):
    """Return a function that opens a page, by its name in the book or with the given content.

    It waits until the page is ready, unless ``waits`` is false or the page is the index.
    """

    def open_(page, fragment="", *, waits=True, **options):
        name = page if isinstance(page, str) else f"own-{os.getpid()}-{next(_number)}"
        if page is not name:
            (book / f"{name}.html").write_text(render(page, Book()), encoding="utf-8")
        opened = open_page(f"{address}/{name}.html{fragment}", **options)
        if waits and name != "index":
            ready(opened)
        return opened

    return open_


def of_position(position, goal=None):
    """Return the content of a page of a position."""
    return content.of_position(position, title="A position", goal=goal)


# Reading a page

_SHOWN = """() => [...document.querySelectorAll('.column')].map((column) =>
  [...column.querySelectorAll('.card')].map((card) =>
    card.classList.contains('down') ? '--' : card.dataset.card))"""


def shown(page):
    """Return the tableau that a page shows: the cards of each column, as in a diagram."""
    return page.evaluate(_SHOWN)


def shows_position(page, position):
    """Wait until the page shows the tableau of a position."""
    page.wait_for_function(
        f"expected => JSON.stringify(({_SHOWN})()) === JSON.stringify(expected)",
        arg=tableau(position),
    )


def has_cards(page, number, cards):
    """Wait until column ``number``, counted from 1, shows these cards."""
    page.wait_for_function(
        f"([n, cards]) => ({_SHOWN})()[n - 1].join() === cards.join()", arg=[number, cards]
    )


def shown_after(page, selector, number):
    """Click ``number`` times on the element of a selector; return the tableau after each click."""
    return page.evaluate(
        f"""([selector, length]) => Array.from({{ length }}, () => {{
          document.querySelector(selector).click();
          return ({_SHOWN})();
        }})""",
        [selector, number],
    )


def tableau(position):
    """Return the tableau that a page of this position should show."""
    return [["--"] * len(c.down) + [str(card) for card in c.up] for c in position.columns]


def shows(locator, text):
    """Wait until an element's visible text is ``text``."""
    expect = pytest.importorskip("playwright.sync_api").expect
    expect(locator).to_have_text(text, use_inner_text=True, timeout=60_000)


def has_value(locator, text):
    """Wait until a field's value is ``text``: a string, or a pattern to match."""
    expect = pytest.importorskip("playwright.sync_api").expect
    expect(locator).to_have_value(text, timeout=60_000)


def no_wider(page, width):
    """Check that the page isn't wider than its window."""
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def accessible(*pages):
    """Check that the current state of these pages violates no rule of axe-core."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    for page in pages:
        # "preload" would request style sheets.
        results = axe.run(page, options={"resultTypes": ["violations"], "preload": False})
        assert results.violations_count == 0, results.generate_report()


def ready(page):
    """Wait until the page has been loaded: it is playable or shows a line."""
    page.locator("body[data-track]").wait_for()


def moves_done(page):
    """Return the number of moves that the page shows as done."""
    return int(page.locator("#jump").input_value())


def button(page, name):
    """Return the button with this name."""
    return page.get_by_role("button", name=name, exact=True)


# Using a page


def typed(page, text):
    """Play moves by typing them into the page's text field."""
    page.get_by_label("Moves", exact=True).fill(text)
    button(page, "Play").click()


def moves_made(page, number):
    """Wait until the page lists this number of moves that aren't undone."""
    page.wait_for_function(
        "n => document.querySelectorAll('#own-moves button:not(.undone)').length === n", arg=number
    )


def line(name, reference, number=None):
    """Return the first ``number`` moves of a problem's line in words, by default all."""
    steps = find_problem(name).replayed(reference).steps[:number]
    return "; ".join(map(describe, steps))


def copied(page, clicked):
    """Click an element that copies a text; return the text."""
    page.evaluate("navigator.clipboard.writeText('')")
    clicked.click()
    return page.wait_for_function("navigator.clipboard.readText()").json_value()


def remember(page, **memory):
    """Store values in the browser as the page does, and reload the page."""
    memory["settings"] = SETTINGS | memory.get("settings", {})
    page.evaluate("text => localStorage.setItem('spiderpos', text)", json.dumps(memory))
    page.reload()
    ready(page)


def forget(page):
    """Clear what pages have stored, as for a reader who comes for the first time."""
    page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")


def middle(locator):
    """Return a visible point of an element."""
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + min(box["height"] / 2, 6)


def drag_by_touch(page, start, stop):
    """Move a finger from one point to another."""
    client = page.context.new_cdp_session(page)
    for part in range(7):
        x, y = (a + (b - a) * min(part, 5) / 5 for a, b in zip(start, stop, strict=True))
        kind = "touchStart" if not part else "touchEnd" if part == 6 else "touchMove"
        points = [] if part == 6 else [{"x": x, "y": y}]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
