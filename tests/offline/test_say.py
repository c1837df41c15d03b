from __future__ import annotations

import datetime as dt

import pytest

from townlet.offline.reading import Reader
from townlet.offline.say import Voice, roll, tags_of

NOW = dt.datetime(2025, 5, 6, 12, 0)
READER = Reader("Ann Bo", ["Cy Du", "Eve Fox"], NOW)


def said(text: str, me: str, you: str, **more: bool) -> str:
    return Voice(me, you, NOW, full_names=True).clause(READER.memory(text)[0], vary=False, **more)


@pytest.mark.parametrize(
    ("me", "you", "clause"),
    [
        ("Ann Bo", "Cy Du", "I'm mending my net"),
        ("Cy Du", "Ann Bo", "you're mending your net"),
        ("Cy Du", "Eve Fox", "Ann Bo is mending her net"),
    ],
)
def test_a_clause_fits_speaker_and_hearer(me: str, you: str, clause: str) -> None:
    assert said("Ann Bo is mending her net.", me, you) == clause


def test_verbs_joined_by_and_agree_too() -> None:
    assert said("Ann Bo likes plums and eats them.", "Ann Bo", "Cy Du") == "I like plums and eat them"


def test_what_is_someones_is_mine_or_yours() -> None:
    text = "Ann Bo's net is torn."
    assert said(text, "Ann Bo", "Cy Du") == "my net is torn"
    assert said(text, "Cy Du", "Ann Bo") == "your net is torn"
    assert said(text, "Cy Du", "Eve Fox") == "Ann Bo's net is torn"


def test_times_are_told_from_now() -> None:
    text = "Ann Bo is giving a supper at Mill Hall on Wednesday May 7 from 6 pm to 8 pm."
    assert said(text, "Ann Bo", "Cy Du").endswith("at Mill Hall tomorrow evening from 6 to 8 pm")
    assert said(text, "Ann Bo", "Cy Du", absolute=True).endswith("on Wednesday May 7 from 6 to 8 pm")


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("Cy Du is giving a honey supper at Mill Hall.", "the honey supper"),
        ("Cy Du needs an old map of the coast for the lessons of his class.", "the old map of the coast"),
        ("Cy Du wants to learn to sail.", "learning to sail"),
        ("Cy Du hurt his shoulder.", "Cy Du's shoulder"),
        ("The ferry is going to be sold.", "the ferry"),
        ("Cy Du is going to hang lanterns.", "hanging lanterns"),
    ],
)
def test_a_topic_is_what_one_can_ask_after(text: str, topic: str) -> None:
    assert Voice("Ann Bo", "Eve Fox", NOW, full_names=True).topic(READER.memory(text)[0]) == topic


def test_ones_own_house_is_home() -> None:
    assert said("Ann Bo is mending a net at the Bo family's house.", "Ann Bo", "Cy Du") == "I'm mending a net at home"


def test_chance_depends_on_seed_and_keys_alone() -> None:
    assert roll(1, "a", "b") == roll(1, "a", "b")
    assert roll(1, "a", "b") != roll(2, "a", "b")
    assert 0 <= roll("x") < 1


def test_manners_of_speech_come_from_the_description() -> None:
    assert {"warm", "dry"} <= tags_of("Ann Bo is kind and witty.")
    assert tags_of("Ann Bo is tall.") == frozenset()
