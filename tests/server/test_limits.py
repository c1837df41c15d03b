"""A client can send neither so much nor so slowly that the server suffers."""

from __future__ import annotations

import json
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import connect

from townlet.cli.hosting import InterruptibleServer, open_socket
from townlet.server import limits
from townlet.server.access import AccessPolicy
from townlet.server.app import create_app
from townlet.server.limits import MAX_BODY_BYTES, MAX_HEAD_BYTES
from townlet.server.run_session import RunSession
from waiting import wait_until

TOKEN, WATCH_TOKEN = "right", "watching"
JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    "body",
    [
        '{"at": NaN}',
        '{"at": 1e400}',
        '{"at": -Infinity}',
        '{"at": true}',
        '{"at": "7"}',
        '{"at": 7.5}',
        '{"at": "\\ud800"}',
        '{"\\udfff": 1, "at": 7}',
        '{"at": 1' + "0" * 5000 + "}",
        "[" * 30_000,
        '{"at": ' * 8_000,
        "",
        "\\ud800",
    ],
)
def test_a_body_that_is_not_valid_is_refused_with_a_reason(client: TestClient, run: Path, body: str) -> None:
    beside = sorted(run.parent.iterdir())
    answer = client.post("/api/fork", content=body, headers=JSON)
    assert answer.status_code in (400, 422)
    assert isinstance(answer.json()["detail"], str)
    assert sorted(run.parent.iterdir()) == beside


def test_half_a_character_in_any_text_is_refused_with_a_reason(client: TestClient) -> None:
    for command in (
        {"command": "Whisper", "agent": "\ud800", "text": "a"},
        {"command": "\udc00", "agent": "a"},
        {"command": "Walk", "agent": "a", "to": [True, 1]},
    ):
        answer = client.post("/api/orders", content=json.dumps(command), headers=JSON)
        assert answer.status_code == 422
        assert answer.json()["detail"].startswith("This is not a valid request: body")


def test_a_long_body_is_refused_and_a_long_text_is_not(client: TestClient) -> None:
    question = {"person": "Nell Hart", "question": "\N{GRINNING FACE}" * 2000}
    assert len(json.dumps(question)) > 20_000
    assert client.post("/api/ask", content=json.dumps(question), headers=JSON).status_code == 200
    assert client.post("/api/ask", content=b" " * (MAX_BODY_BYTES + 1), headers=JSON).status_code == 413


@pytest.fixture
def address(run: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, int]]:
    """A real server with tokens, which has little patience."""
    monkeypatch.setattr(limits, "REQUEST_SECONDS", 0.5)
    yield from served(run)


@pytest.fixture
def patient(run: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, int]]:
    """A real server that waits for a request for longer than the tests of it take."""
    monkeypatch.setattr(limits, "REQUEST_SECONDS", 1000.0)
    yield from served(run)


def served(run: Path) -> Iterator[tuple[str, int]]:
    with open_socket("127.0.0.1", 0) as listening:
        where: tuple[str, int] = listening.getsockname()
        session = RunSession(run)
        policy = AccessPolicy(port=where[1], token=TOKEN, watch_token=WATCH_TOKEN)
        server = InterruptibleServer(create_app(session, policy), session)
        thread = threading.Thread(target=server.serve_until_interrupted, args=(listening,))
        thread.start()
        try:
            yield where
        finally:
            server.should_exit = True
            thread.join(60)


def sent(address: tuple[str, int], *parts: bytes) -> bytes:
    """Return what a server answers to some bytes, until it ends the connection; parts are sent at short intervals."""
    answer = b""
    with closing(socket.create_connection(address, timeout=30)) as line:
        # The server may end the connection while it is being written to.
        with suppress(ConnectionError):
            for part in parts:
                line.sendall(part)
                time.sleep(0.02)
        with suppress(ConnectionError):
            while more := line.recv(65536):
                answer += more
    return answer


def head(path: str, address: tuple[str, int], *headers: str, method: str = "POST", token: str = TOKEN) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{address[1]}", f"Authorization: Bearer {token}", *headers]
    return "\r\n".join((*lines, "", "")).encode()


