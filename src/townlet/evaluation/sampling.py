"""Cost estimates of towns: a short offline run is simulated, and its calls and tokens are counted and priced."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from townlet.cognition.profile import ECONOMICAL
from townlet.engine.blocking import wait_for
from townlet.engine.model_options import ModelOptions, resolve_run_config
from townlet.engine.resources import RunResources
from townlet.engine.simulation import Simulation
from townlet.errors import BadInput
from townlet.evaluation.estimate import CallSample, CostEstimate, PromptUsage
from townlet.language.embedder import EmbedderWrapper
from townlet.language.hashed import HashedEmbedder
from townlet.language.model import Reply, Request, tokens_of
from townlet.language.settings import read_config
from townlet.offline.model import OfflineModel
from townlet.runfile.config import RunConfig
from townlet.town import Town, load_town

EXAMPLES_KEPT = 3
"""How many of the calls with the longest prompts of a kind are kept, and how many of those with ordinary ones."""


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
    config = RunConfig(profile=settings.profile, without=settings.without, context=settings.context)
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
        self._lengths: dict[str, int] = {}

    async def __call__(self, request: Request) -> Reply:
        reply = await self._model(request)
        counted = self._sample.by_prompt.setdefault(request.name, PromptUsage())
        counted.calls += 1
        counted.prompt_tokens += reply.prompt_tokens + tokens_of(json.dumps(request.schema))
        counted.answer_tokens += reply.answer_tokens
        self._sample.order.append((request.name, len(request.text)))
        self._lengths[request.name] = self._lengths.get(request.name, 0) + len(request.text)
        mean = self._lengths[request.name] / counted.calls
        counted.largest = _first_by(lambda each: -len(each.text), [*counted.largest, request])
        counted.ordinary = _first_by(lambda each: abs(len(each.text) - mean), [*counted.ordinary, request])
        return reply


def _first_by(key: Callable[[Request], float], requests: list[Request]) -> list[Request]:
    by_text = {each.text: each for each in requests}
    return sorted(by_text.values(), key=key)[:EXAMPLES_KEPT]


class _CountingEmbedder(EmbedderWrapper):
    """The hashed embedder, which also counts the tokens that it embeds."""

    def __init__(self, sample: CallSample) -> None:
        self.embedder, self._sample = HashedEmbedder(), sample

    async def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self._sample.texts.update(dict.fromkeys(texts))
        self._sample.embedded_tokens += sum(map(tokens_of, texts))
        return await self.embedder(texts)


@dataclass(frozen=True)
class EstimatedRun:
    """A run whose cost is to be estimated, and how."""

    town: str
    """A built-in town or a folder."""
    days: float | None = None
    """Game days of the run; by default the town's own length."""
    profile: str = ECONOMICAL.name
    sample: float = 1.0
    """Game days to simulate offline."""
    thinking: int = 0
    """Tokens that the model uses to think before each answer."""
    seed: int = 1


def estimate(
    asked: EstimatedRun,
    options: ModelOptions | None = None,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> CostEstimate:
    """Estimate what a run by the models of `options` would cost. Nothing is sent, and no key is needed.

    `on_progress` is called with the number of simulated steps and the total. Raises BadInput, TownError.
    """
    options = options or ModelOptions()
    settings = resolve_run_config(options, asked.profile)
    prices, town = read_config(options.config).price_list, load_town(asked.town)
    days = town.days if asked.days is None else asked.days
    for option, value in (("--days", days), ("--sample", asked.sample)):
        if not 0.0005 <= value <= 10_000:
            raise BadInput(f"{option} {value:g} is not a possible number of days. Give a number such as 0.5 or 2.")
    sample = wait_for(sample_town(town, settings, asked.seed, min(asked.sample, days), on_progress))
    return CostEstimate(town.name, settings, sample, days, prices, asked.thinking)
