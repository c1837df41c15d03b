"""Human authors, who write answers in a person's place, and the researcher's judgement of them.

As in the paper (section 6.2), an author is judged on one answer, which they give first: it must be in coherent
sentences and in the person's voice. Only accepted answers become part of the condition "people".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from townlet.errors import BadInput
from townlet.evaluation.interviews.answers import AnswerRow, append_answers, interviews_path, read_answers_beside
from townlet.evaluation.interviews.conditions import PEOPLE_CONDITION
from townlet.evaluation.rating.journal import JudgedEntry, RatingSitting, append_entry, read_journal, real_time
from townlet.evaluation.rating.plan import RatingPlan, Seat, journal_path, read_rating_plan
from townlet.evaluation.rating.tasks import WriteTask
from townlet.runfile import Json
from townlet.runfile.study_files import StudyError
from townlet.runfile.view import RunSource, open_view


@dataclass(frozen=True)
class AnswerAuthor:
    """An author and the answers they have written so far."""

    seat: Seat
    person: str
    """The person in whose place they write."""
    sitting: RatingSitting

    @property
    def status(self) -> str:
        """How far the author has come, as text that can follow their id."""
        if self.sitting.judged:
            return "accepted" if self.sitting.judged.accepted else "refused"
        match self.sitting.stage:
            case "consent":
                return "has not begun"
            case "watch":
                return "watches"
            case "done":
                return "has written all, to be judged"
            case "task" | "closed":
                tasks = self.sitting.began.tasks if self.sitting.began else ()
                return f"has written {len(self.sitting.completed)} of {len(tasks)}"

    @property
    def first(self) -> tuple[str, str] | None:
        """The question on which they are judged, and their answer to it; None before it is written."""
        began = self.sitting.began
        if began is None or not self.sitting.completed:
            return None
        return began.tasks[0].asked, self.sitting.completed[0].text

    def as_json(self) -> dict[str, Json]:
        """Return who writes for whom, how far they are, and the answer on which they are judged as JSON data."""
        asked, text = self.first or ("", "")
        return {"id": self.seat.id, "person": self.person, "status": self.status, "first": asked, "answer": text}


def list_authors(run: RunSource) -> list[AnswerAuthor]:
    """Return the authors of human answers to a run's questions. Raises BadInput if there are none, StudyFileError."""
    path = open_view(run).path
    plan = read_rating_plan(path)
    authors = read_authors(path, plan) if plan else []
    if not authors:
        raise BadInput(f"{path} has no authors. Create a link for one with `townlet rate serve {path} --author NAME`.")
    return authors


def accept_author(run: RunSource, author_id: str) -> tuple[AnswerAuthor, int]:
    """Accept an author, and store their answers as the condition 'people'. Return the author, and how many are new.

    Raises BadInput, StudyError.
    """
    path, authors = open_view(run).path, list_authors(run)
    author, plan, rows = _find_author(author_id, authors), read_rating_plan(path), read_answers_beside(path)
    assert plan
    check_author_acceptable(author, authors)
    there = {row.key for row in rows}
    new = [row for row in list_author_rows(author, rows, plan) if row.key not in there]
    append_answers(new, interviews_path(path))
    judge_author(path, author, True, real_time())
    return author, len(new)


def refuse_author(run: RunSource, author_id: str) -> AnswerAuthor:
    """Refuse an author, and return them. Raises BadInput, StudyError."""
    author = _find_author(author_id, list_authors(run))
    judge_author(open_view(run).path, author, False, real_time())
    return author


def _find_author(author_id: str, authors: Sequence[AnswerAuthor]) -> AnswerAuthor:
    for author in authors:
        if author.seat.id == author_id:
            return author
    raise BadInput(
        f"There is no author {author_id!r}. The authors are {', '.join(author.seat.id for author in authors)}."
    )


def read_authors(run: Path, plan: RatingPlan) -> list[AnswerAuthor]:
    """Return all authors of a study. Raises StudyFileError."""
    seats = [seat for seat in plan.seats() if seat.role == "author"]
    return [
        AnswerAuthor(
            seat, plan.authors[seat.number], RatingSitting.from_entries(read_journal(journal_path(run, seat.id)))
        )
        for seat in seats
    ]


def list_author_tasks(person: str, rows: Sequence[AnswerRow], plan: RatingPlan) -> list[WriteTask]:
    """Return an author's tasks: all open questions to the person, starting with the one on which authors are judged."""
    asked = {row.question: row for row in _rated_rows(person, rows, plan)}
    first = [plan.first] if plan.first in asked else []
    order = [*first, *(question for question in asked if question not in first)]
    return [WriteTask(id=each, category=asked[each].category, asked=asked[each].asked) for each in order]


def list_author_rows(author: AnswerAuthor, rows: Sequence[AnswerRow], plan: RatingPlan) -> list[AnswerRow]:
    """Return an author's answers as rows for the table of answers."""
    asked = {row.question: row for row in _rated_rows(author.person, rows, plan)}
    return [
        replace(asked[question], model=PEOPLE_CONDITION, condition=PEOPLE_CONDITION, answer=text, memories="")
        for question, text in author.sitting.texts.items()
        if question in asked
    ]


def check_author_acceptable(author: AnswerAuthor, others: Sequence[AnswerAuthor]) -> None:
    """Raise StudyError if an author's answers cannot be accepted at the moment."""
    if author.sitting.judged:
        raise StudyError(f"{author.seat.id} has already been judged: {author.status}.")
    if author.sitting.stage != "done":
        raise StudyError(f"{author.seat.id} {author.status}; their answers can be accepted once all are written.")
    for other in others:
        if other.person == author.person and other.status == "accepted":
            raise StudyError(
                f"{author.person} already has accepted answers from {other.seat.id}; refuse those of {author.seat.id}."
            )


def judge_author(run: Path, author: AnswerAuthor, accepted: bool, at: str) -> None:
    """Record a judgement. Raises StudyError if the author has already been judged or has written nothing yet."""
    if author.sitting.judged:
        raise StudyError(f"{author.seat.id} has already been judged: {author.status}.")
    if author.first is None:
        raise StudyError(f"{author.seat.id} {author.status}; there is nothing to judge yet.")
    append_entry(JudgedEntry(at=at, accepted=accepted), journal_path(run, author.seat.id))


def _rated_rows(person: str, rows: Sequence[AnswerRow], plan: RatingPlan) -> list[AnswerRow]:
    """Return the simulated person's answers to the open questions of the rated interview."""
    which = (plan.run, plan.battery, plan.step, plan.model, person, None)
    return [row for row in rows if (row.run, row.battery, row.step, row.model, row.person, row.code) == which]
