"""Insights rest on what was shown, say something else when it says something else, and are not thought twice."""

from __future__ import annotations

from townlet.cognition.answers import Insights
from townlet.language.prompt import Field
from townlet.offline.reflect.insights import insights

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


PUBLIC = "What does the local election mean to Ann Bo and to the others?"


def said_of(shown: list[str], question: str = "What matters most to Ann Bo at present?") -> str:
    return " / ".join(text for seed in range(12) for text, _ in thought(shown, question, seed=seed))


def test_nobody_gives_the_election_that_they_speak_of() -> None:
    shown = [
        "Ann Bo wants to win the local election on Friday May 9.",
        "Cy Du promised me to come to the local election.",
    ]
    assert "coming to my local election" not in said_of(shown, PUBLIC)


def test_only_who_runs_is_weighed_as_a_candidate() -> None:
    asks = ["Cy Du said to me: 'I wonder who is running for mayor in the local election.'"]
    runs = ["Cy Du said to me: 'I am running for mayor in the local election.'"]
    assert "Cy Du knows what it means" not in said_of(asks, PUBLIC) + said_of(asks, "What kind of person is Cy Du?")
    weighed = said_of(runs, "What kind of person is Cy Du to Ann Bo?")
    assert "run for mayor" in weighed or "is chosen" in weighed


def test_a_taste_ends_where_the_next_thing_begins() -> None:
    told = said_of(["Ann Bo loves dancing and hates counting money."])
    assert "dancing" in told
    assert "counting" not in told


def test_small_promises_raise_no_thought() -> None:
    shown = ["I promised Cy Du to look out for a lamp.", "Eve Fay promised me to look out for a lamp."]
    told = said_of(shown, "How do things stand between Ann Bo and Cy Du?")
    assert "counting on" not in told
    assert "my word" not in told


def test_one_insight_of_a_kind_at_a_time() -> None:
    shown = [f"{who} said to me: 'I need a hand with the {what}. Could you help?'" for who, what in NEEDS]
    for seed in range(8):
        texts = [text for text, _ in thought(shown, "Whom does Ann Bo feel close to?", seed=seed)]
        assert sum("need something" in text or "more need in this town" in text for text in texts) <= 1


NEEDS = (("Cy Du", "fence"), ("Eve Fay", "boat"), ("Ida Jay", "roof"))


def test_who_lacks_what_another_knows_of_is_brought_together_with_them() -> None:
    shown = ["Cy Du said to me: 'I need a bronze anchor.'", "Eve Fay said to me: 'I keep a bronze anchor in my shed.'"]
    told = said_of(shown, "What kind of person is Cy Du to Ann Bo?")
    assert "bring Cy Du and Eve Fay together" in told or "Eve Fay might know something about" in told
    assert "Eve Fay" not in said_of(shown[:1], "What kind of person is Cy Du to Ann Bo?")


def test_thoughts_about_different_people_show_what_they_share() -> None:
    thoughts = [
        "I have come to think that Cy Du puts heart into the fish supper.",
        "I have come to think that Eve Fay cares a great deal about the fish supper.",
        "I promised Cy Du to come to the fish supper at Reed Hall on Wednesday May 7 from 6 pm to 8 pm.",
    ]
    found = thought(thoughts, "What do the things that Ann Bo has come to think have in common?")
    assert any("Cy Du" in text and "Eve Fay" in text and {1, 2} <= set(because) for text, because in found)


def test_family_is_who_is_named_as_ones_own() -> None:
    heard = "Cy Du said to me: 'The old boat is nearly done.'"
    question = "What kind of person is Cy Du to Ann Bo?"
    wife = said_of(["Ann Bo and Cy Du are married.", heard], question)
    neighbour = said_of(["Ann Bo knows Cy Du as the husband of Eve Fay.", heard], question)
    assert "Cy Du is the first I tell" in wife or "talk things over with Cy Du" in wife or "small talk" in wife
    assert "the first I tell" not in neighbour
    assert "talk things over" not in neighbour
