"""What one rater has done from consent to thanks, as the rankings file keeps it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal
from unicodedata import category

from pydantic import AfterValidator, Field, ValidationError, model_validator
from pydantic_core import from_json

from townlet.experiments.ranking.ranks import RaterKind
from townlet.runfile import study_path
from townlet.runfile.study_files import StudyError, StudyFileError, append_json_lines, read_json_lines
from townlet.town.toml_file import StrictModel, faults_in_words

SESSION_VERSION: Literal[1] = 1
"""Of the form of a session."""


def _iso(text: str) -> str:
    if text:
        datetime.fromisoformat(text)
    return text


def _plain(text: str) -> str:
    if any(category(sign) == "Cc" for sign in text):
        raise ValueError(f"{text!r} holds control characters")
    return text


PlainName = Annotated[str, Field(min_length=1, max_length=500), AfterValidator(_plain)]
"""What rankings are told apart by; it is printed as it stands."""

IsoInstant = Annotated[str, AfterValidator(_iso)]
"""Real time, ISO 8601; empty where it is not known."""


class AttentionCheck(StrictModel):
    """One attention check."""

    id: str
    passed: bool


class RankedQuestion(StrictModel):
    """One question, and the order that a rater gave the conditions' answers to it."""

    question: PlainName
    """Its id in the battery."""
    category: str = ""
    asked: str = ""
    """As it was put to the person."""
    order: tuple[PlainName, ...]
    """Conditions, the most believable first; no ties."""
    shown: tuple[str, ...] = ()
    """Conditions in the order in which the rater saw their answers at first; empty where it was not kept, or where it
    tells nothing because two answers are the same, word for word."""
    seconds: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0

    @model_validator(mode="after")
    def _is_an_order(self) -> RankedQuestion:
        if len(self.order) < 2:
            raise ValueError("an order needs two conditions or more")
        if len(set(self.order)) != len(self.order):
            raise ValueError(f"the order names a condition twice: {', '.join(self.order)}")
        if self.shown and sorted(self.shown) != sorted(self.order):
            raise ValueError("other conditions were shown than were ordered")
        return self


class RankedInterview(StrictModel):
    """The answers that were ranked: those to one battery, at one moment of the run, by one model."""

    battery: str
    step: int
    model: str
    """Who answered; 'offline' for rules."""


class RaterSession(StrictModel):
    """What one rater has done from beginning to end."""

    version: Literal[1] = SESSION_VERSION
    rater: PlainName
    """Of one run's raters, no two have the same."""
    kind: RaterKind
    model: str = ""
    """Who judged, if a model did; 'offline' for rules."""
    run: str = ""
    """The run's id."""
    person: str = ""
    """Whose answers they were."""
    interview: RankedInterview | None = None
    """In which they were given; None where it was not kept."""
    prompt: str = ""
    """Of a model: SHA-256 of the template of the prompt by which it judged."""
    code: str = ""
    """The completion code."""
    began: IsoInstant = ""
    ended: IsoInstant = ""
    attention: tuple[AttentionCheck, ...] = ()
    rankings: tuple[RankedQuestion, ...]

    @model_validator(mode="after")
    def _is_of_one_rater(self) -> RaterSession:
        if (self.kind == "model") != bool(self.model):
            raise ValueError("a session of kind 'model' names its model, and one of kind 'person' names none")
        if not self.rankings:
            raise ValueError("the session has no rankings")
        questions = [ranked.question for ranked in self.rankings]
        if len(set(questions)) != len(questions):
            raise ValueError("a question is ranked twice")
        return self

    @property
    def attentive(self) -> bool:
        """Whether all attention checks were passed."""
        return all(check.passed for check in self.attention)


RANKINGS_NAME = "rankings.jsonl"
"""Of the file that belongs to a run, in its folder RUN.study."""

_NO_JSON = "is not JSON"
_SQLITE = b"SQLite format 3\0"
"""What a run file begins with."""


def rankings_path(run: Path) -> Path:
    """Where the rankings of a run are kept."""
    return study_path(run) / RANKINGS_NAME


