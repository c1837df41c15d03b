"""The rankings file: JSON lines, one for each finished session of a rater, which are only ever added to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import ValidationError
from pydantic_core import from_json

from townlet.engine.runfile import study_path
from townlet.study.defects import FileFaults, StudyFault
from townlet.study.jsonlines import add_lines, lines_in
from townlet.study.ranking.session import VERSION, Interview, Session
from townlet.town.toml_file import faults_in_words

NAME = "rankings.jsonl"
"""Of the file that belongs to a run, in its folder RUN.study."""

_NO_JSON = "is not JSON"
_SQLITE = b"SQLite format 3\0"
"""What a run file begins with."""


def rankings_path(run: Path) -> Path:
    """Where the rankings of a run are kept."""
    return study_path(run) / NAME


def rankings_meant(file: Path) -> tuple[Path, Path | None]:
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
        raise StudyFault(
            f"{file} has no rankings yet ({rankings}): let people rank its answers with `townlet rate serve {file}`, "
            f"or a model with `townlet rate judge {file} --model M`."
        )
    return rankings, file


def append_session(session: Session, to: Path) -> None:
    """Add a session to a file, which is made if it is not there. It is on the disk when this returns."""
    add_lines([session.model_dump_json()], to)


def read_sessions(path: Path) -> list[Session]:
    """The sessions of a file. Raises FileFaults with every defect and its line, OSError."""
    sessions: dict[int, Session] = {}
    faults: list[tuple[int, str]] = []
    for number, line in lines_in(path):
        try:
            sessions[number] = _session(line)
        except _Unfit as unfit:
            faults += [(number, words) for words in unfit.words]
    if len(faults) > 1 and not sessions and all(words.startswith(_NO_JSON) for _, words in faults):
        raise FileFaults(path, ["is no file of rankings: none of its lines is JSON, as `townlet rate` writes it"])
    faults += _between(sessions)
    if faults:
        raise FileFaults(
            path, [f"line {number}: {words}" for number, words in sorted(faults, key=lambda fault: fault[0])]
        )
    return list(sessions.values())


def sessions_beside(run: Path) -> list[Session]:
    """The rankings that are kept beside a run; none if nobody has ranked. Raises FileFaults."""
    path = rankings_path(run)
    return read_sessions(path) if path.is_file() else []


def sessions_before(path: Path, conditions: Sequence[str], interview: Interview) -> list[Session]:
    """The sessions of a file that others over these answers are to be added to; none if it is not there yet.

    Raises FileFaults, and StudyFault if it holds rankings of other conditions, or of another interview.
    """
    sessions = read_sessions(path) if path.is_file() else []
    ranked = sorted(sessions[0].rankings[0].order) if sessions else sorted(conditions)
    if ranked != sorted(conditions):
        raise StudyFault(
            f"{path} holds rankings of {', '.join(ranked)}, but what can be ranked now is {', '.join(conditions)}; "
            "move the file away to begin anew."
        )
    for other in (session.interview for session in sessions):
        if other not in (None, interview):
            raise StudyFault(
                f"{path} holds rankings of answers to {_told(other)}, but what can be ranked now are answers to "
                f"{_told(interview)}; move the file away to begin anew."
            )
    return sessions


def _told(interview: Interview) -> str:
    return f"{interview.battery!r} at step {interview.step:,} by {interview.model}"


class _Unfit(Exception):
    """A line that is no session."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words


def _session(line: str) -> Session:
    try:
        written = from_json(line, allow_inf_nan=False)
    except ValueError as error:
        raise _Unfit([f"{_NO_JSON}: {error}"]) from None
    if not isinstance(written, dict):
        raise _Unfit(["is not a JSON object"])
    if (version := written.get("version")) != VERSION:
        raise _Unfit([f"is of version {version!r}; this Townlet reads version {VERSION}"])
    try:
        return Session.model_validate_json(line)
    except ValidationError as error:
        raise _Unfit(faults_in_words(error, Session)) from None


def _between(sessions: dict[int, Session]) -> Iterator[tuple[int, str]]:
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
