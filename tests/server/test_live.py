"""A live run keeps its speed, accepts commands between steps, and is the same however many viewers it has."""

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from townlet.engine.resources import RunResources
from townlet.engine.simulation import Simulation
from townlet.language.model import ModelError, Reply, Request
from townlet.offline.model import OfflineModel
from townlet.runfile import RunExists, RunReader
from townlet.runfile.files import open_reader
from townlet.server import actions, controls, run_session, served_runs
from townlet.server.access import AccessPolicy
from townlet.server.app import create_app
from townlet.server.live_run import LiveRun
from townlet.server.protocol.messages import StepsMessage
from townlet.server.read_model import RunReadModel
from townlet.server.run_session import RunSession
from townlet.town import load_town
from waiting import PATIENCE_SECONDS, wait_until

DAYS = 0.34
"""Until shortly after eight in the morning: people are up and have talked."""


@contextmanager
def living(
    path: Path, days: float = DAYS, speed: float | None = None, paused: bool = False, keep_running: bool = False
) -> Iterator[TestClient]:
    """A server that computes a new run of a town of four."""

    async def begin() -> Simulation:
        return Simulation.start(load_town("applegarth"), path, seed=3)

    live = LiveRun(begin, days)
    live.start()
    live.set_playback(False if paused else None, speed)
    session = RunSession(path, live=live)
    session.keep_running = keep_running
    with TestClient(create_app(session, AccessPolicy(port=80)), base_url="http://localhost") as client:
        yield client


def connect(client: TestClient) -> WebSocketTestSession:
    return client.websocket_connect("/ws", headers={"Host": "localhost"})


