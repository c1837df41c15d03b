"""`townlet rate judge`."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from townlet.cli.lookup import find_person
from townlet.cli.options import (
    ConcurrencyOption,
    ConfigFileOption,
    InterviewBudgetOption,
    JsonOption,
    RunFileArgument,
    RunModelOption,
)
from townlet.cli.output import format_count
from townlet.cli.pricing import format_spending
from townlet.cli.progress import show_counter
from townlet.cli.run_config import ModelOptions
from townlet.cli.surveys.batch import report_partial_progress
from townlet.cli.surveys.session import InterviewSession, open_interview_session
from townlet.experiments.interviews.answers import build_answers_manifest, read_answers_beside
from townlet.experiments.interviews.battery import load_battery
from townlet.experiments.interviews.interviewer import InterviewMoment
from townlet.experiments.judge.model_judge import (
    BlindQuestion,
    JudgeContext,
    ModelJudge,
    hash_judge_template,
    judge_questions,
    list_all_questions,
    list_rater_questions,
    make_blind_questions,
)
from townlet.experiments.ranking.agreement import PositionBias, measure_position_bias
from townlet.experiments.ranking.sessions import RaterSession, append_session, rankings_path, read_matching_sessions
from townlet.experiments.rating.plan import RatingPlan, read_rating_plan
from townlet.experiments.rating.rated_answers import RatedAnswers
from townlet.experiments.rating.setup import RatingRequest, set_up_rating
from townlet.runfile import Json
from townlet.runfile.study_files import StudyError
from townlet.runfile.view import RunView

DEFAULT_RATERS = 25
"""How many raters' questions are judged where nobody has a link."""


@dataclass(frozen=True)
class JudgeOptions:
    """What was asked for on the command line; None for what is usual."""

    raters: int | None
    everything: bool
    people: tuple[str, ...]
    turns: int
    battery: str
    answers: str
    seed: int | None


@dataclass(frozen=True)
class JudgeOutcome:
    """What came of it."""

    run: Path
    file: Path
    model: str
    sessions: tuple[RaterSession, ...]
    unfit: int
    """How many are missing, since the model gave no fit answer."""
    kept: int
    """How many of them are from before."""
    alike: int
    """In how many of them two answers are the same, word for word."""
    position: PositionBias | None
    own: bool
    """Whether the model judged answers that it gave itself."""
    offline: bool
    cost: str
    """What it took, in words; empty if nothing."""
    manifest: dict[str, Json]
    """What the answers and the judgements rest on."""

    @property
    def questions(self) -> int:
        """Different ones that were judged, whoever they were put to."""
        return len({session.rankings[0].question for session in self.sessions})

    @property
    def people(self) -> int:
        return len({session.person for session in self.sessions})

    def as_json(self) -> dict[str, Any]:
        counts = {"judgements": len(self.sessions), "from_before": self.kept, "unfit": self.unfit}
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
    run: Path, asked: JudgeOptions, choice: ModelOptions, budget: str | None, concurrency: int
) -> JudgeOutcome:
    """Have judged what has not been yet. Raises BadInput, RunFileError, ModelError."""
    plan, answers = _study(run, asked)
    before = _before(run, plan)
    blinds = _blinds(plan, answers, asked)

    async def judging() -> JudgeOutcome:
        with show_counter("judgements") as heard:
            async with open_interview_session(RunView(run), choice, budget, concurrency, heard) as room:
                return await _judge_missing(run, room, plan, blinds, before)

    return asyncio.run(judging())


async def _judge_missing(
    run: Path, room: InterviewSession, plan: RatingPlan, blinds: list[BlindQuestion], before: dict[str, RaterSession]
) -> JudgeOutcome:
    file, model = rankings_path(run), room.settings.model
    missing = [each for each in blinds if each.rater(model) not in before]
    judge = ModelJudge(InterviewMoment.in_run(room.minds, plan.step), room.gateway, room.heard)
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
        own=plan.model == model,
        offline=room.settings.offline,
        cost="" if room.settings.offline else format_spending(room.tally),
        manifest=_manifest(run, plan, model),
    )


def _manifest(run: Path, plan: RatingPlan, judge: str) -> dict[str, Json]:
    """What the judgements rest on."""
    answers = build_answers_manifest(RunView(run), plan.step, plan.model)
    prompt: dict[str, Json] = {"sha256": hash_judge_template(), "of": f"townlet {version('townlet')}"}
    return {**answers, "judged_by": judge, "judged_with": {"judge": prompt}}


