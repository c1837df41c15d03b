"""The summary of a run, its measures and its report count reflections and changes of plans in one way."""

from pathlib import Path

from measures.made import ADA, BRAM, DAY, HOUR, MadeRun
from townlet.measures.coherence.plans import changes_of_plans, measure_plans
from townlet.measures.coherence.reflections import collect_reflections
from townlet.measures.run_figures import collect_run_figures

from .reports import figures


def _run() -> MadeRun:
    """Ada and Bram plan a day; Ada changes hers twice; both reflect on what they have just heard, and she once more."""
    made = MadeRun(ADA, BRAM)
    seen = made.remembers(HOUR, ADA, "The loom is idle.")
    for person in (ADA, BRAM):
        made.plans(HOUR, person)
        made.remembers(HOUR, person, f"On Monday April 7, {person} plans: weaving at 8:00 am.", "planned", "plan")
        heard = made.remembers(3 * HOUR, person, "They said to me: 'The loom is free.'", "heard")
        text = "I have come to think that looms wear out."
        made.remembers(3 * HOUR, person, text, "thought", "reflection", [heard])
    for revision in (1, 2):
        made.plans((3 + revision) * HOUR, ADA, revision, "the loom is free")
    made.remembers(6 * HOUR, ADA, "I have come to think that looms rest.", "thought", "reflection", [seen])
    return made


def test_summary_measures_and_report_count_the_same(tmp_path: Path) -> None:
    record = _run().record(tmp_path, until=DAY - 1)
    summary = collect_run_figures(record.view, 0)
    assert summary.memories == {"observation": 3, "reflection": 3, "plan": 2}
    assert len(summary.insights) == len(collect_reflections(record)) == 3
    assert summary.plan_changes == len(changes_of_plans(record.plans)) == 2
    assert figures(measure_plans(record))["plan_changes_a_day"] == 1
