"""Reads a study file and checks it against its town. All defects are reported at once, each with its line."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from townlet.cognition.profile import ABLATABLE, profile_named
from townlet.cognition.sanitisation import NAME_RULE, is_name
from townlet.engine.calls.budget import BadBudget, Budget, budget_of
from townlet.files import parse_toml_text, read_file
from townlet.language.hashed import HashedEmbedder, hashed_embedder
from townlet.language.providers.spec import OFFLINE, BadSpec, embedder_spec_of, spec_of
from townlet.measures.diffusion.facts import TrackedFact, read_tracked_facts, tracked_fact_of
from townlet.runfile.config import RunConfig
from townlet.runfile.moments import BadMoment, read_moment
from townlet.runfile.study_files import StudyError, StudyFileError
from townlet.studies.contrasts import BadContrast, read_contrast
from townlet.studies.schema import (
    ENTRIES,
    OUTCOMES,
    RESIDENTS,
    START,
    ActEntry,
    AnalysisTable,
    AreaEntry,
    AskEntry,
    AttendanceEntry,
    AuditTable,
    FactChangeEntry,
    FactorEntry,
    FigureEntry,
    ForgetEntry,
    KnowersEntry,
    OutcomeEntry,
    ProbeEntry,
    RelationsEntry,
    RoleEntry,
    SayEntry,
    SetEntry,
    SettingsEntry,
    StartEntry,
    StoryEntry,
    StudyFact,
    StudyTable,
    TalkEntry,
    TellEntry,
    TimeToEntry,
    VisitorEntry,
)
from townlet.studies.study import Contrast, Factor, FactorLevel, Outcome, Role, StudySpec, TimedAct
from townlet.town import Town, TownError, builtin_towns, load_town
from townlet.town.defects import nearest
from townlet.town.toml_file import StrictModel, faults_in_words
from townlet.town.toml_lines import KeyPath, TomlLines
from townlet.world.address import Address
from townlet.world.clock import Clock
from townlet.world.tree import label

PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
"""Matches '{rumour}', which stands for a paraphrase or for the person who plays a role."""

STUDY_TABLE, FORMER_STUDY_TABLE = "study", "experiment"
"""The table about the whole study, and what it was called in files that are older."""

TABLES = (STUDY_TABLE, "facts", "roles", "factors", "paraphrases", "outcomes", "analysis", "audit")
"""The tables of a study file."""

_NAME = re.compile(r"[^\W\d][\w ]*")
"""Matches names of factors, levels, roles and outcomes: a letter, then letters, digits, '_' and spaces."""

MINILM = "minilm"

Entry = TypeVar("Entry", bound=StrictModel)


def read_study(path: Path) -> StudySpec:
    """Read a study file. Raises StudyFileError with every defect, and StudyError if there is no such file."""
    try:
        content = read_file(path)
    except OSError as error:
        raise StudyError(
            f"{path} cannot be read: {error.strerror}. `townlet study new {path}` writes a study to start from."
        ) from None
    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n")
        tables = parse_toml_text(text)
    except UnicodeDecodeError:
        raise StudyFileError(path, ["is not UTF-8 text; save it as UTF-8"]) from None
    except tomllib.TOMLDecodeError as error:
        raise StudyFileError(path, [f"is not valid TOML: {error}"]) from None
    defects = _StudyDefects(TomlLines(text))
    study = _StudyReader(path, tables, defects).read(hashlib.sha256(content).hexdigest())
    if study is None or defects.found:
        raise StudyFileError(path, defects.lines())
    return study


class _StudyDefects:
    """The defects of a study file, each with the key that it is about."""

    def __init__(self, lines: TomlLines) -> None:
        self._lines = lines
        self.found: list[tuple[KeyPath, str]] = []

    def add(self, path: Iterable[str | int], text: str, inside: Iterable[str | int] = ()) -> None:
        """Add a defect of the value at a path of keys, with what to write instead.

        `inside` are further keys on the way to its line, which the text names itself.
        """
        keys = tuple(path)
        where = ".".join(str(key + 1 if isinstance(key, int) else key) for key in keys)
        self.found.append(((*keys, *inside), f"{where}: {text}" if where else text))

    def lines(self) -> list[str]:
        """Return the defects in the order of their lines."""
        return self._lines.tell(self.found)


@dataclass(frozen=True)
class _Scene:
    """The town of a study and the time that its worlds live."""

    town: Town
    until: int

    @property
    def clock(self) -> Clock:
        return Clock(self.town.start)

    @property
    def people(self) -> list[str]:
        return [person.name for person in self.town.people]


class _StudyReader:
    """Reads the tables one after another. What has a defect is left out, and reading goes on."""

    def __init__(self, path: Path, tables: Mapping[str, Any], defects: _StudyDefects) -> None:
        self.path, self.tables, self.defects = path, tables, defects
        former = FORMER_STUDY_TABLE in tables and STUDY_TABLE not in tables
        self.head = FORMER_STUDY_TABLE if former else STUDY_TABLE
        """What the file calls the table about the whole study."""
        self.scene: _Scene
        self.roles: dict[str, Role] = {}
        self.facts: dict[str, TrackedFact] = {}
        self.factors: dict[str, Factor] = {}
        self.paraphrases: dict[str, tuple[str, ...]] = {}
        self._used: set[str] = set()
        """The paraphrases that some level uses."""

    def read(self, digest: str) -> StudySpec | None:
        """Return the study; None if no town, no end or no factor could be read."""
        for name in self.tables:
            if name not in (self.head, *TABLES):
                self.defects.add((name,), f"there is no table of this name.{nearest(name, TABLES)}")
        about = self._entry(StudyTable, self.tables.get(self.head, {}), (self.head,))
        analysis = self._entry(AnalysisTable, self.tables.get("analysis", {}), ("analysis",))
        scene = self._scene(about) if about else None
        if about is None or scene is None:
            self._check_forms()
            return None
        self.scene = scene
        config, budget = self._config(about), self._budget(about)
        self._read_facts()
        self._read_paraphrases()
        self._read_roles()
        self._read_factors()
        outcomes = dict(self._outcomes())
        primary, secondary = self._contrasts(analysis or AnalysisTable(), [name for name, _ in self._map("outcomes")])
        if not self.factors and not self.defects.found:
            self.defects.add(("factors",), "there is no factor; write a table [factors.NAME] with two levels at least")
        if not outcomes and not self.defects.found:
            self.defects.add(("outcomes",), "nothing is measured; write a table [outcomes] with an outcome at least")
        return StudySpec(
            path=self.path,
            digest=digest,
            name=about.name,
            hypothesis=about.hypothesis,
            town_folder=self._town_folder(about.town),
            town=scene.town,
            until=scene.until,
            seeds=tuple(about.seeds),
            config=config,
            budget=budget,
            at_once=about.at_once,
            roles=self.roles,
            factors=self.factors,
            paraphrases={name: texts for name, texts in self.paraphrases.items() if name in self._used},
            facts=tuple(self.facts.values()),
            outcomes=outcomes,
            primary=primary,
            secondary=tuple(secondary),
            matters=self._matters(analysis or AnalysisTable(), primary, outcomes),
            audited=self._audited(),
        )

    # Tables.

    def _entry(self, model: type[Entry], data: object, path: KeyPath) -> Entry | None:
        """Return data as an entry; None, with its defects added, if it does not fit."""
        if not isinstance(data, dict):
            self.defects.add(path, f"is {data!r}; write a table, such as {{ name = value }}")
            return None
        try:
            return model.model_validate(data)
        except ValidationError as error:
            for fault, words in zip(error.errors(), faults_in_words(error, model), strict=True):
                self.defects.add(path, words, inside=_keys_that_exist(fault["loc"], data))
            return None

    def _map(self, name: str) -> Iterator[tuple[str, Any]]:
        """Yield the entries of a table with entries of its own, such as [roles]."""
        table = self.tables.get(name, {})
        if not isinstance(table, dict):
            self.defects.add((name,), f"write it as a table, [{name}]")
            return
        for key, value in table.items():
            if not _NAME.fullmatch(key):
                self.defects.add((name, key), "is no name; begin with a letter, and use letters, digits, _ and spaces")
            yield key, value

    def _check_forms(self) -> None:
        """Check what can be checked without a town: the form of roles and factors."""
        for model, name in ((RoleEntry, "roles"), (FactorEntry, "factors")):
            for key, value in self._map(name):
                self._entry(model, value, (name, key))

    def _scene(self, about: StudyTable) -> _Scene | None:
        if about.town not in builtin_towns() and not Path(self._town_folder(about.town)).is_dir():
            known = ", ".join(builtin_towns())
            what = f"{about.town!r} is no folder beside the study and no built-in town ({known})"
            self.defects.add((self.head, "town"), f"{what}.{nearest(about.town, builtin_towns())}")
            return None
        try:
            town = load_town(self._town_folder(about.town))
        except TownError as error:
            for line in error.defects:
                self.defects.add((self.head, "town"), f"{about.town!r}: {line}")
            return None
        until = self._step(about.until, (self.head, "until"), town)
        if until is not None and until < 1:
            self.defects.add((self.head, "until"), f"is not after the start of the town, {town.start:%Y-%m-%d %H:%M}")
            return None
        return None if until is None else _Scene(town, until)

    def _town_folder(self, town: str) -> str:
        """Return the town as a folder seen from here, or the built-in one of that name.

        An export has its town beside the study file, wherever the town was before.
        """
        folder = self.path.parent / town
        if folder.is_dir():
            return str(folder)
        return town if town in builtin_towns() else str(self.path.parent / folder.name)

    def _step(self, text: str, path: KeyPath, town: Town | None = None) -> int | None:
        """Return the step of a moment given as text; None, with a defect added, if it is none."""
        start = (town or self.scene.town).start
        try:
            return Clock(start).step_at(read_moment(text, start))
        except BadMoment as error:
            self.defects.add(path, str(error))
            return None

    def _moment(self, text: str, path: KeyPath, first: int, first_is: str) -> int | None:
        """Return the step of a moment from `first` to the end of the worlds; None, with a defect added."""
        step = self._step(text, path)
        if step is None:
            return None
        if not first <= step <= self.scene.until:
            clock = self.scene.clock
            self.defects.add(
                path,
                f"{text!r} is {clock.at(step):%Y-%m-%d %H:%M}; give a time from {clock.at(first):%Y-%m-%d %H:%M} "
                f"({first_is}) to {clock.at(self.scene.until):%Y-%m-%d %H:%M} (until)",
            )
            return None
        return step

    # [study]

    def _config(self, about: StudyTable) -> RunConfig:
        config = RunConfig(temperature="" if about.temperature is None else f"{about.temperature:g}")
        here = (self.head,)
        config = replace(config, embedder=self._embedder(about.embedding, (*here, "embedding")) or config.embedder)
        entry = SettingsEntry(model=about.model, profile=about.profile, without=about.without)
        checked = self._settings(entry, here)
        return changed_config(config, checked) if checked else config

    def _audited(self) -> dict[str, str]:
        """Return the other settings of an audit, as a run's configuration names them."""
        path = ("audit",)
        given = self._entry(AuditTable, self.tables.get("audit", {}), path)
        if given is None:
            return {}
        checked = self._settings(SettingsEntry(model=given.model, profile=given.profile), path)
        embedder = self._embedder(given.embedding, (*path, "embedding")) if given.embedding else None
        found = {"profile": checked and checked.profile, "embedder": embedder, "model": checked and checked.model}
        return {key: value for key, value in found.items() if value}

    def _embedder(self, text: str, path: KeyPath) -> str | None:
        name = text.strip()
        if name == "hashed":
            return HashedEmbedder().name
        if name == MINILM or hashed_embedder(name):
            return name
        try:
            return str(embedder_spec_of(name))
        except BadSpec as error:
            self.defects.add(path, str(error))
            return None

    def _settings(self, entry: SettingsEntry, path: KeyPath) -> SettingsEntry | None:
        """Return settings with the model's name in its normal form; None, with defects added, if they are unusable."""
        before = len(self.defects.found)
        model = entry.model
        try:
            model = model if model is None or model.strip() == OFFLINE else str(spec_of(model))
        except BadSpec as error:
            self.defects.add((*path, "model"), str(error))
        try:
            profile_named(entry.profile or "economical")
        except ValueError as error:
            self.defects.add((*path, "profile"), str(error))
        for faculty in entry.without:
            if faculty not in ABLATABLE:
                choices = " or ".join(ABLATABLE)
                self.defects.add((*path, "without"), f"{faculty!r} cannot be left out; choose {choices}")
        good = len(self.defects.found) == before
        return SettingsEntry(model=model, profile=entry.profile, without=entry.without) if good else None

    def _budget(self, about: StudyTable) -> Budget:
        try:
            return budget_of(about.budget)
        except BadBudget as error:
            self.defects.add((self.head, "budget"), str(error))
            return Budget()

    # [[facts]], [paraphrases] and [roles]

    def _read_facts(self) -> None:
        self.facts = {fact.name: fact for fact in read_tracked_facts(self.scene.town)}
        written = self.tables.get("facts", [])
        if not isinstance(written, list):
            self.defects.add(("facts",), "write each fact as a table [[facts]]")
            return
        for index, data in enumerate(written):
            entry = self._entry(StudyFact, data, ("facts", index))
            if entry is None:
                continue
            if entry.name in self.facts:
                self.defects.add(("facts", index, "name"), f"{entry.name!r} is another fact already; choose a name")
            self.facts[entry.name] = tracked_fact_of(entry)

    def _read_paraphrases(self) -> None:
        for name, texts in self._map("paraphrases"):
            if not isinstance(texts, list) or not texts or not all(isinstance(text, str) and text for text in texts):
                self.defects.add(("paraphrases", name), "write a list of texts, one for each wording")
                continue
            self.paraphrases[name] = tuple(texts)
            for index, text in enumerate(texts):
                self._check_placeholders(text, ("paraphrases", name, index), ())

    def _read_roles(self) -> None:
        names = [name for name, _ in self._map("roles")]
        for name, data in self._map("roles"):
            path: KeyPath = ("roles", name)
            entry = self._entry(RoleEntry, data, path)
            if entry is None:
                continue
            people = [*([entry.person] if entry.person else []), *(entry.among if entry.among != "residents" else [])]
            for person in people:
                self._check_known(person, self.scene.people, path, "is nobody in the town")
            earlier = names[: names.index(name)]
            for other in entry.apart_from:
                self._check_known(other, earlier, (*path, "apart_from"), "is no role above this one")
            step = 1 if entry.at == START else self._moment(entry.at, (*path, "at"), 1, "the first step")
            if entry.at == START and entry.rank in ("talks", "lines"):
                self.defects.add(path, f"nobody has spoken at the start; say when to count {entry.rank}: at = '12:00'")
            if step is not None:
                self.roles[name] = Role(name, entry, step)

    def _check_known(self, name: str, choices: Collection[str], path: KeyPath, what: str) -> bool:
        if name in choices:
            return True
        there = f" There are {', '.join(choices)}." if 0 < len(choices) <= 12 else ""
        self.defects.add(path, f"{name!r} {what}.{nearest(name, choices)}{there}")
        return False

    # [factors]

    def _read_factors(self) -> None:
        for name, data in self._map("factors"):
            path: KeyPath = ("factors", name)
            entry = self._entry(FactorEntry, data, path)
            if entry is None:
                continue
            if name in ("seed", "outcome", "value", "cell", *self.paraphrases):
                self.defects.add(path, "is the name of another column of the tables; choose another name")
            if len(entry.levels) < 2:
                self.defects.add((*path, "levels"), "there is one level; a comparison needs two at least")
            at = None if entry.at == START else self._moment(entry.at, (*path, "at"), 1, "the first step")
            if at is None and entry.at != START:
                continue
            levels = {key: self._level(level, (*path, "levels", key), at) for key, level in entry.levels.items()}
            self.factors[name] = Factor(name, at, levels)

    def _level(self, data: object, path: KeyPath, at: int | None) -> FactorLevel:
        """Return a level: a model's name, one change, or a list of changes."""
        if not _NAME.fullmatch(str(path[-1])):
            self.defects.add(path, "is no name; begin with a letter, and use letters, digits, _ and spaces")
        if isinstance(data, str):
            data = {"model": data}
        items = data if isinstance(data, list) else [data] if data else []
        changes: list[StartEntry] = []
        acts: list[TimedAct] = []
        for index, item in enumerate(items):
            where = (*path, index) if isinstance(data, list) else path
            entry = self._change(item, where)
            if isinstance(entry, StoryEntry | FactChangeEntry | SettingsEntry):
                if at is not None:
                    self.defects.add(
                        where, f"has to differ from the start of a run; give the factor {path[1]} at = '{START}'"
                    )
                changes += self._start_change(entry, where)
            elif entry is not None:
                acts += self._act(entry, where, at)
        return FactorLevel(tuple(changes), tuple(sorted(acts, key=lambda act: act.step)))

    def _change(self, item: object, path: KeyPath) -> ActEntry | StartEntry | None:
        kind = next((key for key in ENTRIES if isinstance(item, dict) and key in item), None)
        if kind is None:
            known = ", ".join(ENTRIES)
            shown = ", ".join(item) if isinstance(item, dict) else repr(item)
            self.defects.add(path, f"{shown} is no change; write a table with one of {known}")
            return None
        return self._entry(ENTRIES[kind], item, path)

    def _start_change(self, entry: StartEntry, path: KeyPath) -> Iterator[StartEntry]:
        match entry:
            case SettingsEntry():
                if checked := self._settings(entry, path):
                    yield checked
            case StoryEntry(story=who, replace=words):
                if self._check_person(who, path):
                    self._check_words_in_stories(words, self._story_files(who), (*path, "replace"), who)
                    yield entry
            case FactChangeEntry(fact=name, says=words):
                known = [fact.name for fact in read_tracked_facts(self.scene.town)]
                if self._check_known(name, known, path, "is no fact of the town"):
                    self._check_words_in_stories(words, self.scene.people, (*path, "says"), "anybody")
                    yield entry

    def _story_files(self, who: str) -> list[str]:
        """Return the people whose stories a change may be about: one person, or for a role anybody."""
        return self.scene.people if who in self.roles else [who]

    def _check_words_in_stories(self, words: str, people: Collection[str], path: KeyPath, whose: str) -> None:
        stories = {person.name: " ".join(person.seeds) for person in self.scene.town.people}
        if not any(words in stories[name] for name in people if name in stories):
            self.defects.add(path, f"{words!r} is nowhere in the story of {whose}; copy the words from people/*.toml")

    def _act(self, entry: ActEntry, path: KeyPath, at: int | None) -> Iterator[TimedAct]:
        self._check_act(entry, path)
        if at is None:
            self.defects.add(path, f"happens at a moment; give the factor {path[1]} a time, such as at = '08:00'")
            return
        step = self._moment(entry.at, (*path, "at"), at, f"the factor {path[1]}") if entry.at else at
        if step is not None:
            yield TimedAct(step, entry)

    def _check_act(self, entry: ActEntry, path: KeyPath) -> None:
        match entry:
            case TellEntry(tell=who, persona=persona):
                self._check_person(who, path)
                self._check_name(persona or "Somebody", (*path, "as"))
            case ForgetEntry(forget=who):
                self._check_person(who, path)
            case SayEntry(say=who, to=to):
                self._check_person(who, path)
                self._check_person(to, (*path, "to"))
                if who == to:
                    self.defects.add((*path, "to"), "nobody says something to themselves; name somebody else")
            case VisitorEntry(visitor=name, to=to):
                self._check_person(to, (*path, "to"))
                self._check_name(name, path)
                if name in self.scene.people:
                    self.defects.add(path, f"{name!r} lives in the town; a visitor needs another name, or write say")
            case SetEntry(set=thing):
                try:
                    object_named(thing, self.scene.town.setting.objects)
                except StudyError as error:
                    self.defects.add(path, str(error))
        match entry:
            case SetEntry(state=text) | ForgetEntry(about=text) | TellEntry(text=text):
                pass
            case SayEntry(text=text) | VisitorEntry(text=text):
                pass
        self._check_placeholders(text, path, self.paraphrases)

    def _check_name(self, name: str, path: KeyPath) -> None:
        if not is_name(name):
            self.defects.add(path, f"{name!r} cannot be a person's name; {NAME_RULE}")

    def _check_person(self, who: str, path: KeyPath) -> bool:
        return who in self.roles or self._check_known(
            who, [*self.roles, *self.scene.people], path, "is no role and nobody in the town"
        )

    def _check_placeholders(self, text: str, path: KeyPath, paraphrases: Collection[str]) -> None:
        roles = [name for name, _ in self._map("roles")]
        for name in PLACEHOLDER.findall(text):
            if name in paraphrases:
                self._used.add(name)
            elif name not in roles:
                self._check_known(name, [*paraphrases, *roles], path, "in braces is no paraphrase and no role")

    # [outcomes] and [analysis]

    def _outcomes(self) -> Iterator[tuple[str, Outcome]]:
        branches = [factor.at for factor in self.factors.values() if factor.at is not None]
        for name, data in self._map("outcomes"):
            path: KeyPath = ("outcomes", name)
            kind = next((key for key in OUTCOMES if isinstance(data, dict) and key in data), None)
            if kind is None:
                self.defects.add(path, f"is no outcome; write a table with one of {', '.join(OUTCOMES)}")
                continue
            entry = self._entry(OUTCOMES[kind], data, path)
            if entry is None:
                continue
            self._check_outcome(entry, path)
            end = getattr(entry, "at", "") or getattr(entry, "censor", "")
            began = getattr(entry, "since", "")
            since = min(branches, default=0)
            if began:
                since = 0 if began == START else self._moment(began, (*path, "from"), 0, "the start") or 0
            last = self._moment(end, path, since + 1, "the moment from which it counts") if end else self.scene.until
            if last is not None:
                yield name, Outcome(name, entry, since, last)

    def _check_outcome(self, entry: OutcomeEntry, path: KeyPath) -> None:
        match entry:
            case KnowersEntry(fact=name) | TimeToEntry(fact=name) | AreaEntry(fact=name):
                self._check_known(name, self.facts, path, "is no fact of the study or of the town")
            case AskEntry() | ProbeEntry():
                self._check_asking(entry, path)
            case AttendanceEntry(attendance=name):
                if self._check_known(name, self.facts, path, "is no fact of the study or of the town"):
                    event = self.facts[name].event
                    if event is None:
                        self.defects.add(path, f"{name!r} is no event; give the fact kind, host, place, start and end")
            case RelationsEntry() | TalkEntry() | FigureEntry():
                pass

    def _check_asking(self, entry: AskEntry | ProbeEntry, path: KeyPath) -> None:
        if entry.of != RESIDENTS:
            self._check_person(entry.of, (*path, "of"))
        if isinstance(entry, AskEntry) and entry.about is not None:
            self._check_known(entry.about, self.facts, (*path, "about"), "is no fact of the study or of the town")
        if isinstance(entry, AskEntry) and entry.options:
            for index, word in enumerate(entry.match):
                self._check_known(word, entry.options, (*path, "match", index), "is none of the options")

    def _contrasts(self, analysis: AnalysisTable, outcomes: Collection[str]) -> tuple[Contrast | None, list[Contrast]]:
        levels = {name: tuple(factor.levels) for name, factor in self.factors.items()}
        if len(levels) < len([*self._map("factors")]):
            # A factor has a defect, which would be told once more for each comparison.
            return None, []
        primary, secondary = None, []
        if analysis.primary:
            path: KeyPath = ("analysis", "primary")
            text = f"{analysis.primary.contrast} on {analysis.primary.outcome}"
            primary = self._contrast(text, path, levels, outcomes, None)
            columns = ["seed", *self.factors, *self.paraphrases]
            for name in analysis.primary.pair:
                self._check_known(name, columns, (*path, "pair"), "is no factor")
            if analysis.primary.pair and "seed" not in analysis.primary.pair:
                self.defects.add((*path, "pair"), "leaves out 'seed', which is what makes pairs; add it")
        for index, text in enumerate(analysis.secondary):
            if found := self._contrast(text, ("analysis", "secondary", index), levels, outcomes, primary):
                secondary.append(found)
        return primary, secondary

    def _matters(
        self, analysis: AnalysisTable, primary: Contrast | None, outcomes: Collection[str]
    ) -> dict[str, float]:
        """Return the smallest differences that matter by outcome; a number alone is about the primary comparison."""
        given, path = analysis.matters, ("analysis", "matters")
        if isinstance(given, dict):
            return {
                name: value for name, value in given.items() if self._check_known(name, outcomes, path, "is no outcome")
            }
        if primary is None:
            self.defects.add(path, "belongs to a primary comparison, and there is none; write { OUTCOME = 0.1 }")
            return {}
        return {primary.outcome: given}

    def _contrast(
        self,
        text: str,
        path: KeyPath,
        levels: Mapping[str, tuple[str, ...]],
        outcomes: Collection[str],
        primary: Contrast | None,
    ) -> Contrast | None:
        try:
            return read_contrast(text, levels, outcomes, primary)
        except BadContrast as error:
            self.defects.add(path, str(error))
            return None


