"""Setting a rating study up, or going on with one: what is rated, and who has a link."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from townlet.experiments.interviews.answers import AnswerRow, build_answers_manifest, interviews_path
from townlet.experiments.interviews.battery import Battery
from townlet.experiments.ranking.sessions import rankings_path
from townlet.experiments.rating.authors import read_authors
from townlet.experiments.rating.plan import IDLE_HOURS, RatingPlan, list_begun_seats, rating_path, read_rating_plan
from townlet.experiments.rating.rated_answers import RatedAnswers, select_rated_answers
from townlet.runfile.study_files import StudyError
from townlet.runfile.view import RunView


def settle_plan(plan: RatingPlan, view: RunView) -> RatingPlan:
    """The plan with how far its run is replayed and what its answers rest on.

    A run that has gone on since raters began is replayed as far as they saw it. Raises StudyFault for one that is not
    what they saw.
    """
    if not plan.until:
        manifest = build_answers_manifest(view, plan.step, plan.model)
        return plan.model_copy(update={"until": view.until, "state": view.state_hash(), "manifest": manifest})
    if view.until < plan.until or view.state_hash(plan.until - 1) != plan.state:
        raise StudyError(
            f"{view.path} is not the run that raters began with: its first {plan.until:,} steps are not what they "
            "were; put that file back, or rate this one under another name."
        )
    return plan


DEFAULT_RATERS = 100
"""Links that are made unless another number is given; as many as the paper had raters."""


@dataclass(frozen=True)
class RatingRequest:
    """What was asked for; what is None or empty is as it was, or as is usual."""

    raters: int | None = None
    authors: tuple[str, ...] = ()
    """In whose place people are to write."""
    people: tuple[str, ...] = ()
    model: str = ""
    per: int | None = None
    idle: int | None = None
    """Hours."""
    seed: int | None = None


def set_up_rating(
    run: Path, run_id: str, seed: int, battery: Battery, rows: Sequence[AnswerRow], want: RatingRequest
) -> tuple[RatingPlan, RatedAnswers]:
    """The study as it is from now on. Raises StudyFault if there is nothing to rate, or raters have begun on other."""
    before = read_rating_plan(run)
    started = before is not None and bool(
        list_begun_seats(run, [seat for seat in before.seats() if seat.role == "rater"])
    )
    kept = _of_plan(rows, before) if before and started else rows
    people = want.people or (before.people if before and started else ())
    model = want.model or (before.model if before and started else "")
    answers = select_rated_answers(kept, run_id, battery.name, people, model)
    if answers is None:
        who = "".join(f' --person "{name}"' for name in want.people)
        raise StudyError(
            f"{run} has no answers to the battery {battery.name!r} under two conditions or more; "
            f"first do: townlet interview {run} --condition all{who}"
        )
    plan = RatingPlan(
        run=run_id,
        battery=battery.name,
        first=battery.first,
        model=answers.model,
        step=answers.step,
        conditions=answers.conditions,
        people=tuple(answers.people),
        seed=_first_of(want.seed, before.seed if before else None, seed),
        per=_first_of(want.per, before.per if before else None, 1),
        idle=_first_of(want.idle, before.idle if before else None, IDLE_HOURS),
        raters=_first_of(want.raters, before.raters if before else None, DEFAULT_RATERS),
        authors=_authors(run, before, want.authors),
        answers=answers.fingerprint,
    )
    if before and started:
        if not plan.rates_the_same(before):
            raise StudyError(
                f"Raters have begun, so only links can be added now (--raters, --author); to begin anew, move "
                f"{rating_path(run)} and {rankings_path(run)} away."
            )
        if before.answers not in ("", plan.answers):
            raise StudyError(
                f"The answers in {interviews_path(run)} have changed since raters began; put that file back as it was, "
                f"or, to begin anew, move {rating_path(run)} and {rankings_path(run)} away."
            )
        as_begun = {"until": before.until, "state": before.state, "manifest": before.manifest}
        plan = plan.model_copy(update={"raters": max(plan.raters, before.raters), **as_begun})
    return plan, answers


def _of_plan(rows: Iterable[AnswerRow], plan: RatingPlan) -> list[AnswerRow]:
    """The answers that a study rates, whatever has been asked since."""
    return [row for row in rows if row.step == plan.step and row.condition in plan.conditions]


def _authors(run: Path, before: RatingPlan | None, wanted: Iterable[str]) -> tuple[str, ...]:
    """Those there are, and one more for everybody who is wanted and has none but refused ones."""
    if before is None:
        return tuple(dict.fromkeys(wanted))
    good = {author.person for author in read_authors(run, before) if author.status != "refused"}
    return (*before.authors, *(name for name in dict.fromkeys(wanted) if name not in good))


def _first_of(*given: int | None) -> int:
    return next(each for each in given if each is not None)
