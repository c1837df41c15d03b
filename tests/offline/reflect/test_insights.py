"""Insights rest on what was shown, are about what is new, speak of people rightly, and are not thought twice."""

from __future__ import annotations

import re

import pytest

from townlet.cognition.answers import Insights
from townlet.language.prompt import Field
from townlet.offline.reflect.answers import insights

FIRST, LATER, NOW = "Monday May 5 2025, 12:00 am", "Tuesday May 6 2025, 5:00 pm", "Tuesday May 6 2025, 6:00 pm"
PRONOUNS = {
    "Ann Bo": "she",
    "Cy Du": "he",
    "Eve Fay": "she",
    "Þóra": "she",
    "María José Ortiz": "she",
    "Nguyễn Thị Hạnh": "she",
    "Seán O'Malley-Brückner": "he",
    "Xi": "they",
    "Ludwig van der Berg": "he",
    "Олена Шевчук": "she",
}
OTHERS = [name for name in PRONOUNS if name != "Ann Bo"]
OWN = [
    "Ann Bo needs a long ladder for the tower clock.",
    "Ann Bo is building a small organ.",
    "Ann Bo wants to teach children how to sail.",
    "Ann Bo and Cy Du are good friends who fish together.",
    "Ann Bo thinks that a mill should grind at night.",
]
LIVED = [
    "Cy Du promised me to help with a long ladder for the tower clock.",
    "Ann Bo is filing a pipe for the small organ.",
    "I promised Eve Fay to come to the fish supper at Reed Hall on Wednesday May 7 from 6 pm to 8 pm.",
    "Cy Du promised me to come to the fish supper at Reed Hall on Wednesday May 7 from 6 pm to 8 pm.",
    "Eve Fay said to me: 'I worry about my garden, because the well is dry.'",
    "Ann Bo talked with Cy Du about the old pier.",
]
QUESTION = "How do things stand between Ann Bo and Cy Du?"


def thought(
    lived: list[str], question: str = QUESTION, own: list[str] = OWN, seed: int = 1, now: str = NOW, when: str = LATER
) -> list[tuple[str, tuple[int, ...]]]:
    shown = [(FIRST, text) for text in own] + [(when, text) for text in lived]
    memories: list[Field] = [{"n": n, "when": at, "text": text} for n, (at, text) in enumerate(shown, 1)]
    fields: dict[str, Field] = {
        "name": "Ann Bo",
        "now": now,
        "questions": [question],
        "memories": memories,
        "pronouns": [{"name": name, "pronoun": pronoun} for name, pronoun in PRONOUNS.items()],
    }
    found = Insights.model_validate(insights(fields, seed)).insights
    return [(insight.text, tuple(insight.because)) for insight in found]


def often(lived: list[str], question: str = QUESTION, own: list[str] = OWN) -> str:
    """What is thought with any of a dozen seeds."""
    return " / ".join(text for seed in range(12) for text, _ in thought(lived, question, own, seed))


def test_citations_are_among_the_statements_shown_and_one_of_them_is_new() -> None:
    for seed in range(10):
        found = thought(LIVED, seed=seed)
        assert found
        for _, because in found:
            assert set(because) <= set(range(1, len(OWN) + len(LIVED) + 1))
            assert max(because) > len(OWN)


def test_without_its_evidence_an_insight_is_not_drawn() -> None:
    for text, because in thought(LIVED):
        rest = [s for n, s in enumerate(LIVED, len(OWN) + 1) if n not in because]
        assert text not in [t for t, _ in thought(rest)]


def test_what_is_long_past_is_not_reflected_on_again() -> None:
    assert not thought(LIVED, now="Saturday May 10 2025, 6:00 pm")


def test_sentences_differ_from_day_to_day() -> None:
    days = [f"{day} 2025, 5:00 pm" for day in ("Tuesday May 6", "Wednesday May 7", "Thursday May 8", "Friday May 9")]
    said = [text for day in days for text, _ in thought(LIVED[1:2], own=OWN[1:2], now=day, when=day)]
    assert len(said) >= 4
    assert len(set(said)) >= 2


def test_the_question_decides_what_comes_first() -> None:
    assert "Cy Du" in thought(LIVED)[0][0]
    assert "Eve Fay" in thought(LIVED, "What worries Eve Fay about the garden and the dry well?")[0][0]


def test_a_thought_that_one_has_is_not_thought_again() -> None:
    first = [text for text, _ in thought(LIVED)]
    again = [*LIVED, *(f"I have come to think that {text}" for text in first)]
    assert not set(first) & {text for text, _ in thought(again)}


def test_reflections_rest_on_reflections() -> None:
    thoughts = [
        "I have come to think that Cy Du is as good as his word: he helped me with the boat.",
        "I have come to think that I feel better for having talked with Cy Du.",
    ]
    found = thought(thoughts, own=[])
    assert any(because == (1, 2) and "Cy Du" in text for text, because in found)


def test_a_promise_raises_other_thoughts_once_it_is_kept() -> None:
    kept = [LIVED[0], "Cy Du has helped Ann Bo with a long ladder for the tower clock."]
    assert "did" in often(kept) or "as good as his word" in often(kept) or "good turn" in often(kept)
    assert "if he keeps" not in often(kept)
    assert "did not turn me away" not in often(kept)


def test_a_secret_love_is_a_thought_of_ones_own_and_of_nobody_elses() -> None:
    talked = ["Ann Bo talked with Cy Du about the old pier."]
    assert any(
        sign in often(talked, own=["Ann Bo is secretly in love with Cy Du."])
        for sign in ("about what I feel", "what I think when", "have to tell")
    )
    assert "what I feel" not in often(talked, own=["Eve Fay is secretly in love with Cy Du."])


def test_one_remark_carries_no_judgement_of_a_friendship() -> None:
    said = often(["Eve Fay said to me: 'Cy Du is looking for a lamp.'"])
    assert "thinks the world" not in said
    assert "rely" not in said


def test_who_lacks_what_another_has_is_told_of_them() -> None:
    shown = ["Eve Fay said to me: 'I need a bronze anchor.'", "Cy Du said to me: 'I keep a bronze anchor in my shed.'"]
    both = [text for seed in range(12) for text, because in thought(shown, own=[], seed=seed) if because == (1, 2)]
    assert any("Cy Du" in text and "Eve Fay" in text for text in both)


@pytest.mark.parametrize("name", OTHERS)
def test_people_of_any_name_are_named_in_full_and_then_by_pronouns(name: str) -> None:
    lived = [
        f"{name} promised me to help with a long ladder for the tower clock.",
        f"{name} has helped Ann Bo with a long ladder for the tower clock.",
        f"{name} said to me: 'I worry about my garden, because the well is dry.'",
        f"{name} said to me: 'I want to see a volcano.'",
        f"I promised {name} to help with two lanterns.",
    ]
    for seed in range(6):
        for text, _ in thought(lived, f"How do things stand between Ann Bo and {name}?", seed=seed):
            assert text.endswith(".")
            assert not set("{}⟦⟧") & set(text)
            assert text.count(name) <= 1
            assert not re.search(r"\bthey (?:is|has|does)\b", text)
            assert text[0].islower() or text.startswith((name, "I ", "I'"))
