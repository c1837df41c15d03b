"""Whether a day reads like a day: meals, sleep, work, norms, leaving home, plans and reflection."""

from townlet.analysis.coherence.behaviour import (
    measure_departures,
    measure_meals,
    measure_norms,
    measure_plans,
    measure_sleep,
    measure_work,
)
from townlet.analysis.coherence.reflections import measure_reflections
from townlet.analysis.figures import MeasureSection
from townlet.analysis.record import RunRecord


def measure_coherence(record: RunRecord) -> MeasureSection:
    """The section of `townlet measure` that asks whether what people do hangs together."""
    measured = (
        measure_meals,
        measure_sleep,
        measure_work,
        measure_norms,
        measure_departures,
        measure_plans,
        measure_reflections,
    )
    return MeasureSection("coherence", "Coherence", tuple(measure(record) for measure in measured))
