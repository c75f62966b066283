"""A server of the page to play on, for tests: in a thread, with games in a folder of the test."""

import http.client
import json
import threading
from contextlib import contextmanager

from spiderpos.catalogue import find_problem
from spiderpos.catalogue.games import game_of_problem
from spiderpos.play.server import Server
from spiderpos.play.store import GameStore


class Served:
    """A server that runs, and a plain client for it."""

    def __init__(self, folder, port=0):
        self.store = GameStore(folder)
        self.server = Server(self.store, port)
        self._thread = threading.Thread(target=self.server.run, daemon=True)
        self._thread.start()

    def stop(self):
        self.server.stop()
        self._thread.join(20)
        assert not self._thread.is_alive()

    def begin(self, problem="woods-2"):
        """A game of a problem; its table."""
        return self.store.begin(game_of_problem(find_problem(problem)))

    def raw(self, method, path, body=None, headers=None):
        """The status, headers and text of the answer to a request with just these headers."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=120)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in (headers or {}).items():
                connection.putheader(name, value)
            if body is not None:
                connection.putheader("content-length", str(len(body)))
            connection.endheaders()
            if body is not None:
                connection.send(body)
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read().decode()
        finally:
            connection.close()

    @property
    def host(self):
        return f"127.0.0.1:{self.server.port}"

    def get(self, path, method="GET", body=None, **headers):
        """As ``raw``, of one who knows the token; a header that is None is left out."""
        told = {"host": self.host, "x-spiderpos-token": self.server.token} | headers
        told = {name: value for name, value in told.items() if value is not None}
        return self.raw(method, path, body, told)

    def ask(self, path, body=None, **headers):
        """The status and the data of what a page with the token asks."""
        if body is None:
            status, _, text = self.get(path, **headers)
        else:
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            headers["content-type"] = "application/json"
            status, _, text = self.get(path, "POST", data, **headers)
        return status, json.loads(text)

    def act(self, table, what, **details):
        """The data of an act on the game as it is now; it has to be done."""
        details.setdefault("version", table.version)
        status, data = self.ask(f"/api/games/{table.id}/{what}", details)
        assert status == 200, data
        return data


@contextmanager
def serving(folder, port=0):
    """A server for the games in a folder, for as long as the block lasts."""
    served = Served(folder, port)
    try:
        yield served
    finally:
        served.stop()
