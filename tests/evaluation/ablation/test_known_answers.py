"""A run made by hand, of which the truth is known, gives exactly that truth."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluation.ablation.day import BEDTIME, DORA, EVENING, FACTS, LINE, NOON, PEOPLE, lived
from measures.made import ADA, BRAM, CLEO, GREEN, HOUR, KITCHEN, MadeRun
from townlet.cognition.state import Plan, PlanItem
from townlet.evaluation.ablation.context import QuestionContext
from townlet.evaluation.ablation.grading import ChosenTruth, NamedTruth, TimedTruth, TruthItem
from townlet.evaluation.ablation.scoring import default_asking_step, make_items
from townlet.runfile.study_files import StudyError


def plan(*items: PlanItem) -> Plan:
    return Plan(chunks=(*items, PlanItem(BEDTIME, BEDTIME + 9 * HOUR, "sleeping")), hours=items, made=7)


MENDING = PlanItem(17 * HOUR, 20 * HOUR, "mending nets", GREEN)
READING = PlanItem(20 * HOUR, BEDTIME, "reading poems", KITCHEN)
PLANS = {
    ADA: plan(MENDING, READING),
    BRAM: plan(PlanItem(17 * HOUR, BEDTIME, "playing chess", GREEN)),
    CLEO: plan(PlanItem(17 * HOUR, BEDTIME, "painting fences", GREEN)),
    DORA: Plan(),
}


@pytest.fixture
def scene(tmp_path: Path) -> QuestionContext:
    return QuestionContext(lived().record(tmp_path, EVENING - 1, FACTS), EVENING, PEOPLE, PLANS)


@pytest.fixture
def items(scene: QuestionContext) -> dict[tuple[str, str], TruthItem]:
    return {(item.person, item.id): item for item in make_items(scene)}


def test_memory(items: dict[tuple[str, str], TruthItem]) -> None:
    assert str(items[ADA, "talked"].truth) == BRAM
    assert str(items[BRAM, "talked"].truth) == ADA
    assert (DORA, "talked") not in items
    assert items[ADA, "said-1"].text == f"Who said to you: “{LINE}”?"
    assert str(items[ADA, "said-1"].truth) == BRAM
    assert items[ADA, "said-1"].evidence[1] == f"{9 * HOUR + 60}-{ADA}#1"
    assert str(items[BRAM, "told-regatta"].truth) == ADA
    assert (ADA, "told-regatta") not in items


def test_where_one_was_at_an_hour(items: dict[tuple[str, str], TruthItem]) -> None:
    for number in (1, 2):
        item = items[ADA, f"where-{number}"]
        hour = int(item.text.removeprefix("Where were you at ").split(":")[0]) % 12
        hour += 12 if " pm" in item.text else 0
        assert str(item.truth) == ("Hart cottage" if hour < 8 else "Village Green" if hour >= 14 else "Plum Bakery")
        assert item.evidence[0].startswith(f"{ADA}@Applegarth:{item.truth}")
    assert (DORA, "where-1") not in items, "what nobody remembers doing is not asked"


def test_plan(items: dict[tuple[str, str], TruthItem]) -> None:
    bed = items[ADA, "bed"].truth
    assert isinstance(bed, TimedTruth)
    assert (bed.minute, bed.others) == (22 * 60, (22 * 60, 22 * 60))
    for number in (1, 2):
        later, going = items[ADA, f"later-{number}"], items[ADA, f"going-{number}"]
        evening = any(f"{hour}:00" in later.text for hour in (6, 7))
        assert str(later.truth) == ("mending nets" if evening else "reading poems")
        assert isinstance(later.truth, ChosenTruth)
        assert set(later.truth.options) == {"mending nets", "reading poems", "playing chess", "painting fences"}
        assert str(going.truth) == ("Village Green" if evening else "Hart cottage")
    assert not any(person == DORA and item.category == "plan" for (person, _), item in items.items())


def test_synthesis_rests_on_three_records(items: dict[tuple[str, str], TruthItem]) -> None:
    assert str(items[ADA, "company"].truth) == BRAM
    assert str(items[ADA, "often"].truth) == BRAM
    assert len(items[ADA, "often"].evidence) == 3
    assert str(items[BRAM, "haunt"].truth) == "Village Green"
    assert len(items[BRAM, "haunt"].evidence) == 3
    assert all(len(item.evidence) >= 3 for item in items.values() if item.category == "synthesis")
    assert (CLEO, "company") not in items


def test_a_truth_that_is_not_clear_is_not_asked(tmp_path: Path) -> None:
    made = lived()
    for hour in (12, 13, 15):
        made.talks(hour * HOUR, "Well?", "Yes.", people=(CLEO, ADA))
    scene = QuestionContext(made.record(tmp_path, EVENING - 1, FACTS), EVENING, PEOPLE, PLANS)
    assert not [item for item in make_items(scene) if (item.person, item.kind) == (ADA, "often")]


def test_nothing_of_after_the_moment_counts(tmp_path: Path) -> None:
    made = lived()
    made.talks(EVENING + 60, "Late!", "Indeed.", people=(ADA, CLEO))
    scene = QuestionContext(made.record(tmp_path, EVENING + HOUR, FACTS), EVENING, PEOPLE, PLANS)
    [talked] = [item for item in make_items(scene) if (item.person, item.kind) == (ADA, "talked")]
    assert isinstance(talked.truth, NamedTruth)
    assert talked.truth.right == (BRAM,)


def test_the_same_seed_asks_the_same(scene: QuestionContext) -> None:
    assert make_items(scene) == make_items(scene)


def test_the_usual_moment(tmp_path: Path) -> None:
    assert default_asking_step(lived().record(tmp_path, 2 * 24 * HOUR - 1)) == 24 * HOUR + EVENING
    (tmp_path / "short").mkdir()
    assert default_asking_step(lived().record(tmp_path / "short", NOON)) == NOON + 1


def test_too_little_has_happened(tmp_path: Path) -> None:
    record = MadeRun(*PEOPLE).record(tmp_path, 5)
    with pytest.raises(StudyError, match="too little has happened"):
        make_items(QuestionContext(record, 6, PEOPLE, dict.fromkeys(PEOPLE, Plan())))