def test_half_a_head_is_cut_off(address: tuple[str, int]) -> None:
    assert sent(address, head("/api/session", address, method="GET")[:-2]) == b""
    assert sent(address) == b""
    dripping = [bytes([byte]) for byte in head("/api/session", address, method="GET")]
    assert sent(address, *dripping) == b"", "small pieces win no time"


def test_a_body_that_does_not_come_is_cut_off(address: tuple[str, int]) -> None:
    assert (
        sent(address, head("/api/fork", address, "Content-Type: application/json", "Content-Length: 12"), b"{") == b""
    )


def test_a_body_in_chunks_is_refused_as_soon_as_it_is_too_long(address: tuple[str, int]) -> None:
    chunked = head("/api/fork", address, "Content-Type: application/json", "Transfer-Encoding: chunked")
    chunk = b"%x\r\n%s\r\n" % (MAX_BODY_BYTES, b" " * MAX_BODY_BYTES)
    assert sent(address, chunked, chunk, chunk).startswith(b"HTTP/1.1 413 ")


def test_the_token_is_checked_before_a_body_is_read(address: tuple[str, int]) -> None:
    chunked = head("/api/fork", address, "Transfer-Encoding: chunked", token="wrong")
    assert sent(address, chunked).startswith(b"HTTP/1.1 401 ")
    announced = head("/api/fork", address, "Content-Length: 300000000", token="wrong")
    assert sent(address, announced).startswith(b"HTTP/1.1 401 ")