def heard(socket: WebSocketTestSession, wanted: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """Return the next message that fits a condition."""
    while True:
        message: dict[str, Any] = socket.receive_json()
        if wanted(message):
            return message


def said(socket: WebSocketTestSession, **message: Any) -> dict[str, Any]:
    """Send a message and return its acknowledgement."""
    socket.send_text(json.dumps({"id": "this", **message}))
    return heard(socket, lambda each: each["type"] == "answer" and each["id"] == "this")


def state_hash(path: Path) -> str | None:
    with open_reader(path) as reader:
        return reader.stored_hash()


def hash_watched_by(watchers: int, path: Path) -> str | None:
    with living(path, speed=0) as client, ExitStack() as audience:
        sockets = [audience.enter_context(connect(client)) for _ in range(watchers)]
        last = audience.enter_context(connect(client))
        heard(last, _ended)
        for socket in sockets:
            assert heard(socket, _ended)["session"]["next_step"] == round(DAYS * 8640)
    return state_hash(path)


def _ended(message: dict[str, Any]) -> bool:
    return message["type"] == "hello" and message["session"]["mode"] == "replay"


def test_viewers_change_nothing(tmp_path: Path) -> None:
    async def alone() -> str:
        with Simulation.start(load_town("applegarth"), tmp_path / "alone.townlet", seed=3) as simulation:
            async for _ in simulation.run(DAYS):
                pass
            return simulation.finish()

    unwatched = asyncio.run(alone())
    assert hash_watched_by(0, tmp_path / "none.townlet") == unwatched
    assert hash_watched_by(30, tmp_path / "thirty.townlet") == unwatched


def test_steps_come_without_a_gap_from_the_hello_on(tmp_path: Path) -> None:
    with living(tmp_path / "a.townlet", days=0.05) as client, connect(client) as early:
        # At its usual pace the run takes more than a minute, so it has not ended yet, however busy the machine is.
        early.send_text(json.dumps({"type": "pace", "speed": 0}))
        with connect(client) as late:
            assert steps_told(early) > 0
            assert steps_told(late) >= 0


def steps_told(socket: WebSocketTestSession) -> int:
    """Read a socket from its hello until the run has ended, and return the number of steps that came, without a gap.

    A run that ended before the socket joined says so in the hello itself, and nothing follows.
    """
    message: dict[str, Any] = socket.receive_json()
    first = until = message["session"]["next_step"]
    while not _ended(message):
        message = socket.receive_json()
        if message["type"] == "steps":
            assert message["from_step"] == until
            until = message["to_step"]
    assert until == message["session"]["next_step"] == round(0.05 * 8640)
    return int(until - first)


def test_the_clock_of_a_live_run_can_be_stopped_and_stepped(tmp_path: Path) -> None:
    with living(tmp_path / "a.townlet", days=2) as client, connect(client) as socket:
        assert said(socket, type="pace", playing=False)["ok"]
        paced = heard(socket, lambda each: each["type"] == "pace" and not each["pace"]["playing"])
        assert paced["pace"]["speed"] == 60
        time.sleep(0.4)
        before = client.get("/api/session").json()["next_step"]
        time.sleep(0.4)
        assert client.get("/api/session").json()["next_step"] == before
        answer = said(socket, type="step")
        assert (answer["ok"], answer["step"]) == (True, before + 1)
        assert client.get("/api/session").json()["next_step"] == before + 1


def test_a_town_pauses_when_its_last_viewer_has_gone_and_goes_on_with_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(run_session, "ALONE_SECONDS", 0.05)
    with living(tmp_path / "a.townlet", days=2) as client:
        with connect(client) as first, connect(client) as second:
            first.receive_json()
            second.receive_json()
        wait_until(lambda: run_session.PAUSED_ALONE in caplog.messages)
        with connect(client) as socket:
            heard(socket, lambda each: (each.get("pace") or {}).get("playing"))
            assert said(socket, type="pace", playing=False)["ok"]
        with connect(client) as socket:
            assert said(socket, type="step")["ok"], "who paused it themselves finds it paused"
    assert caplog.messages.count(run_session.PAUSED_ALONE) == 1


def test_a_town_that_shall_keep_running_does_not_pause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(run_session, "ALONE_SECONDS", 0.0)
    with living(tmp_path / "a.townlet", days=0.05, speed=0, keep_running=True) as client:
        with connect(client) as socket:
            socket.receive_json()
        wait_until(lambda: client.get("/api/session").json()["next_step"] == round(0.05 * 8640))
    assert not caplog.messages


def test_steps_are_answered_when_they_have_been_lived(tmp_path: Path) -> None:
    with living(tmp_path / "a.townlet", days=2) as client, connect(client) as socket:
        socket.receive_json()
        first = said(socket, type="step", steps=50)["step"]
        assert first >= 50
        assert client.get("/api/session").json()["next_step"] == first
        socket.send_text(json.dumps({"type": "step", "steps": 20, "id": "these"}))
        seen = first
        while (message := socket.receive_json()).get("id") != "these":
            seen = message.get("to_step", seen)
        assert (message["ok"], message["step"]) == (True, first + 20)
        assert seen == first + 20, "the answer follows the events"


def test_steps_that_somebody_stops_are_answered_too(tmp_path: Path) -> None:
    with living(tmp_path / "a.townlet", days=30) as client, connect(client) as socket:
        socket.send_text(json.dumps({"type": "step", "steps": 100_000, "id": "these"}))
        heard(socket, lambda each: each["type"] == "steps" and each["to_step"] > 10)
        with connect(client) as other:
            assert said(other, type="pace", playing=False)["ok"]
        refused = heard(socket, lambda each: each["type"] == "answer")
        assert refused["id"] == "these"
        assert not refused["ok"]
        assert "Somebody played or paused the run" in refused["why"]


def test_steps_beyond_the_end_of_the_run_are_answered_too(tmp_path: Path) -> None:
    with living(tmp_path / "a.townlet", days=0.1, paused=True) as client, connect(client) as socket:
        refused = said(socket, type="step", steps=10_000)
        assert not refused["ok"]
        assert refused["why"].endswith("steps early: The run has reached its end.")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('{"id": "a", "type": "order", "command": {"command": "Fly"}}', "a"),
        ('{"id": "a", "type": "step", "steps": true}', "a"),
        ('{"id": "a", "speed": 5}', "a"),
        ('{"id": "a", "type": "hold", "seconds": NaN}', "a"),
        ('{"id": 7, "type": "step"}', "7"),
        ('{"type": "step", "id": "a", "steps": ', "a"),
        ('{"type": "step", "id": "a", "steps": "\\ud800"}', "a"),
        ('{"id": {"a": 1}, "type": "step"}', ""),
        ('{"type": "order", "id": "a", "command": ' + "[" * 5000, "a"),
        ('{"type": "order", "id": "a", "command": "' + "b" * 30_000 + '"}', "a"),
        ("[]", ""),
        ("no JSON", ""),
        ('"\\ud800"', ""),
    ],
)
def test_an_error_names_the_message_that_it_answers(client: TestClient, text: str, named: str) -> None:
    with connect(client) as socket:
        socket.send_text(text)
        answer = heard(socket, lambda each: each["type"] == "answer")
        assert answer["id"] == named
        assert not answer["ok"]
        assert answer["why"]


