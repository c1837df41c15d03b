"""The API shows minds as of a step, and nothing of what came later."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from townlet.language.hashed import HashedEmbedder
from townlet.memory.retrieval import retrieve
from townlet.runfile.streams import embedded_stream
from townlet.runfile.view import RunView, format_memory_id
from townlet.server.read_model import RunReadModel

AT = 2900
"""A few minutes after eight in the morning."""


@pytest.fixture(scope="module")
def read_model(run: Path) -> RunReadModel:
    return RunReadModel(run)


@pytest.fixture
def name(read_model: RunReadModel) -> str:
    return read_model.feed.talks()[0][0].who


def told(client: TestClient, path: str, **asked: Any) -> Any:
    answer = client.get(path, params=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_recorded_mind_equals_that_of_a_replayed_run(read_model: RunReadModel, run: Path) -> None:
    lived = RunView(run).state_at(AT)
    for name in lived.agents:
        assert read_model.minds.agent(name, AT) == lived.agents[name]
        stream = read_model.minds.stream(name, AT)
        assert list(stream) == list(lived.streams[name])
        for memory in stream:
            assert stream.last_access(memory.id) == lived.streams[name].last_access(memory.id)


def test_a_person_is_described_as_of_the_step(client: TestClient, run: Path, name: str) -> None:
    agent = RunView(run).state_at(AT).agents[name]
    person = told(client, f"/api/people/{name}", at=AT)
    assert person["step"] == AT
    assert person["summary"] == agent.summary
    assert person["importance_sum"] == agent.importance_sum < person["threshold"]
    assert sum(person["memories"].values()) == len(RunView(run).state_at(AT).streams[name])
    later = told(client, f"/api/people/{name}")
    assert sum(later["memories"].values()) > sum(person["memories"].values())


def test_memories_come_newest_first_in_pages(client: TestClient, run: Path, name: str) -> None:
    expected = [format_memory_id(memory.id) for memory in RunView(run).state_at(AT).streams[name]][::-1]
    pages, before = [], ""
    while page := told(client, f"/api/people/{name}/memories", at=AT, limit=7, before=before):
        pages.extend(memory["id"] for memory in page)
        before = page[-1]["id"]
    assert pages == expected


def test_memories_are_searched_by_all_words_and_by_kind(client: TestClient, name: str) -> None:
    plans = told(client, f"/api/people/{name}/memories", kind="plan")
    assert plans
    assert {memory["kind"] for memory in plans} == {"plan"}
    first, last = name.split()
    found = told(client, f"/api/people/{name}/memories", search=f"{last.lower()} {first.upper()}")
    assert found
    assert all(first in memory["text"] and last in memory["text"] for memory in found)
    assert told(client, f"/api/people/{name}/memories", search="gryphon") == []


def test_retrieval_ranks_as_the_mind_would_have_at_that_step(client: TestClient, run: Path, name: str) -> None:
    embedder = HashedEmbedder()
    stream = asyncio.run(embedded_stream(RunView(run).state_at(AT).streams[name], embedder))
    [query] = asyncio.run(embedder(["bread in the morning"]))
    expected = [(format_memory_id(each.memory.id), round(each.score, 6)) for each in retrieve(stream, query, top=5)]
    ranked = told(client, f"/api/people/{name}/retrieval", at=AT, query="bread in the morning", limit=5)
    assert [(each["memory"]["id"], each["score"]) for each in ranked] == expected
    for each in ranked:
        assert each["score"] == pytest.approx(each["recency"] + each["importance"] + each["relevance"], abs=1e-5)


def test_a_reflection_comes_with_all_that_it_rests_on(client: TestClient, read_model: RunReadModel) -> None:
    for name in read_model.past.joined:
        memories = told(client, f"/api/people/{name}/reflections")
        known = {memory["id"] for memory in memories}
        for memory in memories:
            assert set(memory["evidence"]) <= known
        thoughts = [memory for memory in memories if memory["kind"] == "reflection"]
        assert [memory["step"] for memory in thoughts] == sorted((memory["step"] for memory in thoughts), reverse=True)


def test_plans_come_in_versions(client: TestClient, run: Path, name: str) -> None:
    versions = told(client, f"/api/people/{name}/plans", at=AT)
    plan = RunView(run).state_at(AT).agents[name].plan
    assert versions[0]["reason"] == ""
    assert [item["activity"] for item in versions[-1]["chunks"]] == [item.activity for item in plan.chunks]
    assert [item["activity"] for item in versions[-1]["steps"]] == [item.activity for item in plan.steps]
    assert told(client, f"/api/people/{name}/plans", at=1) == []


def test_a_talk_has_its_lines_up_to_the_step(client: TestClient, read_model: RunReadModel) -> None:
    lines = max(read_model.feed.talks(), key=len)
    assert len(lines) > 2
    talk = told(client, f"/api/talks/{lines[0].talk}", at=lines[1].s)
    assert [line["text"] for line in talk["lines"]] == [lines[0].text]
    assert client.get(f"/api/talks/{lines[0].talk}", params={"at": lines[0].s}).status_code == 404
    both = told(client, f"/api/people/{lines[0].to}/talks")
    assert [line.model_dump() for line in lines] in [each["lines"] for each in both]


def test_ties_count_talks_in_both_directions(client: TestClient, read_model: RunReadModel) -> None:
    ties = told(client, "/api/ties")
    talks = read_model.feed.talks()
    assert sum(tie["talks"] for tie in ties) == 2 * len(talks)
    assert sum(tie["lines"] for tie in ties) == 2 * sum(map(len, talks))
    one = ties[0]["one"]
    assert told(client, f"/api/people/{one}/ties") == [tie for tie in ties if tie["one"] == one]
    assert told(client, "/api/ties", at=1) == []


def test_hearsay_is_traced_to_its_speaker(client: TestClient, read_model: RunReadModel) -> None:
    followed = 0
    for name in read_model.past.joined:
        for memory in read_model.minds.memories(name, read_model.next_step):
            way = told(client, f"/api/memories/{format_memory_id(memory.id)}/origin")
            assert way[0]["memory"]["id"] == format_memory_id(memory.id)
            if memory.source == "heard":
                line = read_model.past.line(memory.utterance)
                assert line is not None
                assert way[0]["line"] == line.text
                followed += len(way) > 1
                assert len(way) == 1 or way[1]["who"] == memory.heard_from
            assert [each["step"] for each in way] == sorted((each["step"] for each in way), reverse=True)
    assert followed


def test_calls_have_their_prompts(client: TestClient, name: str) -> None:
    calls = told(client, f"/api/people/{name}/calls", around=AT)
    assert calls
    assert all(call["step"] <= AT for call in calls)
    call = told(client, f"/api/calls/{calls[0]['id']}")
    assert call["prompt"]
    assert call["reply"]
    assert client.get(f"/api/calls/{name}/{AT}/9/9").status_code == 404


def test_things_have_a_state_users_and_a_history(client: TestClient, read_model: RunReadModel) -> None:
    standing = read_model.past.at(AT)
    address, users = next(iter(standing.world.users.items()))
    thing = told(client, "/api/things", address=str(address), at=AT)
    assert thing["users"] == sorted(users)
    assert thing["state"] == standing.world.state_of(read_model.town.setting.objects[address])
    assert any(users[0] in event["text"] for event in thing["history"])
    assert all(event["step"] < AT for event in thing["history"])
    place = told(client, "/api/things", address=str(address.parent), at=AT)
    assert users[0] in place["users"]


@pytest.mark.parametrize(
    "path",
    ["people/Nobody", "talks/none", "memories/Nobody/1/1", "things?address=x", "calls/a/1/0/0", "people/x/plans"],
)
def test_missing_things_are_refused_in_one_line(client: TestClient, path: str) -> None:
    answer = client.get(f"/api/{path}")
    assert answer.status_code == 404
    assert answer.json()["detail"]
