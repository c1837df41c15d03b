"""Objects and places at a moment: their state, who uses them, their rules, and what has become of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from townlet.analysis.history import TimedEvent, WorldHistory
from townlet.server.protocol.views import ThingEvent, ThingView
from townlet.world.actions import Do
from townlet.world.address import Address
from townlet.world.doors import Doors
from townlet.world.events import Acted, Announced, Arrived, StateChanged
from townlet.world.tree import norms_in_words, spoken

LONGEST_HISTORY = 50


def build_thing_view(past: WorldHistory, doors: Doors, address: Address, step: int) -> ThingView:
    """An object or a place when a step began. Raises KeyError for what the town does not have."""
    setting, world = past.town.setting, past.at(step).world
    if address in setting.objects:
        state, users = world.state_of(setting.objects[address]), world.users.get(address, ())
    else:
        state = ""
        users = tuple(name for name, body in world.bodies.items() if doors.inside(address, body.tile(step)))
        _ = setting.places[address]
    norms = [
        words
        for place in address.ancestors()
        if place in setting.places
        for words in norms_in_words(setting.places[place].norms)
    ]
    history = [fate.event for fate in iterate_thing_incidents(past.between(0, step)) if fate.is_of(address)][::-1]
    kept = list(islice(history, LONGEST_HISTORY))
    return ThingView(address=str(address), state=state, users=sorted(users), norms=norms, history=kept)


class ThingIncident(NamedTuple):
    """Something that befell a thing."""

    where: Address
    only: bool
    """Whether it is told of that place alone, and not of those around it."""
    event: ThingEvent

    def is_of(self, address: Address) -> bool:
        return address == self.where if self.only else address.contains(self.where)


def iterate_thing_incidents(events: Iterable[TimedEvent]) -> Iterator[ThingIncident]:
    """What befell objects and places, oldest first."""
    doing: dict[str, Do] = {}
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
