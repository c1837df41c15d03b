from __future__ import annotations

import datetime as dt

import pytest

from townlet.offline.reading import Reader
from townlet.offline.talk.relation import relation
from townlet.offline.talk.scene import Scene

from .scenes import SUNDAY, TUESDAY_NOON, Person

NOW = dt.datetime(2025, 5, 6, 12, 0)
READER = Reader("Ann Bo", ["Cy Du", "Eve Fox"], NOW)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Ann Bo and Cy Du are married.", "spouse"),
        ("Ann Bo is married to Cy Du.", "spouse"),
        ("Cy Du is Ann Bo's husband.", "spouse"),
        ("Ann Bo loves her husband Cy Du.", "spouse"),
        ("Cy Du is Ann Bo and Eve Fox's son.", "home"),
        ("Cy Du is the son of Ann Bo.", "home"),
        ("Ann Bo and Cy Du are roommates.", "home"),
        ("Ann Bo and Cy Du are good friends who build boats together.", "friend"),
        ("Ann Bo knows Cy Du as the husband of Eve Fox.", "known"),
        ("Ann Bo knows Cy Du from the choir.", "known"),
        ("Ann Bo knows of Cy Du and has never met him.", "stranger"),
        ("Cy Du is mending a net.", "stranger"),
        ("Cy Du is having a drink among friends.", "stranger"),
        ("Cy Du and Eve Fox are friends.", "stranger"),
        ("Eve Fox said to me: 'Cy Du is a fine man.'", "stranger"),
        ("Cy Du said to me: 'The ferry is late today.'", "known"),
    ],
)
def test_how_two_people_stand(text: str, kind: str) -> None:
    assert relation("Ann Bo", "Cy Du", READER.memory(text)).kind == kind


@pytest.mark.parametrize(
    ("text", "feel"),
    [
        ("Ann Bo dislikes Cy Du.", "dislike"),
        ("Ann Bo is secretly in love with Cy Du.", "crush"),
        ("Ann Bo likes Cy Du.", "like"),
        ("Cy Du dislikes Ann Bo.", ""),
    ],
)
def test_feelings_are_ones_own(text: str, feel: str) -> None:
    assert relation("Ann Bo", "Cy Du", READER.memory(text)).feel == feel


def test_a_talk_that_told_nothing_makes_two_people_acquainted() -> None:
    assert relation("Ann Bo", "Cy Du", [], met=True).kind == "known"
    dora = Person("Dora Quill", last_talk=[(SUNDAY, "Ivo Lint said to me: 'So long, Dora. Mind yourself.'")])
    assert Scene(dora.fields(Person("Ivo Lint"), TUESDAY_NOON, []), 1).relation.kind == "known"
