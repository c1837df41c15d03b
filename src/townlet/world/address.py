"""Addresses: paths of any depth in the tree of places, such as `world:sector:arena:object`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True, order=True)
class Address:
    """The path from the root of the tree to a place or an object.

    Raises ValueError for an empty part, a part with a colon, or no part at all.
    """

    parts: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.parts or any(not part or ":" in part or part != part.strip() for part in self.parts):
            raise ValueError(
                f"Address {':'.join(self.parts)!r} has an empty part; expected world[:sector[:arena[:object]]]."
            )

    @classmethod
    def parse(cls, text: str) -> Address:
        """Return the address written as `world:sector:arena:object`. Spaces around a colon do not matter."""
        return cls(tuple(part.strip() for part in text.strip().strip("<>").split(":")))

    def __str__(self) -> str:
        return ":".join(self.parts)

    def __truediv__(self, part: str) -> Address:
        return Address((*self.parts, part))

    @property
    def name(self) -> str:
        """The last part, which is what people call the place or object."""
        return self.parts[-1]

    @property
    def sector(self) -> str:
        """The name of the building or open ground that it is or lies in; empty for the world itself."""
        return self.parts[1] if len(self.parts) > 1 else ""

    @cached_property
    def parent(self) -> Address | None:
        return Address(self.parts[:-1]) if len(self.parts) > 1 else None

    @property
    def depth(self) -> int:
        """The number of parts. In a tree of the usual depth: 1 world, 2 sector, 3 arena, 4 object."""
        return len(self.parts)

    def contains(self, other: Address) -> bool:
        """Return whether `other` is this place or lies within it."""
        return other.parts[: len(self.parts)] == self.parts

    def ancestors(self) -> tuple[Address, ...]:
        """Return the addresses from the root down to this one, which is the last."""
        return tuple(Address(self.parts[:n]) for n in range(1, len(self.parts) + 1))
