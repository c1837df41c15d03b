"""The journal of each rater or author: an event log from which the state of their sitting is derived.

Each entry is on disk before the next task is shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from itertools import count
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter, ValidationError

from townlet.errors import BadInput
from townlet.evaluation.ranking.sessions import AttentionCheck, RankedInterview, RankedQuestion, RaterSession
from townlet.evaluation.rating.plan import RatingPlan, Seat, journal_path, read_rating_plan
from townlet.evaluation.rating.tasks import ChooseTask, OrderTask, RatingTask, WriteTask
from townlet.runfile import Json
from townlet.runfile.study_files import StudyFileError, append_json_lines, read_json_lines
from townlet.runfile.view import RunSource, open_view
from townlet.town.toml_file import StrictModel


class BeganEntry(StrictModel):
    """The person gave their consent and was given these tasks."""

    event: Literal["began"] = "began"
    at: str
    """The real time, ISO 8601, as in all entries."""
    person: str
    """The simulated person whom they watch."""
    consent: str
    """The SHA-256 of the text that they agreed to."""
    tasks: tuple[RatingTask, ...]
    turn: int = -1
    """For a rater, the number of the assignment they took, from 0; -1 for the assignment of their own number."""


class WatchedEntry(StrictModel):
    """The person went on from the replay to the tasks."""

    event: Literal["watched"] = "watched"
    at: str


class DidEntry(StrictModel):
    """The person did a task. Depending on its kind, the result is in `choice`, `order` or `text`."""

    event: Literal["did"] = "did"
    at: str
    place: int
    """The index of the task."""
    choice: int = -1
    """The index of the option chosen."""
    order: tuple[int, ...] = ()
    """The indices of the texts in the rater's order."""
    text: str = ""
    """The answer written."""


class JudgedEntry(StrictModel):
    """The researcher accepted or refused an author's answers."""

    event: Literal["judged"] = "judged"
    at: str
    accepted: bool


JournalEntry = Annotated[BeganEntry | WatchedEntry | DidEntry | JudgedEntry, Field(discriminator="event")]
_entry_adapter: TypeAdapter[JournalEntry] = TypeAdapter(JournalEntry)


def append_entry(entry: JournalEntry, to: Path) -> None:
    """Append an entry to a journal. It is on disk when this returns."""
    append_json_lines([entry.model_dump_json()], to)


def read_journal(path: Path) -> list[JournalEntry]:
    """Return the entries of a journal; none if there is no file. Raises StudyFileError, which lists every defect."""
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
    """What a rater or author has done so far."""

    began: BeganEntry | None = None
    watched: WatchedEntry | None = None
    completed: tuple[DidEntry, ...] = ()
    """The tasks done, in order."""
    judged: JudgedEntry | None = None
    last_active: str = ""
    """When they last did anything, ISO 8601; empty before they begin."""

    @classmethod
    def from_entries(cls, entries: Iterable[JournalEntry]) -> RatingSitting:
        """Return the sitting that a journal describes."""
        began, watched, completed, judged, last_active = None, None, list[DidEntry](), None, ""
        for entry in entries:
            last_active = entry.at
            match entry:
                case BeganEntry():
                    began = began or entry
                case WatchedEntry():
                    watched = watched or entry
                case DidEntry():
                    if entry.place == len(completed):
                        completed.append(entry)
                case JudgedEntry():
                    judged = entry
        return cls(began, watched, tuple(completed), judged, last_active)

    @property
    def stage(self) -> SittingStage:
        """The stage of the sitting; 'closed' for an author whose answers were refused."""
        if self.judged and not self.judged.accepted:
            return "closed"
        if not self.began:
            return "consent"
        if not self.watched:
            return "watch"
        return "done" if self.task is None else "task"

    @property
    def task(self) -> RatingTask | None:
        """The next task; None before they begin and when all tasks are done."""
        tasks = self.began.tasks if self.began else ()
        return tasks[len(self.completed)] if len(self.completed) < len(tasks) else None

    @property
    def checks(self) -> tuple[AttentionCheck, ...]:
        """The results of the attention checks done so far."""
        tasks = self.began.tasks if self.began else ()
        return tuple(
            AttentionCheck(
                id=task.id, passed=did.choice == task.right if isinstance(task, ChooseTask) else did.order == task.right
            )
            for task, did in zip(tasks, self.completed, strict=False)
            if isinstance(task, ChooseTask) or (isinstance(task, OrderTask) and task.right)
        )

    @property
    def texts(self) -> dict[str, str]:
        """What an author has written so far, by question id."""
        tasks = self.began.tasks if self.began else ()
        return {
            task.id: did.text for task, did in zip(tasks, self.completed, strict=False) if isinstance(task, WriteTask)
        }

    def session(self, rater: str, run: str, interview: RankedInterview, code: str) -> RaterSession:
        """Return a finished sitting as a session of the rankings file. Raises ValueError if it is not finished."""
        if self.began is None or self.watched is None or self.task is not None:
            raise ValueError(f"{rater} has not finished.")
        rankings, since = list[RankedQuestion](), self.watched.at
        for task, did in zip(self.began.tasks, self.completed, strict=True):
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


