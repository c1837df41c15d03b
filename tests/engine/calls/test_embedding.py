from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from townlet.engine.calls.budget import Budget, BudgetReservations
from townlet.engine.calls.embedding import EmbeddingPayment, StoringEmbedder, embedder_for
from townlet.engine.calls.gateway import CallPolicy, ModelGateway
from townlet.engine.calls.log import FileCallLog, NoCallLog
from townlet.engine.replay import NotRecorded, RecordedEmbedder
from townlet.engine.resources import RunResources
from townlet.engine.simulation import Simulation
from townlet.language.embedder import EmbeddedTexts
from townlet.language.hashed import HashedEmbedder, RoundedHashedEmbedder
from townlet.language.model import BudgetSpent, ModelError, ModelUnavailable
from townlet.language.pricing import ModelTariff, Price, TokenRates
from townlet.language.providers.embedding import WrongVectors
from townlet.language.retry import RetryBounds, RetryPolicy
from townlet.offline.model import OfflineModel
from townlet.runfile import RunHeader, RunWriter, VectorRow, create_run, open_reader, open_writer
from townlet.runfile.config import RunConfig
from townlet.town import load_town

HEADER = RunHeader("0", "Town", "d", 1, datetime(2025, 5, 5), 10)


class Far:
    """An embedder that is slow, keeps what it was asked, and may fail first."""

    name = "far:one"

    def __init__(self, dimensions: int = 3, failures: int = 0) -> None:
        self.dimensions = dimensions
        self.calls: list[list[str]] = []
        self._failures = failures

    async def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        await asyncio.sleep(0)
        if self._failures:
            self._failures -= 1
            raise ModelUnavailable("Not now.")
        self.calls.append(list(texts))
        rows = [[len(text), text.count("a"), *[1.0] * (self.dimensions - 2)] for text in texts]
        return np.array(rows, np.float32)


@pytest.fixture
def run(tmp_path: Path) -> Path:
    create_run(tmp_path / "a.townlet", HEADER, {}).close()
    return tmp_path / "a.townlet"


async def embed(run: Path, embedder: Far, *texts: str, write: bool = True) -> NDArray[np.float32]:
    with open_writer(run) if write else open_reader(run) as opened:
        return await embedder_for(embedder, opened)(texts)


async def test_what_was_embedded_once_is_in_the_file_and_is_not_embedded_again(run: Path) -> None:
    first, second = Far(), Far()
    made = await embed(run, first, "an apple", "a pear")
    kept = await embed(run, second, "a pear", "a plum", "an apple")
    assert second.calls == [["a plum"]]
    assert (kept[[2, 0]] == made).all()


async def test_vectors_are_stored_as_the_embedder_gave_them(run: Path) -> None:
    class Fine(Far):
        async def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
            return (await super().__call__(texts)) / np.float32(3)

    made = await embed(run, Fine(), "an apple")
    with open_reader(run) as reader:
        [row] = reader.vectors("far:one")
    assert (row.number, row.data) == ("float32", made.astype("<f4").tobytes())
    assert made[0].tolist() == (np.array([8, 2, 1], np.float32) / np.float32(3)).tolist()
    nobody = Fine(failures=99)
    assert (await embed(run, nobody, "an apple")).tolist() == made.tolist()


async def test_a_run_that_began_with_rounded_vectors_continues_with_them(run: Path) -> None:
    stored = VectorRow("far:one", hashlib.sha256(b"an apple").hexdigest(), "int8", bytes([127, 0, 255]))
    with open_writer(run) as writer:
        writer.store_vectors([stored])
    assert (await embed(run, Far(), "an apple", "a pear")).tolist() == [[127, 0, -1], [127, 42, 21]]
    with open_reader(run) as reader:
        assert {(row.number, row.data) for row in reader.vectors("far:one")} == {
            ("int8", bytes([127, 0, 255])),
            ("int8", bytes([127, 42, 21])),
        }
        replayed = await RecordedEmbedder(reader, "far:one")(["an apple", "a pear"])
    assert replayed.tolist() == [[127, 0, -1], [127, 42, 21]]


