"""Runs made by hand, of which the truth is known, give exactly that truth."""

from __future__ import annotations

from pathlib import Path

import pytest

from measures.made import ADA, BATHROOM, BRAM, CLEO, DAY, GREEN, HOUR, SHOP, MadeRun
from townlet.measures.emergence.result import build_emergence_data, find_emergence
from townlet.measures.record import read_run_record
from townlet.measures.run_measures import measure_run
from townlet.runfile.study_files import StudyError
from townlet.runfile.view import RunView

DORA = "Dora Pell"
PEOPLE = (ADA, BRAM, CLEO, DORA)
FACTS = """
[[facts]]
name = "regatta"
kind = "event"
question = "Do you know of a regatta?"
source = "Ada Finch"
match = [["regatta"], ["ada", "saturday"]]
own_words = [["regatta"], ["i'm", "my"]]
host = "Ada Finch"
place = "{place}"
start = 2025-05-06T15:00:00
end = 2025-05-06T17:00:00
"""


def lived() -> MadeRun:
    """Ada tells Bram, Bram tells Cleo, Dora makes it up to Bram; Bram and Dora come, Cleo does not."""
    made = MadeRun(*PEOPLE)
    seed = made.remembers(0, ADA, "Ada Finch is holding a regatta on Saturday.", "seed")
    made.remembers(0, BRAM, "Bram Oake knows Ada Finch from school.", "seed")
    first = made.says(DAY + 9 * HOUR, ADA, BRAM, "I'm holding a regatta on Saturday.", shown=[seed])
    heard = made.remembers(DAY + 9 * HOUR + 6, BRAM, "Ada Finch told me of her regatta.", "heard", utterance=first)
    second = made.says(DAY + 10 * HOUR, BRAM, CLEO, "Ada has a regatta on Saturday.", shown=[heard])
    made.remembers(DAY + 10 * HOUR + 6, CLEO, "Bram Oake said to me: 'Ada has a regatta.'", "heard", utterance=second)
    third = made.says(DAY + 11 * HOUR, DORA, BRAM, "Ada has a regatta on Saturday, I suppose.")
    made.remembers(DAY + 11 * HOUR + 6, BRAM, "Dora Pell said: 'Ada has a regatta.'", "heard", utterance=third)
    made.does(DAY + 14 * HOUR, BRAM, "watching the regatta", GREEN)
    made.does(DAY + 16 * HOUR, DORA, "walking over the green", GREEN)
    made.does(DAY + 16 * HOUR + HOUR // 2, DORA, "buying bread", SHOP)
    return made


@pytest.fixture
def found(tmp_path: Path):  # type: ignore[no-untyped-def]
    return find_emergence(lived().record(tmp_path, 2 * DAY - 1, FACTS.format(place="green")))


def test_the_path_is_who_told_whom_when_and_inventions_are_no_edges(found) -> None:  # type: ignore[no-untyped-def]
    [spread] = found.spreads
    assert [(each.person, each.way, each.heard_from) for each in spread.known] == [
        (ADA, "seed", ""),
        (BRAM, "heard", ADA),
        (CLEO, "heard", BRAM),
    ]
    assert [line.speaker for line in spread.inventions] == [DORA]


def test_who_knows_of_whom_and_how_dense_that_is(found) -> None:  # type: ignore[no-untyped-def]
    # Seeds name Ada to Bram; lines heard name Ada and Dora to Bram, and Ada and Bram to Cleo.
    assert found.end.known == {(BRAM, ADA), (BRAM, DORA), (CLEO, ADA), (CLEO, BRAM)}
    assert (found.start.density, found.end.density) == (0, 0)


def test_density_counts_pairs_who_know_of_each_other(tmp_path: Path) -> None:
    made = lived()
    made.remembers(DAY + 12 * HOUR, ADA, "Bram is watching the boats.", "seen")
    made.remembers(DAY + 12 * HOUR, ADA, "I think that Cleo Marsh is lonely.", "thought", "reflection")
    found = find_emergence(made.record(tmp_path, 2 * DAY - 1, FACTS.format(place="green")))
    assert found.end.density == pytest.approx(1 / 6)


def test_who_was_invited_and_who_came(found) -> None:  # type: ignore[no-untyped-def]
    [event] = found.events
    assert event.invited == (BRAM, CLEO)
    assert [guest.person for guest in event.came] == [BRAM, DORA]
    assert event.came[0].minutes == 120
    assert 20 < event.came[1].minutes <= 30.5
    assert (event.absent, event.uninvited, event.over) == ((CLEO,), (DORA,), True)


def test_an_event_that_is_not_over_has_nobody_who_stayed_away(tmp_path: Path) -> None:
    found = find_emergence(lived().record(tmp_path, DAY + 12 * HOUR, FACTS.format(place="green")))
    assert not found.events[0].over
    [told] = build_emergence_data(found)["coordination"]  # type: ignore[misc]
    assert (told["came"], told["absent"]) == ([], [])  # type: ignore[call-overload, index]


def test_an_event_in_a_place_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="no place 'Moon'"):
        find_emergence(lived().record(tmp_path, 2 * DAY - 1, FACTS.format(place="Moon")))


def test_who_is_told_when_they_are_there_already_was_not_invited(tmp_path: Path) -> None:
    made = MadeRun(*PEOPLE)
    seed = made.remembers(0, ADA, "Ada Finch is holding a regatta on Saturday.", "seed")
    made.does(DAY + 14 * HOUR, BRAM, "resting", GREEN)
    told = made.says(DAY + 16 * HOUR, ADA, BRAM, "I'm holding a regatta.", shown=[seed])
    made.remembers(DAY + 16 * HOUR + 6, BRAM, "Ada Finch told me of it.", "heard", utterance=told)
    made.remembers(DAY + 9 * HOUR, CLEO, "Cleo Marsh is going to Ada's regatta.", "inner voice")
    made.does(DAY + 14 * HOUR, CLEO, "watching the regatta", GREEN)
    made.remembers(DAY + 9 * HOUR, DORA, "The mayor said to me: 'Ada has a regatta.'", "told")
    [event] = find_emergence(made.record(tmp_path, 2 * DAY - 1, FACTS.format(place="green"))).events
    assert (event.invited, event.absent) == ((DORA,), (DORA,))
    assert [guest.person for guest in event.came] == [BRAM, CLEO]
    assert event.uninvited == (BRAM,), "Cleo came, uninvited, but not by chance"


def test_a_place_of_which_there_are_several_is_named_with_its_building(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match=r"several places 'bathroom'.*'Reed cottage:bathroom'"):
        find_emergence(lived().record(tmp_path, DAY, FACTS.format(place="bathroom")))
    path = lived().write(tmp_path / "named.townlet", DAY, FACTS.format(place="Hart cottage: bathroom"))
    assert find_emergence(read_run_record(RunView(path))).events[0].place == BATHROOM


def test_the_data_says_so(tmp_path: Path) -> None:
    path = lived().write(tmp_path / "made.townlet", 2 * DAY - 1, FACTS.format(place="green"))
    data = measure_run(RunView(path)).as_json()
    assert data["density"] == {"start": 0.0, "end": 0.0}
    assert data["facts"][0]["said_yes"] is None  # type: ignore[index, call-overload]
    assert "hallucination" not in data
