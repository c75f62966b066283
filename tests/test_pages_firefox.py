"""A page in Firefox, which is controlled by its own protocol (Marionette): it plays, and it
proves."""

import json
import shutil
import socket
import subprocess
import time
from contextlib import closing, suppress

import pytest

from spiderpos.catalogue import find_problem
from spiderpos.scripts.words import describe
from spiderpos.show.pages import content
from spiderpos.show.pages.problem import render

pytestmark = pytest.mark.slow

FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
SECONDS = 90


class Firefox:
    """A running Firefox that accepts WebDriver commands."""

    def __init__(self, port):
        ends = time.monotonic() + SECONDS
        while True:
            try:
                self.socket = socket.create_connection(("127.0.0.1", port), timeout=SECONDS)
                break
            except ConnectionRefusedError:
                assert time.monotonic() < ends, "Firefox doesn't answer"
                time.sleep(0.2)
        self.read()
        self.ask("WebDriver:NewSession")

    def read(self):
        size = b""
        while not size.endswith(b":"):
            size += self.socket.recv(1)
        content = b""
        while len(content) < int(size[:-1]):
            content += self.socket.recv(int(size[:-1]) - len(content))
        return json.loads(content)

    def ask(self, command, **given):
        text = json.dumps([0, 1, command, given]).encode()
        self.socket.sendall(b"%d:%s" % (len(text), text))
        _, _, error, answer = self.read()
        assert error is None, error
        return answer["value"] if set(answer or ()) == {"value"} else answer

    def find(self, path):
        result = self.ask("WebDriver:FindElement", using="xpath", value=path)
        return next(iter(result.values()))

    def click(self, path):
        self.ask("WebDriver:ElementClick", id=self.find(path))

    def type(self, path, text):
        self.ask("WebDriver:ElementSendKeys", id=self.find(path), text=text)

    def text(self, path):
        return self.ask("WebDriver:GetElementText", id=self.find(path))

    def wait(self, path, part):
        """Wait until an element's text contains ``part``; return the text."""
        ends = time.monotonic() + SECONDS
        output = ""
        while part not in output:
            assert time.monotonic() < ends, output
            time.sleep(0.1)
            with suppress(AssertionError):
                output = self.text(path)
        return output


@pytest.fixture
def firefox(tmp_path):
    if FIREFOX is None:
        pytest.skip("Firefox isn't installed")
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    profile = tmp_path / "profile"
    profile.mkdir()
    (profile / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
    command = [FIREFOX, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=quiet, stderr=quiet) as process:
        try:
            browser = Firefox(port)
            with closing(browser.socket):
                yield browser
        finally:
            process.kill()


@pytest.mark.long
def test_a_problem_is_solved_and_proved(firefox, tmp_path):
    problem = find_problem("woods-5")
    page = tmp_path / "page.html"
    page.write_text(render(content.of_problem(problem)))
    firefox.ask("WebDriver:Navigate", url=page.as_uri())
    firefox.ask("WebDriver:SetTimeouts", implicit=SECONDS * 1000)
    firefox.find("//body[@data-track='game']")
    moves = "; ".join(map(describe, problem.replayed(problem.solution.id).steps))
    firefox.type("//*[@id='moves-field']", moves)
    firefox.click("//*[@id='typed']/button")
    firefox.wait("//*[@id='verdict']", "solved by move ")
    firefox.click("//*[@id='claims']/summary")
    claim = "//*[@id='claim-no-space-first']"
    firefox.click(f"{claim}//button[.='Check it now']")
    output = firefox.wait(f"{claim}//*[@role='status']", "by a complete search")
    assert "impossible" in output
