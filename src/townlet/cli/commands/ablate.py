"""`townlet ablate`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from townlet.cli.errors import INTERRUPTED, BadInput
from townlet.cli.execution.planned_run import (
    NewRunOptions,
    PlannedRun,
    execute_run_quietly,
    plan_new_run,
    plan_resumed_run,
)
from townlet.cli.options import (
    BatchSendOption,
    ConcurrencyOption,
    ConfigFileOption,
    InterviewBudgetOption,
    JsonOption,
    PeopleOption,
    RawOption,
    RunModelOption,
)
from townlet.cli.output import print_result
from townlet.cli.progress import show_counter
from townlet.cli.resources import ResourceOptions
from townlet.cli.run_config import ModelOptions, remove_faculties, resolve_run_config
from townlet.cli.surveys.batch import ask_and_store, select_residents
from townlet.cli.surveys.session import format_interview_cost, open_interview_session
from townlet.cli.times import find_step
from townlet.engine.calls.usage import UsageTotals
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
from townlet.evaluation.resimulation import (
    ARCHITECTURES,
    ArchitectureRun,
    build_resimulation_data,
    render_resimulation,
    summarise_run,
)
from townlet.language.providers.spec import OFFLINE
from townlet.measures.record import read_run_record
from townlet.measures.run_measures import measure_run
from townlet.runfile.study_files import find_folder, write_atomically
from townlet.runfile.view import RunView
from townlet.town import load_town


@dataclass(frozen=True)
class AblationOptions:
    """The options of the command."""

    conditions: tuple[str, ...]
    people: tuple[str, ...]
    at: str
    """Empty for the default moment."""
    seed: int
    model_options: ModelOptions
    budget: str | None
    """The budget of each run."""
    concurrency: int
    batch: bool = False
    """Whether the questions are sent through the provider's batch API."""


def run_ablation(runs: Sequence[Path], options: AblationOptions) -> tuple[AblationResult, list[str]]:
    """Interview the people of each run and grade the answers.

    Return the result, and a line about the cost of each run. Raises BadInput, RunFileError, ModelError.
    """
    conditions = find_conditions(options.conditions or ("all",))
    graded_runs: list[GradedRun] = []
    costs: list[str] = []
    with show_counter("answers") as on_answer:
        for run in runs:
            graded, usage = asyncio.run(ask_run(RunView(run), conditions, options, on_answer))
            if graded.manifest.run in {each.manifest.run for each in graded_runs}:
                raise BadInput(f"{run} is the same run as an earlier argument. Give each run once.")
            graded_runs.append(graded)
            costs += [f"{run}: {format_interview_cost(usage)}"] if graded.model != OFFLINE else []
            _store_run_result(
                run,
                AblationResult((graded,), compute_ablation_scores({graded.manifest.run: graded.graded}, options.seed)),
            )
    together = {each.manifest.run: each.graded for each in graded_runs}
    return AblationResult(tuple(graded_runs), compute_ablation_scores(together, options.seed)), costs


async def ask_run(
    view: RunView, conditions: Sequence[MemoryCondition], options: AblationOptions, on_answer: Callable[[], None]
) -> tuple[GradedRun, UsageTotals]:
    """Return the graded answers of one run's people, and what they used. Raises BadInput, RunFileError, ModelError."""
    record = read_run_record(view)
    step = find_step(view, options.at) if options.at else default_asking_step(record)
    async with open_interview_session(
        view, options.model_options, options.budget, options.concurrency, on_answer, batch=options.batch
    ) as session:
        interviewer = session.interviewer_at(step)
        context = build_question_context(record, interviewer, select_residents(session, step, options.people))
        items = make_items(context)
        study = InterviewContext(
            record.header.id,
            record.header.town,
            record.header.seed,
            session.settings.model,
            record.time(step).isoformat(),
            step,
            TRUTH_BATTERY,
        )
        _, rows = await ask_and_store(view.path, interviewer, study, plan_item_questions(items, conditions))
        answers = grade_answers(items, conditions, [row.answer if row else "" for row in rows])
    graded = GradedRun(
        view.manifest_before(step),
        record.when(step),
        step,
        session.settings.model,
        tuple(answers),
        rows.count(None),
    )
    return graded, session.usage


def _store_run_result(run: Path, result: AblationResult) -> None:
    """Store the result of a run beside it, where `townlet report` finds it."""
    write_atomically(truth_path(run), [json.dumps(build_ablation_data(result), ensure_ascii=False), "\n"])


