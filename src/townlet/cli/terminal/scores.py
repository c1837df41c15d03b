"""What is said in words about scores of rankings."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.table import Table

from townlet.cli.output import format_count, make_console
from townlet.experiments.ranking.agreement import JudgeAgreement, PositionBias
from townlet.experiments.ranking.ranks import ConfidenceInterval
from townlet.experiments.ranking.scores import ConditionComparison, RankingScores, RaterGroup, ScoredRankings
from townlet.experiments.ranking.significance import OverallTest
from townlet.experiments.ranking.trueskill import ORDERS, PAPER_D, PAPER_RATINGS, compute_cohens_d
from townlet.language.providers.spec import OFFLINE

LEGEND = (
    f"mu and sigma: TrueSkill, averaged over {ORDERS} orders of the rankings; orders: how far mu moves between them "
    "(standard deviation). Rank 1 is best. Wins: how often the first stands before the other. 95 %: over resamples of "
    "raters."
)

_MAX_NAMED_RATERS = 12
"""How many raters who were left out are named."""


def name_raters(model: str) -> str:
    """Who ranked, in a word."""
    return {"": "people", OFFLINE: "rules"}.get(model, model)


def describe_excluded_raters(scored: ScoredRankings) -> Iterator[str]:
    """Who was not attentive."""
    if names := [session.rater for session in scored.left_out]:
        more = f" and {len(names) - _MAX_NAMED_RATERS} more" if len(names) > _MAX_NAMED_RATERS else ""
        told = f"{len(names)} of {format_count(scored.sessions, 'session')} left out for a failed attention check"
        yield f"{told}: {', '.join(names[:_MAX_NAMED_RATERS])}{more}."


def describe_position_bias(position: PositionBias) -> str:
    """Whether it mattered where an answer stood."""
    told = (
        f"The answer shown first was put first in {position.first * 100:.0f} % of {position.rankings:,} rankings; "
        f"{position.chance * 100:.0f} % is chance."
    )
    if position.again is None:
        return told
    return f"{told} Shown the same answers in another order, it agrees with itself by tau {position.again:.2f}."


def describe_agreement(agreement: JudgeAgreement) -> str:
    """Kendall's tau with people, over all and by question."""
    ends = agreement.interval
    within = f" (95 %: {ends.low:.2f} to {ends.high:.2f})" if ends else ""
    judge = name_raters(agreement.model)
    told = f"{judge} and people agree by Kendall's tau {_tau(agreement.tau)}{within} over all questions"
    if agreement.mean is None:
        return f"{told}; no question was ranked by both."
    known = [each for each in agreement.questions if each.tau is not None]
    least = min(known, key=lambda each: (each.tau, each.question))
    return (
        f"{told}; by question, {agreement.mean:.2f} on average over {format_count(len(known), 'question')} that "
        f"both ranked, least on {least.question} ({_tau(least.tau)}). 1 is the same order, -1 the reverse."
    )


def describe_paper_figures(scored: ScoredRankings) -> Iterator[str]:
    """What has to be known of the paper's own figures, and the effect that it tells, here."""
    best, worst = PAPER_RATINGS[0], PAPER_RATINGS[-1]
    ours = []
    for group in scored.groups:
        rated = {each.rating.condition: each.rating for each in group.overall.standings}
        if best.condition in rated and worst.condition in rated:
            d = compute_cohens_d(rated[best.condition], rated[worst.condition])
            ours.append(f"{d:.2f} by {name_raters(group.model)}")
    if ours:
        yield f"Cohen's d of {best.condition} over {worst.condition}: {', '.join(ours)}."
    yield (
        f"The paper prints d = {PAPER_D} for {best.condition} over {worst.condition}. From its own mu and sigma our "
        f"formula gives {compute_cohens_d(best, worst):.2f}; {PAPER_D} does not follow from them."
    )
    second, third, fourth = PAPER_RATINGS[1:4]
    yield (
        f"Nor does its pattern of significance (all pairs at p < 0.001 but {fourth.condition} and {worst.condition}): "
        f"these two lie {fourth.mu - worst.mu:.2f} apart in mu, {second.condition} and {third.condition} only "
        f"{second.mu - third.mu:.2f}."
    )


def _tau(tau: float | None) -> str:
    return "-" if tau is None else f"{tau:.2f}"


def print_scores(scored: ScoredRankings, of: str) -> None:
    """Print all scores; `of` says in a sentence what was ranked, if it is known."""
    screen = make_console()
    head = [*([of] if of else []), *describe_excluded_raters(scored)]
    _say(screen, *head, *([""] if head else []))
    for group in scored.groups:
        _say(screen, _title(group), "")
        _print_group(screen, group)
        _say(screen, "")
    _say(screen, LEGEND)
    for agreement in scored.agreements:
        _say(screen, "", describe_agreement(agreement))
    if any(rating.condition in _conditions(scored) for rating in PAPER_RATINGS):
        _say(screen, "")
        screen.print(_beside_paper(scored))
        _say(screen, *describe_paper_figures(scored))


