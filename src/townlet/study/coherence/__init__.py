"""Whether a day reads like a day: meals, sleep, work, norms, leaving home, plans and reflection."""

from townlet.study.coherence.departures import departures
from townlet.study.coherence.meals import meals
from townlet.study.coherence.norms import norms
from townlet.study.coherence.plans import plans
from townlet.study.coherence.reflections import reflections
from townlet.study.coherence.sleep import sleep
from townlet.study.coherence.work import work
from townlet.study.figures import Section
from townlet.study.record import RunRecord


def coherence(record: RunRecord) -> Section:
    """The section of `townlet measure` that asks whether what people do hangs together."""
    measured = (meals, sleep, work, norms, departures, plans, reflections)
    return Section("coherence", "Coherence", tuple(measure(record) for measure in measured))
