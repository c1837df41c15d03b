"""Rater sessions: the JSON Lines file of rankings, one session for each rater."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal
from unicodedata import category

from pydantic import AfterValidator, Field, ValidationError, model_validator
from pydantic_core import from_json

from townlet.evaluation.ranking.ranks import RaterKind
from townlet.files import open_file
from townlet.runfile import study_path
from townlet.runfile.files import RunFile, path_of
from townlet.runfile.study_files import StudyError, StudyFileError, append_json_lines, read_json_lines
from townlet.town.toml_file import StrictModel, faults_in_words

SESSION_VERSION: Literal[1] = 1
"""The version of the session format."""


def _iso(text: str) -> str:
    if text:
        datetime.fromisoformat(text)
    return text


def _plain(text: str) -> str:
    if any(category(sign) == "Cc" for sign in text):
        raise ValueError(f"{text!r} holds control characters")
    return text


PlainName = Annotated[str, Field(min_length=1, max_length=500), AfterValidator(_plain)]
"""A name that is printed as it is, so it must not contain control characters."""

IsoInstant = Annotated[str, AfterValidator(_iso)]
"""A real time, ISO 8601; empty if not known."""


class AttentionCheck(StrictModel):
    """The result of one attention check."""

    id: str
    passed: bool


class RankedQuestion(StrictModel):
    """A rater's ranking of the conditions' answers to one question."""

    question: PlainName
    """The question's id in the battery."""
    category: str = ""
    asked: str = ""
    """The question in the words in which the person was asked."""
    order: tuple[PlainName, ...]
    """The conditions, the most believable first; there are no ties."""
    shown: tuple[str, ...] = ()
    """The conditions in the order in which their answers were first shown, from which position bias is measured.

    Empty if it was not recorded, or if two answers are identical and the order says nothing.
    """
    seconds: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0
    """Seconds that the rater took for the question."""

    @model_validator(mode="after")
    def _is_an_order(self) -> RankedQuestion:
        if len(self.order) < 2:
            raise ValueError("an order needs at least two conditions")
        if len(set(self.order)) != len(self.order):
            raise ValueError(f"the order names a condition twice: {', '.join(self.order)}")
        if self.shown and sorted(self.shown) != sorted(self.order):
            raise ValueError("'shown' and 'order' name different conditions")
        return self


class RankedInterview(StrictModel):
    """The interview whose answers were ranked: one battery, at one moment of a run, answered by one model."""

    battery: str
    step: int
    model: str
    """The model that answered; 'offline' for the rule-based one."""


class RaterSession(StrictModel):
    """The complete session of one rater."""

    version: Literal[1] = SESSION_VERSION
    rater: PlainName
    """The rater's name, unique among the raters of a run."""
    kind: RaterKind
    model: str = ""
    """The model that judged, if it was one; 'offline' for the rule-based one."""
    run: str = ""
    """The run's id."""
    person: str = ""
    """The person whose answers were ranked."""
    interview: RankedInterview | None = None
    """The interview in which the answers were given; None if it was not recorded."""
    prompt: str = ""
    """For a model, the SHA-256 of the prompt template with which it judged."""
    code: str = ""
    """The rater's completion code."""
    began: IsoInstant = ""
    ended: IsoInstant = ""
    attention: tuple[AttentionCheck, ...] = ()
    rankings: tuple[RankedQuestion, ...]

    @model_validator(mode="after")
    def _is_of_one_rater(self) -> RaterSession:
        if (self.kind == "model") != bool(self.model):
            raise ValueError("'model' must name the model if the kind is 'model', and be empty if it is 'person'")
        if not self.rankings:
            raise ValueError("the session has no rankings")
        questions = [ranked.question for ranked in self.rankings]
        if len(set(questions)) != len(questions):
            raise ValueError("a question is ranked twice")
        return self

    @property
    def attentive(self) -> bool:
        """Whether the rater passed all attention checks."""
        return all(check.passed for check in self.attention)


RANKINGS_NAME = "rankings.jsonl"
"""The name of a run's rankings file in its folder RUN.study."""

_NO_JSON = "is not JSON"
_SQLITE = b"SQLite format 3\0"
"""The first bytes of a run file, which is an SQLite database."""


