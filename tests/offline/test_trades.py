"""What somebody does for a living, by the sentences of their story."""

from __future__ import annotations

import pytest

from townlet.offline.trades import implied, occupation


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ("Ann Bo works as a nurse in Ghent.", "a nurse"),
        ("Ann Bo is a widow who works as a nurse.", "a nurse"),
        ("Ann Bo, who is a doctor, likes tea.", "a doctor"),
        ("Ann Bo is a baker who is proud of it.", "a baker"),
        ("Ann Bo has a son who works as a nurse in Ghent.", ""),
        ("Ann Bo has a daughter, Lena, who is a teacher.", ""),
        ("Ann Bo is the daughter of a man who is a doctor.", ""),
        ("Ann Bo lives with a cousin who is a painter.", ""),
        ("Ann Bo knows Cy Day, who is a vet.", ""),
        ("Ann Bo's only daughter, Lena, is a surgeon in Leeds.", ""),
        ("Ann Bo sings before she is driven to the museum, and she waves.", ""),
        ("Ann Bo is driven to the museum on Sundays.", ""),
        ("Ann Bo is too busy to be a nurse.", ""),
        ("Cy Day owes Ann Bo money, and Ann Bo is too shy to ask for it.", ""),
        ("Ann Bo is the village nurse and spends her days on a bicycle.", "the village nurse"),
        ("Ann Bo has been stationmaster of Oke for thirty years and has been late twice.", "a stationmaster"),
        ("Ann Bo looks after the boiler and the gutters of the school.", "the caretaker"),
    ],
)
def test_the_work_of_others_is_not_ones_own(told: str, words: str) -> None:
    assert occupation("", (told,)).words == occupation(told).words == words


@pytest.mark.parametrize(
    ("deed", "kind"),
    [
        ("steers the ferry", "sailor"),
        ("builds boats", "builder"),
        ("drives the school bus", "driver"),
        ("teaches chemistry to the older ones", "teacher"),
        ("mends nets", "netmaker"),
        ("bakes bread for the village", "baker"),
        ("has cooked for the crew for ten years", "cook"),
        ("edits the Evening Echo", "writer"),
        ("reports for the Echo", "journalist"),
        ("cooks at the Heron Inn", "cook"),
        ("herds his mother's goats", "farmer"),
        ("keeps the accounts of the mine", "accountant"),
        ("keeps an inn", "bartender"),
        ("keeps a diary", "craft"),
        ("sings in the shower", "craft"),
        ("drinks tea after lunch", "craft"),
        ("plays cards", "craft"),
        ("swims at six every morning", "craft"),
    ],
)
def test_what_somebody_does_all_day_tells_the_trade_that_nothing_names(deed: str, kind: str) -> None:
    assert implied("Long Quay: shed", "", "", "", (deed,)).trade.kind == kind
    assert implied("Corner Store: shop", "", "", "", (deed,)).trade.kind == "shopkeeper", "the place says more"
    assert implied("", "", "", "", (deed,)).trade.kind == "none", "who has no place of work has no trade"


@pytest.mark.parametrize(
    ("called", "deeds", "kind"),
    [
        ("the caretaker of the college", (), "cleaner"),
        ("", ("cooks the dinners",), "cook"),
        ("", (), "teacher"),
    ],
)
def test_not_all_who_work_at_a_school_are_teachers(called: str, deeds: tuple[str, ...], kind: str) -> None:
    assert implied("Upper School: hall", "", "Ann Bo (age: 50) is kind.", called, deeds).trade.kind == kind


def test_what_somebody_is_head_of_is_named_without_for_how_long() -> None:
    found = occupation("", ("Ann Bo has run the Oke Library for nineteen years, and she unlocks it at nine.",))
    assert (found.of, found.trade.kind) == ("the Oke Library", "librarian")


def test_a_djembe_is_no_dj() -> None:
    assert occupation("", ("Ann Bo is a DJ at Radio Oke.",)).trade.kind == "broadcaster"
    assert occupation("", ("Ann Bo is a djembe drummer.",)).trade.kind != "broadcaster"
