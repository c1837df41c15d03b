from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from townlet.language.model import ModelError, ModelUnavailable
from townlet.language.providers.embedding import BATCH_SIZE, NetworkEmbedder
from townlet.language.providers.factory import ProviderFactory
from townlet.language.providers.spec import BadSpec

from .responder import Answer, Asked, Responder, responding


def by_length(texts: Sequence[str]) -> list[list[float]]:
    return [[len(text), 0.0, 1.0] for text in texts]


def speaking(vectors_of: Callable[[Sequence[str]], list[list[float]]]) -> Callable[[Asked], Answer]:
    """A server of embeddings as OpenAI documents them."""

    def says(asked: Asked) -> Answer:
        vectors = vectors_of(asked.body["input"])
        data = [{"object": "embedding", "index": place, "embedding": row} for place, row in enumerate(vectors)]
        usage = {"prompt_tokens": 3, "total_tokens": 3}
        return Answer({"object": "list", "data": data, "model": asked.body["model"], "usage": usage})

    return says


async def embedded(server: Responder, texts: Sequence[str]) -> NDArray[np.float32]:
    providers = ProviderFactory()
    try:
        return await providers.embedder(f"{server.base_url}#near")(texts)
    finally:
        await providers.aclose()


async def test_vectors_stay_as_the_provider_gave_them_and_come_in_the_texts_order() -> None:
    async with responding(speaking(by_length)) as server:
        vectors = await embedded(server, ["abc", "a", "abc"])
    assert vectors.dtype == np.float32
    assert vectors.tolist() == [[3, 0, 1], [1, 0, 1], [3, 0, 1]]


async def test_many_texts_travel_in_parts() -> None:
    async with responding(speaking(by_length)) as server:
        vectors = await embedded(server, ["a" * (1 + number) for number in range(2 * BATCH_SIZE + 1)])
    assert [len(asked.body["input"]) for asked in server.asked[1:]] == [BATCH_SIZE, BATCH_SIZE, 1]
    assert (np.diff(vectors[:, 0]) > 0).all()


async def test_a_text_that_says_nothing_is_all_zeros_and_is_not_sent() -> None:
    async with responding(speaking(by_length)) as server:
        assert not (await embedded(server, ["", " \n"])).any()
    assert len(server.asked) == 1, "only the one that tells how long vectors are"


async def test_how_long_vectors_are_is_known_after_preparing_and_not_before() -> None:
    async with responding(speaking(by_length)) as server:
        providers = ProviderFactory()
        embedder = providers.embedder(f"{server.base_url}#near")
        with pytest.raises(ModelError, match=r"await its prepare\(\) first"):
            _ = embedder.dimensions
        await embedder.prepare()
        await embedder.prepare()
        await providers.aclose()
    assert embedder.dimensions == 3
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (lambda texts: [[1.0, 2.0]], "vectors of another length than its first: 3"),
        (lambda texts: [[1.0, 2.0, 3.0]] * 5, "gave 5 vectors for 1 texts"),
        (lambda texts: [[1.0, 2.0, float("inf")]], "not a number"),
        (lambda texts: [[1.0, 2.0, 1e39]], "too large"),
    ],
)
async def test_vectors_that_cannot_be_are_refused(wrong: Any, told: str) -> None:
    async with responding(speaking(by_length)) as server:
        providers = ProviderFactory()
        embedder: NetworkEmbedder = providers.embedder(f"{server.base_url}#near")
        await embedder.prepare()
        server.says = speaking(wrong)
        with pytest.raises(ModelError, match=told):
            await embedder(["a"])
        await providers.aclose()


async def test_a_busy_server_is_worth_another_sending() -> None:
    async with responding(lambda asked: Answer({}, 429, {"Retry-After": "2"})) as server:
        with pytest.raises(ModelUnavailable) as failure:
            await embedded(server, ["a"])
    assert failure.value.retry_after == 2


def test_a_provider_without_embeddings_is_refused_before_its_key_is_asked_for() -> None:
    with pytest.raises(BadSpec, match="Anthropic has none"):
        ProviderFactory().embedder("anthropic:some-model")
