"""How believable raters found people's answers under each condition, with intervals, beside the paper's ratings."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from townlet.study.interviews.conditions import CONDITIONS
from townlet.study.ranking.file import rankings_path, read_sessions
from townlet.study.ranking.paper import RATINGS, D
from townlet.study.ranking.rankings import TooFew
from townlet.study.ranking.scores import Scores, Versus
from townlet.study.ranking.scoring import Group, Scored, score
from townlet.study.ranking.skill import Rating, cohens_d
from townlet.study.report.intervals import Estimated, Intervals, intervals

_LABELS = {condition.name: condition.label for condition in CONDITIONS} | {"people": "people wrote the answers"}
_PAPER_SIGMAS = 1.96
"""The paper prints mu and sigma; this many sigmas to either side are drawn."""


@dataclass(frozen=True)
class Judges:
    """What raters of one kind said."""

    title: str
    scores: Scores
    pairs: tuple[Versus, ...]
    tests: tuple[str, ...]


@dataclass(frozen=True)
class Believed:
    """The ratings as a plot, and the tables behind it."""

    plot: Intervals
    judges: tuple[Judges, ...]
    left_out: int
    """Sessions that failed an attention check."""
    agreements: tuple[str, ...]
    paper_d: float
    """The effect size that the paper prints."""
    our_d: float
    """What our formula makes of the paper's own mu and sigma."""


def believed_beside(run: Path, run_id: str) -> Believed | None:
    """Scores of the rankings kept beside a run; None where nobody has ranked. Raises StudyFault, FileFaults."""
    file = rankings_path(run)
    if not file.is_file():
        return None
    sessions = [session for session in read_sessions(file) if session.run == run_id]
    try:
        return believed(score(sessions)) if sessions else None
    except TooFew:
        return None


def believed(scored: Scored) -> Believed:
    """The same, of scores at hand."""
    groups = [(_title(group), [_estimated(each.rating) for each in group.overall.standings]) for group in scored.groups]
    paper = [_of_paper(rating) for rating in RATINGS]
    every = [each for _, estimates in (*groups, ("", paper)) for each in estimates]
    ends = (_down(min(each.value if each.low is None else each.low for each in every)), _up(max(map(_high, every))))
    marks = [(at, str(at)) for at in range(ends[0], ends[1] + 1, 5)]
    return Believed(
        intervals([*groups, ("The paper’s people, its own runs", paper)], ends, marks),
        tuple(_judges(group) for group in scored.groups),
        len(scored.left_out),
        tuple(
            f"Agreement of {each.model} with people: Kendall’s tau {each.tau:.2f}"
            for each in scored.agreements
            if each.tau is not None
        ),
        D,
        cohens_d(RATINGS[0], RATINGS[-1]),
    )


def _high(each: Estimated) -> float:
    return each.value if each.high is None else each.high


def _down(value: float) -> int:
    return int(value // 5) * 5


def _up(value: float) -> int:
    return -int(-value // 5) * 5


def _title(group: Group) -> str:
    if not group.model:
        return f"People: {group.overall.rankings} rankings by {group.overall.raters} raters"
    judge = "Rules as judge, no language model" if group.model == "offline" else f"{group.model} as judge"
    return f"{judge}: {group.overall.rankings} rankings"


def _estimated(rating: Rating) -> Estimated:
    ends = rating.interval
    told = f"{rating.mu:.2f} ({ends.low:.2f} to {ends.high:.2f})" if ends else f"{rating.mu:.2f}"
    low, high = (ends.low, ends.high) if ends else (None, None)
    return Estimated(_label(rating.condition), rating.mu, low, high, told, _colour(rating.condition))


def _of_paper(rating: Rating) -> Estimated:
    reach = _PAPER_SIGMAS * rating.sigma
    told = f"{rating.mu:.2f}, sigma {rating.sigma:.2f}"
    label, colour = _label(rating.condition), _colour(rating.condition)
    return Estimated(label, rating.mu, rating.mu - reach, rating.mu + reach, told, colour)


def _colour(condition: str) -> int:
    return (list(_LABELS).index(condition) if condition in _LABELS else len(_LABELS)) % 6 + 1


def _label(condition: str) -> str:
    return _LABELS.get(condition, condition)


def _judges(group: Group) -> Judges:
    scores = group.overall
    tests = [
        f"{test.test}: statistic {test.statistic:.2f}, {test.degrees} degrees of freedom, {_p(test.p)}, "
        f"effect {test.effect:.2f}"
        for test in (scores.kruskal_wallis, scores.friedman)
        if test
    ]
    return Judges(
        _title(group), scores, scores.pairs, (*tests, *(f"Not computed: {each}" for each in scores.not_computed))
    )


def _p(p: float) -> str:
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"
