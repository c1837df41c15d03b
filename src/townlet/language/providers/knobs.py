"""Knobs: what a model is told beside the prompt, such as how long to think, at which tier, and what to cache."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from townlet.language.model import DEFAULT_MAX_TOKENS, ModelError, RequestRefused

if TYPE_CHECKING:
    from pydantic_ai.settings import ModelSettings

Thinking = Literal["off", "minimal", "low", "medium", "high", "max"]
Tier = Literal["auto", "default", "flex", "priority"]
Retention = Literal["off", "on", "5m", "30m", "1h", "12h"]

OWN_FIELDS = frozenset(("model", "messages", "stream", "response_format", "max_tokens", "max_completion_tokens"))
"""Fields of a request that are ours; `extra_body` may not set them."""


LEAST_MAX_TOKENS = 200
"""Answers of fewer tokens would hardly ever be whole."""
LEAST_CONTEXT = 1000
"""No prompt and its answer fit into fewer tokens."""


class Knobs(BaseModel):
    """The knobs of one model or job. None means the provider's own default."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    temperature: Annotated[float, Field(ge=0, le=2)] | None = None
    thinking: Thinking | None = None
    """How long a model thinks before it answers."""
    service_tier: Tier | None = None
    """'flex' is slower and cheaper at some providers, 'priority' faster and dearer."""
    cache: Retention | None = None
    """How long the provider keeps prompts in its cache, where that is to be asked for."""
    max_tokens: Annotated[int, Field(ge=LEAST_MAX_TOKENS, le=DEFAULT_MAX_TOKENS)] | None = None
    """The longest answer, thinking included."""
    context: Annotated[int, Field(ge=LEAST_CONTEXT)] | None = None
    """The tokens that a prompt and its answer may take together, where the server does not say."""
    timeout: Annotated[float, Field(gt=0, le=3600)] | None = None
    """Seconds that a whole answer may take."""
    concurrency: Annotated[int, Field(ge=1, le=1000)] | None = None
    """How many calls may be under way at the model's endpoint."""
    extra_body: Mapping[str, Any] = {}
    """Further fields of the request, as the server documents them."""

    @field_validator("extra_body")
    @classmethod
    def _sets_nothing_of_ours(cls, value: Mapping[str, Any]) -> Mapping[str, Any]:
        if taken := sorted(OWN_FIELDS & value.keys()):
            raise ValueError(f"sets {', '.join(taken)}, which Townlet sets itself")
        return value

    def over(self, wider: Knobs) -> Knobs:
        """Return these knobs, with those of `wider` where these are not set."""
        given = {name: getattr(self, name) for name in self.model_fields_set}
        if "extra_body" in given:
            given["extra_body"] = {**wider.extra_body, **self.extra_body}
        return wider.model_copy(update=given)

    def for_replies(self) -> dict[str, Any]:
        """Return what a reply may depend on besides the temperature; empty if none of it is set."""
        return self.model_dump(include={"thinking", "max_tokens", "extra_body"}, exclude_defaults=True)

    def for_library(self, without: Collection[str]) -> ModelSettings:
        """Return the settings for pydantic-ai, which knows how each provider wants them."""
        told = self._told(without)
        settings: ModelSettings = {}
        if "temperature" in told:
            settings["temperature"] = told["temperature"]
        if "thinking" in told:
            settings["thinking"] = False if told["thinking"] == "off" else told["thinking"]
        if "service_tier" in told:
            settings["service_tier"] = told["service_tier"]
        if "cache" in told:
            settings["cache"] = {"off": False, "on": True}.get(told["cache"], told["cache"])
        if "extra_body" in told:
            settings["extra_body"] = told["extra_body"]
        return settings

    def for_compatible(self, without: Collection[str]) -> dict[str, Any]:
        """Return the fields of a request to a server with OpenAI's API; such servers cache by themselves."""
        told = self._told(without)
        fields: dict[str, Any] = {name: told[name] for name in ("temperature", "service_tier") if name in told}
        if "thinking" in told:
            fields["reasoning_effort"] = "none" if told["thinking"] == "off" else told["thinking"]
        return {**fields, **told.get("extra_body", {})}

    def refused_in(self, error: ModelError, without: Collection[str]) -> str | None:
        """Return the knob that a refusal is about and that was sent; None if it is about none of them."""
        if not isinstance(error, RequestRefused):
            return None
        said = error.said.lower()
        return next((name for name in self.sent(without) if any(word in said for word in self._words_for(name))), None)

    def sent(self, without: Collection[str]) -> list[str]:
        """Return the names of what is told beside the prompt, the seed among it."""
        return [name for name in (*self._told(without), "seed") if name not in without]

    def _told(self, without: Collection[str]) -> dict[str, Any]:
        names = ("temperature", "thinking", "service_tier", "cache", "extra_body")
        values = {name: getattr(self, name) for name in names if name not in without}
        return {name: value for name, value in values.items() if value not in (None, {})}

    def _words_for(self, name: str) -> tuple[str, ...]:
        if name == "extra_body":
            return tuple(key.lower() for key in self.extra_body)
        return _WORDS[name]


NO_KNOBS = Knobs()
"""Everything as the provider has it by default."""

_WORDS: Mapping[str, tuple[str, ...]] = {
    "temperature": ("temperature",),
    "thinking": ("reasoning", "thinking", "effort"),
    "service_tier": ("service_tier", "service tier"),
    "cache": ("prompt_cache", "cache_control", "cache"),
    "seed": ("seed",),
}
"""By what words a provider's refusal names a knob."""
