"""A life behind an endpoint where everything goes wrong at times is the life that it would have been."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from townlet.language import network
from townlet.runfile import open_reader

from .kinds import FAULTS
from .living import behind, undisturbed

DAYS = 0.35
"""From midnight until twenty past eight: all four have got up, planned their day and begun it."""

SHARE = 0.3


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The state hash of the life in which nothing goes wrong."""
    return asyncio.run(undisturbed(tmp_path_factory.mktemp("whole") / "whole.townlet", DAYS))


@pytest.fixture(autouse=True)
def _loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here a network model is the thing to try; it reaches no further than this machine."""
    monkeypatch.setattr(network._Bans, "active", 0)


@pytest.mark.parametrize("fault", FAULTS)
async def test_whatever_goes_wrong_at_a_third_of_the_calls_the_life_is_the_same(
    fault: str, whole: str, tmp_path: Path
) -> None:
    async with behind(tmp_path / "run.townlet", {fault: SHARE}) as run:
        came_to = await run.live(DAYS)
    assert run.proxy.injected[fault] > 10
    assert came_to == whole
    with open_reader(run.path) as file:
        calls = list(file.calls())
    assert not any(call.fallback for call in calls)
    assert {call.status for call in calls} <= {"answered", "failed"}


async def test_with_all_of_it_together_the_run_pauses_is_resumed_and_comes_to_the_same(
    whole: str, tmp_path: Path
) -> None:
    shares = dict.fromkeys(FAULTS, 0.8 / len(FAULTS))
    async with behind(tmp_path / "run.townlet", shares) as run:
        came_to = await run.live(DAYS)
    assert run.pauses > 0
    assert len(run.proxy.injected) > len(FAULTS) // 2
    assert came_to == whole


async def test_what_was_answered_before_a_pause_is_not_asked_again(tmp_path: Path) -> None:
    shares = dict.fromkeys(("500", "refusal", "wrong schema"), 0.25)
    async with behind(tmp_path / "run.townlet", shares) as run:
        await run.live(DAYS)
    with open_reader(run.path) as file:
        answered = [
            (call.agent, call.step, call.path) for call in file.calls() if call.status == "answered" and not call.error
        ]
    assert run.pauses > 0
    assert len(answered) == len(set(answered))
    assert run.folk
    assert len(run.folk.asked) == len(set(run.folk.asked)), "each sending has an id of its own"