def test_a_command_takes_effect_and_a_bad_one_is_refused_with_its_reason(tmp_path: Path) -> None:
    path = tmp_path / "a.townlet"
    with living(path, days=2) as client, connect(client) as socket:
        someone = client.get("/api/town").json()["people"][0]["name"]
        whisper = {"command": "Whisper", "agent": someone, "text": "You want to learn the flute."}
        taken = said(socket, type="order", command=whisper)
        assert taken["ok"]
        marked = heard(socket, lambda each: each["type"] == "steps" and each["marks"])
        assert marked["marks"][0]["kind"] == "command"
        assert marked["marks"][0]["s"] == taken["step"]
        refused = said(socket, type="order", command={**whisper, "agent": "Nobody"})
        assert not refused["ok"]
        assert "Nobody here is called 'Nobody'" in refused["why"]
        socket.send_text(json.dumps({"type": "order", "id": "x", "command": {"command": "Fly"}}))
        assert "not a valid message" in heard(socket, lambda each: each["type"] == "answer")["why"]
        assert client.post("/api/orders", json=whisper).json()["ok"]
    with open_reader(path) as reader:
        assert any(reader.events(kinds=("Whispered",)))


def _arrived(message: dict[str, Any], who: str) -> bool:
    return any(event["e"] == "arrives" and event["who"] == who for event in message.get("events", ()))


def test_a_visitor_walks_in_and_about(tmp_path: Path) -> None:
    # So many days that the run has not ended before she comes, however busy the machine is.
    with living(tmp_path / "a.townlet", days=30, speed=0) as client, connect(client) as socket:
        town = client.get("/api/town").json()
        ground = next(place["address"] for place in town["places"] if place["address"].endswith("Village Green"))
        arrive = {"command": "Arrive", "name": "Ida Quist", "at": ground, "look": "hair=red"}
        assert said(socket, type="order", command=arrive)["ok"]
        came = heard(socket, lambda each: each["type"] == "steps" and any(e.get("visitor") for e in each["events"]))
        appears = next(event for event in came["events"] if event.get("visitor"))
        assert appears["who"] == "Ida Quist"
        assert appears["visitor"]
        x, y = appears["tile"]
        began = time.monotonic()
        assert said(socket, type="order", command={"command": "Walk", "agent": "Ida Quist", "to": [x + 1, y]})["ok"]
        heard(socket, lambda each: _arrived(each, "Ida Quist"))
        assert time.monotonic() - began > 1 / 12, "the pace is bounded while somebody is there in person"
        looks = {person["name"]: person["look"]["words"] for person in client.get("/api/town").json()["people"]}
        assert "hair=red" in looks["Ida Quist"]


IDA = {"command": "Arrive", "name": "Ida Quist"}
TAKE = {"command": "Take", "agent": "Nell Hart"}


def _departs(message: dict[str, Any], who: str) -> bool:
    return any(event["e"] == "departs" and event["who"] == who for event in message.get("events", ()))


def test_a_visitor_arrives_in_a_public_place(tmp_path: Path) -> None:
    path = tmp_path / "a.townlet"
    with living(path, days=30, paused=True) as client, connect(client) as socket:
        assert said(socket, type="order", command=IDA)["ok"]
        assert said(socket, type="step", steps=2)["ok"]
        walls = {place["address"] for place in client.get("/api/town").json()["places"]}
        assert "Applegarth:Village Green:green" in walls
        here = client.get("/api/things", params={"address": "Applegarth:Village Green:green"}).json()
        assert here["users"] == ["Ida Quist"]


