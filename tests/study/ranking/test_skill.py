"""Ratings: what they recover, and what the paper's own figures do and do not say."""

from __future__ import annotations

import pytest

from townlet.study.ranking.agreement import agreement
from townlet.study.ranking.intervals import intervals
from townlet.study.ranking.paper import RATINGS, D, drawn
from townlet.study.ranking.rankings import Ranking, TooFew, ranks_of
from townlet.study.ranking.skill import cohens_d, ratings


@pytest.mark.filterwarnings("ignore:invalid escape sequence")
def test_one_pass_is_that_of_the_library() -> None:
    trueskill = pytest.importorskip("trueskill")
    world = trueskill.TrueSkill(draw_probability=0.0)
    [(first,), (second,)] = world.rate([(world.create_rating(),), (world.create_rating(),)])
    rated = ratings([Ranking("Una", ("amber", "birch"))], orders=1)
    assert [(each.condition, each.mu, each.sigma) for each in rated] == [
        ("amber", pytest.approx(first.mu), pytest.approx(first.sigma)),
        ("birch", pytest.approx(second.mu), pytest.approx(second.sigma)),
    ]


def test_the_order_of_rankings_hardly_matters_once_orders_are_averaged() -> None:
    rankings = drawn(20, seed=5)
    forwards, backwards = ratings(rankings, orders=40, seed=1), ratings(rankings[::-1], orders=40, seed=2)
    for one, other in zip(forwards, backwards, strict=True):
        assert one.condition == other.condition
        assert one.mu == pytest.approx(other.mu, abs=0.4)
        assert one.spread > 0.05


def test_rankings_drawn_from_the_papers_skills_give_back_its_order() -> None:
    expected = [rating.condition for rating in RATINGS]
    found = [[each.condition for each in ratings(drawn(100, seed), orders=2)] for seed in range(20)]
    assert found.count(expected) >= 18


def test_the_papers_effect_size_does_not_follow_from_its_ratings() -> None:
    assert cohens_d(RATINGS[0], RATINGS[-1]) == pytest.approx(12.22, abs=0.01)
    assert abs(cohens_d(RATINGS[0], RATINGS[-1]) - D) > 4


def test_nothing_to_rate_from() -> None:
    with pytest.raises(TooFew):
        ratings([])


def test_a_judge_that_orders_as_people_do_agrees_with_them() -> None:
    people = drawn(10, seed=1)
    names = [rating.condition for rating in RATINGS]
    order = sorted(names, key=lambda name: ranks_of(people, names).of(name).mean())
    same, reversed_ = (Ranking("judge", tuple(names), "model") for names in (order, order[::-1]))
    assert agreement([*people, same], names).tau == pytest.approx(1)
    assert agreement([*people, reversed_], names).tau == pytest.approx(-1)
    with pytest.raises(TooFew, match="0 by models"):
        agreement(people, names)


def test_an_interval_holds_the_figure_and_narrows_with_more_raters() -> None:
    def mean_rank(rankings: list[Ranking]) -> dict[str, float]:
        names = [rating.condition for rating in RATINGS]
        return dict(zip(names, ranks_of(rankings, names).table.mean(axis=0), strict=True))

    widths = []
    for raters in (10, 90):
        rankings = drawn(raters, seed=2)
        found = intervals(rankings, mean_rank, resamples=200)  # type: ignore[arg-type]
        assert all(found[name].low <= value <= found[name].high for name, value in mean_rank(rankings).items())
        widths.append(found["full"].high - found["full"].low)
    assert widths[1] < widths[0]
