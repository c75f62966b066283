"""The addresses of the page to play on.

``/`` is the page with the list of games, ``/game/ID`` the page of a game, both without what only
the player may see; ``/static/NAME`` are the files that these need, and no others; ``/api/...``
answers in JSON, to those who bring the token.  Errors are ``{"error": sentence, "kind": ...}``
with a 4xx status; a stale page gets the state of the game along with it.

All of it is done in one thread, one request after the other: there is one player.  Only what
plays or reads texts is worked out in a thread beside it, with a limit of time.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import date, datetime
from functools import cache
from importlib import resources
from threading import Event
from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from ..advice.hints import seeming
from ..catalogue import find_problem
from ..catalogue.games import game_of_problem
from ..formats.base import ReadOptions
from ..game.replay import ReplayError
from ..game.rules import PRESETS, Rules, parse_rules, with_suits
from ..games.loading import game_of_deal, game_of_text
from ..games.session import Session, SessionError
from ..show import web
from ..show.pages.markup import fill, join, tag
from ..show.web.data import move_data
from ..solver.budget import Budget
from ..solver.winning import WIN
from ..solver.winning.players import NotPlayable
from ..solver.winning.playout import wins_from
from ..solver.winning.statistics import interval
from ..text.errors import NotationError, SpiderError
from ..text.source import Place
from ..text.wording import count_phrase, seconds_phrase
from . import dealing, view
from .guard import Guard
from .statistics import Statistics
from .store import GameStore, ListedGame, UnknownGameError, is_id
from .table import RefusedError, StaleError, Table
from .threads import in_time

#: The largest body that is read, in bytes.
LARGEST: Final = 1024 * 1024
#: The longest text that is read as a position or a game, in characters: some 5000 moves.
LONGEST_TEXT: Final = 256 * 1024

#: The most seconds that reading a text takes.
READING_SECONDS: Final = 10.0

#: Draws of the hidden cards that the chance to win is counted in, the seconds after which no game
#: is begun for it, and those after which it is given up.
_DRAWS: Final = 20
_COUNTING_SECONDS: Final = 6.0
_LONGEST_COUNTING: Final = 60.0

_T = TypeVar("_T")
_M = TypeVar("_M", bound="_Body")
_Name = Annotated[str, Field(max_length=100)]
#: Options of the rules, as :class:`spiderpos.game.rules.Rules` takes them.
_Options = dict[_Name, _Name]


class _Body(BaseModel):
    """What a page may send."""

    model_config = ConfigDict(extra="forbid", strict=True)


class _Begin(_Body):
    problem: _Name | None = None
    deal: int | None = None
    text: str | None = None
    name: _Name = ""
    rules: Annotated[str, Field(max_length=500)] = "woods"
    suits: Literal[1, 2, 4] | Annotated[str, Field(max_length=50)] | None = None
    options: _Options = {}
    partial: bool = False
    resume: bool = False
    winnable: bool = False
    day: bool = False


class _Act(_Body):
    version: _Name
    same: Annotated[int, Field(ge=0)] = 0
    moves: list[str] = []
    done: Annotated[int, Field(ge=0)] = 0
    text: str = ""
    options: _Options = {}
    #: How long was played since the game was last kept.
    seconds: Annotated[int, Field(ge=0, le=86_400)] = 0


def make_app(store: GameStore, *, token: str) -> Starlette:
    """Return the application that serves the games of ``store`` to those who know the token."""
    app = Starlette(
        routes=[
            Route("/", _home_page),
            Route("/game/{game}", _game_page),
            Route("/static/{name}", _static),
            Route("/api/games", _games),
            Route("/api/games", _begin, methods=["POST"]),
            Route("/api/statistics", _statistics),
            Route("/api/statistics/forget", _forget_statistics, methods=["POST"]),
            Route("/api/games/{game}", _state),
            Route("/api/games/{game}/forget", _forget, methods=["POST"]),
            Route("/api/games/{game}/look/{what}", _look),
            Route("/api/games/{game}/suggest", _suggest),
            Route("/api/games/{game}/chance", _chance),
            Route("/api/games/{game}/save/{format}", _save),
            Route("/api/games/{game}/{act}", _act, methods=["POST"]),
        ],
        middleware=[
            Middleware(Guard, token=token),
            Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost"]),
        ],
        exception_handlers=dict.fromkeys(
            (HTTPException, ValidationError, SpiderError, OSError), _failed
        ),
    )
    # A path that ends in "/" is none of ours, and not to be guessed at.
    app.router.redirect_slashes = False
    app.state.store = store
    app.state.chance = Event()
    app.state.statistics = Statistics(store.folder)
    return app


def _store(request: Request) -> GameStore:
    store: GameStore = request.app.state.store
    return store


def _table(request: Request) -> Table:
    return _store(request).table(request.path_params["game"])


async def _body(request: Request, model: type[_M]) -> _M:
    """Return the body of a request.  Raises ValidationError, or HTTPException for too much."""
    length = request.headers.get("content-length", "")
    data = b""
    too_much = length.isdecimal() and int(length) > LARGEST
    if not too_much:
        async for part in request.stream():
            data += part
            too_much = len(data) > LARGEST
            if too_much:
                break
    if too_much:
        raise HTTPException(413, "that is too much: 1 MiB is the most that is read")
    return model.model_validate_json(data)


# Errors


#: A page that sends this header gets what the game refuses with status 200, and the status it
#: would have in the data: browsers put every 4xx on the console as an error, and none is one.
_QUIET: Final = "x-spiderpos-page"
#: The status of an error: that of the first kind which it is.
_STATUS: Final = (
    (ValidationError, 400),
    (UnknownGameError, 404),
    (StaleError, 409),
    (SessionError, 409),
    (FileNotFoundError, 410),
    (OSError, 507),
    (SpiderError, 422),
)


async def _failed(request: Request, error: Exception) -> Response:
    content: dict[str, Any] = {"error": _on_the_page(error, str(error))}
    match error:
        case HTTPException(status_code=404):
            content["error"] = "there is nothing at this address"
        case HTTPException(status_code=405):
            content["error"] = f"there is no {request.method} here"
        case HTTPException():
            content["error"] = error.detail
        case ValidationError():
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(map(str, first["loc"]))[:80]
            content["error"] = f"{where}: {first['msg']}" if where else first["msg"]
        case FileNotFoundError():
            content["error"] = "the file of this game is gone"
        case OSError():
            content["error"] = f"the game couldn't be kept on the disk: {error.strerror or error}"
        case StaleError():
            content["state"] = _state_of(request, _table(request))
        case ReplayError():
            content |= {"short": str(error.reason), **_in_the_field(error.instruction.place)}
        case NotationError():
            short = f"{error.message}{f'; expected {error.expected}' if error.expected else ''}"
            content |= {"short": short, **_in_the_field(error.place)}
    if isinstance(error, HTTPException):
        status = error.status_code
    else:
        status = next(status for kind, status in _STATUS if isinstance(error, kind))
    quiet = _QUIET in request.headers and status in (409, 422)
    return JSONResponse(content | {"status": status}, 200 if quiet else status)


def _in_the_field(place: Place | None) -> dict[str, int]:
    """Return the place of something in a text of one line, if that is known."""
    return {"at": place.column - 1, "length": place.width} if place and place.line == 1 else {}


def _on_the_page(error: Exception, text: str) -> str:
    """Return the words of an error, and what of the form would settle it."""
    partial = getattr(error, "settled_by", "") == "partial"
    return f"{text}: tick 'only a part of the cards'" if partial else text


# Pages and what they need

_TYPES: Final = {
    "js": "text/javascript",
    "css": "text/css",
    "svg": "image/svg+xml",
    "wasm": "application/wasm",
}
#: The files that only these pages have.
_OWN: Final = ("home.js", "kept.js", "play.js", "saving.js", "server.js", "play.css", "icon.svg")
#: What a game can be asked besides moves: the act, its name, and what it does.
_TOOLS: Final = (
    ("new", "New game", "Deal another game (N)"),
    ("over", "Start over", "Back to the start; everything can be redone (A)"),
    ("replay", "Replay", "Show all moves from the start"),
    ("score", "Score", "The score, part by part (S)"),
    ("info", "Info", "Moves, hand, spaces (I)"),
    ("suits", "Suits", "Which suits have all ranks face up"),
    ("locate", "Locate", "Find a card, or the free cards of a rank (L)"),
    ("expand", "Expand", "A column as text (E)"),
    ("save", "Save", "Save in any notation (Ctrl+S)"),
    ("options", "Rules", "Free cells and other rules, from here on"),
)


def _own(name: str) -> str:
    return (resources.files(__package__) / "web" / name).read_text(encoding="utf-8")


@cache
def _files() -> dict[str, str | bytes]:
    """Return every file that is sent, by its name; nothing else can be asked for."""
    own = {name: _own(name) for name in _OWN}
    scripts = web.imported(*(own[name] for name in _OWN if name.endswith(".js")), beside=_OWN)
    return {
        **{name: web.asset(name) for name in (*scripts, "base.css", "board.css", "page.css")},
        **own,
        "cards.css": web.card_style(),
        "spiderpos.wasm": web.built(),
    }


async def _static(request: Request) -> Response:
    name = request.path_params["name"]
    content = _files().get(name)
    if content is None:
        raise HTTPException(404)
    return Response(content, media_type=_TYPES[name.rpartition(".")[2]])


async def _home_page(_request: Request) -> Response:
    """Return the page with the ways to begin a game; it asks for the games itself."""
    page = _own("home.html").replace("<!-- rules -->", join(tag("option", r) for r in PRESETS))
    page = page.replace("<!-- problems -->", view.problems())
    return HTMLResponse(page.replace("<!-- longest -->", str(LONGEST_TEXT)))


async def _games(request: Request) -> Response:
    """Return the list of games, and the folder that they are in."""
    games = [_listed_data(game) for game in _store(request).listed()]
    return JSONResponse({"games": games, "folder": str(_store(request).folder)})


def _listed_data(game: ListedGame) -> dict[str, str]:
    try:
        when = datetime.fromtimestamp(game.played).strftime("%Y-%m-%d %H:%M")
    except (OSError, ValueError, OverflowError):
        when = "no date"
    facts = game.fault or f"{count_phrase(game.moves, 'move')} · {when}"
    return {"id": game.id, "title": game.title, "facts": facts}


async def _game_page(request: Request) -> Response:
    if not is_id(request.path_params["game"]):
        raise HTTPException(404)
    page = _own("game.html").replace("<!-- cards -->", web.card_art())
    return HTMLResponse(page.replace("<!-- player -->", _player()))


@cache
def _player() -> str:
    """Return the board with its surroundings, as on a problem's page, and a game's tools."""
    tools = (
        tag("button", name, type="button", title=does, data_act=act) for act, name, does in _TOOLS
    )
    parts = dict.fromkeys(("goal", "facts", "diagram", "printed", "line", "solution"))
    return fill(
        "player.html",
        **parts,
        stipulation=tag("p", id="stipulation"),
        controls=fill("controls.html"),
        tools=join(tools),
    )


# What there is to play


async def _begin(request: Request) -> Response:
    body = await _body(request, _Begin)
    notes: tuple[str, ...] = ()
    if body.winnable:
        rules = _rules_of(body)
        game = await in_time(lambda stop: dealing.winnable_deal(rules, stop), 2 * dealing.LOOKING)
    else:
        game, notes = await _in_time(lambda: _game(body))
    table = _store(request).begin(game, resume=body.resume or body.day)
    return JSONResponse({"id": table.id, "notes": list(notes)}, 201)


async def _in_time(work: Callable[[], _T]) -> _T:
    """Return what ``work`` does in a thread; raise RefusedError if it takes too long."""
    try:
        return await in_time(lambda _stop: work(), READING_SECONDS)
    except TimeoutError:
        raise RefusedError(
            f"this text took longer than {seconds_phrase(READING_SECONDS)} to read"
        ) from None


def _game(body: _Begin) -> tuple[Session, tuple[str, ...]]:
    """Return the game that is asked for, and notes on the text that it was read from."""
    if body.problem is not None:
        name, _, reference = body.problem.partition(":")
        return game_of_problem(find_problem(name), reference or "start"), ()
    rules = _rules_of(body)
    if body.text is not None:
        _check_length(body.text)
        suits_open = body.suits is None and len(rules.suits) == 4
        options = ReadOptions(rules=rules, suits_open=suits_open, partial=body.partial)
        return game_of_text(body.text, title=body.name or "A position", options=options)
    if body.day:
        return dealing.deal_of_the_day(rules, date.today()), ()
    if body.deal is None:
        return dealing.any_deal(rules), ()
    return game_of_deal(body.deal, rules=rules), ()


def _rules_of(body: _Begin) -> Rules:
    rules = parse_rules(body.rules, body.options)
    return rules if body.suits is None else with_suits(rules, body.suits)


def _check_length(text: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise RefusedError(
            f"this text has {len(text)} characters; {LONGEST_TEXT} are the most that are read"
        )


async def _forget(request: Request) -> Response:
    _store(request).forget(request.path_params["game"])
    return JSONResponse({})


async def _statistics(request: Request) -> Response:
    statistics: Statistics = request.app.state.statistics
    return JSONResponse({"rows": statistics.summary(), "fault": statistics.fault})


async def _forget_statistics(request: Request) -> Response:
    request.app.state.statistics.forget()
    return JSONResponse({})


# A game


async def _state(request: Request) -> Response:
    table = _table(request)
    table.follow()
    if request.query_params.get("version") == table.version:
        return JSONResponse({"unchanged": True})
    return JSONResponse(_state_of(request, table))


def _state_of(request: Request, table: Table) -> dict[str, Any]:
    return view.state(table) | {"seconds": request.app.state.statistics.seconds(table.id)}


async def _look(request: Request) -> Response:
    name = request.query_params.get("name", "")[:100]
    try:
        answer = view.look(_table(request).game, request.path_params["what"], name)
    except ValueError as error:
        raise RefusedError(str(error)) from None
    return JSONResponse(answer)


async def _suggest(request: Request) -> Response:
    """Answer for a game without a goal; with one the page asks the prover."""
    game = _table(request).game
    move, reason = seeming(game.start, game.steps[: game.at], WIN)
    data = None if move is None else move_data(move)
    return JSONResponse({"reason": reason, "move": data})


async def _chance(request: Request) -> Response:
    """Answer how often ``play-out`` wins from here; who asks anew ends what was asked before."""
    state = request.app.state
    state.chance.set()
    stop = state.chance = Event()
    here = _table(request).game.position
    won = games = 0
    with suppress(NotPlayable, TimeoutError):
        won, games = await in_time(
            lambda stop: wins_from(here, _DRAWS, Budget(_COUNTING_SECONDS, stop=stop)),
            _LONGEST_COUNTING,
            stop,
        )
    low, high = interval(won, games)
    words = ""
    if games and (here.face_down or here.hand):
        words = (
            f"Chance to win from here: {low:.0%} to {high:.0%} (the best player won {won} of "
            f"{games} games from here, with the hidden cards drawn anew)."
        )
    elif won:
        words = "It can be won from here."
    return JSONResponse({"won": won, "games": games, "words": words})


async def _save(request: Request) -> Response:
    table = _table(request)
    text, ending = view.saved(table.game, request.path_params["format"])
    name = f"{table.id}-{table.game.at}.{ending}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(text, headers=headers)


def _do(table: Table, what: str, body: _Act) -> str:
    match what:
        case "keep":
            return table.keep(body.version, body.same, body.moves, body.done)
        case "script":
            _check_length(body.text)
            return table.script(body.version, body.text)
        case "draw":
            return table.draw(body.version)
        case "over":
            return table.over(body.version)
        case "options":
            return table.options(body.version, body.options)
    raise HTTPException(404)


async def _act(request: Request) -> Response:
    body = await _body(request, _Act)
    table = _table(request)
    aside = table.aside(body.version)
    words = await _in_time(lambda: _do(aside, request.path_params["act"], body))
    table.take(body.version, aside.game)
    request.app.state.statistics.count(table.id, table.game, body.seconds)
    return JSONResponse({"words": words, "state": _state_of(request, table)})
