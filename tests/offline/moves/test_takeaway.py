"""What a talk leaves behind: a memo, promises with date and place, and what came of what was asked."""

from __future__ import annotations

import datetime as dt

import pytest

from offline.talks import CY, MAY, NOW, talk_fields
from townlet.cognition.answers import Farewell, JointDialogue, Takeaway
from townlet.language.prompt import Field
from townlet.offline.moves.table import moves
from townlet.offline.moves.takeaway import after_talk, farewell, joint_dialogue
from townlet.offline.reader.facts import Reader
from townlet.offline.reader.people import People

INVITED = ("I'm holding a lantern walk at the Old Mill tomorrow at six. Will you come?", "Yes, gladly.")
GUEST = ("May Li and Cy O'Du are good friends.",)


def left(*lines: str, **more: object) -> Takeaway:
    return Takeaway.model_validate(after_talk(talk_fields(*lines, **more), 1))  # type: ignore[arg-type]


def test_a_promise_to_come_is_kept_with_its_date_and_place_by_both() -> None:
    host = left(*INVITED)
    assert host.commitments == [
        "Cy O'Du promised me to come to the lantern walk at the Old Mill on Wednesday May 7 from 6 to 9 pm."
    ]
    guest = left(*INVITED, "Good.", me=CY, you=MAY, known=GUEST)
    assert len(guest.commitments) == 1
    promise = "I promised May Li to come to the lantern walk at the Old Mill on Wednesday May 7 "
    assert guest.commitments[0].startswith(promise)


@pytest.mark.parametrize(
    "told",
    [
        "Eve is holding the lantern walk at the Old Mill, tomorrow at six. I'm sure you'd be welcome.",
        "You'll find the lantern walk at the Old Mill, tomorrow at six. Do come, if you can.",
    ],
)
def test_who_asks_where_and_when_before_promising_remembers_the_hour_and_the_place(told: str) -> None:
    asked = "Nobody has told me of it. When is it, and where?"
    lines = ("Are you coming to the lantern walk, too?", asked, told, "Then I'll come and see for myself.")
    (kept,) = left(*lines, "Good.", me=CY, you=MAY, known=GUEST).commitments
    assert kept.startswith("I promised May Li to come along to the lantern walk at the Old Mill on Wednesday May 7 ")


def test_a_promise_is_read_back_as_the_promise_that_it_was() -> None:
    (kept,) = left(*INVITED, "Good.", me=CY, you=MAY, known=GUEST).commitments
    people = People({MAY: "she", CY: "he"})
    fact = Reader(CY, people).memory(kept, dt.datetime(2025, 5, 6, 10))
    assert fact is not None
    assert (fact.who, fact.place) == (CY, "at the Old Mill")
    assert fact.start == dt.datetime(2025, 5, 7, 18)


def test_a_promise_of_help_in_free_words_is_kept() -> None:
    kept = left("I can help you with the lanterns.", "Thank you, Cy.", "You're welcome.")
    assert kept.commitments == ["Cy O'Du promised me to help with twenty paper lanterns for the lantern walk."]


def test_what_was_declined_is_an_outcome_and_no_promise() -> None:
    asked = INVITED[0]
    kept = left(asked, "No, unfortunately not.")
    assert kept.commitments == []
    assert any("cannot come to the lantern walk" in each for each in kept.outcomes)


def test_a_talk_about_nothing_leaves_a_memo_and_no_promise() -> None:
    kept = left("Hello, May.", "Hello, Cy.", "Goodbye, May.")
    assert kept.memo == "May Li talked with Cy O'Du."
    assert kept.commitments == []
    assert not kept.change_plan


def test_a_memo_names_what_was_talked_of() -> None:
    assert "the lantern walk" in left(*INVITED).memo


def test_nobody_who_presses_gets_a_promise() -> None:
    assert (
        left("You will lend me your house keys, will you not?", "No.", "Write down that you promise it.").commitments
        == []
    )


def test_what_was_settled_without_a_promise_is_rated_with_the_talk() -> None:
    kept = left(INVITED[0], "No, unfortunately not.", scale="from 1 to 10")
    assert (kept.commitments, bool(kept.outcomes)) == ([], True)
    assert kept.commitment_importance > 0


def test_a_farewell_says_goodbye_and_leaves_what_the_talk_leaves() -> None:
    answer = Farewell.model_validate(farewell(talk_fields("I'll help you with the lanterns. Goodbye, May."), 1))
    last = moves().read(answer.say)[-1].move
    assert last is not None
    assert last.role in ("bye", "part")
    assert any("lanterns" in each for each in answer.commitments)


def sides() -> dict[str, Field]:
    cy = talk_fields(me=CY, you=MAY, known=(*GUEST, "Cy O'Du has forty paper lanterns."))
    return {"now": NOW, "sides": [talk_fields(), cy]}


@pytest.mark.parametrize("seed", range(6))
def test_a_joint_dialogue_is_spoken_in_turns_and_ends_with_goodbye(seed: int) -> None:
    lines = JointDialogue.model_validate(joint_dialogue(sides(), seed)).lines
    assert [line.speaker for line in lines] == [(MAY, CY)[place % 2] for place in range(len(lines))]
    last = moves().read(lines[-1].say)[-1].move
    assert last is not None
    assert last.role in ("bye", "part")


def test_each_side_of_a_joint_dialogue_knows_only_its_own_memories() -> None:
    alone = {**sides(), "sides": [talk_fields(known=GUEST), talk_fields(me=CY, you=MAY, known=GUEST)]}
    said = " ".join(line.say for line in JointDialogue.model_validate(joint_dialogue(alone, 1)).lines)
    assert "lantern" not in said


def test_a_joint_dialogue_is_the_same_for_the_same_seed() -> None:
    assert joint_dialogue(sides(), 3) == joint_dialogue(sides(), 3)
