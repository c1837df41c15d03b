"""Shares, what guessing gives, and differences, from answers made up."""

from __future__ import annotations

import pytest
from scipy import stats

from townlet.evaluation.ablation.grading import ChosenTruth, QuestionCategory, TruthItem
from townlet.evaluation.ablation.scoring import GradedAnswer, compute_ablation_scores

TRUTH = ChosenTruth("a", ("a", "b", "c", "d"))


def answered(person: str, rights: str, category: QuestionCategory = "memory") -> list[GradedAnswer]:
    """An answer under 'full' and one under 'bare' for each of two letters: r is right, w is wrong."""
    found = []
    for place, pair in enumerate(rights.split()):
        item = TruthItem(f"q-{place}", "q", category, person, "Which?", TRUTH, ())
        for condition, letter in zip(("full", "bare"), pair, strict=True):
            answer = "a" if letter == "r" else "b"
            found.append(GradedAnswer(item, condition, answer, TRUTH.verdict(answer)))
    return found


def test_over_the_people_of_one_run() -> None:
    run = [*answered("Ann", "rw rw"), *answered("Bo", "rw ww"), *answered("Cy", "rw rr", "plan")]
    for person in ("Di", "Ed", "Flo"):
        run += answered(person, "rw rw")
    found = compute_ablation_scores({"one": run})
    assert (found.unit, found.units) == ("people", 6)
    assert found.shares["full"]["memory"].value == 9 / 10
    assert (found.shares["bare"]["memory"].value, found.shares["bare"]["memory"].low) == (0, None)
    assert found.shares["full"]["all"].value == 11 / 12
    assert (found.columns["memory"].asked, found.columns["all"].asked) == (10, 12)
    assert found.columns["memory"].guess == 0.25
    assert "synthesis" not in found.columns
    [difference] = found.differences
    memory = difference.by["memory"]
    assert memory.value == 9 / 10
    assert memory.low == pytest.approx(0.7)
    assert memory.high == pytest.approx(1.0)
    assert memory.apart
    assert (difference.by["plan"].value, difference.by["plan"].low) == (0.5, None), "one was asked of a plan"
    assert found.kinds == {"q": (12, {"full": 11 / 12, "bare": 1 / 12})}


def test_over_runs_the_interval_is_students() -> None:
    shares = [("rw rw rr ww", 0.5), ("rw ww ww ww", 0.25), ("rw rw rw rw", 1.0)]
    found = compute_ablation_scores({str(place): answered("Ann", rights) for place, (rights, _) in enumerate(shares)})
    assert (found.unit, found.units) == ("runs", 3)
    differences = [each for _, each in shares]
    expected = stats.t.interval(0.95, 2, loc=sum(differences) / 3, scale=stats.sem(differences))
    memory = found.differences[0].by["memory"]
    assert expected[1] > 1
    assert (memory.low, memory.high) == pytest.approx((expected[0], 1))
    assert not memory.apart


def test_no_interval_leaves_what_a_share_or_a_difference_can_be() -> None:
    runs = {"a": answered("Ann", "wr rr"), "b": answered("Ann", "wr wr"), "c": answered("Ann", "wr wr")}
    found = compute_ablation_scores(runs)
    full, bare = found.shares["full"]["all"], found.shares["bare"]["all"]
    assert full.low == 0
    assert (bare.low, bare.high) == (1, 1)
    [difference] = found.differences
    assert difference.by["all"].low == -1
    assert (difference.by["all"].value, difference.by["all"].high) == pytest.approx((-5 / 6, -0.1162), abs=1e-4)
    assert difference.by["all"].apart


def test_two_runs_are_too_few_for_an_interval() -> None:
    found = compute_ablation_scores({"a": answered("Ann", "rw rw"), "b": answered("Ann", "rw ww")})
    assert (found.shares["full"]["all"].value, found.shares["full"]["all"].low) == (0.75, None)
    assert not found.differences[0].by["all"].apart


@pytest.mark.parametrize("people", [1, 4])
def test_few_people_have_no_interval(people: int) -> None:
    run = [each for name in "ABCD"[:people] for each in answered(name, "rw rw")]
    [difference] = compute_ablation_scores({"one": run}).differences
    assert (difference.by["all"].value, difference.by["all"].low) == (1.0, None)
    assert not difference.by["all"].apart
