"""A language model as a judge: it ranks interview answers blind, as raters do, and its rankings are stored."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path

from townlet.engine.blocking import wait_for
from townlet.engine.calls.usage import UsageTotals
from townlet.engine.model_options import ModelOptions
from townlet.evaluation.interviews.answers import build_answers_manifest, read_answers_beside
from townlet.evaluation.interviews.battery import PAPER_BATTERY, load_battery
from townlet.evaluation.interviews.interviewer import InterviewMoment
from townlet.evaluation.interviews.session import InterviewSession, open_interview_session, tell_partial_progress
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
from townlet.language.settings import read_config
from townlet.runfile import Json
from townlet.runfile.lookup import find_person
from townlet.runfile.study_files import StudyError
from townlet.runfile.view import RunSource, RunView, open_view

DEFAULT_RATERS = 25
"""How many raters' questions are judged if there are no rater links."""


@dataclass(frozen=True)
class JudgeRequest:
    """Which answers are judged, and how often; None or empty for the default."""

    raters: int | None = None
    """How many raters' questions; by default those of all raters with a link, or else of 25."""
    everything: bool = False
    """Whether every question is judged for everybody instead."""
    people: tuple[str, ...] = ()
    """Whose answers; by default everybody's."""
    turns: int = 2
    """How often each question is judged, each time with the answers in another order."""
    battery: str = PAPER_BATTERY
    answers: str = ""
    """The model whose answers are judged, if several models have answered."""
    seed: int | None = None
    """By default that of the study, or else of the run."""


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
    usage: UsageTotals
    manifest: dict[str, Json]
    """The run, models and prompts that produced the answers and the rankings."""

    @property
    def questions(self) -> int:
        """The number of different questions judged."""
        return len({session.rankings[0].question for session in self.sessions})

    @property
    def people(self) -> int:
        return len({session.person for session in self.sessions})


def judge(run: RunSource, request: JudgeRequest | None = None, options: ModelOptions | None = None) -> JudgeOutcome:
    """Let a language model rank the answers of a run's people, and store its rankings beside the run.

    Stored rankings are not asked for again. Without a model in `options`, the `judge` model of townlet.toml ranks, or
    else the run's own. Raises BadInput, RunFileError, ModelError.
    """
    view, request, options = open_view(run), request or JudgeRequest(), options or ModelOptions()
    options = replace(options, model=options.model or read_config(options.config).models.judge)
    plan, answers = _set_up_study(view, request)
    before = _read_stored_rankings(view.path, plan)
    blinds = _make_blind_questions(plan, answers, request)

    async def judged() -> JudgeOutcome:
        async with open_interview_session(view, options) as interviews:
            return await _judge_missing(view, interviews, plan, blinds, before, options)

    return wait_for(judged())


async def _judge_missing(
    view: RunView,
    interviews: InterviewSession,
    plan: RatingPlan,
    blinds: list[BlindQuestion],
    before: dict[str, RaterSession],
    options: ModelOptions,
) -> JudgeOutcome:
    file, model = rankings_path(view.path), interviews.settings.model
    missing = [each for each in blinds if each.rater(model) not in before]
    asked = ModelJudge(InterviewMoment.in_run(interviews.minds, plan.step), interviews.gateway, interviews.on_answer)
    found = dict(before)

    def keep(session: RaterSession) -> None:
        append_session(session, file)
        found[session.rater] = session

    def stored() -> int:
        return sum(each.rater(model) in found for each in blinds)

    with tell_partial_progress(options.tell, stored, len(blinds), file):
        await judge_questions(asked, JudgeContext(model, plan.run, plan.interview), missing, keep)
    sessions = tuple(found[each.rater(model)] for each in blinds if each.rater(model) in found)
    return JudgeOutcome(
        view.path,
        file,
        model,
        sessions,
        len(blinds) - len(sessions),
        len(blinds) - len(missing),
        sum(each.alike for each in blinds),
        measure_position_bias(sessions),
        is_self_judging=plan.model == model,
        offline=interviews.settings.offline,
        usage=interviews.usage,
        manifest=_build_manifest(view, plan, model),
    )


def _build_manifest(view: RunView, plan: RatingPlan, model: str) -> dict[str, Json]:
    """Return the manifest of the answers, with the judge's model and prompt."""
    answers = build_answers_manifest(view, plan.step, plan.model)
    prompt: dict[str, Json] = {"sha256": hash_judge_template(), "of": f"townlet {version('townlet')}"}
    return {**answers, "judged_by": model, "judged_with": {"judge": prompt}}


def _set_up_study(view: RunView, request: JudgeRequest) -> tuple[RatingPlan, RatedAnswers]:
    """Return the plan and the answers that raters see. If no study is set up, plan one without writing it.

    Raises StudyError.
    """
    run, header = view.path, view.header
    rows, before = read_answers_beside(run), read_rating_plan(run)
    raters = request.raters or (before.raters if before and before.raters else DEFAULT_RATERS)
    answered = request.answers or (before.model if before else "")
    rating = RatingRequest(raters=raters, people=before.people if before else (), model=answered)
    plan, answers = set_up_rating(run, header.id, header.seed, load_battery(request.battery), rows, rating)
    seed = plan.seed if request.seed is None else request.seed
    return plan.model_copy(update={"raters": raters, "seed": seed}), answers


def _read_stored_rankings(run: Path, plan: RatingPlan) -> dict[str, RaterSession]:
    """Return the stored rankings of models, by rater. Raises StudyError if they are about other answers."""
    sessions = read_matching_sessions(rankings_path(run), plan.conditions, plan.interview)
    return {session.rater: session for session in sessions if session.kind == "model"}


def _make_blind_questions(plan: RatingPlan, answers: RatedAnswers, request: JudgeRequest) -> list[BlindQuestion]:
    questions = (
        list_all_questions(answers)
        if request.everything
        else list_rater_questions(plan.raters, answers, plan.seed, plan.per)
    )
    people = _select_people(request.people, answers.people)
    found = [(person, item) for person, item in questions if person in people]
    if not found:
        raise StudyError(
            f"The questions of {plan.raters:,} rater{'s' * (plan.raters != 1)} include none about "
            f"{', '.join(sorted(people))}. Give more --raters, or --all."
        )
    return make_blind_questions(found, answers.conditions, plan.seed, request.turns)


def _select_people(names: Iterable[str], known: Iterable[str]) -> set[str]:
    """Return the people whose answers are judged: those named, or all. Raises BadInput for an unknown name."""
    everybody = list(known)
    return {find_person(name, everybody) for name in names} or set(everybody)