def rankings_path(run: RunFile) -> Path:
    """Return the path of a run's rankings file."""
    return study_path(path_of(run)) / RANKINGS_NAME


def find_rankings_file(file: Path) -> tuple[Path, Path | None]:
    """Return a rankings file and its run, given either of them; the run is None if it is not beside the file.

    Raises StudyError, OSError.
    """
    with open_file(file) as opened:
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
    """Append a session to a file, which is created if needed. It is on disk when this returns."""
    append_json_lines([session.model_dump_json()], to)


def read_sessions(path: Path) -> list[RaterSession]:
    """Return the sessions of a file. Raises StudyFileError, which lists every defect with its line, and OSError."""
    sessions: dict[int, RaterSession] = {}
    faults: list[tuple[int, str]] = []
    for number, line in read_json_lines(path):
        try:
            sessions[number] = _parse_session(line)
        except _InvalidSession as error:
            faults += [(number, words) for words in error.words]
    if len(faults) > 1 and not sessions and all(words.startswith(_NO_JSON) for _, words in faults):
        raise StudyFileError(path, ["is not a rankings file: none of its lines is JSON as `townlet rate` writes it"])
    faults += _conflicts(sessions)
    if faults:
        raise StudyFileError(
            path, [f"line {number}: {words}" for number, words in sorted(faults, key=lambda fault: fault[0])]
        )
    return list(sessions.values())


def read_sessions_beside(path: Path) -> list[RaterSession]:
    """Return the sessions kept beside a run; none if nobody has ranked. Raises StudyFileError."""
    file = rankings_path(path)
    return read_sessions(file) if file.is_file() else []


def read_matching_sessions(path: Path, conditions: Sequence[str], interview: RankedInterview) -> list[RaterSession]:
    """Return the sessions of a file after checking that sessions on these answers can be added to it.

    Return none if the file does not exist yet. Raises StudyFileError, and StudyError if the file has rankings of other
    conditions or of another interview.
    """
    sessions = read_sessions(path) if path.is_file() else []
    ranked = sorted(sessions[0].rankings[0].order) if sessions else sorted(conditions)
    if ranked != sorted(conditions):
        raise StudyError(
            f"{path} holds rankings of {', '.join(ranked)}, but the conditions to rank now are "
            f"{', '.join(conditions)}; move the file away to start a new one."
        )
    for other in (session.interview for session in sessions):
        if other not in (None, interview):
            raise StudyError(
                f"{path} holds rankings of answers to {_interview_in_words(other)}, but the answers to rank now "
                f"are to {_interview_in_words(interview)}; move the file away to start a new one."
            )
    return sessions


def _interview_in_words(interview: RankedInterview) -> str:
    return f"{interview.battery!r} at step {interview.step:,} by {interview.model}"


class _InvalidSession(Exception):
    """A line that is not a valid session."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words


def _parse_session(line: str) -> RaterSession:
    try:
        written = from_json(line, allow_inf_nan=False)
    except ValueError as error:
        raise _InvalidSession([f"{_NO_JSON}: {error}"]) from None
    if not isinstance(written, dict):
        raise _InvalidSession(["is not a JSON object"])
    if (version := written.get("version")) != SESSION_VERSION:
        raise _InvalidSession([f"has version {version!r}; this Townlet reads version {SESSION_VERSION}"])
    try:
        return RaterSession.model_validate_json(line)
    except ValidationError as error:
        raise _InvalidSession(faults_in_words(error, RaterSession)) from None


def _conflicts(sessions: dict[int, RaterSession]) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each conflict between sessions: repeated raters and differing conditions."""
    seen: dict[tuple[str, str], int] = {}
    expected: tuple[str, ...] = ()
    for number, session in sessions.items():
        first = seen.setdefault((session.run, session.rater), number)
        if first != number:
            yield number, f"rater {session.rater!r} already has a session at line {first}"
        for ranked in session.rankings:
            expected = expected or ranked.order
            if sorted(ranked.order) != sorted(expected):
                yield (
                    number,
                    f"{ranked.question} ranks {', '.join(sorted(ranked.order))}; "
                    f"the rankings before it rank {', '.join(sorted(expected))}",
                )
