"""How people stand to each other shows in their talk."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path

import pytest

from townlet.measures.record import RunRecord
from townlet.runfile.traces import SpokenLine, TalkTranscript
from townlet.town import Town, town_files, town_from_files

from .lives import Life, lived, remembered

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("island")]

Island = Mapping[int, Life]

SEEDS = (1, 2)


def between(record: RunRecord, one: str, other: str) -> list[TalkTranscript]:
    """The talks of two people in the order in which they were held."""
    found = [talk for talk in record.talks if {one, other} <= set(talk.participants)]
    return sorted(found, key=lambda talk: talk.lines[0].step)


def introduces(line: SpokenLine) -> bool:
    """Whether the speaker says their own name."""
    first = re.escape(line.speaker.split()[0])
    return bool(re.search(rf"\b(?:I'm|I am|name is|name's|this is|call me) {first}\b", line.text, re.IGNORECASE))


def mentions(record: RunRecord, one: str, other: str) -> bool:
    """Whether somebody's own story names another."""
    return any(other in seed for person in record.people if person.name == one for seed in person.seeds)


def strangers(record: RunRecord) -> Iterator[tuple[str, str]]:
    for one, other in combinations([person.name for person in record.people], 2):
        if not mentions(record, one, other) and not mentions(record, other, one):
            yield one, other


def acquaintances(record: RunRecord) -> Iterator[tuple[str, str]]:
    for one, other in combinations([person.name for person in record.people], 2):
        if mentions(record, one, other) and mentions(record, other, one):
            yield one, other


def test_strangers_introduce_themselves_when_they_first_talk_and_never_again(candidacy: Life) -> None:
    met = 0
    for pair in strangers(candidacy.record):
        for place, talk in enumerate(between(candidacy.record, *pair)):
            met += 1
            assert any(introduces(line) for line in talk.lines) == (place == 0), talk.lines[0].text
    assert met


def test_in_a_small_town_nobody_is_a_stranger(island: Island) -> None:
    talks = [
        talk for life in island.values() for pair in strangers(life.record) for talk in between(life.record, *pair)
    ]
    assert talks
    assert not any(introduces(line) for talk in talks for line in talk.lines)


def test_who_knows_another_does_not_introduce_themselves(island: Island) -> None:
    for life in island.values():
        for pair in acquaintances(life.record):
            assert not [line.text for talk in between(life.record, *pair) for line in talk.lines if introduces(line)]


def asks_after(record: RunRecord, talks: list[TalkTranscript], place: int) -> bool:
    """Whether in a talk somebody asks about something that the other said in an earlier one, and had it shown."""
    for line in talks[place].lines:
        if "?" not in line.text:
            continue
        earlier = [old for talk in talks[:place] for old in talk.lines if old.speaker == line.to]
        shown = {memory.utterance for memory in record.remembered.shown(line)}
        words = record.vocabulary.stems(line.text)
        if any(old.utterance in shown and words & record.vocabulary.stems(old.text) for old in earlier):
            return True
    return False


def test_at_a_second_meeting_one_asks_after_what_the_other_said(island: Island) -> None:
    found = [
        asks_after(life.record, talks, place)
        for life in island.values()
        for pair in combinations([person.name for person in life.record.people], 2)
        for talks in [between(life.record, *pair)]
        for place in range(1, len(talks))
    ]
    assert sum(found) >= len(found) / 6, (sum(found), len(found))


def test_strangers_come_back_to_what_was_said(island: Island, tmp_path: Path) -> None:
    """Few of a village of eight are strangers and meet twice: it takes more lives than three to see it."""
    more = (lived("ternholm", tmp_path / f"{seed}.townlet", 2, seed) for seed in (4, 5, 6))
    assert any(
        asks_after(life.record, talks, place)
        for life in (*island.values(), *more)
        for pair in strangers(life.record)
        for talks in [between(life.record, *pair)]
        for place in range(1, len(talks))
    )


def estranged() -> Town:
    """The town of four in which two friends cannot stand each other."""
    files = town_files("applegarth")
    for file, friends, foes in (
        (
            "people/bea_winters.toml",
            "Bea Winters and Nell Hart are friends, because Bea Winters buys a seed roll every morning",
            "Bea Winters dislikes Nell Hart, because Nell Hart laughed at her spectacles",
        ),
        (
            "people/nell_hart.toml",
            "Nell Hart and Bea Winters are friends, because Bea Winters buys a seed roll every morning",
            "Nell Hart dislikes Bea Winters, because Bea Winters spoke ill of her bread",
        ),
    ):
        text = files[file].decode()
        assert friends in text
        files[file] = text.replace(friends, foes).encode()
    return town_from_files(files)


@pytest.fixture(scope="module")
def friendly(runs: Path) -> list[RunRecord]:
    return [lived("applegarth", runs / f"friends{seed}.townlet", 1.6, seed).record for seed in SEEDS]


@pytest.fixture(scope="module")
def hostile(runs: Path) -> list[RunRecord]:
    return [lived(estranged(), runs / f"foes{seed}.townlet", 1.6, seed).record for seed in SEEDS]


def spoken_lines(records: list[RunRecord]) -> list[SpokenLine]:
    """What the two say to each other."""
    return [line for each in records for talk in between(each, "Bea Winters", "Nell Hart") for line in talk.lines]


def test_people_who_dislike_each_other_talk_less(friendly: list[RunRecord], hostile: list[RunRecord]) -> None:
    assert len(spoken_lines(hostile)) < 0.7 * len(spoken_lines(friendly))


def promises(records: list[RunRecord]) -> int:
    """How often one promised the other to come to the picnic."""
    told = [remembered(record, "Bea Winters", "I promised", "picnic") for record in records]
    return sum(map(len, told))


def test_an_invitation_from_somebody_disliked_is_not_accepted(
    friendly: list[RunRecord], hostile: list[RunRecord]
) -> None:
    assert promises(friendly)
    assert not promises(hostile)
