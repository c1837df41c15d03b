"""Tables of what people outside a run asked and judged: interviews, and rankings of their answers."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from townlet.study.data.columns import Column, Row, Table, at_step, count, one_of, several, text, when, whether
from townlet.study.interviews.table import rows_beside
from townlet.study.ranking.file import sessions_beside
from townlet.study.source import Source


def _interviews(source: Source) -> Iterator[Row]:
    for row in rows_beside(source.path):
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


INTERVIEWS = Table(
    "interviews",
    "an answer that was given in an interview; nobody in the run remembers it",
    ("person", "condition", "battery", "question", "asked", "model", "step"),
    (
        text("person", "Who answered"),
        one_of("condition", "What of their memory was within reach; 'people' for answers that people wrote"),
        one_of("battery", "The questions' name"),
        one_of("question", "Its id in the battery"),
        one_of("category", "Its category"),
        text("asked", "As it was put to this person"),
        several("about", "Who is named in it"),
        text("answer", "What was answered"),
        count(
            "code", "Of a closed question: the option from 1, -9 refused, -8 not known", empty="the question is open"
        ),
        several("memories", "What it was given to rest on, as in `memories`; what was only just noticed is none yet"),
        one_of("model", "Who answered for them; 'offline' for rules"),
        at_step("step", "They were asked as they stood when it began"),
        when("time", "The same as a time"),
    ),
    _interviews,
)


def _rankings(source: Source) -> Iterator[Row]:
    for session in sessions_beside(source.path):
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


RANKINGS = Table(
    "rankings",
    "a rank that a rater gave to the answer of one condition",
    ("rater", "question", "condition"),
    (
        text("rater", "Who ranked"),
        one_of("kind", "person or model"),
        one_of("model", "Which model judged; 'offline' for rules", empty="a person did"),
        whether("attentive", "All attention checks were passed"),
        text("person", "Whose answers they were", empty="it was not kept"),
        one_of("question", "Its id in the battery"),
        one_of("category", "Its category", empty="it was not kept"),
        text("asked", "As it was put to the person", empty="it was not kept"),
        one_of("condition", "Whose answer was ranked, as in `interviews`"),
        count("rank", "1 for the most believable"),
        Column("seconds", "number", "How long the question took, in real time", "seconds"),
    ),
    _rankings,
)
