"""Batteries: the one of the paper, and what is wrong with one that an author wrote."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from townlet.study.defects import FileFaults, StudyFault
from townlet.study.interviews.battery import PAPER, battery_named, read_battery

FAULTY = """
name = "Mine"

[[questions]]
id = "one"
ask = "Who is [anybody]?"

[[questions]]
id = "one"
ask = "How are you?"
kind = "likert"
options = ["badly"]

[[questions]]
ask = ""
colour = "red"
"""


def test_the_papers_battery_has_five_questions_in_each_of_five_categories() -> None:
    battery = battery_named(PAPER)
    assert Counter(question.category for question in battery.questions) == dict.fromkeys(
        ("self-knowledge", "memory", "plans", "reactions", "reflections"), 5
    )


def test_every_defect_is_told_at_once_with_its_line() -> None:
    with pytest.raises(FileFaults) as caught:
        read_battery(FAULTY, "mine.toml")
    assert caught.value.defects == (
        "line 4: [anybody] is nothing that can be filled in; there are met, closest, nobody, fact 1, fact 2, fact 3",
        "line 8: a likert question needs two options or more",
        "line 14: id: field required",
        "line 14: ask: string should have at least 1 character",
        "line 14: colour: extra inputs are not permitted",
    )
    assert str(caught.value).startswith("mine.toml has 5 defects:\n  line 4:")


def test_two_questions_of_one_id() -> None:
    twice = '[[questions]]\nid = "a"\nask = "b"\n' * 2
    with pytest.raises(FileFaults, match="line 5: the id 'a' is that of the question at line 2 too"):
        read_battery('name = "Mine"\n' + twice, "mine.toml")


def test_a_battery_that_is_nowhere(tmp_path: Path) -> None:
    with pytest.raises(StudyFault, match="no battery"):
        battery_named(str(tmp_path / "none.toml"))


def test_a_battery_that_is_not_toml() -> None:
    with pytest.raises(FileFaults, match="not valid TOML"):
        read_battery("name =", "mine.toml")
