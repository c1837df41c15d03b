"""Reports of `townlet ablate`: the result as text, as JSON and as CSV tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from townlet.engine.calls.usage import UsageTotals
from townlet.evaluation.ablation.scoring import AblationScores, GradedAnswer
from townlet.evaluation.interviews.conditions import label_condition
from townlet.measures.statistics import FEWEST_PEOPLE, FEWEST_RUNS, IntervalEstimate, PeopleBootstrap, RunsStudentT
from townlet.measures.table import Cell, Column, Table
from townlet.runfile import Json, study_path
from townlet.runfile.manifest import Manifest

CANNOT_BE_TOLD_APART = "cannot be told apart here"


def truth_path(run: Path) -> Path:
    """Return the path of a single run's latest result, in the form of `build_ablation_data`."""
    return study_path(run) / "truth.json"


@dataclass(frozen=True)
class GradedRun:
    """The graded answers of one run, and how they were asked."""

    manifest: Manifest
    moment: str
    """The game time of asking, as text."""
    step: int
    model: str
    """The model that answered the questions; 'offline' for the rule-based one."""
    graded: tuple[GradedAnswer, ...]
    unfit: int = 0
    """How many answers did not have the form asked for; they count as not right."""
    usage: UsageTotals | None = None
    """What the new answers used."""


@dataclass(frozen=True)
class AblationResult:
    """The result for one run, or for several together."""

    runs: tuple[GradedRun, ...]
    scores: AblationScores

    @property
    def note(self) -> str:
        """A caveat where rules answered instead of a language model; otherwise empty."""
        if not any(run.model == "offline" or run.manifest.offline for run in self.runs):
            return ""
        if all(run.model == "offline" for run in self.runs):
            return "Rules answered, not a language model: this shows only that the instrument works."
        return "Rules, not a language model, drove the people or answered the questions in at least one run."


def render_ablation(result: AblationResult) -> str:
    """Return the result as text."""
    return "\n".join(_page(result))


def _page(result: AblationResult) -> Iterator[str]:
    scores = result.scores
    yield "Questions whose true answer is in the run file: share of right answers"
    for run in result.runs:
        yield f"  {run.manifest.town}, seed {run.manifest.seed}, asked at {run.moment}, answered by {run.model}"
        if run.unfit:
            yield (
                f"    {run.unfit:,} of {len(run.graded):,} answers did not have the form asked for and count as not "
                "right; run the same command again to ask again."
            )
    if result.note:
        yield f"  {result.note}"
    yield ""
    yield from _shares_table(scores).as_text(indent=2).splitlines()
    yield f"  {_bracketed(scores)}"
    yield ""
    yield "Differences in percentage points, over the same questions"
    for difference in scores.differences:
        yield f"  {label_condition(difference.one)} over {label_condition(difference.other)}"
        points = [_points(difference.by[column]) for column in scores.columns]
        yield from _by_column(scores, [("", *points)]).as_text(indent=2, headings=False).splitlines()
        if alike := [column for column in scores.columns if not difference.by[column].apart]:
            yield " " * 48 + f"{CANNOT_BE_TOLD_APART}: {', '.join(alike)}"
    yield "  Each interval is for its own pair and column, rounded, and not adjusted for multiple comparisons."
    yield ""
    yield "By kind of question"
    yield from _kinds_table(scores).as_text(indent=2).splitlines()


def _by_column(scores: AblationScores, rows: Sequence[Sequence[Cell | Json]]) -> Table:
    return Table((Column("condition", width=44), *(Column(name, width=18) for name in scores.columns)), rows)


def _shares_table(scores: AblationScores) -> Table:
    columns = scores.columns
    rows: list[list[Cell | Json]] = [
        [label_condition(name), *(Cell(cells[column].value, _share(cells[column])) for column in columns)]
        for name, cells in scores.shares.items()
    ]
    rows.append(["blind guessing", *(Cell(each.guess, _percent(each.guess)) for each in columns.values())])
    rows.append(["questions", *(Cell(each.asked, f"{each.asked:,}") for each in columns.values())])
    return _by_column(scores, rows)


