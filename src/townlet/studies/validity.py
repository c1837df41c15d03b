"""The validity card of a study: what its results may be taken for, with what was checked and what was not.

Four conditions are PIMMUR's: profile, minimal control, unawareness and realism. Its other two, interaction and memory,
hold in every town, so that no study checks them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from townlet.studies.analysis import StudyAnalysis
from townlet.studies.asking import PROBES
from townlet.studies.forecast import seeds_for_sign_flips
from townlet.studies.paired_tests import least_p
from townlet.studies.record import describe_registration, read_frozen
from townlet.studies.schema import AskEntry, ProbeEntry


@dataclass(frozen=True)
class ValidityCheck:
    """One condition of a valid simulation, with what this study knows of it."""

    condition: str
    found: str
    checked: bool
    """Whether the study itself shows it; otherwise it is for the reader to judge, or for another study."""

    def __str__(self) -> str:
        return f"{self.condition} ({'checked' if self.checked else 'not checked'}): {self.found}"


def validity_card(analysis: StudyAnalysis) -> list[ValidityCheck]:
    """Return what is known of each condition. Raises StudyError, MissingExtra."""
    return [*_conditions(analysis), *_robustness(analysis)]


def _conditions(analysis: StudyAnalysis) -> Iterator[ValidityCheck]:
    study, lived = analysis.study, analysis.results.lived
    people = study.town.people
    stories = len({" ".join(person.seeds).replace(person.name, "") for person in people})
    yield ValidityCheck("profile", f"{stories} of {len(people)} people have a story of their own.", checked=True)
    acts = [act for each in lived for act in each.row["acts"]]
    said = dict.fromkeys(act[key] for act in acts for key in ("text", "state", "about") if act.get(key))
    words = " | ".join(said) or "none"
    yield ValidityCheck("minimal control", f"Read whether these words ask for the outcome: {words}", checked=False)
    yield _unawareness(analysis)
    notes = " ".join(analysis.results.notes())
    yield ValidityCheck("realism", f"No comparison with people's behaviour was made. {notes}", checked=False)


def _unawareness(analysis: StudyAnalysis) -> ValidityCheck:
    """Say how many people guess that they are part of an experiment, if they were asked."""
    probes = [name for name, outcome in analysis.study.outcomes.items() if isinstance(outcome.entry, ProbeEntry)]
    table = analysis.results.answers()
    given = [counted for *_, outcome, _, _, _, counted in table.rows if outcome in probes]
    if not given:
        told = "Nobody was asked whether they guess that they are observed; add an outcome with probe = 'unawareness'."
        return ValidityCheck("unawareness", told, checked=False)
    told = f"{sum(given)} of {len(given)} answers to {PROBES['unawareness'][0]!r} were yes."
    return ValidityCheck("unawareness", told, checked=True)


def _robustness(analysis: StudyAnalysis) -> Iterator[ValidityCheck]:
    study, lived = analysis.study, analysis.results.lived
    wordings = [found.estimate.mean for _, _, found in analysis.wordings() if found.estimate]
    if wordings:
        same = len({mean > 0 for mean in wordings if mean}) < 2
        yield ValidityCheck(
            "wording",
            f"The sign {'holds' if same else 'does not hold'} for all {len(wordings)} wordings.",
            checked=True,
        )
    else:
        yield ValidityCheck("wording", "One wording was used; others may give another result.", checked=False)
    entered = len({each.cell.seed for each in lived})
    enough = "" if entered >= seeds_for_sign_flips() else "; too few to fall below 0.05"
    yield ValidityCheck(
        "replicates", f"{entered} seeds entered, smallest p by sign flips {least_p(entered):.4g}{enough}.", checked=True
    )
    for role, played in analysis.instruments.people().items():
        who = f"{len(played)} people" if len(played) > 1 else f"one person, {next(iter(played))},"
        yield ValidityCheck("people", f"{role} is {who} in {sum(played.values())} seeds.", checked=True)
    for factor in analysis.instruments.factors:
        yield ValidityCheck("treatment", f"{factor.term} {factor.told}.", checked=True)
    for name, check in analysis.instruments.outcomes.items():
        if check.stuck or isinstance(check.outcome.entry, AskEntry):
            yield ValidityCheck("instrument", f"{name}: {check.told}.", checked=bool(check.stuck or check.hears))
    if len(lived) < len(analysis.results.plan.cells):
        yield ValidityCheck(
            "completeness", f"{len(lived)} of {len(analysis.results.plan.cells)} cells are done.", checked=True
        )
    frozen = read_frozen(study) is not None
    yield ValidityCheck("registration", next(iter(describe_registration(study))), checked=frozen)
