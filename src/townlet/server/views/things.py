"""Views of objects and places as of a step: their state, users, norms and history."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from townlet.runfile.history import TimedEvent, WorldHistory
from townlet.server.protocol.views import ThingEvent, ThingView
from townlet.world.address import Address
from townlet.world.doors import Doors
from townlet.world.events import Acted, Announced, Arrived, StateChanged
from townlet.world.state import World
from townlet.world.tree import norms_in_words, spoken

MAX_HISTORY_ENTRIES = 50


def build_thing_view(past: WorldHistory, doors: Doors, address: Address, step: int) -> ThingView:
    """Describe an object or a place when a step began. Raises KeyError if the town has no such thing."""
    setting, world = past.town.setting, past.at(step).world
    if address in setting.objects:
        state, users = world.state_of(setting.objects[address]), world.users.get(address, ())
    else:
        state = ""
        users = tuple(name for name, body in world.bodies.items() if doors.inside(address, body.tile(step)))
        _ = setting.places[address]  # KeyError if there is no such place
    norms = [
        words
        for place in address.ancestors()
        if place in setting.places
        for words in norms_in_words(setting.places[place].norms)
    ]
    newest = list(islice(_newest_incidents(past, address, step), MAX_HISTORY_ENTRIES))
    return ThingView(address=str(address), state=state, users=sorted(users), norms=norms, history=newest)


class ThingIncident(NamedTuple):
    """An event in the history of an object or a place."""

    where: Address
    only: bool
    """Whether it belongs to the history of `where` alone, and not also to that of the places around it."""
    event: ThingEvent

    def concerns(self, address: Address) -> bool:
        """Return whether this belongs to the history of an object or a place."""
        return address == self.where if self.only else address.contains(self.where)


def _newest_incidents(past: WorldHistory, address: Address, step: int) -> Iterator[ThingEvent]:
    """Yield what happened with a thing before a step, newest first, reading no more of the past than is asked for."""
    while step > 0:
        [*_, chapter] = past.chapters(step - 1, step)
        incidents = iterate_thing_incidents(chapter.between(0, step), chapter.begins.world)
        yield from [incident.event for incident in incidents if incident.concerns(address)][::-1]
        step = chapter.first


def iterate_thing_incidents(events: Iterable[TimedEvent], before: World | None = None) -> Iterator[ThingIncident]:
    """Yield the incidents with objects and places, oldest first. `before` is the world before the first event."""
    doing = {name: body.activity for name, body in before.bodies.items()} if before else {}
    for step, _, event in events:
        match event:
            case Acted(agent, _, activity):
                doing[agent] = activity
            case Arrived(agent) if at := doing[agent].at:
                yield ThingIncident(at, False, ThingEvent(step=step, text=f"{agent} is {doing[agent].doing}"))
            case StateChanged(changed, state, by):
                made = f" ({by})" if by else ""
                yield ThingIncident(changed, False, ThingEvent(step=step, text=f"{spoken(changed)} is {state}{made}"))
            case Announced(place, text):
                yield ThingIncident(place, True, ThingEvent(step=step, text=text))
            case _:
                pass  # Nothing else happens at an object or to a place.
