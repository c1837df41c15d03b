"""Pages of other sites can neither read nor change anything."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from typer.testing import CliRunner

from townlet.cli.app import app as cli
from townlet.server.access import (
    CONTENT_SECURITY_POLICY,
    COOKIE,
    WATCHERS_MAY_NOT,
    AccessPolicy,
    is_loopback,
    parse_origin,
)
from townlet.server.app import create_app
from townlet.server.run_session import RunSession

ELSEWHERE = "http://elsewhere.example"


def test_a_rebound_host_gets_nothing(client: TestClient) -> None:
    for path in ("/", "/api/session", "/api/reel?from_step=0", "/openapi.json"):
        answer = client.get(path, headers={"Host": "elsewhere.example"})
        assert answer.status_code == 421
        assert "Applegarth" not in answer.text


def test_a_host_with_another_port_is_refused(client: TestClient) -> None:
    assert client.get("/api/session", headers={"Host": "localhost:8001"}).status_code == 421


@pytest.mark.parametrize("origin", [ELSEWHERE, "null", "http://localhost:8001", "https://localhost"])
def test_a_post_from_a_foreign_origin_is_refused(client: TestClient, origin: str) -> None:
    for path in ("/api/ask", "/api/fork", "/api/orders", "/api/anything"):
        assert client.post(path, json={}, headers={"Origin": origin}).status_code == 403


def test_a_cross_site_request_without_an_origin_is_refused_too(client: TestClient) -> None:
    assert client.post("/api/fork", json={}, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403


def test_a_websocket_of_another_site_is_refused(client: TestClient) -> None:
    for headers in ({"Origin": ELSEWHERE}, {"Host": "elsewhere.example"}):
        with pytest.raises(WebSocketDisconnect), client.websocket_connect("/ws", headers=headers) as socket:
            socket.receive_text()


def test_the_servers_own_page_is_accepted(client: TestClient) -> None:
    assert client.get("/api/session", headers={"Origin": "http://localhost"}).status_code == 200
    with client.websocket_connect("/ws", headers={"Origin": "http://localhost", "Host": "localhost"}) as socket:
        assert socket.receive_json()["type"] == "hello"


def test_every_response_has_the_content_security_policy(client: TestClient) -> None:
    for path in ("/", "/api/session", "/nothing"):
        headers = client.get(path).headers
        assert headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
        assert "unsafe" not in CONTENT_SECURITY_POLICY
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"


def test_only_allowed_origins_may_frame_the_page(run: Path) -> None:
    policy = AccessPolicy(port=80, embedders=("https://my.page", "http://localhost:3000"))
    with TestClient(create_app(RunSession(run), policy), base_url="http://localhost") as client:
        headers = client.get("/").headers
        assert headers["Content-Security-Policy"].endswith("frame-ancestors https://my.page http://localhost:3000")
        assert "X-Frame-Options" not in headers
        assert headers["Referrer-Policy"] == "no-referrer"
        assert client.get("/api/embedding").json() == {"origins": ["https://my.page", "http://localhost:3000"]}
        # To be allowed to frame the page is not to be allowed to call the API.
        assert client.post("/api/fork", json={}, headers={"Origin": "https://my.page"}).status_code == 403


def test_nobody_may_frame_the_page_by_default(client: TestClient) -> None:
    headers = client.get("/").headers
    assert headers["Content-Security-Policy"].endswith("frame-ancestors 'none'")
    assert headers["X-Frame-Options"] == "DENY"
    assert client.get("/api/embedding").json() == {"origins": []}


@pytest.mark.parametrize(
    ("given", "origin"),
    [
        ("https://my.page", "https://my.page"),
        ("HTTPS://My.Page:443", "https://my.page"),
        ("http://localhost:3000", "http://localhost:3000"),
        ("http://[::1]:80", "http://[::1]"),
    ],
)
def test_origins_are_read_as_browsers_write_them(given: str, origin: str) -> None:
    assert parse_origin(given) == origin


@pytest.mark.parametrize(
    "given",
    [
        "*",
        "null",
        "my.page",
        "https://my.page/",
        "https://*.page",
        "https://a b",
        "ftp://a",
        "http://a:0",
        "http://a:70000",
        "https://a;script-src *",
    ],
)
def test_what_is_no_origin_is_refused(given: str, run: Path) -> None:
    with pytest.raises(ValueError, match=re.escape(given)):
        parse_origin(given)
    done = CliRunner().invoke(cli, ["serve", str(run), "--allow-embed", given, "--no-open"])
    assert (done.exit_code, done.stderr) == (
        2,
        f"--allow-embed {given} is no origin. Give scheme, host and port only, such as https://my.page or "
        "http://localhost:3000.\n",
    )


def test_files_outside_the_town_are_not_served(client: TestClient) -> None:
    assert client.get("/api/town/files/map.tmj").status_code == 200
    for path in ("town.toml", "../../etc/passwd", "..%2f..%2fetc%2fpasswd", "people%2f..%2fmap.tmj", "/etc/passwd"):
        assert client.get(f"/api/town/files/{path}").status_code == 404
    for path in ("/../pyproject.toml", "/..%2f..%2fapp.py", "/assets/..%2f..%2fapp.py"):
        assert client.get(path).status_code == 404


class TestWithAToken:
    """A server that other machines can reach."""

    @pytest.fixture
    def client(self, run: Path) -> Iterator[TestClient]:
        policy = AccessPolicy("0.0.0.0", 80, token="right", watch_token="seen")
        with TestClient(create_app(RunSession(run), policy), base_url="http://town.example") as client:
            yield client

    def test_nothing_is_served_without_it(self, client: TestClient) -> None:
        for path in ("/", "/api/session", "/?token=wrong", "/api/session?token=right"):
            assert client.get(path).status_code == 401
        with pytest.raises(WebSocketDisconnect), client.websocket_connect("/ws") as socket:
            socket.receive_text()

    def test_a_request_with_it_is_given_a_cookie(self, client: TestClient) -> None:
        first = client.get("/?token=right", follow_redirects=False)
        assert (first.status_code, first.headers["Location"]) == (303, "./")
        assert "HttpOnly" in first.headers["Set-Cookie"]
        assert "SameSite=strict" in first.headers["Set-Cookie"]
        assert client.cookies[COOKIE] == "right"
        assert client.get("/api/session").status_code == 200

    def test_programs_send_it_in_a_header(self, client: TestClient) -> None:
        assert client.get("/api/session", headers={"Authorization": "Bearer right"}).status_code == 200
        assert client.get("/api/session", headers={"Authorization": "Bearer wrong"}).status_code == 401

    def test_the_link_for_watching_shows_everything_and_changes_nothing(self, client: TestClient) -> None:
        assert client.get("/?token=seen").status_code == 200
        assert client.cookies[COOKIE] == "seen"
        session = client.get("/api/session").json()
        assert session["may_direct"] is False
        name = client.get("/api/town").json()["people"][0]["name"]
        assert client.get(f"/api/people/{name}/memories").status_code == 200
        assert client.get(f"/api/people/{name}/retrieval", params={"query": "tea"}).status_code == 200
        for path in ("/api/orders", "/api/fork", "/api/resume", "/api/ask", "/api/what-if"):
            answer = client.post(path, json={})
            assert answer.status_code == 403
            assert answer.json() == {"detail": WATCHERS_MAY_NOT, "fork": False}
        with client.websocket_connect("/ws", headers={"Authorization": "Bearer seen"}) as socket:
            assert socket.receive_json()["session"]["may_direct"] is False
            for message in (
                {"type": "pace", "playing": False},
                {"type": "step"},
                {"type": "hold", "seconds": 5},
                {"type": "order", "command": {"command": "Whisper", "agent": name, "text": "Go."}},
            ):
                socket.send_json({"id": "a", **message})
                assert socket.receive_json()["why"] == WATCHERS_MAY_NOT

    def test_the_link_for_directing_counts_if_it_is_opened_later(self, client: TestClient) -> None:
        for token, may_direct in (("seen", False), ("right", True)):
            client.get("/", params={"token": token})
            assert client.get("/api/session").json()["may_direct"] is may_direct


def test_the_address_is_one_that_others_can_open() -> None:
    for host in ("0.0.0.0", "::"):
        policy = AccessPolicy(host, 8000, "right", "seen")
        name = policy.address.removeprefix("http://").removesuffix(":8000/?token=right")
        assert name == "localhost" or not is_loopback(name)
        assert name.strip("[]") not in ("0.0.0.0", "::")
        assert policy.watch_address == f"http://{name}:8000/?token=seen"
    assert AccessPolicy("192.168.1.4", 8000, "right").address == "http://192.168.1.4:8000/?token=right"
    assert AccessPolicy("fe80::7", 8000, "right").address == "http://[fe80::7]:8000/?token=right"
    assert AccessPolicy().watch_address == ""


def test_loopback_addresses_are_recognised() -> None:
    assert all(map(is_loopback, ("localhost", "127.0.0.1", "127.3.2.1", "::1", "[::1]")))
    assert not any(map(is_loopback, ("0.0.0.0", "::", "192.168.1.4", "town.example", "")))