def real_time() -> str:
    """Return the real time as entries have it, ISO 8601 with milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _timestamp(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()


class RaterStanding(Enum):
    """The status of a rater who has begun; the value is how reports name it."""

    FINISHED = "finished"
    INATTENTIVE = "failed an attention check"
    UNDER_WAY = "under way"
    IDLE = "broken off"

    @property
    def keeps_turn(self) -> bool:
        """Whether the rater keeps their assignment; otherwise the next rater gets it."""
        return self in (RaterStanding.FINISHED, RaterStanding.UNDER_WAY)


RaterSittings = Mapping[Seat, RatingSitting]
"""The raters who have begun, with their sittings."""


def read_rater_sittings(run: Path, plan: RatingPlan) -> RaterSittings:
    """Return the sittings of all raters who have begun. Raises StudyFileError."""
    found = {
        seat: RatingSitting.from_entries(read_journal(journal_path(run, seat.id)))
        for seat in plan.seats()
        if seat.role == "rater"
    }
    return {seat: sitting for seat, sitting in found.items() if sitting.began}


def classify_rater(sitting: RatingSitting, now: str, idle_hours: int) -> RaterStanding:
    """Return a rater's status at a time (ISO 8601).

    After `idle_hours` without an answer, a rater counts as having broken off.
    """
    if sitting.stage == "done":
        return RaterStanding.FINISHED if all(check.passed for check in sitting.checks) else RaterStanding.INATTENTIVE
    since = datetime.fromisoformat(now) - datetime.fromisoformat(sitting.last_active)
    return RaterStanding.UNDER_WAY if since < timedelta(hours=idle_hours) else RaterStanding.IDLE


def count_standings(raters: RaterSittings, now: str, idle_hours: int) -> dict[RaterStanding, int]:
    """Return how many raters have each status. A status that no rater has is left out."""
    counts = Counter(classify_rater(sitting, now, idle_hours) for sitting in raters.values())
    return {each: counts[each] for each in RaterStanding if counts[each]}


def find_next_turn(raters: RaterSittings, now: str, idle_hours: int) -> int:
    """Return the lowest assignment number that no rater keeps, for a rater who begins at that time."""
    held = set(_held_turns(raters, now, idle_hours))
    return next(turn for turn in count() if turn not in held)


def _held_turns(raters: RaterSittings, now: str, idle_hours: int) -> Iterable[int]:
    for seat, sitting in raters.items():
        if sitting.began and classify_rater(sitting, now, idle_hours).keeps_turn:
            yield seat.number if sitting.began.turn < 0 else sitting.began.turn


@dataclass(frozen=True)
class RaterProgress:
    """A rater who has begun, and how far they are."""

    id: str
    person: str
    """The simulated person whom they watch."""
    turn: int
    """The number of the assignment they took, from 0."""
    standing: RaterStanding
    done: int
    tasks: int
    latest: str
    """When they were last active, ISO 8601."""

    def as_json(self) -> dict[str, Json]:
        return {
            "id": self.id,
            "person": self.person,
            "turn": self.turn,
            "standing": self.standing.value,
            "done": self.done,
            "of": self.tasks,
            "latest": self.latest,
        }


def list_raters(run: RunSource) -> tuple[list[RaterProgress], int]:
    """Return the raters of a run's answers who have begun, and the number of links. Raises BadInput, StudyFileError."""
    path = open_view(run).path
    plan = read_rating_plan(path)
    if plan is None:
        raise BadInput(f"{path} has no rating study. Set one up with `townlet rate serve {path}`.")
    now = datetime.now(UTC).isoformat()
    found = []
    for seat, sitting in read_rater_sittings(path, plan).items():
        began, standing = sitting.began, classify_rater(sitting, now, plan.idle)
        assert began
        done, tasks = len(sitting.completed), len(began.tasks)
        found.append(RaterProgress(seat.id, began.person, began.turn, standing, done, tasks, sitting.last_active))
    return found, plan.raters
