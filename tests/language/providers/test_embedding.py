from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from townlet.language.model import ModelError, ModelUnavailable
from townlet.language.providers import connection
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
        (lambda texts: [[1.0, None, 3.0]], "not a number.* 32-bit floats"),
        (lambda texts: [None], "an empty vector; see whether the model is one for embeddings"),
        (lambda texts: [[]], "an empty vector"),
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


async def test_a_busy_server_is_worth_another_sending(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "_LONGEST_WAIT", 0.0)
    async with responding(lambda asked: Answer({}, 429, {"Retry-After": "2"})) as server:
        with pytest.raises(ModelUnavailable) as failure:
            await embedded(server, ["a"])
    assert failure.value.retry_after == 2
    assert len(server.asked) > 1


async def test_a_server_that_is_busy_for_a_moment_does_not_keep_a_run_from_its_beginning() -> None:
    def says(asked: Asked) -> Answer:
        return Answer({}, 429, {"Retry-After": "0"}) if len(server.asked) == 1 else speaking(by_length)(asked)

    async with responding(says) as server:
        assert (await embedded(server, ["abc", "a"]))[:, 0].tolist() == [3, 1]


def test_a_provider_without_embeddings_is_refused_before_its_key_is_asked_for() -> None:
    with pytest.raises(BadSpec, match="Anthropic has none"):
        ProviderFactory().embedder("anthropic:some-model")


async def test_rows_that_come_in_another_order_are_put_into_that_of_the_texts() -> None:
    def says(asked: Asked) -> Answer:
        answer = speaking(by_length)(asked)
        answer.body["data"].reverse()
        return answer

    async with responding(says) as server:
        assert (await embedded(server, ["abc", "a"]))[:, 0].tolist() == [3, 1]


@pytest.mark.parametrize("said", ["Send a single text", "one item at a time", "arrays are not implemented"])
async def test_a_server_that_fails_over_more_than_one_text_is_sent_one(said: str) -> None:
    def says(asked: Asked) -> Answer:
        return Answer({"detail": said}, 500) if len(asked.body["input"]) > 1 else speaking(by_length)(asked)

    async with responding(says) as server:
        assert (await embedded(server, ["abc", "a"]))[:, 0].tolist() == [3, 1]


async def test_a_server_that_embeds_only_the_first_of_many_texts_is_sent_one() -> None:
    async with responding(speaking(lambda texts: by_length(texts[:1]))) as server:
        assert (await embedded(server, ["abc", "a"]))[:, 0].tolist() == [3, 1]


async def test_a_server_without_embeddings_that_says_so_as_a_success_is_told_with_advice() -> None:
    async with responding(lambda asked: Answer({"error": {"message": "This is no embedding model."}})) as server:
        with pytest.raises(ModelError, match=r"no embedding model.*check that the model is one for embeddings"):
            await embedded(server, ["abc"])


@pytest.mark.parametrize("status", [400, 413, 422, 500])
@pytest.mark.parametrize("most", [1, 5, 40])
async def test_a_server_that_takes_fewer_texts_is_sent_fewer(status: int, most: int) -> None:
    def says(asked: Asked) -> Answer:
        if len(asked.body["input"]) > most:
            return Answer({"error": {"message": f"batch too large to process, {most} allowed"}}, status)
        return speaking(by_length)(asked)

    async with responding(says) as server:
        texts = ["a" * (1 + number) for number in range(80)]
        assert (await embedded(server, texts))[:, 0].tolist() == [len(text) for text in texts]


async def test_a_server_that_takes_no_list_is_sent_single_texts() -> None:
    def says(asked: Asked) -> Answer:
        if not isinstance(asked.body["input"], str):
            return Answer({"detail": "input must be a string"}, 400)
        return speaking(lambda texts: by_length([str(texts)]))(asked)

    async with responding(says) as server:
        assert (await embedded(server, ["abc", "a"]))[:, 0].tolist() == [3, 1]


async def test_a_server_that_does_not_know_base64_is_asked_without_it() -> None:
    def says(asked: Asked) -> Answer:
        if "encoding_format" in asked.body:
            return Answer({"detail": [{"loc": ["body", "encoding_format"], "msg": "Extra inputs"}]}, 422)
        return speaking(by_length)(asked)

    async with responding(says) as server:
        assert (await embedded(server, ["abc", "a"]))[:, 0].tolist() == [3, 1]


async def test_batches_of_long_vectors_are_so_small_that_their_answers_are_read() -> None:
    def long(texts: Sequence[str]) -> list[list[float]]:
        return [[len(text) / 7 + 1e-9 * place for place in range(4096)] for text in texts]

    async with responding(speaking(long)) as server:
        assert len(await embedded(server, ["a" * (1 + number) for number in range(70)])) == 70
        assert {len(asked.body["input"]) for asked in server.asked[1:]} == {10}


async def test_a_text_that_is_too_long_is_cut_and_told(caplog: pytest.LogCaptureFixture) -> None:
    def says(asked: Asked) -> Answer:
        if max(map(len, asked.body["input"])) > 100:
            return Answer({"error": {"message": "input (512 tokens) is too large to process"}}, 500)
        return speaking(by_length)(asked)

    async with responding(says) as server:
        assert (await embedded(server, ["a" * 150, "b" * 90]))[:, 0].tolist() == [75, 90]
    assert "takes no text of 150 signs" in caplog.text


