"""The proxy before a real server: what is promised of a run holds, whatever goes wrong between the two."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest

from real_server.fixture import real_program, real_server
from real_server.serving import RealServer
from townlet.engine.replay import replay_run
from townlet.language import network
from townlet.runfile import open_reader
from townlet.town import town_files, town_from_files

from .kinds import FAULTS, FOREIGN
from .living import TOWN, Behind
from .proxy import FaultyProxy

__all__ = ["real_program", "real_server"]

pytestmark = [pytest.mark.real_server, pytest.mark.xdist_group("real_server")]

DAYS = 0.1
"""From six in the morning until twenty-four minutes past eight."""

ANSWER_SECONDS = 10.0
"""Within which the real server answers on a slow machine."""


async def test_a_town_of_four_lives_on_or_pauses_and_is_resumed(
    real_server: RealServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network._Bans, "active", 0)
    files = town_files(TOWN)
    files["town.toml"] = files["town.toml"].replace(b"T00:00:00", b"T06:00:00")
    town = town_from_files(files)
    assert town.start.hour == 6
    port = urlsplit(real_server.root).port
    assert port
    async with FaultyProxy(port, dict.fromkeys(FAULTS, 0.4 / len(FAULTS))) as proxy:
        run = Behind(tmp_path / "run.townlet", proxy, town, seconds=ANSWER_SECONDS, embedding=True)
        came_to = await run.live(DAYS)
    assert len(proxy.injected) > len(FAULTS) // 2
    with open_reader(run.path) as file:
        assert file.state_hash() == came_to
        assert not any(call.fallback or call.status == "sent" for call in file.calls())
        assert not any(FOREIGN in memory.text for memory in file.memories())
        assert {call.agent for call in file.calls() if call.name != "embedding"} == {
            person.name for person in town.people
        }
    monkeypatch.undo()
    assert (await replay_run(run.path)).equal
