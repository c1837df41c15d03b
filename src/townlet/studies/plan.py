"""The plan of a study: its cells, and the tree of segments that its worlds live. Nothing is lived here.

A world is a path through a tree. Each branch begins with a fork and with what happens to that branch alone, so that
worlds which differ from noon on share everything before noon, and live it once. A segment's id is a hash of all that
makes it; whether a segment has been lived follows from the files alone.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import product

from townlet.runfile.config import RunConfig
from townlet.studies.acts import PlannedAct
from townlet.studies.casting import RankedPeople, cast_roles, opened_town
from townlet.studies.outcomes import Measured
from townlet.studies.reading import PLACEHOLDER, changed_config
from townlet.studies.schema import FactChangeEntry, SettingsEntry, StartEntry, StoryEntry
from townlet.studies.study import Factor, FactorLevel, Role, StudySpec, TimedAct
from townlet.studies.variants import TownChange, changed_facts, changed_town

_MAKING_A_RUN = ("world", "memory", "language", "cognition", "town", "runfile", "offline", "engine")
"""The packages whose code decides what happens in a run."""

_MAKING_A_CELL = ("acts.py", "casting.py", "variants.py")
"""The modules of this package whose code decides what happens in a cell."""


def digest_of_words(*words: object) -> str:
    """Return a short hash of values that can be written as JSON."""
    text = json.dumps(words, sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:20]


@cache
def code_digest() -> str:
    """Return a hash of the version, the code, the templates and the words that decide what happens in a run."""
    total = hashlib.sha256(version("townlet").encode())
    for package in _MAKING_A_RUN:
        for name, content in _walk_code(files("townlet").joinpath(package), package):
            total.update(f"{name}\0{hashlib.sha256(content).hexdigest()}\n".encode())
    for name in _MAKING_A_CELL:
        total.update(files("townlet").joinpath("studies", name).read_bytes())
    return total.hexdigest()


def _walk_code(folder: Traversable, name: str) -> Iterator[tuple[str, bytes]]:
    for each in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if each.is_dir():
            yield from _walk_code(each, f"{name}/{each.name}")
        elif each.name.endswith((".py", ".md", ".toml")):
            yield f"{name}/{each.name}", each.read_bytes()


@dataclass(frozen=True)
class Segment:
    """A part of a world's life that no branch interrupts: from a fork of its parent, or from the start."""

    id: str
    parent: str
    """The segment that it forks from; empty for one that lives from the start."""
    begin: int
    seed: int
    config: RunConfig
    town_digest: str
    changes: tuple[TownChange, ...]
    """How its town differs from the study's."""
    acts: tuple[PlannedAct, ...]
    """What happens at its beginning."""
    casting: tuple[Role, ...]
    """The roles that its acts name and that are cast at its beginning, from the run that it forks."""
    cast: Mapping[str, str]
    """The roles that are cast already."""
    repeats: bool = False
    """Whether the commands of its parent's run from its beginning on are given again."""


@dataclass(frozen=True)
class StudyCell:
    """One world of a study, with its place in every factor."""

    seed: int
    labels: Mapping[str, str]
    """The level of each factor, and the number of each paraphrase's wording."""
    segment: str
    """The last segment of its life. Cells that differ in nothing that happens share one."""
    measured: Measured
    row: str
    """The name of the file with its outcomes."""
    group: int
    """Cells of one group make up a pair or more; money is granted group by group."""


@dataclass
class StudyPlan:
    """The cells of a study and the segments that they need, in the order in which they are to be lived."""

    study: StudySpec
    cells: list[StudyCell] = field(default_factory=list)
    segments: dict[str, Segment] = field(default_factory=dict)
    ends: dict[str, int] = field(default_factory=dict)
    """The step up to which each segment has to live."""
    cast: dict[int, dict[str, str]] = field(default_factory=dict)
    """Who plays the roles that are cast at the start, by seed."""

    @property
    def lived_steps(self) -> int:
        """How many steps are lived in all."""
        return sum(self.ends[name] - segment.begin for name, segment in self.segments.items())

    @property
    def steps_without_sharing(self) -> int:
        """How many steps would be lived if each cell lived its whole life alone."""
        return len(self.cells) * self.study.until

    def ancestry(self, segment: str) -> Iterator[str]:
        """Yield a segment and those that its life forks from, the latest first."""
        while segment:
            yield segment
            segment = self.segments[segment].parent

    def finals(self) -> set[str]:
        """Return the segments that end a cell's life."""
        return {cell.segment for cell in self.cells}


