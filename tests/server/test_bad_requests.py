"""Bad requests: whatever comes over the wire, nothing fails, nothing is stuck and nothing is changed by it."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import CheckFunction
from schemathesis.specs.openapi.checks import positive_data_acceptance
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from grognard.book import BOOKS, scenario_paths
from grognard.server.app import make_app
from grognard.server.settings import Limits, Settings
from grognard.server.store import Store

from .pages import FARM, KINDS, ROAD, Page, made, socket_of

LENIENT = Settings(
    ("testserver",), limits=Limits(requests=(1e6, 1e6), messages=(1e6, 1e6), games_an_hour=10**6)
)
some = settings(
    max_examples=15,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("bad")
    with TestClient(make_app(Store(f"sqlite:///{folder / 'games.db'}"), settings=LENIENT)) as found:
        yield found


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Nothing that comes from outside is an error of ours."""
    yield
    wrong = [r.getMessage() for r in caplog.get_records("call") if r.levelno >= logging.ERROR]
    assert wrong == []


# --- over HTTP: what the schema promises is true ------------------------------------------------------------


def schema_of(client: TestClient) -> Any:
    return schemathesis.openapi.from_asgi("/openapi.json", client.app)


def validated(case: Any, without: tuple[CheckFunction, ...] = ()) -> int:
    """The status of an answer that is as the schema says, whatever was asked."""
    answer = case.call()
    if answer.status_code != 413:  # as good as any other refusal, but unknown to one of the checks
        case.validate_response(answer, excluded_checks=list(without))
    assert answer.headers["x-content-type-options"] == ["nosniff"]
    return int(answer.status_code)


OPERATIONS = [
    ("GET", "/healthz"),
    ("GET", "/api/home"),
    ("GET", "/api/rules/{name}"),
    ("GET", "/api/rules/{name}/{id}"),
    ("GET", "/api/numbers/{name}"),
    ("POST", "/api/games"),
    ("POST", "/api/games/{game}/fork"),
    ("POST", "/api/replays"),
    ("GET", "/api/games/{game}/saved"),
]
FREE = [(method, path) for method, path in OPERATIONS if path not in ("/healthz", "/api/home")]


def test_every_door_is_tried(client: TestClient) -> None:
    found = {(o.ok().method.upper(), o.ok().path) for o in schema_of(client).get_all_operations()}
    assert found == set(OPERATIONS)


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_what_the_schema_allows_is_answered_as_it_says(client: TestClient, method: str, path: str) -> None:
    words = (
        (positive_data_acceptance,) if method == "POST" else ()
    )  # not every text is a scenario or a battle

    @some
    @given(schema_of(client)[path][method].as_strategy())
    def check(case: Any) -> None:
        assert validated(case, words) < 500

    check()


@pytest.mark.parametrize(("method", "path"), FREE)
def test_what_the_schema_forbids_is_refused_as_it_says(client: TestClient, method: str, path: str) -> None:
    @some
    @given(schema_of(client)[path][method].as_strategy(generation_mode=GenerationMode.NEGATIVE))
    def check(case: Any) -> None:
        assert 400 <= validated(case) < 500

    check()


def test_any_house_rules_for_a_scenario_that_is_there(client: TestClient) -> None:
    met = set()

    @some
    @given(schema_of(client)["/api/games"]["POST"].as_strategy(), st.sampled_from(sorted(scenario_paths())))
    def check(case: Any, scenario: str) -> None:
        case.body = {**case.body, "scenario": scenario}
        met.add(validated(case, (positive_data_acceptance,)))

    check()
    assert met <= {201, 422} and 201 in met


def test_any_wish_to_fork_of_who_may(client: TestClient) -> None:
    game = made(client, red="person")
    met = set()

    @some
    @given(
        schema_of(client)["/api/games/{game}/fork"]["POST"].as_strategy(), st.sampled_from(["blue", "watch"])
    )
    def check(case: Any, seat: str) -> None:
        case.path_parameters = {"game": game["game"]}
        case.headers = {"X-Grognard-Token": game["tokens"][seat]}
        met.add(validated(case, (positive_data_acceptance,)))

    check()
    assert met >= {201, 403} and met <= {201, 403, 422}


