"""What is said in words about scores of rankings."""

from __future__ import annotations

from collections.abc import Iterator

from townlet.cli.printing import counted
from townlet.language.providers.spec import OFFLINE
from townlet.study.ranking.agreement import Agreement
from townlet.study.ranking.paper import RATINGS, D
from townlet.study.ranking.position import Position
from townlet.study.ranking.scoring import Scored
from townlet.study.ranking.skill import ORDERS, cohens_d

LEGEND = (
    f"mu and sigma: TrueSkill, averaged over {ORDERS} orders of the rankings; orders: how far mu moves between them "
    "(standard deviation). Rank 1 is best. Wins: how often the first stands before the other. 95 %: over resamples of "
    "raters."
)

_NAMED = 12
"""How many raters who were left out are named."""


def raters_told(model: str) -> str:
    """Who ranked, in a word."""
    return {"": "people", OFFLINE: "rules"}.get(model, model)


def left_out_told(scored: Scored) -> Iterator[str]:
    """Who was not attentive."""
    if names := [session.rater for session in scored.left_out]:
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        told = f"{len(names)} of {counted(scored.sessions, 'session')} left out for a failed attention check"
        yield f"{told}: {', '.join(names[:_NAMED])}{more}."


def position_told(position: Position) -> str:
    """Whether it mattered where an answer stood."""
    told = (
        f"The answer shown first was put first in {position.first * 100:.0f} % of {position.rankings:,} rankings; "
        f"{position.chance * 100:.0f} % is chance."
    )
    if position.again is None:
        return told
    return f"{told} Shown the same answers in another order, it agrees with itself by tau {position.again:.2f}."


def agreement_told(agreement: Agreement) -> str:
    """Kendall's tau with people, over all and by question."""
    ends = agreement.interval
    within = f" (95 %: {ends.low:.2f} to {ends.high:.2f})" if ends else ""
    judge = raters_told(agreement.model)
    told = f"{judge} and people agree by Kendall's tau {_tau(agreement.tau)}{within} over all questions"
    if agreement.mean is None:
        return f"{told}; no question was ranked by both."
    known = [each for each in agreement.questions if each.tau is not None]
    least = min(known, key=lambda each: (each.tau, each.question))
    return (
        f"{told}; by question, {agreement.mean:.2f} on average over {counted(len(known), 'question')} that "
        f"both ranked, least on {least.question} ({_tau(least.tau)}). 1 is the same order, -1 the reverse."
    )


def paper_told(scored: Scored) -> Iterator[str]:
    """What has to be known of the paper's own figures, and the effect that it tells, here."""
    best, worst = RATINGS[0], RATINGS[-1]
    ours = []
    for group in scored.groups:
        rated = {each.rating.condition: each.rating for each in group.overall.standings}
        if best.condition in rated and worst.condition in rated:
            d = cohens_d(rated[best.condition], rated[worst.condition])
            ours.append(f"{d:.2f} by {raters_told(group.model)}")
    if ours:
        yield f"Cohen's d of {best.condition} over {worst.condition}: {', '.join(ours)}."
    yield (
        f"The paper prints d = {D} for {best.condition} over {worst.condition}. From its own mu and sigma our formula "
        f"gives {cohens_d(best, worst):.2f}; {D} does not follow from them."
    )
    second, third, fourth = RATINGS[1:4]
    yield (
        f"Nor does its pattern of significance (all pairs at p < 0.001 but {fourth.condition} and {worst.condition}): "
        f"these two lie {fourth.mu - worst.mu:.2f} apart in mu, {second.condition} and {third.condition} only "
        f"{second.mu - third.mu:.2f}."
    )


def _tau(tau: float | None) -> str:
    return "-" if tau is None else f"{tau:.2f}"
