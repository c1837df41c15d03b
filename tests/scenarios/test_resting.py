"""Bodies over whole lives: everybody has a tile of their own, and nobody stays in a doorway or a wall."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import groupby

import pytest

from townlet.runfile.event_log import event_of
from townlet.runfile.traces import BODY_EVENTS
from townlet.runfile.view import RunView
from townlet.world.events import Acted, Arrived, SteppedAside, WorldEvent
from townlet.world.evolve import WorldDraft
from townlet.world.setting import Tile
from townlet.world.state import World

from .lives import Life

pytestmark = pytest.mark.xdist_group("island")


def resting(view: RunView) -> Iterator[tuple[int, Mapping[Tile, list[str]]]]:
    """Yield each step in which somebody's body did something, and who rests on which tile at its end.

    Whoever comes to a tile in this very step steps aside in the next.
    """
    draft = WorldDraft(World.empty())
    rows = view.events(*BODY_EVENTS)
    for step, in_step in groupby(rows, key=lambda row: row.step):
        for row in in_step:
            event = event_of(row)
            assert isinstance(event, WorldEvent)
            draft.apply(event, step)
        by_tile: dict[Tile, list[str]] = defaultdict(list)
        for body in draft.bodies.values():
            if body.arrives < step:
                by_tile[body.path[-1]].append(body.name)
        yield step, by_tile


def test_nobody_shares_a_tile_or_rests_in_a_doorway_in_two_days(island: Mapping[int, Life]) -> None:
    check(RunView(island[1].path))


def test_nobody_shares_a_tile_or_rests_in_a_doorway_in_a_day_of_the_large_town(candidacy: Life) -> None:
    check(RunView(candidacy.path))


def check(view: RunView) -> None:
    tiles = view.town.setting.tiles
    for step, by_tile in resting(view):
        shared = {tile: names for tile, names in by_tile.items() if len(names) > 1}
        assert not shared, (step, shared)
        assert not by_tile.keys() & tiles.doors.keys(), step
        assert not by_tile.keys() & (tiles.walls | tiles.solid), step
    kinds = [row.kind for row in view.events(Acted.__name__, Arrived.__name__, SteppedAside.__name__)]
    assert 0 < kinds.count(SteppedAside.__name__) < kinds.count(Arrived.__name__) / 5
