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
        self._borders = {address: self._border(address) for address, _, _ in self.timed}

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
        """Yield the tiles by which `agent`, who stands on `here`, may not enter a place at this minute of the day.

        They are its doors and, where no wall is around it, all of its edge.
        """
        now_in = self.place_at(here)
        shut = [
            address
            for address, norms, hours in self.timed
            if agent not in norms.keepers and not hours.lets_in(minute) and not (now_in and address.contains(now_in))
        ]
        for address in shut:
            yield from self._borders[address][0]

    def exits(self, address: Address) -> tuple[Tile, ...]:
        """Return the tiles just outside a place that closes at times: at its doors, or around it if it has no walls."""
        return self._borders[address][1]

    def inside(self, address: Address, tile: Tile) -> bool:
        place = self.place_at(tile)
        return place is not None and address.contains(place)

    def _border(self, address: Address) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
        """Return the tiles by which a place is entered, and those outside it from which it is."""
        tiles = self._setting.tiles
        blocked = tiles.walls | tiles.solid
        places = {**tiles.arena_of, **tiles.doors}
        inside = {tile for tile, place in places.items() if address.contains(place)} - blocked
        closed = inside | blocked
        steps = [
            ((x, y), (x + right, y + down))
            for x, y in inside
            for right, down in ((0, 1), (0, -1), (1, 0), (-1, 0))
            if (x + right, y + down) not in closed and 0 <= x + right < tiles.width and 0 <= y + down < tiles.height
        ]
        entered = sorted({tile for tile, _ in steps})
        return tuple(entered), tuple(sorted({beside for _, beside in steps if beside not in tiles.doors}))

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
