"""The spans of a run: a step in which somebody thinks, and in it everybody's turn, in which their calls are."""

from __future__ import annotations

from contextlib import AbstractContextManager

from townlet.language.telemetry import span


def step_span(step: int, people: int) -> AbstractContextManager[object]:
    """Around the thinking of a step."""
    return span("townlet.step", {"townlet.step": step, "townlet.people": people})


def turn_span(agent: str, step: int) -> AbstractContextManager[object]:
    """Around one person's turn, which the conventions call the invocation of an agent."""
    return span(
        f"invoke_agent {agent}",
        {"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": agent, "townlet.step": step},
    )
