"""A run made by hand and answers made by hand: what is said is held against what is known, exactly."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from measures.emergence.test_known_answers import DORA, FACTS, lived
from measures.made import ADA, BRAM, CLEO, DAY, HOUR
from townlet.evaluation.interviews.interviewer import InterviewAnswer
from townlet.evaluation.survey import add_survey, survey_people
from townlet.measures.emergence.result import (
    Emergence,
    Survey,
    SurveyPair,
    SurveyReply,
    build_emergence_data,
    find_emergence,
    measure_emergence,
)
from townlet.measures.run_measures import compute_measures
from townlet.measures.text.assertions import affirms_knowledge

QUESTION = "Do you know of a regatta?"


def found_in(path: Path, dora: str = "") -> Emergence:
    """Ada and Bram know of each other from the start, Bram and Cleo later; Dora may remember something."""
    made = lived()
    made.remembers(0, ADA, "Ada Finch knows Bram Oake from school.", "seed")
    made.remembers(DAY + 20 * HOUR, BRAM, "Cleo Marsh is rowing.", "seen")
    if dora:
        made.remembers(0, DORA, dora, "seed")
    return find_emergence(made.record(path, 2 * DAY - 1, FACTS.format(place="green")))


def asked(found: Emergence, answers: dict[str, str], people: tuple[SurveyReply, ...] = ()) -> Emergence:
    fact = found.spreads[0].fact
    told = tuple(
        SurveyReply(
            who,
            fact.name,
            QUESTION,
            said,
            affirms_knowledge(said, lambda text, who=who: fact.answered_by(text, who)),
            (),
        )
        for who, said in answers.items()
    )
    return replace(found, survey=SurveyPair(Survey((), people, ()), Survey(told, people, ()), ()))


def about(one: str, other: str, yes: bool) -> SurveyReply:
    return SurveyReply(one, other, f"Do you know of {other}?", "Yes." if yes else "No.", yes, ())


def test_density_at_the_start_and_at_the_end(tmp_path: Path) -> None:
    found = found_in(tmp_path)
    assert (found.start.density, found.end.density) == (pytest.approx(1 / 6), pytest.approx(2 / 6))


def test_edges_have_who_told_whom_when_in_which_line(tmp_path: Path) -> None:
    [fact] = compute_measures(found_in(tmp_path)).as_json()["facts"]  # type: ignore[misc]
    assert fact["edges"] == [  # type: ignore[call-overload, index]
        {"from": ADA, "to": BRAM, "time": "2025-05-06T09:00:00", "utterance": f"{DAY + 9 * HOUR}-{ADA}#0"},
        {"from": BRAM, "to": CLEO, "time": "2025-05-06T10:00:00", "utterance": f"{DAY + 10 * HOUR}-{BRAM}#0"},
    ]
    assert (fact["knew_at_start"], fact["knew_at_end"]) == ([ADA], [ADA, BRAM, CLEO])  # type: ignore[call-overload, index]


def test_hallucinations_are_counted_over_the_affirmed(tmp_path: Path) -> None:
    people = (about(ADA, BRAM, True), about(BRAM, ADA, True), about(ADA, DORA, True), about(CLEO, DORA, False))
    data = build_emergence_data(asked(found_in(tmp_path), {}, people))
    assert data["hallucination"] == {"asked": 4, "affirmed": 3, "hallucinated": 1}
    assert data["density"]["by_interview"]["end"] == round(1 / 3, 4)  # type: ignore[call-overload, index]


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
    data = build_emergence_data(asked(found_in(tmp_path, memory), {who: answer}))
    expected = [{"person": who, "fact": "regatta", "at": "end", "kind": kind, "answer": answer}] if kind else []
    assert data["disagreements"] == expected


def test_a_name_from_nowhere_is_an_embellishment(tmp_path: Path) -> None:
    found = asked(found_in(tmp_path), {BRAM: "Yes, Ada has a regatta, and Dora rows."})
    [(reply, names)] = found.end.embellished()
    assert (reply.person, names) == (BRAM, [ADA, DORA])


async def test_who_did_not_come_is_asked_as_the_event_was_over(tmp_path: Path) -> None:
    found = found_in(tmp_path)
    [event] = found.events
    event = replace(event, came=(), over=True)
    kept: list[tuple[int, str]] = []

    class Asked:
        def __init__(self, step: int) -> None:
            self.step = step

        async def ask(self, person: str, asked: Any) -> InterviewAnswer:
            if "What kept you?" in asked.text:
                kept.append((self.step, person))
            return InterviewAnswer(person, "", asked, "No.")

        def release(self, people: object) -> None:
            pass

    await add_survey(replace(found, events=(event,)), Asked)  # type: ignore[arg-type]
    assert kept == [(event.ends, person) for person in event.absent]
    assert {found.start.step, found.end.step}.isdisjoint({event.ends})
    assert event.absent


class YesToBram:
    """Everybody says yes about Bram and no about anybody else; the questions are kept."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []

    async def ask(self, person: str, asked: Any) -> InterviewAnswer:
        self.asked.append((person, asked.text))
        return InterviewAnswer(person, "", asked, "Yes, I know Bram." if "Bram" in asked.text else "No.")

    def release(self, people: object) -> None:
        pass


@pytest.mark.parametrize("at_once", [1, 2, 25])
async def test_for_the_density_alone_few_are_asked_in_return(monkeypatch: pytest.MonkeyPatch, at_once: int) -> None:
    monkeypatch.setattr("townlet.evaluation.survey.PEOPLE_AT_ONCE", at_once)
    people, pairs = (ADA, BRAM, CLEO), [(ADA, BRAM), (ADA, CLEO), (BRAM, CLEO)]
    briefly, fully = YesToBram(), YesToBram()
    few = await survey_people(briefly, people, (), pairs, only_mutual=True)  # type: ignore[arg-type]
    every = await survey_people(fully, people, (), pairs)  # type: ignore[arg-type]
    assert {(reply.person, reply.about) for reply in few.about_people} == {*pairs, (BRAM, ADA)}
    assert (len(every.about_people), len(fully.asked) - len(briefly.asked)) == (6, 2)
    assert few.density == every.density == 0
    assert few.interests == every.interests


def test_the_share_of_those_who_say_what_they_know(tmp_path: Path) -> None:
    answers = {
        BRAM: "I have never heard of one.",
        DORA: "That's new to me.",
        CLEO: "Yes, Bram told me of it.",
        ADA: "Yes.",
    }
    found = asked(found_in(tmp_path), answers)
    disagree = len(build_emergence_data(found)["disagreements"])  # type: ignore[arg-type]
    assert disagree > 0
    figures = {figure.key: figure.value for part in measure_emergence(found) for figure in part.figures}
    assert (figures["facts_asked"], figures["facts_agree"]) == (4, 1 - disagree / 4)
