"""What of the tree of places one person knows: where they have been told of or have been, and what they saw there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from townlet.world.address import Address
from townlet.world.setting import Setting


@dataclass(frozen=True)
class KnownTree:
    """A subtree of the world's tree. Knowledge is kept even when it has gone stale (section 5.1)."""

    states: Mapping[Address, str] = field(default_factory=dict)
    """Every known place and object; for objects the state last seen, for places an empty string."""

    def __contains__(self, address: Address) -> bool:
        return address in self.states

    def learn(self, seen: Iterable[tuple[Address, str]]) -> KnownTree:
        """This knowledge and what was just seen, with the places on the way to it."""
        states = dict(self.states)
        for address, state in seen:
            for place in address.ancestors()[:-1]:
                states.setdefault(place, "")
            states[address] = state
        return KnownTree(states)

    def children(self, place: Address, setting: Setting) -> tuple[Address, ...]:
        """The known places and objects directly in a place, in the map's order."""
        return tuple(child for child in setting.children.get(place, ()) if child in self.states)

    def arenas(self, setting: Setting) -> tuple[Address, ...]:
        """The known places that hold objects or nothing further, in the map's order."""
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
        """The known objects anywhere in a place, in the map's order."""
        found: list[Address] = []
        for child in self.children(place, setting):
            found.extend([child] if child in setting.objects else self.objects(child, setting))
        return tuple(found)


def known_from(setting: Setting, places: Iterable[Address]) -> KnownTree:
    """The knowledge of somebody who knows these places and all that is in them."""

    def within(place: Address) -> Iterable[tuple[Address, str]]:
        yield place, setting.objects[place].state if place in setting.objects else ""
        for child in setting.children.get(place, ()):
            yield from within(child)

    known = KnownTree()
    for place in places:
        known = known.learn(within(place))
    return known
