"""A run that goes on by fallbacks comes to its end, says where they stood in, and remembers nothing of them."""

from __future__ import annotations

import re
from hashlib import blake2b
from importlib import import_module
from pathlib import Path

import pytest

from townlet.cognition.fallbacks import FALLBACKS
from townlet.engine.resources import RunResources
from townlet.engine.simulation import Simulation
from townlet.language import network
from townlet.language.model import Reply, Request, UnfitAnswer
from townlet.offline.model import OfflineModel
from townlet.runfile import RunReader, open_reader
from townlet.town import load_town

from .kinds import FAULTS, FOREIGN
from .living import TOWN, behind

WORDS = {
    "fallbacks": {"DOING": "zibbering"},
    "plan.execution": {"DOING": "zibbering"},
    "plan.schedule": {"AT_WORK": "quorfling", "AT_HOME": "vembling", "AT_DINNER": "yarpling"},
}
"""All words of fallbacks, replaced by such as nobody else could bring into the town."""
SENTINEL = re.compile("zibbering|quorfling|vembling|yarpling")
DAYS = 0.9
"""From midnight until half past nine in the evening."""


class Unreliable:
    """The offline model, which gives no answer to a share of its requests: the same ones each time."""

    name = "unreliable"

    def __init__(self, share: float) -> None:
        self._share, self._model = share, OfflineModel(1)

    async def __call__(self, request: Request) -> Reply:
        chance = int.from_bytes(blake2b(request.id.encode(), digest_size=4).digest(), "big") / 2**32
        if chance < self._share:
            raise UnfitAnswer("It was lost.")
        return await self._model(request)


@pytest.fixture
def marked_words(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, words in WORDS.items():
        for name, word in words.items():
            monkeypatch.setattr(import_module(f"townlet.cognition.{module}"), name, word)


@pytest.mark.usefixtures("marked_words")
@pytest.mark.parametrize("share", [0.1, 0.3, 0.6, 0.9, 1.0])
async def test_no_memory_holds_what_only_a_fallback_could_have_brought(share: float, tmp_path: Path) -> None:
    path = tmp_path / "run.townlet"
    machinery = RunResources(Unreliable(share), on_failure="fallback")
    with Simulation.start(load_town(TOWN), path, seed=round(10 * share), resources=machinery) as simulation:
        async for _ in simulation.run(DAYS):
            pass
        streams = {name: list(stream) for name, stream in simulation.engine.state.streams.items()}
        simulation.finish()
    with open_reader(path) as file:
        assert _stood_in(file) > 0
        assert share < 0.5 or any(SENTINEL.search(event.data) for event in file.events()), "the words reached the town"
        assert not [memory.text for memory in file.memories() if SENTINEL.search(memory.text)]
        asked = (file.prompt(call.prompt_sha).text for call in file.calls())
        assert not [text for text in asked if SENTINEL.search(text)], "nor can a model repeat them"
    assert not [each.text for stream in streams.values() for each in stream if SENTINEL.search(each.text)]


async def test_each_fallback_is_marked_with_the_reason_and_says_nothing(tmp_path: Path) -> None:
    path = tmp_path / "run.townlet"
    with Simulation.start(
        load_town(TOWN), path, resources=RunResources(Unreliable(0.4), on_failure="fallback")
    ) as simulation:
        async for _ in simulation.run(0.4):
            pass
    with open_reader(path) as file:
        marked = [call for call in file.calls() if call.fallback]
    assert marked
    for call in marked:
        assert call.error == "It was lost."
        assert call.reply == FALLBACKS[call.name].model_dump_json()
        assert call.model == ""


async def test_a_resumed_run_comes_to_the_same_with_the_same_fallbacks(tmp_path: Path) -> None:
    def machinery() -> RunResources:
        return RunResources(Unreliable(0.4), on_failure="fallback")

    with Simulation.start(load_town(TOWN), tmp_path / "whole.townlet", resources=machinery()) as simulation:
        async for _ in simulation.run(0.4):
            pass
        whole = simulation.finish()
    path = tmp_path / "parts.townlet"
    with Simulation.start(load_town(TOWN), path, resources=machinery()) as simulation:
        async for _ in simulation.run(0.3):
            pass
    with await Simulation.resume(path, resources=machinery()) as simulation:
        async for _ in simulation.run(0.4):
            pass
        assert simulation.finish() == whole


async def test_behind_an_endpoint_that_hardly_ever_answers_the_run_comes_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network._Bans, "active", 0)
    shares = dict.fromkeys(FAULTS.keys() - {"hang", "drip"}, 0.9 / (len(FAULTS) - 2))
    async with behind(tmp_path / "run.townlet", shares, "fallback") as run:
        await run.live(0.4, most_pauses=0)
    with open_reader(run.path) as file:
        assert _stood_in(file) > 10
        assert not any(FOREIGN in memory.text for memory in file.memories())


def _stood_in(file: RunReader) -> int:
    return sum(call.fallback for call in file.calls())
