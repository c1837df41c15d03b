"""Whether somebody in sight is worth a thought: what makes a question to the model worth asking (section 4.3.1)."""

from __future__ import annotations

from collections.abc import Iterator

from townlet.cognition.converse import TO_TELL
from townlet.cognition.thought import Thought
from townlet.memory.record import Memory
from townlet.world.sight import EARSHOT_RADIUS
from townlet.world.view import SeenPerson

TALK_AGAIN_MINUTES = 120
"""How long after a talk with somebody one may think of talking to them again; our choice."""

PASS_BY_MINUTES = 20
"""How long after deciding not to talk to somebody one may think of it again; our choice."""

SAID_ALL_MINUTES = 180
"""How long after a talk there is nothing more to say, if nothing has come up since; our choice."""

USED_TO_MINUTES = 40
"""How long somebody passed by is left alone while one goes on with the same thing; our choice."""

NEWS_IMPORTANCE = 6
"""What one learns from outside is something to tell from this rating on; our choice."""


def may_talk_to(thought: Thought, person: SeenPerson) -> bool:
    """Near, awake and free, and neither just talked to nor just passed by with nothing new since."""
    if person.distance > EARSHOT_RADIUS or person.asleep or person.talk:
        return False
    agent = thought.agent
    talked, passed = agent.talked.get(person.name), agent.passed_by.get(person.name)
    if talked is not None and _within(thought, talked, TALK_AGAIN_MINUTES):
        return False
    if passed is not None and _within(thought, passed, PASS_BY_MINUTES):
        return False
    return not (thought.profile.familiar_left_alone and _nothing_new(thought, person.name, talked, passed))


def _nothing_new(thought: Thought, other: str, talked: int | None, passed: int | None) -> bool:
    """Whether all was said of late, or one is still at what one was at when one last let them be."""
    all_said = talked is not None and _within(thought, talked, SAID_ALL_MINUTES)
    used_to = passed is not None and _within(thought, passed, USED_TO_MINUTES) and _same_part_of_day(thought, passed)
    latest = max(step for step in (talked, passed, -1) if step is not None)
    return (all_said or used_to) and not any(_to_bring_up(memory, other) for memory in _since(thought, latest))


def _within(thought: Thought, step: int, minutes: int) -> bool:
    return thought.view.step - step < thought.view.clock.steps(minutes)


def _same_part_of_day(thought: Thought, step: int) -> bool:
    hour = thought.agent.plan.hour(thought.view.step)
    return hour is not None and hour.start <= step


def _since(thought: Thought, step: int) -> Iterator[Memory]:
    """What was remembered after a step, newest first."""
    for place in range(len(thought.memories) - 1, -1, -1):
        memory = thought.memories[place]
        if memory.id.step <= step:
            return
        yield memory


def _to_bring_up(memory: Memory, other: str) -> bool:
    """Whether it is something to tell anybody, or was arranged with this one."""
    if memory.kind == "plan":
        return other in memory.text
    return memory.source in TO_TELL and memory.importance >= NEWS_IMPORTANCE and memory.heard_from != other