def test_a_second_page_is_refused_until_it_takes_over_and_the_first_is_told(tmp_path: Path) -> None:
    with living(tmp_path / "a.townlet", days=30) as client, connect(client) as first, connect(client) as second:
        assert said(first, type="order", command=TAKE)["ok"]
        for command in (TAKE, {"command": "Release", "agent": "Nell Hart"}):
            refused = said(second, type="order", command=command)
            assert "Somebody moves Nell Hart on another page" in refused["why"]
        assert client.post("/api/orders", json=TAKE).status_code == 409
        assert said(first, type="step")["ok"]
        assert said(second, type="control", agent="Nell Hart")["ok"]
        lost = heard(first, lambda each: each["type"] == "control")
        assert lost["agent"] == "Nell Hart"
        refused = said(first, type="order", command={"command": "Release", "agent": "Nell Hart"})
        assert not refused["ok"]
        assert said(second, type="order", command={"command": "Release", "agent": "Nell Hart"})["ok"]
        assert said(second, type="step")["ok"]
        assert "Nobody at a keyboard moves" in said(first, type="control", agent="Nell Hart")["why"]


def test_a_visitor_whose_page_is_closed_leaves_and_holds_nobody_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(controls, "RELOAD_SECONDS", 0.2)
    monkeypatch.setattr(controls, "ABSENCE_SECONDS", 0.4)
    monkeypatch.setattr(actions, "LOOK_SECONDS", 0.1)
    path = tmp_path / "a.townlet"
    with living(path, days=30) as client, connect(client) as watcher:
        with connect(client) as page:
            assert said(page, type="order", command=IDA)["ok"]
            slow = heard(watcher, lambda each: each["type"] == "pace" and each["pace"]["slowed"])
            assert slow["pace"]["playing"]
        # The town may be told to go on before or after the step in which she leaves.
        after = list[dict[str, Any]]()
        heard(
            watcher,
            lambda each: (
                after.append(each)
                or (
                    any(seen["type"] == "pace" and not seen["pace"]["slowed"] for seen in after)
                    and any(seen["type"] == "steps" and _departs(seen, "Ida Quist") for seen in after)
                )
            ),
        )
    with open_reader(path) as reader:
        kinds = [row.kind for row in reader.events(kinds=("Embodied", "Departed")) if "Ida Quist" in row.data]
        assert kinds == ["Embodied", "Embodied", "Departed"]


def test_a_fork_continues_live_and_leaves_its_source_and_its_viewers(run: Path, tmp_path: Path) -> None:
    source = tmp_path / "a source.townlet"
    source.write_bytes(run.read_bytes())
    before = source.read_bytes()
    with TestClient(create_app(RunSession(source), AccessPolicy(port=80)), base_url="http://localhost") as client:
        whisper = {"command": "Whisper", "agent": "Nobody", "text": "Go."}
        refused = client.post("/api/orders", json=whisper)
        assert (refused.status_code, refused.json()["fork"]) == (409, True)
        with connect(client) as socket:
            assert socket.receive_json()["session"]["mode"] == "replay"
            session = client.post("/api/fork", json={"at": 2400}).json()
            assert (session["mode"], session["path"]) == ("live", "runs/a%20source-fork1/")
            with client.websocket_connect(f"/{session['path']}ws", headers={"Host": "localhost"}) as other:
                greeted = other.receive_json()
                assert greeted["session"]["file"] == "a source-fork1.townlet"
                assert greeted["session"]["next_step"] >= 2400
                heard(other, lambda each: each["type"] == "steps")
            assert client.get("/api/session").json()["file"] == source.name
            assert said(socket, type="step")["ok"] is False, "this client's run is still a replay"
            fork = client.get(f"/{session['path']}api/session").json()
            assert (fork["mode"], fork["file"]) == ("live", "a source-fork1.townlet")
            assert client.get("/runs/a%20source-fork1").url.path == "/runs/a source-fork1/"
            again = client.post(f"/{session['path']}api/fork", json={"at": 2400}).json()
            assert again["path"] == "runs/a%20source-fork1-fork1/"
    assert source.read_bytes() == before
    with open_reader(tmp_path / "a source-fork1.townlet") as reader:
        assert reader.header.forked_from is not None
        assert (reader.last_step() or 0) >= 2400


