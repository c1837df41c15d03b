"""The configuration of a run: what its behaviour depends on besides town and seed. The state hash covers it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from townlet.cognition.profile import ECONOMICAL, Profile, profile_named, within
from townlet.language.routing import JOBS
from townlet.runfile import Json, RunHeader, RunReader


@dataclass(frozen=True)
class RunConfig:
    """What changes the behaviour of a run: models, embedder, profile and ablations.

    How it is computed (concurrency, prices, budget) is `townlet.RunResources`.
    """

    model: str = "offline"
    """The model for every job that has no model of its own."""
    dialogue: str = ""
    planning: str = ""
    importance: str = ""
    temperature: str = ""
    """Empty for the provider's default."""
    embedder: str = "hashed2-512"
    profile: str = ECONOMICAL.name
    without: str = ""
    """The faculties that an ablation leaves out: 'planning', 'reflection' or 'planning,reflection'."""
    context: str = ""
    """The tokens that a prompt and its answer may take together, if they are few; prompts then show fewer memories."""

    @property
    def how(self) -> Profile:
        profile = replace(profile_named(self.profile), without=frozenset(self.left_out))
        return within(profile, int(self.context)) if self.context else profile

    @property
    def left_out(self) -> tuple[str, ...]:
        """The faculties of `without`, one by one."""
        return tuple(self.without.split(",")) if self.without else ()

    @property
    def by_job(self) -> dict[str, str]:
        """The model of each job that has its own."""
        return {job: model for job in JOBS if (model := getattr(self, job))}

    @property
    def offline(self) -> bool:
        """Whether the offline model answers everything, so that no call costs money."""
        return {self.model, *self.by_job.values()} == {RunConfig.model}

    def answered_by(self, model: str | None) -> RunConfig:
        """Return this configuration with one model for all jobs; unchanged for None or an empty name."""
        return replace(self, model=model, **dict.fromkeys(JOBS, "")) if model else self

    def as_json(self) -> dict[str, Json]:
        """Return the configuration as JSON, without values that are empty."""
        return {name: value for name, value in asdict(self).items() if value}


def config_of(header: RunHeader) -> RunConfig:
    """Return the configuration that a run started with."""
    return RunConfig(**{name: str(value) for name, value in header.settings.items()})


def current_config(reader: RunReader) -> RunConfig:
    """Return the configuration that a run continues with: a model may have taken over since its start."""
    return config_of(reader.header).answered_by(reader.intent(MODEL_INTENT))


def intended_days(reader: RunReader, usual: float) -> float:
    """Return how many game days a run is meant to last; `usual` if the user gave no number."""
    return float(reader.intent(DAYS_INTENT) or usual)


DAYS_INTENT = "days"
"""The key under which a run file stores how many game days the run is meant to last."""


ON_FAILURE_INTENT = "on failure"
"""The key under which a run file stores whether the run pauses or continues with fallbacks."""


BUDGET_INTENT = "budget"
"""The key under which a run file stores the budget, so that it survives stops and crashes."""


MODEL_INTENT = "model"
"""The key under which a run file stores the model that has taken over all jobs, if one has."""


SETTINGS_INTENT = "settings"
"""The key under which a run file stores the prices and the timeout of its calls, as JSON of the tables of
`townlet.toml`."""
