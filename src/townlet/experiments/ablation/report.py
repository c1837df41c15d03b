"""The result of `townlet ablate` as a page, as data and as tables."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TextIO

from townlet.analysis.statistics import FEWEST_PEOPLE, FEWEST_RUNS, IntervalEstimate, PeopleBootstrap, RunsStudentT
from townlet.experiments.ablation.scoring import AblationScores, GradedAnswer
from townlet.experiments.interviews.conditions import CONDITIONS
from townlet.runfile import Json, study_path
from townlet.runfile.manifest import Manifest

_LABELS = {condition.name: condition.label for condition in CONDITIONS}
_WIDTH = 20
CANNOT_BE_TOLD_APART = "cannot be told apart here"


def truth_path(run: Path) -> Path:
    """Where the latest result of a run by itself is kept, as `data` gives it."""
    return study_path(run) / "truth.json"


@dataclass(frozen=True)
class GradedRun:
    """What was asked in one run, and of which run."""

    manifest: Manifest
    moment: str
    """When, for people to read."""
    step: int
    model: str
    """Who answered the questions; 'offline' for rules."""
    judged: tuple[GradedAnswer, ...]
    unfit: int = 0
    """Of them, those to which the model gave no answer in the form asked for; they count as not right."""


@dataclass(frozen=True)
class AblationResult:
    """The result over one run or several."""

    runs: tuple[GradedRun, ...]
    scores: AblationScores

    @property
    def note(self) -> str:
        """What has to be said of who answered; empty where only language models did."""
        if not any(run.model == "offline" or run.manifest.offline for run in self.runs):
            return ""
        if all(run.model == "offline" for run in self.runs):
            return "Rules answered, not a language model: this shows that the instrument works, and no more."
        return "The people lived by rules, not by a language model, or rules answered in some of the runs."


def render_ablation(found: AblationResult) -> str:
    """For a person to read."""
    return "\n".join(_page(found))


def _page(found: AblationResult) -> Iterator[str]:
    scores = found.scores
    columns = tuple(scores.columns)
    yield "Questions whose true answer the run holds: share answered rightly"
    for run in found.runs:
        yield f"  {run.manifest.town}, seed {run.manifest.seed}, asked at {run.moment}, answered by {run.model}"
        if run.unfit:
            yield (
                f"    {run.unfit:,} of {len(run.judged):,} answers were not in the form asked for, and count as not "
                "right; the same command asks again."
            )
    if found.note:
        yield f"  {found.note}"
    yield ""
    yield f"  {'condition':<46}" + "".join(f"{column:<{_WIDTH}}" for column in columns)
    for name, cells in scores.shares.items():
        yield f"  {_label(name):<46}" + "".join(f"{_share(cells[column]):<{_WIDTH}}" for column in columns)
    yield f"  {'blind guessing':<46}" + "".join(f"{_percent(each.guess):<{_WIDTH}}" for each in scores.columns.values())
    yield f"  {'questions':<46}" + "".join(f"{each.asked:<{_WIDTH},}" for each in scores.columns.values())
    yield f"  {_bracketed(scores)}"
    yield ""
    yield "Differences in percentage points, over the same questions"
    for difference in scores.differences:
        yield f"  {_label(difference.one)} over {_label(difference.other)}"
        yield f"  {'':<46}" + "".join(f"{_points(difference.by[column]):<{_WIDTH}}" for column in columns)
        if alike := [column for column in columns if not difference.by[column].apart]:
            yield f"  {'':<46}{CANNOT_BE_TOLD_APART}: {', '.join(alike)}"
    yield "  Each interval is for its own pair and column, rounded, and not adjusted for how many there are."
    yield ""
    yield "By kind of question"
    yield f"  {'':<10}{'asked':>6}  " + "".join(f"{name:<16}" for name in scores.shares)
    for kind, (number, right) in scores.kinds.items():
        yield f"  {kind:<10}{number:>6}  " + "".join(f"{_percent(right[name]):<16}" for name in scores.shares)


def build_ablation_data(found: AblationResult) -> dict[str, Json]:
    """All of it, with every question, answer and verdict."""
    scores = found.scores
    return {
        "note": found.note,
        "runs": [
            {
                "manifest": run.manifest.as_json(),
                "time": run.moment,
                "step": run.step,
                "answered_by": run.model,
                "unfit": run.unfit,
            }
            for run in found.runs
        ],
        "unit": scores.unit,
        "units": scores.units,
        "columns": {name: asdict(column) for name, column in scores.columns.items()},
        "shares": {name: _estimates(cells) for name, cells in scores.shares.items()},
        "differences": [
            {"one": each.one, "other": each.other, **_estimates(each.by, told=True)} for each in scores.differences
        ],
        "kinds": {kind: {"asked": number, **right} for kind, (number, right) in scores.kinds.items()},
        "answers": list(_rows(found.runs)),
    }


def write_graded_answers(runs: Sequence[GradedRun], to: TextIO) -> None:
    """Every answer as a row, with its question, the truth, the verdict and the evidence."""
    rows = list(_rows(runs))
    writer = csv.DictWriter(to, tuple(rows[0]), lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({**row, "evidence": "; ".join(map(str, _listed(row["evidence"])))})


def write_ablation_shares(scores: AblationScores, to: TextIO) -> None:
    """A row for each condition and column."""
    writer = csv.writer(to, lineterminator="\n")
    writer.writerow(("condition", "column", "asked", "right", "low", "high", "guess"))
    for name, cells in scores.shares.items():
        for column, cell in cells.items():
            of = scores.columns[column]
            writer.writerow((name, column, of.asked, cell.value, cell.low, cell.high, of.guess))


def _rows(runs: Iterable[GradedRun]) -> Iterator[dict[str, Json]]:
    for run in runs:
        for each in run.judged:
            item = each.item
            yield {
                "run": run.manifest.run,
                "town": run.manifest.town,
                "seed": run.manifest.seed,
                "person": item.person,
                "question": item.id,
                "kind": item.kind,
                "category": item.category,
                "condition": each.condition,
                "asked": item.text,
                "truth": str(item.truth),
                "answer": each.answer,
                "verdict": each.verdict,
                "guess": round(item.truth.guess, 4),
                "evidence": list(item.evidence),
            }


def _listed(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _estimates(cells: Mapping[str, IntervalEstimate], told: bool = False) -> dict[str, Json]:
    return {
        column: {
            "value": round(cell.value, 4),
            "low": None if cell.low is None else round(cell.low, 4),
            "high": None if cell.high is None else round(cell.high, 4),
            **({"apart": cell.apart} if told else {}),
        }
        for column, cell in cells.items()
    }


def _bracketed(scores: AblationScores) -> str:
    """What the intervals are."""
    if scores.unit == RunsStudentT.unit and scores.units < FEWEST_RUNS:
        return f"{scores.units} runs are too few for intervals; give {FEWEST_RUNS} at least."
    if scores.unit == PeopleBootstrap.unit and scores.units < FEWEST_PEOPLE:
        return f"Intervals need {FEWEST_PEOPLE} people at least who are asked."
    return f"In brackets: 95 % intervals over {scores.units} {scores.unit}; none goes beyond what a share can be."


def _label(condition: str) -> str:
    return _LABELS.get(condition, condition)


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _share(cell: IntervalEstimate) -> str:
    if cell.low is None or cell.high is None:
        return _percent(cell.value)
    return f"{_percent(cell.value)} ({100 * cell.low:.0f} to {100 * cell.high:.0f})"


def _points(cell: IntervalEstimate) -> str:
    if cell.low is None or cell.high is None:
        return f"{_whole(cell.value):+d}"
    return f"{_whole(cell.value):+d} ({_whole(cell.low):+d} to {_whole(cell.high):+d})"


def _whole(share: float) -> int:
    """In whole percent: nothing is 0, never -0."""
    return round(100 * share)
