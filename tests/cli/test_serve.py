"""`townlet serve` from the command line: where it listens, and what it refuses."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest

from townlet.cli.hosting import open_socket
from townlet.errors import BadInput

from .typed import done, refused, typed


def test_a_port_that_is_taken_is_refused_in_one_line() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(BadInput, match=f"Port {other.getsockname()[1]} on 127.0.0.1 is not available"):
            open_socket("127.0.0.1", other.getsockname()[1])


def test_without_a_port_the_next_free_one_is_taken() -> None:
    with open_socket("127.0.0.1", None) as first, open_socket("127.0.0.1", None) as second:
        assert 8000 <= first.getsockname()[1] < second.getsockname()[1]


async def test_an_answer_does_not_wait_until_its_head_has_arrived() -> None:
    """Head and body are sent one after the other, and a client may take 40 ms to confirm the first."""
    sent_at_once: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def connected(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = writer.get_extra_info("socket")
        sent_at_once.set_result(bool(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)))
        writer.close()

    with open_socket("127.0.0.1", 0) as listening:
        async with await asyncio.start_server(connected, sock=listening):
            _, writer = await asyncio.open_connection(*listening.getsockname())
            assert await sent_at_once
            writer.close()
            await writer.wait_closed()


def test_what_is_there_neither_as_a_run_nor_as_a_town_is_refused() -> None:
    assert "There is no run file nothing.townlet" in refused("serve", "nothing.townlet")
    outcome = typed("serve", "nowhere")
    assert outcome.status == 2
    assert "no such folder and no built-in town" in outcome.stderr


def test_a_run_cannot_have_another_seed(tmp_path: Path) -> None:
    run = str(tmp_path / "a.townlet")
    done("run", "applegarth", "--days", "0.01", "--out", run)
    assert "are for new runs only" in refused("serve", run, "--seed", "2")
    assert "are for new runs only" in refused("serve", run, "--without", "planning")
    assert "has already completed" in refused("serve", run, "--days", "0.01")
