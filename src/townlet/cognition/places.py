"""Places in conversation (section 5.1): learning of places that somebody mentions, and knowing the way to them."""

from __future__ import annotations

import re
from math import atan2, pi

from townlet.cognition.thought import Thought
from townlet.world.address import Address
from townlet.world.setting import Setting, Tile
from townlet.world.sight import distance
from townlet.world.tree import rule_of, with_article


def hear_of_places(thought: Thought, words: str) -> None:
    """Add the sectors that are named in `words` to the agent's known tree, without what is in them.

    A name of several words may be written small, as 'in the line rooms', and one of a single word after 'the'.
    """
    known, setting = thought.agent.known, thought.view.setting
    news = [
        (place, "")
        for place in setting.children.get(setting.root, ())
        if place not in known and _names(words, place.name)
    ]
    if news:
        thought.change(known=known.learn(news))


def _names(words: str, place: str) -> bool:
    named = re.escape(place)
    said = f"(?i:{named})" if " " in place else rf"(?:{named}|(?<=\bthe )(?i:{named}))"
    return re.search(rf"(?<!\w){said}(?!\w)", words) is not None


POINTS = ("east", "south-east", "south", "south-west", "west", "north-west", "north", "north-east")
"""The points of the compass, clockwise from the east, in the order of `atan2` on tiles that count southwards."""
ROUND = 10
"""Distances are rounded to tens of steps, as people give them."""
MOST_WAYS = 3
"""The maximum number of places to which a prompt describes the way."""


def ways_to(thought: Thought, question: str) -> list[str]:
    """Return the way to each known sector that a question names: direction, distance, norms. Empty without a '?'."""
    if "?" not in question:
        return []
    setting = thought.view.setting
    sectors = thought.agent.known.children(setting.root, setting)
    named = [sector for sector in sectors if re.search(rf"(?i)\b{re.escape(sector.name)}\b", question)]
    return [way for sector in named[:MOST_WAYS] if (way := _way(thought, sector))]


def _way(thought: Thought, sector: Address) -> str:
    view = thought.view
    here, there = view.me.tile(view.step), _entrance(sector, view.setting)
    if there is None:
        return ""
    rules = rule_of(sector, view.setting)
    place = with_article(sector.name)
    if view.here is not None and sector in view.here.ancestors():
        where = "is right here"
    else:
        steps = max(ROUND, round(distance(here, there) / ROUND) * ROUND)
        where = f"is to the {point_of(here, there)}, some {steps} steps from here"
    return f"{place} {where}{f' ({rules})' if rules else ''}"


def _entrance(sector: Address, setting: Setting) -> Tile | None:
    """Return a door of a sector, or a tile of it if it has no door; None if it has no tiles."""
    doors = [tile for tile, into in setting.tiles.doors.items() if sector in into.ancestors()]
    tiles = doors or [tile for tile, arena in setting.tiles.arena_of.items() if sector in arena.ancestors()]
    return min(tiles, default=None)


def point_of(here: Tile, there: Tile) -> str:
    """Return the point of the compass in which `there` lies, seen from `here`."""
    turn = atan2(there[1] - here[1], there[0] - here[0]) / (2 * pi)
    return POINTS[round(turn * len(POINTS)) % len(POINTS)]
