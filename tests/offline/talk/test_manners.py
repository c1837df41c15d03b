"""Small manners of a talk: what answers what, and what is not said twice."""

from __future__ import annotations

import re

import pytest

from townlet.offline.talk import converse
from townlet.offline.talk.scene import Scene

from .scenes import TUESDAY_NOON, Person, said_by, spoken, talk

SEEDS = range(30)
FRIENDS = "Dora Quill and Ivo Lint are old friends."
MARRIED = "Dora Quill and Ivo Quill are married."
DORA, IVO = Person("Dora Quill").knows(FRIENDS), Person("Ivo Lint")


def answers(person: Person, *lines: tuple[str, str], other: Person = IVO) -> list[str]:
    """What a person says next, by seed."""
    return [str(converse(person.fields(other, TUESDAY_NOON, spoken(*lines)), seed)["say"]) for seed in SEEDS]


@pytest.mark.parametrize("own", ["Dora Quill enjoys crosswords in ink.", "Dora Quill is a baker."])
def test_nobody_is_right_or_wrong_about_what_they_like(own: str) -> None:
    said = answers(DORA.knows(own), ("Dora Quill", "Hello, Ivo."), ("Ivo Lint", "I enjoy thunder and plum jam."))
    assert not re.search(r"You may be right|something in that|another way", " ".join(said))


def test_a_question_is_answered_before_a_view_is_defended() -> None:
    view = ("Dora Quill", "I think that fog is a kind of patience.")
    said = answers(DORA, ("Ivo Lint", "Hello."), view, ("Ivo Lint", "You may be right, Dora. How has your day been?"))
    assert not re.search(r"only a feeling|in my shoes|One notices|tell you why", " ".join(said))


def test_who_is_needed_is_looked_out_for_and_not_the_task() -> None:
    asked = ("Ivo Lint", "I need somebody who can build a small boat. Could you help me?")
    said = " ".join(answers(DORA, ("Dora Quill", "Hello, Ivo."), asked))
    assert "somebody to build a small boat" in said
    assert "for building" not in said


def test_what_one_fears_is_heard() -> None:
    lines = (("Ivo Lint", "Hello."), ("Dora Quill", "I'm afraid of bees and ashamed of it."))
    told = Scene(DORA.fields(IVO, TUESDAY_NOON, spoken(*lines)), 1).said
    assert ["afraid" in p.words for p in told] == [True]


def test_a_host_is_not_asked_whether_they_go() -> None:
    promise = "I promised Ivo Lint to come to the honey supper at Mill Hall on Wednesday May 7 from 6 pm to 8 pm."
    dora = DORA.knows(promise, "I promised Ivo Lint to help with the tables.")
    said = " ".join(said_by("Dora Quill", talk(dora, IVO, seed=seed)) for seed in SEEDS)
    assert not re.search(r"[Ww]ill I see you there|Are you going to|Will you be (?:at|there)", said)


def test_one_endearment_a_line_is_enough() -> None:
    dora = Person("Dora Quill").knows(MARRIED, "Dora Quill wants to learn to sail.")
    ivo = Person("Ivo Quill").knows("Dora Quill and Ivo Quill are married.", "Ivo Quill wants to keep bees.")
    lines = [line for seed in SEEDS for _, line in talk(dora, ivo, seed=seed)]
    endeared = re.compile(r"(?i)(?:^|, |[.!?] )(?:love|my dear|sweetheart)(?=[,.!?:])")
    assert any(endeared.search(line) for line in lines)
    assert not [line for line in lines if len(endeared.findall(line)) > 1]


def test_nobody_is_left_to_what_they_only_wish_for() -> None:
    told = ("Ivo Lint", "I want to see a volcano before I'm forty.")
    lines = (("Dora Quill", "Hello, Ivo."), told) * 4
    said = " ".join(answers(DORA, *lines))
    assert "volcano" in said
    assert not re.search(r"(?:leave you to|keep you from) seeing a volcano", said)


def test_a_visit_to_oneself_is_not_asked_about() -> None:
    at_it = Person("Ivo Lint", doing="looking in on Dora Quill at the bakery")
    assert Scene(DORA.fields(at_it, TUESDAY_NOON, []), 1).doing == ""
    assert Scene(DORA.fields(Person("Ivo Lint", doing="splicing a thick rope"), TUESDAY_NOON, []), 1).doing
