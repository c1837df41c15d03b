"""Model routing: each prompt belongs to a job, and each job can have a model of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from townlet.language.model import LanguageModel, Reply, Request, close_all, prepare_all

JOB_OF_PROMPT: Mapping[str, str] = {
    "converse": "dialogue",
    "after_talk": "dialogue",
    "farewell": "dialogue",
    "joint_dialogue": "dialogue",
    "at_hand": "planning",
    "day_plan": "planning",
    "hour_plan": "planning",
    "minute_plan": "planning",
    "replan": "planning",
    "place": "planning",
    "object_state": "planning",
    "emoji": "planning",
    "importance": "importance",
}
"""The job of each prompt. The default model answers prompts without a job."""

JOBS = tuple(dict.fromkeys(JOB_OF_PROMPT.values()))
"""The jobs that may have a model of their own."""


@dataclass(frozen=True)
class ModelRouter:
    """Send each request to the model of its job. Implements `LanguageModel`."""

    default: LanguageModel
    by_job: Mapping[str, LanguageModel] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The names of all models, each once. It is 'offline' only if no other model answers."""
        return " + ".join(dict.fromkeys(model.name for model in self.models))

    @property
    def models(self) -> tuple[LanguageModel, ...]:
        return (self.default, *self.by_job.values())

    def model_for(self, prompt: str) -> LanguageModel:
        """Return the model that answers the prompt with this name."""
        return self.by_job.get(JOB_OF_PROMPT.get(prompt, ""), self.default)

    async def __call__(self, request: Request) -> Reply:
        return await self.model_for(request.name)(request)

    async def prepare(self) -> None:
        """Prepare all models. Raises ModelError."""
        await prepare_all(*self.models)

    async def aclose(self) -> None:
        """Close the connections of all models."""
        await close_all(*self.models)
