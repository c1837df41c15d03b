"""Scores of rankings for a person to read."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.table import Table

from townlet.cli.printing import console, counted
from townlet.cli.score_notes import LEGEND, agreement_told, left_out_told, paper_told, position_told, raters_told
from townlet.language.providers.spec import OFFLINE
from townlet.study.ranking.compare import Overall
from townlet.study.ranking.paper import RATINGS
from townlet.study.ranking.resampling import Interval
from townlet.study.ranking.scores import Scores, Versus
from townlet.study.ranking.scoring import Group, Scored


def print_scores(scored: Scored, of: str) -> None:
    """Print all scores; `of` says in a sentence what was ranked, if it is known."""
    screen = console()
    head = [*([of] if of else []), *left_out_told(scored)]
    _say(screen, *head, *([""] if head else []))
    for group in scored.groups:
        _say(screen, _title(group), "")
        _print_group(screen, group)
        _say(screen, "")
    _say(screen, LEGEND)
    for agreement in scored.agreements:
        _say(screen, "", agreement_told(agreement))
    if any(rating.condition in _conditions(scored) for rating in RATINGS):
        _say(screen, "")
        screen.print(_beside_paper(scored))
        _say(screen, *paper_told(scored))


def _print_group(screen: Console, group: Group) -> None:
    scores = group.overall
    screen.print(_standings(scores))
    _say(screen, "", *_tests(scores), "")
    screen.print(_pairs(scores))
    if group.categories:
        _say(screen, "")
        screen.print(_categories(group))
    if group.position:
        _say(screen, "", position_told(group.position))


def _say(screen: Console, *lines: str) -> None:
    for line in lines:
        screen.print(line)


def _title(group: Group) -> str:
    rankings = counted(group.overall.rankings, "ranking")
    if not group.model:
        return f"People: {rankings} by {counted(group.overall.raters, 'rater')}"
    of = "1 person" if group.overall.raters == 1 else f"{group.overall.raters} people"
    judge = "Rules as judge, no language model" if group.model == OFFLINE else f"{group.model} as judge"
    return f"{judge}: {rankings} of the answers of {of}"


def _standings(scores: Scores) -> Table:
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


def _tests(scores: Scores) -> Iterator[str]:
    if scores.kruskal_wallis:
        yield f"Kruskal-Wallis: H{_told(scores.kruskal_wallis)}, epsilon squared {scores.kruskal_wallis.effect:.2f}."
    if scores.friedman:
        yield f"Friedman: chi squared{_told(scores.friedman)}, Kendall's W {scores.friedman.effect:.2f}."
    for missing in scores.not_computed:
        yield f"Not computed: {missing}."


def _told(test: Overall) -> str:
    p = _p(test.p)
    return f"({test.degrees}) = {test.statistic:.2f}, p {p if p.startswith('<') else f'= {p}'}"


def _pairs(scores: Scores) -> Table:
    table = _table("Pair", "Cohen's d", "Wins", "95 %", "Dunn p", "Nemenyi p")
    for pair in scores.pairs:
        table.add_row(f"{pair.one} over {pair.other}", *_pair_cells(pair))
    return table


def _pair_cells(pair: Versus) -> Iterator[str]:
    yield f"{pair.d:.2f}"
    yield _percent(pair.wins)
    ends = pair.wins_interval
    yield f"{ends.low * 100:.0f} to {ends.high * 100:.0f}" if ends else "-"
    yield from (_p(test.p) if test else "-" for test in (pair.dunn, pair.nemenyi))


def _categories(group: Group) -> Table:
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


def _beside_paper(scored: Scored) -> Table:
    """Mu and sigma of each kind of raters, and the paper's."""
    names = [f"by {raters_told(group.model)}" for group in scored.groups]
    table = _table("mu and sigma", *names, "Park et al. 2023")
    printed = {rating.condition: f"{rating.mu:.2f}  {rating.sigma:.2f}" for rating in RATINGS}
    for name in (*(rating.condition for rating in RATINGS), *sorted(_conditions(scored) - set(printed))):
        table.add_row(name, *(_mu_sigma(group, name) for group in scored.groups), printed.get(name, "-"))
    return table


def _mu_sigma(group: Group, condition: str) -> str:
    for standing in group.overall.standings:
        if standing.rating.condition == condition:
            return f"{standing.rating.mu:.2f}  {standing.rating.sigma:.2f}"
    return "-"


def _conditions(scored: Scored) -> set[str]:
    return {standing.rating.condition for group in scored.groups for standing in group.overall.standings}


def _table(first: str, *others: str) -> Table:
    table = Table(first, box=None, pad_edge=False, header_style="bold")
    for column in others:
        table.add_column(column, justify="right")
    return table


def _interval(interval: Interval | None) -> str:
    return f"{interval.low:.2f} to {interval.high:.2f}" if interval else "-"


def _percent(share: float) -> str:
    return f"{share * 100:.0f} %"


def _p(p: float) -> str:
    return "< 0.001" if p < 0.001 else f"{p:.3f}"
