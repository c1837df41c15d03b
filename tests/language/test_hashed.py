import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from townlet.language import hashed
from townlet.language.embedder import Embedder
from townlet.language.hashed import HashedEmbedder

EMBEDDER: Embedder = HashedEmbedder()


def likeness(one: str, other: str) -> float:
    first, second = HashedEmbedder().embed([one, other])
    return float(first @ second)


@given(st.lists(st.text(), max_size=6))
async def test_every_text_gets_a_row_of_length_one_or_of_zeros(texts):
    vectors = await EMBEDDER(texts)
    assert vectors.shape == (len(texts), 512)
    assert vectors.dtype == np.float32
    lengths = np.linalg.norm(vectors, axis=1)
    assert (np.isclose(lengths, 1, atol=1e-6) | (lengths == 0)).all()


def _without_a_past() -> HashedEmbedder:
    hashed._vocabulary.cache_clear()
    return HashedEmbedder()


@given(st.lists(st.text("abcdefgh 'é北", max_size=30), min_size=1, max_size=6))
def test_a_text_has_the_same_vector_in_any_company_and_with_any_past(texts):
    together = HashedEmbedder().embed(texts)
    alone = np.concatenate([_without_a_past().embed([text]) for text in texts])
    assert np.array_equal(together, alone)


def test_capitals_do_not_matter():
    first, second = HashedEmbedder().embed(["Ada Lo bakes", "ADA LO BAKES"])
    assert np.array_equal(first, second)


def test_texts_with_nothing_in_common_are_near_as_often_as_far():
    vectors = HashedEmbedder(64).embed([f"{chr(97 + i % 26) * 3}{chr(97 + i // 26) * 3}" for i in range(400)])
    products = vectors @ vectors.T
    assert abs(products[~np.eye(len(vectors), dtype=bool)].mean()) < 0.03


def test_endings_hardly_matter():
    assert likeness("Ada bakes cakes", "ada is baking a cake") > 0.7


def test_shared_words_make_texts_near_and_others_do_not():
    supper = "Cleo Vint is giving a honey supper at the mill"
    assert likeness(supper, "Who is going to the honey supper?") > 0.4
    assert abs(likeness(supper, "Bram reads about old bridges")) < 0.25


def test_words_without_content_weigh_little():
    assert likeness("he was at the quarry", "she is in a quarry") > 0.9
    assert likeness("he was at the quarry", "he was at the opera") < 0.3


def test_parts_of_words_count():
    assert likeness("lighthouse", "lighthousekeeper") > 0.3


def test_text_without_words_has_no_direction():
    assert not HashedEmbedder().embed(["", " ...!"]).any()


def test_more_texts_than_are_summed_at_once_come_in_order():
    texts = [f"word{number}" for number in range(2500)]
    vectors = HashedEmbedder().embed(texts)
    assert np.array_equal(
        vectors[[0, 1023, 1024, 2499]], HashedEmbedder().embed([texts[i] for i in (0, 1023, 1024, 2499)])
    )


def test_forgetting_words_does_not_change_vectors(monkeypatch):
    monkeypatch.setattr("townlet.language.hashed._CACHED_WORDS", 3)
    embedder = HashedEmbedder()
    first = embedder.embed(["honey supper at mill hall"])
    embedder.embed(["bridges", "old quarry stones"])
    assert np.array_equal(embedder.embed(["honey supper at mill hall"]), first)


@pytest.mark.parametrize("dimensions", [64, 384])
def test_the_name_tells_the_dimensions(dimensions):
    embedder = HashedEmbedder(dimensions)
    assert (embedder.name, embedder.dimensions) == (f"hashed2-{dimensions}", dimensions)
    assert embedder.embed(["supper"]).shape == (1, dimensions)


def test_vectors_do_not_depend_on_the_hash_seed_of_the_process():
    program = (
        "from townlet.language.hashed import HashedEmbedder as E;"
        "print(E().embed(['the baker sold honey bread']).nonzero()[1].tolist())"
    )
    places = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(places) == 1
    assert places.pop().strip() == str(HashedEmbedder().embed(["the baker sold honey bread"]).nonzero()[1].tolist())


def test_threads_that_embed_at_once_get_the_vectors_of_one_alone(monkeypatch):
    monkeypatch.setattr(hashed, "_CACHED_WORDS", 40)
    texts = [f"the {word} {number} of {number * 7}" for number in range(60) for word in ("baker", "garden", "letter")]
    alone = HashedEmbedder().embed(texts)
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda text: HashedEmbedder().embed([text]), texts * 4))
    assert (np.concatenate(found) == np.concatenate([alone] * 4)).all()
