"""A town whose memories are compared by an embedder behind an API: on a real socket, embedded once, kept for good."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from language.providers.responder import Answer, Asked, Responder, responding
from townlet.engine.replay import replay
from townlet.engine.settings import Settings
from townlet.engine.simulation import Machinery, Simulation
from townlet.language.hashed import HashedEmbedder
from townlet.language.providers.build import Providers
from townlet.language.providers.embedding import PROBE
from townlet.town import load

DAYS = 0.34
"""Until shortly after eight: everybody has got up, has had breakfast, and has met somebody."""


@pytest.fixture(autouse=True)
def _no_network() -> None:
    """Lifts the ban that holds for all other tests: a server on this machine is asked."""


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Responder]:
    monkeypatch.delenv("TOWNLET_API_KEY", raising=False)
    near = HashedEmbedder(64)

    def says(asked: Asked) -> Answer:
        texts = asked.body["input"]
        data = [
            {"object": "embedding", "index": place, "embedding": row}
            for place, row in enumerate(near.embed(texts).tolist())
        ]
        return Answer(
            {"object": "list", "data": data, "model": "near", "usage": {"prompt_tokens": 1, "total_tokens": 1}}
        )

    async with responding(says) as running:
        yield running


async def lived(server: Responder, run: Path, days: float, *, resumed: bool = False) -> str:
    """The state hash of a run after so many days."""
    name = f"{server.base_url}#near"
    machinery = Machinery(embedder=Providers().embedder(name))
    await machinery.prepare()
    if resumed:
        simulation = await Simulation.resume(run, machinery=machinery)
    else:
        simulation = Simulation.start(load("applegarth"), run, settings=Settings(embedder=name), machinery=machinery)
    try:
        async for _ in simulation.run(days):
            pass
        return simulation.finish()
    finally:
        await simulation.aclose()


def sent(server: Responder) -> list[str]:
    """All texts that were embedded, without the one that tells how long vectors are."""
    return [text for asked in server.asked for text in asked.body["input"] if text != PROBE]


async def test_a_run_that_was_stopped_and_resumed_embeds_nothing_twice_and_is_the_same_run(
    server: Responder, tmp_path: Path
) -> None:
    whole = await lived(server, tmp_path / "whole.townlet", DAYS)
    texts = sent(server)
    assert len(texts) == len(set(texts)) > 50
    server.asked.clear()

    await lived(server, tmp_path / "parts.townlet", 0.31)
    assert await lived(server, tmp_path / "parts.townlet", DAYS, resumed=True) == whole
    assert sorted(sent(server)) == sorted(texts)


async def test_a_replay_needs_no_embedder(server: Responder, tmp_path: Path) -> None:
    await lived(server, tmp_path / "whole.townlet", DAYS)
    server.asked.clear()
    assert (await replay(tmp_path / "whole.townlet")).equal
    assert server.asked == []
