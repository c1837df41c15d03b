"""A rating study in progress: who each link belongs to, how far raters have come, and the journal of their answers."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from townlet.evaluation.interviews.answers import AnswerRow
from townlet.evaluation.ranking.sessions import append_session, rankings_path, read_sessions_beside
from townlet.evaluation.rating.authors import list_author_tasks
from townlet.evaluation.rating.consent import hash_consent_text
from townlet.evaluation.rating.journal import (
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
    real_time,
)
from townlet.evaluation.rating.links import load_secret, make_completion_code, make_link_token
from townlet.evaluation.rating.plan import PREVIEW_SEAT, RatingPlan, Seat, SeatRole, journal_path, rating_path
from townlet.evaluation.rating.rated_answers import RatedAnswers
from townlet.evaluation.rating.tasks import (
    LETTERS,
    ChooseTask,
    OrderTask,
    RatingTask,
    WriteTask,
    assign_person,
    assign_tasks,
    make_watching_check,
)
from townlet.runfile.history import WorldHistory
from townlet.server.errors import ActionRefused
from townlet.server.protocol.rating import LetteredAnswer, RatingSubmission, RatingTaskView, RatingView


@dataclass(frozen=True)
class RatingService:
    """The rating study of a run. All state of a rater is in their journal file. Safe for many threads."""

    run: Path
    plan: RatingPlan
    answers: RatedAnswers
    answer_rows: Sequence[AnswerRow]
    """The interview answers, as read from their file."""
    past: WorldHistory
    consent: Mapping[SeatRole, str]
    _locks: dict[str, threading.Lock] = field(default_factory=dict, repr=False)

    @cached_property
    def secret(self) -> bytes:
        """The key from which link tokens and completion codes are derived."""
        return load_secret(rating_path(self.run))

    @cached_property
    def links(self) -> dict[str, Seat]:
        """Each seat by the token in its link."""
        return {make_link_token(self.secret, seat.id): seat for seat in (PREVIEW_SEAT, *self.plan.seats())}

    def completion_code(self, seat: Seat) -> str:
        """Return the code that proves to a recruitment platform that the rater has finished."""
        return make_completion_code(self.secret, seat.id)

    def person(self, seat: Seat) -> str:
        """Return the person that a rater watches; empty before they begin, when it is drawn."""
        if began := self.sitting(seat).began:
            return began.person
        return self.plan.authors[seat.number] if seat.role == "author" else ""

    def sitting(self, seat: Seat) -> RatingSitting:
        """Return how far a rater has come, from their journal. Raises StudyFileError."""
        return RatingSitting.from_entries(read_journal(journal_path(self.run, seat.id)))

    def view(self, seat: Seat) -> RatingView:
        """Return what a rater's page shows."""
        sitting = self.sitting(seat)
        began, stage = sitting.began, sitting.stage
        return RatingView(
            stage=stage,
            role=seat.role,
            person=self.person(seat),
            moment=self.past.clock.at(self.plan.step).isoformat(),
            place=len(sitting.completed),
            of=len(began.tasks) if began else 0,
            consent=_paragraphs(self.consent[seat.role]) if stage == "consent" else [],
            task=_task_view(sitting.task) if stage == "task" and sitting.task else None,
            code=self.completion_code(seat) if stage == "done" else "",
        )

    def record_consent(self, seat: Seat) -> None:
        """Record that a rater has agreed; draw their tasks and write them into the journal."""
        with self._lock("turns"), self._lock(seat.id):
            if self.sitting(seat).stage == "consent":
                self._append(seat, self._begin(seat, real_time()))

    def mark_watched(self, seat: Seat) -> None:
        """Record that a rater has watched the replay, so that the tasks follow."""
        with self._lock(seat.id):
            if self.sitting(seat).stage == "watch":
                self._append(seat, WatchedEntry(at=real_time()))

    def submit(self, seat: Seat, submission: RatingSubmission) -> None:
        """Store a finished task; after the last task store the whole session. Raises ActionRefused."""
        with self._lock(seat.id):
            sitting = self.sitting(seat)
            if sitting.task is None or sitting.stage != "task" or submission.place != len(sitting.completed):
                raise ActionRefused(
                    "This question has already been answered, perhaps in another window. The next question follows."
                )
            self._append(seat, _make_entry(sitting.task, submission))
            self._store_session(seat)

    def standings(self) -> dict[RaterStanding, int]:
        """Count the raters by how far they have come. Raises StudyFileError."""
        return count_standings(read_rater_sittings(self.run, self.plan), real_time(), self.plan.idle)

    def store_finished_sessions(self) -> None:
        """Store finished sessions that an earlier server was stopped before storing. Raises StudyFileError."""
        for seat in self.plan.seats():
            self._store_session(seat)

    def _begin(self, seat: Seat, now: str) -> BeganEntry:
        plan, agreed = self.plan, hash_consent_text(self.consent[seat.role])
        if seat.role == "author":
            person = plan.authors[seat.number]
            return BeganEntry(
                at=now, person=person, consent=agreed, tasks=tuple(list_author_tasks(person, self.answer_rows, plan))
            )
        turn = 0 if seat == PREVIEW_SEAT else find_next_turn(read_rater_sittings(self.run, plan), now, plan.idle)
        person = assign_person(turn, plan.people, plan.seed)
        check = make_watching_check(self.past, person, plan.seed, turn)
        tasks = assign_tasks(turn, self.answers, plan.seed, plan.per, check)
        return BeganEntry(at=now, person=person, consent=agreed, tasks=tuple(tasks), turn=turn)

    def _store_session(self, seat: Seat) -> None:
        sitting, to = self.sitting(seat), rankings_path(self.run)
        if seat.role != "rater" or seat == PREVIEW_SEAT or sitting.stage != "done":
            return
        with self._lock("rankings"):
            stored = read_sessions_beside(self.run)
            if not any((each.rater, each.run) == (seat.id, self.plan.run) for each in stored):
                append_session(
                    sitting.session(seat.id, self.plan.run, self.plan.interview, self.completion_code(seat)), to
                )

    def _lock(self, name: str) -> threading.Lock:
        return self._locks.setdefault(name, threading.Lock())

    def _append(self, seat: Seat, entry: BeganEntry | WatchedEntry | DidEntry) -> None:
        append_entry(entry, journal_path(self.run, seat.id))


def _make_entry(task: RatingTask, submission: RatingSubmission) -> DidEntry:
    """Return the journal entry of a finished task. Raises ActionRefused if the submission does not fit the task."""
    at = real_time()
    match task:
        case ChooseTask() if submission.choice is not None and submission.choice < len(task.options):
            return DidEntry(at=at, place=submission.place, choice=submission.choice)
        case OrderTask() if sorted(submission.order or []) == list(LETTERS[: len(task.texts)]):
            return DidEntry(at=at, place=submission.place, order=tuple(map(LETTERS.index, submission.order or [])))
        case WriteTask() if (submission.text or "").strip():
            return DidEntry(at=at, place=submission.place, text=(submission.text or "").strip())
    raise ActionRefused("That answer does not fit this question; load the page again to continue.")


def _task_view(task: RatingTask) -> RatingTaskView:
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
