from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from townlet.offline.talk import after_talk

from .scenes import TUESDAY_NOON, Person, spoken

DORA, IVO = Person("Dora Quill"), Person("Ivo Lint")
INVITED = "I'm giving a honey supper at Mill Hall tomorrow evening from 6 to 8 pm. Will you come?"
SUPPER = "the honey supper at Mill Hall on Wednesday May 7 from 6 to 8 pm."


def takeaway(person: Person, other: Person, *lines: tuple[str, str], now: str = TUESDAY_NOON) -> dict[str, object]:
    return after_talk(person.fields(other, now, spoken(*lines)), 1)


def test_an_accepted_invitation_is_a_promise_to_both() -> None:
    lines = (("Dora Quill", INVITED), ("Ivo Lint", "I'd like that. I'll be at the honey supper."))
    kept = takeaway(IVO, DORA, *lines)
    assert kept["commitments"] == [f"I promised Dora Quill to come to {SUPPER}"]
    assert kept["change_plan"] is False
    assert takeaway(DORA, IVO, *lines)["commitments"] == [f"Ivo Lint promised me to come to {SUPPER}"]


def test_a_refusal_is_remembered_and_not_planned() -> None:
    lines = (("Dora Quill", INVITED), ("Ivo Lint", "I can't, I'm afraid, to the honey supper: crowds wear me out."))
    kept = takeaway(IVO, DORA, *lines)
    assert kept["commitments"] == [f"I told Dora Quill that I cannot come to {SUPPER}"]
    assert kept["change_plan"] is False
    assert takeaway(DORA, IVO, *lines)["commitments"] == [f"Ivo Lint told me that they cannot come to {SUPPER}"]


def test_help_with_a_dated_task_is_promised_for_that_date() -> None:
    lines = (
        ("Dora Quill", "I plan to decorate Mill Hall for the supper today from 3 to 5 pm. Could you help?"),
        ("Ivo Lint", "Of course. I'll help you with decorating Mill Hall."),
    )
    kept = takeaway(IVO, DORA, *lines)
    assert kept["commitments"] == [
        "I promised Dora Quill to help with decorating Mill Hall for the supper on Tuesday May 6 from 3 to 5 pm."
    ]
    assert kept["change_plan"] is True
    assert str(kept["reason"]).startswith("I promised Dora Quill")
    assert takeaway(DORA, IVO, *lines)["change_plan"] is False


@pytest.mark.parametrize(("now", "changes"), [(TUESDAY_NOON, True), ("Tuesday May 6 2025, 8:10 pm", False)])
def test_help_without_a_date_is_given_while_the_day_lasts(now: str, changes: bool) -> None:
    lines = (
        ("Dora Quill", "I need somebody to carry the long tables. You wouldn't lend a hand, would you?"),
        ("Ivo Lint", "Gladly. I'll help you with carrying the long tables."),
    )
    kept = takeaway(IVO, DORA, *lines, now=now)
    assert kept["commitments"] == ["I promised Dora Quill to help with carrying the long tables."]
    assert kept["change_plan"] is changes


def test_an_offer_that_is_taken_is_a_promise() -> None:
    lines = (
        ("Dora Quill", "Can I help with your tower clock?"),
        ("Ivo Lint", "Bless you. Yes, I'd be glad of help."),
    )
    assert takeaway(DORA, IVO, *lines)["commitments"] == ["I promised Ivo Lint to help with Ivo Lint's tower clock."]
    assert takeaway(IVO, DORA, *lines)["commitments"] == ["Dora Quill promised me to help with my tower clock."]


def test_the_memo_names_what_was_talked_of_from_outside() -> None:
    lines = (("Dora Quill", INVITED), ("Ivo Lint", "The town pump is leaking. I want to learn to sail."))
    assert takeaway(IVO, DORA, *lines)["memo"] == (
        "Ivo Lint talked with Dora Quill about the honey supper, the town pump and learning to sail."
    )


def test_small_talk_leaves_a_plain_memo() -> None:
    assert takeaway(IVO, DORA, ("Dora Quill", "Hello, Ivo."))["memo"] == "Ivo Lint talked with Dora Quill."


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=60), max_size=4))
def test_any_talk_leaves_a_fit_takeaway(texts: list[str]) -> None:
    kept = takeaway(DORA, IVO, *(("Ivo Lint" if k % 2 else "Dora Quill", t) for k, t in enumerate(texts)))
    assert kept["memo"]
    assert isinstance(kept["change_plan"], bool)
    assert len(list(kept["commitments"])) <= 5  # type: ignore[call-overload]


def test_one_promises_to_look_out_for_what_one_cannot_give() -> None:
    lines = (
        ("Dora Quill", "I need two people who can play the flute. Could you help me?"),
        ("Ivo Lint", "I'll ask around for two people who can play the flute. You'll hear from me."),
    )
    assert takeaway(IVO, DORA, *lines)["commitments"] == [
        "I promised Dora Quill to look out for two people who can play the flute."
    ]


def test_nothing_is_promised_where_nothing_was_named() -> None:
    lines = (("Dora Quill", "I have a favour to ask. Could you help me?"), ("Ivo Lint", "I'll help you with that."))
    assert takeaway(IVO, DORA, *lines)["commitments"] == []
