"""What strangers hear: no secret, no thought about others; and questions that point back."""

from __future__ import annotations

import pytest

from offline.persons import memories
from townlet.language.prompt import Field
from townlet.offline.interview.answer import interview

SHOWN = [
    "Ann Bo is a clockmaker at the mill.",
    "Ann Bo is secretly casting a bell for Eve Fay.",
    "Ann Bo dislikes Gus Hay, because Gus Hay laughed at the tower clock.",
    "Ann Bo cannot finish the tower clock, because nobody knows how it ran.",
    "Ann Bo has known Ida Jay for nine years.",
    "I have come to think that Gus Hay is hard to like.",
    "I have come to think that every word of Eve Fay stays with me.",
    "I have come to think that Ida Jay is somebody I can rely on.",
    "I have come to think that a bell wants a quiet street.",
]
NAMES = ("Ann Bo", "Eve Fay", "Gus Hay", "Ida Jay", "Þóra Jónsdóttir", "Nguyễn Thị Hạnh", "O'Malley-Brückner Kit", "Xi")


def said(*questions: str, shown: list[str] = SHOWN, asker: str = "a visitor") -> str:
    """Return the answer to the last of a few questions."""
    lines: list[Field] = []
    answer = ""
    for question in questions:
        fields: dict[str, Field] = {
            "name": "Ann Bo",
            "summary": "Ann Bo (age: 40) is kind.",
            "now": "Tuesday May 6 2025, 4:00 pm",
            "asker": asker,
            "question": question,
            "lines": [*lines],
            "memories": memories(*shown),
            "pronouns": [{"name": name, "pronoun": "she"} for name in NAMES],
        }
        answer = str(interview(fields, 1)["say"])
        lines += [{"speaker": asker, "line": question}, {"speaker": "Ann Bo", "line": answer}]
    return answer


@pytest.mark.parametrize(
    "question",
    [
        "What have you been thinking about?",
        "What is on your mind?",
        "Who is Eve Fay?",
        "What do you think of Eve Fay?",
        "What do you think of Gus?",
        "What are you casting for Eve Fay?",
        "What are you making?",
        "Who is Gus Hay?",
        "Tell me about Ida.",
    ],
)
def test_a_stranger_hears_no_secret_and_no_harsh_or_tender_thought(question: str) -> None:
    answer = said(question)
    for kept in ("bell for", "casting", "stays with me", "hard to like"):
        assert kept not in answer


def test_thoughts_about_nobody_else_are_told() -> None:
    assert said("What have you been thinking about?") == "A bell wants a quiet street."


def test_why_and_since_when_are_asked_of_the_answer_before() -> None:
    assert "laughed at the tower clock" in said("What do you think of Gus?")
    assert said("What do you think of Gus?", "Why?") in (
        "Isn't that reason enough?",
        "I can't put it any better than that.",
    )
    assert "nine years" in said("Do you know Ida?", "Since when?")
    assert said("Why can't you finish the tower clock?") == "Because nobody knows how it ran."
    assert said("Why?") == "Why what?"


@pytest.mark.parametrize("name", NAMES[4:])
def test_any_name_is_understood(name: str) -> None:
    shown = [f"Ann Bo knows {name} from the choir.", f"{name} said to me: 'I am going to sell a ferry.'"]
    assert said(f"Who is {name}?", shown=shown).startswith(f"I know {name} from the choir.")
    assert said("Who told you about the ferry?", shown=shown).startswith(f"I have it from {name}")
    assert name in said(f"Do you know {name}?", shown=["Ann Bo is a clockmaker."])


def test_who_asked_one_to_an_event_is_named() -> None:
    supper = "Eve Fay is holding a supper at the mill on Wednesday May 7 from 6 pm to 9 pm."
    yes = "Ann Bo promised Eve Fay to come to the supper at the mill on Wednesday May 7 at 6 pm."
    asks = "Who invited you to the supper?"
    assert said(asks, shown=[supper, yes]) == "Eve Fay did."
    assert "asked me" in said(asks, shown=[supper])
    assert "my own" in said(asks, shown=[supper.replace("Eve Fay", "Ann Bo")])


@pytest.mark.parametrize(
    ("question", "shown", "answer"),
    [
        ("What do you do for a living?", ["Ann Bo has dyed wool since she was twelve."], "I've dyed wool"),
        ("What do you do for a living?", ["Ann Bo guts eels at the quay, and her sleeves smell of it."], "I gut eels"),
        ("What do you do for a living?", ["Ann Bo gets up at five."], "Nothing that has a name"),
        ("Do you like fennel?", ["Ann Bo cannot stand fennel."], "I can't stand fennel"),
        ("What are your working hours?", ["Ann Bo weaves rugs from eight to four, most days."], "from 8 am to 4 pm"),
        ("Which neighbour do you like least?", SHOWN, "Gus Hay"),
        ("Which neighbour do you like least?", SHOWN[:1], "Nobody, really"),
        ("Why did you and Gus Hay fall out?", SHOWN, "laughed at the tower clock"),
    ],
)
def test_work_hours_and_likes_are_told_from_ones_own_story(question: str, shown: list[str], answer: str) -> None:
    assert answer in said(question, shown=shown)
