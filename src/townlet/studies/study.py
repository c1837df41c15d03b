"""A study, read and checked: the worlds that it compares, what is measured in them, and the comparisons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from townlet.engine.calls.budget import Budget
from townlet.measures.diffusion.facts import TrackedFact
from townlet.runfile.config import RunConfig
from townlet.studies.schema import ActEntry, OutcomeEntry, RoleEntry, StartEntry
from townlet.town import Town
from townlet.world.clock import Clock


@dataclass(frozen=True)
class Role:
    """A part that somebody plays in each world."""

    name: str
    rule: RoleEntry
    at: int
    """The step before which ranks are counted; 1 for the start, when people know their own stories."""


@dataclass(frozen=True)
class TimedAct:
    """Something that happens at a step of some worlds and not of others."""

    step: int
    entry: ActEntry


@dataclass(frozen=True)
class FactorLevel:
    """What one level of a factor changes: from the start, and at moments."""

    changes: tuple[StartEntry, ...] = ()
    acts: tuple[TimedAct, ...] = ()


@dataclass(frozen=True)
class Factor:
    """What differs between worlds, by the names of its levels."""

    name: str
    at: int | None
    """The step at which the levels part; None for levels that differ from the start."""
    levels: Mapping[str, FactorLevel]


@dataclass(frozen=True)
class Outcome:
    """A number that is measured in every world."""

    name: str
    entry: OutcomeEntry
    since: int
    """The step from which time is counted."""
    until: int
    """The step before which the world is measured."""


@dataclass(frozen=True)
class ContrastTerm:
    """The difference between two levels of a factor."""

    factor: str
    plus: str
    minus: str

    def __str__(self) -> str:
        return f"{self.factor}: {self.plus} - {self.minus}"


@dataclass(frozen=True)
class Contrast:
    """A comparison: the difference that a factor makes to an outcome, or with two terms their interaction."""

    outcome: str
    terms: tuple[ContrastTerm, ...]

    def __str__(self) -> str:
        return f"{' x '.join(map(str, self.terms))} on {self.outcome}"


@dataclass(frozen=True)
class StudySpec:
    """Everything in a study file, checked against its town."""

    path: Path
    digest: str
    """The SHA-256 hash of the file, in hexadecimal."""
    name: str
    hypothesis: str
    town_folder: str
    """The built-in town's name, or the folder's path."""
    town: Town
    until: int
    """The number of steps that every world lives."""
    seeds: tuple[int, ...]
    config: RunConfig
    budget: Budget
    at_once: int
    roles: Mapping[str, Role]
    factors: Mapping[str, Factor]
    paraphrases: Mapping[str, tuple[str, ...]]
    """The wordings of each text that the levels use."""
    facts: tuple[TrackedFact, ...]
    """The town's facts and the study's own."""
    outcomes: Mapping[str, Outcome]
    primary: Contrast | None
    secondary: tuple[Contrast, ...]
    matters: Mapping[str, float]
    """The smallest difference that would matter, by outcome."""
    audited: Mapping[str, str] = field(default_factory=dict)
    """Other settings in which an audit lives the study: profile, embedder and model, as far as they are given."""
    home: Path | None = None
    """Another folder for its runs than the usual one."""

    @property
    def clock(self) -> Clock:
        return Clock(self.town.start)

    @property
    def folder(self) -> Path:
        """The folder of the study's runs, rows and tables: 'rumour.study' beside 'rumour.toml'."""
        return self.home or self.path.with_suffix(".study")

    @property
    def label_names(self) -> tuple[str, ...]:
        """The columns that tell cells apart, besides the seed: factors, then paraphrases."""
        return (*self.factors, *self.paraphrases)
