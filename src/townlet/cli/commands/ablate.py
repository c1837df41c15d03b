"""`townlet ablate`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from townlet.analysis.measures import measure_run
from townlet.analysis.record import read_run_record
from townlet.cli.errors import INTERRUPTED, BadInput
from townlet.cli.execution.planned_run import (
    NewRunOptions,
    PlannedRun,
    execute_run_quietly,
    plan_new_run,
    plan_resumed_run,
)
from townlet.cli.options import (
    ConcurrencyOption,
    ConfigFileOption,
    InterviewBudgetOption,
    JsonOption,
    PeopleOption,
    RunModelOption,
)
from townlet.cli.pricing import format_spending
from townlet.cli.progress import show_counter
from townlet.cli.resources import ResourceOptions
from townlet.cli.run_config import ModelOptions, remove_faculties, resolve_run_config
from townlet.cli.surveys.batch import ask_and_store, select_residents
from townlet.cli.surveys.session import open_interview_session
from townlet.cli.times import find_step
from townlet.experiments.ablation.report import (
    AblationResult,
    GradedRun,
    build_ablation_data,
    render_ablation,
    truth_path,
    write_ablation_shares,
    write_graded_answers,
)
from townlet.experiments.ablation.scoring import (
    TRUTH_BATTERY,
    build_question_context,
    compute_ablation_scores,
    default_asking_step,
    grade_answers,
    make_items,
    plan_item_questions,
)
from townlet.experiments.interviews.answers import InterviewContext
from townlet.experiments.interviews.conditions import FULL_MEMORY, MemoryCondition, find_conditions
from townlet.experiments.resimulation import (
    ARCHITECTURES,
    ArchitectureRun,
    build_resimulation_data,
    render_resimulation,
    summarise_run,
)
from townlet.runfile.study_files import write_atomically
from townlet.runfile.view import RunView
from townlet.town import load_town


@dataclass(frozen=True)
class AblationOptions:
    """What was asked for on the command line."""

    conditions: tuple[str, ...]
    people: tuple[str, ...]
    at: str
    """Empty for the usual moment."""
    seed: int
    choice: ModelOptions
    budget: str | None
    """Of each run."""
    concurrency: int


def run_ablation(runs: Sequence[Path], wanted: AblationOptions) -> tuple[AblationResult, list[str]]:
    """The result, and what it took, a line a run. Raises BadInput, RunFileError, ModelError."""
    conditions = find_conditions(wanted.conditions or ("all",))
    found: list[GradedRun] = []
    took: list[str] = []
    with show_counter("answers") as heard:
        for run in runs:
            asked, cost = asyncio.run(ask_run(RunView(run), conditions, wanted, heard))
            if asked.manifest.run in {each.manifest.run for each in found}:
                raise BadInput(f"{run} is the same run as one before it; give each run once.")
            found.append(asked)
            took += [f"{run}: {cost}, which are not on the run's bill."] if asked.model != "offline" else []
            _store_run_result(
                run, AblationResult((asked,), compute_ablation_scores({asked.manifest.run: asked.graded}, wanted.seed))
            )
    together = {each.manifest.run: each.graded for each in found}
    return AblationResult(tuple(found), compute_ablation_scores(together, wanted.seed)), took


async def ask_run(
    view: RunView, conditions: Sequence[MemoryCondition], wanted: AblationOptions, heard: Callable[[], None]
) -> tuple[GradedRun, str]:
    """The answers of one run's people, and what they took. Raises BadInput, RunFileError, ModelError."""
    record = read_run_record(view)
    step = find_step(view, wanted.at) if wanted.at else default_asking_step(record)
    async with open_interview_session(view, wanted.choice, wanted.budget, wanted.concurrency, heard) as room:
        interviewer = room.at(step)
        scene = build_question_context(record, interviewer, select_residents(room, step, wanted.people))
        items = make_items(scene)
        study = InterviewContext(
            record.header.id,
            record.header.town,
            record.header.seed,
            room.settings.model,
            record.time(step).isoformat(),
            step,
            TRUTH_BATTERY,
        )
        _, rows = await ask_and_store(view.path, interviewer, study, plan_item_questions(items, conditions))
        answers = grade_answers(items, conditions, [row.answer if row else "" for row in rows])
    asked = GradedRun(
        view.manifest_before(step),
        record.when(step),
        step,
        room.settings.model,
        tuple(answers),
        rows.count(None),
    )
    return asked, format_spending(room.tally)


