"""Addresses of places, put as people say them."""

from __future__ import annotations

import re
from functools import lru_cache

_ADDRESS = re.compile(r"\b(at|in|to|from) ((?:the |The )?[A-Z][^:.,;!?]*): (?:the )?([\w][\w'’ -]*)")


@lru_cache(20_000)
def plain_places(text: str) -> str:
    """Addresses as people say them: 'at Mill Hall: kitchen' becomes 'in the kitchen at Mill Hall'."""
    return _ADDRESS.sub(_plain_place, text) if ":" in text else text


def _plain_place(m: re.Match[str]) -> str:
    preposition, sector, arena = m[1], m[2].strip(), m[3]
    known = arena.lower() in sector.lower() or not arena[0].islower()
    if known:
        return f"{preposition} {sector}"
    return f"{'in' if preposition == 'at' else preposition} the {arena} at {sector}"
