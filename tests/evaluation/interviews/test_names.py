"""Who is named in the questions that one person is asked."""

from __future__ import annotations

from townlet.evaluation.interviews.battery import (
    PAPER_BATTERY,
    Contacts,
    PersonalQuestion,
    count_contacts,
    load_battery,
    personalise_questions,
)
from townlet.measures.diffusion.facts import TrackedFact

PEOPLE = ("Ann Ivy", "Bo Lund", "Cy Dell", "Di Marsh")
TALKS = [("Ann Ivy", "Bo Lund"), ("Cy Dell", "Ann Ivy"), ("Bo Lund", "Ann Ivy"), ("Cy Dell", "Di Marsh")]
FACTS = [
    TrackedFact("dance", "Di Marsh", "Do you know of a dance?", ()),
    TrackedFact("sale", "Bo Lund", "What sale?", ()),
]
BATTERY = load_battery(PAPER_BATTERY)


def asked(person: str, seed: int = 1, facts: list[TrackedFact] = FACTS) -> dict[str, PersonalQuestion]:
    company = count_contacts(person, TALKS)
    return {each.question.id: each for each in personalise_questions(person, BATTERY, company, facts, PEOPLE, seed)}


def test_company_is_counted_in_talks() -> None:
    assert count_contacts("Ann Ivy", TALKS) == Contacts({"Bo Lund": 2, "Cy Dell": 1})
    assert count_contacts("Ann Ivy", TALKS).closest == "Bo Lund"
    assert count_contacts("Nobody", TALKS).closest == ""


def test_names_follow_the_papers_two_rules() -> None:
    questions = asked("Ann Ivy")
    assert {questions["who-met"].about, questions["who-also-met"].about} == {("Bo Lund",), ("Cy Dell",)}
    for reflection in ("book", "birthday", "compliment"):
        assert questions[reflection].about == ("Bo Lund",)
    assert questions["who-met"].text in {"Who is Bo Lund?", "Who is Cy Dell?"}
    assert (questions["event"].text, questions["news"].text) == ("Do you know of a dance?", "What sale?")


def test_nobody_bears_a_part_of_the_name_that_nobody_bears() -> None:
    [nobody] = asked("Ann Ivy")["who-nobody"].about
    assert not set(nobody.split()) & {part for name in PEOPLE for part in name.split()}


def test_the_same_seed_draws_the_same_and_others_differ() -> None:
    texts = [{key: each.text for key, each in asked("Ann Ivy", seed).items()} for seed in (1, 1, 2, 3, 4, 5)]
    assert texts[0] == texts[1]
    assert any(other != texts[0] for other in texts[2:])


def test_what_cannot_be_filled_in_is_not_asked() -> None:
    questions = asked("Nobody Yet", facts=FACTS[:1])
    assert "news" not in questions
    assert not {"who-met", "who-also-met", "book", "birthday", "compliment"} & set(questions)
    assert len(questions) == 25 - 6
