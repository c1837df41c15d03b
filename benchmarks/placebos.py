"""Whether studies find what is there, and how often they find what is not.

    uv run python benchmarks/placebos.py [--studies 20] [--seeds 5] [--until 16:00] [--workers 2]

In each placebo study somebody hears of something that does not matter: in half of the worlds one person, in the others
another, and both are drawn at random. The worlds part and people speak more or fewer lines, but not because of the arm,
so there is no difference to be found. An interval without zero is a false alarm; at 95 %, one study in twenty gives one
by chance. Every study has seeds of its own.

The last study has an effect by construction: somebody holds a concert at the hour of somebody else's picnic. Its
interval should not hold zero.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from townlet.studies.analysis import StudyAnalysis
from townlet.studies.paired_tests import PairedEstimate
from townlet.studies.plan import plan_study
from townlet.studies.reading import read_study
from townlet.studies.runner import LocalProcesses, run_study
from townlet.studies.tables import StudyResults

PLACEBO = """\
[experiment]
name = "placebo"
town = "applegarth"
until = "{until}"
seeds = "{seeds}"

[roles]
one = {{ draw = "uniform" }}
other = {{ draw = "uniform", apart_from = ["one"] }}

[factors.hearer]
at = "08:00"
[factors.hearer.levels]
one = [{{ tell = "one", text = "You have heard that the river is quiet today." }}]
other = [{{ tell = "other", text = "You have heard that the river is quiet today." }}]

[outcomes]
lines = {{ spoken = "lines" }}

[analysis]
primary = {{ outcome = "lines", contrast = "hearer: one - other" }}
"""

RIVAL = """\
[experiment]
name = "rival-event"
town = "applegarth"
until = "day 2 18:30"
seeds = "{seeds}"

[factors.rival]
at = "start"
[factors.rival.levels]
nobody = {{}}
concert = {{ story = "Jonah Reed", replace = "{there}", by = "{concert}" }}

[outcomes]
came = {{ attendance = "picnic" }}

[analysis]
primary = {{ outcome = "came", contrast = "rival: concert - nobody" }}
"""
THERE = "Jonah Reed worries that nobody will need piano tuners in ten years"
CONCERT = (
    "Jonah Reed is planning a concert at Reed cottage on Tuesday May 6 from 4 pm to 6 pm; "
    "Jonah Reed wants to invite everybody in Applegarth to the concert"
)


def difference_found(path: Path, text: str, workers: int) -> PairedEstimate:
    """Run a study and return its primary comparison."""
    path.write_text(text, encoding="utf-8", newline="\n")
    plan = plan_study(read_study(path))
    progress = run_study(plan, LocalProcesses(workers))
    assert progress.done == progress.cells, progress.problems
    found = StudyAnalysis(StudyResults(plan)).comparisons[0].estimate
    assert found is not None
    return found


def told(found: PairedEstimate) -> str:
    """Return a comparison in a few words."""
    assert found.interval is not None
    low, high = found.interval
    return f"{found.mean:+.2f} ({low:+.2f} to {high:+.2f})"


def is_found(found: PairedEstimate) -> bool:
    """Whether the interval leaves zero out."""
    assert found.interval is not None
    return not found.interval[0] <= 0 <= found.interval[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--studies", type=int, default=20)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--until", default="16:00")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        alarms = 0
        for number in range(options.studies):
            first = number * options.seeds + 1
            seeds = f"{first}..{first + options.seeds - 1}"
            text = PLACEBO.format(until=options.until, seeds=seeds)
            found = difference_found(Path(scratch, f"placebo-{number + 1}.toml"), text, options.workers)
            alarms += is_found(found)
            print(f"placebo, seeds {seeds}: {told(found)} lines{'  false alarm' * is_found(found)}", flush=True)
        print(f"{alarms} false alarms in {options.studies} placebo studies")
        text = RIVAL.format(seeds=f"1..{options.seeds}", there=THERE, concert=CONCERT)
        found = difference_found(Path(scratch, "rival.toml"), text, options.workers)
        verdict = "found" if is_found(found) else "not found"
        print(f"a concert at the hour of the picnic: {told(found)} guests, {verdict} with {options.seeds} seeds")


if __name__ == "__main__":
    main()
