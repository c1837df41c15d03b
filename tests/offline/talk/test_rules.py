"""What remembered things are worth telling or asking: the weights by which people choose."""

from __future__ import annotations

import pytest

from townlet.offline.talk.occasions import Suggested
from townlet.offline.talk.rules import suggest
from townlet.offline.talk.scene import Scene

from .scenes import TUESDAY_NOON, Person

MONDAY = "Monday May 5 2025, 3:00 pm"
THIS_MORNING = "Tuesday May 6 2025, 10:00 am"


def suggested(text: str, *others: str, when: str = MONDAY) -> Suggested:
    """What Ivo Quill is moved to say to Dora Marr by one thing that he remembers beside others."""
    ivo = Person("Ivo Quill").knows(text, *others, when=when)
    scene = Scene(ivo.fields(Person("Dora Marr"), TUESDAY_NOON, []), 1)
    [suggestion] = [suggest(scene, prop) for prop in scene.props if prop.idx == 0]
    return suggestion


PLANS = "Dora Marr said to me: 'I plan to paint the barn.'"


def test_who_has_asked_before_is_less_moved_to_ask_again() -> None:
    asked = "I said to Dora Marr: 'You said that you plan to paint the barn. How is it going?'"
    first, again = suggested(PLANS), suggested(PLANS, asked)
    assert first
    assert again
    assert first[0] == again[0] == "ask_after"
    assert first[1] - again[1] == pytest.approx(1.5)


@pytest.mark.parametrize(
    ("doing", "told"),
    [
        ("painting", False),
        ("painting fences", False),
        ("painting the fence", True),
        ("painting the old barn and the small shed behind the mill with big brushes", True),
        ("painting the old barn and the small shed behind the mill with very big brushes", False),
    ],
)
def test_what_somebody_was_seen_at_is_told_in_three_to_fourteen_words(doing: str, told: bool) -> None:
    suggestion = suggested(f"Eve Fox is {doing}.", when=THIS_MORNING)
    assert (suggestion is not None and suggestion[0] == "saw_other") is told


def test_news_is_worth_more_if_it_is_good_and_yet_more_if_it_comes_from_the_family() -> None:
    family = ("Ivo Quill is married to Dora Marr.", "Kit Quill is the son of Ivo Quill and Dora Marr.")
    news = [
        suggested("Cy Reed said to me: 'Eve Fox has painted the barn.'", *family),
        suggested("Cy Reed said to me: 'Eve Fox won a prize.'", *family),
        suggested("Kit Quill said to me: 'Eve Fox won a prize.'", *family),
    ]
    assert [each[0] for each in news if each] == ["gossip", "gossip", "kin_news"]
    plain, good, kin = (each[1] for each in news if each)
    assert 1 < plain < good < kin
