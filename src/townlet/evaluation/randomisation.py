"""Reproducible randomisation: each draw has a PRNG seed of its own, derived from the words that name it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from random import Random
from typing import TypeVar

Shuffled = TypeVar("Shuffled")


def make_seeded_random(*words: object) -> Random:
    """Return a generator seeded with the SHA-256 of the words, such as `("rating", 7, "people", 0)`.

    A draw therefore depends on its own words alone, and not on which other draws were made before it.
    """
    return Random(int.from_bytes(hashlib.sha256("/".join(map(str, words)).encode()).digest()[:8], "big"))


def shuffle_by_words(things: Sequence[Shuffled], *words: object) -> list[Shuffled]:
    """Return the things in random order, drawn from the generator that these words seed."""
    return make_seeded_random(*words).sample(things, len(things))
