"""Two hundred facts of five towns, each in five paraphrases, with their right values written before they were read.

A fact `is`: its kind; `who` it is about and `with` whom; words of the `thing`; its `place`; its `date`, and `start` and
`end` in minutes; `secret`. The kind 'work' is a stretch of hours, and 'any' leaves the kind open.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from townlet.offline.reader.facts import Fact, Reader
from townlet.offline.reader.people import People
from townlet.offline.readings import UNREAD, defect_of
from townlet.offline.words import using
from townlet.offline.words.added import words_with
from townlet.town.prose import sentences_of, stand_alone
from townlet.town.words import places_in_words
from townlet.world.address import Address

TOWNS: dict[str, dict[str, Any]] = {
    file.stem: tomllib.loads(file.read_text(encoding="utf-8"))
    for file in sorted(Path(__file__).with_name("towns").glob("*.toml"))
}
LEAST, MOST_WRONG = 0.9, 0.02
"""The shares of sentences that are read right, and that are read as something else and not told."""
ALIKE = {
    "wish": {"wish", "hope", "plan"},
    "worry": {"worry", "fear"},
    "work": {"habit", "trade", "thing"},
}
"""Kinds of facts by which people do the same."""


def facts_of(town: dict[str, Any], written: str, who: str) -> list[Fact]:
    """What a sentence of somebody's description is read as."""
    places = [Address(("World", name)) for name in town["places"]]
    reader = Reader(who, People(town["people"]))
    with using(words_with(places_in_words(places))):
        alone = stand_alone(sentences_of(written), who, town["people"][who])
        return [fact for sentence in alone for fact in reader.facts(sentence, town["now"])]


def is_right(right: dict[str, Any], fact: Fact) -> bool:
    """Whether a fact is what a sentence says."""
    kinds = ALIKE.get(right["kind"], {right["kind"]})
    about = (fact.about or fact.text).lower()
    named = {fact.who, *fact.people}
    return (
        (right["kind"] == "any" or fact.kind in kinds)
        and (fact.who == right["who"] or (bool(right.get("with")) and right["who"] in named))
        and named.issuperset(right.get("with", []))
        and all(word in about for word in right.get("thing", []))
        and (right["kind"] not in ("event", "need") or right.get("place", "?") not in about)
        and right.get("place", "") in fact.place.lower()
        and all(right[key] == value for key, value in _hours(fact).items() if key in right)
        and fact.secret >= right.get("secret", False)
    )


def _hours(fact: Fact) -> dict[str, Any]:
    """The day and the minutes of a fact; midnight is the same whether it begins or ends a day."""
    start, end = (None if each is None else each % (24 * 60) for each in (fact.when.start, fact.when.end))
    return {"date": fact.when.date, "start": start, "end": end}


def outcome(town: dict[str, Any], right: dict[str, Any], written: str) -> str:
    """'right', 'told' if the check says that people do not act on it, or else 'wrong'."""
    facts = facts_of(town, written, right["who"])
    if any(is_right(right, fact) for fact in facts):
        return "right"
    return "told" if all(fact.kind in UNREAD or defect_of(fact) for fact in facts) else "wrong"


def sentences(town: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    for fact in town["fact"]:
        for written in fact["says"]:
            yield fact["is"], written


@pytest.mark.parametrize("name", TOWNS)
def test_most_sentences_of_a_town_are_read_right_and_nearly_all_others_told(name: str) -> None:
    found = Counter(outcome(TOWNS[name], right, written) for right, written in sentences(TOWNS[name]))
    assert found["right"] >= LEAST * found.total()
    assert found["wrong"] <= MOST_WRONG * found.total()


if __name__ == "__main__":
    import sys

    for name, town in TOWNS.items():
        found = Counter(outcome(town, right, written) for right, written in sentences(town))
        print(f"{name:10} {dict(found)} of {found.total()}")
        if name in sys.argv[1:]:
            for right, written in sentences(town):
                if (how := outcome(town, right, written)) != "right":
                    facts = facts_of(town, written, right["who"])
                    print(f"{how:5} {right['kind']:8} {written}")
                    for f in facts:
                        print(f"        {f.kind} | {f.about} | {f.place} | {f.when.date} {f.when.start} {f.when.end}")
