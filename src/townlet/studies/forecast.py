"""What a study will take: the seconds and the money of its plan, and the seeds that its tests need."""

from __future__ import annotations

import asyncio
import json
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from townlet.evaluation.estimate import (
    NOTHING_TAKEN,
    CallSample,
    CostEstimate,
    PromptUsage,
    UsageAmount,
    sum_amounts,
)
from townlet.evaluation.sampling import sample_town
from townlet.language.pricing import PriceList, TokenUsage
from townlet.language.routing import JOB_OF_PROMPT
from townlet.runfile import CallFilter, Json, RunReader
from townlet.runfile.config import RunConfig
from townlet.runfile.study_files import append_json_lines, read_json_lines, write_atomically
from townlet.studies.paired_tests import LEVEL, least_p
from townlet.studies.plan import StudyPlan, digest_of_words

SECONDS_A_PERSON_HOUR = 0.06
"""CPU seconds in which one person lives one game hour with the offline model, until a study has timed its own."""

MEASURING_SECONDS = 0.4
"""CPU seconds to fork a run and to measure it."""


@dataclass(frozen=True)
class TimeForecast:
    """How long a plan takes to live, without the time that a network model takes to answer."""

    cpu_seconds: float
    timed: bool
    """Whether it rests on segments of this study that are lived already."""

    def wall_seconds(self, workers: int) -> float:
        """Return the seconds that so many workers take."""
        return self.cpu_seconds / max(1, workers)


def timings_path(folder: Path) -> Path:
    """Return the file in which a study's segments note how long they took."""
    return folder / "timings.jsonl"


def note_timing(folder: Path, segment: str, steps: int, seconds: float) -> None:
    """Note how many CPU seconds some steps of a segment took, with its fork and its measures. Raises OSError."""
    append_json_lines(
        [json.dumps({"segment": segment, "steps": steps, "seconds": round(seconds, 3)})], timings_path(folder)
    )


def forecast_time(plan: StudyPlan, segments: Iterable[str]) -> TimeForecast:
    """Return how long these segments of a plan take to live."""
    wanted = list(segments)
    steps = sum(plan.ends[name] - plan.segments[name].begin for name in wanted)
    path = timings_path(plan.study.folder)
    timed = [json.loads(line) for _, line in read_json_lines(path)] if path.is_file() else []
    lived = sum(each["steps"] for each in timed)
    if lived:
        return TimeForecast(steps * sum(each["seconds"] for each in timed) / lived, timed=True)
    person_hours = steps * plan.study.clock.step_seconds / 3600 * len(plan.study.town.people)
    return TimeForecast(person_hours * SECONDS_A_PERSON_HOUR + len(wanted) * MEASURING_SECONDS, timed=False)


def forecast_cost(plan: StudyPlan, prices: PriceList) -> Mapping[str, UsageAmount]:
    """Return the likely usage of a plan by model, for the models that are not the offline one.

    It is counted in an offline simulation of the town, which is kept in the study's folder. Cells that share replies
    until they part take less.
    """
    steps: dict[RunConfig, int] = {}
    for name, segment in plan.segments.items():
        if not segment.config.offline:
            steps[segment.config] = steps.get(segment.config, 0) + plan.ends[name] - segment.begin
    found: dict[str, UsageAmount] = {}
    for config, number in steps.items():
        sample = _sample(plan, config)
        days = number / plan.study.clock.steps_a_day
        total = CostEstimate(plan.study.town.name, config, sample, days, prices, thinking=0).total
        found[config.model] = sum_amounts([total, *([found[config.model]] if config.model in found else [])])
    return found


