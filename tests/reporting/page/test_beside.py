"""What other commands left beside a run, drawn in its report."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from evaluation.ranking.made import SKILLS, sessions
from measures.made import ADA, HOUR, MadeRun
from townlet.evaluation.ranking.sessions import append_session, rankings_path
from townlet.measures.bill import read_bill
from townlet.measures.run_measures import compute_measures, read_emergence
from townlet.reporting.page.html import render_report
from townlet.reporting.page.plots import WIDTH
from townlet.reporting.page.studies import read_ablation_plot, read_believability
from townlet.reporting.page.subject import ReportSubject
from townlet.runfile import study_path
from townlet.runfile.study_files import StudyError
from townlet.runfile.view import RunView

from .pages import Page


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return MadeRun(ADA).write(tmp_path / "made.townlet", HOUR, "")


@pytest.fixture
def subject(run: Path) -> ReportSubject:
    emerged = read_emergence(RunView(run))
    return ReportSubject(emerged, compute_measures(emerged), read_bill(RunView(run)))


def test_rankings_are_drawn_with_the_figures_of_their_scores(run: Path, subject: ReportSubject) -> None:
    run_id = subject.record.header.id
    mine = [session.model_copy(update={"run": run_id}) for session in sessions(12, failed=(3,))]
    for session in (*mine, *sessions(4, seed=2)):
        append_session(session, rankings_path(run))
    believed = read_believability(run, run_id)
    assert believed is not None
    page = Page(render_report(replace(subject, believed=believed)))
    assert {link[1:] for link in page.links} <= set(page.ids)
    assert "1 session left out for a failed attention check" in page.text
    assert "our formula gives 12.22" in page.text
    [people] = believed.scored.groups
    assert people.overall.raters == 11
    for each in people.overall.standings:
        ends = each.rating.interval
        assert ends is not None
        assert f"{each.rating.condition}: {each.rating.mu:.2f} ({ends.low:.2f} to {ends.high:.2f})" in page.text
    assert len(people.overall.standings) == len(SKILLS)


def test_rankings_of_another_run_are_not_drawn(run: Path, subject: ReportSubject) -> None:
    for session in sessions(6):
        append_session(session, rankings_path(run))
    assert read_believability(run, subject.record.header.id) is None


def _truth(run_id: str) -> dict[str, Any]:
    cells = {"all": {"value": 0.5, "low": 0.25, "high": 0.75}}
    return {
        "note": "Rules answered.",
        "runs": [{"manifest": {"run": run_id}, "time": "day 1, 17:00", "answered_by": "offline"}],
        "columns": {"all": {"asked": 8, "guess": 0.125}},
        "shares": {"full": cells, "no-memory": {"all": {"value": 0.0, "low": None, "high": None}}},
        "differences": [{"one": "full", "other": "no-memory", "all": {"value": 0.5, "apart": False}}],
        "answers": [],
    }


def _keep(run: Path, text: str) -> None:
    study_path(run).mkdir()
    (study_path(run) / "truth.json").write_text(text, encoding="utf-8")


def test_ablations_are_drawn(run: Path, subject: ReportSubject) -> None:
    run_id = subject.record.header.id
    assert read_ablation_plot(run, run_id) is None
    _keep(run, json.dumps(_truth(run_id)))
    page = Page(render_report(replace(subject, truth=read_ablation_plot(run, run_id))))
    assert "full architecture: 50 % (25 to 75)" in page.text
    assert "Blind guessing gets 12 % of 8 (all)" in page.text
    assert "cannot be told apart here: full architecture and no observation, no reflection, no planning" in page.text


def test_the_scale_of_a_plot_lies_within_its_drawing(run: Path, subject: ReportSubject) -> None:
    run_id = subject.record.header.id
    _keep(run, json.dumps(_truth(run_id)))
    found = read_ablation_plot(run, run_id)
    assert found is not None
    marks, [half, none] = found.plot.marks, found.plot.points
    assert [text for _, text in marks] == ["0 %", "25 %", "50 %", "75 %", "100 %"]
    assert 0 < marks[0][0] < marks[-1][0] < WIDTH
    assert (half.low_x, half.x, half.high_x, none.x) == (marks[1][0], marks[2][0], marks[3][0], marks[0][0])


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"runs": [{"manifest": 7}]}'])
def test_a_file_that_cannot_be_read_is_named(run: Path, subject: ReportSubject, text: str) -> None:
    _keep(run, text)
    with pytest.raises(StudyError, match=r"truth\.json cannot be read"):
        read_ablation_plot(run, subject.record.header.id)


def test_ablations_of_another_run_are_refused(run: Path) -> None:
    _keep(run, json.dumps(_truth("another")))
    with pytest.raises(StudyError, match="belongs to another run"):
        read_ablation_plot(run, "this one")
