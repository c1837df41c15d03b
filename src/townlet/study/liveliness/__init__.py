"""Whether people talk like people: variety, substance, kinds of speech, talks, days, reactions, embarrassments."""

from townlet.study.figures import Section
from townlet.study.liveliness.days import days
from townlet.study.liveliness.embarrassments import embarrassments
from townlet.study.liveliness.invitations import invitations
from townlet.study.liveliness.reactions import reactions
from townlet.study.liveliness.retelling import retelling
from townlet.study.liveliness.shapes import shapes
from townlet.study.liveliness.silence import silence
from townlet.study.liveliness.speech import speech
from townlet.study.liveliness.substance import substance
from townlet.study.liveliness.variety import variety
from townlet.study.record import RunRecord


def liveliness(record: RunRecord) -> Section:
    """The section of `townlet measure` that asks whether the town is worth listening to."""
    measured = (
        variety, substance, retelling, speech, invitations, shapes, days, silence, reactions, embarrassments,
    )  # fmt: skip
    return Section("liveliness", "Liveliness", tuple(measure(record) for measure in measured))