@pytest.mark.parametrize(
    "header", [b"X: %s", b"X: a\r\n" * (MAX_HEAD_BYTES // 8) + b"X: %s"], ids=("one header", "many headers")
)
def test_a_head_may_have_a_certain_length(address: tuple[str, int], header: bytes) -> None:
    for method, status in (("GET", b"200"), ("HEAD", b"404"), ("POST", b"405")):
        bare = head("/api/session", address, "Connection: close", method=method)[:-2] + header + b"\r\n\r\n"
        room = MAX_HEAD_BYTES - len(bare % b"")
        longest, too_long = bare % (b"a" * room), bare % (b"a" * (room + 1))
        assert sent(address, longest).startswith(b"HTTP/1.1 " + status)
        assert sent(address, longest[:-4], longest[-4:]).startswith(b"HTTP/1.1 " + status)
        assert sent(address, too_long).startswith(b"HTTP/1.1 400 ")
        assert sent(address, too_long[:-4], too_long[-4:]).startswith(b"HTTP/1.1 400 ")


def test_a_long_head_behind_another_request_is_refused(address: tuple[str, int]) -> None:
    first = head("/api/session", address, method="GET")
    answer = sent(address, first + head("/api/session", address, "X: " + "a" * MAX_HEAD_BYTES, method="GET"))
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert b"HTTP/1.1 400 " in answer


def player_is_served(address: tuple[str, int]) -> bool:
    return sent(address, head("/api/session", address, "Connection: close", method="GET")).startswith(b"HTTP/1.1 200 ")


def is_open(line: socket.socket) -> bool:
    """Whether the server has not ended a connection on which it has sent nothing."""
    line.setblocking(False)
    try:
        return bool(line.recv(1))
    except BlockingIOError:
        return True
    except ConnectionError:
        return False


@contextmanager
def crowd(address: tuple[str, int], request: bytes, host: str = "127.0.0.1") -> Iterator[list[socket.socket]]:
    """Five hundred connections from one address, each of which has sent the same."""
    with ExitStack() as stack:
        lines = []
        for _ in range(500):
            line = stack.enter_context(closing(socket.create_connection(address, 30, (host, 0))))
            with suppress(ConnectionError):
                line.sendall(request)
            lines.append(line)
        yield lines


@pytest.mark.parametrize("begun", [b"", b"GET / HT", b"POST /api/fork HTTP/1.1\r\nContent-Length: 9\r\n"])
def test_half_open_connections_without_a_token_keep_nobody_out(patient: tuple[str, int], begun: bytes) -> None:
    with crowd(patient, begun) as lines:
        assert player_is_served(patient)
        wait_until(lambda: sum(map(is_open, lines)) <= limits.MAX_HALF_OPEN)
        for byte in b"X: slow\r\n":
            for line in lines:
                with suppress(ConnectionError):
                    line.send(bytes([byte]))
        assert player_is_served(patient)
        assert sum(map(is_open, lines)) >= limits.MAX_HALF_OPEN - 3, "as long as there is room, the server waits"


def test_connections_with_a_wrong_token_keep_nobody_out(patient: tuple[str, int]) -> None:
    with crowd(patient, head("/api/session", patient, method="GET", token="wrong")) as lines:
        assert player_is_served(patient)
        assert all(read_to_end(line).startswith(b"HTTP/1.1 401 ") for line in lines), "none is cut off unanswered"


def read_to_end(line: socket.socket) -> bytes:
    """Return what the server sends until it ends the connection, which must not be for want of patience."""
    return b"".join(iter(lambda: line.recv(65536), b""))


def handshake(address: tuple[str, int], token: str) -> bytes:
    key = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {'A' * 22}==")
    return head("/ws", address, *key, method="GET", token=token)


def test_a_watcher_with_many_sockets_keeps_neither_the_player_nor_others_out(patient: tuple[str, int]) -> None:
    elsewhere = "127.0.0.2" if sys.platform.startswith("linux") else None
    with crowd(patient, handshake(patient, WATCH_TOKEN)) as lines:
        accepted = [line.recv(12) == b"HTTP/1.1 101" for line in lines]
        assert accepted == [True] * limits.MAX_WATCHERS_AT_ADDRESS + [False] * (500 - limits.MAX_WATCHERS_AT_ADDRESS)
        assert player_is_served(patient)
        if elsewhere:
            with crowd(patient, handshake(patient, WATCH_TOKEN), elsewhere) as others:
                accepted = [line.recv(12) == b"HTTP/1.1 101" for line in others]
                assert sum(accepted) == limits.MAX_WATCHERS - limits.MAX_WATCHERS_AT_ADDRESS
                assert player_is_served(patient)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has so many addresses of its own")
def test_a_crowd_at_one_address_ends_no_connection_from_another(patient: tuple[str, int]) -> None:
    with closing(socket.create_connection(patient, 30)) as first, crowd(patient, b"GET", "127.0.0.2") as lines:
        first.sendall(head("/api/session", patient, "Connection: close", method="GET")[:-2])
        wait_until(lambda: sum(map(is_open, lines)) < limits.MAX_HALF_OPEN)
        first.setblocking(True)
        first.sendall(b"\r\n")
        assert first.recv(13) == b"HTTP/1.1 200 "


def test_connections_of_a_kind_are_limited_and_free_ones_are_given_again(
    address: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_DIRECTORS", 5)
    headers = {"Authorization": f"Bearer {TOKEN}"}
    with ExitStack() as stack:
        for _ in range(5):
            stack.enter_context(connect(f"ws://127.0.0.1:{address[1]}/ws", additional_headers=headers))
        answer = sent(address, head("/api/session", address, "Connection: close", method="GET"))
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert b"Close some" in answer
    until = time.monotonic() + 30
    while not player_is_served(address):
        assert time.monotonic() < until


@pytest.mark.parametrize("message", [b"\xff\xfe", b"ok \xc3", b"\xed\xa0\x80"])
def test_a_message_that_is_not_utf_8_ends_its_connection_and_is_no_error(
    patient: tuple[str, int], message: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    headers = {"Authorization": f"Bearer {TOKEN}"}
    with connect(f"ws://127.0.0.1:{patient[1]}/ws", additional_headers=headers) as line:
        line.send(message, text=True)
        with pytest.raises(ConnectionClosedError) as closed:
            list(line)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1007
    assert player_is_served(patient)
    assert not caplog.records


def test_a_websocket_stays_open_for_longer_than_a_request_may_take(address: tuple[str, int]) -> None:
    headers = {"Authorization": f"Bearer {TOKEN}"}
    with connect(f"ws://127.0.0.1:{address[1]}/ws", additional_headers=headers) as line:
        assert json.loads(line.recv(30))["type"] == "hello"
        time.sleep(3 * limits.REQUEST_SECONDS)
        line.send(json.dumps({"type": "hold", "id": "still here", "seconds": 0}))
        assert json.loads(line.recv(30))["id"] == "still here"
