"""What a run's behaviour depends on besides its town and its seed; all of it goes into the state hash."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from townlet.cognition.profile import ECONOMICAL, Profile, profile_named
from townlet.language.routing import JOBS
from townlet.runfile import Json, RunHeader, RunReader


@dataclass(frozen=True)
class RunConfig:
    """Choices that change what happens in a run. How fast it is computed is not among them."""

    model: str = "offline"
    """The model that answers every prompt whose job has none of its own."""
    dialogue: str = ""
    planning: str = ""
    importance: str = ""
    temperature: str = ""
    """Empty for the provider's own."""
    embedder: str = "hashed-512"
    profile: str = ECONOMICAL.name
    without: str = ""
    """The faculties that people live without, in an ablation: 'planning', 'reflection' or 'planning,reflection'."""

    @property
    def how(self) -> Profile:
        return replace(profile_named(self.profile), without=frozenset(self.left_out))

    @property
    def left_out(self) -> tuple[str, ...]:
        """The single faculties of `without`."""
        return tuple(self.without.split(",")) if self.without else ()

    @property
    def by_job(self) -> dict[str, str]:
        """The models of the jobs that have one of their own."""
        return {job: model for job in JOBS if (model := getattr(self, job))}

    @property
    def offline(self) -> bool:
        """Whether rules answer everything: no call of a model costs money."""
        return {self.model, *self.by_job.values()} == {RunConfig.model}

    def answered_by(self, model: str | None) -> RunConfig:
        """The same settings with another model in all jobs; None or empty for no other."""
        return replace(self, model=model, **dict.fromkeys(JOBS, "")) if model else self

    def as_json(self) -> dict[str, Json]:
        """What was chosen; choices left open are left out."""
        return {name: value for name, value in asdict(self).items() if value}


def config_of(header: RunHeader) -> RunConfig:
    """The settings that a run was begun with."""
    return RunConfig(**{name: str(value) for name, value in header.settings.items()})


def current_config(reader: RunReader) -> RunConfig:
    """The settings that a run goes on with: those that it was begun with, but for a model that took over since."""
    return config_of(reader.header).answered_by(reader.intent(MODEL_INTENT))


def intended_days(reader: RunReader, usual: float) -> float:
    """For how many game days a run is meant to go on; the town's usual number where nobody said."""
    return float(reader.intent(DAYS_INTENT) or usual)


DAYS_INTENT = "days"
"""Under this key a run file keeps for how many game days its run is meant to go on."""


ON_FAILURE_INTENT = "on failure"
"""Under this key a run file keeps whether its run pauses or goes on by fallbacks."""


BUDGET_INTENT = "budget"
"""Under this key a run file keeps what its run may spend, so that no stop and no crash makes it forget that."""


MODEL_INTENT = "model"
"""Under this key a run file keeps which model has taken all jobs since, where one has."""
