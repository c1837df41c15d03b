"""Spans and metrics of OpenTelemetry, after its semantic conventions for generative AI.

Nothing is imported and nothing is spent until the process has loaded OpenTelemetry's SDK, as a program that wants
spans does, or its owner says so by TOWNLET_TRACE=1. Prompts and answers are in spans only where TOWNLET_TRACE_CONTENT=1
asks for them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from opentelemetry.metrics import Histogram
    from opentelemetry.trace import Span

TRACE_VARIABLE = "TOWNLET_TRACE"
CONTENT_VARIABLE = "TOWNLET_TRACE_CONTENT"

Kind: TypeAlias = Literal["INTERNAL", "CLIENT"]
Attributes: TypeAlias = "Mapping[str, str | int | float | list[str]]"

_SCOPE = "townlet"
_TOKEN_BUCKETS = tuple(4**power for power in range(14))
_SECONDS_BUCKETS = tuple(0.01 * 2**power for power in range(14))
"""The boundaries that the conventions ask for."""


def wanted() -> bool:
    """Whether anybody looks at spans and metrics."""
    return "opentelemetry.sdk" in sys.modules or os.environ.get(TRACE_VARIABLE, "") == "1"


def content_wanted() -> bool:
    """Whether prompts and answers may be in spans."""
    return os.environ.get(CONTENT_VARIABLE, "") == "1"


def span(name: str, attributes: Attributes, kind: Kind = "INTERNAL") -> AbstractContextManager[Span | None]:
    """A span around a block; none where nobody looks. Of an error it holds the kind alone."""
    return _span(name, attributes, kind) if wanted() else nullcontext()


@contextmanager
def _span(name: str, attributes: Attributes, kind: Kind) -> Iterator[Span]:
    from opentelemetry.trace import SpanKind, Status, StatusCode, get_tracer

    opened = get_tracer(_SCOPE).start_as_current_span(
        name,
        kind=SpanKind[kind],
        attributes={**attributes},
        record_exception=False,
        set_status_on_exception=False,
    )
    with opened as current:
        try:
            yield current
        except BaseException as error:
            current.set_attribute("error.type", type(error).__name__)
            current.set_status(Status(StatusCode.ERROR))
            raise


@cache
def token_usage() -> Histogram:
    """How many tokens calls take, by the conventions."""
    from opentelemetry.metrics import get_meter

    return get_meter(_SCOPE).create_histogram(
        "gen_ai.client.token.usage",
        unit="{token}",
        description="Tokens asked and answered",
        explicit_bucket_boundaries_advisory=_TOKEN_BUCKETS,
    )


@cache
def operation_duration() -> Histogram:
    """How long calls take, by the conventions."""
    from opentelemetry.metrics import get_meter

    return get_meter(_SCOPE).create_histogram(
        "gen_ai.client.operation.duration",
        unit="s",
        description="Time that a call to a language model takes",
        explicit_bucket_boundaries_advisory=_SECONDS_BUCKETS,
    )
