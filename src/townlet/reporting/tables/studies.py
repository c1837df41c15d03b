"""Tables of the studies kept beside a run: interview answers, and rankings of them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from townlet.evaluation.interviews.answers import read_answers_beside
from townlet.evaluation.ranking.sessions import read_sessions_beside
from townlet.measures.table import Column, TableRow
from townlet.reporting.tables.schema import FROM_START, RunTable
from townlet.runfile.view import RunView


def _interviews(source: RunView) -> Iterator[TableRow]:
    for row in read_answers_beside(source.path):
        yield (
            row.person,
            row.condition,
            row.battery,
            row.question,
            row.category,
            row.asked,
            _parts(row.about),
            row.answer,
            row.code,
            _parts(row.memories),
            row.model,
            row.step,
            datetime.fromisoformat(row.time),
        )


def _parts(text: str) -> tuple[str, ...]:
    return tuple(text.split("; ")) if text else ()


INTERVIEWS = RunTable(
    "interviews",
    "an answer given in an interview, which nobody in the run remembers",
    ("person", "condition", "battery", "question", "asked", "model", "step"),
    (
        Column("person", "text", "The person interviewed"),
        Column(
            "condition", "category", "The memories the person could use; 'people' for answers that human authors wrote"
        ),
        Column("battery", "category", "Name of the battery of questions"),
        Column("question", "category", "Id of the question in the battery"),
        Column("category", "category", "Category of the question"),
        Column("asked", "text", "The question as it was put to this person"),
        Column("about", "texts", "The people named in the question"),
        Column("answer", "text", "The answer"),
        Column(
            "code", "integer", "The chosen option, from 1; -9 if refused, -8 if not known", empty="the question is open"
        ),
        Column(
            "memories", "texts", "The memories in the prompt, as in `memories`; fresh perceptions are not memories yet"
        ),
        Column("model", "category", "The model that answered; 'offline' for the offline model"),
        Column("step", "integer", "The person answered as of the beginning of this step", FROM_START),
        Column("time", "time", "Time of that step"),
    ),
    _interviews,
)


def _rankings(source: RunView) -> Iterator[TableRow]:
    for session in read_sessions_beside(source.path):
        passed = session.attentive
        for ranked in session.rankings:
            for number, condition in enumerate(ranked.order, start=1):
                yield (
                    session.rater,
                    session.kind,
                    session.model or None,
                    passed,
                    session.person or None,
                    ranked.question,
                    ranked.category or None,
                    ranked.asked or None,
                    condition,
                    number,
                    ranked.seconds,
                )


RANKINGS = RunTable(
    "rankings",
    "a rank that a rater gave to the answer of one condition",
    ("rater", "question", "condition"),
    (
        Column("rater", "text", "Id of the rater"),
        Column("kind", "category", "Kind of rater: person or model"),
        Column("model", "category", "The model that judged; 'offline' for a simple rule", empty="a person judged"),
        Column("attentive", "boolean", "The rater passed all attention checks"),
        Column("person", "text", "The person whose answers were ranked", empty="it was not recorded"),
        Column("question", "category", "Id of the question in the battery"),
        Column("category", "category", "Category of the question", empty="it was not recorded"),
        Column("asked", "text", "The question as it was put to the person", empty="it was not recorded"),
        Column("condition", "category", "The condition whose answer was ranked, as in `interviews`"),
        Column("rank", "integer", "The rank; 1 is the most believable"),
        Column("seconds", "number", "Real time from the previous answer to this one", "seconds"),
    ),
    _rankings,
)
