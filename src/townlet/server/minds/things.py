"""Objects and places at a moment: their state, who uses them, their rules, and what has become of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from townlet.server.protocol import ThingEvent, ThingNow
from townlet.study.past import Happened, Past
from townlet.world.address import Address
from townlet.world.doors import Doors
from townlet.world.events import Acted, Announced, Arrived, StateChanged
from townlet.world.tree import norms_in_words, spoken

LONGEST_HISTORY = 50


def thing_now(past: Past, doors: Doors, address: Address, step: int) -> ThingNow:
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
    history = [*_history(past.between(0, step), address)][::-1]
    kept = list(islice(history, LONGEST_HISTORY))
    return ThingNow(address=str(address), state=state, users=sorted(users), norms=norms, history=kept)


def _history(events: Iterable[Happened], address: Address) -> Iterator[ThingEvent]:
    """What befell a thing and all that is in it, oldest first."""
    doing: dict[str, Acted] = {}
    for step, _, event in events:
        match event:
            case Acted():
                doing[event.agent] = event
            case Arrived(agent) if _is_for(doing[agent], address):
                yield ThingEvent(step=step, text=f"{agent} is {doing[agent].activity.doing}")
            case StateChanged(changed, state, by) if address.contains(changed):
                made = f" ({by})" if by else ""
                yield ThingEvent(step=step, text=f"{spoken(changed)} is {state}{made}")
            case Announced(place, text) if place == address:
                yield ThingEvent(step=step, text=text)


def _is_for(act: Acted, address: Address) -> bool:
    return act.activity.at is not None and address.contains(act.activity.at)
