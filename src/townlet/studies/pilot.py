"""A pilot: a few worlds of a study with seeds of their own, to see whether factors operate and outcomes move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from townlet.engine.model_options import ModelOptions
from townlet.runfile.study_files import StudyError
from townlet.studies.analysis import StudyAnalysis
from townlet.studies.paired_tests import simulate_power
from townlet.studies.plan import plan_study
from townlet.studies.runner import PILOT, Executor, run_study
from townlet.studies.study import StudySpec
from townlet.studies.tables import StudyResults

FEWEST_FOR_POWER = 3
"""The fewest pilot seeds whose spread says anything about that of others."""
MOST_SEEDS_TRIED = 48


def run_pilot(study: StudySpec, seeds: int, executor: Executor, options: ModelOptions | None = None) -> StudyAnalysis:
    """Live a study with so many seeds that are none of its own, in the folder 'pilot' of its folder.

    The study's own cells stay unseen. What is lived already is not lived again. The budget is that of pilot and study
    together. Raises BadInput, StudyError.
    """
    first = max(study.seeds) + 1
    pilot = replace(study, seeds=tuple(range(first, first + seeds)), home=study.folder / PILOT)
    plan = plan_study(pilot)
    progress = run_study(plan, executor, options=options, account=study.folder)
    if progress.problems:
        raise StudyError(f"The pilot could not be lived: {progress.problems[0].message}")
    return StudyAnalysis(StudyResults(plan))


def describe_pilot(pilot: StudyAnalysis, study: StudySpec) -> Iterator[str]:
    """Say what operated and moved in a pilot, and what power its spread gives the study. Raises MissingExtra."""
    seeds = pilot.study.seeds
    numbers = f"seed {seeds[0]}" if len(seeds) == 1 else f"seeds {seeds[0]} to {seeds[-1]}"
    yield f"PILOT, {numbers}, {len(pilot.results.lived)} worlds"
    yield from pilot.instruments.lines()
    for each in pilot.comparisons:
        if each.untested:
            yield f"  NOT {each.contrast}: {each.untested}."
    yield from (f"  {line}" for line in _describe_power(pilot, study))


def _describe_power(pilot: StudyAnalysis, study: StudySpec) -> Iterator[str]:
    primary = study.primary
    if primary is None:
        return
    matters, estimate = study.matters.get(primary.outcome), pilot.comparisons[0].estimate
    if estimate is None or estimate.seeds < FEWEST_FOR_POWER:
        yield f"Power: a pilot of {FEWEST_FOR_POWER} seeds or more says how many seeds the study needs."
    elif matters is None:
        yield f"Power: say in [analysis] what difference in {primary.outcome} would matter, such as matters = 0.1."
    elif not estimate.has_spread:
        yield "Power: the pilot's seeds do not differ, so they say nothing about how many the study needs."
    else:
        number = len(study.seeds)
        tried = sorted({number, *(each for each in (6, 8, 12, 16, 24, 32, MOST_SEEDS_TRIED) if each > number)})
        for seeds in tried:
            power = simulate_power(estimate.differences, seeds, matters)
            yield f"Power: {seeds} seeds find a difference of {matters:g} in {power:.0%} of simulated studies."
            if power >= 0.8:
                return
