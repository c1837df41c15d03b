"""Tables of the studies kept beside a run: interview answers, and rankings of them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from townlet.evaluation.interviews.answers import read_answers_beside
from townlet.evaluation.ranking.sessions import read_sessions_beside
from townlet.measures.table import TableRow
from townlet.reporting.tables.schema import (
    RunTable,
    boolean_column,
    category_column,
    integer_column,
    number_column,
    step_column,
    text_column,
    texts_column,
    time_column,
)
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
        text_column("person", "The person interviewed"),
        category_column(
            "condition", "The memories the person could use; 'people' for answers that human authors wrote"
        ),
        category_column("battery", "Name of the battery of questions"),
        category_column("question", "Id of the question in the battery"),
        category_column("category", "Category of the question"),
        text_column("asked", "The question as it was put to this person"),
        texts_column("about", "The people named in the question"),
        text_column("answer", "The answer"),
        integer_column(
            "code", "The chosen option, from 1; -9 if refused, -8 if not known", empty="the question is open"
        ),
        texts_column(
            "memories", "The memories in the prompt, as in `memories`; fresh perceptions are not memories yet"
        ),
        category_column("model", "The model that answered; 'offline' for the offline model"),
        step_column("step", "The person answered as of the beginning of this step"),
        time_column("time", "Time of that step"),
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
        text_column("rater", "Id of the rater"),
        category_column("kind", "Kind of rater: person or model"),
        category_column("model", "The model that judged; 'offline' for a simple rule", empty="a person judged"),
        boolean_column("attentive", "The rater passed all attention checks"),
        text_column("person", "The person whose answers were ranked", empty="it was not recorded"),
        category_column("question", "Id of the question in the battery"),
        category_column("category", "Category of the question", empty="it was not recorded"),
        text_column("asked", "The question as it was put to the person", empty="it was not recorded"),
        category_column("condition", "The condition whose answer was ranked, as in `interviews`"),
        integer_column("rank", "The rank; 1 is the most believable"),
        number_column("seconds", "Real time from the previous answer to this one", "seconds"),
    ),
    _rankings,
)
