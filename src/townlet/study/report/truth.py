"""What `townlet ablate` found of a run: how often people are right about it under each condition."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from townlet.study.defects import StudyFault
from townlet.study.interviews.conditions import CONDITIONS
from townlet.study.report.intervals import Estimated, Intervals, intervals
from townlet.study.truth.telling import truth_path

_LABELS = {condition.name: condition.label for condition in CONDITIONS}
_MARKS = tuple((part / 4, f"{part * 25} %") for part in range(5))


@dataclass(frozen=True)
class Truth:
    """The scores as a plot, and every answer as a row."""

    note: str
    time: str
    answered_by: str
    plot: Intervals
    guesses: tuple[tuple[str, int, float], ...]
    """For each column, how many questions were asked and the share that blind guessing gets right."""
    overlaps: tuple[str, ...]
    """Pairs of conditions that cannot be told apart over all questions."""
    answers: tuple[Mapping[str, Any], ...]


def truth_beside(run: Path, run_id: str) -> Truth | None:
    """What is kept beside a run; None where nothing is. Raises StudyFault for a file that is not of this run."""
    file = truth_path(run)
    if not file.is_file():
        return None
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        if data["runs"][0]["manifest"]["run"] != run_id:
            raise StudyFault(f"{file} is of another run; make it anew by `townlet ablate {run}`, or move it away.")
        return _truth(data)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        raise StudyFault(
            f"{file} cannot be read ({type(error).__name__}: {error}); make it anew by `townlet ablate {run}`."
        ) from None


def _truth(data: Mapping[str, Any]) -> Truth:
    groups = [
        (column, [_estimated(place, name, cells[column]) for place, (name, cells) in enumerate(data["shares"].items())])
        for column in data["columns"]
    ]
    alike = [each for each in data["differences"] if not each["all"]["apart"]]
    return Truth(
        str(data["note"]),
        str(data["runs"][0]["time"]),
        str(data["runs"][0]["answered_by"]),
        intervals(groups, (0, 1), _MARKS),
        tuple((name, int(column["asked"]), float(column["guess"])) for name, column in data["columns"].items()),
        tuple(f"{_label(each['one'])} and {_label(each['other'])}" for each in alike),
        tuple(data["answers"]),
    )


def _estimated(place: int, condition: str, cell: Mapping[str, float | None]) -> Estimated:
    value, low, high = cell["value"], cell["low"], cell["high"]
    if value is None:
        raise ValueError(f"no value for {condition}")
    told = f"{100 * value:.0f} %" if low is None or high is None else f"{100 * value:.0f} % ({_range(low, high)})"
    return Estimated(_label(condition), value, low, high, told, place % 6 + 1)


def _range(low: float, high: float) -> str:
    return f"{100 * max(0.0, low):.0f} to {100 * min(1.0, high):.0f}"


def _label(condition: str) -> str:
    return _LABELS.get(condition, condition)
