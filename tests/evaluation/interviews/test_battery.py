"""Batteries: the one of the paper, and what is wrong with one that an author wrote."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from townlet.evaluation.interviews.battery import PAPER_BATTERY, load_battery, parse_battery
from townlet.runfile.study_files import StudyError, StudyFileError

FAULTY = """
name = "Mine"
colour = "red"
first = "none"

[[questions]]
id = "one"
ask = "Who is [anybody]?"
may_refuse = "yes"

[[questions]]
id = "one"
ask = "How are you?"
kind = "likert"
options = ["badly"]

[[questions]]
ask = ""
options = ["a", "b"]

[[questions]]
id = "three"
ask = "Tea or coffee?"
kind = "choice"
options = ["tea", "tea"]
"""


def test_the_papers_battery_has_five_questions_in_each_of_five_categories() -> None:
    battery = load_battery(PAPER_BATTERY)
    assert Counter(question.category for question in battery.questions) == dict.fromkeys(
        ("self-knowledge", "memory", "plans", "reactions", "reflections"), 5
    )


def test_every_defect_is_told_at_once_with_its_line() -> None:
    with pytest.raises(StudyFileError) as caught:
        parse_battery(FAULTY, "mine.toml")
    assert caught.value.defects == (
        "line 3: colour: extra inputs are not permitted",
        "line 4: first: no question has the id 'none'",
        "line 8: ask: [anybody] cannot be filled in; the placeholders are met, closest, nobody, fact 1, fact 2, fact 3",
        "line 9: may_refuse: input should be a valid boolean",
        "line 12: the id 'one' is already that of the question at line 6; give each question its own",
        "line 15: options: a likert question needs two or more options",
        "line 17: id: field required",
        "line 18: ask: string should have at least 1 character",
        "line 19: options: an open question has no options; make it 'likert' or 'choice', or remove them",
        "line 25: options: two options are the same",
    )
    assert str(caught.value).startswith("mine.toml has 10 defects:\n  line 3:")


def test_a_battery_of_tables_by_another_name() -> None:
    with pytest.raises(StudyFileError) as caught:
        parse_battery('name = "Mine"\n[[question]]\nid = "a"\nask = "b"\n', "mine.toml")
    assert caught.value.defects == (
        "has no [[questions]]; write at least one",
        "line 2: question: extra inputs are not permitted",
    )


def test_two_questions_of_one_id() -> None:
    twice = '[[questions]]\nid = "a"\nask = "b"\n' * 2
    with pytest.raises(StudyFileError, match="line 6: the id 'a' is already that of the question at line 2"):
        parse_battery('name = "Mine"\n' + twice, "mine.toml")


def test_a_battery_that_is_nowhere(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="no battery"):
        load_battery(str(tmp_path / "none.toml"))


def test_a_battery_that_is_not_toml() -> None:
    with pytest.raises(StudyFileError, match="not valid TOML"):
        parse_battery("name =", "mine.toml")