def plan_study(study: StudySpec) -> StudyPlan:
    """Return the plan of a study. Raises StudyError if its roles cannot be cast."""
    planner = _Planner(study)
    for group, cells in enumerate(planner.groups()):
        for seed, levels, wordings in cells:
            planner.add(group, seed, levels, wordings)
    return planner.plan


class _Planner:
    def __init__(self, study: StudySpec) -> None:
        self.study, self.plan = study, StudyPlan(study)
        self._towns: dict[tuple[TownChange, ...], str] = {}
        """The digest of each town with changes."""
        self._measures: dict[tuple[TownChange, ...], tuple[Measured, str]] = {}
        self.plan.cast = self._cast_at_start()

    def groups(self) -> Iterator[list[tuple[int, dict[str, str], dict[str, int]]]]:
        """Yield the cells in groups, seed by seed: those of a group differ in the factor of the primary comparison."""
        study = self.study
        compared = [name for name in study.factors if study.primary and name == study.primary.terms[0].factor]
        kept = [name for name in study.factors if name not in compared]
        for seed in study.seeds:
            numbers = product(*(range(len(texts)) for texts in study.paraphrases.values()))
            for wording in numbers:
                for levels in product(*(study.factors[name].levels for name in kept)):
                    yield [
                        (
                            seed,
                            {**dict(zip(kept, levels, strict=True)), **dict(zip(compared, other, strict=True))},
                            dict(zip(study.paraphrases, wording, strict=True)),
                        )
                        for other in product(*(study.factors[name].levels for name in compared))
                    ]

    def add(self, group: int, seed: int, levels: Mapping[str, str], wordings: Mapping[str, int]) -> None:
        """Add a cell with all the segments of its life."""
        study = self.study
        chosen = [(factor, factor.levels[levels[name]]) for name, factor in study.factors.items()]
        town, changes = self._town([level for _, level in chosen], seed)
        config = study.config
        for entry in (entry for _, level in chosen for entry in level.changes):
            if isinstance(entry, SettingsEntry):
                config = changed_config(config, entry)
        moments = _moments(chosen)
        segment = self._root(seed, config, town, changes)
        for step in sorted(moments):
            segment = self._fork(segment, step, moments[step], wordings)
        self._live_until(segment.id, study.until)
        measured, digest = self._measured(changes)
        labels = {name: levels[name] for name in study.factors}
        labels |= {name: str(number + 1) for name, number in wordings.items()}
        row = digest_of_words(segment.id, digest)
        self.plan.cells.append(StudyCell(seed, labels, segment.id, measured, row, group))

    def _measured(self, changes: tuple[TownChange, ...]) -> tuple[Measured, str]:
        """Return what is measured in a town with changes, and a hash of it."""
        if changes not in self._measures:
            study = self.study
            measured = Measured(tuple(study.outcomes.values()), changed_facts(study.facts, changes), study.until)
            self._measures[changes] = measured, digest_of_words(asdict(measured))
        return self._measures[changes]

    def _root(self, seed: int, config: RunConfig, town: str, changes: tuple[TownChange, ...]) -> Segment:
        identity = ("root", code_digest(), town, seed, config.as_json())
        name = digest_of_words(*identity)
        if name not in self.plan.segments:
            cast = self.plan.cast[seed]
            self.plan.segments[name] = Segment(name, "", 0, seed, config, town, changes, (), (), cast)
        return self.plan.segments[name]

    def _fork(
        self, parent: Segment, step: int, acts: list[tuple[str, TimedAct]], wordings: Mapping[str, int]
    ) -> Segment:
        cast = self.plan.cast[parent.seed]
        planned = tuple(self._planned(factor, act, wordings, cast) for factor, act in acts)
        wanted = {name for act in planned for name in _roles_in(act, self.study.roles)}
        casting = tuple(role for name, role in self.study.roles.items() if name in wanted and name not in cast)
        if casting:
            # A role may be cast apart from others, so all of that moment are cast together, in their order.
            casting = tuple(role for name, role in self.study.roles.items() if name not in cast and role.at <= step)
        rules = [(role.name, role.rule.model_dump(by_alias=True), role.at) for role in casting]
        name = digest_of_words("fork", parent.id, step, [asdict(act) for act in planned], rules)
        self._live_until(parent.id, step)
        if name not in self.plan.segments:
            self.plan.segments[name] = replace(
                parent, id=name, parent=parent.id, begin=step, acts=planned, casting=casting, cast=cast
            )
        return self.plan.segments[name]

    def _live_until(self, segment: str, step: int) -> None:
        self.plan.ends[segment] = max(step, self.plan.ends.get(segment, 0))

    def _planned(self, factor: str, act: TimedAct, wordings: Mapping[str, int], cast: Mapping[str, str]) -> PlannedAct:
        given = act.entry.model_dump(exclude={"at"})
        texts = {name: self.study.paraphrases[name][number] for name, number in wordings.items()}
        filled = {key: _filled(str(value), texts) for key, value in given.items()}
        kind = type(act.entry).__name__.removesuffix("Entry").lower()
        return with_cast(PlannedAct(kind, (*filled.items(), ("factor", factor))), cast)

    def _town(self, levels: list[FactorLevel], seed: int) -> tuple[str, tuple[TownChange, ...]]:
        """Return the digest of the town of these levels, and how it differs from the study's."""
        entries = [entry for level in levels for entry in level.changes if not isinstance(entry, SettingsEntry)]
        changes = tuple(_town_change(entry, self.plan.cast[seed]) for entry in entries)
        if changes not in self._towns:
            self._towns[changes] = changed_town(self.study.town, changes).digest
        return self._towns[changes], changes

    def _cast_at_start(self) -> dict[int, dict[str, str]]:
        """Return who plays the roles that are cast at the start, by seed; they are the same in all cells of a seed."""
        study = self.study
        roles = [role for role in study.roles.values() if role.at <= 1]

        def cast(ranks: RankedPeople | None) -> dict[int, dict[str, str]]:
            return {seed: cast_roles(roles, study.town.setting.keys, seed, ranks, {}) for seed in study.seeds}

        if not any(role.rule.rank for role in roles):
            return cast(None)
        with opened_town(study.town) as view:
            return cast(RankedPeople(view, 1))


