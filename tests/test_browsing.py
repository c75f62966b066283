"""A browser page that doesn't answer, or has crashed, makes only its own test fail."""

import pytest

from . import browsing

pytestmark = pytest.mark.long


@pytest.mark.parametrize("script", ["new Promise(() => {})", "() => { for (;;); }"])
def test_a_script_without_an_end_is_an_error(browser, monkeypatch, script):
    page, other = browser.new_page(), browser.new_page()
    page.goto("data:text/html,busy")
    monkeypatch.setattr(browsing, "LONGEST", 1)
    with pytest.raises(Exception, match="within 1 seconds"):
        page.evaluate(script)
    monkeypatch.undo()
    page.close()
    assert other.evaluate("6 * 7") == 42
    other.close()


def test_after_a_crash_no_page_of_the_context_is_reused(browser):
    page, idle = browser.new_page(), [browser.new_page()]
    page.route("**", lambda route: route.fulfill(body="served"))
    page.goto("http://localhost/")
    with pytest.raises(Exception, match="crash"):
        page.goto("chrome://crash")
    with pytest.raises(Exception, match="crash"):
        browsing.reset(page, idle)
    assert not idle
