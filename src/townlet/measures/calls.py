"""The calls of a run to its language models, one by one, with what came of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

from townlet.errors import BadInput
from townlet.runfile import CallFilter, CallRow, RunReader
from townlet.runfile.lookup import find_person
from townlet.runfile.moments import RunTimeline
from townlet.runfile.view import RunSource, RunView, open_view

ANSWERED = "answered"


def list_calls(
    run: RunSource, *, person: str = "", kind: str = "", failed: bool = False, at: str = ""
) -> Iterator[CallRow]:
    """Yield the calls of a run to its models, in order of time.

    `person` is a name or a part of one, `kind` the name of a prompt, such as 'converse', and `at` the moment at which a
    game minute begins. With `failed`, only calls without a usable answer. Raises BadInput, RunFileError.
    """
    view = open_view(run)
    with view.reader() as reader, closing(reader.calls(_filter(view, reader, person, kind, at), by_time=True)) as calls:
        yield from (row for row in calls if not failed or classify_outcome(row) != ANSWERED)


def classify_outcome(row: CallRow) -> str:
    """Return the outcome of a call: 'answered', 'unfit', 'stand-in', 'unanswered' or 'failed'."""
    if row.fallback:
        return "stand-in"
    if row.status == ANSWERED:
        return "unfit" if row.error else ANSWERED
    return "unanswered" if row.status == "sent" else row.status


def _filter(view: RunView, reader: RunReader, person: str, kind: str, at: str) -> CallFilter:
    timeline = RunTimeline.of(view)
    name = find_person(person, _list_names(reader, "agent")) if person else None
    kinds = _list_names(reader, "name")
    if kind and kind not in kinds:
        raise BadInput(f"This run has no prompts of kind {kind!r}; it has {', '.join(kinds) or 'none yet'}.")
    first = timeline.step(at) if at else None
    last = None if first is None else first + timeline.clock.steps(1) - 1
    return CallFilter(agent=name, name=kind or None, from_step=first, to_step=last)


def _list_names(reader: RunReader, column: str) -> list[str]:
    return [totals.group for totals in reader.call_totals("agent" if column == "agent" else "name") if totals.group]
