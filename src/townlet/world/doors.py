"""Access to places: opening hours and capacity, the norms that the world itself enforces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from townlet.world.address import Address
from townlet.world.events import Obstacle
from townlet.world.setting import MINUTES_A_DAY, Hours, Norms, Setting, Tile
from townlet.world.state import Body


class Doors:
    """Decides whether a person may step from one tile to the next."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._ruled = {
            place.address: place.norms
            for place in setting.places.values()
            if place.norms.hours or place.norms.capacity is not None
        }
        self.timed: tuple[tuple[Address, Norms, Hours], ...] = tuple(
            (address, norms, norms.hours)
            for address, norms in sorted(self._ruled.items(), key=lambda ruled: setting.keys.place(ruled[0]))
            if norms.hours and norms.hours.closes - norms.hours.opens < MINUTES_A_DAY
        )
        self._doors_of = {address: self._doors_into(address) for address, _, _ in self.timed}
        self._exits: dict[Address, tuple[Tile, ...]] = {}

    def place_at(self, tile: Tile) -> Address | None:
        """Return the innermost place at a tile. A door belongs to the place that it leads into."""
        tiles = self._setting.tiles
        return tiles.doors.get(tile) or tiles.arena_of.get(tile)

    def obstacle(
        self, agent: str, here: Tile, there: Tile, minute: int, bodies: Mapping[str, Body], step: int
    ) -> Obstacle | None:
        """Return what keeps `agent` from stepping from `here` to `there`; None if nothing does.

        People walk in agent order: those before `agent` have taken this step already, the others have not.
        """
        for address, norms in self._entered(here, there):
            if norms.hours and agent not in norms.keepers and not norms.hours.lets_in(minute):
                return "closed"
            if norms.capacity is not None and self._inside(address, bodies, step, agent) >= norms.capacity:
                return "full"
        return None

    def closed_to(self, agent: str, here: Tile, minute: int) -> Iterator[Tile]:
        """Yield the door tiles that `agent`, who stands on `here`, may not enter at this minute of the day."""
        now_in = self.place_at(here)
        shut = [
            address
            for address, norms, hours in self.timed
            if agent not in norms.keepers and not hours.lets_in(minute) and not (now_in and address.contains(now_in))
        ]
        for address in shut:
            yield from self._doors_of[address]

    def exits(self, address: Address) -> tuple[Tile, ...]:
        """Return the tiles just outside the doors of a place."""
        if address not in self._exits:
            self._exits[address] = tuple(sorted(self._find_exits(address)))
        return self._exits[address]

    def inside(self, address: Address, tile: Tile) -> bool:
        place = self.place_at(tile)
        return place is not None and address.contains(place)

    def _doors_into(self, address: Address) -> tuple[Tile, ...]:
        doors = self._setting.tiles.doors
        return tuple(sorted(tile for tile, leads_to in doors.items() if address.contains(leads_to)))

    def _entered(self, here: Tile, there: Tile) -> Iterator[tuple[Address, Norms]]:
        """Yield the places with norms that a step from `here` to `there` enters, with their norms."""
        new, old = self.place_at(there), self.place_at(here)
        if new is None or new == old:
            return
        for address in new.ancestors():
            if address in self._ruled and not (old and address.contains(old)):
                yield address, self._ruled[address]

    def _inside(self, address: Address, bodies: Mapping[str, Body], step: int, agent: str) -> int:
        rank = self._setting.keys.rank
        return sum(
            body.name != agent and self.inside(address, body.tile(step if rank(body.name) < rank(agent) else step - 1))
            for body in bodies.values()
        )

    def _find_exits(self, address: Address) -> Iterator[Tile]:
        tiles = self._setting.tiles
        for door, leads_to in tiles.doors.items():
            if address.contains(leads_to):
                x, y = door
                for tile in ((x, y + 1), (x, y - 1), (x + 1, y), (x - 1, y)):
                    free = tile not in tiles.walls and tile not in tiles.solid
                    if free and not self.inside(address, tile) and tile not in tiles.doors:
                        yield tile
