"""A run made by hand and answers made by hand: what is said is held against what is known, exactly."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from study.emergence.test_known_answers import DORA, FACTS, lived
from study.made import ADA, BRAM, CLEO, DAY, HOUR
from townlet.study.emergence.affirming import affirms
from townlet.study.emergence.finding import START, Emergence, Said, asked_too, emergence
from townlet.study.emergence.section import data_of
from townlet.study.emergence.survey import Reply, Survey
from townlet.study.interviews.asking import Answer
from townlet.study.measure import measures_of

QUESTION = "Do you know of a regatta?"


def found_in(path: Path, dora: str = "") -> Emergence:
    """Ada and Bram know of each other from the start, Bram and Cleo later; Dora may remember something."""
    made = lived()
    made.remembers(0, ADA, "Ada Finch knows Bram Oake from school.", "seed")
    made.remembers(DAY + 20 * HOUR, BRAM, "Cleo Marsh is rowing.", "seen")
    if dora:
        made.remembers(0, DORA, dora, "seed")
    return emergence(made.record(path, 2 * DAY - 1, FACTS.format(place="green")))


def asked(found: Emergence, answers: dict[str, str], people: tuple[Reply, ...] = ()) -> Emergence:
    fact = found.spreads[0].fact
    told = tuple(
        Reply(who, fact.name, QUESTION, said, affirms(said, lambda text, who=who: fact.answered_by(text, who)), ())
        for who, said in answers.items()
    )
    return replace(found, asked=Said(Survey((), people, ()), Survey(told, people, ()), ()))


def about(one: str, other: str, yes: bool) -> Reply:
    return Reply(one, other, f"Do you know of {other}?", "Yes." if yes else "No.", yes, ())


def test_density_at_the_start_and_at_the_end(tmp_path: Path) -> None:
    found = found_in(tmp_path)
    assert found.density(START) == pytest.approx(1 / 6)
    assert found.density(found.last) == pytest.approx(2 / 6)


def test_edges_have_who_told_whom_when_in_which_line(tmp_path: Path) -> None:
    [fact] = measures_of(found_in(tmp_path)).as_json()["facts"]  # type: ignore[misc]
    assert fact["edges"] == [  # type: ignore[call-overload, index]
        {"from": ADA, "to": BRAM, "time": "2025-05-06T09:00:00", "utterance": f"{DAY + 9 * HOUR}-{ADA}#0"},
        {"from": BRAM, "to": CLEO, "time": "2025-05-06T10:00:00", "utterance": f"{DAY + 10 * HOUR}-{BRAM}#0"},
    ]
    assert (fact["knew_at_start"], fact["knew_at_end"]) == ([ADA], [ADA, BRAM, CLEO])  # type: ignore[call-overload, index]


def test_hallucinations_are_counted_over_the_affirmed(tmp_path: Path) -> None:
    people = (about(ADA, BRAM, True), about(BRAM, ADA, True), about(ADA, DORA, True), about(CLEO, DORA, False))
    data = data_of(asked(found_in(tmp_path), {}, people))
    assert data["hallucination"] == {"asked": 4, "affirmed": 3, "hallucinated": 1}
    assert data["density"]["by_interview"]["end"] == 2 / 4  # type: ignore[call-overload, index]


@pytest.mark.parametrize(
    ("who", "memory", "answer", "kind"),
    [
        (BRAM, "", "I have never heard of one.", "miss"),
        (BRAM, "", "Yes, Ada told me of her regatta.", None),
        (DORA, "", "That's new to me.", None),
        (DORA, "", "Yes. Ada has a regatta on Saturday.", "invention"),
        (DORA, "", "Yes, a regatta is a race of boats.", "world knowledge"),
        (DORA, "A regatta is a race of boats.", "Yes, Ada has a regatta on Saturday.", "fragment"),
    ],
)
def test_each_kind_of_disagreement(tmp_path: Path, who: str, memory: str, answer: str, kind: str | None) -> None:
    data = data_of(asked(found_in(tmp_path, memory), {who: answer}))
    expected = [{"person": who, "fact": "regatta", "at": "end", "kind": kind, "answer": answer}] if kind else []
    assert data["disagreements"] == expected


def test_a_name_from_nowhere_is_an_embellishment(tmp_path: Path) -> None:
    found = asked(found_in(tmp_path), {BRAM: "Yes, Ada has a regatta, and Dora rows."})
    assert found.asked
    [(reply, names)] = found.embellished(found.asked.end)
    assert (reply.person, names) == (BRAM, [ADA, DORA])


async def test_who_did_not_come_is_asked_as_the_event_was_over(tmp_path: Path) -> None:
    found = found_in(tmp_path)
    [event] = found.events
    event = replace(event, came=(), over=True)
    kept: list[tuple[int, str]] = []

    class Asked:
        def __init__(self, step: int) -> None:
            self.step = step

        async def ask(self, person: str, asked: Any) -> Answer:
            if "What kept you?" in asked.text:
                kept.append((self.step, person))
            return Answer(person, "", asked, "No.")

        def let_go(self, people: object) -> None:
            pass

    await asked_too(replace(found, events=(event,)), Asked)  # type: ignore[arg-type]
    assert kept == [(event.ends, person) for person in event.absent]
    assert {START, found.last}.isdisjoint({event.ends})
    assert event.absent