def _print_group(screen: Console, group: RaterGroup) -> None:
    scores = group.overall
    screen.print(_standings(scores))
    _say(screen, "", *_tests(scores), "")
    screen.print(_pairs(scores))
    if group.categories:
        _say(screen, "")
        screen.print(_categories(group))
    if group.position:
        _say(screen, "", describe_position_bias(group.position))


def _say(screen: Console, *lines: str) -> None:
    for line in lines:
        screen.print(line)


def _title(group: RaterGroup) -> str:
    rankings = format_count(group.overall.rankings, "ranking")
    if not group.model:
        return f"People: {rankings} by {format_count(group.overall.raters, 'rater')}"
    of = "1 person" if group.overall.raters == 1 else f"{group.overall.raters} people"
    judge = "Rules as judge, no language model" if group.model == OFFLINE else f"{group.model} as judge"
    return f"{judge}: {rankings} of the answers of {of}"


def _standings(scores: RankingScores) -> Table:
    table = _table("Condition", "mu", "95 %", "sigma", "orders", "Rank", "95 %", "First")
    for each in scores.standings:
        rating = each.rating
        table.add_row(
            rating.condition,
            f"{rating.mu:.2f}",
            _interval(rating.interval),
            f"{rating.sigma:.2f}",
            f"{rating.spread:.2f}",
            f"{each.mean_rank:.2f}",
            _interval(each.mean_rank_interval),
            _percent(each.first),
        )
    return table


def _tests(scores: RankingScores) -> Iterator[str]:
    if scores.kruskal_wallis:
        yield f"Kruskal-Wallis: H{_told(scores.kruskal_wallis)}, epsilon squared {scores.kruskal_wallis.effect:.2f}."
    if scores.friedman:
        yield f"Friedman: chi squared{_told(scores.friedman)}, Kendall's W {scores.friedman.effect:.2f}."
    for missing in scores.not_computed:
        yield f"Not computed: {missing}."


def _told(test: OverallTest) -> str:
    p = _p(test.p)
    return f"({test.degrees}) = {test.statistic:.2f}, p {p if p.startswith('<') else f'= {p}'}"


def _pairs(scores: RankingScores) -> Table:
    table = _table("Pair", "Cohen's d", "Wins", "95 %", "Dunn p", "Nemenyi p")
    for pair in scores.pairs:
        table.add_row(f"{pair.one} over {pair.other}", *_pair_cells(pair))
    return table


def _pair_cells(pair: ConditionComparison) -> Iterator[str]:
    yield f"{pair.d:.2f}"
    yield _percent(pair.wins)
    ends = pair.wins_interval
    yield f"{ends.low * 100:.0f} to {ends.high * 100:.0f}" if ends else "-"
    yield from (_p(test.p) if test else "-" for test in (pair.dunn, pair.nemenyi))


def _categories(group: RaterGroup) -> Table:
    """A row a condition, a column a category: mu; below, whether the conditions differ in it."""
    table = _table("mu by category", *(category or "none" for category in group.categories))
    of = group.categories.values()
    for standing in group.overall.standings:
        name = standing.rating.condition
        mus = (each.rating.mu for scores in of for each in scores.standings if each.rating.condition == name)
        table.add_row(name, *(f"{mu:.2f}" for mu in mus))
    table.add_section()
    table.add_row("Rankings", *(str(scores.rankings) for scores in of))
    table.add_row("Kendall's W", *(f"{scores.friedman.effect:.2f}" if scores.friedman else "-" for scores in of))
    table.add_row("Friedman p", *(_p(scores.friedman.p) if scores.friedman else "-" for scores in of))
    return table


def _beside_paper(scored: ScoredRankings) -> Table:
    """Mu and sigma of each kind of raters, and the paper's."""
    names = [f"by {name_raters(group.model)}" for group in scored.groups]
    table = _table("mu and sigma", *names, "Park et al. 2023")
    printed = {rating.condition: f"{rating.mu:.2f}  {rating.sigma:.2f}" for rating in PAPER_RATINGS}
    for name in (*(rating.condition for rating in PAPER_RATINGS), *sorted(_conditions(scored) - set(printed))):
        table.add_row(name, *(_mu_sigma(group, name) for group in scored.groups), printed.get(name, "-"))
    return table


def _mu_sigma(group: RaterGroup, condition: str) -> str:
    for standing in group.overall.standings:
        if standing.rating.condition == condition:
            return f"{standing.rating.mu:.2f}  {standing.rating.sigma:.2f}"
    return "-"


def _conditions(scored: ScoredRankings) -> set[str]:
    return {standing.rating.condition for group in scored.groups for standing in group.overall.standings}


def _table(first: str, *others: str) -> Table:
    table = Table(first, box=None, pad_edge=False, header_style="bold")
    for column in others:
        table.add_column(column, justify="right")
    return table


def _interval(interval: ConfidenceInterval | None) -> str:
    return f"{interval.low:.2f} to {interval.high:.2f}" if interval else "-"


def _percent(share: float) -> str:
    return f"{share * 100:.0f} %"


def _p(p: float) -> str:
    return "< 0.001" if p < 0.001 else f"{p:.3f}"
