"""How far somebody with a link has come, read from their journal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from townlet.study.ranking.session import Check, Interview, Ranked, Session
from townlet.study.rating.journal import Began, Did, Entry, Judged, Watched
from townlet.study.rating.tasks import Choose, Order, Task, Write

Stage = Literal["consent", "watch", "task", "done", "closed"]


@dataclass(frozen=True)
class Sitting:
    """Somebody's work so far."""

    began: Began | None = None
    watched: Watched | None = None
    did: tuple[Did, ...] = ()
    judged: Judged | None = None
    latest: str = ""
    """When they last did anything; empty before they begin."""

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> Sitting:
        began, watched, did, judged, latest = None, None, list[Did](), None, ""
        for entry in entries:
            latest = entry.at
            match entry:
                case Began():
                    began = began or entry
                case Watched():
                    watched = watched or entry
                case Did() if entry.place == len(did):
                    did.append(entry)
                case Judged():
                    judged = entry
        return cls(began, watched, tuple(did), judged, latest)

    @property
    def stage(self) -> Stage:
        """closed: an author whose answers were refused."""
        if self.judged and not self.judged.accepted:
            return "closed"
        if not self.began:
            return "consent"
        if not self.watched:
            return "watch"
        return "done" if self.task is None else "task"

    @property
    def task(self) -> Task | None:
        """What is to be done next; None before they begin and when all is done."""
        tasks = self.began.tasks if self.began else ()
        return tasks[len(self.did)] if len(self.did) < len(tasks) else None

    @property
    def checks(self) -> tuple[Check, ...]:
        """The attention checks done so far."""
        tasks = self.began.tasks if self.began else ()
        return tuple(
            Check(id=task.id, passed=did.choice == task.right if isinstance(task, Choose) else did.order == task.right)
            for task, did in zip(tasks, self.did, strict=False)
            if isinstance(task, Choose) or (isinstance(task, Order) and task.right)
        )

    @property
    def texts(self) -> dict[str, str]:
        """What an author has written so far, by question."""
        tasks = self.began.tasks if self.began else ()
        return {task.id: did.text for task, did in zip(tasks, self.did, strict=False) if isinstance(task, Write)}

    def session(self, rater: str, run: str, interview: Interview, code: str) -> Session:
        """A rater's finished work as the rankings file keeps it."""
        if self.began is None or self.watched is None or self.task is not None:
            raise ValueError(f"{rater} has not finished.")
        rankings, since = list[Ranked](), self.watched.at
        for task, did in zip(self.began.tasks, self.did, strict=True):
            if isinstance(task, Order) and not task.right:
                rankings.append(_ranked(task, did, since))
            since = did.at
        return Session(
            rater=rater,
            kind="person",
            run=run,
            person=self.began.person,
            interview=interview,
            code=code,
            began=self.began.at,
            ended=since,
            attention=self.checks,
            rankings=tuple(rankings),
        )


def _ranked(task: Order, did: Did, since: str) -> Ranked:
    return Ranked(
        question=task.id,
        category=task.category,
        asked=task.asked,
        order=tuple(task.conditions[place] for place in did.order),
        shown=task.conditions,
        seconds=max(0.0, round(_instant(did.at) - _instant(since), 1)),
    )


def _instant(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()
