"""Who hears which case."""

from collections import Counter

from townlet.evaluation.attack.cases import load_cases
from townlet.evaluation.attack.visits import VISITS_EACH, assign_visits, generate_visitor_names
from townlet.town import load_town

TOWN = load_town("applegarth")


def test_nobody_is_visited_too_often_in_a_life_and_every_case_is_said_once() -> None:
    lives = assign_visits(load_cases(), TOWN, 1, 8640)
    said = Counter(visit.case.name for visits in lives for visit in visits)
    assert said == Counter(case.name for case in load_cases())
    for visits in lives:
        assert max(Counter(visit.hearer for visit in visits).values()) <= VISITS_EACH
        assert len({visit.visitor for visit in visits}) == len(visits)
        assert all(visit.hearer not in visit.visitor for visit in visits)


def test_a_seed_decides_who_hears_what() -> None:
    hearers = [
        [visit.hearer for visits in assign_visits(load_cases(), TOWN, seed, 8640) for visit in visits]
        for seed in (1, 1, 2)
    ]
    assert hearers[0] == hearers[1] != hearers[2]


def test_visitors_share_no_word_with_anybody_of_the_town() -> None:
    words = {word for name in generate_visitor_names(["Abel Amberg", "Delf"]) for word in name.split()}
    assert words
    assert not words & {"Abel", "Amberg", "Delf"}
