"""What somebody with a link has done, in a file of their own: a line is on the disk before the next task is shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from itertools import count
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter, ValidationError

from townlet.experiments.ranking.sessions import AttentionCheck, RankedInterview, RankedQuestion, RaterSession
from townlet.experiments.rating.plan import RatingPlan, Seat, journal_path
from townlet.experiments.rating.tasks import ChooseTask, OrderTask, RatingTask, WriteTask
from townlet.runfile.study_files import StudyFileError, append_json_lines, read_json_lines
from townlet.town.toml_file import StrictModel


class BeganEntry(StrictModel):
    """They agreed, and were given this to do."""

    event: Literal["began"] = "began"
    at: str
    """Real time, ISO 8601, here and below."""
    person: str
    """Whom they watch."""
    consent: str
    """SHA-256 of the text that they agreed to."""
    tasks: tuple[RatingTask, ...]
    turn: int = -1
    """Of a rater: which of the drawn turns they took, from 0; below 0 for the turn of their own number."""


class WatchedEntry(StrictModel):
    """They went on from watching to the tasks."""

    event: Literal["watched"] = "watched"
    at: str


class DidEntry(StrictModel):
    """They did a task: by its kind, the option's place, the places of the texts in their order, or a text."""

    event: Literal["did"] = "did"
    at: str
    place: int
    """Of the task, from 0."""
    choice: int = -1
    order: tuple[int, ...] = ()
    text: str = ""


class JudgedEntry(StrictModel):
    """The researcher has judged what an author wrote."""

    event: Literal["judged"] = "judged"
    at: str
    accepted: bool


JournalEntry = Annotated[BeganEntry | WatchedEntry | DidEntry | JudgedEntry, Field(discriminator="event")]
_entry_adapter: TypeAdapter[JournalEntry] = TypeAdapter(JournalEntry)


def append_entry(entry: JournalEntry, to: Path) -> None:
    """Add an entry. It is on the disk when this returns."""
    append_json_lines([entry.model_dump_json()], to)


def read_journal(path: Path) -> list[JournalEntry]:
    """All entries; none where there is no file. Raises FileFaults with every line that is no entry."""
    if not path.is_file():
        return []
    entries, faults = [], []
    for number, line in read_json_lines(path):
        try:
            entries.append(_entry_adapter.validate_json(line))
        except ValidationError as error:
            fault = error.errors()[0]
            faults.append(f"line {number}: {'.'.join(map(str, fault['loc']))}: {fault['msg'].lower()}")
    if faults:
        raise StudyFileError(path, faults)
    return entries


SittingStage = Literal["consent", "watch", "task", "done", "closed"]


