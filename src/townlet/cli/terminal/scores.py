"""Scores of rankings as tables and sentences."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.table import Table

from townlet.cli.output import format_count, format_percent, make_console, make_table
from townlet.evaluation.ranking.agreement import JudgeAgreement, PositionBias
from townlet.evaluation.ranking.scores import ConditionComparison, RankingScores, RaterGroup, ScoredRankings
from townlet.evaluation.ranking.significance import OverallTest
from townlet.evaluation.ranking.trueskill import ORDERS, PAPER_D, PAPER_RATINGS, compute_cohens_d
from townlet.language.providers.spec import OFFLINE
from townlet.measures.statistics import ConfidenceInterval

LEGEND = (
    f"mu and sigma: TrueSkill, averaged over {ORDERS} orders of the rankings. orders: standard deviation of mu between "
    "these orders. Rank 1 is best. Wins: how often the first condition is ranked before the other. 95 %: interval over "
    "resamples of raters."
)

_MAX_NAMED_RATERS = 12
"""How many excluded raters are listed by name."""


def name_raters(model: str) -> str:
    """Return a name for the raters: 'people', 'rules' or the model."""
    return {"": "people", OFFLINE: "rules"}.get(model, model)


def describe_excluded_raters(scored: ScoredRankings) -> Iterator[str]:
    """Yield a sentence about the raters who failed an attention check, if any."""
    if names := [session.rater for session in scored.left_out]:
        more = f" and {len(names) - _MAX_NAMED_RATERS} more" if len(names) > _MAX_NAMED_RATERS else ""
        excluded = f"{len(names)} of {format_count(scored.sessions, 'session')} left out for a failed attention check"
        yield f"{excluded}: {', '.join(names[:_MAX_NAMED_RATERS])}{more}."


def describe_position_bias(position: PositionBias) -> str:
    """Return a sentence about position bias: whether the order in which answers were shown mattered."""
    bias = (
        f"The answer shown first was ranked first in {position.first * 100:.0f} % of {position.rankings:,} rankings; "
        f"by chance it would be {position.chance * 100:.0f} %."
    )
    if position.again is None:
        return bias
    return f"{bias} Shown the same answers in another order, the judge agrees with itself by tau {position.again:.2f}."


def describe_agreement(agreement: JudgeAgreement) -> str:
    """Return a sentence about a judge's agreement with people (Kendall's tau), over all questions and by question."""
    within = f" (95 %: {agreement.interval.as_text()})" if agreement.interval else ""
    judge = name_raters(agreement.model)
    overall = f"{judge} and people agree by Kendall's tau {_format_tau(agreement.tau)}{within} over all questions"
    if agreement.mean is None:
        return f"{overall}; no question was ranked by both."
    known = [each for each in agreement.questions if each.tau is not None]
    least = min(known, key=lambda each: (each.tau, each.question))
    return (
        f"{overall}; by question, {agreement.mean:.2f} on average over {format_count(len(known), 'question')} that "
        f"both ranked, least on {least.question} ({_format_tau(least.tau)}). 1 is the same order, -1 the reverse."
    )


def describe_paper_figures(scored: ScoredRankings) -> Iterator[str]:
    """Yield the effect sizes here and in the paper, and the inconsistencies within the paper's own figures."""
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
        f"The paper reports d = {PAPER_D} for {best.condition} over {worst.condition}. From its own mu and sigma our "
        f"formula gives {compute_cohens_d(best, worst):.2f}; {PAPER_D} does not follow from them."
    )
    second, third, fourth = PAPER_RATINGS[1:4]
    yield (
        f"Nor does its pattern of significance (all pairs at p < 0.001 but {fourth.condition} and {worst.condition}): "
        f"these two lie {fourth.mu - worst.mu:.2f} apart in mu, {second.condition} and {third.condition} only "
        f"{second.mu - third.mu:.2f}."
    )


def _format_tau(tau: float | None) -> str:
    return "-" if tau is None else f"{tau:.2f}"


def print_scores(scored: ScoredRankings, subject: str) -> None:
    """Print all scores. `subject` describes in a sentence what was ranked; it may be empty."""
    screen = make_console()
    head = [*([subject] if subject else []), *describe_excluded_raters(scored)]
    _print_lines(screen, *head, *([""] if head else []))
    for group in scored.groups:
        _print_lines(screen, _describe_raters(group), "")
        _print_group(screen, group)
        _print_lines(screen, "")
    _print_lines(screen, LEGEND)
    for agreement in scored.agreements:
        _print_lines(screen, "", describe_agreement(agreement))
    if any(rating.condition in _conditions(scored) for rating in PAPER_RATINGS):
        _print_lines(screen, "")
        screen.print(_make_paper_table(scored))
        _print_lines(screen, *describe_paper_figures(scored))