async def test_they_are_there_though_the_run_ended_without_closing(run: Path) -> None:
    writer = open_writer(run)
    try:
        await embedder_for(Far(), writer)(["an apple"])
        with open_reader(run) as reader:
            assert len(list(reader.vectors("far:one"))) == 1
    finally:
        writer.close()


async def test_a_file_that_is_only_read_stays_as_it_is(run: Path) -> None:
    before = run.read_bytes()
    await embed(run, Far(), "an apple", write=False)
    assert run.read_bytes() == before


async def test_vectors_of_another_embedder_are_others(run: Path) -> None:
    await embed(run, Far(), "an apple")
    other = Far()
    other.name = "far:two"
    await embed(run, other, "an apple")
    assert other.calls == [["an apple"]]


async def test_what_many_ask_at_once_travels_once_and_together(run: Path) -> None:
    far = Far()
    with open_writer(run) as opened:
        kept = StoringEmbedder(far, opened)
        await asyncio.gather(*(kept([f"text {number}", "the same"]) for number in range(20)))
    texts = [text for call in far.calls for text in call]
    assert sorted(texts) == sorted({*texts})
    assert len(texts) == 21
    assert len(far.calls) <= 2


async def test_the_gateway_keeps_the_vectors_of_the_last_texts_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("townlet.engine.calls.gateway._TEXTS_KEPT", 3)
    far = Far()
    gateway = ModelGateway(OfflineModel(1), far, NoCallLog(), 1)
    texts = ["an apple", "a pear", "a plum", "an apple", "a fig"]
    first = await gateway.embed(texts)
    assert first.shape == (5, 3)
    assert far.calls == [["an apple", "a pear", "a plum", "a fig"]]
    assert np.array_equal(await gateway.embed(texts), first)
    assert far.calls[1:] == [["an apple"]]
    assert (await gateway.embed([])).shape == (0, 3)


async def test_how_long_vectors_are_is_known_from_the_file(run: Path) -> None:
    await embed(run, Far(), "an apple")
    with open_reader(run) as opened:
        unprepared = Far(dimensions=99)
        assert embedder_for(unprepared, opened).dimensions == 3


async def test_an_embedder_that_gives_another_length_now_is_refused(run: Path) -> None:
    await embed(run, Far(), "an apple")
    with pytest.raises(ModelError, match="vectors of 4 dimensions, but those of this run have 3"):
        await embed(run, Far(dimensions=4), "a pear")


async def test_an_embedder_that_is_busy_is_asked_again_and_given_up_in_the_end(run: Path) -> None:
    async def no_time(seconds: float) -> None:
        return None

    policy = CallPolicy(retry=RetryPolicy(RetryBounds(max_attempts=3), sleep=no_time))
    paying = EmbeddingPayment(policy, NoCallLog(), lambda: 0)
    with open_writer(run) as opened:
        assert len(await embedder_for(Far(failures=2), opened, paying)(["a"])) == 1
        with pytest.raises(ModelUnavailable):
            await embedder_for(Far(failures=3), opened, paying)(["b"])


def test_the_built_in_embedder_leaves_nothing_in_the_file(run: Path) -> None:
    with open_writer(run) as opened:
        assert isinstance(embedder_for(HashedEmbedder(), opened), HashedEmbedder)
        assert embedder_for(None, opened).name == HashedEmbedder().name


@pytest.mark.parametrize("named", [HashedEmbedder().name, RoundedHashedEmbedder().name])
def test_a_run_keeps_the_built_in_embedder_that_it_names(tmp_path: Path, named: str) -> None:
    header = replace(HEADER, settings=RunConfig(embedder=named).as_json())
    with create_run(tmp_path / "a.townlet", header, {}) as opened:
        assert embedder_for(None, opened).name == named


def test_an_embedder_that_is_not_prepared_is_refused_before_there_is_a_file(tmp_path: Path) -> None:
    class Unprepared(Far):
        @property
        def dimensions(self) -> int:
            raise ModelError("Prepare it first.")

        @dimensions.setter
        def dimensions(self, value: int) -> None:
            pass

    with pytest.raises(ModelError, match="Prepare it first"):
        Simulation.start(load_town("applegarth"), tmp_path / "a.townlet", resources=RunResources(embedder=Unprepared()))
    assert list(tmp_path.iterdir()) == []