def write_ablation(folder: Path, result: AblationResult, raw: bool = False) -> None:
    """Write the result to a folder: the page, the data and two tables."""
    find_folder(folder).mkdir(parents=True, exist_ok=True)
    write_atomically(folder / "ablation.txt", [render_ablation(result), "\n"])
    write_atomically(
        folder / "ablation.json", [json.dumps(build_ablation_data(result), ensure_ascii=False, indent=1), "\n"]
    )
    write_atomically(folder / "answers.csv", [tabulate_graded_answers(result.runs).as_csv(raw=raw)])
    write_atomically(folder / "shares.csv", [tabulate_ablation_shares(result.scores).as_csv(raw=raw)])


MAX_SEEDS = 1000


@dataclass(frozen=True)
class ResimulationOptions:
    """A town to simulate under each architecture with each seed, for a number of game days."""

    town: str
    architectures: tuple[str, ...]
    seeds: int
    """The seeds are 1 to this number."""
    days: float
    folder: Path
    ablation: AblationOptions

    def runs(self) -> list[tuple[str, int, Path]]:
        """Return each architecture with each seed, and the run file for it."""
        return [
            (name, seed, self.folder / f"{name}-{seed}.townlet")
            for seed in range(1, self.seeds + 1)
            for name in self.architectures
        ]


def select_architectures(named: Sequence[str]) -> tuple[str, ...]:
    """Return the architectures to simulate, always with the full one to compare with. Raises BadInput."""
    for name in named:
        if name not in (*ARCHITECTURES, "all"):
            raise BadInput(
                f"--condition {name!r} does not go with --resimulate; choose {', '.join(ARCHITECTURES)} or all."
            )
    chosen = ARCHITECTURES if not named or "all" in named else {"full", *named}
    return tuple(name for name in ARCHITECTURES if name in chosen)


def run_resimulation(options: ResimulationOptions) -> list[ArchitectureRun]:
    """Simulate the runs that are not finished yet, and return the results of all. Raises BadInput, RunPaused."""
    if not 1 <= options.seeds <= MAX_SEEDS:
        raise BadInput(f"--seeds {options.seeds} is out of range. Give a number from 1 to {MAX_SEEDS}.")
    load_town(options.town)
    find_folder(options.folder).mkdir(parents=True, exist_ok=True)
    return list(_simulate_each(options))


def _simulate_each(options: ResimulationOptions) -> Iterator[ArchitectureRun]:
    runs = options.runs()
    for number, (name, seed, path) in enumerate(runs, start=1):
        planned = _plan_or_skip(options, name, seed, path)
        state = "is being simulated" if planned else "is already complete"
        typer.echo(f"{number} of {len(runs)}: {name}, seed {seed} {state} ({path}).", err=True)
        if planned and not execute_run_quietly(planned):
            typer.echo("Stopped. The same command continues from here.", err=True)
            raise typer.Exit(INTERRUPTED)
        yield _measure_simulated_run(options, name, path)


def _plan_or_skip(options: ResimulationOptions, name: str, seed: int, path: Path) -> PlannedRun | None:
    """Plan the run, new or resumed; return None if it is complete. Raises BadInput."""
    resource_options = ResourceOptions(
        options.ablation.concurrency, config=options.ablation.model_options.config, budget=options.ablation.budget
    )
    if not path.exists():
        new_run = NewRunOptions(seed, out=path, without=ARCHITECTURES[name])
        return plan_new_run(options.town, new_run, options.days, options.ablation.model_options, resource_options)
    view = RunView(path)
    header = view.header
    settings = remove_faculties(resolve_run_config(options.ablation.model_options, "economical"), ARCHITECTURES[name])
    same = (load_town(options.town).digest, seed, settings.as_json())
    if (header.town_digest, header.seed, dict(header.settings)) != same:
        raise BadInput(f"{path} is a run of another town, model or architecture. Give another folder with --out.")
    steps = round(options.days * 86_400 / header.step_seconds)
    if view.until > steps:
        raise BadInput(
            f"{path} has already completed more than {options.days:g} days. Give more --days, or another --out."
        )
    return (
        plan_resumed_run(path, options.days, replace(options.ablation.model_options, model=None), resource_options)
        if view.until < steps
        else None
    )


def _measure_simulated_run(options: ResimulationOptions, name: str, path: Path) -> ArchitectureRun:
    view = RunView(path)
    graded, _ = asyncio.run(ask_run(view, (FULL_MEMORY,), options.ablation, lambda: None))
    return summarise_run(name, measure_run(view), view.manifest, graded.graded)


