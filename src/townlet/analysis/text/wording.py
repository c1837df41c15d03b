"""Wordings of what happened in a run, wherever it is told."""

from __future__ import annotations

from townlet.memory.record import Memory
from townlet.world.address import Address
from townlet.world.doors import Doors
from townlet.world.events import Acted, Blocked
from townlet.world.tree import spoken

FAR_TILES = 14
"""A walk of more tiles, to another building, is worth telling when it begins."""

_OBSTACLES = {"closed": "finds the door closed", "full": "has to wait outside", "no way": "finds no way there"}
_THOUGHT = "I have come to think that "
_PROMISE = "I promised "


def walk_destination(event: Acted, doors: Doors) -> str:
    """The building that a long walk leads to; empty for a short one, or within one building."""
    if event.activity.at is None or len(event.path) <= FAR_TILES:
        return ""
    building, here = building_address(event.activity.at), doors.place_at(event.path[0])
    return "" if here and building.contains(here) else spoken(building)


def describe_hindrance(event: Blocked) -> str:
    """How somebody did not get where they were going: what follows their name."""
    return _OBSTACLES[event.obstacle] + (f" at {spoken(building_address(event.at))}" if event.at else "")


def building_address(address: Address) -> Address:
    return Address(address.parts[:2])


def insight_text(memory: Memory) -> str:
    """What somebody came to think, without the words that mark it as a thought; empty for any other memory."""
    if memory.kind != "reflection" or not memory.text.startswith(_THOUGHT):
        return ""
    return memory.text.removeprefix(_THOUGHT)


def plan_change_text(memory: Memory) -> str:
    """The sentence of a plan changed in the middle of the day; empty for any other memory."""
    return memory.text if memory.kind == "plan" and " changed the plan and " in memory.text else ""


def promise_text(memory: Memory) -> str:
    """What somebody gave their word on: what follows 'promises'; empty for any other memory."""
    mine = memory.kind == "plan" and memory.text.startswith(_PROMISE)
    return memory.text.removeprefix(_PROMISE) if mine else ""


def planned_day_lead(memory: Memory) -> str:
    """For the plan of a day, whose and which day it is: plans that say the same follow one another."""
    lead, marked, _ = memory.text.partition(" plans: ")
    return lead if memory.kind == "plan" and marked else ""


def capitalise_first(text: str) -> str:
    return text[:1].upper() + text[1:]