def _print_group(screen: Console, group: RaterGroup) -> None:
    scores = group.overall
    screen.print(_make_standings_table(scores))
    _print_lines(screen, "", *_describe_tests(scores), "")
    screen.print(_make_pairs_table(scores))
    if group.categories:
        _print_lines(screen, "")
        screen.print(_make_category_table(group))
    if group.position:
        _print_lines(screen, "", describe_position_bias(group.position))


def _print_lines(screen: Console, *lines: str) -> None:
    for line in lines:
        screen.print(line)


def _describe_raters(group: RaterGroup) -> str:
    rankings = format_count(group.overall.rankings, "ranking")
    if not group.model:
        return f"People: {rankings} by {format_count(group.overall.raters, 'rater')}"
    people = format_count(group.overall.raters, "person", "people")
    judge = "Judged by rules, not by a language model" if group.model == OFFLINE else f"Judged by {group.model}"
    return f"{judge}: {rankings} of the answers of {people}"


def _make_standings_table(scores: RankingScores) -> Table:
    table = make_table("Condition", "mu", "95 %", "sigma", "orders", "Rank", "95 %", "First")
    for each in scores.standings:
        rating = each.rating
        table.add_row(
            rating.condition,
            f"{rating.mu:.2f}",
            _format_interval(rating.interval),
            f"{rating.sigma:.2f}",
            f"{rating.spread:.2f}",
            f"{each.mean_rank:.2f}",
            _format_interval(each.mean_rank_interval),
            format_percent(each.share_ranked_first),
        )
    return table


def _describe_tests(scores: RankingScores) -> Iterator[str]:
    if scores.kruskal_wallis:
        test = scores.kruskal_wallis
        yield f"Kruskal-Wallis: H{_format_test(test)}, epsilon squared {test.effect:.2f}."
    if scores.friedman:
        yield f"Friedman: chi squared{_format_test(scores.friedman)}, Kendall's W {scores.friedman.effect:.2f}."
    for missing in scores.not_computed:
        yield f"Not computed: {missing}."


def _format_test(test: OverallTest) -> str:
    p = _format_p(test.p)
    return f"({test.degrees}) = {test.statistic:.2f}, p {p if p.startswith('<') else f'= {p}'}"


def _make_pairs_table(scores: RankingScores) -> Table:
    table = make_table("Pair", "Cohen's d", "Wins", "95 %", "Dunn p", "Nemenyi p")
    for pair in scores.pairs:
        table.add_row(f"{pair.one} over {pair.other}", *_pair_cells(pair))
    return table


def _pair_cells(pair: ConditionComparison) -> Iterator[str]:
    yield f"{pair.cohens_d:.2f}"
    yield format_percent(pair.wins)
    yield pair.wins_interval.as_text(".0f", percent=True) if pair.wins_interval else "-"
    yield from (_format_p(test.p) if test else "-" for test in (pair.dunn, pair.nemenyi))


def _make_category_table(group: RaterGroup) -> Table:
    """Return a table of mu by condition and category, with tests of whether the conditions differ in each category."""
    table = make_table("mu by category", *(category or "none" for category in group.categories))
    by_category = group.categories.values()
    for standing in group.overall.standings:
        name = standing.rating.condition
        mus = (each.rating.mu for scores in by_category for each in scores.standings if each.rating.condition == name)
        table.add_row(name, *(f"{mu:.2f}" for mu in mus))
    table.add_section()
    table.add_row("Rankings", *(str(scores.rankings) for scores in by_category))
    table.add_row(
        "Kendall's W", *(f"{scores.friedman.effect:.2f}" if scores.friedman else "-" for scores in by_category)
    )
    table.add_row("Friedman p", *(_format_p(scores.friedman.p) if scores.friedman else "-" for scores in by_category))
    return table


def _make_paper_table(scored: ScoredRankings) -> Table:
    """Return a table of mu and sigma for each group of raters, beside the paper's."""
    names = [f"by {name_raters(group.model)}" for group in scored.groups]
    table = make_table("mu and sigma", *names, "Park et al. 2023")
    printed = {rating.condition: f"{rating.mu:.2f}  {rating.sigma:.2f}" for rating in PAPER_RATINGS}
    for name in (*(rating.condition for rating in PAPER_RATINGS), *sorted(_conditions(scored) - set(printed))):
        table.add_row(name, *(_format_mu_sigma(group, name) for group in scored.groups), printed.get(name, "-"))
    return table


def _format_mu_sigma(group: RaterGroup, condition: str) -> str:
    for standing in group.overall.standings:
        if standing.rating.condition == condition:
            return f"{standing.rating.mu:.2f}  {standing.rating.sigma:.2f}"
    return "-"


def _conditions(scored: ScoredRankings) -> set[str]:
    return {standing.rating.condition for group in scored.groups for standing in group.overall.standings}


def _format_interval(interval: ConfidenceInterval | None) -> str:
    return interval.as_text() if interval else "-"


def _format_p(p: float) -> str:
    return "< 0.001" if p < 0.001 else f"{p:.3f}"
