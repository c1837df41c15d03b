"""Tables of the studies kept beside a run: interview answers, and rankings of them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from townlet.experiments.interviews.answers import read_answers_beside
from townlet.experiments.ranking.sessions import read_sessions_beside
from townlet.reporting.tables.schema import (
    RunTable,
    TableColumn,
    TableRow,
    boolean_column,
    category_column,
    integer_column,
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
    "an answer that was given in an interview; nobody in the run remembers it",
    ("person", "condition", "battery", "question", "asked", "model", "step"),
    (
        text_column("person", "Who answered"),
        category_column("condition", "What of their memory was within reach; 'people' for answers that people wrote"),
        category_column("battery", "The questions' name"),
        category_column("question", "Its id in the battery"),
        category_column("category", "Its category"),
        text_column("asked", "As it was put to this person"),
        texts_column("about", "Who is named in it"),
        text_column("answer", "What was answered"),
        integer_column(
            "code", "Of a closed question: the option from 1, -9 refused, -8 not known", empty="the question is open"
        ),
        texts_column(
            "memories", "What it was given to rest on, as in `memories`; what was only just noticed is none yet"
        ),
        category_column("model", "Who answered for them; 'offline' for rules"),
        step_column("step", "They were asked as they stood when it began"),
        time_column("time", "The same as a time"),
    ),
    _interviews,
)


def _rankings(source: RunView) -> Iterator[TableRow]:
    for session in read_sessions_beside(source.path):
        passed = session.attentive
        for ranked in session.rankings:
            for place, condition in enumerate(ranked.order, start=1):
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
                    place,
                    ranked.seconds,
                )


RANKINGS = RunTable(
    "rankings",
    "a rank that a rater gave to the answer of one condition",
    ("rater", "question", "condition"),
    (
        text_column("rater", "Who ranked"),
        category_column("kind", "person or model"),
        category_column("model", "Which model judged; 'offline' for rules", empty="a person did"),
        boolean_column("attentive", "All attention checks were passed"),
        text_column("person", "Whose answers they were", empty="it was not kept"),
        category_column("question", "Its id in the battery"),
        category_column("category", "Its category", empty="it was not kept"),
        text_column("asked", "As it was put to the person", empty="it was not kept"),
        category_column("condition", "Whose answer was ranked, as in `interviews`"),
        integer_column("rank", "1 for the most believable"),
        TableColumn("seconds", "number", "How long the question took, in real time", "seconds"),
    ),
    _rankings,
)
