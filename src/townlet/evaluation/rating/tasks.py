"""The tasks of raters and authors, and their random assignment with attention checks."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Annotated, Literal

from pydantic import Field

from townlet.evaluation.randomisation import make_seeded_random, shuffle_by_words
from townlet.evaluation.rating.rated_answers import RatedAnswers, RatedQuestion
from townlet.runfile.history import WorldHistory
from townlet.town.toml_file import StrictModel
from townlet.world.address import Address
from townlet.world.doors import Doors


class ChooseTask(StrictModel):
    """An attention check: a question about the replay that has one right answer."""

    kind: Literal["choose"] = "choose"
    id: str
    asked: str
    options: tuple[str, ...]
    right: int
    """The index of the right option."""


class OrderTask(StrictModel):
    """A ranking task: answers to put in order, shown under letters in the order given here."""

    kind: Literal["order"] = "order"
    id: str
    """The id of the question in the battery, or of the attention check."""
    category: str = ""
    asked: str
    texts: tuple[str, ...]
    conditions: tuple[str, ...] = ()
    """The condition of each text; empty for an attention check."""
    right: tuple[int, ...] = ()
    """For an attention check, the indices of the texts in the order asked for; otherwise empty."""


class WriteTask(StrictModel):
    """A writing task: a question that an author answers in a person's place."""

    kind: Literal["write"] = "write"
    id: str
    category: str = ""
    asked: str


RatingTask = Annotated[ChooseTask | OrderTask | WriteTask, Field(discriminator="kind")]

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The letters under which texts are shown, in order."""


WATCHED_CHECK, READ_CHECK = "watched", "read"
"""The ids of the two attention checks, on watching the replay and on reading instructions."""

PLACE_OPTIONS = 4
"""How many places the watching check offers."""
QUARTER_MINUTES = 15
"""The watching check asks only about moments at which the person was in the same place this long before and after."""

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def make_reading_check(count: int, rng: Random) -> OrderTask:
    """Return an attention check whose texts say in which place to put them."""
    right = rng.sample(range(count), count)
    names = [*_ORDINALS[: count - 1], "last"]
    texts = [""] * count
    for name, place in zip(names, right, strict=True):
        texts[place] = f"Please put this answer {name}."
    asked = "This one is only to see that instructions are read. Each answer says where it belongs."
    return OrderTask(id=READ_CHECK, asked=asked, texts=tuple(texts), right=tuple(right))


def make_watching_check(past: WorldHistory, person: str, *words: object) -> ChooseTask | None:
    """Return an attention check on where a person was at a moment of the replay.

    `words` seed the draw. Return None if the person was never awake in one place for long enough.
    """
    rng, stays = make_seeded_random("watched", person, *words), _quarters_stayed(past, person)
    sectors = sorted({address.parts[1] for address in past.town.setting.places if address.depth > 1})
    if not stays or len(sectors) < 2:
        return None
    step, place = rng.choice(stays)
    others = [sector for sector in sectors if sector != place]
    options = [place, *rng.sample(others, min(PLACE_OPTIONS - 1, len(others)))]
    rng.shuffle(options)
    time = past.clock.at(step)
    clock = f"{time.hour % 12 or 12}:{time.minute:02d} {'am' if time.hour < 12 else 'pm'} on {time:%A}"
    asked = f"Where was {person} at {clock}? You may look it up in the replay."
    return ChooseTask(id=WATCHED_CHECK, asked=asked, options=tuple(options), right=options.index(place))


def _quarters_stayed(past: WorldHistory, person: str) -> list[tuple[int, str]]:
    """Return the quarter hours at which a person was awake and in the same sector before and after."""
    quarter, doors = past.clock.steps(QUARTER_MINUTES), Doors(past.town.setting)
    # In the very first step people only move in, so their positions count from the next quarter hour on.
    steps = range(quarter, past.until, quarter)
    sectors = [_sector_at(past, doors, person, step) for step in steps]
    between = zip(sectors, sectors[1:], sectors[2:], steps[1:], strict=False)
    return [(step, here) for before, here, after, step in between if here and before == here == after]


def _sector_at(past: WorldHistory, doors: Doors, person: str, step: int) -> str:
    """Return the sector where a person is at a step; empty if they are outdoors, asleep or not in town."""
    body = past.at(step).world.bodies.get(person)
    if body is None or body.asleep:
        return ""
    place: Address | None = doors.place_at(body.tile(step))
    return place.sector if place else ""


def assign_person(number: int, people: Sequence[str], seed: int) -> str:
    """Return the person whom a rater (by number, from 0) rates. Each round of raters covers everyone in a new order."""
    turn, place = divmod(number, len(people))
    return shuffle_by_words(people, "rating", seed, "people", turn)[place]


def assign_questions(
    number: int, answers: RatedAnswers, seed: int, questions_per_category: int = 1
) -> list[RatedQuestion]:
    """Return the questions that a rater sees: equally many of each category, in random order.

    Successive raters of a person get successive questions of a shuffled deck, and each person's deck starts at another
    question. Assignment is therefore balanced: each question comes up about equally often, per person and overall.
    """
    people = list(answers.people)
    person, turn = assign_person(number, people, seed), number // len(people)
    found: list[RatedQuestion] = []
    for category, items in answers.categories(person).items():
        deck = shuffle_by_words(items, "rating", seed, "questions", category)
        first = (
            shuffle_by_words(people, "rating", seed, "first", category).index(person) + turn * questions_per_category
        )
        found += [deck[(first + index) % len(deck)] for index in range(min(questions_per_category, len(deck)))]
    return shuffle_by_words(found, "rating", seed, "order", number)


def assign_tasks(
    number: int,
    answers: RatedAnswers,
    seed: int,
    questions_per_category: int = 1,
    watched: ChooseTask | None = None,
) -> list[RatingTask]:
    """Return a rater's tasks: the watching check, if any, then the rankings with the reading check among them."""
    orders = [
        _blind_task(item, answers.conditions, number, seed)
        for item in assign_questions(number, answers, seed, questions_per_category)
    ]
    rng = make_seeded_random("rating", seed, "check", number)
    orders.insert(rng.randint(1, len(orders)), make_reading_check(len(answers.conditions), rng))
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
