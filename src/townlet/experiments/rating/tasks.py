"""What somebody with a link is asked to do, as it is written down when they begin."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from random import Random
from typing import Annotated, Literal, TypeVar

from pydantic import Field

from townlet.experiments.rating.rated_answers import RatedAnswers, RatedQuestion
from townlet.runfile.history import WorldHistory
from townlet.town.toml_file import StrictModel
from townlet.world.address import Address
from townlet.world.doors import Doors

Shuffled = TypeVar("Shuffled")


def make_seeded_random(*words: object) -> Random:
    """A generator of its own for what these words name."""
    return Random(int.from_bytes(hashlib.sha256("/".join(map(str, words)).encode()).digest()[:8], "big"))


def shuffle_by_words(things: Sequence[Shuffled], *words: object) -> list[Shuffled]:
    """The things in an order drawn for these words."""
    return make_seeded_random(*words).sample(things, len(things))


class ChooseTask(StrictModel):
    """An attention check: one question about what was watched, with one right answer."""

    kind: Literal["choose"] = "choose"
    id: str
    asked: str
    options: tuple[str, ...]
    right: int
    """The place of the right option, from 0."""


class OrderTask(StrictModel):
    """Answers to be put into an order, shown as they stand here, under letters."""

    kind: Literal["order"] = "order"
    id: str
    """Of the question in the battery, or of the attention check."""
    category: str = ""
    asked: str
    texts: tuple[str, ...]
    conditions: tuple[str, ...] = ()
    """Whose each text is; empty for an attention check."""
    right: tuple[int, ...] = ()
    """Of an attention check: the places of the texts in the order that is asked for."""


class WriteTask(StrictModel):
    """A question that an author answers in somebody's place."""

    kind: Literal["write"] = "write"
    id: str
    category: str = ""
    asked: str


RatingTask = Annotated[ChooseTask | OrderTask | WriteTask, Field(discriminator="kind")]

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""By which texts are called, in the order in which they are shown."""


WATCHED_CHECK, READ_CHECK = "watched", "read"
"""The ids of the two checks."""

PLACE_OPTIONS = 4
"""How many places there are to choose from."""
QUARTER_MINUTES = 15
"""Minutes: somebody counts as having been in a place if they were there a quarter of an hour before and after, too."""

_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def make_reading_check(count: int, draw: Random) -> OrderTask:
    """Texts that each say where they belong."""
    right = draw.sample(range(count), count)
    names = [*_PLACES[: count - 1], "last"]
    texts = [""] * count
    for name, place in zip(names, right, strict=True):
        texts[place] = f"Please put this answer {name}."
    asked = "This one is only to see that instructions are read. Each answer says where it belongs."
    return OrderTask(id=READ_CHECK, asked=asked, texts=tuple(texts), right=tuple(right))


def make_watching_check(past: WorldHistory, person: str, *words: object) -> ChooseTask | None:
    """Where somebody was at a moment of the day, worked out from the run; None if they never stayed anywhere awake.

    `words` name the draw.
    """
    draw, stays = make_seeded_random("watched", person, *words), _quarters_stayed(past, person)
    sectors = sorted({address.parts[1] for address in past.town.setting.places if address.depth > 1})
    if not stays or len(sectors) < 2:
        return None
    step, place = draw.choice(stays)
    others = [sector for sector in sectors if sector != place]
    options = [place, *draw.sample(others, min(PLACE_OPTIONS - 1, len(others)))]
    draw.shuffle(options)
    time = past.clock.at(step)
    clock = f"{time.hour % 12 or 12}:{time.minute:02d} {'am' if time.hour < 12 else 'pm'} on {time:%A}"
    asked = f"Where was {person} at {clock}? You may look it up in the replay."
    return ChooseTask(id=WATCHED_CHECK, asked=asked, options=tuple(options), right=options.index(place))


def _quarters_stayed(past: WorldHistory, person: str) -> list[tuple[int, str]]:
    """The quarters of hours at which somebody was up, and in the same sector before and after."""
    quarter, doors = past.clock.steps(QUARTER_MINUTES), Doors(past.town.setting)
    # In the very first step people only move in, so the earliest sight is after it.
    steps = range(quarter, past.until, quarter)
    sectors = [_sector_at(past, doors, person, step) for step in steps]
    between = zip(sectors, sectors[1:], sectors[2:], steps[1:], strict=False)
    return [(step, here) for before, here, after, step in between if here and before == here == after]


def _sector_at(past: WorldHistory, doors: Doors, person: str, step: int) -> str:
    """Where somebody is at a step; empty for out of doors, for who is asleep and who is not there."""
    body = past.at(step).world.bodies.get(person)
    if body is None or body.asleep:
        return ""
    place: Address | None = doors.place_at(body.tile(step))
    return place.parts[1] if place and place.depth > 1 else ""


def assign_person(number: int, people: Sequence[str], seed: int) -> str:
    """Whom the rater of this number (from 0) rates: everybody once, in an order drawn anew for each round."""
    turn, place = divmod(number, len(people))
    return shuffle_by_words(people, "rating", seed, "people", turn)[place]


def assign_questions(number: int, answers: RatedAnswers, seed: int, per: int = 1) -> list[RatedQuestion]:
    """The questions that a rater sees: so many of each category, the categories in an order of their own.

    Each category's questions are dealt out in turn, to one rater of a person after the other, beginning at another one
    for each person: so each question comes about equally often, for each person and over all.
    """
    people = list(answers.people)
    person, turn = assign_person(number, people, seed), number // len(people)
    found: list[RatedQuestion] = []
    for category, items in answers.categories(person).items():
        deck = shuffle_by_words(items, "rating", seed, "questions", category)
        first = shuffle_by_words(people, "rating", seed, "first", category).index(person) + turn * per
        found += [deck[(first + place) % len(deck)] for place in range(min(per, len(deck)))]
    return shuffle_by_words(found, "rating", seed, "order", number)


def assign_tasks(
    number: int, answers: RatedAnswers, seed: int, per: int = 1, watched: ChooseTask | None = None
) -> list[RatingTask]:
    """All that a rater does after watching: the check of that, then questions, with the check of reading among them."""
    orders = [
        _blind_task(item, answers.conditions, number, seed) for item in assign_questions(number, answers, seed, per)
    ]
    draw = make_seeded_random("rating", seed, "check", number)
    orders.insert(draw.randint(1, len(orders)), make_reading_check(len(answers.conditions), draw))
    return [*([watched] if watched else []), *orders]


def _blind_task(item: RatedQuestion, conditions: Sequence[str], number: int, seed: int) -> OrderTask:
    shown = shuffle_by_words(conditions, "rating", seed, "letters", number, item.question)
    return OrderTask(
        id=item.question,
        category=item.category,
        asked=item.asked,
        texts=tuple(item.answers[condition] for condition in shown),
        conditions=tuple(shown),
    )
