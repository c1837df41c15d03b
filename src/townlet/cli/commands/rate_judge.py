"""`townlet rate judge`."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import typer

from townlet.cli.config_file import read_config
from townlet.cli.lookup import find_person
from townlet.cli.options import (
    BatchSendOption,
    ConcurrencyOption,
    ConfigFileOption,
    InterviewBudgetOption,
    JsonOption,
    JudgeModelOption,
    RunFileArgument,
)
from townlet.cli.output import format_count, print_result, quote_for_shell
from townlet.cli.pricing import format_spending
from townlet.cli.progress import show_counter
from townlet.cli.run_config import ModelOptions
from townlet.cli.surveys.batch import exit_if_answers_missing, report_partial_progress
from townlet.cli.surveys.session import InterviewSession, open_interview_session
from townlet.cli.terminal.scores import describe_position_bias
from townlet.evaluation.interviews.answers import build_answers_manifest, read_answers_beside
from townlet.evaluation.interviews.battery import load_battery
from townlet.evaluation.interviews.interviewer import InterviewMoment
from townlet.evaluation.judge.model_judge import (
    BlindQuestion,
    JudgeContext,
    ModelJudge,
    hash_judge_template,
    judge_questions,
    list_all_questions,
    list_rater_questions,
    make_blind_questions,
)
from townlet.evaluation.ranking.agreement import PositionBias, measure_position_bias
from townlet.evaluation.ranking.sessions import RaterSession, append_session, rankings_path, read_matching_sessions
from townlet.evaluation.rating.plan import RatingPlan, read_rating_plan
from townlet.evaluation.rating.rated_answers import RatedAnswers
from townlet.evaluation.rating.setup import RatingRequest, set_up_rating
from townlet.runfile import Json
from townlet.runfile.study_files import StudyError
from townlet.runfile.view import RunView

DEFAULT_RATERS = 25
"""How many raters' questions are judged if there are no rater links."""


@dataclass(frozen=True)
class JudgeOptions:
    """The options of the command; None for the default."""

    raters: int | None
    everything: bool
    people: tuple[str, ...]
    turns: int
    battery: str
    answers: str
    seed: int | None


@dataclass(frozen=True)
class JudgeOutcome:
    """The rankings of a judge, and how they were obtained."""

    run: Path
    file: Path
    model: str
    sessions: tuple[RaterSession, ...]
    missing: int
    """How many rankings are missing because the model did not give them in the required form."""
    reused: int
    """How many of the rankings were stored before."""
    identical_answers: int
    """In how many of the rankings two answers are the same, word for word."""
    position: PositionBias | None
    is_self_judging: bool
    """Whether the model judged its own answers."""
    offline: bool
    cost: str
    """The cost in words; empty offline."""
    manifest: dict[str, Json]
    """The run, models and prompts that produced the answers and the rankings."""

    @property
    def questions(self) -> int:
        """The number of different questions judged."""
        return len({session.rankings[0].question for session in self.sessions})

    @property
    def people(self) -> int:
        return len({session.person for session in self.sessions})

    def as_json(self) -> dict[str, Any]:
        counts = {"judgements": len(self.sessions), "from_before": self.reused, "unfit": self.missing}
        where = vars(self.position) if self.position else None
        note = "Rules judged, no language model." if self.offline else ""
        return {
            "file": str(self.file),
            "model": self.model,
            **counts,
            "position": where,
            "cost": self.cost,
            "note": note,
            "manifest": self.manifest,
        }


def run_judge(
    run: Path,
    options: JudgeOptions,
    model_options: ModelOptions,
    budget: str | None,
    concurrency: int,
    batch: bool = False,
) -> JudgeOutcome:
    """Judge the questions that have no stored ranking. Raises BadInput, RunFileError, ModelError."""
    plan, answers = _set_up_study(run, options)
    before = _read_stored_rankings(run, plan)
    blinds = _make_blind_questions(plan, answers, options)

    async def judging() -> JudgeOutcome:
        with show_counter("judgements") as on_answer:
            async with open_interview_session(
                RunView(run), model_options, budget, concurrency, on_answer, batch=batch
            ) as interviews:
                return await _judge_missing(run, interviews, plan, blinds, before)

    return asyncio.run(judging())


async def _judge_missing(
    run: Path,
    interviews: InterviewSession,
    plan: RatingPlan,
    blinds: list[BlindQuestion],
    before: dict[str, RaterSession],
) -> JudgeOutcome:
    file, model = rankings_path(run), interviews.settings.model
    missing = [each for each in blinds if each.rater(model) not in before]
    judge = ModelJudge(InterviewMoment.in_run(interviews.minds, plan.step), interviews.gateway, interviews.on_answer)
    found = dict(before)

    def keep(session: RaterSession) -> None:
        append_session(session, file)
        found[session.rater] = session

    with report_partial_progress(lambda: sum(each.rater(model) in found for each in blinds), len(blinds), file):
        await judge_questions(judge, JudgeContext(model, plan.run, plan.interview), missing, keep)
    sessions = tuple(found[each.rater(model)] for each in blinds if each.rater(model) in found)
    return JudgeOutcome(
        run,
        file,
        model,
        sessions,
        len(blinds) - len(sessions),
        len(blinds) - len(missing),
        sum(each.alike for each in blinds),
        measure_position_bias(sessions),
        is_self_judging=plan.model == model,
        offline=interviews.settings.offline,
        cost="" if interviews.settings.offline else format_spending(interviews.usage),
        manifest=_build_manifest(run, plan, model),
    )


