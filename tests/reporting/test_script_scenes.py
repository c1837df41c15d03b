from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from townlet.reporting.script import ScriptBeat, arrange_by_place, arrange_by_time
from townlet.world.clock import Clock

CLOCK = Clock(datetime(2025, 5, 5))
HOUR = 360


def does(step: int, who: str, what: str, place: str = "Mill: yard") -> ScriptBeat:
    return ScriptBeat(step, place, "direction", who, f"{who} is {what}.")


def says(step: int, who: str, text: str, talk: str, place: str = "Mill: yard") -> ScriptBeat:
    return ScriptBeat(step, place, "line", who, text, talk, "Cy")


def test_an_hour_is_told_place_by_place() -> None:
    told = [does(1, "Ann", "a", "Mill"), does(2, "Cy", "b", "Inn"), does(3, "Ann", "c", "Mill")]
    assert [(scene.place, len(scene.beats)) for scene in arrange_by_place(told, CLOCK)] == [("Mill", 2), ("Inn", 1)]


def test_each_hour_begins_anew() -> None:
    told = [does(1, "Ann", "a"), does(HOUR + 1, "Ann", "b")]
    assert [scene.hour for scene in arrange_by_place(told, CLOCK)] == [0, 1]


def test_a_talk_stays_together_where_and_when_it_began() -> None:
    told = [says(359, "Ann", "Hi.", "t"), does(360, "Cy", "b"), says(361, "Cy", "Hello.", "t", "Mill: gate")]
    first, second = arrange_by_place(told, CLOCK)
    assert [beat.text for beat in first.beats] == ["Hi.", "Hello."]
    assert [beat.text for beat in second.beats] == ["Cy is b."]


def test_lines_of_two_talks_do_not_mix() -> None:
    told = [says(1, "Ann", "1", "t"), says(2, "Bo", "2", "u"), says(3, "Cy", "3", "t")]
    [scene] = arrange_by_place(told, CLOCK)
    assert [beat.text for beat in scene.beats] == ["1", "3", "2"]


def test_going_on_with_the_same_is_told_once() -> None:
    told = [does(1, "Ann", "a"), does(9, "Ann", "a"), does(12, "Ann", "b"), does(20, "Ann", "a")]
    [scene] = arrange_by_place(told, CLOCK)
    assert [beat.text for beat in scene.beats] == ["Ann is a.", "Ann is b.", "Ann is a."]


def test_a_walk_is_told_once_however_often_it_is_taken_up() -> None:
    walk = "Ann sets out for the inn."
    told = [
        replace(does(step, "Ann", "", place), text=walk) for step, place in ((1, "Mill: yard"), (9, "out of doors"))
    ]
    assert [beat.text for scene in arrange_by_place([*told, does(20, "Ann", "a")], CLOCK) for beat in scene.beats] == [
        walk,
        "Ann is a.",
    ]


def test_an_itinerary_keeps_to_the_order_of_time() -> None:
    told = [does(1, "Ann", "a", "Mill"), does(2, "Ann", "b", "Inn"), does(3, "Ann", "c", "Mill")]
    assert [scene.place for scene in arrange_by_time(told, CLOCK)] == ["Mill", "Inn", "Mill"]
