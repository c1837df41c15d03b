"""An inner voice becomes an intention in the third person, and changes the plan only if it concerns today."""

from __future__ import annotations

import pytest

from townlet.cognition.answers import Intention
from townlet.language.prompt import Field
from townlet.offline.heed import heed

PRONOUNS: list[Field] = [
    {"name": name, "pronoun": "she"} for name in ("Ann Bo", "Cy Du", "Sam Hay", "Þóra", "Nguyễn Thị Hạnh")
]


def heeded(voice: str) -> Intention:
    return Intention.model_validate(heed({"name": "Ann Bo", "voice": voice, "pronouns": PRONOUNS}, 1))


@pytest.mark.parametrize(
    ("voice", "intention", "now"),
    [
        (
            "You are going to run against Sam in the upcoming election",
            "Ann Bo is going to run against Sam Hay in the upcoming election.",
            False,
        ),
        ("you should talk to Cy", "Ann Bo is going to talk to Cy Du.", True),
        ("go to the park", "Ann Bo is going to go to the park.", True),
        ("Tell Sam that the clock is slow", "Ann Bo is going to tell Sam Hay that the clock is slow.", True),
        ("You hate your job", "Ann Bo hates her job.", False),
        ("you feel sad today", "Ann Bo feels sad today.", True),
        ("I want to be mayor", "Ann Bo wants to be mayor.", False),
        ("don't trust Sam", "Ann Bo is not going to trust Sam Hay.", True),
        ("You are in love with Cy", "Ann Bo is in love with Cy Du.", False),
        ("talk to Nguyễn", "Ann Bo is going to talk to Nguyễn Thị Hạnh.", True),
        ("You trust Þóra", "Ann Bo trusts Þóra.", False),
        ("Remember to buy milk", "Ann Bo is going to buy milk.", True),
        ("The cafe is closing tomorrow", "Ann Bo believes that the cafe is closing tomorrow.", False),
    ],
)
def test_a_voice_becomes_an_intention(voice: str, intention: str, now: bool) -> None:
    found = heeded(voice)
    assert found.intention == intention
    assert found.change_plan is now
    assert bool(found.reason) is now


def test_an_empty_voice_leaves_a_feeling() -> None:
    assert heeded("").intention.startswith("Ann Bo ")


def test_a_name_may_hold_any_sign() -> None:
    fields = {"name": "Ann\\ Bo", "summary": "", "voice": "You see me.", "memories": [], "plan": []}
    assert "Ann\\ Bo" in str(heed(fields, 1)["intention"])