@dataclass(frozen=True)
class RatingSitting:
    """Somebody's work so far."""

    began: BeganEntry | None = None
    watched: WatchedEntry | None = None
    did: tuple[DidEntry, ...] = ()
    judged: JudgedEntry | None = None
    latest: str = ""
    """When they last did anything; empty before they begin."""

    @classmethod
    def of(cls, entries: Iterable[JournalEntry]) -> RatingSitting:
        began, watched, did, judged, latest = None, None, list[DidEntry](), None, ""
        for entry in entries:
            latest = entry.at
            match entry:
                case BeganEntry():
                    began = began or entry
                case WatchedEntry():
                    watched = watched or entry
                case DidEntry() if entry.place == len(did):
                    did.append(entry)
                case JudgedEntry():
                    judged = entry
        return cls(began, watched, tuple(did), judged, latest)

    @property
    def stage(self) -> SittingStage:
        """closed: an author whose answers were refused."""
        if self.judged and not self.judged.accepted:
            return "closed"
        if not self.began:
            return "consent"
        if not self.watched:
            return "watch"
        return "done" if self.task is None else "task"

    @property
    def task(self) -> RatingTask | None:
        """What is to be done next; None before they begin and when all is done."""
        tasks = self.began.tasks if self.began else ()
        return tasks[len(self.did)] if len(self.did) < len(tasks) else None

    @property
    def checks(self) -> tuple[AttentionCheck, ...]:
        """The attention checks done so far."""
        tasks = self.began.tasks if self.began else ()
        return tuple(
            AttentionCheck(
                id=task.id, passed=did.choice == task.right if isinstance(task, ChooseTask) else did.order == task.right
            )
            for task, did in zip(tasks, self.did, strict=False)
            if isinstance(task, ChooseTask) or (isinstance(task, OrderTask) and task.right)
        )

    @property
    def texts(self) -> dict[str, str]:
        """What an author has written so far, by question."""
        tasks = self.began.tasks if self.began else ()
        return {task.id: did.text for task, did in zip(tasks, self.did, strict=False) if isinstance(task, WriteTask)}

    def session(self, rater: str, run: str, interview: RankedInterview, code: str) -> RaterSession:
        """A rater's finished work as the rankings file keeps it."""
        if self.began is None or self.watched is None or self.task is not None:
            raise ValueError(f"{rater} has not finished.")
        rankings, since = list[RankedQuestion](), self.watched.at
        for task, did in zip(self.began.tasks, self.did, strict=True):
            if isinstance(task, OrderTask) and not task.right:
                rankings.append(_ranked_question(task, did, since))
            since = did.at
        return RaterSession(
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


def _ranked_question(task: OrderTask, did: DidEntry, since: str) -> RankedQuestion:
    return RankedQuestion(
        question=task.id,
        category=task.category,
        asked=task.asked,
        order=tuple(task.conditions[place] for place in did.order),
        shown=task.conditions,
        seconds=max(0.0, round(_timestamp(did.at) - _timestamp(since), 1)),
    )


def _timestamp(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()


class RaterStanding(Enum):
    """How a rater who has begun stands, in words."""

    FINISHED = "finished"
    INATTENTIVE = "failed an attention check"
    UNDER_WAY = "under way"
    IDLE = "broken off"

    @property
    def holds(self) -> bool:
        """Whether the turn is theirs; otherwise the next who comes gets it."""
        return self in (RaterStanding.FINISHED, RaterStanding.UNDER_WAY)


RaterSittings = Mapping[Seat, RatingSitting]
"""All raters who have begun."""


def read_rater_sittings(run: Path, plan: RatingPlan) -> RaterSittings:
    """How far everybody has come. Raises FileFaults."""
    found = {
        seat: RatingSitting.of(read_journal(journal_path(run, seat.id)))
        for seat in plan.seats()
        if seat.role == "rater"
    }
    return {seat: sitting for seat, sitting in found.items() if sitting.began}


def classify_rater(sitting: RatingSitting, now: str, idle: int) -> RaterStanding:
    """How a rater stands at a time (ISO 8601), given after how many hours without an answer they count as idle."""
    if sitting.stage == "done":
        return RaterStanding.FINISHED if all(check.passed for check in sitting.checks) else RaterStanding.INATTENTIVE
    since = datetime.fromisoformat(now) - datetime.fromisoformat(sitting.latest)
    return RaterStanding.UNDER_WAY if since < timedelta(hours=idle) else RaterStanding.IDLE


def count_standings(raters: RaterSittings, now: str, idle: int) -> dict[RaterStanding, int]:
    """How many raters stand in which way."""
    counts = Counter(classify_rater(sitting, now, idle) for sitting in raters.values())
    return {each: counts[each] for each in RaterStanding if counts[each]}


def find_next_turn(raters: RaterSittings, now: str, idle: int) -> int:
    """The turn of a rater who comes at that time."""
    held = set(_held_turns(raters, now, idle))
    return next(turn for turn in count() if turn not in held)


def _held_turns(raters: RaterSittings, now: str, idle: int) -> Iterable[int]:
    for seat, sitting in raters.items():
        if sitting.began and classify_rater(sitting, now, idle).holds:
            yield seat.number if sitting.began.turn < 0 else sitting.began.turn
