"""The plan of a rating study: what is rated and who has a link."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from townlet.evaluation.ranking.sessions import RankedInterview
from townlet.runfile import Lock, study_path
from townlet.runfile.study_files import StudyError, StudyFileError, write_atomically
from townlet.town.toml_file import StrictModel, faults_in_words

IDLE_HOURS = 24
"""The default idle time. A rater who stops in the evening can still go on the next day."""

RATING_FOLDER, PLAN_NAME = "rating", "plan.json"
"""The folder of a rating study beside its run, and the name of its plan."""

SeatRole = Literal["rater", "author"]


@dataclass(frozen=True)
class Seat:
    """The place of one rater or author, with its own link."""

    id: str
    """'r001' for the first rater, 'a01' for the first author."""
    role: SeatRole
    number: int
    """The number among the seats of this role, from 0."""


PREVIEW_SEAT = Seat("preview", "rater", 0)
"""The seat in which the researcher sees what raters see; it never counts."""


class RatingPlan(StrictModel):
    """The settings of a rating study. Once a rater has begun, only links can be added."""

    version: Literal[1] = 1
    run: str
    """The run's id."""
    battery: str
    """The battery's name in the table of answers."""
    first: str = ""
    """The id of the question that authors answer first and on which they are judged."""
    model: str
    """The model whose answers are rated; 'offline' for the rule-based one."""
    step: int
    """The step of the run at which the answers were given."""
    conditions: tuple[str, ...]
    people: tuple[str, ...]
    """The people whose answers are rated."""
    seed: int
    per: Annotated[int, Field(ge=1)] = 1
    """How many questions of each category a rater sees."""
    raters: Annotated[int, Field(ge=0)] = 0
    idle: Annotated[int, Field(ge=1)] = IDLE_HOURS
    """The hours without an answer after which a rater's assignment goes to the next rater."""
    authors: tuple[str, ...] = ()
    """For each author, the person in whose place they write."""
    answers: str = ""
    """The SHA-256 of the rated answers."""
    until: int = 0
    """The number of steps that are replayed, even if the run goes on later; 0 until `settle_plan` sets it."""
    state: str = ""
    """The state hash of the run after these steps."""
    manifest: dict[str, Any] = Field(default_factory=dict)
    """The manifest of the answers, set together with `until`."""

    @property
    def interview(self) -> RankedInterview:
        """The interview in which the answers were given."""
        return RankedInterview(battery=self.battery, step=self.step, model=self.model)

    def seats(self) -> Iterator[Seat]:
        """Yield the seats of all raters and authors."""
        for number in range(self.raters):
            yield Seat(f"r{number + 1:03d}", "rater", number)
        for number in range(len(self.authors)):
            yield Seat(f"a{number + 1:02d}", "author", number)

    def rates_the_same(self, other: RatingPlan) -> bool:
        """Whether both plans let raters rate the same answers in the same way. Who has a link may differ."""
        beside = ("raters", "idle", "authors", "answers", "until", "state", "manifest")
        return self.model_copy(update={name: getattr(other, name) for name in beside}) == other


def rating_path(path: Path) -> Path:
    """Return the folder of a run's rating study."""
    return study_path(path) / RATING_FOLDER


def journal_path(path: Path, seat_id: str) -> Path:
    """Return the path of the journal of a seat."""
    return rating_path(path) / f"{seat_id}.jsonl"


def read_rating_plan(path: Path) -> RatingPlan | None:
    """Return the plan of a run's rating study; None if none was set up. Raises StudyFileError."""
    file = rating_path(path) / PLAN_NAME
    if not file.is_file():
        return None
    try:
        return RatingPlan.model_validate_json(file.read_bytes())
    except ValidationError as error:
        raise StudyFileError(file, faults_in_words(error, RatingPlan)) from error


def write_rating_plan(plan: RatingPlan, path: Path) -> None:
    """Write the plan of a run's rating study, atomically."""
    file = rating_path(path) / PLAN_NAME
    file.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(file, [plan.model_dump_json(indent=1), "\n"])


def list_begun_seats(path: Path, seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats whose rater or author has begun."""
    return [seat for seat in seats if journal_path(path, seat.id).is_file()]


LOCK_NAME = "lock"


@contextmanager
def lock_rating_study(path: Path) -> Iterator[None]:
    """Hold the lock of a run's rating study. Raises StudyError while another process holds it."""
    rating_path(path).mkdir(parents=True, exist_ok=True)
    lock = Lock(
        rating_path(path) / LOCK_NAME,
        lambda who: StudyError(
            f"The rating study of {path} is being served by {who}; send raters there, or stop it first."
        ),
    )
    try:
        yield
    finally:
        lock.release()
        with suppress(OSError):
            # Remove the folders again if there was nothing to serve and they are still empty.
            rating_path(path).rmdir()
            study_path(path).rmdir()
