"""Attention checks: whether a rater reads what they are told, and has looked at what they were to watch."""

from __future__ import annotations

from random import Random

from townlet.study.past import Past
from townlet.study.rating.chance import chance
from townlet.study.rating.tasks import Choose, Order
from townlet.world.address import Address
from townlet.world.doors import Doors

WATCHED, READ = "watched", "read"
"""The ids of the two checks."""

OPTIONS = 4
"""How many places there are to choose from."""
QUARTER = 15
"""Minutes: somebody counts as having been in a place if they were there a quarter of an hour before and after, too."""

_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def told_order(count: int, draw: Random) -> Order:
    """Texts that each say where they belong."""
    right = draw.sample(range(count), count)
    names = [*_PLACES[: count - 1], "last"]
    texts = [""] * count
    for name, place in zip(names, right, strict=True):
        texts[place] = f"Please put this answer {name}."
    asked = "This one is only to see that instructions are read. Each answer says where it belongs."
    return Order(id=READ, asked=asked, texts=tuple(texts), right=tuple(right))


def whereabouts(past: Past, person: str, *words: object) -> Choose | None:
    """Where somebody was at a moment of the day, worked out from the run; None if they never stayed anywhere awake.

    `words` name the draw.
    """
    draw, stays = chance("watched", person, *words), _stays(past, person)
    sectors = sorted({address.parts[1] for address in past.town.setting.places if address.depth > 1})
    if not stays or len(sectors) < 2:
        return None
    step, place = draw.choice(stays)
    others = [sector for sector in sectors if sector != place]
    options = [place, *draw.sample(others, min(OPTIONS - 1, len(others)))]
    draw.shuffle(options)
    time = past.clock.at(step)
    clock = f"{time.hour % 12 or 12}:{time.minute:02d} {'am' if time.hour < 12 else 'pm'} on {time:%A}"
    asked = f"Where was {person} at {clock}? You may look it up in the replay."
    return Choose(id=WATCHED, asked=asked, options=tuple(options), right=options.index(place))


def _stays(past: Past, person: str) -> list[tuple[int, str]]:
    """The quarters of hours at which somebody was up, and in the same sector before and after."""
    quarter, doors = past.clock.steps(QUARTER), Doors(past.town.setting)
    # In the very first step people only move in, so the earliest sight is after it.
    steps = range(quarter, past.until, quarter)
    sectors = [_sector(past, doors, person, step) for step in steps]
    between = zip(sectors, sectors[1:], sectors[2:], steps[1:], strict=False)
    return [(step, here) for before, here, after, step in between if here and before == here == after]


def _sector(past: Past, doors: Doors, person: str, step: int) -> str:
    """Where somebody is at a step; empty for out of doors, for who is asleep and who is not there."""
    body = past.at(step).world.bodies.get(person)
    if body is None or body.asleep:
        return ""
    place: Address | None = doors.place_at(body.tile(step))
    return place.parts[1] if place and place.depth > 1 else ""