def _kinds_table(scores: AblationScores) -> Table:
    conditions = (Column(name, width=14) for name in scores.shares)
    return Table(
        (Column("kind", width=9), Column("asked", align="right"), *conditions),
        [
            (kind, number, *(Cell(right[name], _percent(right[name])) for name in scores.shares))
            for kind, (number, right) in scores.kinds.items()
        ],
    )


def build_ablation_data(result: AblationResult) -> dict[str, Json]:
    """Return the whole result as JSON data, with every question, answer and verdict."""
    scores = result.scores
    return {
        "note": result.note,
        "runs": [
            {
                "manifest": run.manifest.as_json(),
                "time": run.moment,
                "step": run.step,
                "answered_by": run.model,
                "unfit": run.unfit,
            }
            for run in result.runs
        ],
        "unit": scores.unit,
        "units": scores.units,
        "columns": {name: asdict(column) for name, column in scores.columns.items()},
        "shares": {name: _estimates(cells) for name, cells in scores.shares.items()},
        "differences": [
            {"one": each.one, "other": each.other, **_estimates(each.by, with_apart=True)}
            for each in scores.differences
        ],
        "kinds": {kind: {"asked": number, **right} for kind, (number, right) in scores.kinds.items()},
        "answers": list(_rows(result.runs)),
    }


def tabulate_graded_answers(runs: Sequence[GradedRun]) -> Table:
    """Return a table with a row for each answer: question, truth, verdict and evidence."""
    rows = list(_rows(runs))
    return Table(tuple(map(Column, rows[0])), [tuple(row.values()) for row in rows])


def tabulate_ablation_shares(scores: AblationScores) -> Table:
    """Return a table with a row for each condition and column of the scores."""
    headings = ("condition", "column", "asked", "right", "low", "high", "guess")
    rows = [
        (name, column, scores.columns[column].asked, cell.value, cell.low, cell.high, scores.columns[column].guess)
        for name, cells in scores.shares.items()
        for column, cell in cells.items()
    ]
    return Table(tuple(map(Column, headings)), rows)


def _rows(runs: Iterable[GradedRun]) -> Iterator[dict[str, Json]]:
    for run in runs:
        for each in run.graded:
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
                "guess": round(item.truth.chance_level, 4),
                "evidence": list(item.evidence),
            }


def _estimates(cells: Mapping[str, IntervalEstimate], with_apart: bool = False) -> dict[str, Json]:
    return {
        column: {
            "value": round(cell.value, 4),
            **dict(zip(("low", "high"), cell.interval.rounded() if cell.interval else (None, None), strict=True)),
            **({"apart": cell.apart} if with_apart else {}),
        }
        for column, cell in cells.items()
    }


def _bracketed(scores: AblationScores) -> str:
    """Return the note that says what the intervals are over, or why there are none."""
    if scores.unit == RunsStudentT.unit and scores.units < FEWEST_RUNS:
        return f"{scores.units} runs are too few for intervals; give at least {FEWEST_RUNS}."
    if scores.unit == PeopleBootstrap.unit and scores.units < FEWEST_PEOPLE:
        return f"Intervals need answers of at least {FEWEST_PEOPLE} people."
    return f"In brackets: 95 % intervals over {scores.units} {scores.unit}, clipped to the possible range."


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _share(cell: IntervalEstimate) -> str:
    within = f" ({cell.interval.as_text('.0f', percent=True)})" if cell.interval else ""
    return f"{_percent(cell.value)}{within}"


def _points(cell: IntervalEstimate) -> str:
    within = f" ({' to '.join(f'{_whole(end):+d}' for end in cell.interval)})" if cell.interval else ""
    return f"{_whole(cell.value):+d}{within}"


def _whole(share: float) -> int:
    """Return a share in whole percent; as an integer, it is never -0."""
    return round(100 * share)