def forecast_repeats(
    run: RunReader, config: RunConfig, begins: Iterable[int], until: int, prices: PriceList
) -> Mapping[str, UsageAmount]:
    """Return the usage by model of worlds that live a run again, each from one of these steps on.

    It is what the run itself asked after these steps. A world takes less: whoever is asked the same again gets the
    run's own reply. Calls whose reply came from a cache are counted as if it had not, in UTF-8 bytes / 4.
    """
    from_steps, found = sorted(begins), dict[str, UsageAmount]()
    if config.offline or not from_steps:
        return found
    for row in run.calls(CallFilter(status="answered", from_step=from_steps[0], to_step=until - 1)):
        model = config.by_job.get(JOB_OF_PROMPT.get(row.name, ""), config.model) if row.agent else config.embedder
        usage = TokenUsage(row.prompt_tokens, row.answer_tokens, row.cached_tokens, row.cache_written_tokens)
        if row.from_cache:
            usage = TokenUsage(len(run.prompt(row.prompt_sha).text.encode()) // 4, len(row.reply.encode()) // 4)
        price = prices.price_of(model)
        call = UsageAmount(1, usage.prompt, usage.answer, None if price is None else price.usd(usage))
        worlds = bisect_right(from_steps, row.step)
        found[model] = found.get(model, NOTHING_TAKEN).plus(call.times(worlds))
    return found


def _sample(plan: StudyPlan, config: RunConfig) -> CallSample:
    """Return the calls of a life of the town with a profile, counted once and kept."""
    study, days = plan.study, min(1.0, plan.study.until / plan.study.clock.steps_a_day)
    path = study.folder / f"calls-{digest_of_words(study.town.digest, config.profile, days)}.json"
    if path.is_file():
        kept = json.loads(path.read_text(encoding="utf-8"))
        usage = {name: PromptUsage(**each) for name, each in kept.pop("by_prompt").items()}
        return CallSample(**kept, by_prompt=usage)
    sample = asyncio.run(sample_town(study.town, config, study.seeds[0], days))
    # What is forecast is the number of calls and tokens, not how the longest prompts would fare.
    counted = {name: replace(usage, largest=[], ordinary=[]) for name, usage in sample.by_prompt.items()}
    sample = replace(sample, by_prompt=counted)
    study.folder.mkdir(parents=True, exist_ok=True)
    write_atomically(path, [json.dumps(asdict(sample))])
    return sample


def seeds_for_sign_flips(comparisons: int = 1, alpha: float = LEVEL) -> int:
    """Return the fewest seeds with which a sign-flip test can fall below alpha; with Holm, the smallest of several."""
    return next(seeds for seeds in range(1, 64) if least_p(seeds) * max(1, comparisons) <= alpha)


def describe_seeds(plan: StudyPlan) -> str:
    """Say what the study's number of seeds can show by sign flips, and how many more it needs."""
    seeds, secondary = len(plan.study.seeds), len(plan.study.secondary)
    needed, all_needed = seeds_for_sign_flips(), seeds_for_sign_flips(secondary)
    told = f"{seeds} seeds: the smallest p by sign flips is {least_p(seeds):.4g}."
    if seeds < needed:
        return f"{told} No result can be below {LEVEL:g}; give {needed} seeds at least."
    if secondary > 1 and seeds < all_needed:
        return f"{told} After Holm, {secondary} secondary comparisons need {all_needed} seeds to fall below {LEVEL:g}."
    return told


def plan_as_json(plan: StudyPlan) -> dict[str, Json]:
    """Return a plan as JSON data: cells, segments and who plays the roles cast at the start."""
    return {
        "study": plan.study.name,
        "cells": [
            {"seed": cell.seed, **cell.labels, "segment": cell.segment, "run": f"runs/{cell.segment}.townlet"}
            for cell in plan.cells
        ],
        "segments": [
            {
                "id": name,
                "parent": segment.parent or None,
                "seed": segment.seed,
                "from": plan.study.clock.at(segment.begin).isoformat(),
                "to": plan.study.clock.at(plan.ends[name]).isoformat(),
                "acts": [{"kind": act.kind, **dict(act.fields)} for act in segment.acts],
            }
            for name, segment in plan.segments.items()
        ],
        "roles": {str(seed): dict(cast) for seed, cast in plan.cast.items()},
        "lived_steps": plan.lived_steps,
        "steps_without_sharing": plan.steps_without_sharing,
    }


def forecast_as_json(plan: StudyPlan, costs: Mapping[str, UsageAmount]) -> dict[str, object]:
    """Return what a study will take as JSON data: seconds of one core, calls and money by model, and the least p."""
    time = forecast_time(plan, plan.segments)
    models = {
        model: {"calls": round(each.calls), "usd": None if each.usd is None else round(each.usd, 4)}
        for model, each in costs.items()
    }
    return {"cpu_seconds": round(time.cpu_seconds, 1), "models": models, "least_p": least_p(len(plan.study.seeds))}
