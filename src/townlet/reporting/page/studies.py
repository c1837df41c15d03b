"""Plots of the studies kept beside a run: believability ratings beside the paper's, and scores of ablations."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from townlet.evaluation.ablation.report import truth_path
from townlet.evaluation.interviews.conditions import CONDITIONS, label_condition
from townlet.evaluation.ranking.ranks import TooFewRankings
from townlet.evaluation.ranking.scores import RaterGroup, ScoredRankings, score_sessions
from townlet.evaluation.ranking.sessions import rankings_path, read_sessions
from townlet.evaluation.ranking.trueskill import PAPER_RATINGS, SkillRating
from townlet.measures.statistics import ConfidenceInterval
from townlet.reporting.page.plots import IntervalPlot, PlottedEstimate, plot_intervals
from townlet.runfile.study_files import StudyError

_PEOPLE_LABEL = "people wrote the answers"
_COLOURED = (*(condition.name for condition in CONDITIONS), "people")
"""Conditions in the order of their colours."""
_PAPER_SIGMAS = 1.96
"""The paper reports mu and sigma; the plot shows this many sigmas to either side, which is a 95 % interval."""


@dataclass(frozen=True)
class BelievabilityPlot:
    """Scored rankings, and their ratings as a plot."""

    scored: ScoredRankings
    plot: IntervalPlot


def read_believability(path: Path, run_id: str) -> BelievabilityPlot | None:
    """Score the rankings kept beside a run; None if nobody has ranked. Raises StudyError, FileFaults."""
    file = rankings_path(path)
    if not file.is_file():
        return None
    sessions = [session for session in read_sessions(file) if session.run == run_id]
    try:
        return plot_believability(score_sessions(sessions)) if sessions else None
    except TooFewRankings:
        return None


def plot_believability(scored: ScoredRankings) -> BelievabilityPlot:
    """Plot scored rankings, with the paper's ratings below them."""
    groups = [
        (describe_raters(group), [_estimated_rating(each.rating) for each in group.overall.standings])
        for group in scored.groups
    ]
    paper = [_paper_estimate(rating) for rating in PAPER_RATINGS]
    every = [each for _, estimates in (*groups, ("", paper)) for each in estimates]
    reached = [end for each in every for end in each.interval or (each.value,)]
    ends = int(min(reached) // 5) * 5, -int(-max(reached) // 5) * 5
    marks = [(at, str(at)) for at in range(ends[0], ends[1] + 1, 5)]
    return BelievabilityPlot(
        scored, plot_intervals([*groups, ("The paper’s people, its own runs", paper)], ends, marks)
    )


def describe_raters(group: RaterGroup) -> str:
    """Return whose rankings these are, and how many."""
    if not group.model:
        return f"People: {group.overall.rankings} rankings by {group.overall.raters} raters"
    judge = "Rules as judge, no language model" if group.model == "offline" else f"{group.model} as judge"
    return f"{judge}: {group.overall.rankings} rankings"


def _estimated_rating(rating: SkillRating) -> PlottedEstimate:
    ends = rating.interval
    text = f"{rating.mu:.2f} ({ends.as_text()})" if ends else f"{rating.mu:.2f}"
    return PlottedEstimate(_rated_label(rating.condition), rating.mu, ends, text, _colour(rating.condition))


def _paper_estimate(rating: SkillRating) -> PlottedEstimate:
    reach = _PAPER_SIGMAS * rating.sigma
    text = f"{rating.mu:.2f}, sigma {rating.sigma:.2f}"
    label, colour = _rated_label(rating.condition), _colour(rating.condition)
    return PlottedEstimate(label, rating.mu, ConfidenceInterval(rating.mu - reach, rating.mu + reach), text, colour)


def _colour(condition: str) -> int:
    return (_COLOURED.index(condition) if condition in _COLOURED else len(_COLOURED)) % 6 + 1


def _rated_label(condition: str) -> str:
    return _PEOPLE_LABEL if condition == "people" else label_condition(condition)


_MARKS = tuple((part / 4, f"{part * 25} %") for part in range(5))


@dataclass(frozen=True)
class AblationPlot:
    """The scores of `townlet ablate` as a plot, and every answer as a row of a table."""

    note: str
    time: str
    answered_by: str
    plot: IntervalPlot
    guesses: tuple[tuple[str, int, float], ...]
    """For each column: its name, how many questions were asked, and the share that blind guessing gets right."""
    overlaps: tuple[str, ...]
    """The pairs of conditions whose difference over all questions is not significant."""
    answers: tuple[Mapping[str, Any], ...]


def read_ablation_plot(path: Path, run_id: str) -> AblationPlot | None:
    """Read the ablation kept beside a run; None if there is none. Raises StudyError for a file of another run."""
    file = truth_path(path)
    if not file.is_file():
        return None
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        if data["runs"][0]["manifest"]["run"] != run_id:
            raise StudyError(
                f"{file} belongs to another run; move it away, or replace it with `townlet ablate {path}`."
            )
        return _ablation_plot(data)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        raise StudyError(
            f"{file} cannot be read ({type(error).__name__}: {error}); replace it with `townlet ablate {path}`."
        ) from None


def _ablation_plot(data: Mapping[str, Any]) -> AblationPlot:
    groups = [
        (
            column,
            [
                _estimated_share(index, name, cells[column])
                for index, (name, cells) in enumerate(data["shares"].items())
            ],
        )
        for column in data["columns"]
    ]
    alike = [each for each in data["differences"] if not each["all"]["apart"]]
    return AblationPlot(
        str(data["note"]),
        str(data["runs"][0]["time"]),
        str(data["runs"][0]["answered_by"]),
        plot_intervals(groups, (0, 1), _MARKS),
        tuple((name, int(column["asked"]), float(column["guess"])) for name, column in data["columns"].items()),
        tuple(f"{label_condition(each['one'])} and {label_condition(each['other'])}" for each in alike),
        tuple(data["answers"]),
    )


def _estimated_share(index: int, condition: str, cell: Mapping[str, float | None]) -> PlottedEstimate:
    value, low, high = cell["value"], cell["low"], cell["high"]
    if value is None:
        raise ValueError(f"no value for {condition}")
    within = None if low is None or high is None else ConfidenceInterval(low, high)
    shown = within and ConfidenceInterval(max(0.0, within.low), min(1.0, within.high))
    text = f"{100 * value:.0f} % ({shown.as_text('.0f', percent=True)})" if shown else f"{100 * value:.0f} %"
    return PlottedEstimate(label_condition(condition), value, within, text, index % 6 + 1)