class Billed(Far):
    """One that counts tokens, and may break down in the middle of a sending."""

    name = "far:billed"
    batch_size = 2

    def __init__(self, breakdown: Exception | None = None) -> None:
        super().__init__()
        self.breakdown = breakdown

    async def embed_batch(self, texts: Sequence[str]) -> EmbeddedTexts:
        if self.breakdown:
            raise self.breakdown
        return EmbeddedTexts(await self(texts), 100 * len(texts), "far-1")


PRICED = ModelTariff(embedding=Price(TokenRates(1000.0, 0.0)))


def paying(writer: RunWriter, budget: Budget | None = None) -> EmbeddingPayment:
    call_log = FileCallLog(writer, durable=False)
    call_log.load_unfinished(0)
    return EmbeddingPayment(CallPolicy(PRICED, BudgetReservations(budget)), call_log, lambda: 7)


async def test_each_sending_of_texts_is_a_call_of_its_own_kind_with_its_price(run: Path) -> None:
    with open_writer(run) as writer:
        payment = paying(writer)
        await embedder_for(Billed(), writer, payment)(["an apple", "a pear", "a plum"])
        rows = list(writer.calls())
        texts = [writer.prompt(row.prompt_sha).text for row in rows]
    assert [(row.agent, row.step, row.name, row.status, row.model) for row in rows] == [
        ("", 7, "embedding", "answered", "far-1")
    ] * 2
    assert texts == ["an apple\na pear", "a plum"]
    assert [row.prompt_tokens for row in rows] == [200, 100]
    assert sum(row.cost for row in rows) == pytest.approx(0.3) == payment.policy.reservations.spent.usd
    assert payment.policy.usage.by_prompt["embedding"].tokens == 300
    assert payment.policy.usage.by_person == {}


async def test_texts_that_a_budget_does_not_allow_are_not_sent(run: Path) -> None:
    far = Billed()
    with open_writer(run) as writer:
        kept = embedder_for(far, writer, paying(writer, Budget(usd=0.35)))
        await kept(["an apple", "a pear"])
        with pytest.raises(BudgetSpent):
            await kept([f"{'long ' * 30} way {number}" for number in range(6)])
        assert 0.2 <= writer.totals().cost <= 0.35
    assert far.calls == [["an apple", "a pear"]]


@pytest.mark.parametrize(
    ("breakdown", "counts"),
    [
        (RuntimeError("a crash"), True),
        (ModelUnavailable("cut off", billed=True), True),
        (WrongVectors("three of five"), True),
        (ModelError("no such embedder"), False),
    ],
)
async def test_what_a_lost_sending_may_have_cost_counts_for_good(run: Path, breakdown: Exception, counts: bool) -> None:
    with open_writer(run) as writer:
        payment = paying(writer)
        payment.policy.retry.bounds = RetryBounds(max_attempts=1)
        with pytest.raises(type(breakdown)):
            await embedder_for(Billed(breakdown), writer, payment)(["an apple"])
        assert (writer.totals().unanswered_ceiling > 0) == counts
        assert len(await embedder_for(Billed(), writer, paying(writer))(["an apple"])) == 1
        assert [row.attempt for row in writer.calls()] == [0, 1]


async def test_an_error_that_quotes_a_key_is_written_down_without_it(run: Path) -> None:
    key = "sk-far-0123456789abcdefghijklmnop"
    with open_writer(run) as writer:
        with pytest.raises(ModelError, match="no "):
            await embedder_for(Billed(ModelError(f"no {key}")), writer, paying(writer))(["an apple"])
        [row] = writer.calls()
    assert row.status == "failed"
    assert key not in row.error


async def test_a_replay_has_the_vectors_of_the_run_and_no_others(run: Path) -> None:
    made = await embed(run, Far(5), "an apple", "a pear")
    with open_reader(run) as reader:
        recorded = RecordedEmbedder(reader, Far.name)
        assert recorded.dimensions == 5
        assert (await recorded(["a pear", "an apple"])).tolist() == made[::-1].tolist()
        with pytest.raises(NotRecorded, match="an embedding"):
            await recorded(["a plum"])
