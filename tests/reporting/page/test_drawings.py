"""What the drawings of a report show, on runs of which the truth is known."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from measures.made import ADA, BRAM, CLEO, DAY, GREEN, HOUR, SHOP, MadeRun
from townlet.measures.bill import read_bill
from townlet.measures.run_measures import compute_measures, read_emergence
from townlet.reporting.page.diffusion import SpreadNode, plot_fact_curves, plot_spread_tree
from townlet.reporting.page.excerpts import find_deepest_thought
from townlet.reporting.page.gathering import plot_gathering
from townlet.reporting.page.relationships import plot_network
from townlet.reporting.page.subject import MOST_PEOPLE_DRAWN, ReportSubject
from townlet.reporting.page.whereabouts import plot_whereabouts
from townlet.runfile.view import RunView

FACTS = """
[[facts]]
name = "regatta"
kind = "event"
source = "Ada Finch"
match = [["regatta"], ["ada", "saturday"]]
host = "Ada Finch"
place = "green"
start = 2025-05-06T15:00:00
end = 2025-05-06T17:00:00
"""
NEWS = "Ada has a regatta on Saturday."


def subject(made: MadeRun, folder: Path, until: int = 2 * DAY - 1) -> ReportSubject:
    path = made.write(folder / "made.townlet", until, FACTS)
    emerged = read_emergence(RunView(path))
    return ReportSubject(emerged, compute_measures(emerged), read_bill(RunView(path)))


def gossip(people: int, seed: int) -> MadeRun:
    """Everybody hears the news from somebody drawn from those who know it, one an hour or so."""
    names = [ADA, *(f"{letter}{letter.lower()} Pell" for letter in "BCDEFGHIJKLMNOPQRSTUVWXYZ"[: people - 1])]
    made, chance = MadeRun(*names), Random(seed)
    knows = {ADA: made.remembers(0, ADA, NEWS, "seed")}
    for place, name in enumerate(names[1:], start=1):
        step = place * HOUR + chance.randrange(HOUR // 2)
        teller = chance.choice(sorted(knows))
        said = made.says(step, teller, name, NEWS, shown=[knows[teller]])
        knows[name] = made.remembers(step + 1, name, NEWS, "heard", utterance=said)
    return made


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_telling_is_drawn_across_what_another_knows_already(tmp_path: Path, seed: int) -> None:
    found = subject(gossip(20, seed), tmp_path)
    nodes = plot_spread_tree(found, found.emerged.spreads[0])
    assert len(nodes) == 20
    assert len({node.y for node in nodes}) == 20
    assert [crossed for node in nodes for crossed in _crossed(node, nodes)] == []
    rows = {node.person: node.y for node in nodes}
    assert all(node.teller_y == rows[node.teller] for node in nodes if node.anchor)


def _crossed(node: SpreadNode, nodes: tuple[SpreadNode, ...]) -> Iterator[str]:
    if node.teller_y is not None:
        for other in nodes:
            if node.teller_y < other.y < node.y and other.x < node.x:
                yield f"{node.person} across {other.person}"


def test_a_curve_ends_where_everybody_knows(tmp_path: Path) -> None:
    found = plot_fact_curves(subject(gossip(5, 1), tmp_path))
    [curve] = found.curves
    assert (curve.known, found.people) == (5, 5)
    assert len(curve.points.split()) == 2 + 2 * 5
    assert found.by_day == (("regatta", (1, 5, 5)),)


def test_the_hours_of_a_strip_add_up_to_the_run(tmp_path: Path) -> None:
    made = MadeRun(ADA, BRAM)
    made.does(9 * HOUR, ADA, "buying bread", SHOP)
    made.does(12 * HOUR, ADA, "resting", GREEN)
    found = plot_whereabouts(subject(made, tmp_path, DAY - 1))
    hours = dict(found.hours)
    assert sum(hours[ADA]) == pytest.approx(24, abs=0.3)
    [day] = found.days
    (_, ada), (_, bram) = day.strips
    assert [band.kind for band in bram] == ["home"]
    assert {"place1", "place2"} <= {band.kind for band in ada}
    assert max(band.x + band.width for band in ada) == pytest.approx(max(band.x + band.width for band in bram))


def test_the_network_marks_who_came_to_know_of_each_other(tmp_path: Path) -> None:
    made = MadeRun(ADA, BRAM, CLEO)
    for one, other in ((ADA, BRAM), (BRAM, ADA)):
        made.remembers(0, one, f"{one} knows {other}.", "seed")
    for one, other in ((ADA, CLEO), (CLEO, ADA)):
        made.remembers(9 * HOUR, one, f"{other} is at the market.", "seen")
    found = plot_network(subject(made, tmp_path))
    assert [(edge.one.name, edge.other.name) for edge in found.start] == [(ADA, BRAM)]
    assert {(edge.one.name, edge.other.name): edge.new for edge in found.end} == {
        (ADA, BRAM): False,
        (ADA, CLEO): True,
    }
    assert [row.memory.text for row in found.knows if row.memory and row.one == CLEO] == ["Ada Finch is at the market."]


def test_an_event_shows_who_came_and_who_did_not(tmp_path: Path) -> None:
    made = gossip(3, 1)
    made.does(DAY + 14 * HOUR, "Bb Pell", "watching the boats", GREEN)
    found = subject(made, tmp_path)
    shown = plot_gathering(found, found.emerged.events[0])
    assert [(guest.person, bool(guest.came), bool(guest.bands)) for guest in shown.guests] == [
        ("Bb Pell", True, True),
        ("Cc Pell", False, False),
    ]
    assert (shown.begun, shown.found.over) == (True, True)


def test_an_event_to_which_the_run_did_not_come(tmp_path: Path) -> None:
    found = subject(gossip(3, 1), tmp_path, DAY)
    shown = plot_gathering(found, found.emerged.events[0])
    assert (shown.begun, shown.found.over) == (False, False)
    assert [(guest.person, guest.came) for guest in shown.guests] == [("Bb Pell", ""), ("Cc Pell", "")]


def test_a_thought_that_rests_twice_on_a_record_shows_it_once(tmp_path: Path) -> None:
    made = MadeRun(ADA)
    seen = made.remembers(1, ADA, "The mill is shut.")
    first = made.remembers(HOUR, ADA, "The miller is away.", "thought", "reflection", evidence=[seen])
    made.remembers(2 * HOUR, ADA, "There will be no bread.", "thought", "reflection", evidence=[first, seen])
    found = find_deepest_thought(subject(made, tmp_path).record)
    assert found is not None
    assert (found.levels, found.records) == (2, 2)
    texts = [each.memory.text for each in found.top.rests_on]
    assert sorted(texts) == ["The mill is shut.", "The miller is away."]
    assert sum(len(each.rests_on) for each in found.top.rests_on) == 0


def test_of_a_large_town_a_sample_is_drawn(tmp_path: Path) -> None:
    names = [f"N{number} Pell" for number in range(MOST_PEOPLE_DRAWN + 5)]
    found = subject(MadeRun(*names), tmp_path, HOUR)
    assert len(found.drawn) == MOST_PEOPLE_DRAWN
    assert list(found.drawn) == [name for name in names if name in set(found.drawn)]
    assert "65 people" in found.sampled
    assert len(plot_network(found).places) == MOST_PEOPLE_DRAWN
