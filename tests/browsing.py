"""What tests of pages share: a text is waited for, since a page may show it a moment later."""

import pytest


def shows(locator, text):
    """Wait until an element's text, as a reader sees it, is ``text``."""
    expect = pytest.importorskip("playwright.sync_api").expect
    expect(locator).to_have_text(text, use_inner_text=True, timeout=60_000)


def has_value(locator, text):
    """Wait until a field's value is ``text``: a string, or a pattern that it holds."""
    expect = pytest.importorskip("playwright.sync_api").expect
    expect(locator).to_have_value(text, timeout=60_000)
