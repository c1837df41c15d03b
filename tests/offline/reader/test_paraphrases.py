"""Sentences of strangers' towns are read alike, however they are put, with the places of their own town."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from townlet.offline.reader.facts import Fact, Reader
from townlet.offline.reader.people import People
from townlet.offline.words import using
from townlet.offline.words.added import words_with
from townlet.town.words import places_in_words
from townlet.world.address import Address

TOWNS: dict[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("paraphrases.toml").read_text(encoding="utf-8")
)


def facts_of(town: dict[str, Any], sentence: str, who: str) -> list[Fact]:
    places = [Address(("World", name)) for name in town["places"]]
    with using(words_with(places_in_words(places))):
        return Reader(who, People(town["people"])).facts(sentence, town["now"])


def read_as(expected: dict[str, Any], fact: Fact) -> bool:
    """Whether a fact is what a sentence says."""
    return (
        (fact.kind, fact.who) == (expected["kind"], expected["who"])
        and all(word in f"{fact.about} {fact.text}".lower() for word in expected.get("about", []))
        and expected.get("place", "") in fact.place.lower()
        and expected.get("date") == (fact.when.date if "date" in expected else None)
        and expected.get("start") == (fact.when.start if "start" in expected else None)
    )


def sentences() -> Iterator[Any]:
    for name, town in TOWNS.items():
        for number, expected in enumerate(town["fact"]):
            for place, sentence in enumerate(expected["says"]):
                yield pytest.param(town, expected, sentence, id=f"{name}-{expected['kind']}{number}-{place}")


@pytest.mark.parametrize(("town", "expected", "sentence"), [*sentences()])
def test_a_sentence_is_read_as_what_it_says(town: dict[str, Any], expected: dict[str, Any], sentence: str) -> None:
    found = facts_of(town, sentence, expected["who"])
    assert any(read_as(expected, fact) for fact in found), found
