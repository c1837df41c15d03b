"""Made-up people and places for the tests of the offline model's thought."""

from __future__ import annotations

from townlet.language.prompt import Field

Fields = dict[str, Field]

MONDAY_EVENING = "Monday May 5 2025, 8:00 pm"
TUESDAY = "Tuesday May 6 2025, 7:00 am"
WEDNESDAY = "Wednesday May 7 2025, 7:00 am"
HOME = ["Bo house: bedroom", "Bo house: kitchen", "Bo house: living room", "Bo house: bathroom"]
TOWN = {
    "Reed Hall: hall": "open from 9 am to 10 pm",
    "Crooked Oar Pub: taproom": "open from 11 am to 11 pm; a place for the evening",
    "Tin Kettle Cafe: cafe": "open from 7 am to 6 pm",
    "Corner Store: shop": "open from 9 am to 5 pm",
    "Willow Park: meadow": "",
    "Dell Library: reading room": "open from 9 am to 6 pm",
}
PLACES: list[Field] = [{"name": name, "rule": rule} for name, rule in [*TOWN.items(), *((room, "") for room in HOME)]]
SUPPER = "the fish supper at Reed Hall on Wednesday May 7 from 6 pm to 8 pm"


def memories(*texts: str, when: str = MONDAY_EVENING) -> list[Field]:
    """Memories as prompts show them, numbered from 1."""
    return [{"n": n, "when": when, "text": text} for n, text in enumerate(texts, 1)]


PEOPLE: list[Field] = [
    {"name": name, "pronoun": pronoun}
    for name, pronoun in [
        ("Cy Day", "he"),
        ("Cy Du", "he"),
        ("Cy Vale", "he"),
        ("Eve Fay", "she"),
        ("Eve Fox", "she"),
        ("Gus Bo", "he"),
    ]
]


def day_fields(*texts: str, now: str = TUESDAY, trade: str = "a clockmaker", **more: Field) -> Fields:
    """The fields of `day_plan` for Ann Bo."""
    return {
        "name": "Ann Bo",
        "summary": f"Ann Bo (age: 40) is kind and outgoing. Ann Bo is {trade}.",
        "now": now,
        "wakes": "7:00 am",
        "sleeps": "11:00 pm",
        "dines": "6:00 pm",
        "home": "Bo house",
        "workplace": "",
        "yesterday": [],
        "memories": memories(*texts),
        "places": PLACES,
        "pronouns": [{"name": str(more.get("name", "Ann Bo")), "pronoun": "she"}, *PEOPLE],
        **more,
    }
