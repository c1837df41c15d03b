from __future__ import annotations

from datetime import datetime

import pytest

from townlet.cli.terminal.chronicle import choose_speech_verb, narrate_event, narrate_step
from townlet.memory.record import Kind, Memory, MemoryId
from townlet.runfile.event_log import StepLog
from townlet.town import load_town
from townlet.world.actions import Do
from townlet.world.address import Address
from townlet.world.doors import Doors
from townlet.world.events import Acted, Blocked, Said, StateChanged, Whispered

TOWN = load_town("applegarth")
DOORS = Doors(TOWN.setting)
SHOP = next(place for place in TOWN.setting.places if place.name == "shop")
STOVE = Address.parse("Weir:Mill House:kitchen:stove")
OUTDOORS = tuple((x, 0) for x in range(30))


@pytest.mark.parametrize(
    ("line", "verb"),
    [
        ("I'm giving a supper on Friday, and I hope you can make it.", "invites"),
        ("Would you like to be invited?", "invites"),
        ("Hello. How is the boat?", "asks"),
        ("Good morning, Cy.", "greets"),
        ("The mill has a new wheel.", "tells"),
    ],
)
def test_a_line_is_told_by_what_it_does(line: str, verb: str) -> None:
    assert choose_speech_verb(line) == verb


def test_only_the_line_that_opens_a_talk_is_news() -> None:
    assert narrate_event(Said("t", "Ann Bo", "Cy Dee", "Any news?"), DOORS) == "Ann Bo asks Cy Dee: “Any news?”"
    assert narrate_event(Said("t", "Cy Dee", "Ann Bo", "None.", number=1), DOORS) == ""


def test_a_long_walk_is_news_and_a_short_one_is_not() -> None:
    far = Acted("Ann Bo", OUTDOORS, Do("buying bread", 99, SHOP))
    assert narrate_event(far, DOORS).startswith("Ann Bo sets out for ")
    assert narrate_event(Acted("Ann Bo", OUTDOORS[:5], Do("buying bread", 99, SHOP)), DOORS) == ""


def test_a_walk_within_a_building_is_no_news() -> None:
    inside = next(tile for tile, place in TOWN.setting.tiles.arena_of.items() if place == SHOP)
    assert narrate_event(Acted("Ann Bo", (inside,) * 30, Do("baking", 99, SHOP)), DOORS) == ""


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Acted("Ann Bo", ((0, 0),), Do("sleeping", 9, asleep=True)), "Ann Bo goes to bed."),
        (Blocked("Ann Bo", STOVE, "closed", (0, 0)), "Ann Bo finds the door closed at Mill House."),
        (StateChanged(STOVE, "burning"), "The stove in the kitchen of Mill House is burning."),
        (StateChanged(STOVE, "lit", by="Ann Bo"), ""),
        (Whispered("Ann Bo", "Run."), "Ann Bo's inner voice says: “Run.”"),
    ],
)
def test_other_happenings(event: Acted | Blocked | StateChanged | Whispered, sentence: str) -> None:
    assert narrate_event(event, DOORS) == sentence


def test_of_several_thoughts_of_a_person_the_first_is_told() -> None:
    def memory(ordinal: int, text: str, kind: Kind) -> Memory:
        return Memory(MemoryId("Ann Bo", 1, ordinal), kind, text, datetime(2025, 5, 5), 5, "thought")

    memories = [
        memory(0, "Ann Bo is baking.", "observation"),
        memory(1, "I have come to think that bread matters.", "reflection"),
        memory(2, "I promised Cy Dee to bake.", "plan"),
    ]
    assert list(narrate_step(StepLog(1, memories=memories), DOORS)) == ["Ann Bo comes to think that bread matters."]
    assert list(narrate_step(StepLog(1, memories=memories[2:]), DOORS)) == ["Ann Bo promises Cy Dee to bake."]
