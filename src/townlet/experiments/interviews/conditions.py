"""The paper's conditions (section 6.2): what of a person's memory is within reach when they are asked.

The memory is that of the same run. What rests on it (summary, plan, whom they know) is made anew from what remains.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from townlet.cognition.state import AgentState, Plan, TalkNote
from townlet.memory.record import Kind
from townlet.memory.stream import MemoryStream
from townlet.runfile.study_files import StudyError
from townlet.world.state import IDLE
from townlet.world.view import WorldView


@dataclass(frozen=True)
class MemoryCondition:
    """An architecture, by what it cannot reach."""

    name: str
    label: str
    without: frozenset[Kind] = frozenset()

    def __str__(self) -> str:
        return self.name


FULL_MEMORY = MemoryCondition("full", "full architecture")
NO_REFLECTION = MemoryCondition("no-reflection", "no reflection", frozenset({"reflection"}))
NO_PLANNING = MemoryCondition("no-planning", "no reflection, no planning", frozenset({"reflection", "plan"}))
NO_MEMORY = MemoryCondition(
    "no-memory", "no observation, no reflection, no planning", frozenset({"observation", "reflection", "plan"})
)
CONDITIONS = (FULL_MEMORY, NO_REFLECTION, NO_PLANNING, NO_MEMORY)
PEOPLE_CONDITION = "people"
"""The fifth of the paper's conditions: answers that people wrote."""


def find_condition(name: str) -> MemoryCondition:
    """Raises StudyFault for a name that no condition has."""
    for condition in CONDITIONS:
        if condition.name == name:
            return condition
    names = ", ".join(condition.name for condition in CONDITIONS)
    raise StudyError(f"There is no condition {name!r}; choose from {names}.")


def find_conditions(names: Iterable[str]) -> tuple[MemoryCondition, ...]:
    """The conditions of these names, each once; all for 'all'. Raises StudyFault for a name that none has."""
    wanted = tuple(names)
    return CONDITIONS if "all" in wanted else tuple(dict.fromkeys(map(find_condition, wanted)))


def filter_memories(stream: MemoryStream, condition: MemoryCondition) -> MemoryStream:
    """The memories that a condition leaves."""
    return stream.where(lambda memory: memory.kind not in condition.without) if condition.without else stream


def strip_mind(agent: AgentState, condition: MemoryCondition) -> AgentState:
    """The state of mind that a condition leaves; its summary is empty, for it to be made anew."""
    if not condition.without:
        return agent
    left = replace(agent, summary="", summarised=-1, note=TalkNote())
    if "plan" in condition.without:
        left = replace(left, plan=Plan())
    if "observation" in condition.without:
        # Name, age and traits stay; the story that the author gave is what the first memories are made of.
        persona = replace(left.persona, seeds=())
        left = replace(left, persona=persona, noticed=(), seen={}, talked={}, passed_by={})
    return left


def strip_view(view: WorldView, condition: MemoryCondition) -> WorldView:
    """What one perceives of oneself and others at the moment of the interview."""
    if "observation" not in condition.without:
        return view
    return replace(view, me=replace(view.me, activity=IDLE), people=(), things=(), last_talk=None, notices=())
