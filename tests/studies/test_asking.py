"""Outcomes that are answers: asked of people at a moment, kept as they come, and forgotten by who was asked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from townlet.language.pricing import Spend
from townlet.runfile import CallRow, PromptText
from townlet.runfile.study_files import StudyError
from townlet.runfile.view import RunView
from townlet.studies.analysis import StudyAnalysis
from townlet.studies.asking import KeptAnswers, counts
from townlet.studies.plan import StudyPlan, plan_study
from townlet.studies.reading import read_study
from townlet.studies.rows import content_of
from townlet.studies.runner import PILOT, LocalProcesses, prepare_folder, run_study, spend_of_runs
from townlet.studies.schema import AskEntry, ProbeEntry
from townlet.studies.tables import StudyResults
from townlet.studies.validity import validity_card
from townlet.studies.worker import answers_path, row_path, run_path

from .small import write_study

OUTCOMES = """[outcomes]
married = { ask = "Who are you married to?", match = ["Owen"], of = "Nell Hart" }
alone = { ask = "Do you live alone?", options = ["Yes", "No"], match = ["Yes"] }
guess = { probe = "unawareness" }
"""
CHANGES = (
    ('until = "09:00"', 'until = "06:30"'),
    ('at = "08:00"', 'at = "06:15"'),
    ('seeds = "1..2"', 'seeds = "1"'),
    (', "Word is that there are fireworks on Sunday."', ""),
    ("nobody = []\n", ""),
    ('[factors.mind]\nat = "start"\nlevels = { whole = {}, dull = { without = ["reflection"] } }\n', ""),
    (', "mind"', ""),
    ('secondary = ["source x mind on knew", "mind: dull - whole on knew"]\n', ""),
    ("[outcomes]\n", OUTCOMES),
)


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> StudyPlan:
    found = plan_study(read_study(write_study(tmp_path_factory.mktemp("study"), *CHANGES)))
    assert run_study(found, LocalProcesses(2)).problems == []
    return found


def test_an_answer_is_an_outcome_and_is_kept_word_for_word(plan: StudyPlan) -> None:
    results = StudyResults(plan)
    for lived in results.lived:
        assert lived.outcomes["married"] == 1
        assert "Owen" in lived.row["answers"]["married"]["Nell Hart"]
        assert set(lived.row["answers"]["alone"]) == {"Bea Winters", "Jonah Reed", "Nell Hart", "Owen Hart"}
        assert set(lived.row["answers"]["alone"].values()) <= {"Yes", "No"}
        yes = [*lived.row["answers"]["alone"].values()].count("Yes")
        assert lived.outcomes["alone"] == yes / 4
    table = results.answers()
    assert len(table.rows) == len(results.lived) * 9
    assert table in results.tables()


def test_nobody_remembers_being_asked(plan: StudyPlan) -> None:
    for lived in StudyResults(plan).lived:
        view = RunView(run_path(plan.study.folder, lived.cell.segment))
        assert not any("experiment" in line.text for line in view.lines())
        assert view.state_hash() == lived.row["state_hash"]


def test_the_validity_card_says_how_many_guess(plan: StudyPlan) -> None:
    card = {check.condition: check for check in validity_card(StudyAnalysis(StudyResults(plan)))}
    assert card["unawareness"].checked
    assert "0 of 8 answers" in card["unawareness"].found


def test_who_has_answered_is_not_asked_again_and_what_it_cost_is_kept(plan: StudyPlan) -> None:
    cell = plan.cells[0]
    begun = spend_of_runs(plan.study.folder)
    content = content_of(run_path(plan.study.folder, cell.segment), plan.study.until)
    kept = KeptAnswers(answers_path(plan.study.folder, cell.row), content)
    kept.spent = kept.spent.plus(Spend(500, 0.25))
    kept.keep("married", {"Nell Hart": "The blacksmith, Owen."})
    before = spend_of_runs(plan.study.folder)
    assert before == begun.plus(Spend(500, 0.25))
    row_path(plan.study.folder, cell.row).unlink()
    run_study(plan, LocalProcesses(1))
    row = json.loads(row_path(plan.study.folder, cell.row).read_text(encoding="utf-8"))
    assert row["answers"]["married"] == {"Nell Hart": "The blacksmith, Owen."}
    assert spend_of_runs(plan.study.folder) == before


def test_what_a_pilot_spent_counts_with_its_study(tmp_path: Path) -> None:
    for folder, spend in ((tmp_path, Spend(5, 0.5)), (tmp_path / PILOT, Spend(7, 0.25))):
        prepare_folder(folder)
        kept = KeptAnswers(folder / "answers" / "a.json")
        kept.spent = spend
        kept.keep("married", {"Nell Hart": "Owen."})
    assert spend_of_runs(tmp_path) == Spend(12, 0.75)


async def test_a_call_is_on_file_with_the_most_it_can_cost_before_it_leaves(tmp_path: Path) -> None:
    path, prompt = tmp_path / "answers.json", PromptText("Who are you married to?")
    row = CallRow("Nell Hart", 0, "interview", 0, "interview", prompt.sha, "sent", ceiling=0.5, ceiling_tokens=900)
    kept = KeptAnswers(path)
    await kept.log_sent(row, prompt)
    assert KeptAnswers(path).spent == Spend(900, 0.5)
    await kept.log_settled(row._replace(status="failed", ceiling=0.0, ceiling_tokens=0), prompt)
    assert KeptAnswers(path).spent == Spend()
    await kept.log_sent(row, prompt)
    await kept.log_settled(row._replace(status="answered", prompt_tokens=40, answer_tokens=2, cost=0.25), prompt)
    kept.keep("married", {"Nell Hart": "Owen."})
    assert KeptAnswers(path).spent == Spend(42, 0.25)


def test_answers_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    path = tmp_path / "answers.json"
    path.write_text("{", encoding="utf-8")
    with pytest.raises(StudyError, match="Delete it and run the study again"):
        KeptAnswers(path)


@pytest.mark.parametrize(
    ("entry", "answer", "counted"),
    [
        (AskEntry(ask="Who?", match=["owen", "Bea"]), "That would be Owen.", True),
        (AskEntry(ask="Who?", match=["owen"]), "Nobody.", False),
        (AskEntry(ask="Well?", match=["Yes"], options=["Yes", "No"]), "Yes", True),
        (AskEntry(ask="Well?", match=["Yes"], options=["Yes", "No"]), "No", False),
        (ProbeEntry(probe="unawareness"), "Yes", True),
        (ProbeEntry(probe="unawareness"), "No", False),
    ],
)
def test_an_answer_counts_by_its_words_or_as_an_option(
    entry: AskEntry | ProbeEntry, answer: str, counted: bool
) -> None:
    assert counts(entry, answer) is counted
