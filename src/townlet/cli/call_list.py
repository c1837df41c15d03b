"""The calls of a run, printed as they are read: nothing waits for the last of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from townlet.cli.failures import BadInput
from townlet.cli.people import find_person
from townlet.cli.pipe import while_it_is_read
from townlet.cli.times import Timeline
from townlet.engine.runfile import CallFilter, CallRow, RunReader
from townlet.engine.simulation import opened

ANSWERED = "answered"
_EXCERPT = 80


@dataclass(frozen=True)
class Wanted:
    """Which calls to print, as it was asked for; empty for any."""

    person: str
    kind: str
    failed: bool
    at: str


def print_calls(run: Path, wanted: Wanted, full: bool, as_json: bool) -> None:
    """Print the calls that were asked for. Raises BadInput."""
    with opened(run) as reader, while_it_is_read():
        timeline = Timeline.of(reader)
        with closing(reader.calls(_filter(reader, wanted, timeline), by_time=True)) as found:
            rows = (row for row in found if _wanted(row, wanted))
            for line in _as_json(rows, reader, full) if as_json else _as_text(rows, reader, timeline, full):
                print(line)


def outcome(row: CallRow) -> str:
    """How a call ended, in a word."""
    if row.fallback:
        return "stand-in"
    if row.status == ANSWERED:
        return "unfit" if row.error else ANSWERED
    return "unanswered" if row.status == "sent" else row.status


def _wanted(row: CallRow, wanted: Wanted) -> bool:
    return not wanted.failed or outcome(row) != ANSWERED


def _filter(reader: RunReader, wanted: Wanted, timeline: Timeline) -> CallFilter:
    person = find_person(wanted.person, _names(reader, "agent")) if wanted.person else None
    kinds = _names(reader, "name")
    if wanted.kind and wanted.kind not in kinds:
        raise BadInput(f"No prompt of this run is called {wanted.kind!r}; there are {', '.join(kinds) or 'none yet'}.")
    first = timeline.step(wanted.at) if wanted.at else None
    last = None if first is None else first + max(1, 60 // timeline.step_seconds) - 1
    return CallFilter(agent=person, name=wanted.kind or None, from_step=first, to_step=last)


def _names(reader: RunReader, of: str) -> list[str]:
    return [totals.of for totals in reader.call_totals("agent" if of == "agent" else "name") if totals.of]


def _as_text(rows: Iterable[CallRow], reader: RunReader, timeline: Timeline, full: bool) -> Iterator[str]:
    first = next(rows := iter(rows), None)
    if first is None:
        yield "There is no such call."
        return
    for row in chain([first], rows):
        yield _line(row, timeline)
        if full:
            yield from _whole(row, reader)


def _line(row: CallRow, timeline: Timeline) -> str:
    when = f"{timeline.at(row.step):%Y-%m-%d %H:%M:%S}"
    price = f"  {row.cost:.6f} usd" if row.cost else ""
    warmth = "" if row.temperature is None else f"  temperature {row.temperature:g}"
    tokens = "from the cache" if row.from_cache else f"{row.prompt_tokens}+{row.answer_tokens} tokens"
    spent = f"{tokens}{price}  {row.seconds:.2f} s"
    head = f"{when}  {row.agent or 'everybody'}  {row.name}  {outcome(row)}  {spent}  {row.model or '-'}{warmth}"
    return f"{head}  {_excerpt(row.error or row.reply)}".rstrip()


def _excerpt(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _EXCERPT else words[: _EXCERPT - 1] + "…"


def _whole(row: CallRow, reader: RunReader) -> Iterator[str]:
    asked = reader.prompt(row.prompt_sha).text
    for what, text in (("asked", asked), ("answered", row.reply), ("error", row.error)):
        if text:
            yield f"--- {what}"
            yield text.rstrip("\n")
    yield ""


def _as_json(rows: Iterable[CallRow], reader: RunReader, full: bool) -> Iterator[str]:
    """One JSON array, a call a line."""
    mark = "["
    for row in rows:
        yield mark + json.dumps(_record(row, reader, full))
        mark = ","
    yield "]" if mark == "," else "[]"


def _record(row: CallRow, reader: RunReader, full: bool) -> dict[str, object]:
    record = {"time": reader.header.time_of(row.step).isoformat(), "outcome": outcome(row), **row._asdict()}
    if full:
        asked = reader.prompt(row.prompt_sha)
        record |= {"prompt": asked.text, "schema": json.loads(asked.schema or "null")}
    return record
