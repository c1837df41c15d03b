"""Where an activity is done: where its things are, here if it can be done here, never in somebody else's room."""

from __future__ import annotations

import pytest

from townlet.cognition.answers import Choice
from townlet.language.prompt import Field
from townlet.offline.place import place

HERE = "Bo house: bedroom"
OPTIONS: list[Field] = [
    {"name": "Bo house: bedroom", "holds": "a bed, a closet, a desk", "rule": ""},
    {"name": "Bo house: kitchen", "holds": "a stove, a sink", "rule": ""},
    {"name": "Bo house: bathroom", "holds": "a shower, a sink", "rule": ""},
    {"name": "Willow Park: meadow", "holds": "a bench, a pond", "rule": ""},
    {"name": "Tin Kettle Cafe: cafe", "holds": "a counter, seating", "rule": ""},
    {"name": "Corner Store: shop", "holds": "shelves, a counter", "rule": ""},
]


def chosen(activity: str, options: list[Field] | None = None, here: str = HERE) -> str:
    fields: dict[str, Field] = {
        "name": "Ann Bo",
        "now": "",
        "activity": activity,
        "here": here,
        "options": options or OPTIONS,
    }
    return Choice.model_validate(place(fields, 1)).choice


@pytest.mark.parametrize(
    ("activity", "where"),
    [
        ("making toast and eggs", "Bo house: kitchen"),
        ("sleeping", "Bo house: bedroom"),
        ("taking a shower", "Bo house: bathroom"),
        ("going for a run", "Willow Park: meadow"),
        ("shopping for groceries", "Corner Store: shop"),
        ("having a coffee and watching people", "Tin Kettle Cafe: cafe"),
        ("meeting Cy Du at the Tin Kettle Cafe", "Tin Kettle Cafe: cafe"),
    ],
)
def test_an_activity_is_done_where_its_things_are(activity: str, where: str) -> None:
    assert chosen(activity) == where


def test_one_stays_where_it_can_be_done() -> None:
    options: list[Field] = [
        {"name": f"{house}: kitchen", "holds": "a stove", "rule": ""} for house in ("Du house", "Bo house")
    ]
    assert chosen("cooking dinner", options, "Bo house: kitchen") == "Bo house: kitchen"


def test_one_does_not_sleep_in_anothers_room() -> None:
    options: list[Field] = [{"name": f"{who}'s room", "holds": "a bed", "rule": ""} for who in ("Cy Du", "Ann Bo")]
    assert chosen("sleeping", options, "") == "Ann Bo's room"