def write_resimulation(options: ResimulationOptions, runs: Sequence[ArchitectureRun]) -> tuple[str, str]:
    """Write the page and the data to the folder, and return both as texts."""
    note = runs[0].manifest.note
    page, result = (
        render_resimulation(load_town(options.town).name, runs, note),
        json.dumps(build_resimulation_data(runs, note), ensure_ascii=False),
    )
    for file, text in (("resimulation.txt", page), ("resimulation.json", result)):
        write_atomically(options.folder / file, [text, "\n"])
    return page, result


_CONDITION = (
    "Which memories people can use: full, no-reflection, no-planning or no-memory. Repeat the option for more. By "
    "default, all."
)
_SEED = "Random seed for the bootstrap that gives the intervals of a single run."


def ablate_command(  # noqa: PLR0913 - as many as the command has options
    runs: Annotated[
        list[str],
        typer.Argument(
            metavar="RUN",
            help="Run files; or a town, with --resimulate. For several runs, the intervals are computed over runs, not "
            "over people.",
        ),
    ],
    conditions: Annotated[list[str] | None, typer.Option("--condition", metavar="C", help=_CONDITION)] = None,
    people: PeopleOption = None,
    at: Annotated[
        str,
        typer.Option(
            "--at", metavar="TIME", help="When to ask, such as 'day 2 17:00'. By default 5 pm of the last day."
        ),
    ] = "",
    seed: Annotated[int, typer.Option(metavar="N", help=_SEED)] = 1,
    resimulate: Annotated[
        bool,
        typer.Option(
            "--resimulate", help="Simulate a town under each architecture instead of using existing runs; see above."
        ),
    ] = False,
    seeds: Annotated[int, typer.Option(metavar="N", help="With --resimulate: run seeds 1 to N.")] = 3,
    days: Annotated[float, typer.Option(metavar="N", help="With --resimulate: game days of each run.")] = 1.0,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Write the page, data and tables to this folder; with --resimulate, the runs too."
        ),
    ] = None,
    raw: RawOption = False,
    model: RunModelOption = None,
    config: ConfigFileOption = None,
    budget: InterviewBudgetOption = None,
    concurrency: ConcurrencyOption = 8,
    batch: BatchSendOption = False,
    as_json: JsonOption = False,
) -> None:
    """Measure what reflection, planning and memory contribute.

    This is an ablation. People are interviewed four times: with all their memories, without their reflections, without
    their plans and reflections, and without any memory. They are asked each time what happened, what they plan, and
    what follows from many memories together. The true answers are computed from the run, so no judge is needed. People
    do not remember being graded, and the run does not change. Answers are stored in RUN.study and not asked for again.

    With --resimulate, a town is simulated three times with each seed: with all faculties, without reflection, and with
    neither reflection nor planning. The runs of the same seed are then compared. Finished runs are kept in the --out
    folder (by default TOWN-ablation) and reused.

    Examples:

      townlet ablate my.townlet

      townlet ablate seed1.townlet seed2.townlet seed3.townlet --out ablation

      townlet ablate applegarth --resimulate --seeds 3 --days 1
    """
    model_options = ModelOptions(model, None, config)
    options = AblationOptions(
        tuple(conditions or ()), tuple(people or ()), at, seed, model_options, budget, concurrency, batch
    )
    if resimulate and batch:
        raise BadInput("--batch is for questions about finished runs. Leave it out, or leave out --resimulate.")
    if resimulate:
        _resimulate(runs, options, seeds, days, out, as_json)
        return
    result, costs = run_ablation([Path(run) for run in runs], options)
    if out:
        write_ablation(out, result, raw)
    print_result(build_ablation_data(result), as_json, render_ablation(result))
    for line in costs:
        typer.echo(line, err=True)


def _resimulate(
    towns: list[str], options: AblationOptions, seeds: int, days: float, out: Path | None, as_json: bool
) -> None:
    if len(towns) != 1:
        raise BadInput("--resimulate takes one town. Give a built-in town or a folder.")
    folder = out or Path(f"{Path(towns[0]).resolve().name}-ablation")
    resimulation = ResimulationOptions(towns[0], select_architectures(options.conditions), seeds, days, folder, options)
    page, result = write_resimulation(resimulation, run_resimulation(resimulation))
    typer.echo(result if as_json else page)