_PERSONS = frozenset(("tell", "forget", "say", "to", "visitor"))
"""The keys of an act that may name a role."""


def _moments(chosen: list[tuple[Factor, FactorLevel]]) -> dict[int, list[tuple[str, TimedAct]]]:
    """Return the acts of each moment at which a world forks, with their factors: where these branch or act."""
    moments: dict[int, list[tuple[str, TimedAct]]] = {factor.at: [] for factor, _ in chosen if factor.at is not None}
    for factor, level in chosen:
        for act in level.acts:
            moments.setdefault(act.step, []).append((factor.name, act))
    return moments


def _filled(text: str, values: Mapping[str, str]) -> str:
    """Return a text with the values in place of their names in braces; other braces stay."""
    return PLACEHOLDER.sub(lambda found: values.get(found[1], found[0]), text)


def _roles_in(act: PlannedAct, roles: Mapping[str, Role]) -> Iterator[str]:
    """Yield the roles that an act still names: as its people, or in its text."""
    for key, value in act.fields:
        if key in _PERSONS and value in roles:
            yield value
        yield from (name for name in PLACEHOLDER.findall(value) if name in roles)


def with_cast(act: PlannedAct, cast: Mapping[str, str]) -> PlannedAct:
    """Return an act with people in place of roles: whom it is about, and in its text."""

    def played(key: str, value: str) -> str:
        return cast.get(value, value) if key in _PERSONS else _filled(value, cast)

    return PlannedAct(act.kind, tuple((key, played(key, value)) for key, value in act.fields))


def _town_change(entry: StartEntry, cast: Mapping[str, str]) -> TownChange:
    match entry:
        case StoryEntry(story=who, replace=words, by=by):
            return TownChange(words, by, person=cast.get(who, who))
        case FactChangeEntry(fact=name, says=words, now=now, place=place, start=start, end=end):
            return TownChange(words, now, fact=name, place=place, start=start, end=end)
        case SettingsEntry():
            raise AssertionError(entry)
