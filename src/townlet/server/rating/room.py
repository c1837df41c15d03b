"""A rating study under way: who comes with which link, how far they are, and what is kept of what they do."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path

from townlet.server.acting import Refused
from townlet.server.protocol.rating import Lettered, RatingShown, TaskDone, TaskShown
from townlet.study.interviews.table import Row
from townlet.study.past import Past
from townlet.study.ranking.file import append_session, rankings_path, sessions_beside
from townlet.study.rating.answers import Answers
from townlet.study.rating.assignment import person_for, tasks_for
from townlet.study.rating.authors import tasks_of
from townlet.study.rating.checks import whereabouts
from townlet.study.rating.codes import code_of, secret_in, token_of
from townlet.study.rating.consent import fingerprint
from townlet.study.rating.journal import Began, Did, Watched, append, read
from townlet.study.rating.plan import PREVIEW, Plan, Role, Seat, journal_path, rating_path
from townlet.study.rating.sitting import Sitting
from townlet.study.rating.tasks import LETTERS, Choose, Order, Task, Write
from townlet.study.rating.turns import Standing, next_turn, raters_of, standings


@dataclass(frozen=True)
class Room:
    """The study of a run. What is known of anybody is in their journal and nowhere else; many threads may ask."""

    run: Path
    plan: Plan
    answers: Answers
    rows: Sequence[Row]
    """The table of answers."""
    past: Past
    consent: Mapping[Role, str]
    _locks: dict[str, threading.Lock] = field(default_factory=dict, repr=False)

    @cached_property
    def secret(self) -> bytes:
        return secret_in(rating_path(self.run))

    @cached_property
    def links(self) -> dict[str, Seat]:
        """Everybody by what is in their link."""
        return {token_of(self.secret, seat.id): seat for seat in (PREVIEW, *self.plan.seats())}

    def code(self, seat: Seat) -> str:
        return code_of(self.secret, seat.id)

    def person(self, seat: Seat) -> str:
        """Whom they watch; empty for a rater who has not begun, since that is drawn when they do."""
        if began := self.sitting(seat).began:
            return began.person
        return self.plan.authors[seat.number] if seat.role == "author" else ""

    def sitting(self, seat: Seat) -> Sitting:
        """How far they have come. Raises FileFaults."""
        return Sitting.of(read(journal_path(self.run, seat.id)))

    def shown(self, seat: Seat) -> RatingShown:
        """What their page shows."""
        sitting = self.sitting(seat)
        began, stage = sitting.began, sitting.stage
        return RatingShown(
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
                self._note(seat, Watched(at=_now()))

    def take(self, seat: Seat, done: TaskDone) -> None:
        """A task is done: kept at once, and after the last the session as a whole. Raises Refused."""
        with self._lock(seat.id):
            sitting = self.sitting(seat)
            if sitting.task is None or sitting.stage != "task" or done.place != len(sitting.did):
                raise Refused("This question has been answered already, perhaps in another window. The next follows.")
            self._note(seat, _did(sitting.task, done))
            self._keep_session(seat)

    def standings(self) -> dict[Standing, int]:
        """How many raters have come how far by now. Raises FileFaults."""
        return standings(raters_of(self.run, self.plan), _now(), self.plan.idle)

    def catch_up(self) -> None:
        """Keep the sessions of all who had finished when the server was ended before it could. Raises FileFaults."""
        for seat in self.plan.seats():
            self._keep_session(seat)

    def _beginning(self, seat: Seat, now: str) -> Began:
        plan, agreed = self.plan, fingerprint(self.consent[seat.role])
        if seat.role == "author":
            person = plan.authors[seat.number]
            return Began(at=now, person=person, consent=agreed, tasks=tuple(tasks_of(person, self.rows, plan)))
        turn = 0 if seat == PREVIEW else next_turn(raters_of(self.run, plan), now, plan.idle)
        person = person_for(turn, plan.people, plan.seed)
        check = whereabouts(self.past, person, plan.seed, turn)
        tasks = tasks_for(turn, self.answers, plan.seed, plan.per, check)
        return Began(at=now, person=person, consent=agreed, tasks=tuple(tasks), turn=turn)

    def _keep_session(self, seat: Seat) -> None:
        sitting, to = self.sitting(seat), rankings_path(self.run)
        if seat.role != "rater" or seat == PREVIEW or sitting.stage != "done":
            return
        with self._lock("rankings"):
            kept = sessions_beside(self.run)
            if not any((each.rater, each.run) == (seat.id, self.plan.run) for each in kept):
                append_session(sitting.session(seat.id, self.plan.run, self.plan.interview, self.code(seat)), to)

    def _lock(self, name: str) -> threading.Lock:
        return self._locks.setdefault(name, threading.Lock())

    def _note(self, seat: Seat, entry: Began | Watched | Did) -> None:
        append(entry, journal_path(self.run, seat.id))


def _did(task: Task, done: TaskDone) -> Did:
    """What was done, as it is kept. Raises Refused for what is no answer to the task."""
    at = _now()
    match task:
        case Choose() if done.choice is not None and done.choice < len(task.options):
            return Did(at=at, place=done.place, choice=done.choice)
        case Order() if sorted(done.order or []) == list(LETTERS[: len(task.texts)]):
            return Did(at=at, place=done.place, order=tuple(map(LETTERS.index, done.order or [])))
        case Write() if (done.text or "").strip():
            return Did(at=at, place=done.place, text=(done.text or "").strip())
    raise Refused("That is no answer to this question; load the page again to go on.")


def _task_shown(task: Task) -> TaskShown:
    match task:
        case Choose():
            return TaskShown(kind="choose", asked=task.asked, options=list(task.options))
        case Order():
            answers = [Lettered(letter=letter, text=text) for letter, text in zip(LETTERS, task.texts, strict=False)]
            return TaskShown(kind="order", asked=task.asked, answers=answers, told=bool(task.right))
        case Write():
            return TaskShown(kind="write", asked=task.asked)


def _paragraphs(text: str) -> list[str]:
    return [" ".join(each.split()) for each in text.replace("\r\n", "\n").split("\n\n") if each.strip()]


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
