"""Who hears of an event from those who only go to it."""

from __future__ import annotations

import pytest

from townlet.offline.talk import converse

from .scenes import TUESDAY_NOON, Person, said_by, spoken, talk

SEEDS = range(60)
PROMISE = "I promised Eve Fox to come to the honey supper at Mill Hall on Wednesday May 7 from 6 pm to 8 pm."


def hears(*memories: str, other: str = "Ivo Lint") -> int:
    """How many of the hearers Dora tells of the supper that she goes to."""
    dora = Person("Dora Quill").knows("Eve Fox knows Dora Quill from the choir.", PROMISE, *memories)
    return sum("supper" in said_by("Dora Quill", talk(dora, Person(other), seed=seed)) for seed in SEEDS)


def test_a_guest_tells_friends_and_hardly_anybody_else() -> None:
    friends = hears("Dora Quill and Ivo Lint are old friends.")
    known = hears("Dora Quill knows Ivo Lint from the market.")
    assert known <= len(SEEDS) / 5
    assert 2 * known < friends < len(SEEDS)


@pytest.mark.parametrize(
    "thought",
    [
        "I have come to think that Eve Fox puts heart into the honey supper.",
        "I have come to think that I said yes to the honey supper faster than I usually say yes.",
    ],
)
def test_thoughts_do_not_give_an_event_away(thought: str) -> None:
    dora = Person("Dora Quill").knows("Dora Quill knows Ivo Lint from the market.", thought)
    told = sum("supper" in said_by("Dora Quill", talk(dora, Person("Ivo Lint"), seed=seed)) for seed in SEEDS)
    assert told <= len(SEEDS) / 5


def test_asked_about_it_one_says_so() -> None:
    dora = Person("Dora Quill").knows("Dora Quill knows Ivo Lint from the market.", PROMISE)
    history = spoken(("Dora Quill", "Hello, Ivo."), ("Ivo Lint", "What do you know of the honey supper?"))
    for seed in range(8):
        said = str(converse(dora.fields(Person("Ivo Lint"), TUESDAY_NOON, history), seed)["say"])
        assert "promised to come" in said
