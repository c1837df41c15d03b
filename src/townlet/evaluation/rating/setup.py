"""Setting up a rating study, or changing one that raters have begun."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from townlet.evaluation.interviews.answers import AnswerRow, build_answers_manifest, interviews_path
from townlet.evaluation.interviews.battery import Battery
from townlet.evaluation.ranking.sessions import rankings_path
from townlet.evaluation.rating.authors import read_authors
from townlet.evaluation.rating.plan import IDLE_HOURS, RatingPlan, list_begun_seats, rating_path, read_rating_plan
from townlet.evaluation.rating.rated_answers import RatedAnswers, select_rated_answers
from townlet.runfile.study_files import StudyError
from townlet.runfile.view import RunView


def settle_plan(plan: RatingPlan, view: RunView) -> RatingPlan:
    """Return the plan with the part of the run that is replayed and the manifest of its answers.

    If the run has gone on since raters began, it is replayed only as far as they saw it. Raises StudyError if it is not
    the run that they saw.
    """
    if not plan.until:
        manifest = build_answers_manifest(view, plan.step, plan.model)
        return plan.model_copy(update={"until": view.until, "state": view.state_hash(), "manifest": manifest})
    if view.until < plan.until or view.state_hash(plan.until - 1) != plan.state:
        raise StudyError(
            f"{view.path} is not the run that raters began with: its first {plan.until:,} steps have changed; "
            "restore that file, or rate this one under another name."
        )
    return plan


DEFAULT_RATERS = 100
"""How many rater links are made by default: as many as the paper had raters."""


@dataclass(frozen=True)
class RatingRequest:
    """The options of a request. None or empty keeps the present value, or the default in a new study."""

    raters: int | None = None
    authors: tuple[str, ...] = ()
    """The people in whose place authors are to write."""
    people: tuple[str, ...] = ()
    """The people whose answers are rated."""
    model: str = ""
    """The model whose answers are rated."""
    questions_per_category: int | None = None
    idle_hours: int | None = None
    """The hours without an answer after which a rater has broken off."""
    seed: int | None = None


def set_up_rating(
    path: Path, run_id: str, seed: int, battery: Battery, rows: Sequence[AnswerRow], request: RatingRequest
) -> tuple[RatingPlan, RatedAnswers]:
    """Return the plan that a request leads to, and the answers to rate. Nothing is written.

    Raises StudyError if there are no answers to rate, or if raters have begun and would now rate something else.
    """
    before = read_rating_plan(path)
    started = before is not None and bool(
        list_begun_seats(path, [seat for seat in before.seats() if seat.role == "rater"])
    )
    kept = _select_planned(rows, before) if before and started else rows
    people = request.people or (before.people if before and started else ())
    model = request.model or (before.model if before and started else "")
    answers = select_rated_answers(kept, run_id, battery.name, people, model)
    if answers is None:
        who = "".join(f' --person "{name}"' for name in request.people)
        raise StudyError(
            f"{path} has no answers to the battery {battery.name!r} under at least two conditions; "
            f"run this first: townlet interview {path} --condition all{who}"
        )
    plan = RatingPlan(
        run=run_id,
        battery=battery.name,
        first=battery.first,
        model=answers.model,
        step=answers.step,
        conditions=answers.conditions,
        people=tuple(answers.people),
        seed=_first_of(request.seed, before.seed if before else None, seed),
        per=_first_of(request.questions_per_category, before.per if before else None, 1),
        idle=_first_of(request.idle_hours, before.idle if before else None, IDLE_HOURS),
        raters=_first_of(request.raters, before.raters if before else None, DEFAULT_RATERS),
        authors=_authors(path, before, request.authors),
        answers=answers.fingerprint,
    )
    if before and started:
        if not plan.rates_the_same(before):
            raise StudyError(
                f"Raters have begun, so only links can be added now (--raters, --author); to start over, move "
                f"{rating_path(path)} and {rankings_path(path)} away."
            )
        if before.answers not in ("", plan.answers):
            raise StudyError(
                f"The answers in {interviews_path(path)} have changed since raters began; restore that file, "
                f"or, to start over, move {rating_path(path)} and {rankings_path(path)} away."
            )
        as_begun = {"until": before.until, "state": before.state, "manifest": before.manifest}
        plan = plan.model_copy(update={"raters": max(plan.raters, before.raters), **as_begun})
    return plan, answers


def _select_planned(rows: Iterable[AnswerRow], plan: RatingPlan) -> list[AnswerRow]:
    """Return the answers that a study rates, without those given after it was planned."""
    return [row for row in rows if row.step == plan.step and row.condition in plan.conditions]


def _authors(path: Path, before: RatingPlan | None, wanted: Iterable[str]) -> tuple[str, ...]:
    """Return the authors' people: the present ones, and each wanted person who has no author or only refused ones."""
    if before is None:
        return tuple(dict.fromkeys(wanted))
    good = {author.person for author in read_authors(path, before) if author.status != "refused"}
    return (*before.authors, *(name for name in dict.fromkeys(wanted) if name not in good))


def _first_of(*given: int | None) -> int:
    return next(each for each in given if each is not None)
