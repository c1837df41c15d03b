"""The table of calls to language models and embedders."""

from __future__ import annotations

from collections.abc import Iterator

from townlet.engine.runfile import CallFilter
from townlet.engine.simulation import opened
from townlet.language.jobs import JOB_OF_PROMPT
from townlet.study.data.columns import STEP, TIME, Column, Row, Table, count, one_of, text, whether
from townlet.study.manifest import OTHERWISE
from townlet.study.source import Source


def _calls(source: Source) -> Iterator[Row]:
    with opened(source.path) as reader:
        for call in reader.calls(CallFilter(to_step=source.last)):
            yield (
                call.agent or None,
                call.step,
                source.time(call.step),
                call.path,
                call.attempt,
                call.name,
                JOB_OF_PROMPT.get(call.name, OTHERWISE),
                call.status,
                call.model or None,
                call.prompt_tokens,
                call.cached_tokens,
                call.answer_tokens,
                call.reasoning_tokens,
                call.cost,
                call.ceiling,
                call.seconds,
                call.temperature,
                call.fallback,
                call.from_cache,
                call.prompt_sha,
            )


CALLS = Table(
    "calls",
    "one sending of a prompt to a model, or of texts to an embedder that is paid or counted; "
    "words and errors are for `townlet calls`",
    ("person", "step", "path", "attempt"),
    (
        text("person", "For whom", empty="texts of several people were embedded together"),
        STEP,
        TIME,
        text("path", "Where within the person's turn it was asked"),
        count("attempt", "Counted from 0"),
        one_of("prompt", "The kind of prompt"),
        one_of("job", f"What it is part of: dialogue, planning, importance, or {OTHERWISE}"),
        one_of("status", "answered, failed, or sent (nothing more is known)"),
        one_of("model", "What the model calls itself", empty="none answered"),
        count("input_tokens", "What was sent", "tokens"),
        count("cached_tokens", "Of them, those that the provider had cached", "tokens"),
        count("output_tokens", "What came back", "tokens"),
        count("reasoning_tokens", "Of them, those spent on thinking", "tokens"),
        Column("usd", "number", "What it cost", "US dollars"),
        Column("usd_at_most", "number", "What it can have cost at most", "US dollars"),
        Column("seconds", "number", "How long the answer took, in real time", "seconds"),
        Column("temperature", "number", "As it was asked for", empty="it was left to the provider"),
        whether("fallback", "No model gave the answer: the prompt's declared fallback stood in"),
        whether("from_cache", "The reply was kept from another run and cost nothing"),
        text("prompt_sha256", "Hash of what was sent"),
    ),
    _calls,
)
