"""The part of the tree of places that one person knows, from visits and from hearsay."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from townlet.world.address import Address
from townlet.world.setting import Setting


@dataclass(frozen=True)
class KnownTree:
    """The subtree of places and objects that a person knows. It may be out of date (section 5.1)."""

    states: Mapping[Address, str] = field(default_factory=dict)
    """The last seen state of every known object; an empty string for every known place."""

    def __contains__(self, address: Address) -> bool:
        return address in self.states

    def learn(self, seen: Iterable[tuple[Address, str]]) -> KnownTree:
        """Return this knowledge extended by what was just seen and by the places that contain it."""
        states = dict(self.states)
        for address, state in seen:
            for place in address.ancestors()[:-1]:
                states.setdefault(place, "")
            states[address] = state
        return KnownTree(states)

    def children(self, place: Address, setting: Setting) -> tuple[Address, ...]:
        """Return the known places and objects directly in a place, in the map's order."""
        return tuple(child for child in setting.children.get(place, ()) if child in self.states)

    def arenas(self, setting: Setting) -> tuple[Address, ...]:
        """Return the known places that contain no known place, in the map's order."""
        found: list[Address] = []

        def visit(place: Address) -> None:
            inner = [child for child in self.children(place, setting) if child not in setting.objects]
            for child in inner:
                visit(child)
            if not inner and place != setting.root:
                found.append(place)

        visit(setting.root)
        return tuple(found)

    def objects(self, place: Address, setting: Setting) -> tuple[Address, ...]:
        """Return the known objects anywhere in a place, in the map's order."""
        found: list[Address] = []
        for child in self.children(place, setting):
            found.extend([child] if child in setting.objects else self.objects(child, setting))
        return tuple(found)


def known_from(setting: Setting, places: Iterable[Address]) -> KnownTree:
    """Return the knowledge of a person who knows these places and everything in them."""

    def within(place: Address) -> Iterable[tuple[Address, str]]:
        yield place, setting.objects[place].state if place in setting.objects else ""
        for child in setting.children.get(place, ()):
            yield from within(child)

    known = KnownTree()
    for place in places:
        known = known.learn(within(place))
    return known
