"""Audits the claims of a study: whether each holds where nothing that matters is otherwise, and fails where it should.

Some checks only read what is lived: each seed left out, each wording, an earlier moment, and negative controls that the
machine chooses, which nothing could have changed. Others live more worlds, at most three times the study's in all:
words that do not matter, other people in the roles, the town's files in another order, other settings. Worlds are known
by what makes them, so that an arm lives only what the study has not lived.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from statistics import fmean
from typing import Literal

from townlet.engine.model_options import ModelOptions
from townlet.errors import TownletError
from townlet.measures.diffusion.facts import TrackedFact
from townlet.measures.table import Table
from townlet.runfile.study_files import write_atomically
from townlet.runfile.view import RunView
from townlet.studies.analysis import StudyAnalysis
from townlet.studies.claims import ComparedCells
from townlet.studies.outcomes import Measured, WorldMeasures
from townlet.studies.paired_tests import LEVEL
from townlet.studies.partings import trace_acts
from townlet.studies.plan import StudyPlan, plan_study
from townlet.studies.reading import read_study
from townlet.studies.runner import Executor, run_study
from townlet.studies.schema import AskEntry, ForgetEntry, KnowersEntry, ProbeEntry, RoleEntry, SetEntry, TellEntry
from townlet.studies.study import Contrast, ContrastTerm, Outcome, Role, StudySpec, TimedAct
from townlet.studies.tables import LivedCell, StudyResults
from townlet.studies.worker import run_path
from townlet.town import Town, load_town
from townlet.town.names import renamed
from townlet.world.keys import Keys

AuditVerdict = Literal["ROBUST", "SHIFTED", "FRAGILE", "not audited"]
_WORST: tuple[AuditVerdict, ...] = ("FRAGILE", "SHIFTED", "ROBUST", "not audited")

MOST_COST = 3.0
"""How many times the steps of the study its audit may live."""

_TOWN = re.compile(r"\s*town\s*=")

PLACEBO_WORDS = "It is a day like any other."
ANYBODY = "anybody"
"""What is told where words should not matter."""

STRATUM = 3
"""From how many people a role is drawn that the study casts with the first of a ranking."""


@dataclass(frozen=True)
class AuditFinding:
    """What one check says of one claim."""

    claim: str
    check: str
    verdict: AuditVerdict
    told: str
    seed: int | None = None
    """The seed that shows it best."""

    def __str__(self) -> str:
        where = "" if self.seed is None else f" Seed {self.seed} shows it best."
        return f"{self.verdict}  {self.check}: {self.told}{where}"


@dataclass(frozen=True)
class StudyAudit:
    """What an audit says of each claim of a study, and what it could not look at."""

    study: StudySpec
    claims: tuple[str, ...]
    findings: tuple[AuditFinding, ...]
    missing: tuple[str, ...]
    """What could not be audited and why, as sentences."""
    cost: float
    """The steps that the audit lived, in multiples of the study's."""

    def verdict(self, claim: str) -> AuditVerdict:
        """Return the worst that any check says of a claim."""
        found = {each.verdict for each in self.findings if each.claim == claim}
        return next((each for each in _WORST if each in found), "not audited")

    def table(self) -> Table:
        """Return one row for each claim and check."""
        rows = [(each.claim, each.check, each.verdict, each.told, each.seed) for each in self.findings]
        return Table.of("audit", "", ("claim", "check", "verdict", "found", "seed"), rows)

    def as_text(self) -> str:
        """Return the audit as a page of text."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        yield f"AUDIT of {self.study.name}, at {self.cost:.1f} times the cost of the study"
        if not self.claims:
            yield "There is no claim to audit: no comparison shows a difference, or that there is none that matters."
        for claim in self.claims:
            yield f"{self.verdict(claim)}  {claim}"
            yield from (f"  {each}" for each in self.findings if each.claim == claim)
        if self.missing:
            yield "NOT AUDITED"
            yield from (f"  {line}" for line in self.missing)


def audit_study(
    plan: StudyPlan, new_executor: Callable[[], Executor], options: ModelOptions | None = None
) -> StudyAudit:
    """Audit each claim of a study that is lived. Raises BadInput, StudyError, RunFileError, MissingExtra."""
    return _Auditor(plan, new_executor, options).audit()


@dataclass
class _Auditor:
    plan: StudyPlan
    new_executor: Callable[[], Executor]
    options: ModelOptions | None
    missing: list[str] = field(default_factory=list)
    lived: set[str] = field(default_factory=set)
    """The segments of the study and of the arms so far."""
    steps: int = 0

    @cached_property
    def base(self) -> StudyAnalysis:
        return StudyAnalysis(StudyResults(self.plan))

    @property
    def study(self) -> StudySpec:
        return self.plan.study

    def audit(self) -> StudyAudit:
        self.lived |= set(self.plan.segments)
        claims = [
            each for each in self.base.comparisons if each.verdict in ("difference", "no difference that matters")
        ]
        findings = [found for claim in claims for found in self._without_living(claim)]
        if claims:
            findings += [found for claim in claims for found in self._placebo(claim)]
            findings += chain.from_iterable(self._variant(*each, claims) for each in self._variants().items())
        names = tuple(str(each.contrast) for each in claims)
        order = {name: place for place, name in enumerate(names)}
        findings.sort(key=lambda each: order[each.claim])
        cost = self.steps / max(1, self.plan.lived_steps)
        return StudyAudit(self.study, names, tuple(findings), tuple(self.missing), cost)

    # What is lived already.

    def _without_living(self, claim: ComparedCells) -> Iterator[AuditFinding]:
        yield judge_each_seed(claim)
        found = [
            (text, self.base.compare(claim.contrast, {name: str(number + 1)}))
            for name, texts in self.study.paraphrases.items()
            if len(texts) > 1
            for number, text in enumerate(texts)
        ]
        if found:
            worst = [judge_variant(claim, each, f"wording {text!r}") for text, each in found]
            yield min(worst, key=lambda each: _WORST.index(each.verdict))
        else:
            self._miss("Other wordings: there is one; give a second in [paraphrases].")
        yield from self._earlier(claim)
        yield from self._negative_controls(claim)

    def _earlier(self, claim: ComparedCells) -> Iterator[AuditFinding]:
        """Yield what the claim is three quarters through the time between its branch and its end."""
        outcome, begin = self.study.outcomes[claim.contrast.outcome], self._begin(claim.contrast)
        if isinstance(outcome.entry, AskEntry | ProbeEntry):
            self._miss("An earlier moment of questions: people were asked once.")
            return
        until = begin + (outcome.until - begin) * 3 // 4
        values = self._measured_anew(replace(outcome, until=until))
        when = f"{self.study.clock.at(until):%H:%M}"
        found = self._compared(claim, values)
        if found.estimate is not None:
            yield judge_variant(claim, found, f"measured at {when}", may_grow=True)

    def _negative_controls(self, claim: ComparedCells) -> Iterator[AuditFinding]:
        """Yield whether figures differ that the claim's factor could not change."""
        outcome, begin = self.study.outcomes[claim.contrast.outcome], self._begin(claim.contrast)
        controls: list[tuple[str, Mapping[tuple[object, ...], float | None], bool]] = []
        first = min(self.study.factors[term.factor].at or 0 for term in claim.contrast.terms)
        if first and not isinstance(outcome.entry, AskEntry | ProbeEntry):
            values = self._measured_anew(replace(outcome, until=first, since=min(outcome.since, first - 1)))
            controls.append((f"{outcome.name} before the branch", values, True))
        compared = [
            self.study.factors[term.factor].levels[name]
            for term in claim.contrast.terms
            for name in (term.plus, term.minus)
        ]
        changes = any(level.changes for level in compared)
        acts = [act.entry for level in compared for act in level.acts]
        if changes or any(isinstance(act, ForgetEntry) for act in acts):
            self._miss("Other facts later: what a level changes or makes people forget may lead to any of them.")
            yield from self._planted_besides(claim)
        else:
            for fact in self._untouched_facts():
                other = Outcome(fact.name, KnowersEntry(fact=fact.name, count="knew"), begin, outcome.until)
                controls.append((f"who knows of {fact.name}", self._measured_anew(other), False))
        # What is told leaves a trail of memories; what is forgotten, and the state of an object, leave none.
        if begin and not changes and not any(isinstance(act, ForgetEntry | SetEntry) for act in acts):
            controls.append(("lines by people whom nothing of it reached", self._lines_outside(claim), False))
        for name, values, is_exact in controls:
            found = self._compared(claim, values)
            if found.estimate is not None:
                yield judge_control(claim, found, name, is_exact=is_exact)

    def _planted_besides(self, claim: ComparedCells) -> Iterator[AuditFinding]:
        """Yield whether the levels of a claim give people other facts to begin with than what the claim is about."""
        for fact in self._untouched_facts():
            known = {_key(each): _who_know(fact, self._view(each, 1).town) for each in self.base.results.lived}
            numbers = {people: float(number) for number, people in enumerate(dict.fromkeys(known.values()))}
            found = self._compared(claim, {key: numbers[people] for key, people in known.items()}).estimate
            if found is None:
                continue
            check = f"control, who knows of {fact.name} at first"
            if any(found.differences):
                told = "the levels differ in it, so that they do more than the claim says."
                yield AuditFinding(str(claim.contrast), check, "SHIFTED", told, claim.seeds[0])
            else:
                yield AuditFinding(str(claim.contrast), check, "ROBUST", "the levels are alike in it.")

    def _untouched_facts(self) -> Iterator[TrackedFact]:
        """Yield the facts that no outcome is about and no act tells."""
        followed = {
            getattr(each.entry, key, None)
            for each in self.study.outcomes.values()
            for key in ("fact", "attendance", "about")
        }
        for fact in self.study.facts:
            if fact.name not in followed and not self._is_told(fact.told_by):
                yield fact

    def _is_told(self, told_by: Callable[[str, str], bool]) -> bool:
        texts = [text for each in self.base.results.lived for act in each.row["acts"] if (text := act.get("text"))]
        return any(told_by(text, "") for text in texts)

    def _lines_outside(self, claim: ComparedCells) -> Mapping[tuple[object, ...], float | None]:
        """Return how many lines people said who hold nothing, in any world of the seed, of what was done."""
        begin, end = self._begin(claim.contrast), self.study.outcomes[claim.contrast.outcome].until
        reached: dict[int, set[str]] = {}
        for each in self.base.results.lived:
            view = self._view(each, end)
            traces = trace_acts(view, begin, each.row["acts"])
            reached.setdefault(each.cell.seed, set()).update(memory.agent for memory in traces.memories)
        return {
            _key(each): float(
                sum(
                    line.step >= begin and line.speaker not in reached[each.cell.seed]
                    for line in self._view(each, end).lines()
                )
            )
            for each in self.base.results.lived
        }

    def _begin(self, contrast: Contrast) -> int:
        """Return the step at which all that a comparison varies has begun."""
        factors = [(self.study.factors[term.factor], term) for term in contrast.terms]
        acts = [
            act.step for factor, term in factors for name in (term.plus, term.minus) for act in factor.levels[name].acts
        ]
        return max([factor.at or 0 for factor, _ in factors] + acts)

    def _view(self, each: LivedCell, until: int) -> RunView:
        return RunView(run_path(self.study.folder, each.cell.segment), before_step=until)

    def _measured_anew(self, outcome: Outcome) -> Mapping[tuple[object, ...], float | None]:
        """Return another outcome of each world, from its run."""
        return {
            _key(each): WorldMeasures(
                self._view(each, outcome.until), Measured((outcome,), each.cell.measured.facts, outcome.until)
            ).outcomes()[outcome.name]
            for each in self.base.results.lived
        }

    def _compared(self, claim: ComparedCells, values: Mapping[tuple[object, ...], float | None]) -> ComparedCells:
        """Compare other values of the same worlds as a claim does."""
        name = claim.contrast.outcome
        results = StudyResults(self.plan)
        results.lived = tuple(
            LivedCell(each.cell, {**each.row, "outcomes": {**each.row["outcomes"], name: values[_key(each)]}})
            for each in self.base.results.lived
        )
        return StudyAnalysis(results).compare(claim.contrast)

    # What is lived for the audit.

    def _placebo(self, claim: ComparedCells) -> Iterator[AuditFinding]:
        """Yield whether words that do not matter make the same difference."""
        term = claim.contrast.terms[0]
        factor = self.study.factors[term.factor]
        plus, minus = factor.levels[term.plus], factor.levels[term.minus]
        worded = tuple(
            replace(act, entry=act.entry.model_copy(update={"text": PLACEBO_WORDS}))
            for act in plus.acts
            if hasattr(act.entry, "text")
        )
        # What has no words is replaced by words to anybody, drawn by seed.
        until = min(self.study.outcomes[claim.contrast.outcome].until, self.study.until)
        at = factor.at if factor.at is not None else max(1, until // 3)
        acts = worded or (*minus.acts, TimedAct(at, TellEntry(tell=ANYBODY, text=PLACEBO_WORDS)))
        anybody = Role(ANYBODY, RoleEntry(draw="uniform", apart_from=[*self.study.roles]), 1)
        placebo = replace(factor, at=at, levels={"placebo": replace(minus, acts=acts), term.minus: minus})
        contrast = replace(
            claim.contrast, terms=(ContrastTerm(term.factor, "placebo", term.minus), *claim.contrast.terms[1:])
        )
        arm = replace(
            self.study, factors={**self.study.factors, term.factor: placebo}, primary=contrast, secondary=(),
            roles=self.study.roles if worded else {**self.study.roles, ANYBODY: anybody},
        )  # fmt: skip
        if (analysis := self._live("A placebo", arm)) is not None:
            yield judge_placebo(claim, analysis.compare(contrast), analysis.instruments.why_idle(contrast))

    def _variants(self) -> Mapping[str, Callable[[], StudySpec]]:
        """Return what should not matter, each with what makes the study in which it is otherwise."""
        made: dict[str, Callable[[], StudySpec]] = {}
        ranked = {
            name: replace(role, rule=role.rule.model_copy(update={"take": f"{role.rule.stratum[0]} {STRATUM}"}))
            for name, role in self.study.roles.items()
            if role.rule.rank and role.rule.stratum[1] == 1
        }
        if ranked:
            roles = {**self.study.roles, **ranked}
            made["other people in the roles"] = lambda: replace(self.study, roles=roles)
        made["the town's files in another order"] = self._reordered
        made["other names for the people"] = self._renamed
        for key, value in self.study.audited.items():
            config = replace(self.study.config, **{key: value})
            made[f"{key} {value}"] = partial(replace, self.study, config=config)
        for key in ("profile", "embedder", "model"):
            if key not in self.study.audited:
                name = "embedding" if key == "embedder" else key
                self._miss(f"Another {name}: none is given; write [audit] with {name} = '...'.")
        return made

    def _renamed(self) -> StudySpec:
        """Return the study with other names for everybody, in the town and in the file; people keep their keys."""
        town = renamed(self.study.town, 1)
        before = {key: name for name, key in self.study.town.setting.keys.items()}
        names = Keys({before[key]: name for name, key in town.setting.keys.items()})
        folder = self.study.folder / "audit" / "names"
        _write_anew(folder, town.files)
        lines = [names.in_text(line) for line in self.study.path.read_text(encoding="utf-8-sig").splitlines()]
        path = folder.parent / self.study.path.name
        text = "\n".join(f"town = '{folder.name}'" if _TOWN.match(line) else line for line in lines)
        write_atomically(path, [text.encode()])
        return read_study(path)

    def _reordered(self) -> StudySpec:
        """Return the study in a town whose people come in the opposite order."""
        folder = self.study.folder / "audit" / "town"
        files = self.study.town.files
        people = sorted((name for name in files if name.startswith("people/")), reverse=True)
        order = {name: f"people/{place:05}_{Path(name).name}" for place, name in enumerate(people, start=1)}
        _write_anew(folder, {order.get(name, name): content for name, content in files.items()})
        return replace(self.study, town=load_town(str(folder)), town_folder=str(folder))

    def _variant(
        self, name: str, make: Callable[[], StudySpec], claims: Sequence[ComparedCells]
    ) -> Iterator[AuditFinding]:
        try:
            arm = make()
        except TownletError as error:
            self._miss(f"{name.capitalize()}: {_in_a_line(error)}")
            return
        # Where people have other names, levels that are called after them have, too.
        own = dict(zip(_contrasts(self.study), _contrasts(arm), strict=True))
        if (analysis := self._live(name.capitalize(), arm)) is not None:
            for claim in claims:
                yield judge_variant(claim, analysis.compare(own[claim.contrast]), name)

    def _live(self, name: str, arm: StudySpec) -> StudyAnalysis | None:
        """Live an arm in the study's folder, if that is not too much; None, and a line on why, if it cannot be."""
        try:
            plan = plan_study(replace(arm, home=self.study.folder))
            new = {
                each: plan.ends[each] - plan.segments[each].begin for each in plan.segments if each not in self.lived
            }
            if self.steps + sum(new.values()) > MOST_COST * self.plan.lived_steps:
                self._miss(f"{name}: it would cost more than {MOST_COST:g} times the study.")
                return None
            progress = run_study(plan, self.new_executor(), options=self.options)
        except TownletError as error:
            self._miss(f"{name}: {_in_a_line(error)}")
            return None
        self.steps += sum(new.values())
        self.lived |= set(new)
        if progress.problems:
            self._miss(f"{name}: {progress.problems[0].message}")
            return None
        return StudyAnalysis(StudyResults(plan))

    def _miss(self, line: str) -> None:
        if line not in self.missing:
            self.missing.append(line)


def _write_anew(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder that then holds nothing else."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, [content])


def _who_know(fact: TrackedFact, town: Town) -> frozenset[str]:
    """Return the people whose own stories tell a fact."""
    return frozenset(
        person.name for person in town.people if any(fact.told_by(each, person.name) for each in person.seeds)
    )


def _contrasts(study: StudySpec) -> list[Contrast]:
    return [*([study.primary] if study.primary else []), *study.secondary]


def _in_a_line(error: TownletError) -> str:
    return " ".join(str(error).split())


def _key(each: LivedCell) -> tuple[object, ...]:
    return (each.cell.seed, *each.cell.labels.items())


# Judging.


def judge_variant(claim: ComparedCells, other: ComparedCells, name: str, *, may_grow: bool = False) -> AuditFinding:
    """Judge whether a claim holds where something that should not matter is otherwise."""
    label, found, before = str(claim.contrast), other.estimate, claim.estimate
    assert before is not None
    if found is None or other.untested:
        why = other.untested or "no pair is complete"
        return AuditFinding(label, name, "FRAGILE", f"nothing can be compared: {why}.", claim.seeds[0])
    told, seed = f"{found.mean:+.3g} in place of {before.mean:+.3g}.", _seed_of_most_change(claim, other)
    if claim.verdict == "no difference that matters":
        assert claim.matters is not None
        held = (found.p_equivalence(claim.matters) or 1) <= LEVEL
        lost: AuditVerdict = "FRAGILE" if abs(found.mean) >= claim.matters else "SHIFTED"
        return AuditFinding(label, name, "ROBUST" if held else lost, told, None if held else seed)
    share = found.mean / before.mean
    unsure = found.seeds >= before.seeds and (found.p_sign_flips or 1) > LEVEL
    if share <= 0.25:
        return AuditFinding(label, name, "FRAGILE", told, seed)
    if may_grow and share < 1:
        return AuditFinding(label, name, "ROBUST", told)
    if share < 0.5 or share > 2 or unsure:
        return AuditFinding(label, name, "SHIFTED", told, seed)
    return AuditFinding(label, name, "ROBUST", told)


def _seed_of_most_change(claim: ComparedCells, other: ComparedCells) -> int | None:
    assert claim.estimate is not None
    assert other.estimate is not None
    before = dict(zip(claim.seeds, claim.estimate.differences, strict=True))
    after = dict(zip(other.seeds, other.estimate.differences, strict=True))
    return max(
        (seed for seed in after if seed in before), key=lambda seed: abs(after[seed] - before[seed]), default=None
    )


def judge_placebo(claim: ComparedCells, placebo: ComparedCells, idle: str = "") -> AuditFinding:
    """Judge whether something that does not matter makes the difference of a claim; `idle` says why it could not."""
    label, found, before, name = str(claim.contrast), placebo.estimate, claim.estimate, "placebo"
    assert before is not None
    if found is None:
        return AuditFinding(label, name, "not audited", "no pair of worlds is complete.")
    if idle:
        return AuditFinding(label, name, "not audited", f"{idle}.")
    told = f"words that do not matter make {found.mean:+.3g}, the claim is {before.mean:+.3g}."
    seed = max(zip(found.differences, placebo.seeds, strict=True), key=lambda each: each[0] * before.mean)[1]
    if before.mean and found.mean / before.mean >= 0.5:
        return AuditFinding(label, name, "FRAGILE", told, seed)
    is_difference = found.p_sign_flips is not None and found.p_sign_flips <= LEVEL and found.mean != 0
    return AuditFinding(label, name, "SHIFTED" if is_difference else "ROBUST", told, seed if is_difference else None)


def judge_control(claim: ComparedCells, control: ComparedCells, name: str, *, is_exact: bool) -> AuditFinding:
    """Judge a figure that a claim's factor could not change; before a branch it has to be the same exactly."""
    label, found, check = str(claim.contrast), control.estimate, f"control, {name}"
    assert found is not None
    told = f"{found.mean:+.3g}, where nothing could differ."
    seed = max(zip(map(abs, found.differences), control.seeds, strict=True))[1]
    if is_exact and any(found.differences):
        return AuditFinding(label, check, "FRAGILE", told, seed)
    p = found.p_sign_flips
    is_difference = p is not None and p <= LEVEL
    return AuditFinding(label, check, "SHIFTED" if is_difference else "ROBUST", told, seed if is_difference else None)


def judge_each_seed(claim: ComparedCells) -> AuditFinding:
    """Judge whether a claim rests on one seed: its mean without that one."""
    label, found, check = str(claim.contrast), claim.estimate, "each seed left out"
    assert found is not None
    rest = {
        seed: fmean(other for place, other in enumerate(found.differences) if place != left_out)
        for left_out, seed in enumerate(claim.seeds)
    }
    seed = max(rest, key=lambda each: abs(rest[each] - found.mean))
    told = f"the mean is {rest[seed]:+.3g} without seed {seed}, {found.mean:+.3g} with all."
    if claim.verdict == "no difference that matters":
        lost = any(abs(mean) >= (claim.matters or 0) for mean in rest.values())
        return AuditFinding(label, check, "FRAGILE" if lost else "ROBUST", told, seed if lost else None)
    if rest[seed] * found.mean <= 0:
        return AuditFinding(label, check, "FRAGILE", told, seed)
    opposite = [other for other, value in zip(claim.seeds, found.differences, strict=True) if value * found.mean < 0]
    if not 0.5 <= rest[seed] / found.mean <= 2 or len(opposite) * 3 >= found.seeds:
        return AuditFinding(label, check, "SHIFTED", told, seed)
    return AuditFinding(label, check, "ROBUST", told)
