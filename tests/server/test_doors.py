"""A hundred and twenty-eight ways to come in without being let in: hosts, origins, methods, paths and tokens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from townlet.server.access import COOKIE, AccessPolicy
from townlet.server.app import create_app
from townlet.server.run_session import RunSession

HOSTS = [
    *(
        "",
        "elsewhere.example",
        "elsewhere.example:80",
        "localhost:8001",
        "localhost:80:80",
        "localhost:",
        "localhost:x",
    ),
    *("localhost.elsewhere.example", "127.0.0.1.elsewhere.example", "user@localhost", "localhost/", "localhost#"),
    *("localhost.", "0.0.0.0", "[::]", "[::1", "[::1]:8001", "2130706433", "127.1", "0x7f.0.0.1"),
]
ORIGINS = [
    *(
        "",
        "null",
        "file://",
        "http://elsewhere.example",
        "http://localhost:8001",
        "https://localhost",
        "ws://localhost",
    ),
    *("http://localhost.elsewhere.example", "http://localhost@elsewhere.example", "http://127.0.0.1"),
    *("http://localhost/", "http://localhost http://localhost", "chrome-extension://localhost"),
]
CROSS_SITE = [
    *[(method, "cross-site") for method in ("POST", "PUT", "PATCH", "DELETE")],
    *[("POST", site) for site in ("same-site", "", "Cross-Site")],
]
METHODS = ["POST", "PUT", "PATCH", "DELETE", "TRACE", "OPTIONS", "CONNECT", "BREW"]
HANDSHAKES = [
    *({"Host": "elsewhere.example"}, {"Host": "localhost:8001"}, {"Origin": "null"}, {"Origin": "https://localhost"}),
    *({"Origin": "http://localhost:8001"}, {"Origin": "http://elsewhere.example"}, {"Sec-Fetch-Site": "cross-site"}),
    {"Host": "elsewhere.example", "Origin": "http://elsewhere.example"},
]
OUTSIDE = [
    f"{folder}{path}"
    for folder in ("/api/town/files/", "/assets/", "/")
    for path in (
        *("../pyproject.toml", "..%2f..%2fetc%2fpasswd", "%2e%2e/%2e%2e/app.py", "%2fetc%2fpasswd"),
        *("..%5c..%5capp.py", "town.toml", "people%2f..%2ftown.toml", "x%00.js"),
    )
]
TOKEN, WATCH_TOKEN = "right", "seen"
NO_TOKENS: list[dict[str, str]] = [
    {},
    *[
        {"Authorization": each}
        for each in (
            *("", "right", "Bearer", "Bearer ", "Bearer wrong", "Bearer righ", "Bearer rightt", "Bearer RIGHT"),
            *("Bearer  right", "Bearer right,seen", "Bearer rightseen", "Basic right", "Token right"),
        )
    ],
    *[
        {"Cookie": each}
        for each in (
            *(f"{COOKIE}=", f"{COOKIE}=wrong", f"{COOKIE}=righ", f"{COOKIE}=righty", f"{COOKIE.upper()}=right"),
            *("other=right", "right", ";;;", f'{COOKIE}="', f"{COOKIE}=wrong; other=right"),
        )
    ],
]


@pytest.fixture(scope="module")
def open_to_this_machine(run: Path) -> Iterator[TestClient]:
    with TestClient(create_app(RunSession(run), AccessPolicy(port=80)), base_url="http://localhost") as client:
        yield client


@pytest.fixture(scope="module")
def open_to_others(run: Path) -> Iterator[TestClient]:
    policy = AccessPolicy("0.0.0.0", 80, token=TOKEN, watch_token=WATCH_TOKEN)
    with TestClient(create_app(RunSession(run), policy), base_url="http://town.example") as client:
        yield client


@pytest.fixture(autouse=True)
def _nothing_is_left(run: Path) -> Iterator[None]:
    before = {path.name: path.stat().st_size for path in run.parent.iterdir()}
    yield
    assert {path.name: path.stat().st_size for path in run.parent.iterdir()} == before


def is_let_in(client: TestClient, headers: dict[str, str]) -> bool:
    try:
        with client.websocket_connect("/ws", headers=headers) as socket:
            socket.receive_text()
    except WebSocketDisconnect:
        return False
    return True


def test_the_tables_have_as_many_cases_as_they_say() -> None:
    assert len(HOSTS) + len(ORIGINS) + len(CROSS_SITE) + len(METHODS) + len(HANDSHAKES) + len(OUTSIDE) == 80
    assert 2 * len(NO_TOKENS) == 48


def test_whoever_may_come_in_is_let_in(open_to_this_machine: TestClient, open_to_others: TestClient) -> None:
    assert is_let_in(open_to_this_machine, {"Origin": "http://localhost", "Host": "localhost"})
    for name in ({"Authorization": "Bearer right"}, {"Cookie": f"{COOKIE}=seen"}):
        assert open_to_others.get("/api/session", headers=name).status_code == 200
        assert is_let_in(open_to_others, name)


@pytest.mark.parametrize("host", HOSTS)
def test_a_server_answers_to_its_own_name_alone(open_to_this_machine: TestClient, host: str) -> None:
    answer = open_to_this_machine.get("/api/session", headers={"Host": host})
    assert answer.status_code == 421
    assert "Applegarth" not in answer.text


@pytest.mark.parametrize("origin", ORIGINS)
def test_a_page_of_another_origin_changes_nothing(open_to_this_machine: TestClient, origin: str) -> None:
    assert open_to_this_machine.post("/api/fork", json={"at": 7}, headers={"Origin": origin}).status_code == 403


@pytest.mark.parametrize(("method", "site"), CROSS_SITE)
def test_a_request_from_another_site_changes_nothing(open_to_this_machine: TestClient, method: str, site: str) -> None:
    headers = {"Sec-Fetch-Site": site}
    assert open_to_this_machine.request(method, "/api/fork", json={"at": 7}, headers=headers).status_code == 403


@pytest.mark.parametrize("method", METHODS)
def test_what_is_only_read_knows_no_other_method(open_to_this_machine: TestClient, method: str) -> None:
    assert open_to_this_machine.request(method, "/api/session").status_code in (404, 405)


@pytest.mark.parametrize("headers", HANDSHAKES, ids=str)
def test_a_websocket_of_another_page_is_refused(open_to_this_machine: TestClient, headers: dict[str, str]) -> None:
    assert not is_let_in(open_to_this_machine, headers)


@pytest.mark.parametrize("path", OUTSIDE)
def test_no_file_outside_what_is_served_can_be_read(open_to_this_machine: TestClient, path: str) -> None:
    assert open_to_this_machine.get(path).status_code == 404


@pytest.mark.parametrize("headers", NO_TOKENS, ids=str)
def test_without_its_token_nothing_is_served(open_to_others: TestClient, headers: dict[str, str]) -> None:
    assert open_to_others.get("/api/session", headers=headers).status_code == 401
    assert not is_let_in(open_to_others, headers)
