"""Setting a rating study up, or going on with one: what is rated, and who has a link."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from townlet.study.defects import StudyFault
from townlet.study.interviews.battery import Battery
from townlet.study.interviews.table import Row, interviews_path
from townlet.study.ranking.file import rankings_path
from townlet.study.rating.answers import Answers, answers_in
from townlet.study.rating.authors import authors_of
from townlet.study.rating.plan import IDLE, Plan, begun, rating_path, read_plan

RATERS = 100
"""Links that are made unless another number is given; as many as the paper had raters."""


@dataclass(frozen=True)
class Wanted:
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


def set_up(
    run: Path, run_id: str, seed: int, battery: Battery, rows: Sequence[Row], want: Wanted
) -> tuple[Plan, Answers]:
    """The study as it is from now on. Raises StudyFault if there is nothing to rate, or raters have begun on other."""
    before = read_plan(run)
    started = before is not None and bool(begun(run, [seat for seat in before.seats() if seat.role == "rater"]))
    kept = _of_plan(rows, before) if before and started else rows
    people = want.people or (before.people if before and started else ())
    model = want.model or (before.model if before and started else "")
    answers = answers_in(kept, run_id, battery.name, people, model)
    if answers is None:
        who = "".join(f' --person "{name}"' for name in want.people)
        raise StudyFault(
            f"{run} has no answers to the battery {battery.name!r} under two conditions or more; "
            f"first do: townlet interview {run} --condition all{who}"
        )
    plan = Plan(
        run=run_id,
        battery=battery.name,
        first=battery.first,
        model=answers.model,
        step=answers.step,
        conditions=answers.conditions,
        people=tuple(answers.people),
        seed=_first_of(want.seed, before.seed if before else None, seed),
        per=_first_of(want.per, before.per if before else None, 1),
        idle=_first_of(want.idle, before.idle if before else None, IDLE),
        raters=_first_of(want.raters, before.raters if before else None, RATERS),
        authors=_authors(run, before, want.authors),
        answers=answers.fingerprint,
    )
    if before and started:
        if not plan.rates_the_same(before):
            raise StudyFault(
                f"Raters have begun, so only links can be added now (--raters, --author); to begin anew, move "
                f"{rating_path(run)} and {rankings_path(run)} away."
            )
        if before.answers not in ("", plan.answers):
            raise StudyFault(
                f"The answers in {interviews_path(run)} have changed since raters began; put that file back as it was, "
                f"or, to begin anew, move {rating_path(run)} and {rankings_path(run)} away."
            )
        as_begun = {"until": before.until, "state": before.state, "manifest": before.manifest}
        plan = plan.model_copy(update={"raters": max(plan.raters, before.raters), **as_begun})
    return plan, answers


def _of_plan(rows: Iterable[Row], plan: Plan) -> list[Row]:
    """The answers that a study rates, whatever has been asked since."""
    return [row for row in rows if row.step == plan.step and row.condition in plan.conditions]


def _authors(run: Path, before: Plan | None, wanted: Iterable[str]) -> tuple[str, ...]:
    """Those there are, and one more for everybody who is wanted and has none but refused ones."""
    if before is None:
        return tuple(dict.fromkeys(wanted))
    good = {author.person for author in authors_of(run, before) if author.status != "refused"}
    return (*before.authors, *(name for name in dict.fromkeys(wanted) if name not in good))


def _first_of(*given: int | None) -> int:
    return next(each for each in given if each is not None)