def test_a_fork_that_nobody_uses_stops_and_can_be_opened_again(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served_runs, "IDLE_SECONDS", 0.0)
    monkeypatch.setattr(served_runs, "LOOK_SECONDS", 0.05)
    source = tmp_path / "source.townlet"
    source.write_bytes(run.read_bytes())
    with TestClient(create_app(RunSession(source), AccessPolicy(port=80)), base_url="http://localhost") as client:
        path = client.post("/api/fork", json={"at": 2400}).json()["path"]
        wait_until(lambda: client.get(f"/{path}api/session").json()["mode"] == "replay", every_seconds=0.3)
        assert client.post(f"/{path}api/resume", json={"days": 0.5}).json()["mode"] == "live"


def test_only_so_many_forks_are_open_and_unused_ones_make_room(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served_runs, "MAX_FORKS", 1)
    source = tmp_path / "source.townlet"
    source.write_bytes(run.read_bytes())
    with TestClient(create_app(RunSession(source), AccessPolicy(port=80)), base_url="http://localhost") as client:
        first = client.post("/api/fork", json={"at": 100}).json()["path"]
        second = client.post("/api/fork", json={"at": 200}).json()["path"]
        with client.websocket_connect(f"/{second}ws", headers={"Host": "localhost"}):
            refused = client.post("/api/fork", json={"at": 300})
            assert refused.status_code == 409
            assert "close the page of one" in refused.json()["detail"]
            assert client.get(f"/{first}api/session").status_code == 404


@pytest.mark.parametrize("name", ["other", "..%2Fsource-fork1", "source-fork2", "", "source-fork1%2F..%2Fx"])
def test_no_other_files_are_served_as_forks(run: Path, tmp_path: Path, name: str) -> None:
    for each in ("source", "other", "source-fork1"):
        (tmp_path / f"{each}.townlet").write_bytes(run.read_bytes())
    session = RunSession(tmp_path / "source.townlet")
    with TestClient(create_app(session, AccessPolicy(port=80)), base_url="http://localhost") as client:
        assert client.get("/runs/source-fork1/api/session").status_code == 200
        assert client.get("/runs/source/api/session").json() == client.get("/api/session").json()
        assert client.get(f"/runs/{name}/api/session").status_code == 404
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"/runs/{name}/ws") as socket:
            socket.receive_text()


def test_a_finished_run_can_be_resumed(run: Path, tmp_path: Path) -> None:
    path = tmp_path / "on.townlet"
    path.write_bytes(run.read_bytes())
    with TestClient(create_app(RunSession(path), AccessPolicy(port=80)), base_url="http://localhost") as client:
        until = client.get("/api/session").json()["next_step"]
        assert client.post("/api/resume", json={"days": 0.1}).status_code == 409
        session = client.post("/api/resume", json={}).json()
        assert (session["mode"], session["goal"]) == ("live", 2 * 8640)
        with connect(client) as socket:
            heard(socket, lambda each: each["type"] == "steps" and each["to_step"] > until)


def test_an_interview_is_answered_by_rules_and_leaves_no_trace(client: TestClient, run: Path) -> None:
    before = run.read_bytes()
    name = client.get("/api/town").json()["people"][0]["name"]
    asked = {"person": name, "persona": "a reporter", "question": "What is your name?", "at": 2600}
    answer = client.post("/api/ask", json=asked)
    assert answer.status_code == 200, answer.text
    assert name.split()[0] in answer.json()["answer"]
    assert answer.json()["by"] == "offline"
    assert run.read_bytes() == before
    assert client.post("/api/ask", content="{}", headers={"Content-Type": "text/plain"}).status_code == 415


class Failing:
    """The offline model with a switch that makes it fail."""

    name = "failing"

    def __init__(self) -> None:
        self.fails, self._offline = True, OfflineModel(3)

    async def __call__(self, request: Request) -> Reply:
        if self.fails:
            raise ModelError("the endpoint is on fire")
        return await self._offline(request)


