"""Insights rest on what was shown, say something else when it says something else, and are not thought twice."""

from __future__ import annotations

from townlet.cognition.answers import Insights
from townlet.language.offline.reflect.insights import insights
from townlet.language.prompt import Field

LATER = "Tuesday May 6 2025, 5:00 pm"
SHOWN = [
    "Ann Bo needs a long ladder for the tower clock.",
    "Ann Bo is polishing a case at Mill: workshop.",
    "Ann Bo is polishing a case at Mill: workshop.",
    "Cy Du said to me: 'I am giving a fish supper at Reed Hall on Wednesday May 7 from 6 pm to 8 pm. Will you come?'",
    "Eve Fay said to me: 'The fish supper at Reed Hall is on Wednesday May 7 from 6 pm.'",
    "Eve Fay said to me: 'Gus Hay told me the mill is going to be sold.'",
    "Ida Jay said to me: 'The mill is going to be sold.'",
    "I promised Cy Du to come to the fish supper at Reed Hall on Wednesday May 7 from 6 pm to 8 pm.",
    "Ida Jay said to me: 'I'm worried about losing my garden.'",
    "Kit Low promised me to carry the ladder on Wednesday May 7 at 9 am.",
]


def thought(
    shown: list[str],
    question: str = "What does the fish supper mean to Ann Bo and to the others?",
    when: str = LATER,
    seed: int = 1,
) -> list[tuple[str, tuple[int, ...]]]:
    memories: list[Field] = [{"n": n, "when": when, "text": text} for n, text in enumerate(shown, 1)]
    fields: dict[str, Field] = {
        "name": "Ann Bo",
        "now": "Tuesday May 6 2025, 6:00 pm",
        "question": question,
        "memories": memories,
    }
    found = Insights.model_validate(insights(fields, seed)).insights
    return [(insight.text, tuple(insight.because)) for insight in found]


def test_citations_are_among_the_statements_shown() -> None:
    for seed in range(10):
        found = thought(SHOWN, seed=seed)
        assert found
        assert all(1 <= n <= len(SHOWN) for _, because in found for n in because)


def test_swapping_the_evidence_changes_the_insight() -> None:
    before = thought(SHOWN)
    for text, because in before:
        other = [
            s.replace("fish supper", "harvest dance")
            .replace("mill", "inn")
            .replace("ladder", "rope")
            .replace("case", "lens")
            .replace("garden", "boat")
            .replace("Cy Du", "Lou Moss")
            if n in because
            else s
            for n, s in enumerate(SHOWN, 1)
        ]
        assert text not in [t for t, _ in thought(other)]


def test_without_its_evidence_an_insight_is_not_drawn() -> None:
    for text, because in thought(SHOWN):
        rest = [s for n, s in enumerate(SHOWN, 1) if n not in because]
        assert text not in [t for t, _ in thought(rest)]


def test_the_question_decides_what_comes_first() -> None:
    supper = thought(SHOWN)[0][0]
    mill = thought(SHOWN, "Will the mill be sold, and what would that mean?")[0][0]
    assert "fish supper" in supper
    assert "mill" in mill


def test_a_thought_that_one_has_is_not_thought_again() -> None:
    first = [text for text, _ in thought(SHOWN)]
    again = [*SHOWN, *(f"I have come to think that {text}" for text in first)]
    assert not set(first) & {text for text, _ in thought(again)}


def test_reflections_rest_on_reflections() -> None:
    thoughts = [
        "I have come to think that Cy Du is a friend I should make more time for.",
        "I have come to think that Cy Du puts heart into the fish supper.",
        "I have come to think that the fish supper will do me good.",
    ]
    found = thought(thoughts, "What kind of person is Cy Du to Ann Bo?")
    assert any(set(because) <= {1, 2, 3} and len(because) >= 2 for _, because in found)


def test_an_insight_can_follow_that() -> None:
    for seed in range(10):
        for text, _ in thought(SHOWN, seed=seed):
            assert text[0].islower() or text.startswith(("I ", "I'", "Cy", "Eve", "Ida", "Kit", "Gus"))
            assert text.endswith(".")