def find_rankings_file(file: Path) -> tuple[Path, Path | None]:
    """A rankings file and the run that it is of, given the one or the other; no run where it is not at hand.

    Raises StudyFault, OSError.
    """
    with file.open("rb") as opened:
        is_run = opened.read(len(_SQLITE)) == _SQLITE
    if not is_run:
        run = file.absolute().parent.with_suffix("")
        return file, run if run.is_file() and rankings_path(run) == file.absolute() else None
    rankings = rankings_path(file)
    if not rankings.is_file():
        raise StudyError(
            f"{file} has no rankings yet ({rankings}): let people rank its answers with `townlet rate serve {file}`, "
            f"or a model with `townlet rate judge {file} --model M`."
        )
    return rankings, file


def append_session(session: RaterSession, to: Path) -> None:
    """Add a session to a file, which is made if it is not there. It is on the disk when this returns."""
    append_json_lines([session.model_dump_json()], to)


def read_sessions(path: Path) -> list[RaterSession]:
    """The sessions of a file. Raises FileFaults with every defect and its line, OSError."""
    sessions: dict[int, RaterSession] = {}
    faults: list[tuple[int, str]] = []
    for number, line in read_json_lines(path):
        try:
            sessions[number] = _parse_session(line)
        except _Unfit as unfit:
            faults += [(number, words) for words in unfit.words]
    if len(faults) > 1 and not sessions and all(words.startswith(_NO_JSON) for _, words in faults):
        raise StudyFileError(path, ["is no file of rankings: none of its lines is JSON, as `townlet rate` writes it"])
    faults += _between(sessions)
    if faults:
        raise StudyFileError(
            path, [f"line {number}: {words}" for number, words in sorted(faults, key=lambda fault: fault[0])]
        )
    return list(sessions.values())


def read_sessions_beside(run: Path) -> list[RaterSession]:
    """The rankings that are kept beside a run; none if nobody has ranked. Raises FileFaults."""
    path = rankings_path(run)
    return read_sessions(path) if path.is_file() else []


def read_matching_sessions(path: Path, conditions: Sequence[str], interview: RankedInterview) -> list[RaterSession]:
    """The sessions of a file that others over these answers are to be added to; none if it is not there yet.

    Raises FileFaults, and StudyFault if it holds rankings of other conditions, or of another interview.
    """
    sessions = read_sessions(path) if path.is_file() else []
    ranked = sorted(sessions[0].rankings[0].order) if sessions else sorted(conditions)
    if ranked != sorted(conditions):
        raise StudyError(
            f"{path} holds rankings of {', '.join(ranked)}, but what can be ranked now is {', '.join(conditions)}; "
            "move the file away to begin anew."
        )
    for other in (session.interview for session in sessions):
        if other not in (None, interview):
            raise StudyError(
                f"{path} holds rankings of answers to {_interview_in_words(other)}, but what can be ranked now are "
                f"answers to {_interview_in_words(interview)}; move the file away to begin anew."
            )
    return sessions


def _interview_in_words(interview: RankedInterview) -> str:
    return f"{interview.battery!r} at step {interview.step:,} by {interview.model}"


class _Unfit(Exception):
    """A line that is no session."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words


def _parse_session(line: str) -> RaterSession:
    try:
        written = from_json(line, allow_inf_nan=False)
    except ValueError as error:
        raise _Unfit([f"{_NO_JSON}: {error}"]) from None
    if not isinstance(written, dict):
        raise _Unfit(["is not a JSON object"])
    if (version := written.get("version")) != SESSION_VERSION:
        raise _Unfit([f"is of version {version!r}; this Townlet reads version {SESSION_VERSION}"])
    try:
        return RaterSession.model_validate_json(line)
    except ValidationError as error:
        raise _Unfit(faults_in_words(error, RaterSession)) from None


def _between(sessions: dict[int, RaterSession]) -> Iterator[tuple[int, str]]:
    """What is wrong with sessions beside one another: their lines, and in words."""
    seen: dict[tuple[str, str], int] = {}
    expected: tuple[str, ...] = ()
    for number, session in sessions.items():
        first = seen.setdefault((session.run, session.rater), number)
        if first != number:
            yield number, f"rater {session.rater!r} has a session at line {first} already"
        for ranked in session.rankings:
            expected = expected or ranked.order
            if sorted(ranked.order) != sorted(expected):
                yield (
                    number,
                    f"{ranked.question} orders {', '.join(sorted(ranked.order))}; "
                    f"the rankings before it order {', '.join(sorted(expected))}",
                )
