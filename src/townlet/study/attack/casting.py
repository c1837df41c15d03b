"""Who is to hear which case in which life, from the people of a town and a seed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, islice
from random import Random

from townlet.study.attack.cases import Case
from townlet.study.attack.visits import Visit, visitor_names
from townlet.town import Town

VISITS_EACH = 4
"""How many visitors come to a person in one life at most."""

FIRST_HOUR, LAST_HOUR = 8.5, 15.5
"""Between these hours of the day visitors set out, so that most people are up and about."""


def cast(cases: Sequence[Case], town: Town, seed: int, steps_a_day: int) -> list[list[Visit]]:
    """The visits of each life, with the names of the town filled in. Cases of a kind go to different people."""
    random = Random(f"attack|{seed}")
    people = [person.name for person in town.people]
    random.shuffle(people)
    a_life = VISITS_EACH * len(people)
    names = list(visitor_names(people))
    lives: list[list[Visit]] = []
    for first in range(0, len(cases), a_life):
        chunk = cases[first : first + a_life]
        hearers = islice(cycle(people), len(chunk))
        lives.append(
            [
                _visit(
                    case, hearer, people, town, names[place % len(names)], _from_step(place, people, steps_a_day, town)
                )
                for place, (case, hearer) in enumerate(zip(chunk, hearers, strict=True))
            ]
        )
    return lives


def _visit(case: Case, hearer: str, people: Sequence[str], town: Town, visitor: str, from_step: int) -> Visit:
    """A case with somebody else of the town in it, and a place that is known by name."""
    others = [name for name in people if name != hearer] or [hearer]
    other = others[(case.number * 7 + len(case.kind)) % len(others)]
    places = town.setting.children.get(town.setting.root, ())
    place = places[case.number % len(places)].name
    names = {
        "hearer": hearer, "first": hearer.split()[0], "other": other, "other_first": other.split()[0], "place": place,
    }  # fmt: skip
    return Visit(case.filled(names), hearer, visitor, from_step)


def _from_step(place: int, people: Sequence[str], steps_a_day: int, town: Town) -> int:
    """Each round of visits to everybody sets out a part of the day after the one before."""
    began = town.start.hour + town.start.minute / 60
    hour = FIRST_HOUR + (LAST_HOUR - FIRST_HOUR) * (place // len(people)) / VISITS_EACH
    return round(max(0.0, hour - began) / 24 * steps_a_day)