def _store_run_result(run: Path, found: AblationResult) -> None:
    """What a run's own answers came to, for reports."""
    write_atomically(truth_path(run), [json.dumps(build_ablation_data(found), ensure_ascii=False), "\n"])


def write_ablation(folder: Path, found: AblationResult) -> None:
    """The result as files: the page, the data and two tables."""
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(folder / "ablation.txt", [render_ablation(found), "\n"])
    write_atomically(
        folder / "ablation.json", [json.dumps(build_ablation_data(found), ensure_ascii=False, indent=1), "\n"]
    )
    with (folder / "answers.csv").open("w", encoding="utf-8", newline="") as file:
        write_graded_answers(found.runs, file)
    with (folder / "shares.csv").open("w", encoding="utf-8", newline="") as file:
        write_ablation_shares(found.scores, file)


MOST_SEEDS = 1000


@dataclass(frozen=True)
class ResimulationOptions:
    """What lives: a town under each architecture, with seeds 1 to `seeds`, for so many game days."""

    town: str
    architectures: tuple[str, ...]
    seeds: int
    days: float
    folder: Path
    wanted: AblationOptions

    def runs(self) -> list[tuple[str, int, Path]]:
        """Each architecture with each seed, and the file of that run."""
        return [
            (name, seed, self.folder / f"{name}-{seed}.townlet")
            for seed in range(1, self.seeds + 1)
            for name in self.architectures
        ]


def select_architectures(named: Sequence[str]) -> tuple[str, ...]:
    """Those asked for, and the whole one to compare them with. Raises BadInput."""
    for name in named:
        if name not in (*ARCHITECTURES, "all"):
            raise BadInput(f"Nobody can live under {name!r}; --resimulate takes {', '.join(ARCHITECTURES)}.")
    chosen = ARCHITECTURES if not named or "all" in named else {"full", *named}
    return tuple(name for name in ARCHITECTURES if name in chosen)


def run_resimulation(wanted: ResimulationOptions) -> list[ArchitectureRun]:
    """The runs, lived as far as they are not there yet, and what they came to. Raises BadInput, RunPaused."""
    if not 1 <= wanted.seeds <= MOST_SEEDS:
        raise BadInput(f"--seeds {wanted.seeds} cannot be; give a number from 1 to {MOST_SEEDS}.")
    load_town(wanted.town)
    wanted.folder.mkdir(parents=True, exist_ok=True)
    return list(_simulate_each(wanted))


def _simulate_each(wanted: ResimulationOptions) -> Iterator[ArchitectureRun]:
    runs = wanted.runs()
    for number, (name, seed, path) in enumerate(runs, start=1):
        journey = _plan_or_skip(wanted, name, seed, path)
        state = "lives" if journey else "is there"
        typer.echo(f"{number} of {len(runs)}: {name}, seed {seed} {state} ({path}).", err=True)
        if journey and not execute_run_quietly(journey):
            typer.echo("Stopped. The same command goes on from here.", err=True)
            raise typer.Exit(INTERRUPTED)
        yield _measure_simulated_run(wanted, name, path)


def _plan_or_skip(wanted: ResimulationOptions, name: str, seed: int, path: Path) -> PlannedRun | None:
    """How the run begins or goes on; None if it is there as a whole. Raises BadInput."""
    means = ResourceOptions(wanted.wanted.concurrency, config=wanted.wanted.choice.config, budget=wanted.wanted.budget)
    if not path.exists():
        fresh = NewRunOptions(seed, out=path, without=ARCHITECTURES[name])
        return plan_new_run(wanted.town, fresh, wanted.days, wanted.wanted.choice, means)
    view = RunView(path)
    header = view.header
    settings = remove_faculties(resolve_run_config(wanted.wanted.choice, "economical"), ARCHITECTURES[name])
    same = (load_town(wanted.town).digest, seed, settings.as_json())
    if (header.town_digest, header.seed, dict(header.settings)) != same:
        raise BadInput(f"{path} is a run of another town, model or architecture; give another folder by --out.")
    steps = round(wanted.days * 86_400 / header.step_seconds)
    if view.until > steps:
        raise BadInput(f"{path} has lived more than {wanted.days:g} days; give as many, or another folder by --out.")
    return (
        plan_resumed_run(path, wanted.days, replace(wanted.wanted.choice, model=None), means)
        if view.until < steps
        else None
    )