def test_a_failing_model_stops_the_clock_and_play_tries_again(tmp_path: Path) -> None:
    path, model = tmp_path / "a.townlet", Failing()

    async def begin() -> Simulation:
        return Simulation.start(load_town("applegarth"), path, seed=3, resources=RunResources(model=model))

    live = LiveRun(begin, 1)
    live.start()
    app = create_app(RunSession(path, live=live), AccessPolicy(port=80))
    with TestClient(app, base_url="http://localhost") as client, connect(client) as socket:
        stopped = heard(socket, lambda each: each["type"] == "stopped")
        assert stopped["paused"]
        assert "the endpoint is on fire" in stopped["why"]
        assert client.get("/api/session").json()["mode"] == "live"
        assert client.get("/api/town").status_code == 200
        model.fails = False
        assert said(socket, type="pace", playing=True)["ok"]
        heard(socket, lambda each: each["type"] == "steps" and each["to_step"] > 2)


def test_a_new_run_is_watched_from_the_hour_at_which_most_people_are_up(tmp_path: Path) -> None:
    async def begin() -> Simulation:
        return Simulation.start(load_town("applegarth"), tmp_path / "a.townlet", seed=3)

    live = LiveRun(begin, 1, skip_first_night=True)
    live.start()
    live.set_playback(None, 0.001)
    try:
        wait_until(lambda: not live.clock.before_waking, progress=lambda: live.simulation.next_step)
        bodies = live.simulation.engine.state.world.bodies.values()
        assert live.simulation.next_step > 1000
        assert sum(not body.asleep for body in bodies) > 2
    finally:
        live.stop()


def test_an_error_at_the_start_of_a_run_reaches_the_caller(tmp_path: Path) -> None:
    (tmp_path / "a.townlet").write_text("something else")

    async def begin() -> Simulation:
        return Simulation.start(load_town("applegarth"), tmp_path / "a.townlet")

    with pytest.raises(RunExists):
        LiveRun(begin, 1).start()


def test_a_run_that_is_still_being_read_is_merged_when_the_server_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, read = threading.Event(), RunReadModel._take_in

    def slowly(model: RunReadModel, reader: RunReader, *steps: int) -> StepsMessage:
        begun.set()
        # Longer than the writer waits for readers.
        time.sleep(2)
        return read(model, reader, *steps)

    monkeypatch.setattr(RunReadModel, "_take_in", slowly)
    with living(tmp_path / "a.townlet", keep_running=True):
        assert begun.wait(PATIENCE_SECONDS)
    assert [each.name for each in tmp_path.iterdir()] == ["a.townlet"]


class Thinking:
    """Rules that take their time. It counts the requests that have begun and ended."""

    name = "thinking"

    def __init__(self) -> None:
        self.begun = self.ended = 0
        self._rules = OfflineModel(3)

    async def __call__(self, request: Request) -> Reply:
        self.begun += 1
        await asyncio.sleep(0.05)
        self.ended += 1
        return await self._rules(request)


def test_nobody_thinks_ahead_of_a_town_that_is_paused(tmp_path: Path) -> None:
    path, model = tmp_path / "a.townlet", Thinking()

    async def begin() -> Simulation:
        resources = RunResources(model=model, ahead=True)
        return Simulation.start(load_town("ternholm"), path, seed=3, resources=resources)

    live = LiveRun(begin, 1)
    live.start()
    live.set_playback(None, 0)
    with (
        TestClient(
            create_app(RunSession(path, live=live), AccessPolicy(port=80)), base_url="http://localhost"
        ) as client,
        connect(client) as socket,
    ):
        wait_until(lambda: model.begun >= 40, progress=lambda: model.begun)
        assert said(socket, type="pace", playing=False)["ok"]
        ahead = live.simulation.ahead
        assert ahead is not None
        # Nobody thinks ahead any more.
        wait_until(lambda: not ahead.lead and model.begun == model.ended)
        asked = model.begun
        assert said(socket, type="pace", playing=True)["ok"]
        wait_until(lambda: model.begun != asked)
