"""`townlet mcp` as a process of its own, under the SDK's clients for stdio and HTTP; and `townlet skill`."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

import townlet
from server.mcp.connected import Assistant
from server.processes import process
from townlet.runfile import is_owned
from townlet.server.access import AccessPolicy
from townlet.server.limits import MAX_BODY_BYTES
from townlet.server.mcp.door import TownServer, create_http_app
from townlet.server.mcp.open_runs import OpenRuns
from waiting import wait_until

from .typed import done, refused

CALL = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}
CLIENT = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
ACCEPTS = {"Accept": "application/json, text/event-stream"}


def started(*words: str) -> StdioServerParameters:
    return StdioServerParameters(command=sys.executable, args=["-m", "townlet", "mcp", *words])


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_client_reads_a_run_over_stdio(made: Path, mode: str) -> None:
    before = made.read_bytes()
    async with Client(stdio_client(started(str(made))), mode=mode) as client:
        assistant = Assistant(client)
        assert (await assistant.called("runs"))["runs"][0]["town"] == "Applegarth"
        assert "--allow" in await assistant.refused("fork", at="8:00")
        assert len((await assistant.read("townlet://made/people"))["people"]) == 4
    assert made.read_bytes() == before


async def test_a_client_acts_over_stdio_and_the_file_is_free_when_it_has_gone(own: Path) -> None:
    async with Client(stdio_client(started(str(own), "--allow"))) as client:
        assistant = Assistant(client)
        await assistant.called("arrive", name="Finn Gray")
        await assistant.called("wait", minutes=2)
        assert is_owned(own)
    wait_until(lambda: not is_owned(own))
    assert townlet.verify_run(own).sound
    assert "Finn Gray" in townlet.RunView(own).joined


def test_a_client_that_is_gone_in_the_middle_of_a_call_leaves_a_sound_file(own: Path) -> None:
    """The process is given its requests and loses its input before it can answer the last one."""
    call = {"name": "wait", "arguments": {"minutes": 1440, "agent": "Nell Hart"}, "_meta": {"progressToken": 1}}
    requests = [
        CALL | {"params": CLIENT},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        CALL | {"id": 2, "method": "tools/call", "params": call},
    ]
    command = [sys.executable, "-m", "townlet", "mcp", str(own), "--allow"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin
        assert server.stdout
        for request in requests:
            print(json.dumps(request), file=server.stdin, flush=True)
        assert any("notifications/progress" in line for line in server.stdout)
        server.stdin.close()
        assert server.wait() == 0
    assert not is_owned(own)
    assert townlet.verify_run(own).sound


@pytest.mark.skipif(sys.platform == "win32", reason="no signal reaches a process there")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_although_it_waits_for_input(made: Path, number: signal.Signals) -> None:
    command = [sys.executable, "-m", "townlet", "mcp", str(made)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin
        assert server.stdout
        print(json.dumps(CALL | {"params": CLIENT}), file=server.stdin, flush=True)
        assert '"townlet"' in server.stdout.readline()
        server.send_signal(number)
        assert server.wait() == 130


@pytest.fixture
def address(made: Path) -> Iterator[str]:
    with process("mcp", str(made), "--port", "0", "--json") as serving:
        assert serving.stdout
        yield json.loads(serving.stdout.readline())["address"]
        serving.send_signal(signal.SIGINT)
        assert serving.wait() == 0


async def test_a_client_reads_a_run_over_http(address: str) -> None:
    async with Client(address) as client:
        assistant = Assistant(client)
        assert (await assistant.called("show", person="nell"))["name"] == "Nell Hart"
        await assistant.called("measure")
        assert "--allow" in await assistant.refused("wait")


async def test_the_door_over_http_is_that_of_serve(address: str) -> None:
    foreign = [
        ({"Host": "elsewhere.example"}, 421),
        ({"Host": "localhost:1"}, 421),
        ({"Origin": "http://elsewhere.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
    ]
    async with httpx2.AsyncClient() as client:
        for headers, status in foreign:
            answer = await client.post(address, json=CALL, headers={**ACCEPTS, **headers})
            assert (answer.status_code, "Applegarth" in answer.text) == (status, False)
        large = await client.post(address, content=b" " * (MAX_BODY_BYTES + 1), headers=ACCEPTS)
        assert large.status_code in (400, 413, 415)
        assert (await client.get(address.removesuffix("mcp"))).status_code == 404


async def test_a_server_that_others_reach_wants_its_token(made: Path) -> None:
    app = create_http_app(TownServer(OpenRuns([made])), AccessPolicy("0.0.0.0", 80, token="right"))
    transport = httpx2.ASGITransport(app)
    async with httpx2.AsyncClient(transport=transport, base_url="http://town.example") as client:
        for given in ({}, {"Authorization": "Bearer wrong"}):
            assert (await client.post("/mcp", json=CALL, headers={**ACCEPTS, **given})).status_code == 401


def test_what_cannot_be_offered_is_told_in_one_line(made: Path, tmp_path: Path) -> None:
    assert refused("mcp", str(tmp_path / "none.townlet")).startswith("There is no run file ")
    assert refused("mcp", str(made), str(made)) == "Two runs are called made. Rename the file of one of them."


@pytest.mark.parametrize("words", [("--host", "0.0.0.0"), ("--json",)])
def test_what_goes_with_a_port_is_refused_without_one(made: Path, words: tuple[str, ...]) -> None:
    assert refused("mcp", str(made), *words).startswith("--host and --json go with --port; without it, ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--model", "nope"), "There is no model 'nope'"),
        (("--budget", "much"), "--budget: 'much' is not a budget"),
        (("--config", "none.toml"), "none.toml cannot be read"),
    ],
)
def test_what_cannot_be_is_refused_before_an_assistant_asks(made: Path, words: tuple[str, ...], said: str) -> None:
    assert refused("mcp", str(made), *words).startswith(said)


def test_without_the_extra_it_says_how_to_install_it(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp", None)
    assert "pip install 'townlet[mcp]'" in refused("mcp", str(made))


def test_every_command_and_snippet_of_the_skill_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = done("skill").stdout
    assert text.startswith("---\nname: townlet\ndescription: ")
    blocks = text.split("```")[1::2]
    assert sum(block.startswith("sh\n") for block in blocks) == 4
    for block in blocks:
        kind, _, body = block.partition("\n")
        if kind == "python":
            exec(compile(body, "SKILL.md", "exec"), {})
        else:
            for line in body.splitlines():
                done(*shlex.split(line)[1:])
