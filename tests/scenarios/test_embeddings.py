"""A town whose memories are compared by an embedder behind an API: on a real socket, embedded once, kept for good."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from language.providers.responder import Answer, Asked, Responder, responding
from townlet.engine.calls.budget import Budget
from townlet.engine.replay import replay_run
from townlet.engine.resources import RunResources
from townlet.engine.simulation import Simulation
from townlet.language.hashed import HashedEmbedder
from townlet.language.model import BudgetSpent, tokens_of
from townlet.language.pricing import ModelTariff, Price, TokenRates
from townlet.language.providers.embedding import PROBES
from townlet.language.providers.factory import ProviderFactory
from townlet.measures.bill import read_bill
from townlet.runfile.config import RunConfig
from townlet.runfile.files import open_reader
from townlet.runfile.view import RunView
from townlet.town import load_town

PRICED = ModelTariff(embedding=Price(TokenRates(1000.0, 0.0)))
"""Only what is embedded costs anything: a tenth of a cent a token."""
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
        tokens = sum(map(tokens_of, texts))
        usage = {"prompt_tokens": tokens, "total_tokens": tokens}
        return Answer({"object": "list", "data": data, "model": "near-1", "usage": usage})

    async with responding(says) as running:
        yield running


async def lived(
    server: Responder, run: Path, days: float, *, resumed: bool = False, budget: Budget | None = None
) -> str:
    """The state hash of a run after so many days."""
    name = f"{server.base_url}#near"
    machinery = RunResources(embedder=ProviderFactory().embedder(name), tariff=PRICED, budget=budget)
    await machinery.prepare()
    if resumed:
        simulation = await Simulation.resume(run, resources=machinery)
    else:
        simulation = Simulation.start(
            load_town("applegarth"), run, config=RunConfig(embedder=name), resources=machinery
        )
    try:
        async for _ in simulation.run(days):
            pass
        return simulation.finish()
    finally:
        await simulation.aclose()


def sent(server: Responder) -> list[str]:
    """All texts that were embedded, without the one that tells how long vectors are."""
    return [text for asked in server.asked for text in asked.body["input"] if text not in PROBES]


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
    assert (await replay_run(tmp_path / "whole.townlet")).equal
    assert server.asked == []


async def test_what_was_embedded_is_on_the_bill_as_a_kind_of_its_own(server: Responder, tmp_path: Path) -> None:
    await lived(server, tmp_path / "whole.townlet", DAYS)
    bill = read_bill(RunView(tmp_path / "whole.townlet"))
    [embedded] = [totals for totals in bill.by_prompt if totals.group == "embedding"]
    assert embedded.prompt_tokens == sum(map(tokens_of, sent(server)))
    assert embedded.cost == pytest.approx(embedded.prompt_tokens / 1000) == bill.total.cost > 0
    assert embedded.calls == len(server.asked) - 1, "all but the one that tells how long vectors are"
    assert "" not in {totals.group for totals in bill.by_person}
    with open_reader(tmp_path / "whole.townlet") as reader:
        calls = [row for row in reader.calls() if row.name == "embedding"]
        texts = "\n".join(reader.prompt(row.prompt_sha).text for row in calls)
    assert sorted(texts.split("\n")) == sorted(sent(server))


async def test_a_budget_holds_for_embeddings_and_a_larger_one_goes_on_without_paying_twice(
    server: Responder, tmp_path: Path
) -> None:
    whole = await lived(server, tmp_path / "whole.townlet", DAYS)
    texts, tokens = sent(server), sum(map(tokens_of, sent(server)))
    server.asked.clear()
    with pytest.raises(BudgetSpent):
        await lived(server, tmp_path / "parts.townlet", DAYS, budget=Budget(usd=tokens / 2000))
    assert 0 < sum(map(tokens_of, sent(server))) <= tokens / 2
    assert await lived(server, tmp_path / "parts.townlet", DAYS, resumed=True, budget=Budget(usd=50.0)) == whole
    assert sorted(sent(server)) == sorted(texts)
