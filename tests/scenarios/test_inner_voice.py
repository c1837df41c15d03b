"""An inner voice becomes an intention, and the family hears of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from townlet.engine.commands import Whisper
from townlet.measures.record import RunRecord

from .lives import HOUR, Life, remembered, telling, whispered_to

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("inner voice")]

HEARD_AT = 6 * HOUR


@pytest.fixture(scope="module")
def balloon(runs: Path) -> Life:
    """The first day of the town of four, in which a carpenter hears at 6 that he will learn to fly."""
    voice = Whisper("Owen Hart", "You are going to learn to fly a hot air balloon with Jonah in June.")
    return whispered_to("applegarth", runs / "balloon.townlet", voice, 6)


def hearers(record: RunRecord, speaker: str, intention: str, word: str) -> set[str]:
    """Whom somebody told of an intention."""
    about = {memory.id for memory in remembered(record, speaker, intention)}
    return {line.to for line in telling(record, about, word) if line.speaker == speaker}


def test_a_voice_becomes_an_intention_in_the_words_of_a_memory(candidacy: Life) -> None:
    made = [memory for memory in candidacy.record.remembered.by_step() if memory.source == "inner voice"]
    assert [memory.text for memory in made] == ["John Lin is going to run against Sam Moore in the upcoming election."]
    assert (made[0].id.agent, made[0].id.step, made[0].importance) == ("John Lin", HEARD_AT, 8)


def test_the_family_is_told_by_the_end_of_the_day(candidacy: Life) -> None:
    told = hearers(candidacy.record, "John Lin", "going to run against Sam", "election")
    assert {"Mei Lin", "Eddy Lin"} <= told


def test_nobody_tells_the_rival_that_it_was_a_voice(candidacy: Life) -> None:
    assert not [line for line in candidacy.record.lines if "inner voice" in line.text.lower()]


def test_it_is_told_to_the_spouse_in_the_town_of_four(balloon: Life) -> None:
    intention = "Owen Hart is going to learn to fly a hot air balloon with Jonah Reed in June."
    assert [memory.text for memory in balloon.record.remembered.by_step() if memory.source == "inner voice"] == [
        intention
    ]
    assert "Nell Hart" in hearers(balloon.record, "Owen Hart", intention, "balloon")
