"""What models and embedders that reach out have besides: something to find out first, and something to close."""

from __future__ import annotations

from typing import Protocol, runtime_checkable


@runtime_checkable
class Preparable(Protocol):
    """Something that has to find out something before it can be used."""

    async def prepare(self) -> None:
        """Raises ModelError. Doing it again is harmless."""


@runtime_checkable
class Closable(Protocol):
    """Something that holds connections."""

    async def aclose(self) -> None:
        """Doing it again is harmless."""


async def prepare(*parts: object) -> None:
    """Prepare the parts that have to be."""
    for part in parts:
        if isinstance(part, Preparable):
            await part.prepare()


async def aclose(*parts: object) -> None:
    """Close the parts that hold something open."""
    for part in parts:
        if isinstance(part, Closable):
            await part.aclose()
