"""How much of a run a rating study is of: settled when it is set up, and held to once raters have begun."""

from __future__ import annotations

from townlet.engine.runfile import RunReader
from townlet.study.defects import StudyFault
from townlet.study.interviews.resting import manifest_of_answers
from townlet.study.rating.plan import Plan


def settled(plan: Plan, reader: RunReader) -> Plan:
    """The plan with how far its run is replayed and what its answers rest on.

    A run that has gone on since raters began is replayed as far as they saw it. Raises StudyFault for one that is not
    what they saw.
    """
    last = reader.last_step()
    steps = 0 if last is None else last + 1
    if not plan.until:
        manifest = manifest_of_answers(reader, plan.step, plan.model)
        return plan.model_copy(update={"until": steps, "state": reader.state_hash(), "manifest": manifest})
    if steps < plan.until or reader.state_hash(plan.until - 1) != plan.state:
        raise StudyFault(
            f"{reader.path} is not the run that raters began with: its first {plan.until:,} steps are not what they "
            "were; put that file back, or rate this one under another name."
        )
    return plan
