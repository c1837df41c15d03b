"""Samples for cost estimates: a short offline run of a town whose calls and tokens are counted."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from townlet.engine.resources import RunResources
from townlet.engine.simulation import Simulation
from townlet.evaluation.estimate import CallSample, PromptUsage
from townlet.language.embedder import EmbedderWrapper
from townlet.language.hashed import HashedEmbedder
from townlet.language.model import Reply, Request, tokens_of
from townlet.offline.model import OfflineModel
from townlet.runfile.config import RunConfig
from townlet.town import Town


async def sample_town(
    town: Town,
    settings: RunConfig,
    seed: int,
    days: float,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> CallSample:
    """Run a town offline, without a run file, and count its calls.

    `on_progress` is called with the number of steps done and the total.
    """
    sample = CallSample(len(town.people), days)
    resources = RunResources(model=_CountingModel(OfflineModel(seed), sample), embedder=_CountingEmbedder(sample))
    config = RunConfig(profile=settings.profile)
    with Simulation.start(town, seed=seed, config=config, resources=resources) as simulation:
        end = round(days * simulation.engine.state.clock.steps_a_day)
        async for log in simulation.run(days):
            on_progress(log.step + 1, end)
    return sample


class _CountingModel:
    """The offline model, which also counts the tokens of its prompts, of their answers' schemas and of its answers."""

    def __init__(self, model: OfflineModel, sample: CallSample) -> None:
        self.name = model.name
        self._model, self._sample = model, sample

    async def __call__(self, request: Request) -> Reply:
        reply = await self._model(request)
        counted = self._sample.by_prompt.setdefault(request.name, PromptUsage())
        counted.calls += 1
        counted.prompt_tokens += reply.prompt_tokens + tokens_of(json.dumps(request.schema))
        counted.answer_tokens += reply.answer_tokens
        return reply


class _CountingEmbedder(EmbedderWrapper):
    """The hashed embedder, which also counts the tokens that it embeds."""

    def __init__(self, sample: CallSample) -> None:
        self.embedder, self._sample = HashedEmbedder(), sample

    async def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self._sample.embedded_tokens += sum(map(tokens_of, texts))
        return await self.embedder(texts)
