"""Whole days with endpoints that have their own ideas: the life is the same, and nothing is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from townlet.language.providers.knobs import Knobs
from townlet.runfile.view import RunView

from .living import behind, undisturbed

KNOBS = Knobs(temperature=0.6, thinking="low", service_tier="flex", extra_body={"top_k": 20})
OWN = frozenset(("model", "messages", "stream", "response_format", "max_tokens"))


def unknown(sent: dict[str, Any]) -> str:
    """Refuses the first field that is not among the oldest."""
    return next((f"Unrecognized request argument supplied: {name}" for name in sent if name not in OWN), "")


def newer(sent: dict[str, Any]) -> str:
    return "Unsupported parameter: use 'max_completion_tokens' instead." if "max_tokens" in sent else ""


def takes_all(sent: dict[str, Any]) -> str:
    return ""


@pytest.fixture(autouse=True)
def _no_network() -> None:
    """Lifts the ban that holds for all other tests."""


@pytest.fixture(scope="module")
def life(tmp_path_factory: pytest.TempPathFactory) -> str:
    return asyncio.run(undisturbed(tmp_path_factory.mktemp("life") / "life.townlet", 1))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("refuses", "thinks", "refused"),
    [(unknown, "", 5), (newer, "", 1), (takes_all, "<think>\nShe wants {a plan}.\n</think>\n", 0)],
    ids=["refuses what it does not know", "wants the newer name of the limit", "thinks before it answers"],
)
async def test_a_day_is_lived_as_with_any_other(
    refuses: Callable[[dict[str, Any]], str], thinks: str, refused: int, life: str, tmp_path: Path
) -> None:
    async with behind(tmp_path / "own.townlet", {}) as run:
        assert run.folk
        asked: list[dict[str, Any]] = []

        def says(sent: dict[str, Any]) -> str:
            asked.append(sent)
            return refuses(sent)

        run.folk.refuses, run.folk.thinks, run.knobs, run.seconds = says, thinks, KNOBS, 60
        assert await run.live(1) == life
        view = RunView(run.path)
    with view.reader() as reader:
        calls = [call for call in reader.calls() if call.agent]
    assert {call.status for call in calls} == {"answered"}
    # What was under way when the first refusal came is refused, too.
    assert len(calls) + refused <= len(asked) <= len(calls) + 8 * max(refused, 0)
    assert run.pauses == 0
