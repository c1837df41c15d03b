"""Phrases for events and memories that several reports of a run share."""

from __future__ import annotations

from townlet.cognition.wording import CHANGED_PLAN, PLANS, PROMISE_LEAD, THOUGHT_LEAD
from townlet.memory.record import Memory
from townlet.world.address import Address
from townlet.world.doors import Doors
from townlet.world.events import Acted, Blocked
from townlet.world.tree import spoken

FAR_TILES = 14
"""A longer walk to another building is reported when it begins."""

_OBSTACLES = {"closed": "finds the door closed", "full": "has to wait outside", "no way": "finds no way there"}


def walk_destination(event: Acted, doors: Doors) -> str:
    """Return the building that a long walk leads to; empty for a short walk or one within a building."""
    if event.activity.at is None or len(event.path) <= FAR_TILES:
        return ""
    building, here = building_address(event.activity.at), doors.place_at(event.path[0])
    return "" if here and building.contains(here) else spoken(building)


def describe_hindrance(event: Blocked) -> str:
    """Return what stopped a person on their way, as a predicate: 'finds the door closed at Mill Cafe'."""
    return _OBSTACLES[event.obstacle] + (f" at {spoken(building_address(event.at))}" if event.at else "")


def building_address(address: Address) -> Address:
    return Address(address.parts[:2])


def insight_text(memory: Memory) -> str:
    """Return a reflection without the words that mark it as one; empty for any other memory."""
    if memory.kind != "reflection" or not memory.text.startswith(THOUGHT_LEAD):
        return ""
    return memory.text.removeprefix(THOUGHT_LEAD)


def plan_change_text(memory: Memory) -> str:
    """Return the sentence about a plan that was changed during the day; empty for any other memory."""
    return memory.text if memory.kind == "plan" and CHANGED_PLAN in memory.text else ""


def promise_text(memory: Memory) -> str:
    """Return what a person promised, without 'I promised'; empty for any other memory."""
    mine = memory.kind == "plan" and memory.text.startswith(PROMISE_LEAD)
    return memory.text.removeprefix(PROMISE_LEAD) if mine else ""


def day_plan_heading(memory: Memory) -> str:
    """Return how a day's plan begins, such as 'On Tuesday May 6, Ann Bo', in each version; empty for other memories."""
    lead, marked, _ = memory.text.partition(PLANS)
    return lead if memory.kind == "plan" and marked else ""


def capitalise_first(text: str) -> str:
    return text[:1].upper() + text[1:]
