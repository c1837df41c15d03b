"""Measures coherence: whether meals, sleep, work, norms, departures, plans and reflections make sense together."""

from townlet.measures.coherence.behaviour import (
    measure_departures,
    measure_meals,
    measure_norms,
    measure_sleep,
    measure_work,
)
from townlet.measures.coherence.plans import measure_plans
from townlet.measures.coherence.reflections import measure_reflections
from townlet.measures.figures import MeasureSection
from townlet.measures.record import RunRecord


def measure_coherence(record: RunRecord) -> MeasureSection:
    """Return the coherence section of `townlet measure`."""
    measures = (
        measure_meals,
        measure_sleep,
        measure_work,
        measure_norms,
        measure_departures,
        measure_plans,
        measure_reflections,
    )
    return MeasureSection("coherence", "Coherence", tuple(measure(record) for measure in measures))
