"""OpenTelemetry's SDK with exporters that keep what they are given, for tests of what can be seen from outside."""

from __future__ import annotations

from functools import cache
from typing import Any

from opentelemetry import metrics, trace
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter


@cache
def exporter() -> InMemorySpanExporter:
    """The one exporter of this process: OpenTelemetry takes a provider once."""
    kept, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    trace.set_tracer_provider(provider)
    return kept


@cache
def reader() -> InMemoryMetricReader:
    kept = InMemoryMetricReader()
    metrics.set_meter_provider(MeterProvider([kept]))
    return kept


def spans(name: str) -> list[ReadableSpan]:
    """The spans so far whose names begin like this."""
    return [span for span in exporter().get_finished_spans() if span.name.startswith(name)]


def points(metric: str) -> list[tuple[dict[str, Any], float, int]]:
    """Attributes, sum and count of everything that a metric has measured so far."""
    data = reader().get_metrics_data()
    if data is None:
        return []
    found = [
        each
        for resource in data.resource_metrics
        for scope in resource.scope_metrics
        for each in scope.metrics
        if each.name == metric
    ]
    return [(dict(point.attributes), point.sum, point.count) for each in found for point in each.data.data_points]
