"""A rating study as it is set up: what is rated, and who has a link."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from townlet.engine.runfile import study_path
from townlet.study.defects import FileFaults
from townlet.study.ranking.session import Interview
from townlet.study.whole import write_whole
from townlet.town.toml_file import Written, faults_in_words

IDLE = 24
"""Hours, unless another number is given: who broke off in the evening can still go on the next day."""

FOLDER, NAME = "rating", "plan.json"

Role = Literal["rater", "author"]


@dataclass(frozen=True)
class Seat:
    """Somebody with a link."""

    id: str
    """'r001' for the first rater, 'a01' for the first author."""
    role: Role
    number: int
    """Among those of this role, from 0."""


PREVIEW = Seat("preview", "rater", 0)
"""For the researcher to see what raters see; what is done there never counts."""


class Plan(Written):
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
    idle: Annotated[int, Field(ge=1)] = IDLE
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
    def interview(self) -> Interview:
        """In which the answers were given."""
        return Interview(battery=self.battery, step=self.step, model=self.model)

    def seats(self) -> Iterator[Seat]:
        """Everybody who has a link."""
        for number in range(self.raters):
            yield Seat(f"r{number + 1:03d}", "rater", number)
        for number in range(len(self.authors)):
            yield Seat(f"a{number + 1:02d}", "author", number)

    def rates_the_same(self, other: Plan) -> bool:
        """Whether both have answers to the same questions rated in the same way, whoever has a link."""
        beside = ("raters", "idle", "authors", "answers", "until", "state", "manifest")
        return self.model_copy(update={name: getattr(other, name) for name in beside}) == other


def rating_path(run: Path) -> Path:
    """The folder in which a run's rating study is kept."""
    return study_path(run) / FOLDER


def journal_path(run: Path, who: str) -> Path:
    """Where it is kept what somebody with a link has done."""
    return rating_path(run) / f"{who}.jsonl"


def read_plan(run: Path) -> Plan | None:
    """The study of a run; None if none was set up. Raises FileFaults."""
    path = rating_path(run) / NAME
    if not path.is_file():
        return None
    try:
        return Plan.model_validate_json(path.read_bytes())
    except ValidationError as error:
        raise FileFaults(path, faults_in_words(error, Plan)) from error


def write_plan(plan: Plan, run: Path) -> None:
    """Keep a study, as a whole or not at all."""
    path = rating_path(run) / NAME
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, [plan.model_dump_json(indent=1), "\n"])


def begun(run: Path, seats: Sequence[Seat]) -> list[Seat]:
    """Who of them has begun."""
    return [seat for seat in seats if journal_path(run, seat.id).is_file()]