def _keys_that_exist(location: tuple[int | str, ...], data: object) -> Iterator[int | str]:
    """Yield the keys of a fault as far as the data have them; the keys of a model's unions are not among them."""
    for key in location:
        if (isinstance(data, dict) and key in data) or (isinstance(data, list) and isinstance(key, int)):
            data = data[key]  # type: ignore[index]
            yield key
        else:
            return


def changed_config(config: RunConfig, entry: SettingsEntry) -> RunConfig:
    """Return a configuration with the settings of a level; faculties left out add up."""
    without = ",".join(sorted({*config.left_out, *entry.without}))
    return replace(
        config,
        model=entry.model or config.model,
        profile=entry.profile or config.profile,
        without=without,
    )


def object_named(text: str, objects: Iterable[Address]) -> Address:
    """Return the object that is written as 'Mill House: kitchen: stove' or as its end, if only one has that end.

    Raises StudyError.
    """
    wanted = [part.strip().casefold() for part in text.split(":")]
    known = sorted(objects)
    found = [each for each in known if [part.casefold() for part in each.parts[-len(wanted) :]] == wanted]
    if len(found) == 1:
        return found[0]
    if found:
        raise StudyError(f"{text!r} may be {'; '.join(map(label, found[:4]))}; give more of the address")
    raise StudyError(f"{text!r} is no object of the map.{nearest(text, map(label, known))}")
