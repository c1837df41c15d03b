"""A secret stays with its keeper."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

import pytest

from townlet.measures.record import RunRecord
from townlet.runfile.traces import SpokenLine

from .lives import Life

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("island")]

Island = Mapping[int, Life]

_SMALL = "a an the is has of for with on to and his her their he she they at"


def pairs_of_words(sentence: str) -> set[tuple[str, str]]:
    """Neighbouring words that say more than how a sentence is built."""
    small = set(_SMALL.split())
    words = [word for word in re.findall(r"[a-z']+", sentence.lower()) if word != "secretly"]
    return {(one, two) for one, two in pairwise(words) if not {one, two} & small}


def secrets(record: RunRecord) -> Iterator[tuple[str, str, set[tuple[str, str]]]]:
    """Who keeps what from whom, as the words that would give it away."""
    for person in record.people:
        open_words = {pair for seed in person.seeds if "secretly" not in seed for pair in pairs_of_words(seed)}
        for seed in person.seeds:
            for other in record.people:
                if "secretly" in seed and other is not person and other.name in seed:
                    bare = seed.replace(person.name, "").replace(other.name, "")
                    yield person.name, other.name, pairs_of_words(bare) - open_words


def test_a_secret_does_not_reach_its_subject_by_its_keepers_mouth(island: Island, candidacy: Life) -> None:
    for record in (*(life.record for life in island.values()), candidacy.record):
        kept = list(secrets(record))
        assert kept
        for keeper, subject, words in kept:
            heard = [line.text for line in record.lines if line.speaker == keeper and subject in reached(line)]
            assert [text for text in heard if words & pairs_of_words(text)] == []


def reached(line: SpokenLine) -> tuple[str, ...]:
    """Everybody who heard a line."""
    return (line.to, *line.hearers)
