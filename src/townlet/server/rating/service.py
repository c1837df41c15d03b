"""A rating study under way: who comes with which link, how far they are, and what is kept of what they do."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path

from townlet.analysis.history import WorldHistory
from townlet.experiments.interviews.answers import AnswerRow
from townlet.experiments.ranking.sessions import append_session, rankings_path, read_sessions_beside
from townlet.experiments.rating.authors import list_author_tasks
from townlet.experiments.rating.consent import hash_consent_text
from townlet.experiments.rating.journal import (
    BeganEntry,
    DidEntry,
    RaterStanding,
    RatingSitting,
    WatchedEntry,
    append_entry,
    count_standings,
    find_next_turn,
    read_journal,
    read_rater_sittings,
)
from townlet.experiments.rating.links import load_secret, make_completion_code, make_link_token
from townlet.experiments.rating.plan import PREVIEW_SEAT, RatingPlan, Seat, SeatRole, journal_path, rating_path
from townlet.experiments.rating.rated_answers import RatedAnswers
from townlet.experiments.rating.tasks import (
    LETTERS,
    ChooseTask,
    OrderTask,
    RatingTask,
    WriteTask,
    assign_person,
    assign_tasks,
    make_watching_check,
)
from townlet.server.errors import ActionRefused
from townlet.server.protocol.rating import LetteredAnswer, RatingSubmission, RatingTaskView, RatingView


@dataclass(frozen=True)
class RatingService:
    """The study of a run. What is known of anybody is in their journal and nowhere else; many threads may ask."""

    run: Path
    plan: RatingPlan
    answers: RatedAnswers
    rows: Sequence[AnswerRow]
    """The table of answers."""
    past: WorldHistory
    consent: Mapping[SeatRole, str]
    _locks: dict[str, threading.Lock] = field(default_factory=dict, repr=False)

    @cached_property
    def secret(self) -> bytes:
        return load_secret(rating_path(self.run))

    @cached_property
    def links(self) -> dict[str, Seat]:
        """Everybody by what is in their link."""
        return {make_link_token(self.secret, seat.id): seat for seat in (PREVIEW_SEAT, *self.plan.seats())}

    def code(self, seat: Seat) -> str:
        return make_completion_code(self.secret, seat.id)

    def person(self, seat: Seat) -> str:
        """Whom they watch; empty for a rater who has not begun, since that is drawn when they do."""
        if began := self.sitting(seat).began:
            return began.person
        return self.plan.authors[seat.number] if seat.role == "author" else ""

    def sitting(self, seat: Seat) -> RatingSitting:
        """How far they have come. Raises FileFaults."""
        return RatingSitting.of(read_journal(journal_path(self.run, seat.id)))

    def shown(self, seat: Seat) -> RatingView:
        """What their page shows."""
        sitting = self.sitting(seat)
        began, stage = sitting.began, sitting.stage
        return RatingView(
            stage=stage,
            role=seat.role,
            person=self.person(seat),
            moment=self.past.clock.at(self.plan.step).isoformat(),
            place=len(sitting.did),
            of=len(began.tasks) if began else 0,
            consent=_paragraphs(self.consent[seat.role]) if stage == "consent" else [],
            task=_task_shown(sitting.task) if stage == "task" and sitting.task else None,
            code=self.code(seat) if stage == "done" else "",
        )

    def agree(self, seat: Seat) -> None:
        """They have agreed: what they are to do is drawn and written down."""
        with self._lock("turns"), self._lock(seat.id):
            if self.sitting(seat).stage == "consent":
                self._note(seat, self._beginning(seat, _now()))

    def go_on(self, seat: Seat) -> None:
        """They have watched, and go on to the tasks."""
        with self._lock(seat.id):
            if self.sitting(seat).stage == "watch":
                self._note(seat, WatchedEntry(at=_now()))

    def take(self, seat: Seat, done: RatingSubmission) -> None:
        """A task is done: kept at once, and after the last the session as a whole. Raises Refused."""
        with self._lock(seat.id):
            sitting = self.sitting(seat)
            if sitting.task is None or sitting.stage != "task" or done.place != len(sitting.did):
                raise ActionRefused(
                    "This question has been answered already, perhaps in another window. The next follows."
                )
            self._note(seat, _did(sitting.task, done))
            self._keep_session(seat)

    def standings(self) -> dict[RaterStanding, int]:
        """How many raters have come how far by now. Raises FileFaults."""
        return count_standings(read_rater_sittings(self.run, self.plan), _now(), self.plan.idle)

    def catch_up(self) -> None:
        """Keep the sessions of all who had finished when the server was ended before it could. Raises FileFaults."""
        for seat in self.plan.seats():
            self._keep_session(seat)

    def _beginning(self, seat: Seat, now: str) -> BeganEntry:
        plan, agreed = self.plan, hash_consent_text(self.consent[seat.role])
        if seat.role == "author":
            person = plan.authors[seat.number]
            return BeganEntry(
                at=now, person=person, consent=agreed, tasks=tuple(list_author_tasks(person, self.rows, plan))
            )
        turn = 0 if seat == PREVIEW_SEAT else find_next_turn(read_rater_sittings(self.run, plan), now, plan.idle)
        person = assign_person(turn, plan.people, plan.seed)
        check = make_watching_check(self.past, person, plan.seed, turn)
        tasks = assign_tasks(turn, self.answers, plan.seed, plan.per, check)
        return BeganEntry(at=now, person=person, consent=agreed, tasks=tuple(tasks), turn=turn)

    def _keep_session(self, seat: Seat) -> None:
        sitting, to = self.sitting(seat), rankings_path(self.run)
        if seat.role != "rater" or seat == PREVIEW_SEAT or sitting.stage != "done":
            return
        with self._lock("rankings"):
            kept = read_sessions_beside(self.run)
            if not any((each.rater, each.run) == (seat.id, self.plan.run) for each in kept):
                append_session(sitting.session(seat.id, self.plan.run, self.plan.interview, self.code(seat)), to)

    def _lock(self, name: str) -> threading.Lock:
        return self._locks.setdefault(name, threading.Lock())

    def _note(self, seat: Seat, entry: BeganEntry | WatchedEntry | DidEntry) -> None:
        append_entry(entry, journal_path(self.run, seat.id))


def _did(task: RatingTask, done: RatingSubmission) -> DidEntry:
    """What was done, as it is kept. Raises Refused for what is no answer to the task."""
    at = _now()
    match task:
        case ChooseTask() if done.choice is not None and done.choice < len(task.options):
            return DidEntry(at=at, place=done.place, choice=done.choice)
        case OrderTask() if sorted(done.order or []) == list(LETTERS[: len(task.texts)]):
            return DidEntry(at=at, place=done.place, order=tuple(map(LETTERS.index, done.order or [])))
        case WriteTask() if (done.text or "").strip():
            return DidEntry(at=at, place=done.place, text=(done.text or "").strip())
    raise ActionRefused("That is no answer to this question; load the page again to go on.")


def _task_shown(task: RatingTask) -> RatingTaskView:
    match task:
        case ChooseTask():
            return RatingTaskView(kind="choose", asked=task.asked, options=list(task.options))
        case OrderTask():
            answers = [
                LetteredAnswer(letter=letter, text=text) for letter, text in zip(LETTERS, task.texts, strict=False)
            ]
            return RatingTaskView(kind="order", asked=task.asked, answers=answers, told=bool(task.right))
        case WriteTask():
            return RatingTaskView(kind="write", asked=task.asked)


def _paragraphs(text: str) -> list[str]:
    return [" ".join(each.split()) for each in text.replace("\r\n", "\n").split("\n\n") if each.strip()]


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