@pytest.mark.parametrize("vectors", [lambda texts: [[0.0, 0.0]] * len(texts), lambda texts: [[0.3, 0.1]] * len(texts)])
async def test_vectors_that_tell_nothing_apart_are_refused_at_once(vectors: Any) -> None:
    async with responding(speaking(vectors)) as server:
        providers = ProviderFactory()
        with pytest.raises(ModelError, match="zero, or equal for unlike texts"):
            await providers.embedder(f"{server.base_url}#near").prepare()
        await providers.aclose()


def answering(form: Callable[[list[list[float]]], Any]) -> Callable[[Asked], Answer]:
    """A server that gives vectors in a form of its own."""
    return lambda asked: Answer(form(by_length(asked.body["input"])))


@pytest.mark.parametrize(
    "form",
    [
        lambda vectors: vectors,
        lambda vectors: {"embeddings": vectors},
        lambda vectors: [{"index": place, "embedding": [row]} for place, row in enumerate(vectors)],
        lambda vectors: {"data": [{"embedding": {"float": row}} for row in vectors]},
        lambda vectors: {"embedding": vectors[0]},
        lambda vectors: {"embeddings": [{"values": row} for row in vectors]},
        lambda vectors: {"data": [{"index": None, "embedding": row} for row in vectors]},
    ],
)
async def test_vectors_are_read_in_the_forms_of_other_apis(form: Callable[[list[list[float]]], Any]) -> None:
    async with responding(answering(form)) as server:
        assert (await embedded(server, ["abc", "a"])).tolist() == [[3, 0, 1], [1, 0, 1]]


async def test_a_vector_for_each_token_is_told_as_what_it_is() -> None:
    async with responding(answering(lambda vectors: [{"embedding": [row, row]} for row in vectors])) as server:
        with pytest.raises(ModelError, match=r"2 vectors for one text.*pool"):
            await embedded(server, ["abc", "a"])


async def test_vectors_that_differ_by_rounding_alone_are_useless() -> None:
    async with responding(speaking(lambda texts: [[1.0, 0.5 + 1e-7 * len(text)] for text in texts])) as server:
        with pytest.raises(ModelError, match="equal for unlike texts"):
            await embedded(server, ["abc", "a"])


async def test_a_vector_of_zeros_among_others_is_told(caplog: pytest.LogCaptureFixture) -> None:
    async with responding(speaking(lambda texts: [[0.0 if text == "ab" else len(text)] for text in texts])) as server:
        await embedded(server, ["abc", "a", "ab", "abcd"])
    assert "a vector of zeros" in caplog.text


def packing(kind: str, always: bool = False) -> Callable[[Asked], Answer]:
    """A server that packs its vectors as numbers of this kind, at least where it is asked to."""

    def says(asked: Asked) -> Answer:
        rows = [[1.5 * len(text) - 7, *np.sin(np.arange(1, 64) * len(text)) * 3] for text in asked.body["input"]]
        packs = always or asked.body.get("encoding_format") == "base64"
        packed = [base64.b64encode(np.asarray(row).astype(kind).tobytes()).decode() for row in rows]
        return Answer({"data": [{"embedding": row} for row in (packed if packs else rows)]})

    return says


@pytest.mark.parametrize(
    ("kind", "always"), [("<f4", True), ("<f8", True), ("<f4", False), ("<f8", False), ("<f2", False), ("i1", False)]
)
async def test_the_length_of_a_packed_vector_tells_the_kind_of_its_numbers(kind: str, always: bool) -> None:
    async with responding(packing(kind, always)) as server:
        rows = await embedded(server, ["abcd", "ab"])
    assert rows.shape == (2, 64)
    assert rows[:, 0].tolist() == pytest.approx([-1, -4])


async def test_rows_are_ordered_by_the_number_in_their_index() -> None:
    def says(asked: Asked) -> Answer:
        rows = [{"index": str(place), "embedding": row} for place, row in enumerate(by_length(asked.body["input"]))]
        return Answer({"data": rows[::-1]})

    async with responding(says) as server:
        texts = ["a" * length for length in range(1, 13)]
        assert (await embedded(server, texts))[:, 0].tolist() == list(range(1, 13))


@pytest.mark.parametrize("write", [lambda text: text.rstrip("="), lambda text: text.translate({43: "-", 47: "_"})])
async def test_base64_is_read_without_its_padding_and_as_urls_have_it(write: Callable[[str], str]) -> None:
    row = np.asarray([-1.0, 0.3, 3.14159, -0.7], "<f4")

    def says(asked: Asked) -> Answer:
        rows = [row * len(text) for text in asked.body["input"]]
        return Answer({"data": [{"embedding": write(base64.b64encode(each.tobytes()).decode())} for each in rows]})

    async with responding(says) as server:
        assert (await embedded(server, ["abc", "a"])).tolist() == [(row * 3).tolist(), row.tolist()]


@pytest.mark.parametrize("kind", ["<f2", "i1"])
async def test_a_packed_vector_of_unknown_numbers_is_refused(kind: str) -> None:
    async with responding(packing(kind, always=True)) as server:
        with pytest.raises(ModelError, match=r"bytes that are no 32-bit floats"):
            await embedded(server, ["abcd", "ab"])


async def test_a_server_that_knows_no_base64_is_asked_for_many_texts_again() -> None:
    def says(asked: Asked) -> Answer:
        return Answer({"detail": "encoding?"}, 422) if "encoding_format" in asked.body else speaking(by_length)(asked)

    async with responding(says) as server:
        providers = ProviderFactory()
        embedder = providers.embedder(f"{server.base_url}#near")
        for number in (30, 40):
            await embedder(["a" * (1 + length) for length in range(number)])
        await providers.aclose()
    assert len(server.asked[-1].body["input"]) == 40
