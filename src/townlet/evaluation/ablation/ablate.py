"""Ablations: what reflection, planning and memory contribute to the answers of a run's people, or to their lives."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from townlet.engine.blocking import wait_for
from townlet.engine.model_options import ModelOptions, remove_faculties, resolve_run_config
from townlet.engine.planned_run import NewRun, PlannedRun, plan_new_run, plan_resumed_run
from townlet.errors import BadInput
from townlet.evaluation.ablation.report import (
    AblationResult,
    GradedRun,
    build_ablation_data,
    render_ablation,
    tabulate_ablation_shares,
    tabulate_graded_answers,
    truth_path,
)
from townlet.evaluation.ablation.scoring import (
    TRUTH_BATTERY,
    build_question_context,
    compute_ablation_scores,
    default_asking_step,
    grade_answers,
    make_items,
    plan_item_questions,
)
from townlet.evaluation.interviews.answers import InterviewContext
from townlet.evaluation.interviews.conditions import FULL_MEMORY, MemoryCondition, find_conditions
from townlet.evaluation.interviews.session import ask_and_store, open_interview_session, select_residents
from townlet.evaluation.resimulation import (
    ARCHITECTURES,
    build_resimulation_data,
    render_resimulation,
    summarise_run,
)
from townlet.files import find_folder
from townlet.measures.record import read_run_record
from townlet.measures.run_measures import measure_run
from townlet.runfile import Json
from townlet.runfile.moments import find_step
from townlet.runfile.study_files import write_atomically
from townlet.runfile.view import RunSource, RunView, open_view
from townlet.town import load_town


def ablate(
    *runs: RunSource,
    conditions: Sequence[str] = ("all",),
    people: Sequence[str] = (),
    at: str = "",
    seed: int = 1,
    options: ModelOptions | None = None,
) -> AblationResult:
    """Interview the people of each run with and without parts of their memories, and grade the answers.

    The true answers are computed from the run, so no judge is needed. Answers are stored in RUN.study and not asked for
    again. `conditions` are those of `interview`; `people` are names, by default all residents; `at` is a moment, by
    default 5 pm of the last day; `seed` is that of the bootstrap for the intervals of a single run. The budget in
    `options` is that of each run. Raises BadInput, RunFileError, ModelError.
    """
    kinds, options = find_conditions(conditions), options or ModelOptions()
    graded_runs: list[GradedRun] = []
    for run in runs:
        view = open_view(run)
        graded = wait_for(_grade(view, kinds, people, at, options))
        if graded.manifest.run in {each.manifest.run for each in graded_runs}:
            raise BadInput(f"{view.path} is the same run as an earlier argument. Give each run once.")
        graded_runs.append(graded)
        alone = AblationResult((graded,), compute_ablation_scores({graded.manifest.run: graded.graded}, seed))
        # `townlet report` finds it there.
        write_atomically(truth_path(view.path), [json.dumps(build_ablation_data(alone), ensure_ascii=False), "\n"])
    together = {each.manifest.run: each.graded for each in graded_runs}
    return AblationResult(tuple(graded_runs), compute_ablation_scores(together, seed))


async def _grade(
    view: RunView, conditions: Sequence[MemoryCondition], people: Sequence[str], at: str, options: ModelOptions
) -> GradedRun:
    """Return the graded answers of one run's people, and what they used. Raises BadInput, RunFileError, ModelError."""
    record = read_run_record(view)
    step = find_step(view, at) if at else default_asking_step(record)
    async with open_interview_session(view, options) as session:
        interviewer, model = session.interviewer_at(step), session.settings.model
        items = make_items(build_question_context(record, interviewer, select_residents(session, step, people)))
        header, time = record.header, record.time(step).isoformat()
        study = InterviewContext(header.id, header.town, header.seed, model, time, step, TRUTH_BATTERY)
        asks = plan_item_questions(items, conditions)
        _, rows = await ask_and_store(view.path, interviewer, study, asks, options.tell)
    answers = tuple(grade_answers(items, conditions, [row.answer if row else "" for row in rows]))
    missing = rows.count(None)
    return GradedRun(view.manifest_before(step), record.when(step), step, model, answers, missing, session.usage)


def write_ablation(folder: Path | str, result: AblationResult, raw: bool = False) -> None:
    """Write the result to a folder: the page, the data and two tables. Raises OSError."""
    folder = Path(folder)
    find_folder(folder).mkdir(parents=True, exist_ok=True)
    data = json.dumps(build_ablation_data(result), ensure_ascii=False, indent=1)
    files = {
        "ablation.txt": f"{render_ablation(result)}\n",
        "ablation.json": f"{data}\n",
        "answers.csv": tabulate_graded_answers(result.runs).as_csv(raw=raw),
        "shares.csv": tabulate_ablation_shares(result.scores).as_csv(raw=raw),
    }
    for name, text in files.items():
        write_atomically(folder / name, [text])