def _measure_simulated_run(wanted: ResimulationOptions, name: str, path: Path) -> ArchitectureRun:
    view = RunView(path)
    asked, _ = asyncio.run(ask_run(view, (FULL_MEMORY,), wanted.wanted, lambda: None))
    return summarise_run(name, measure_run(view), view.manifest, asked.graded)


def write_resimulation(wanted: ResimulationOptions, runs: Sequence[ArchitectureRun]) -> tuple[str, str]:
    """The page and the data, which are written into the folder, too."""
    note = runs[0].manifest.note
    told, found = (
        render_resimulation(load_town(wanted.town).name, runs, note),
        json.dumps(build_resimulation_data(runs, note), ensure_ascii=False),
    )
    for file, text in (("resimulation.txt", told), ("resimulation.json", found)):
        write_atomically(wanted.folder / file, [text, "\n"])
    return told, found


if TYPE_CHECKING:
    pass

_CONDITION = (
    "Which memories people can use: full, no-reflection, no-planning or no-memory. Repeat the option for more. By "
    "default, all."
)
_SEED = "Random seed of the resamples for the intervals of a single run, which are over people."


def ablate_command(  # noqa: PLR0913 - as many as the command has options
    runs: Annotated[
        list[str],
        typer.Argument(
            metavar="RUN",
            help="Run files; or a town, with --resimulate. With several runs, intervals are over runs.",
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
        bool, typer.Option("--resimulate", help="Simulate a town under each architecture first; see above.")
    ] = False,
    seeds: Annotated[int, typer.Option(metavar="N", help="With --resimulate: run seeds 1 to N.")] = 3,
    days: Annotated[float, typer.Option(metavar="N", help="With --resimulate: game days of each run.")] = 1.0,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Write the page, data and tables to this folder; with --resimulate, the runs too."
        ),
    ] = None,
    model: RunModelOption = None,
    config: ConfigFileOption = None,
    budget: InterviewBudgetOption = None,
    concurrency: ConcurrencyOption = 8,
    as_json: JsonOption = False,
) -> None:
    """Measure what reflection, planning and memory contribute.

    This is an ablation: people are interviewed with all their memory, and without reflection, without planning, and
    without any memory. Under each condition, they are asked about their memories, their plans, and conclusions from
    many memories. The true answers are computed from the run, so no judge is needed. People do not remember being
    asked, and the run does not change. Answers are stored in RUN.study and not asked for again.

    With --resimulate, a town is simulated with all faculties, without reflection, and without reflection and planning,
    and the runs are compared seed by seed. Finished runs are kept in the --out folder (by default TOWN-ablation) and
    reused.

    Examples:

      townlet ablate my.townlet

      townlet ablate seed1.townlet seed2.townlet seed3.townlet --out ablation

      townlet ablate applegarth --resimulate --seeds 3 --days 1
    """
    from townlet.cli.output import print_json
    from townlet.cli.run_config import ModelOptions
    from townlet.experiments.ablation.report import build_ablation_data, render_ablation

    choice = ModelOptions(model, None, config)
    wanted = AblationOptions(tuple(conditions or ()), tuple(people or ()), at, seed, choice, budget, concurrency)
    if resimulate:
        _resimulate(runs, wanted, seeds, days, out, as_json)
        return
    found, took = run_ablation([Path(run) for run in runs], wanted)
    if out:
        write_ablation(out, found)
    if as_json:
        print_json(build_ablation_data(found))
    else:
        typer.echo(render_ablation(found))
    for line in took:
        typer.echo(line, err=True)


def _resimulate(
    towns: list[str], wanted: AblationOptions, seeds: int, days: float, out: Path | None, as_json: bool
) -> None:
    from townlet.cli.errors import BadInput

    if len(towns) != 1:
        raise BadInput("--resimulate takes one town; give a built-in one or a folder.")
    folder = out or Path(f"{Path(towns[0]).resolve().name}-ablation")
    lives = ResimulationOptions(towns[0], select_architectures(wanted.conditions), seeds, days, folder, wanted)
    told, found = write_resimulation(lives, run_resimulation(lives))
    typer.echo(found if as_json else told)
