"""`townlet calls`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Annotated

import typer

from townlet.cli.options import JsonOption, RunFileArgument
from townlet.cli.output import format_json, tolerate_closed_pipe
from townlet.measures.calls import classify_outcome, list_calls
from townlet.measures.mended import is_shortened, mends_of
from townlet.runfile import CallRow, RunReader
from townlet.runfile.view import RunView

_EXCERPT = 80


def _as_text(rows: Iterable[CallRow], reader: RunReader, full: bool) -> Iterator[str]:
    first = next(rows := iter(rows), None)
    if first is None:
        yield "No call matches."
        return
    for row in chain([first], rows):
        yield _format_call(row, reader)
        if full:
            yield from _format_texts(row, reader)


def _format_call(row: CallRow, reader: RunReader) -> str:
    when = f"{reader.header.time_of(row.step):%Y-%m-%d %H:%M:%S}"
    price = f"  {row.cost:.6f} usd" if row.cost else ""
    warmth = "" if row.temperature is None else f"  temperature {row.temperature:g}"
    tokens = "from the cache" if row.from_cache else f"{row.prompt_tokens}+{row.answer_tokens} tokens"
    spent = f"{tokens}{price}{' (estimated)' if row.estimated else ''}  {row.seconds:.2f} s"
    head = (
        f"{when}  {row.agent or 'everybody'}  {row.name}  {classify_outcome(row)}  {spent}  {row.model or '-'}{warmth}"
    )
    mended = f"  (mended: {', '.join(mends)})" if (mends := mends_of(row)) else ""
    context = str(reader.header.settings.get("context", ""))
    shown = f"  (fewer memories shown: a context of {int(context):,} tokens)" if is_shortened(row, context) else ""
    return f"{head}{shown}{mended}  {_shorten(row.error or row.reply)}".rstrip()


def _shorten(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _EXCERPT else words[: _EXCERPT - 1] + "…"


def _format_texts(row: CallRow, reader: RunReader) -> Iterator[str]:
    asked = reader.prompt(row.prompt_sha).text
    for what, text in (("asked", asked), ("answered", row.reply), ("error", row.error)):
        if text:
            yield f"--- {what}"
            yield text.rstrip("\n")
    yield ""


def _as_json(rows: Iterable[CallRow], reader: RunReader, full: bool) -> Iterator[str]:
    """Yield one JSON array, with one call per line."""
    mark = "["
    for row in rows:
        yield mark + format_json(_call_to_json(row, reader, full))
        mark = ","
    yield "]" if mark == "," else "[]"


def _call_to_json(row: CallRow, reader: RunReader, full: bool) -> dict[str, object]:
    record = {
        "time": reader.header.time_of(row.step).isoformat(),
        "outcome": classify_outcome(row),
        **row._asdict(),
        "mends": mends_of(row),
        "shortened": is_shortened(row, str(reader.header.settings.get("context", ""))),
    }
    if full:
        asked = reader.prompt(row.prompt_sha)
        record |= {"prompt": asked.text, "schema": json.loads(asked.schema or "null")}
    return record


PersonOption = Annotated[str, typer.Option("--person", metavar="P", help="Show only this person's calls.")]
KindOption = Annotated[
    str, typer.Option("--kind", metavar="PROMPT", help="Show only one kind of prompt, such as 'converse'.")
]
FailedOption = Annotated[
    bool,
    typer.Option(
        "--failed",
        help="Show only calls that failed, were not answered in the required form, or were replaced by a fallback.",
    ),
]
AtMinuteOption = Annotated[
    str, typer.Option("--at", metavar="TIME", help="Show only the calls of the game minute that begins at this moment.")
]
FullOption = Annotated[bool, typer.Option("--full", help="Print the whole prompts and replies.")]


def calls_command(
    run: RunFileArgument,
    person: PersonOption = "",
    kind: KindOption = "",
    failed: FailedOption = False,
    at: AtMinuteOption = "",
    full: FullOption = False,
    as_json: JsonOption = False,
) -> None:
    """List a run's calls to the language model, with the replies.

    Each line is one call: game time, person, kind of prompt, outcome, tokens of prompt+reply, price, duration, model,
    and the beginning of the reply or error.

    Examples:

      townlet calls my.townlet --person ann --kind converse

      townlet calls my.townlet --at "day 2 9:30" --full

      townlet calls my.townlet --failed
    """
    view = RunView(run)
    rows = list_calls(view, person=person, kind=kind, failed=failed, at=at)
    with view.reader() as reader, tolerate_closed_pipe():
        for line in _as_json(rows, reader, full) if as_json else _as_text(rows, reader, full):
            print(line)
