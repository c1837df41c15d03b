"""Answers that people write in somebody's place, and the researcher's judgement of them.

As in the paper (section 6.2), an author is judged by one answer, which they give first: whether it is in coherent
sentences and in the person's voice. Only what is accepted becomes a condition.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from townlet.experiments.interviews.answers import AnswerRow
from townlet.experiments.interviews.conditions import PEOPLE_CONDITION
from townlet.experiments.rating.journal import JudgedEntry, RatingSitting, append_entry, read_journal
from townlet.experiments.rating.plan import RatingPlan, Seat, journal_path
from townlet.experiments.rating.tasks import WriteTask
from townlet.runfile.study_files import StudyError


@dataclass(frozen=True)
class AnswerAuthor:
    """An author's set of answers, as far as it has come."""

    seat: Seat
    person: str
    """In whose place they write."""
    sitting: RatingSitting

    @property
    def status(self) -> str:
        """In words."""
        if self.sitting.judged:
            return "accepted" if self.sitting.judged.accepted else "refused"
        match self.sitting.stage:
            case "consent":
                return "has not begun"
            case "watch":
                return "watches"
            case "done":
                return "has written all, to be judged"
        tasks = self.sitting.began.tasks if self.sitting.began else ()
        return f"has written {len(self.sitting.did)} of {len(tasks)}"

    @property
    def first(self) -> tuple[str, str] | None:
        """The question by which they are judged, and their answer; None before it is written."""
        began = self.sitting.began
        if began is None or not self.sitting.did:
            return None
        return began.tasks[0].asked, self.sitting.did[0].text


def read_authors(run: Path, plan: RatingPlan) -> list[AnswerAuthor]:
    """All authors of a study. Raises FileFaults."""
    seats = [seat for seat in plan.seats() if seat.role == "author"]
    return [
        AnswerAuthor(seat, plan.authors[seat.number], RatingSitting.of(read_journal(journal_path(run, seat.id))))
        for seat in seats
    ]


def list_author_tasks(person: str, rows: Sequence[AnswerRow], plan: RatingPlan) -> list[WriteTask]:
    """All questions to somebody, the one by which authors are judged first."""
    asked = {row.question: row for row in _of(person, rows, plan)}
    first = [plan.first] if plan.first in asked else []
    order = [*first, *(question for question in asked if question not in first)]
    return [WriteTask(id=each, category=asked[each].category, asked=asked[each].asked) for each in order]


def list_author_rows(author: AnswerAuthor, rows: Sequence[AnswerRow], plan: RatingPlan) -> list[AnswerRow]:
    """An author's answers as rows of the table, beside those of the programs."""
    asked = {row.question: row for row in _of(author.person, rows, plan)}
    return [
        replace(asked[question], model=PEOPLE_CONDITION, condition=PEOPLE_CONDITION, answer=text, memories="")
        for question, text in author.sitting.texts.items()
        if question in asked
    ]


def check_author_acceptable(author: AnswerAuthor, others: Sequence[AnswerAuthor]) -> None:
    """Raises StudyFault for a set that cannot be accepted as things stand."""
    if author.sitting.judged:
        raise StudyError(f"{author.seat.id} has been judged already: {author.status}.")
    if author.sitting.stage != "done":
        raise StudyError(f"{author.seat.id} {author.status}; a set can be accepted when all of it is written.")
    for other in others:
        if other.person == author.person and other.status == "accepted":
            raise StudyError(f"{author.person} has an accepted set already, that of {other.seat.id}; refuse this one.")


def judge_author(run: Path, author: AnswerAuthor, accepted: bool, at: str) -> None:
    """Write a judgement down. Raises StudyFault for an author who has been judged, or has written nothing yet."""
    if author.sitting.judged:
        raise StudyError(f"{author.seat.id} has been judged already: {author.status}.")
    if author.first is None:
        raise StudyError(f"{author.seat.id} {author.status}; there is nothing to judge yet.")
    append_entry(JudgedEntry(at=at, accepted=accepted), journal_path(run, author.seat.id))


def _of(person: str, rows: Sequence[AnswerRow], plan: RatingPlan) -> list[AnswerRow]:
    """The answers of the programs in the interview that is rated, open questions alone."""
    which = (plan.run, plan.battery, plan.step, plan.model, person, None)
    return [row for row in rows if (row.run, row.battery, row.step, row.model, row.person, row.code) == which]
