"""What became of objects and places through a whole run."""

from __future__ import annotations

from collections.abc import Iterator

from townlet.server.minds.things import fates
from townlet.server.protocol.exported import Befell, ExportedThings, ObjectAt, WhereAt
from townlet.server.watching import Watching
from townlet.world.address import Address
from townlet.world.state import World


def things(watching: Watching) -> ExportedThings:
    log = _Log(watching)
    for step, world in watching.past.worlds():
        log.objects.extend(log.objects_changed(step, world))
        log.whereabouts.extend(log.people_moved(step, world))
    events = fates(watching.past.between(0, watching.until))
    history = [Befell(where=str(fate.where), only=fate.only, event=fate.event) for fate in events]
    return ExportedThings(objects=log.objects, whereabouts=log.whereabouts, history=history)


class _Log:
    """How objects are and where people are, noted when it changes."""

    def __init__(self, watching: Watching) -> None:
        self.objects: list[ObjectAt] = []
        self.whereabouts: list[WhereAt] = []
        self._setting, self._doors = watching.town.setting, watching.minds.ground.doors
        self._known: dict[Address, tuple[str, tuple[str, ...]]] = {}
        self._places: dict[str, str] = {}

    def objects_changed(self, step: int, world: World) -> Iterator[ObjectAt]:
        """Those that stand otherwise than when the step before began."""
        for address in {**self._known, **dict.fromkeys(world.objects), **dict.fromkeys(world.users)}:
            item = self._setting.objects[address]
            now = (world.state_of(item), world.users.get(address, ()))
            if now != self._known.get(address, (item.state, ())):
                yield ObjectAt(at=step, address=str(address), state=now[0], users=sorted(now[1]))
            self._known[address] = now

    def people_moved(self, step: int, world: World) -> Iterator[WhereAt]:
        """Those who are in another place than when the step before began."""
        for name in {**self._places, **dict.fromkeys(world.bodies)}:
            body = world.bodies.get(name)
            place = self._doors.place_at(body.tile(step)) if body else None
            now = str(place) if place else ""
            if now != self._places.get(name, ""):
                yield WhereAt(at=step, who=name, place=now)
            self._places[name] = now