@pytest.mark.parametrize("path", ["/api/rules/{name}", "/api/numbers/{name}"])
def test_any_question_about_a_book_that_is_there(client: TestClient, path: str) -> None:
    @some
    @given(schema_of(client)[path]["GET"].as_strategy(), st.sampled_from(sorted(BOOKS)))
    def check(case: Any, name: str) -> None:
        case.path_parameters = {"name": name}
        assert validated(case) == 200

    check()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xff\xfe",
        b"[" * 60000,
        b'{"scenario": "\\ud800"}',
        b'{"scenario": "the-chateau-road", "house": {"\\ud800": 1}}',
        b'{"scenario": "the-chateau-road", "house": {"turns": NaN}}',
        b'{"scenario": "the-chateau-road", "house": {"turns": 1' + b"0" * 5000 + b"}}",
        b'{"scenario": "the-chateau-road", "house": {"turns": 1e999}}',
        b'{"scenario": "the-chateau-road", "scenario": "x\\u0000"}',
        b'{"scenario": "../../../etc/passwd"}',
    ],
    ids=lambda body: body[:48].decode(errors="replace"),
)
def test_bodies_that_no_page_sends(client: TestClient, body: bytes) -> None:
    answer = client.post("/api/games", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    assert isinstance(answer.json()["detail"], str) and len(answer.json()["detail"]) <= 240


@pytest.mark.parametrize("game", ["%00", "x" * 5000, "0" * 16, "%F0%9F%92%A9", "0123456789ABCDEF"])
def test_games_that_are_none(client: TestClient, game: str) -> None:
    token = {"X-Grognard-Token": "x" * 32}
    assert client.get(f"/api/games/{game}/saved", headers=token).status_code in (403, 404, 422)
    with (
        client.websocket_connect(f"/api/games/{game}/socket") as socket,
        pytest.raises(WebSocketDisconnect) as e,
    ):
        socket.send_text(json.dumps({"type": "hello", "token": "x" * 32}))
        socket.receive_text()
    assert e.value.code == 1008


# --- over the socket ----------------------------------------------------------------------------------------

EDGES = [0, 1, -1, 255, 2**31 - 1, -(2**31), 2**53, 2**63 - 1, -(2**63)]  # of what is a number to the server
BEYOND = [2**31, 2**63, -(2**63) - 1, 2**64, 10**400, 1e308, -1e308, 1e-320, float("nan"), float("inf")]
ACTS = ["move", "fire", "charge", "pass", "B1", "R2", "GA", "1.5", "-1", "nan", "1e309", "\x00", "blue"]
NOW = "as it stands"  # in the place of a number that only the table knows

whole = st.integers(-2, 40) | st.sampled_from(EDGES)
real = st.floats(0.0, 72.0) | st.floats(-1e9, 1e9)
inches = st.floats(0.0, 72.0) | st.floats(-10_000, 10_000)
pieces = st.integers(0, 40) | st.sampled_from([0, 1, 2**31 - 1])
places = pieces | st.tuples(inches, inches)
words = st.text(min_size=1, max_size=40) | st.lists(st.sampled_from(ACTS), min_size=1, max_size=9).map(
    " ".join
)
orders = st.fixed_dictionaries(
    {"kind": st.integers(-1, 30) | whole, "actor": whole, "other": whole, "how": whole},
    optional={"x": real, "y": real, "fx": real, "fy": real},
)
some_pieces = st.lists(pieces, max_size=6)
pose = {"x": inches, "y": inches, "fx": inches, "fy": inches}
QUERIES: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "hand": {"piece": pieces},
    "drag": {"pieces": some_pieces, **pose, "like": st.none() | orders},
    "click": {"pieces": some_pieces, "target": pieces},
    "draft": {"order": orders | words},
    "odds": {"order": orders | words},
    "sight": {"a": pieces, "b": pieces},
    "measure": {"a": places, "b": places},
    "timeline": {"turn": st.integers(1, 3) | st.just(2**31 - 1)},
    "look": {"at": pieces},
    "offers": {"pieces": some_pieces},
    "rule": {"rule": st.sampled_from(["FH-040", "MI-R72", "MI-001", "FH-R1", "-"]) | st.text(max_size=32)},
    "course": {},
}
queries = st.one_of(
    *(st.fixed_dictionaries({"kind": st.just(kind), **fields}) for kind, fields in QUERIES.items())
)
changes = st.sampled_from([NOW, NOW, NOW, 0, 2**53 - 1])
FORMS: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "order": {"order": orders | words, "changes": changes},
    "throw": {"faces": st.lists(st.integers(1, 6) | whole, max_size=8), "changes": changes},
    "undo": {"changes": changes},
    "answer undo": {"agreed": st.booleans(), "changes": changes},
}
names = st.text("abc-_09", min_size=1, max_size=48)
acts = st.one_of(
    *(
        st.fixed_dictionaries({"type": st.just(kind), "request": names, **fields})
        for kind, fields in FORMS.items()
    )
)
asked = st.fixed_dictionaries({"type": st.just("query"), "request": names, "query": queries})
sound = acts | asked  # as the schema has it, whatever it means

