"""A whole day in which rules plan and rate, and the model of a real server talks: one option on the command line."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from anyio.from_thread import start_blocking_portal

from cli.typed import done
from faults.proxy import FaultyProxy
from real_server.fixture import real_program, real_server
from real_server.serving import RealServer
from townlet.runfile import CallRow, open_reader
from townlet.runfile.event_log import read_steps
from townlet.town import load_town
from townlet.world.events import Acted

from .lives import of_file

__all__ = ["real_program", "real_server"]

pytestmark = [pytest.mark.real_server, pytest.mark.xdist_group("real_server")]

TALK = {"converse", "farewell", "after_talk"}
"""The prompts of the job 'dialogue' that a day of the built-in town asks."""


@pytest.fixture(autouse=True)
def _no_network() -> None:
    """Here network models may work: the server is on this machine."""


@pytest.fixture(scope="module")
def run(real_server: RealServer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("talk") / "run.townlet"
    done("run", "applegarth", "--days", "1", "--model", f"dialogue={real_server.url}", "--out", str(path))
    return path


@pytest.fixture(scope="module")
def calls(run: Path) -> list[CallRow]:
    with open_reader(run) as reader:
        return list(reader.calls())


def test_the_model_talks_and_rules_do_everything_else(calls: list[CallRow]) -> None:
    by_model = defaultdict(set)
    for call in calls:
        by_model[call.model].add(call.name)
    assert set(by_model) == {"offline", "tiny-random"}
    assert by_model["tiny-random"] <= TALK
    assert "converse" in by_model["tiny-random"]
    assert {"day_plan", "minute_plan", "importance", "react"} <= by_model["offline"]


def test_cost_parts_the_two(run: Path, calls: list[CallRow]) -> None:
    parts = done("cost", str(run), "--json").json["by_model"]
    assert {name: part["calls"] for name, part in parts.items()} == {
        name: sum(call.model == name for call in calls) for name in ("offline", "tiny-random")
    }


def test_the_day_is_whole(run: Path) -> None:
    assert done("verify", str(run), "--json").json["state_hash"]
    assert done("replay", str(run), "--json").json["equal"]


def test_what_is_said_is_remembered_as_heard_from_who_said_it(run: Path) -> None:
    record = of_file(run).record
    heard = {(memory.id.agent, memory.utterance, memory.heard_from) for memory in record.remembered.by_step()}
    spoken = [line for line in record.lines if line.text]
    assert spoken
    assert {(line.to, line.utterance, line.speaker) for line in spoken} <= heard


def test_nobody_walks_through_a_wall(run: Path) -> None:
    tiles = load_town("applegarth").setting.tiles
    with open_reader(run) as reader:
        paths = [event.path for log in read_steps(reader) for event in log.events() if isinstance(event, Acted)]
    walked = [pair for path in paths for pair in pairwise(path)]
    assert walked
    assert all(abs(x1 - x2) + abs(y1 - y2) == 1 for (x1, y1), (x2, y2) in walked)
    assert not {tile for _, tile in walked} & (tiles.walls | tiles.solid)


UNFIT = {"invalid": 0.06, "wrong schema": 0.06, "another language": 0.06, "empty": 0.06}
"""The grammar of the server makes its model answer in form, so a proxy spoils these shares of its answers."""


def test_what_is_not_fit_is_asked_again_and_told(real_server: RealServer, tmp_path: Path) -> None:
    run = tmp_path / "run.townlet"
    port = urlsplit(real_server.root).port
    assert port
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(FaultyProxy(port, UNFIT)) as proxy,
    ):
        done("run", "applegarth", "--days", "1", "--model", f"dialogue={proxy.url}", "--out", str(run))
    attempts: defaultdict[tuple[str, int, str], list[CallRow]] = defaultdict(list)
    with open_reader(run) as reader:
        for call in reader.calls():
            attempts[call.agent, call.step, call.path].append(call)
    unfit = [call for each in attempts.values() for call in each if call.error]
    assert proxy.injected.keys() == UNFIT.keys()
    foreign = sum("another language" in (call.error or "") for call in unfit)
    # An answer without a word in it stays as it is.
    assert foreign <= proxy.injected["another language"]
    assert len(unfit) - foreign == proxy.injected.total() - proxy.injected["another language"]
    for call in unfit:
        later = [each for each in attempts[call.agent, call.step, call.path] if each.attempt > call.attempt]
        assert later
        assert not later[-1].error or later[-1].fallback
    told = done("calls", str(run), "--failed", "--json").json
    assert Counter(row["error"] for row in told) == Counter(call.error for call in unfit)
