"""Prompts as a town really sends them, with answers that fit, for benchmarks of what lies between mind and model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pydantic import BaseModel

from townlet.cognition import answers
from townlet.engine.resources import RunResources
from townlet.engine.simulation import Simulation
from townlet.language.model import Reply, Request
from townlet.language.prompt import Prompt
from townlet.offline.model import OfflineModel
from townlet.town import load_town


class Listening:
    """A model that keeps what it is asked and what it answers."""

    def __init__(self, model: OfflineModel) -> None:
        self.name = model.name
        self.asked: list[tuple[Request, str]] = []
        self._model = model

    async def __call__(self, request: Request) -> Reply:
        reply = await self._model(request)
        self.asked.append((request, reply.text))
        return reply


async def asked_in(town: str, days: float) -> list[tuple[Request, str]]:
    """All that a run of a town asks, with the offline model's answers."""
    model = Listening(OfflineModel(1))
    with Simulation.start(load_town(town), resources=RunResources(model=model)) as simulation:
        async for _ in simulation.run(days):
            pass
    return model.asked


def answers_by_prompt(asked: Sequence[tuple[Request, str]]) -> dict[str, str]:
    """One answer for each kind of prompt."""
    return {request.name: answer for request, answer in reversed(asked)}


def prompts_of(asked: Sequence[tuple[Request, str]]) -> Iterator[Prompt[BaseModel]]:
    """These prompts for ever, no two with the same text."""
    prompts = [_prompt_of(request) for request, _ in asked]
    number = 0
    while True:
        for prompt in prompts:
            number += 1
            yield replace(prompt, text=f"{prompt.text}\n({number})")


def _prompt_of(request: Request) -> Prompt[BaseModel]:
    answer: type[BaseModel] = getattr(answers, str(request.schema["title"]))
    return Prompt(request.name, request.text, request.fields, answer)
