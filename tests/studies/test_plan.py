from __future__ import annotations

import time
from pathlib import Path

import pytest

from townlet.runfile.study_files import StudyError, StudyFileError
from townlet.studies.forecast import describe_seeds, forecast_time, plan_as_json, seeds_for_sign_flips
from townlet.studies.plan import StudyPlan, plan_study
from townlet.studies.reading import read_study

from .small import STUDY, write_study

EXAMPLES = Path(__file__).parents[2] / "examples" / "studies"


def planned(folder: Path, *changes: tuple[str, str]) -> StudyPlan:
    return plan_study(read_study(write_study(folder, *changes)))


def test_cells_share_their_pasts_and_equal_worlds(tmp_path: Path) -> None:
    plan = planned(tmp_path)
    assert len(plan.cells) == 2 * 3 * 2 * 2
    roots = [segment for segment in plan.segments.values() if not segment.parent]
    assert len(roots) == 2 * 2
    # The control has one world for both wordings.
    assert len(plan.finals()) == 2 * 2 * (2 * 2 + 1)
    assert {plan.ends[root.id] for root in roots} == {8 * 360}
    assert plan.lived_steps == 4 * 8 * 360 + 20 * 360


def test_who_plays_a_role_is_the_same_in_all_worlds_of_a_seed(tmp_path: Path) -> None:
    plan = planned(tmp_path)
    assert all(cast["popular"] != cast["isolated"] for cast in plan.cast.values())
    for cell in plan.cells:
        [*acts] = plan.segments[cell.segment].acts
        told = [act["tell"] for act in acts]
        level = cell.labels["source"]
        assert told == ([] if level == "nobody" else [plan.cast[cell.seed][level]])
        assert all("fireworks" in act["text"] for act in acts)


def test_a_changed_file_changes_only_the_cells_that_it_is_about(tmp_path: Path) -> None:
    before = {cell.segment for cell in planned(tmp_path).cells}
    longer = {cell.segment for cell in planned(tmp_path, ('until = "09:00"', 'until = "10:00"')).cells}
    more = {cell.segment for cell in planned(tmp_path, ('seeds = "1..2"', 'seeds = "1..3"')).cells}
    other = {cell.segment for cell in planned(tmp_path, ("Word is that", "They say that")).cells}
    assert longer == before
    assert before < more
    assert len(before - other) == len(other - before) == 2 * 2 * 2


def test_measures_are_part_of_a_row_and_not_of_a_world(tmp_path: Path) -> None:
    one, other = planned(tmp_path), planned(tmp_path, ('count = "knew"', 'count = "heard"'))
    assert [cell.segment for cell in one.cells] == [cell.segment for cell in other.cells]
    assert {cell.row for cell in one.cells}.isdisjoint(cell.row for cell in other.cells)


def test_later_acts_fork_a_world_again(tmp_path: Path) -> None:
    fire = '{ set = "Bakehouse: Oven", state = "on fire", at = "08:30" }'
    plan = planned(tmp_path, ("isolated = [{ tell", f"isolated = [{fire}, {{ tell"))
    cell = next(cell for cell in plan.cells if cell.labels["source"] == "isolated")
    last = plan.segments[cell.segment]
    assert (last.begin, [act.kind for act in last.acts]) == (8 * 360 + 180, ["set"])
    assert [act.kind for act in plan.segments[last.parent].acts] == ["tell"]


def test_a_story_in_other_words_makes_another_town(tmp_path: Path) -> None:
    change = 'story = "Nell Hart", replace = "picnic", by = "concert"'
    plan = planned(tmp_path, ('without = ["reflection"]', change))
    digests = {cell.labels["mind"]: plan.segments[cell.segment].town_digest for cell in plan.cells}
    assert digests["whole"] == plan.study.town.digest != digests["dull"]


def test_an_event_at_another_hour_is_told_and_measured_so(tmp_path: Path) -> None:
    change = 'fact = "picnic", says = "4 pm to 6 pm", now = "5 pm to 7 pm", start = 2025-05-06T17:00:00'
    plan = planned(tmp_path, ('without = ["reflection"]', f"{change}, end = 2025-05-06T19:00:00"))
    starts = {
        (cell.labels["mind"], fact.event.start.hour)
        for cell in plan.cells
        for fact in cell.measured.facts
        if fact.event
    }
    assert starts == {("whole", 16), ("dull", 17)}


def test_two_roles_for_one_person_are_refused(tmp_path: Path) -> None:
    twice = 'popular = { rank = "age", take = "highest" }\nisolated = { person = "Bea Winters" }\n'
    text = STUDY.replace(STUDY[STUDY.index("popular = {") : STUDY.index("[factors.source]")], twice + "\n", 1)
    with pytest.raises(StudyError, match=r"would play both popular and isolated.*apart_from"):
        plan_study(read_study(write_study(tmp_path, text=text)))


def test_a_thousand_cells_are_planned_in_two_seconds(tmp_path: Path) -> None:
    path = write_study(tmp_path, ('seeds = "1..2"', 'seeds = "1..84"'))
    began = time.process_time()
    plan = plan_study(read_study(path))
    assert len(plan_as_json(plan)["cells"]) == len(plan.cells) == 84 * 12  # type: ignore[arg-type]
    assert time.process_time() - began < 2


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_an_example_has_no_defects_and_compares_every_level(path: Path) -> None:
    plan = plan_study(read_study(path))
    assert plan.study.primary is not None
    assert len(plan.cells) >= 12
    assert len([line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]) <= 40


def test_seeds_that_a_sign_flip_test_needs() -> None:
    assert seeds_for_sign_flips() == 6
    assert seeds_for_sign_flips(comparisons=3) == 7


def test_a_plan_says_that_two_seeds_show_nothing(tmp_path: Path) -> None:
    plan = planned(tmp_path)
    assert "give 6 seeds at least" in describe_seeds(plan)
    assert not forecast_time(plan, plan.segments).timed
    assert forecast_time(plan, plan.segments).cpu_seconds > 1


def test_a_role_from_a_stratum_is_drawn_anew_for_each_seed(tmp_path: Path) -> None:
    text = STUDY.replace('rank = "mutual ties", take = "highest"', 'rank = "age", take = "top 2"')
    plan = plan_study(read_study(write_study(tmp_path, ('seeds = "1..2"', 'seeds = "1..12"'), text=text)))
    assert {cast["popular"] for cast in plan.cast.values()} == {"Bea Winters", "Owen Hart"}
    with pytest.raises(StudyFileError, match="take"):
        read_study(write_study(tmp_path, text=STUDY.replace('"highest"', '"top"')))
