"""Measures liveliness: variety and substance of lines, speech acts, shapes of talks, reactions, embarrassing lines."""

from townlet.measures.figures import MeasureSection
from townlet.measures.liveliness.content import measure_embarrassments, measure_grammar, measure_substance
from townlet.measures.liveliness.events import measure_event_tenses
from townlet.measures.liveliness.needs import measure_needs
from townlet.measures.liveliness.questions import measure_questions
from townlet.measures.liveliness.reactions import measure_reactions
from townlet.measures.liveliness.repetition import measure_days, measure_retelling, measure_variety
from townlet.measures.liveliness.speech_acts import measure_speech_acts
from townlet.measures.liveliness.talks import measure_invitations, measure_talk_shapes
from townlet.measures.record import RunRecord


def measure_liveliness(record: RunRecord) -> MeasureSection:
    """Return the liveliness section of `townlet measure`."""
    measures = (
        measure_variety,
        measure_substance,
        measure_retelling,
        measure_speech_acts,
        measure_invitations,
        measure_talk_shapes,
        measure_questions,
        measure_event_tenses,
        measure_needs,
        measure_days,
        measure_reactions,
        measure_grammar,
        measure_embarrassments,
    )
    return MeasureSection("liveliness", "Liveliness", tuple(measure(record) for measure in measures))
