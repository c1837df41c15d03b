"""What happened, in words."""

from __future__ import annotations

from datetime import datetime

import pytest

from measures.made import BAKERY, BED, KITCHEN, SHOP, starter, terrain
from townlet.measures.text.wording import (
    FAR_TILES,
    capitalise_first,
    day_plan_heading,
    describe_hindrance,
    insight_text,
    plan_change_text,
    promise_text,
    walk_destination,
)
from townlet.memory.record import Kind, Memory, MemoryId
from townlet.world.actions import Do
from townlet.world.address import Address
from townlet.world.events import Acted, Blocked


def going(at: Address | None, tiles: int) -> str:
    """Where somebody goes who sets out from their bed on a way of so many tiles."""
    start = starter().setting.objects[BED].stands[0]
    return walk_destination(Acted("Ada Finch", (start,) * tiles, Do("going", 9, at)), terrain().doors)


def test_a_long_walk_to_another_building_has_a_goal() -> None:
    assert going(SHOP, FAR_TILES + 1) == going(BAKERY, FAR_TILES + 1) != ""
    assert going(SHOP, FAR_TILES) == ""
    assert going(KITCHEN, FAR_TILES + 1) == "", "it is in the same house"
    assert going(None, FAR_TILES + 1) == ""


@pytest.mark.parametrize("obstacle", ["closed", "full", "no way"])
def test_who_is_barred_from_a_building_is_told_with_it(obstacle: str) -> None:
    barred, lost = (describe_hindrance(Blocked("Ada Finch", at, obstacle, (0, 0))) for at in (SHOP, None))  # type: ignore[arg-type]
    assert barred.startswith(lost)
    assert barred != lost
    assert describe_hindrance(Blocked("Ada Finch", BAKERY, obstacle, (0, 0))) == barred  # type: ignore[arg-type]


def memory(text: str, kind: Kind) -> Memory:
    return Memory(MemoryId("Ada Finch", 0, 0), kind, text, datetime(2031, 4, 7), 5, "thought")


def test_memories_of_a_kind_are_told_by_what_they_hold() -> None:
    thought = memory("I have come to think that rain is near.", "reflection")
    promised = memory("I promised Bram Oake to row.", "plan")
    changed = memory("Ada Finch changed the plan and rows at 9:00 am.", "plan")
    planned = memory("On Monday April 7, Ada Finch plans: rowing at 9:00 am.", "plan")
    everything = (thought, promised, changed, planned, memory("It rains.", "observation"))
    assert [insight_text(each) for each in everything] == ["rain is near.", "", "", "", ""]
    assert [promise_text(each) for each in everything] == ["", "Bram Oake to row.", "", "", ""]
    assert [plan_change_text(each) for each in everything] == ["", "", changed.text, "", ""]
    assert [day_plan_heading(each) for each in everything] == ["", "", "", "On Monday April 7, Ada Finch", ""]


def test_a_sentence_begins_with_a_capital() -> None:
    assert (capitalise_first("ada rows."), capitalise_first(""), capitalise_first("École")) == (
        "Ada rows.",
        "",
        "École",
    )