def _build_manifest(run: Path, plan: RatingPlan, judge: str) -> dict[str, Json]:
    """Return the manifest of the answers, with the judge's model and prompt."""
    answers = build_answers_manifest(RunView(run), plan.step, plan.model)
    prompt: dict[str, Json] = {"sha256": hash_judge_template(), "of": f"townlet {version('townlet')}"}
    return {**answers, "judged_by": judge, "judged_with": {"judge": prompt}}


def _set_up_study(run: Path, options: JudgeOptions) -> tuple[RatingPlan, RatedAnswers]:
    """Return the plan and the answers that raters see. If no study is set up, plan one without writing it.

    Raises StudyError.
    """
    header = RunView(run).header
    rows, before = read_answers_beside(run), read_rating_plan(run)
    raters = options.raters or (before.raters if before and before.raters else DEFAULT_RATERS)
    answered = options.answers or (before.model if before else "")
    request = RatingRequest(raters=raters, people=before.people if before else (), model=answered)
    plan, answers = set_up_rating(run, header.id, header.seed, load_battery(options.battery), rows, request)
    seed = plan.seed if options.seed is None else options.seed
    return plan.model_copy(update={"raters": raters, "seed": seed}), answers


def _read_stored_rankings(run: Path, plan: RatingPlan) -> dict[str, RaterSession]:
    """Return the stored rankings of models, by rater. Raises StudyError if they are about other answers."""
    sessions = read_matching_sessions(rankings_path(run), plan.conditions, plan.interview)
    return {session.rater: session for session in sessions if session.kind == "model"}


def _make_blind_questions(plan: RatingPlan, answers: RatedAnswers, options: JudgeOptions) -> list[BlindQuestion]:
    questions = (
        list_all_questions(answers)
        if options.everything
        else list_rater_questions(plan.raters, answers, plan.seed, plan.per)
    )
    people = _select_people(options.people, answers.people)
    found = [(person, item) for person, item in questions if person in people]
    if not found:
        raise StudyError(
            f"The questions of {format_count(plan.raters, 'rater')} include none about {', '.join(sorted(people))}. "
            "Give more --raters, or --all."
        )
    return make_blind_questions(found, answers.conditions, plan.seed, options.turns)


def _select_people(names: Iterable[str], known: Iterable[str]) -> set[str]:
    """Return the people whose answers are judged: those named, or all. Raises BadInput for an unknown name."""
    everybody = list(known)
    return {find_person(name, everybody) for name in names} or set(everybody)


def rate_judge_command(  # noqa: PLR0913 - as many as the command has options
    run: RunFileArgument,
    model: JudgeModelOption = None,
    raters: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="Judge the questions that N raters see. By default, all raters with a link, or else 25.",
        ),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Judge every question for everybody instead.")] = False,
    people: Annotated[
        list[str] | None,
        typer.Option(
            "--person", metavar="NAME", help="Judge only this person's answers. Repeat the option for more people."
        ),
    ] = None,
    turns: Annotated[
        int,
        typer.Option(
            min=1,
            max=10,
            metavar="N",
            help="How often to judge each question, with the answers in a different order each time.",
        ),
    ] = 2,
    battery: Annotated[
        str, typer.Option(metavar="B", help="The battery whose answers are judged: 'park2023', or your TOML file.")
    ] = "park2023",
    answers: Annotated[
        str, typer.Option(metavar="M", help="The model whose answers are judged, if several models have answered.")
    ] = "",
    seed: Annotated[
        int | None,
        typer.Option(metavar="N", help="Random seed. By default, the seed of the study, or else of the run."),
    ] = None,
    config: ConfigFileOption = None,
    budget: InterviewBudgetOption = None,
    concurrency: ConcurrencyOption = 8,
    batch: BatchSendOption = False,
    as_json: JsonOption = False,
) -> None:
    """Let a language model rank answers blind, as raters do.

    The judge sees the question, the answers under letters, and the person's most relevant memories. Its rankings are
    added to RUN.study/rankings.jsonl as those of a model, and never pooled with people's. Stored rankings are not asked
    for again.

    Without --model, the `judge` model of townlet.toml is used, or else the run's own model. Offline, a simple rule
    ranks the answers; it says nothing about believability.

    Examples:

      townlet rate judge my.townlet --model openai:gpt-5-mini --budget 1usd

      townlet rate judge my.townlet --person ann --all --turns 4

      townlet rate judge my.townlet --model openai:gpt-5-mini --batch
    """
    options = JudgeOptions(raters, everything, tuple(people or ()), turns, battery, answers, seed)
    result = run_judge(
        run, options, ModelOptions(model or read_config(config).models.judge, None, config), budget, concurrency, batch
    )
    print_result(result.as_json(), as_json, lambda: _print_outcome(result))
    exit_if_answers_missing(result.missing)


def _print_outcome(judged: JudgeOutcome) -> None:
    judge = "Rules, not a language model," if judged.offline else judged.model
    reused = f" ({judged.reused:,} of them stored before)" if judged.reused else ""
    people = format_count(judged.people, "person", "people")
    answers = f"the answers of {people} to {format_count(judged.questions, 'question')}"
    typer.echo(f"{judge} gave {format_count(len(judged.sessions), 'ranking')} of {answers}{reused}.")
    if judged.identical_answers:
        typer.echo(
            f"In {judged.identical_answers:,} of these, two answers are identical, so their order means nothing."
        )
    if judged.position:
        typer.echo(describe_position_bias(judged.position))
    if judged.is_self_judging and not judged.offline:
        typer.echo("The model judged its own answers, and models tend to prefer their own.")
    typer.echo(
        f"The rankings are in {judged.file}. Score them with `townlet rate score {quote_for_shell(str(judged.run))}`."
    )
    if judged.cost:
        typer.echo(f"The judge used {judged.cost}, which do not count as part of the run's cost.", err=True)
