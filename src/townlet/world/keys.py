"""Keys: what randomness, order and ties use in place of the names of people, so that a name is no seed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from townlet.world.address import Address
from townlet.world.register import first_name


class Keys(Mapping[str, str]):
    """The key of each person, by full name. Immutable. Whoever is not listed has their name as their key.

    A key stays when its person gets another name. All else being equal, a town then lives the same run.
    """

    def __init__(self, of: Mapping[str, str] | None = None) -> None:
        self._of = dict(of or {})
        self._other = {name: key for name, key in self._of.items() if name != key}
        firsts = Counter(first_name(name) for name in self._of)
        alone = {name: first_name(name) for name in self._other if firsts[first_name(name)] < 2}
        self._called = {first: first_name(self._other[name]) for name, first in alone.items()} | self._other
        longest_first = sorted(self._called, key=len, reverse=True)
        self._calls = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w| \d)")

    def __getitem__(self, name: str) -> str:
        return self._of[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._of)

    def __len__(self) -> int:
        return len(self._of)

    def of(self, name: str) -> str:
        """Return the key of a person, visitors included."""
        return self._of.get(name, name)

    def order(self, names: Iterable[str]) -> list[str]:
        """Return people in agent order, which is the order of their keys."""
        return sorted(names, key=self.rank) if self._other else sorted(names)

    def rank(self, name: str) -> tuple[str, str]:
        """Return what a person is sorted by. A visitor may be called like the key of somebody else."""
        return self.of(name), name

    def in_text(self, text: str) -> str:
        """Return a text, such as the name of a room, with keys in place of names, and of first names that only one has.

        A month stays: 'May 5'.
        """
        return self._calls.sub(lambda found: self._called[found[0]], text) if self._other else text

    def place(self, address: Address) -> tuple[str, ...]:
        """Return what a place or an object is sorted by: "Ann Bo's room" keeps its rank when Ann is renamed."""
        return tuple(map(self.in_text, address.parts)) if self._other else address.parts
