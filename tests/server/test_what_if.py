"""Viewers ask what would be otherwise without something that somebody took in."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from townlet.engine.commands import Tell
from townlet.engine.simulation import Simulation
from townlet.evaluation.estimate import UsageAmount
from townlet.server.access import AccessPolicy
from townlet.server.app import create_app
from townlet.server.run_session import RunSession
from townlet.studies.causes import find
from townlet.town import load_town
from waiting import wait_until

EARLY, END = 2300, 2340
"""6:23 and 6:30 in the morning."""
NEWS = "Nell Hart is holding a picnic on the Village Green tomorrow at four."


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run in which Bea is told some news a few minutes before its end."""
    path = tmp_path_factory.mktemp("told") / "told.townlet"

    async def live() -> None:
        with Simulation.start(load_town("applegarth"), path, seed=2) as simulation:
            while simulation.next_step < END:
                if simulation.next_step == EARLY:
                    simulation.order(Tell("Bea Winters", "Old Tom", NEWS))
                await simulation.step()
            simulation.finish()

    asyncio.run(live())
    return path


@pytest.fixture
def client(told: Path, tmp_path: Path) -> Iterator[TestClient]:
    run = Path(shutil.copy(told, tmp_path / "told.townlet"))
    with TestClient(create_app(RunSession(run), AccessPolicy(port=80)), base_url="http://localhost") as client:
        yield client


def memory_of(client: TestClient, person: str, words: str) -> str:
    found = client.get(f"/api/people/{person}/memories", params={"search": words}).json()
    return str(found[0]["id"])


def post(client: TestClient, without: str, **more: Any) -> Any:
    return client.post("/api/what-if", json={"without": without, "at": END, **more})


def ended(client: TestClient, without: str) -> Any:
    """How a question stands once its worlds are lived no more."""
    wait_until(lambda: post(client, without).json()["state"] != "running")
    return post(client, without).json()


def answered(client: TestClient, without: str) -> Any:
    """Try a question, and wait for its answer."""
    post(client, without, action="try")
    return ended(client, without)


def test_a_question_is_planned_tried_and_answered_with_a_world_to_watch(client: TestClient) -> None:
    memory = memory_of(client, "Bea Winters", NEWS)
    planned = post(client, memory).json()
    assert planned["state"] == "planned"
    assert planned["question"] == planned["questions"][0] == "who knows of the picnic"
    assert planned["without"] == f"Bea Winters is told by the user: “{NEWS}”"
    assert planned["worlds"] >= 2
    assert planned["calls"] == planned["done"] == 0

    shown = answered(client, memory)
    assert (shown["state"], shown["why"]) == ("answered", "")
    answer = shown["answer"]
    assert answer["sentence"].startswith(f"Had the user not told Bea Winters “{NEWS}”")
    assert "Bea Winters would not have known" in answer["sentence"]
    world = client.get(f"/{answer['world']}api/session").json()
    assert world["path"] == answer["world"]
    assert world["next_step"] == END
    knows = client.get(f"/{answer['world']}api/people/Bea Winters/memories", params={"search": "picnic"}).json()
    assert knows == []
    assert memory_of(client, "Bea Winters", NEWS) == memory


def test_an_answer_is_kept_for_another_server(client: TestClient, tmp_path: Path) -> None:
    memory = memory_of(client, "Bea Winters", NEWS)
    first = answered(client, memory)
    session = RunSession(tmp_path / "told.townlet")
    with TestClient(create_app(session, AccessPolicy(port=80)), base_url="http://localhost") as other:
        again = post(other, memory).json()
    assert (again["state"], again["answer"]) == ("answered", first["answer"])


def test_a_world_can_be_forked_and_asked_about_in_turn(client: TestClient) -> None:
    world = answered(client, memory_of(client, "Bea Winters", NEWS))["answer"]["world"]
    fork = client.post(f"/{world}api/fork", json={"at": END - 10}).json()
    assert fork["path"] == f"{world.rstrip('/')}-fork1/"
    assert client.get(f"/{fork['path']}api/session").json()["mode"] in ("live", "replay")
    assert client.get(f"/{world.replace('~', '~0')}api/session").status_code == 404


@pytest.mark.parametrize(
    ("without", "question", "says"),
    [
        ("Zed/3/0", "", "there is no line or memory 'Zed/3/0'"),
        ("", "", "there is no line or memory ''"),
        (None, "who flew", "is no question that can be tried"),
        (None, "who came to the picnic", "Nothing to explain"),
    ],
)
def test_what_cannot_be_asked_is_told_in_one_line(
    client: TestClient, without: str | None, question: str, says: str
) -> None:
    asked = memory_of(client, "Bea Winters", NEWS) if without is None else without
    refused = post(client, asked, question=question)
    assert refused.status_code == 409
    assert says in refused.json()["detail"]
    assert "\n" not in refused.json()["detail"]


def test_what_costs_money_is_not_tried_before_its_price_is_agreed_to(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(find.Inquiry, "costs", lambda self: {"openai:m": UsageAmount(40, 1000, 100, 0.25)})
    memory = memory_of(client, "Bea Winters", NEWS)
    planned = post(client, memory).json()
    assert (planned["calls"], planned["usd"]) == (40, 0.25)
    refused = post(client, memory, action="try")
    assert refused.status_code == 409
    assert "Agree to its cost first" in refused.json()["detail"]
    assert post(client, memory).json()["state"] == "planned"


def test_it_can_be_stopped_and_goes_on(client: TestClient) -> None:
    memory = memory_of(client, "Bea Winters", NEWS)
    post(client, memory, action="try")
    post(client, memory, action="stop")
    assert ended(client, memory)["state"] in ("stopped", "answered")
    assert answered(client, memory)["state"] == "answered"
