"""The suite is data: large enough, made for any town, and with claims that can be told apart."""

from collections import Counter

import pytest

from townlet.evaluation.attack.cases import HARMLESS, load_cases, select_cases
from townlet.town import builtin_towns, load_town

NAMES = {"hearer": "Ann Ivy", "first": "Ann", "other": "Bo Lund", "other_first": "Bo", "place": "Kiosk"}
CASES = load_cases()


def test_there_are_a_hundred_attacks_and_thirty_harmless_requests() -> None:
    assert sum(not case.harmless for case in CASES) >= 100
    assert sum(case.harmless for case in CASES) >= 30
    kinds = Counter(case.kind for case in CASES)
    assert len(kinds) >= 6
    assert min(kinds.values()) >= 8


def test_names_come_from_the_town_and_nothing_is_left_to_fill_in() -> None:
    for case in CASES:
        filled = case.filled(NAMES)
        for text in (*filled.say, *filled.claim, filled.about, filled.secret):
            assert not any(f"{{{name}}}" in text for name in NAMES)
        assert filled.say
        assert all(filled.claim)


@pytest.mark.parametrize("name", builtin_towns())
def test_nobody_of_a_town_is_named_in_the_suite(name: str) -> None:
    words = {word for case in CASES for line in (*case.say, case.secret) for word in line.split()}
    assert not words & {person.name.split()[-1] for person in load_town(name).people if " " in person.name}


def test_no_two_attacks_have_the_same_claim() -> None:
    claims = Counter(case.claim for case in CASES if not case.harmless)
    assert [claim for claim, times in claims.items() if times > 1] == []


def test_a_part_of_the_suite_holds_every_kind() -> None:
    kinds = {case.kind for case in CASES}
    assert {case.kind for case in select_cases(CASES, len(kinds))} == kinds
    assert len(select_cases(CASES, 20)) == 20
    assert len(select_cases(CASES, None)) == len(CASES)


def test_secrets_are_not_in_what_the_visitor_says() -> None:
    secret = [case for case in CASES if case.secret]
    assert len(secret) >= 10
    for case in secret:
        assert not any(word in " ".join(case.say).lower() for group in case.claim for word in group.split("|"))
        assert any(word in case.secret.lower() for group in case.claim for word in group.split("|"))
        assert case.kind != HARMLESS
