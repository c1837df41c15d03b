"""Analysis of rows whose outcomes are known: each figure is compared with the one computed here."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from townlet.runfile.study_files import StudyError
from townlet.studies.analysis import StudyAnalysis
from townlet.studies.claims import ComparedCells
from townlet.studies.figures import draw_figures
from townlet.studies.paired_tests import PairedEstimate
from townlet.studies.plan import StudyPlan, plan_study
from townlet.studies.reading import read_study
from townlet.studies.rows import write_row
from townlet.studies.runner import prepare_folder
from townlet.studies.tables import StudyResults
from townlet.studies.validity import validity_card
from townlet.studies.worker import row_path

from .small import write_study


def value_of(seed: int, source: str, mind: str, wording: str) -> float:
    """An outcome: popular sources add 2 and a little by seed, in dull minds half of it; a wording adds to all."""
    popular = (2 + 0.1 * seed) * (source == "popular") * (0.5 if mind == "dull" else 1)
    return popular + 0.3 * seed + 0.25 * int(wording)


def planned(folder: Path) -> StudyPlan:
    plan = plan_study(
        read_study(
            write_study(
                folder,
                ('seeds = "1..2"', 'seeds = "1..6"'),
                ("[outcomes]", '[outcomes]\nsoon = { fact = "fireworks", time_to = 2 }'),
            )
        )
    )
    prepare_folder(plan.study.folder)
    return plan


def write_rows(plan: StudyPlan, *, without: int | None = None) -> StudyAnalysis:
    for number, cell in enumerate(plan.cells):
        source, mind, wording = (cell.labels[name] for name in ("source", "mind", "news"))
        # The control is one world for both wordings.
        value = value_of(cell.seed, source, mind, "1" if source == "nobody" else wording)
        steps = [2880, 2880 + 50 * cell.seed] if source == "popular" else []
        row = {
            "segment": cell.segment, "run": "r", "content": "h", "state_hash": "h", "cast": {}, "residents": 4,
            "answers": {},
            "acts": [{"factor": "source", "kind": "tell", "step": 2880, "took": 2880, "delivered": True}],
            "signs": {"3240": {"made": {"reflection": 0 if mind == "dull" else 3}, "asked": {}, "planned": {}}},
            "outcomes": {"knew": value, "share": value / 10, "soon": cell.seed / 6 if steps else 1.0},
            "knowledge": {"fireworks": [[f"p{step}", step, "heard", ""] for step in steps]}, "note": "By rules.",
        }  # fmt: skip
        if number != without:
            write_row(row_path(plan.study.folder, cell.row), row)
    return StudyAnalysis(StudyResults(plan))


def test_a_contrast_averages_pairs_within_seeds(tmp_path: Path) -> None:
    analysis = write_rows(planned(tmp_path))
    primary, interaction, mind = analysis.comparisons
    by_seed = [np.mean([(2 + 0.1 * seed) * part / 10 for part in (1, 0.5)]) for seed in range(1, 7)]
    assert primary.estimate is not None
    assert primary.estimate.differences == pytest.approx(by_seed)
    assert (primary.pairs, primary.missing) == (6 * 2 * 2, 0)
    # With six seeds, one in twenty lies three fifths of the way to the mean of the two outermost differences.
    ends = ((low + 0.6 * (near - low) / 2) for low, near in (sorted(by_seed)[:2], sorted(by_seed)[:-3:-1]))
    assert primary.estimate.interval == tuple(map(pytest.approx, ends))
    expected = stats.ttest_1samp(by_seed, 0).confidence_interval()
    assert primary.estimate.student_interval == (pytest.approx(expected.low), pytest.approx(expected.high))
    assert primary.estimate.p_sign_flips == pytest.approx(2 / 2**6)
    assert interaction.estimate is not None
    assert interaction.estimate.differences == pytest.approx([-0.5 * (2 + 0.1 * seed) for seed in range(1, 7)])
    assert mind.estimate is not None
    assert mind.estimate.mean == pytest.approx(-0.5 * 2.35 / 3)
    assert (interaction.adjusted, mind.adjusted) == (pytest.approx(2 / 32), pytest.approx(2 / 32))


def test_a_pair_without_a_half_is_left_out_and_told(tmp_path: Path) -> None:
    plan = planned(tmp_path)
    lost = next(number for number, cell in enumerate(plan.cells) if cell.labels["source"] == "popular")
    analysis = write_rows(plan, without=lost)
    primary = analysis.comparisons[0]
    assert (primary.pairs, primary.missing) == (23, 1)
    assert "1 of 24 pairs are not complete" in analysis.as_text()


def test_the_sign_of_each_wording_is_told(tmp_path: Path) -> None:
    analysis = write_rows(planned(tmp_path))
    assert [round(each.estimate.mean, 6) for _, _, each in analysis.wordings() if each.estimate] == [0.17625, 0.17625]
    assert "the sign holds for each" in analysis.as_text()


def test_curves_and_survival_follow_the_levels(tmp_path: Path) -> None:
    analysis = write_rows(planned(tmp_path))
    curve = [row for row in analysis.curves().rows if row[:3] == ("fireworks", "source", "popular")]
    # It begins when the levels part, although another factor differs from the start.
    assert curve[0][3:6] == ("2025-05-05T08:00:00", 6, 0)
    # At 9:00 both people know it in the worlds of every seed.
    assert curve[-1][3:6] == ("2025-05-05T09:00:00", 6, 0.5)
    steps = [row for row in analysis.survival().rows if row[2] == "popular"]
    assert [row[4] for row in steps] == pytest.approx([seed / 6 for seed in range(1, 7)], abs=1e-6)
    [never] = [row for row in analysis.survival().rows if row[2] == "nobody"]
    assert never[4:6] == (1.0, 1.0)
    assert {row[1] for row in analysis.survival().rows} == {"source"}, "levels with the same times have no curves"


def test_tables_are_the_same_as_parquet(tmp_path: Path) -> None:
    import io

    import pandas as pd

    analysis = write_rows(planned(tmp_path))
    for table in (*analysis.tables(), *analysis.results.tables()):
        file = io.BytesIO()
        table.write_parquet(file)
        frame = pd.read_parquet(file)
        assert (tuple(frame.columns), len(frame)) == (table.names, len(table.rows))
    means = {row[:3]: row[4] for row in analysis.means().rows}
    assert means["knew", "news", "2"] > means["knew", "news", "1"]


def test_a_study_without_a_cell_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="townlet study run"):
        StudyAnalysis(StudyResults(planned(tmp_path)))


def test_a_row_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    plan = planned(tmp_path)
    path = row_path(plan.study.folder, plan.cells[0].row)
    path.write_text("{", encoding="utf-8")
    with pytest.raises(StudyError, match="`townlet study run` measures it again"):
        StudyAnalysis(StudyResults(plan))


def test_the_validity_card_says_what_was_checked_and_what_was_not(tmp_path: Path) -> None:
    card = {check.condition: check for check in validity_card(write_rows(planned(tmp_path)))}
    assert card["profile"].found == "4 of 4 people have a story of their own."
    assert "mind: dull - whole operated in all 36 pairs" in card["treatment"].found
    assert not {"memory", "interaction"} & {*card}
    assert not card["registration"].checked
    assert (card["wording"].checked, card["wording"].found) == (True, "The sign holds for all 2 wordings.")
    assert card["replicates"].found == "6 seeds entered, smallest p by sign flips 0.03125."
    assert not card["unawareness"].checked
    assert "By rules." in card["realism"].found
    assert card["registration"].found.startswith("Not frozen")


def test_an_outcome_that_is_the_same_everywhere_leaves_tests_and_figures(tmp_path: Path) -> None:
    plan = planned(tmp_path)
    assert "in all" not in "".join(each.told for each in write_rows(plan).instruments.outcomes.values())
    for cell in plan.cells:
        path = row_path(plan.study.folder, cell.row)
        row = json.loads(path.read_text(encoding="utf-8"))
        row["outcomes"]["knew"] = 3.0
        write_row(path, row)
    analysis = StudyAnalysis(StudyResults(plan))
    assert f"NOT outcome knew: is 3 in all {len(plan.cells)} worlds." in analysis.as_text()
    assert [each.verdict for each in analysis.comparisons] == ["difference", "not tested", "not tested"]
    assert all(each.adjusted is None for each in analysis.comparisons)
    assert draw_figures(analysis)[0].name == "difference-share"
    assert not any(each.name == "difference-knew" for each in draw_figures(analysis))
    assert not any(row[0] == "knew" for row in analysis.means().rows)


def test_what_would_matter_makes_no_difference_a_result(tmp_path: Path) -> None:
    for matters, verdict in ((1.0, "no difference that matters"), (0.01, "difference")):
        plan = plan_study(
            read_study(
                write_study(
                    tmp_path, ('seeds = "1..2"', 'seeds = "1..6"'), ("[analysis]", f"[analysis]\nmatters = {matters}")
                )
            )
        )
        prepare_folder(plan.study.folder)
        assert write_rows(plan).comparisons[0].verdict == verdict


def test_equal_differences_have_no_interval_and_few_seeds_have_none(tmp_path: Path) -> None:
    analysis = write_rows(planned(tmp_path))
    equal = ComparedCells(analysis.comparisons[0].contrast, True, PairedEstimate((0.25,) * 6), (), 6, 0)
    assert "the same in all 6 seeds, which gives no interval; p = 0.0312" in equal.describe()
    few = ComparedCells(analysis.comparisons[0].contrast, True, PairedEstimate((0.25, 0.3)), (), 2, 0)
    assert (few.verdict, "2 seeds give no 95 % interval" in few.describe()) == ("not shown", True)
