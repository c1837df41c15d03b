"""Several runs in one table: means, ranges and intervals as scipy gives them."""

import pytest
from scipy import stats

from townlet.measures.emergence.result import FigureCount, PaperComparison
from townlet.measures.figures import Figure, FigureGroup, MeasureSection
from townlet.measures.run_comparison import RunComparison
from townlet.measures.run_measures import RunMeasures
from townlet.runfile.study_files import StudyError


def measured(run: str, talks: float | None, knew: int, town: str = "Otterby") -> RunMeasures:
    about = {"run": run, "town": town, "seed": 1, "agents": 10, "note": "By rules."}
    section = MeasureSection("s", "Sense", (FigureGroup("Talks", (Figure("talks", "talks a day", talks, "number"),)),))
    return RunMeasures(
        about,
        (section,),
        {},
        (PaperComparison("fair", "knew of the fair", FigureCount(knew, 10), None, FigureCount(12, 25)),),
    )


THREE = RunComparison((measured("a", 2.0, 3), measured("b", 4.5, 6), measured("c", 0.5, 9)))
THIRD_SILENT = RunComparison((*THREE.runs[:2], measured("c", None, 9)))


def test_each_figure_has_its_mean_range_and_interval() -> None:
    told = THREE.as_json()["over_runs"]["s"]["talks"]  # type: ignore[index, call-overload]
    low, high = stats.t.interval(0.95, 2, loc=7 / 3, scale=stats.sem([2.0, 4.5, 0.5]))
    assert (told["mean"], told["least"], told["most"], told["runs"]) == (2.3333, 0.5, 4.5, 3)
    assert low < 0
    assert told["interval"] == [0, pytest.approx(high, abs=1e-4)]


def test_what_can_be_below_zero_has_an_interval_that_goes_there() -> None:
    runs = [measured(name, value, 1) for name, value in (("a", -2.0), ("b", 0.5), ("c", 3.0))]
    told = RunComparison(tuple(runs)).as_json()["over_runs"]["s"]["talks"]  # type: ignore[index, call-overload]
    assert told["interval"][0] == pytest.approx(
        stats.t.interval(0.95, 2, 0.5, stats.sem([-2.0, 0.5, 3.0]))[0], abs=1e-4
    )


def test_two_values_have_no_interval_and_two_runs_are_told_to_be_too_few() -> None:
    told = THIRD_SILENT.as_json()["over_runs"]["s"]["talks"]  # type: ignore[index, call-overload]
    assert (told["runs"], told["interval"]) == (2, None)
    assert "too few" not in THIRD_SILENT.as_text()
    assert "2 runs are too few for intervals; give 3 at least." in RunComparison(THREE.runs[:2]).as_text()


def test_the_papers_figures_stand_beside_the_mean() -> None:
    told = THREE.as_json()["over_runs"]["paper"]["fair"]  # type: ignore[index, call-overload]
    assert (told["mean"], told["paper"]) == (0.6, 0.48)
    assert "knew of the fair                              60.0 %    30.0 % to 90.0 %    0.0 % to 100.0 %    48.0 %" in (
        THREE.as_text()
    )


def test_runs_of_different_towns_and_the_same_run_twice_are_refused() -> None:
    with pytest.raises(StudyError, match="different towns"):
        RunComparison((measured("a", 1, 1), measured("b", 1, 1, "Elm")))
    with pytest.raises(StudyError, match="twice"):
        RunComparison((measured("a", 1, 1), measured("a", 1, 1)))
