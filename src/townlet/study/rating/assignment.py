"""Who rates whom, and on which questions: drawn by seed, and dealt so that all come about equally often."""

from __future__ import annotations

from collections.abc import Sequence

from townlet.study.rating.answers import Answers, Item
from townlet.study.rating.chance import chance, shuffled
from townlet.study.rating.checks import told_order
from townlet.study.rating.tasks import Choose, Order, Task


def person_for(number: int, people: Sequence[str], seed: int) -> str:
    """Whom the rater of this number (from 0) rates: everybody once, in an order drawn anew for each round."""
    turn, place = divmod(number, len(people))
    return shuffled(people, "rating", seed, "people", turn)[place]


def items_for(number: int, answers: Answers, seed: int, per: int = 1) -> list[Item]:
    """The questions that a rater sees: so many of each category, the categories in an order of their own.

    Each category's questions are dealt out in turn, to one rater of a person after the other, beginning at another one
    for each person: so each question comes about equally often, for each person and over all.
    """
    people = list(answers.people)
    person, turn = person_for(number, people, seed), number // len(people)
    found: list[Item] = []
    for category, items in answers.categories(person).items():
        deck = shuffled(items, "rating", seed, "questions", category)
        first = shuffled(people, "rating", seed, "first", category).index(person) + turn * per
        found += [deck[(first + place) % len(deck)] for place in range(min(per, len(deck)))]
    return shuffled(found, "rating", seed, "order", number)


def tasks_for(number: int, answers: Answers, seed: int, per: int = 1, watched: Choose | None = None) -> list[Task]:
    """All that a rater does after watching: the check of that, then questions, with the check of reading among them."""
    orders = [_blind(item, answers.conditions, number, seed) for item in items_for(number, answers, seed, per)]
    draw = chance("rating", seed, "check", number)
    orders.insert(draw.randint(1, len(orders)), told_order(len(answers.conditions), draw))
    return [*([watched] if watched else []), *orders]


def _blind(item: Item, conditions: Sequence[str], number: int, seed: int) -> Order:
    shown = shuffled(conditions, "rating", seed, "letters", number, item.question)
    return Order(
        id=item.question,
        category=item.category,
        asked=item.asked,
        texts=tuple(item.answers[condition] for condition in shown),
        conditions=tuple(shown),
    )
