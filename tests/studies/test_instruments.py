"""Planted artefacts: studies whose factors do not operate, or whose outcomes cannot answer, are named as such."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from townlet.studies.analysis import StudyAnalysis
from townlet.studies.pilot import describe_pilot, run_pilot
from townlet.studies.plan import plan_study
from townlet.studies.reading import read_study
from townlet.studies.tables import StudyResults

from .in_process import InProcess, live
from .small import write_study

ARTEFACTS = sorted(Path(__file__).with_name("artefacts").glob("*.toml"))


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all artefacts, so that what their worlds have in common is lived once."""
    return tmp_path_factory.mktemp("artefacts")


def expected(path: Path) -> str:
    marked = "# Expected: "
    return next(
        line.removeprefix(marked) for line in path.read_text(encoding="utf-8").splitlines() if line.startswith(marked)
    )


@pytest.mark.parametrize("path", ARTEFACTS, ids=[path.stem for path in ARTEFACTS])
def test_an_artefact_is_named_and_never_called_a_result(path: Path, home: Path) -> None:
    plan = plan_study(replace(read_study(path), home=home))
    live(plan)
    analysis = StudyAnalysis(StudyResults(plan))
    assert expected(path) in analysis.as_text()
    assert {each.verdict for each in analysis.comparisons} <= {"not tested", "not shown"}


def test_there_are_twenty_artefacts() -> None:
    assert len(ARTEFACTS) >= 20


def test_a_pilot_names_what_does_not_operate_and_leaves_the_study_unseen(tmp_path: Path) -> None:
    study = read_study(write_study(tmp_path, text=ARTEFACTS[0].read_text(encoding="utf-8")))
    pilot = run_pilot(replace(study, secondary=()), 1, InProcess())
    told = "\n".join(describe_pilot(pilot, study))
    assert told.startswith("PILOT, seed 3, 2 worlds")
    assert "its ceiling" in told
    assert "Power: a pilot of 3 seeds or more" in told
    assert not (study.folder / "rows").exists()
