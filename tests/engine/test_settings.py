"""What is chosen for a run: who answers which prompts, and without what people live."""

from __future__ import annotations

import pytest

from townlet.runfile.config import RunConfig

MIXED = RunConfig("far:one", dialogue="far:two", importance="offline", without="planning,reflection")


def test_each_job_may_have_a_model_of_its_own() -> None:
    assert MIXED.by_job == {"dialogue": "far:two", "importance": "offline"}
    assert RunConfig().by_job == {}


def test_another_model_answers_in_all_jobs() -> None:
    other = MIXED.answered_by("far:three")
    assert (other.model, other.by_job) == ("far:three", {})
    assert other.without == MIXED.without


@pytest.mark.parametrize("none", [None, ""])
def test_no_other_model_changes_nothing(none: str | None) -> None:
    assert MIXED.answered_by(none) == MIXED


def test_a_run_is_offline_if_rules_answer_everything() -> None:
    assert RunConfig().offline
    assert RunConfig(planning="offline").offline
    assert not RunConfig(planning="far:one").offline
    assert not RunConfig("far:one").offline


def test_people_live_without_the_faculties_that_are_named() -> None:
    assert MIXED.left_out == ("planning", "reflection")
    assert MIXED.how.without == {"planning", "reflection"}
    assert RunConfig().left_out == ()


def test_choices_that_are_left_open_are_not_written_down() -> None:
    assert MIXED.as_json().keys() == {
        "model", "dialogue", "importance", "embedder", "profile", "without",
    }  # fmt: skip
