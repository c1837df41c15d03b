"""Chance that depends on words alone: the same words, the same draws, on any machine."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from random import Random
from typing import TypeVar

Thing = TypeVar("Thing")


def chance(*words: object) -> Random:
    """A generator of its own for what these words name."""
    return Random(int.from_bytes(hashlib.sha256("/".join(map(str, words)).encode()).digest()[:8], "big"))


def shuffled(things: Sequence[Thing], *words: object) -> list[Thing]:
    """The things in an order drawn for these words."""
    return chance(*words).sample(things, len(things))
