"""A rating study as it is set up: what is rated, and who has a link."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from townlet.experiments.ranking.sessions import RankedInterview
from townlet.runfile import Lock, study_path
from townlet.runfile.study_files import StudyError, StudyFileError, write_atomically
from townlet.town.toml_file import StrictModel, faults_in_words

IDLE_HOURS = 24
"""Hours, unless another number is given: who broke off in the evening can still go on the next day."""

RATING_FOLDER, PLAN_NAME = "rating", "plan.json"

SeatRole = Literal["rater", "author"]


@dataclass(frozen=True)
class Seat:
    """Somebody with a link."""

    id: str
    """'r001' for the first rater, 'a01' for the first author."""
    role: SeatRole
    number: int
    """Among those of this role, from 0."""


PREVIEW_SEAT = Seat("preview", "rater", 0)
"""For the researcher to see what raters see; what is done there never counts."""


class RatingPlan(StrictModel):
    """What was chosen when the study was set up. Once a rater has begun, only links can be added."""

    version: Literal[1] = 1
    run: str
    """The run's id."""
    battery: str
    """The battery's name in the table of answers."""
    first: str = ""
    """The question that authors answer first, and by which they are judged."""
    model: str
    """Whose answers are rated; 'offline' for rules."""
    step: int
    """The moment of the run at which they were given."""
    conditions: tuple[str, ...]
    people: tuple[str, ...]
    """Who is rated."""
    seed: int
    per: Annotated[int, Field(ge=1)] = 1
    """How many questions of each category a rater sees."""
    raters: Annotated[int, Field(ge=0)] = 0
    idle: Annotated[int, Field(ge=1)] = IDLE_HOURS
    """After how many hours without an answer a rater's turn goes to the next who comes."""
    authors: tuple[str, ...] = ()
    """For each author, in whose place they write."""
    answers: str = ""
    """SHA-256 of the answers rated."""
    until: int = 0
    """Steps of the run that are replayed, however far it goes on later; 0 before that is settled."""
    state: str = ""
    """The state hash of the run up to there."""
    manifest: dict[str, Any] = Field(default_factory=dict)
    """What the answers rest on, when the first rater began."""

    @property
    def interview(self) -> RankedInterview:
        """In which the answers were given."""
        return RankedInterview(battery=self.battery, step=self.step, model=self.model)

    def seats(self) -> Iterator[Seat]:
        """Everybody who has a link."""
        for number in range(self.raters):
            yield Seat(f"r{number + 1:03d}", "rater", number)
        for number in range(len(self.authors)):
            yield Seat(f"a{number + 1:02d}", "author", number)

    def rates_the_same(self, other: RatingPlan) -> bool:
        """Whether both have answers to the same questions rated in the same way, whoever has a link."""
        beside = ("raters", "idle", "authors", "answers", "until", "state", "manifest")
        return self.model_copy(update={name: getattr(other, name) for name in beside}) == other


def rating_path(run: Path) -> Path:
    """The folder in which a run's rating study is kept."""
    return study_path(run) / RATING_FOLDER


def journal_path(run: Path, who: str) -> Path:
    """Where it is kept what somebody with a link has done."""
    return rating_path(run) / f"{who}.jsonl"


def read_rating_plan(run: Path) -> RatingPlan | None:
    """The study of a run; None if none was set up. Raises FileFaults."""
    path = rating_path(run) / PLAN_NAME
    if not path.is_file():
        return None
    try:
        return RatingPlan.model_validate_json(path.read_bytes())
    except ValidationError as error:
        raise StudyFileError(path, faults_in_words(error, RatingPlan)) from error


def write_rating_plan(plan: RatingPlan, run: Path) -> None:
    """Keep a study, as a whole or not at all."""
    path = rating_path(run) / PLAN_NAME
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, [plan.model_dump_json(indent=1), "\n"])


def list_begun_seats(run: Path, seats: Sequence[Seat]) -> list[Seat]:
    """Who of them has begun."""
    return [seat for seat in seats if journal_path(run, seat.id).is_file()]


LOCK_NAME = "lock"


@contextmanager
def lock_rating_study(run: Path) -> Iterator[None]:
    """The rating study of a run is this process's. Raises StudyFault while another process serves it."""
    rating_path(run).mkdir(parents=True, exist_ok=True)
    lock = Lock(
        rating_path(run) / LOCK_NAME,
        lambda who: StudyError(
            f"The rating study of {run} is being served by {who}; send raters there, or stop it first."
        ),
    )
    try:
        yield
    finally:
        lock.release()
        with suppress(OSError):
            # There was nothing to be served, so nothing is left of it.
            rating_path(run).rmdir()
            study_path(run).rmdir()
