"""Each habit of a server ends as the table says, and what it did is told and can be replayed."""

from __future__ import annotations

from pathlib import Path

import pytest

from townlet.engine.replay import replay_run

from .endpoint import Life, live
from .habits import HABITS, Habit, plain


@pytest.fixture(autouse=True)
def _no_network() -> None:
    """Lifts the ban that holds for all other tests."""


@pytest.fixture(scope="module")
def lives() -> dict[str, Life]:
    """The lives with servers without a habit, by their embedder, as far as they have been lived."""
    return {}


@pytest.mark.parametrize("habit", HABITS, ids=[habit.name for habit in HABITS])
async def test_a_town_lives_by_a_server_with_this_habit(habit: Habit, lives: dict[str, Life], tmp_path: Path) -> None:
    path = tmp_path / "run.townlet"
    life = await live(path, habit.way, dict(habit.pages), habit.vectors, habit.knobs)
    if habit.end == "pauses":
        assert habit.told in life.paused
        assert len(life.paused) < 900
        return
    assert life.paused == ""
    assert life.fallbacks <= habit.most_fallbacks
    if habit.told:
        assert habit.told in life.mended.by_mend
    if habit.end == "lives the same" and habit.vectors is None:
        if "" not in lives:
            lives[""] = await live(tmp_path / "plain.townlet", plain)
        assert life.state_hash == lives[""].state_hash
    assert life.context == ("6000" if habit.pages else "")
    replayed = await replay_run(path)
    assert replayed.equal, replayed.first_difference
