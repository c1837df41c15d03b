"""A run as OpenTelemetry sees it: steps, in them turns, in them calls."""

from __future__ import annotations

import pytest
from opentelemetry.trace import StatusCode

from spans_seen import exporter, spans
from townlet.engine.resources import RunResources
from townlet.engine.simulation import Simulation
from townlet.language.model import ModelError, Request
from townlet.language.telemetry import TracedModel
from townlet.offline.model import OfflineModel
from townlet.testing import FunctionModel

from .village import started, village


@pytest.fixture(autouse=True)
def _watched() -> None:
    exporter().clear()


def run_of(model: OfflineModel | FunctionModel) -> Simulation:
    return Simulation.start(village(), resources=RunResources(model=TracedModel(model, "offline")))


async def test_calls_are_in_turns_and_turns_in_steps() -> None:
    await run_of(OfflineModel(1)).step()
    [step] = spans("townlet.step")
    turns = spans("invoke_agent")
    assert [(span.attributes or {})["gen_ai.agent.name"] for span in turns] == ["Ann Ivy", "Bo Lund"]
    assert {span.parent and span.parent.span_id for span in turns} == {step.context.span_id}
    calls = spans("chat")
    assert calls
    assert {span.parent and span.parent.span_id for span in calls} == {span.context.span_id for span in turns}
    assert dict(step.attributes or {}) == {"townlet.step": 0, "townlet.people": 2}


async def test_a_step_in_which_nobody_thinks_leaves_no_span() -> None:
    simulation = started()
    for _ in range(40):
        exporter().clear()
        log = await simulation.step()
        if not log.minds and not log.memories and not log.recalls:
            assert spans("townlet.step") == []
            return
    raise AssertionError("Somebody thought in every step.")


async def test_a_turn_that_fails_is_marked_by_the_kind_of_error() -> None:
    async def fails(request: Request) -> str:
        raise ModelError("the reason is private")

    with pytest.raises(ModelError):
        await run_of(FunctionModel(fails)).step()
    assert {span.status.status_code for span in spans("invoke_agent")} == {StatusCode.ERROR}
    [step] = spans("townlet.step")
    assert (step.attributes or {})["error.type"] == "ModelError"
    assert "private" not in "".join(span.to_json() for span in exporter().get_finished_spans())
