"""Residents over HTTP: the same calls as in Python, behind the same doors as a run's page."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from townlet import BadInput, GoTo, ModelOptions, Resident, RunView, Say, UseThing, replay_run
from townlet.server.access import AccessPolicy
from townlet.server.app import create_app
from townlet.server.residents import create_residents_app, decision_data, line_data, load_residents
from townlet.server.run_session import RunSession

from .mcp.connected import connected

EXAMPLE = Path(__file__).parents[2] / "examples" / "bakery"
MORNING = datetime(2030, 5, 6, 8)
NELL = "/api/residents/Nell%20Hart"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for file in EXAMPLE.iterdir():
        if file.suffix in (".toml", ".html", ".js"):
            (tmp_path / file.name).write_bytes(file.read_bytes())
    return tmp_path


def _client(folder: Path, policy: AccessPolicy) -> TestClient:
    residents = load_residents(folder, ModelOptions(model="offline"))
    return TestClient(create_residents_app(folder, residents, policy), base_url="http://localhost")


@pytest.fixture
def client(folder: Path) -> Iterator[TestClient]:
    with _client(folder, AccessPolicy(port=80)) as client:
        yield client


async def test_the_same_script_in_python_and_over_http_gives_the_same_answers_and_state(folder: Path) -> None:
    apart = folder / "apart.townlet"
    answers: list[object] = []
    async with Resident.load(folder / "nell.toml", apart, model="offline") as nell:
        for hour in (0, 3):
            at = MORNING + timedelta(hours=hour)
            nell.notice("It begins to rain.", at=at)
            nell.meet("Ada Bell", at=at, doing="looking at the rolls", pronouns="she")
            nell.change("oven", "smoking", at=at)
            answers.append(decision_data(await nell.decide([GoTo("counter"), UseThing("oven"), Say], at=at)))
            answers.append(line_data(await nell.reply("Ada Bell", "Is the bridge closed?", at=at)))
            answers.append(line_data(await nell.reply("Ada Bell", "Goodbye.", at=at, leave=True)))
            nell.part("Ada Bell", at=at + timedelta(minutes=5))
    told: list[object] = []
    with _client(folder, AccessPolicy(port=80)) as client:

        def post(what: str, at: datetime, **body: object) -> None:
            answer = client.post(f"{NELL}/{what}", json={**body, "at": at.isoformat()})
            assert answer.status_code in (200, 204), answer.text
            if answer.status_code == 200:
                told.append(answer.json())

        offered = [{"do": "go", "at": "counter"}, {"do": "use", "at": "oven"}, {"do": "say"}]
        for hour in (0, 3):
            at = MORNING + timedelta(hours=hour)
            post("notice", at, text="It begins to rain.")
            post("meet", at, name="Ada Bell", doing="looking at the rolls", pronouns="she")
            post("change", at, thing="oven", state="smoking")
            post("decide", at, actions=offered)
            post("reply", at, to="Ada Bell", text="Is the bridge closed?")
            post("reply", at, to="Ada Bell", text="Goodbye.", leave=True)
            post("part", at + timedelta(minutes=5), name="Ada Bell")
    assert told == answers
    hashes = []
    for path in (apart, folder / "nell.townlet"):
        with RunView(path).reader() as reader:
            hashes.append(reader.state_hash())
    assert len(set(hashes)) == 1
    assert (await replay_run(folder / "nell.townlet")).equal


def test_the_page_its_script_and_the_description_of_the_api_are_served(client: TestClient) -> None:
    assert "<h1>The bakery</h1>" in client.get("/").text
    assert "api/residents" in client.get("/page.js").text
    paths = client.get("/api/openapi.json").json()["paths"]
    assert {"/api/residents/{name}/decide", "/api/residents/{name}/reply"} <= paths.keys()
    assert client.get("/nell.toml").status_code == 404
    assert client.get("/nell.townlet").status_code == 404


def test_what_is_on_a_residents_mind_and_an_interview(client: TestClient) -> None:
    assert client.get("/api/residents").json() == [{"name": "Nell Hart", "present": []}]
    assert client.get(NELL).status_code == 409
    client.post(f"{NELL}/decide", json={"actions": [], "at": MORNING.isoformat()})
    assert "baker of Millbrook" in client.get(NELL).json()["summary"]
    answer = client.post(f"{NELL}/ask", json={"question": "What is your job?"}).json()["answer"]
    assert "baker" in answer


@pytest.mark.parametrize(
    ("what", "body", "status", "said"),
    [
        ("decide", {"actions": [{"do": "use", "at": "stove"}], "at": "2030-05-06T08:00"}, 409, "has no thing 'stove'"),
        (
            "decide",
            {"actions": [{"do": "fly"}], "at": "2030-05-06T08:00"},
            422,
            "'say' or 'go on'",
        ),
        ("decide", {"at": "2030-05-06T08:00"}, 422, "see /api/openapi.json"),
        ("decide", {"actions": [], "at": "2030-05-06T07:00"}, 409, "is before 2030-05-06 08:00:00"),
        ("decide", {"actions": [], "at": "2030-05-06T08:00Z"}, 422, "timezone"),
        ("decide", {"actions": [], "at": "noon"}, 422, "at: "),
        ("meet", {"name": "Nell Hart", "at": "2030-05-06T08:00"}, 409, "Nell Hart is here already."),
        ("reply", {"to": "Ada Bell", "text": "", "at": "2030-05-06T08:00"}, 409, "The text is empty; give some words."),
    ],
)
def test_bad_input_is_one_line(client: TestClient, what: str, body: object, status: int, said: str) -> None:
    client.post(f"{NELL}/decide", json={"actions": [], "at": MORNING.isoformat()})
    answer = client.post(f"{NELL}/{what}", json=body)
    assert answer.status_code == status
    assert said in answer.json()["detail"]
    assert "\n" not in answer.json()["detail"]


async def test_nobody_else_lets_the_time_of_a_memory_pass(folder: Path) -> None:
    with _client(folder, AccessPolicy(port=80)) as client:
        client.post(f"{NELL}/decide", json={"actions": [], "at": MORNING.isoformat()})
        client.post(f"{NELL}/decide", json={"actions": [], "at": (MORNING + timedelta(hours=1)).isoformat()})
    session = RunSession(folder / "nell.townlet")
    with TestClient(create_app(session, AccessPolicy(port=80)), base_url="http://localhost") as client:
        answer = client.post("/api/resume", json={"days": 3})
    assert answer.status_code == 409
    assert "is the memory of a resident" in answer.json()["detail"]
    async with connected(folder / "nell.townlet", allow=True) as assistant:
        assert "is the memory of a resident" in await assistant.refused("wait", agent="nell", minutes=30)


def test_an_unknown_resident_is_told(client: TestClient) -> None:
    answer = client.get("/api/residents/Zed")
    assert (answer.status_code, answer.json()["detail"]) == (409, "Nobody here is called 'Zed'; there are Nell Hart.")


def test_other_pages_and_names_and_clients_without_the_token_are_refused(folder: Path) -> None:
    body = {"actions": [], "at": MORNING.isoformat()}
    with _client(folder, AccessPolicy(port=80)) as client:
        assert client.post(f"{NELL}/decide", json=body, headers={"Host": "evil.example"}).status_code == 421
        assert client.post(f"{NELL}/decide", json=body, headers={"Origin": "http://evil.example"}).status_code == 403
        assert client.post(f"{NELL}/decide", content="x" * 2**21).status_code == 413
    with _client(folder, AccessPolicy("192.0.2.7", 80, token="secret")) as client:
        assert client.post(f"{NELL}/decide", json=body).status_code == 401
        bearer = {"Authorization": "Bearer secret"}
        assert client.post(f"{NELL}/decide", json=body, headers=bearer).status_code == 200


def test_a_person_twice_or_nobody_is_told(folder: Path) -> None:
    (folder / "twin.toml").write_bytes((folder / "nell.toml").read_bytes())
    with pytest.raises(BadInput, match=r"twin\.toml and nell\.toml describe one person, Nell Hart"):
        load_residents(folder, ModelOptions())
    for file in folder.glob("*.toml"):
        file.unlink()
    with pytest.raises(BadInput, match="holds no resident"):
        load_residents(folder, ModelOptions())
