"""An assistant that is allowed to act: it forks a run, comes as a visitor, talks, and lets time pass."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import townlet
from townlet.runfile import is_owned
from townlet.server.access import AccessPolicy
from townlet.server.app import create_app
from townlet.server.live_run import LiveRun
from townlet.server.run_session import RunSession
from waiting import wait_until

from .connected import Assistant, connected

NEWS = "The bridge is going to close on Friday."


@pytest.fixture
def own(run: Path, tmp_path: Path) -> Path:
    """The morning in Applegarth up to half past eight, to change: the bakery is open."""
    path = tmp_path / "own.townlet"
    townlet.fork_run(run, 3_060, path)
    return path


def said(heard: dict[str, object]) -> list[str]:
    happened = heard["happened"]
    assert isinstance(happened, list)
    return [each["text"] for each in happened if each["what"] == "Said"]


async def visited(assistant: Assistant) -> None:
    """Finn Gray comes into the bakery, goes to Nell Hart and speaks with her until she has answered."""
    await assistant.called("arrive", name="Finn Gray", at="Plum Bakery: shop")
    await assistant.called("go", agent="finn", to="nell")
    await assistant.called("wait", agent="finn", minutes=5)
    await assistant.called("speak", agent="finn", to="nell", text="Good morning! Is there any news?")
    assert said(await assistant.called("wait", agent="finn", minutes=5))


async def test_a_visitor_comes_talks_looks_around_and_leaves(own: Path) -> None:
    async with connected(own, allow=True) as assistant:
        await visited(assistant)
        await assistant.called("speak", agent="finn", to="nell", text="Goodbye.", leave=True)
        ended = await assistant.called("wait", agent="finn", minutes=5)
        assert ended["happened"][-1]["what"] == "TalkEnded"
        await assistant.called("use", agent="finn", at="oven", doing="looking at the oven", minutes=5)
        arrived = await assistant.called("wait", agent="finn", minutes=10)
        assert [each["using"] for each in arrived["happened"]] == ["Plum Bakery: bakehouse: oven"]
        assert assistant.progress[-1][1] == 10
        await assistant.called("go", agent="finn", to="Village Green")
        assert (await assistant.called("wait", agent="finn", minutes=20))["happened"]
        await assistant.called("release", agent="finn")
        await assistant.called("wait", minutes=1)
        gone = await assistant.refused("speak", agent="finn", to="nell", text="Hello?")
        assert "There is no person called 'finn'." in gone
        heard = await assistant.called("search", query="any news")
    assert heard["lines"]["hits"][0]["who"] == "Finn Gray"
    assert not is_owned(own)
    assert (await townlet.replay_run(own)).equal


async def test_the_same_acts_give_the_same_run(own: Path, tmp_path: Path) -> None:
    """Time stands still between two calls, so it does not matter how long an assistant thinks."""
    hashes = []
    for name in ("one", "two"):
        copy = Path(shutil.copy(own, tmp_path / f"{name}.townlet"))
        async with connected(copy, allow=True) as assistant:
            await visited(assistant)
        hashes.append(townlet.RunView(copy).state_hash())
    assert len(set(hashes)) == 1


async def _lived_in_python(path: Path) -> None:
    oven = townlet.Address.parse("Applegarth:Plum Bakery:bakehouse:oven")
    with await townlet.Simulation.resume(path) as simulation:
        simulation.order(townlet.SetState(oven, "burning"))
        simulation.order(townlet.Whisper("Nell Hart", NEWS))
        simulation.order(townlet.Arrive("Finn Gray", oven.parent))
        for _ in range(60):
            await simulation.step()
        simulation.order(townlet.Release("Finn Gray"))
        for _ in range(6):
            await simulation.step()
        simulation.finish()


async def _lived_over_http(path: Path) -> None:
    oven = "Applegarth:Plum Bakery:bakehouse:oven"
    live = LiveRun(lambda: townlet.Simulation.resume(path), 0.5, paused=True)
    live.start()
    app = create_app(RunSession(path, live=live), AccessPolicy(port=80))
    with TestClient(app, base_url="http://localhost") as client:

        def order(**command: str) -> None:
            answer = client.post("/api/orders", json=command)
            assert answer.status_code == 200, answer.text

        with client.websocket_connect("/ws", headers={"Host": "localhost"}) as socket:

            def pass_steps(steps: int) -> None:
                socket.send_text(json.dumps({"type": "step", "id": "go", "steps": steps}))
                while (message := socket.receive_json())["type"] != "answer":
                    pass
                assert message["ok"], message

            order(command="SetState", address=oven, state="burning")
            order(command="Whisper", agent="Nell Hart", text=NEWS)
            order(command="Arrive", name="Finn Gray", at=oven.removesuffix(":oven"))
            pass_steps(60)
            order(command="Release", agent="Finn Gray")
            pass_steps(6)


async def _lived_over_mcp(path: Path) -> None:
    async with connected(path, allow=True) as assistant:
        await assistant.called("set_state", address="oven", state="burning")
        await assistant.called("whisper", agent="nell", text=NEWS)
        await assistant.called("arrive", name="Finn Gray", at="bakehouse")
        for _ in range(10):
            await assistant.called("wait", minutes=1)
        await assistant.called("release", agent="finn")
        await assistant.called("wait", minutes=1)


async def test_one_script_in_python_over_http_and_over_mcp_gives_one_state(own: Path, tmp_path: Path) -> None:
    hashes = {}
    for lived in (_lived_in_python, _lived_over_http, _lived_over_mcp):
        copy = Path(shutil.copy(own, tmp_path / f"{lived.__name__}.townlet"))
        await lived(copy)
        hashes[lived.__name__] = townlet.RunView(copy).state_hash()
    assert len(set(hashes.values())) == 1, hashes
    assert hashes["_lived_in_python"] != townlet.RunView(own).state_hash()


async def test_changes_of_the_town_and_voices_take_effect(own: Path) -> None:
    async with connected(own, allow=True) as assistant:
        done = await assistant.called("set_state", address="oven", state="burning")
        assert done == {"run": "own", "time": "2025-05-05T08:30:00"}
        await assistant.called("whisper", agent="nell", text="You will close the bakery in summer")
        await assistant.called("tell", agent="nell", persona="a reporter", text="The mayor comes today.")
        await assistant.called("take", agent="Jonah Reed")
        await assistant.called("wait", minutes=1)
        places = (await assistant.called("places"))["places"]
        remembered = (await assistant.called("show", person="nell"))["memories"]
        await assistant.called("release", agent="jonah")
    assert places["Plum Bakery: bakehouse"]["objects"]["oven"] == "burning"
    assert {"inner voice", "told"} <= {each["source"] for each in remembered}


async def test_who_waits_for_nobody_is_told_of_the_next_line_that_anybody_says(own: Path) -> None:
    async with connected(own, allow=True) as assistant:
        heard = await assistant.called("wait", minutes=240)
    first = next(line for line in townlet.RunView(own).lines() if line.step >= 3_060)
    assert said(heard)[0] == first.text
    assert townlet.RunView(own).until - first.step <= 6


async def test_a_question_changes_nothing(own: Path) -> None:
    before = own.read_bytes()
    async with connected(own, allow=True) as assistant:
        answer = await assistant.called("ask", person="nell", question="Who are you?", at="8:00")
        assert answer["answer"] == townlet.ask(own, "nell", "Who are you?", at="8:00").answer
        assert "The question is empty" in await assistant.refused("ask", person="nell", question=" ")
    assert own.read_bytes() == before


async def test_a_fork_is_a_run_of_its_own(own: Path) -> None:
    before = own.read_bytes()
    async with connected(own, allow=True) as assistant:
        assert (await assistant.called("fork", at="8:00"))["run"] == "own-fork1"
        await assistant.called("whisper", agent="nell", text="You will close the bakery", run="own-fork1")
        await assistant.called("wait", minutes=2, run="own-fork1")
        runs = (await assistant.called("runs"))["runs"]
        assert [(each["name"], each["running"]) for each in runs] == [("own", False), ("own-fork1", True)]
    assert own.read_bytes() == before
    assert townlet.RunView(own.with_name("own-fork1.townlet")).until > 2_880


@pytest.mark.parametrize(
    ("tool", "arguments", "reason"),
    [
        ("arrive", {"name": "Finn Gray", "at": "nowhere"}, "There is no place or object 'nowhere' on the map."),
        ("arrive", {"name": "<b>Finn</b>"}, "is not a valid name"),
        ("arrive", {"name": "F" * 101}, "arrive: the argument name is not right: String should have at most 100"),
        ("speak", {"agent": "nell", "to": "owen", "text": "Hi"}, "You do not control Nell Hart"),
        ("whisper", {"agent": "nell", "text": " "}, "The text is empty"),
        ("whisper", {"agent": "nell", "text": "x" * 2_001}, "the argument text is not right: String should have at"),
        ("set_state", {"address": "ovens", "state": "hot"}, "There is no place or object 'ovens' on the map."),
        ("use", {"agent": "nell", "at": "oven", "doing": "x", "minutes": 0}, "the argument minutes is not right"),
        ("go", {"agent": "nell", "to": "nowhere"}, "There is no place or object 'nowhere'"),
        ("wait", {"minutes": 0}, "wait: the argument minutes is not right"),
        ("wait", {"agent": "zoe"}, "There is no person called 'zoe'."),
        ("fork", {"at": "day 9"}, "day 9"),
    ],
)
async def test_what_cannot_be_done_is_told_in_one_line(
    own: Path, tool: str, arguments: dict[str, object], reason: str
) -> None:
    async with connected(own, allow=True) as assistant:
        assert reason in await assistant.refused(tool, **arguments)


async def test_a_run_that_reaches_its_end_goes_on_for_another_day(own: Path) -> None:
    townlet.resume(own, 0.355)
    async with connected(own, allow=True) as assistant:
        await assistant.called("wait", minutes=1)
    assert townlet.RunView(own).until == 3_067 + 6


async def test_a_client_that_hangs_up_while_waiting_loses_nothing(own: Path) -> None:
    async with connected(own, allow=True) as assistant:
        waiting = asyncio.create_task(assistant.called("wait", agent="nell", minutes=1440))
        # At the first progress no minute has passed, and there is nothing to lose.
        while not (any(minutes for minutes, _ in assistant.progress) or waiting.done()):
            await asyncio.sleep(0)
        waiting.cancel()
    wait_until(lambda: not is_owned(own))
    assert townlet.verify_run(own).sound
    assert townlet.RunView(own).until > 3_060
