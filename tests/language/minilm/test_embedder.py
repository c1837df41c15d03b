from __future__ import annotations

import asyncio
from pathlib import Path

import numpy as np
import pytest

from townlet.language.minilm.embedder import DIMENSIONS, SHA_256, TOKENIZER, MiniLM, verified_file, weights_folder
from townlet.language.providers.spec import NotConfigured


@pytest.fixture(scope="module")
def minilm() -> MiniLM:
    return MiniLM()


def test_vectors_have_a_length_of_one(minilm: MiniLM) -> None:
    vectors = minilm.embed(["Tilda bakes bread.", "", "Where is the mayor?"])
    assert vectors.shape == (3, DIMENSIONS)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


@pytest.mark.parametrize(
    ("text", "near", "far"),
    [
        ("A man is cooking supper.", "Somebody prepares the evening meal.", "The shop is closed on Sundays."),
        ("The physician looked after a sick child.", "A doctor treated a young patient.", "A man sold his old boat."),
        ("They will marry in spring.", "The wedding is planned for April.", "The bridge will be painted in spring."),
    ],
)
def test_texts_are_near_when_they_mean_the_like_in_other_words(text: str, near: str, far: str, minilm: MiniLM) -> None:
    one, same, other = minilm.embed([text, near, far])
    assert one @ same > one @ other + 0.1


def test_a_vector_does_not_depend_on_the_company_it_is_made_in(minilm: MiniLM) -> None:
    texts = ["Tilda bakes bread.", "Tilda bakes bread and sells it at the market on the square.", "No."]
    together = asyncio.run(minilm(texts))
    assert all((minilm.embed([text])[0] == row).all() for text, row in zip(texts, together, strict=True))


def test_only_the_beginning_of_a_long_text_counts(minilm: MiniLM) -> None:
    start = "Tilda bakes bread. " * 100
    one, other = minilm.embed([start, f"{start} Nothing of this is true."])
    assert (one == other).all()


def test_weights_that_are_not_what_they_should_be_are_not_used(tmp_path: Path) -> None:
    assert verified_file(TOKENIZER) == (weights_folder() / TOKENIZER).read_bytes()
    (tmp_path / TOKENIZER).write_bytes(verified_file(TOKENIZER) + b" ")
    with pytest.raises(NotConfigured, match="does not have the expected checksum"):
        verified_file(TOKENIZER, tmp_path)


def test_a_missing_file_is_told_in_a_line(tmp_path: Path) -> None:
    for name in SHA_256:
        with pytest.raises(NotConfigured, match=r"cannot be read.*install townlet\[minilm\]"):
            verified_file(name, tmp_path)