leaves = (
    st.none() | st.booleans() | st.integers() | st.sampled_from(BEYOND) | st.floats() | st.text(max_size=20)
)
anything = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
)


@st.composite
def spoilt(draw: st.DrawFn) -> Any:
    """A message with one thing in it that is wrong, however deep."""
    message = draw(sound)
    part = message
    while True:
        field = draw(st.sampled_from([*part, "more"]))
        if isinstance(part.get(field), dict) and draw(st.booleans()):
            part = part[field]
            continue
        if draw(st.booleans()):
            part.pop(field, None)
        else:
            part[field] = draw(anything)
        return message


hellos = st.fixed_dictionaries(
    {"type": st.just("hello"), "token": st.text(max_size=70)}, optional={"lines": leaves, "mark": leaves}
)


def written(value: Any) -> str:
    return json.dumps(value)  # NaN and Infinity too


odd_texts = st.one_of(
    st.text(max_size=200),
    anything.map(written),
    hellos.map(written),
    sound.map(lambda m: written(m)[:-2]),
    st.integers(1, 30_000).map(lambda n: "[" * n),
    st.integers(1, 8_000).map(lambda n: '{"type":' * n),
    st.sampled_from(
        ['{"type":"undo","request":"\\ud800"}', '{"type":"undo","request":"a\\u0000"}', "\ufeff{}"]
    ),
)
messages = st.one_of(*[acts] * 3, *[asked] * 6, *[spoilt()] * 3).map(written)  # oftener what comes through
frames = st.one_of(*[messages] * 4, odd_texts.map(str), st.binary(max_size=200))


def test_every_kind_of_question_is_tried() -> None:
    assert set(QUERIES) == KINDS


def state(client: TestClient, game: str) -> tuple[Any, ...]:
    table = client.app.state.server.host.table(game)  # type: ignore[attr-defined]
    return table.game.hash, len(table.game.entries), table.changes, table.undo_asked_by


def send(socket: Any, frame: str | bytes) -> None:
    socket.send_bytes(frame) if isinstance(frame, bytes) else socket.send_text(frame)


def all_done(page: Page) -> None:
    """Deeds are done one after another: when the answer to the last is here, so are all."""
    page.asked += 1
    page.say(type="undo", request=f"Z{page.asked}", changes=2**53 - 1)
    while page.hear("problem")["request"] != f"Z{page.asked}":
        pass


def go_on(page: Page, k: int) -> None:
    """A good order now and then, so that bad ones are tried at many asks."""
    ask = page.table["ask"]
    if ask is not None and ask["yours"]:
        page.order(ask["choices"][k % len(ask["choices"])]["order"])


def up_to_date(frame: str | bytes, now: int) -> str | bytes:
    return frame.replace(f'"{NOW}"', str(now)) if isinstance(frame, str) else frame


@pytest.mark.parametrize("scenario", [ROAD, FARM])
@pytest.mark.parametrize("seat", ["both", "watch"])
def test_whatever_a_page_says_it_is_answered_and_the_next_thing_too(
    client: TestClient, scenario: str, seat: str
) -> None:
    game = made(client, scenario, red="person", one_screen=True)

    @settings(some, max_examples=20)
    @given(st.lists(frames, min_size=8, max_size=12))
    def check(said: list[str | bytes]) -> None:
        with socket_of(client, game) as socket:
            page = Page(socket, game["tokens"][seat])
            go_on(page, len(said))
            for frame in said:
                before, heard = state(client, game["game"]), len(page.heard)
                send(socket, up_to_date(frame, before[2]))
                good = page.result("measure", a=[0.0, 0.0], b=[3.0, 4.0])
                assert good["tape"]["distance"] == pytest.approx(5.0)
                all_done(page)
                answered = any(json.loads(t)["type"] == "answer" for t in page.heard[heard:])
                assert answered or state(client, game["game"]) == before, frame

    check()


@some
@given(frames)
def test_a_first_word_that_is_no_hello(client: TestClient, said: str | bytes) -> None:
    assume(said not in ("", b""))
    game = client.app.state.game = getattr(client.app.state, "game", None) or made(client)  # type: ignore[attr-defined]
    with socket_of(client, game) as socket, pytest.raises(WebSocketDisconnect) as e:
        send(socket, said)
        socket.receive_text()
    assert e.value.code == 1008
