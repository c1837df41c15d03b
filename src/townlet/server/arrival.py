"""Where a visitor arrives who names no place: a public place that is open."""

from __future__ import annotations

from townlet.runfile.history import WorldHistory
from townlet.town import Town
from townlet.world.address import Address
from townlet.world.physics import Terrain

_STREET, _STRANGER = (-1, -1), ""


def choose_arrival(past: WorldHistory, terrain: Terrain) -> Address:
    """Return the largest place that is nobody's home and that a stranger may enter now.

    Places that never close and are never full come first. In a town of homes alone it is the largest of all rooms.
    """
    step, minute = past.until, past.clock.minute(past.until)
    bodies = past.at(step).world.bodies

    def rank(place: Address) -> tuple[bool, bool, bool, int]:
        floor = terrain.floor_of(place)
        open_now = not terrain.doors.obstacle(_STRANGER, _STREET, floor[0], minute, bodies, step)
        return open_now, not _is_private(past.town, place), not _has_rules(past.town, place), len(floor)

    rooms = [place for place in past.town.setting.places if place.depth == 3 and terrain.floor_of(place)]
    # Of equal places the first by name, on every machine.
    return max(sorted(rooms, key=str), key=rank)


def _is_private(town: Town, place: Address) -> bool:
    """Return whether a place belongs to a building in which somebody lives."""
    building = Address(place.parts[:2])
    return any(building.contains(home) for person in town.people for home in (person.home, person.bed))


def _has_rules(town: Town, place: Address) -> bool:
    """Return whether a place, or one that it belongs to, has opening hours or a capacity."""
    around = [town.setting.places[each] for each in place.ancestors() if each in town.setting.places]
    return any(each.norms.hours or each.norms.capacity is not None for each in around)
