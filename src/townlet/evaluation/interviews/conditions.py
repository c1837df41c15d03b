"""The memory conditions of the paper's ablation (section 6.2): which memories an agent can use in an interview.

All conditions use the memory stream of the same run. The agent's summary is made again from the memories that remain,
and a plan or relationships that rest on removed memories are removed too.
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
    """A condition of the ablation, given by the kinds of memory that it withholds."""

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
"""The name of the paper's fifth condition: answers that people wrote."""


def label_condition(name: str) -> str:
    """Return the label of a condition; its name if it is not one of `CONDITIONS`."""
    return next((condition.label for condition in CONDITIONS if condition.name == name), name)


def find_condition(name: str) -> MemoryCondition:
    """Return the condition of this name. Raises StudyError if there is none."""
    for condition in CONDITIONS:
        if condition.name == name:
            return condition
    names = ", ".join(condition.name for condition in CONDITIONS)
    raise StudyError(f"There is no condition {name!r}; choose one of {names}.")


def find_conditions(names: Iterable[str]) -> tuple[MemoryCondition, ...]:
    """Return the conditions of these names, each once; all conditions if 'all' is among them. Raises StudyError."""
    wanted = tuple(names)
    return CONDITIONS if "all" in wanted else tuple(dict.fromkeys(map(find_condition, wanted)))


def filter_memories(stream: MemoryStream, condition: MemoryCondition) -> MemoryStream:
    """Return the memory stream without the memories that a condition withholds."""
    return stream.where(lambda memory: memory.kind not in condition.without) if condition.without else stream


def strip_mind(agent: AgentState, condition: MemoryCondition) -> AgentState:
    """Return the agent without what a condition withholds. Its summary is emptied and has to be made again."""
    if not condition.without:
        return agent
    left = replace(agent, summary="", summarised=-1, note=TalkNote())
    if "plan" in condition.without:
        left = replace(left, plan=Plan())
    if "observation" in condition.without:
        # Name, age and traits stay. The author's sentences go, because the first memories are made from them.
        persona = replace(left.persona, seeds=(), household=(), colleagues=(), neighbours=())
        left = replace(left, persona=persona, noticed=(), seen={}, talked={}, talks=(), passed_by={})
    return left


def strip_view(view: WorldView, condition: MemoryCondition) -> WorldView:
    """Return the view without what the agent perceives at the moment of the interview, if observation is withheld."""
    if "observation" not in condition.without:
        return view
    return replace(view, me=replace(view.me, activity=IDLE), people=(), things=(), last_talk=None, notices=())