def _study(run: Path, asked: JudgeOptions) -> tuple[RatingPlan, RatedAnswers]:
    """What raters rate, whether links were made or not; nothing is written. Raises StudyFault."""
    header = RunView(run).header
    rows, before = read_answers_beside(run), read_rating_plan(run)
    raters = asked.raters or (before.raters if before and before.raters else DEFAULT_RATERS)
    answered = asked.answers or (before.model if before else "")
    wanted = RatingRequest(raters=raters, people=before.people if before else (), model=answered)
    plan, answers = set_up_rating(run, header.id, header.seed, load_battery(asked.battery), rows, wanted)
    seed = plan.seed if asked.seed is None else asked.seed
    return plan.model_copy(update={"raters": raters, "seed": seed}), answers


def _before(run: Path, plan: RatingPlan) -> dict[str, RaterSession]:
    """What models have judged already, by rater. Raises StudyFault if it was of other answers."""
    sessions = read_matching_sessions(rankings_path(run), plan.conditions, plan.interview)
    return {session.rater: session for session in sessions if session.kind == "model"}


def _blinds(plan: RatingPlan, answers: RatedAnswers, asked: JudgeOptions) -> list[BlindQuestion]:
    questions = (
        list_all_questions(answers)
        if asked.everything
        else list_rater_questions(plan.raters, answers, plan.seed, plan.per)
    )
    people = _people(asked.people, answers.people)
    found = [(person, item) for person, item in questions if person in people]
    if not found:
        raise StudyError(
            f"None of what {format_count(plan.raters, 'rater')} see is of {', '.join(sorted(people))}; "
            "give more --raters, or --all."
        )
    return make_blind_questions(found, answers.conditions, plan.seed, asked.turns)


def _people(wanted: Iterable[str], there: Iterable[str]) -> set[str]:
    """Whose answers are judged. Raises BadInput for a name that nobody has."""
    names = list(there)
    return {find_person(name, names) for name in wanted} or set(names)


if TYPE_CHECKING:
    pass


def rate_judge_command(  # noqa: PLR0913 - as many as the command has options
    run: RunFileArgument,
    model: RunModelOption = None,
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
    as_json: JsonOption = False,
) -> None:
    """Let a language model rank the answers that raters see, blind.

    The judge sees the question, the answers under letters, and the person's most relevant memories. Its rankings are
    added to RUN.study/rankings.jsonl as those of a model, and never pooled with people's. Stored rankings are not asked
    for again.

    Without --model, the `judge` model of townlet.toml is used, or else the run's own model. Offline, a simple rule
    ranks the answers; it says nothing about believability.

    Examples:

      townlet rate judge my.townlet --model openai:gpt-5-mini --budget 1usd

      townlet rate judge my.townlet --person ann --all --turns 4
    """
    from townlet.cli.config_file import read_config
    from townlet.cli.output import print_json
    from townlet.cli.run_config import ModelOptions
    from townlet.cli.surveys.batch import exit_if_answers_missing

    asked = JudgeOptions(raters, everything, tuple(people or ()), turns, battery, answers, seed)
    result = run_judge(
        run, asked, ModelOptions(model or read_config(config).models.judge, None, config), budget, concurrency
    )
    if as_json:
        print_json(result.as_json())
    else:
        _tell(result)
    exit_if_answers_missing(result.unfit)


def _tell(judged: JudgeOutcome) -> None:
    from townlet.cli.output import format_count
    from townlet.cli.terminal.scores import describe_position_bias

    who = "Rules, no language model," if judged.offline else judged.model
    kept = f", {judged.kept:,} of them before" if judged.kept else ""
    people = "1 person" if judged.people == 1 else f"{judged.people} people"
    of = f"the answers of {people} to {format_count(judged.questions, 'question')}"
    typer.echo(f"{who} gave {format_count(len(judged.sessions), 'order')} of {of}{kept}.")
    if judged.alike:
        typer.echo(f"In {judged.alike:,} of these two answers are the same, word for word; their order says nothing.")
    if judged.position:
        typer.echo(describe_position_bias(judged.position))
    if judged.own and not judged.offline:
        typer.echo("The answers are its own, and models tend to prefer those.")
    typer.echo(f"It is in {judged.file}; see `townlet rate score {judged.run}`.")
    if judged.cost:
        typer.echo(f"It took {judged.cost}, which are not on the run's bill.", err=True)
