"""A town lives on a real server, by the same commands and the same code as with any provider.

Its model has random weights. So what people think is nonsense, and what is promised has to hold all the same.
"""

from __future__ import annotations

import hashlib
from itertools import pairwise
from pathlib import Path

import pytest

from cli.typed import done
from real_server.fixture import real_program, real_server
from real_server.serving import RealServer
from townlet.cognition.state import Plan
from townlet.runfile import CallRow, open_reader
from townlet.runfile.event_log import read_steps
from townlet.state.events import MindChanged
from townlet.town import load_town

from .lives import Life

__all__ = ["real_program", "real_server"]

pytestmark = [pytest.mark.real_server, pytest.mark.xdist_group("real_server")]

HALF_A_DAY, INTO_THE_EVENING = "0.5", "0.75"
"""Days; the town begins at five in the morning."""


@pytest.fixture(autouse=True)
def _no_network() -> None:
    """Here network models may work: the server is on this machine."""


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A town of four that begins before dawn."""
    folder = tmp_path_factory.mktemp("towns") / "early"
    done("new", str(folder))
    file = folder / "town.toml"
    text = file.read_text(encoding="utf-8")
    early = text.replace("T00:00:00", "T05:00:00")
    assert early != text
    file.write_text(early, encoding="utf-8", newline="\n")
    return folder


@pytest.fixture(scope="module")
def life(real_server: RealServer, town: Path, tmp_path_factory: pytest.TempPathFactory) -> Life:
    """Half a day of the town; then somebody hears an inner voice, and the run goes on until late in the evening."""
    run = tmp_path_factory.mktemp("real") / "early.townlet"
    models = ["--model", real_server.url, "--embedding", real_server.url]
    done("run", str(town), *models, "--days", HALF_A_DAY, "--out", str(run))
    somebody = load_town(town).people[0].name
    done("tell", str(run), somebody, "You are going to repair the bridge.")
    outcome = done("resume", str(run), "--days", INTO_THE_EVENING, "--json").json
    return Life(run, outcome["state_hash"])


def calls(life: Life) -> list[CallRow]:
    with open_reader(life.path) as reader:
        return list(reader.calls())


def test_everybody_plans_a_day_rates_what_they_notice_and_takes_the_day_apart(life: Life) -> None:
    asked = {(call.agent, call.name) for call in calls(life)}
    people = [person.name for person in life.record.people]
    assert len(people) == 4
    assert {(name, prompt) for name in people for prompt in ("day_plan", "minute_plan", "importance")} <= asked


def test_every_call_is_answered_by_the_server_itself(life: Life) -> None:
    made = calls(life)
    assert {(call.status, call.fallback, call.model) for call in made} == {("answered", False, "tiny-random")}
    assert all(call.prompt_tokens > 0 and call.seconds > 0 for call in made)
    assert all((call.answer_tokens > 0) == (call.name != "embedding") for call in made)


def test_what_an_inner_voice_says_is_heeded_when_the_run_goes_on(life: Life) -> None:
    [heeded] = [call for call in calls(life) if call.name == "heed"]
    assert heeded.agent == life.record.people[0].name
    assert heeded.step >= 4320


def test_the_file_is_whole_and_its_replies_live_the_same_life_again(life: Life) -> None:
    verified = done("verify", str(life.path), "--json").json
    replayed = done("replay", str(life.path), "--json").json
    assert verified["state_hash"] == life.hash
    assert (replayed["equal"], replayed["state_hash"]) == (True, life.hash)


def test_all_that_is_remembered_has_the_servers_vector(life: Life) -> None:
    with open_reader(life.path) as reader:
        embedder = str(reader.header.settings["embedder"])
        vectors = {vector.text_sha: vector.data for vector in reader.vectors(embedder)}
    assert embedder.startswith("http://127.0.0.1:")
    assert {hashlib.sha256(memory.text.encode()).hexdigest() for memory in life.record.remembered.by_step()} <= set(
        vectors
    )
    assert len(set(vectors.values())) > len(vectors) / 2


def plans(life: Life) -> list[Plan]:
    with open_reader(life.path) as reader:
        changes = [event for log in read_steps(reader) for event in log.minds if isinstance(event, MindChanged)]
    return [change.plan for change in changes if change.plan is not None]


def test_plans_fill_the_day_in_order_and_end_in_bed(life: Life) -> None:
    beds = {person.bed for person in life.record.people}
    assert plans(life)
    for plan in plans(life):
        for items in (plan.chunks, plan.hours):
            assert all(one.end == next_one.start for one, next_one in pairwise(items))
            assert all(item.activity and item.start < item.end for item in items)
            assert items[-1].place in beds