MAX_SEEDS = 1000


@dataclass(frozen=True)
class Resimulation:
    """A town that is to be simulated under each architecture with the same seeds."""

    town: str
    folder: Path
    """Where the runs are, or will be. Complete ones are reused."""
    architectures: tuple[str, ...] = ()
    """'full', 'no-reflection' and 'no-planning'; by default all. The full one is always among them."""
    seeds: int = 3
    """The seeds are 1 to this number."""
    days: float = 1.0
    """Game days of each run."""
    people: tuple[str, ...] = ()
    """Whom to ask at the end; by default all residents."""
    at: str = ""
    """When to ask; by default at 5 pm of the last day."""

    def names(self) -> list[str]:
        """Return the architectures to simulate. Raises BadInput."""
        for name in self.architectures:
            if name not in (*ARCHITECTURES, "all"):
                raise BadInput(
                    f"--condition {name!r} does not go with --resimulate; choose {', '.join(ARCHITECTURES)} or all."
                )
        everything = not self.architectures or "all" in self.architectures
        return [name for name in ARCHITECTURES if everything or name in {"full", *self.architectures}]


@dataclass(frozen=True)
class ComparedArchitectures:
    """A comparison of architectures as text and as JSON data."""

    text: str
    data: dict[str, Json]


def live_quietly(planned: PlannedRun) -> None:
    """Simulate a run to its end. Raises RunPaused."""
    wait_for(planned.live())


def resimulate(
    asked: Resimulation, options: ModelOptions | None = None, live: Callable[[PlannedRun], None] = live_quietly
) -> ComparedArchitectures:
    """Simulate a town under each architecture, and compare the runs of each seed.

    Runs that are not complete are passed to `live`. The folder gets the comparison as text and as JSON. Raises
    BadInput, TownError, RunFileError, ModelError, OSError.
    """
    options, names = options or ModelOptions(), asked.names()
    if not 1 <= asked.seeds <= MAX_SEEDS:
        raise BadInput(f"--seeds {asked.seeds} is out of range. Give a number from 1 to {MAX_SEEDS}.")
    town = load_town(asked.town)
    find_folder(asked.folder).mkdir(parents=True, exist_ok=True)
    each = [(name, seed) for seed in range(1, asked.seeds + 1) for name in names]
    runs = []
    for number, (name, seed) in enumerate(each, start=1):
        path = asked.folder / f"{name}-{seed}.townlet"
        planned = _plan_or_skip(asked, name, seed, path, options)
        state = "is being simulated" if planned else "is already complete"
        options.tell(f"{number} of {len(each)}: {name}, seed {seed} {state} ({path}).")
        if planned:
            live(planned)
        view, unseen = RunView(path), replace(options, on_answer=lambda: None)
        graded = wait_for(_grade(view, (FULL_MEMORY,), asked.people, asked.at, unseen))
        runs.append(summarise_run(name, measure_run(view), view.manifest, graded.graded))
    note = runs[0].manifest.note
    found = ComparedArchitectures(render_resimulation(town.name, runs, note), build_resimulation_data(runs, note))
    texts = {"resimulation.txt": found.text, "resimulation.json": json.dumps(found.data, ensure_ascii=False)}
    for file, text in texts.items():
        write_atomically(asked.folder / file, [text, "\n"])
    return found


def _plan_or_skip(asked: Resimulation, name: str, seed: int, path: Path, options: ModelOptions) -> PlannedRun | None:
    """Plan the run, new or resumed; return None if it is complete. Raises BadInput."""
    if not path.exists():
        return plan_new_run(asked.town, NewRun(asked.days, seed=seed, out=path, without=ARCHITECTURES[name]), options)
    view = RunView(path)
    header = view.header
    settings = remove_faculties(resolve_run_config(options), ARCHITECTURES[name])
    same = (load_town(asked.town).digest, seed, settings.as_json())
    if (header.town_digest, header.seed, dict(header.settings)) != same:
        raise BadInput(f"{path} is a run of another town, model or architecture. Give another folder with --out.")
    steps = round(asked.days * 86_400 / header.step_seconds)
    if view.until > steps:
        raise BadInput(
            f"{path} has already completed more than {asked.days:g} days. Give more --days, or another --out."
        )
    return plan_resumed_run(view, asked.days, replace(options, model=None)) if view.until < steps else None
