"""Whether somebody in sight is worth a thought: what makes a question to the model worth asking (section 4.3.1)."""

from __future__ import annotations

from townlet.cognition.converse import TO_TELL
from townlet.cognition.thought import Thought
from townlet.memory.record import Memory
from townlet.world.sight import EARSHOT_RADIUS
from townlet.world.view import SeenPerson

TALK_AGAIN_MINUTES = 120
"""How long after a talk with somebody one may think of talking to them again; our choice."""

LONG_SILENT_MINUTES = 25
"""Who has not talked to anybody for so long is glad of a word with whom there is; our choice."""

AGAIN_IN_SILENCE_MINUTES = 45
"""How long after a talk with somebody that may be with them again; our choice."""

BREATH_MINUTES = 10
"""So long after a talk one begins no other; our choice."""

PASS_BY_MINUTES = 20
"""How long after deciding not to talk to somebody one may think of it again; our choice."""

SAID_ALL_MINUTES = 180
"""How long after a talk there is nothing more to say, if nothing has come up since; our choice."""

USED_TO_MINUTES = 40
"""How long somebody passed by is left alone while one goes on with the same thing; our choice."""

NEWS_IMPORTANCE = 6
"""What one learns from outside is something to tell from this rating on; our choice."""


LATELY = 150
"""How many of the newest records are looked at for what has come up; our choice."""


def may_talk_to(thought: Thought, person: SeenPerson) -> bool:
    """Near, awake and free, and neither just talked to nor just passed by with nothing new since."""
    if person.distance > EARSHOT_RADIUS or person.asleep or person.talk:
        return False
    agent = thought.agent
    talked, passed = agent.talked.get(person.name), agent.passed_by.get(person.name)
    if passed is not None and _within(thought, passed, PASS_BY_MINUTES):
        return False
    latest = max(agent.talked.values(), default=None)
    if latest is None or not _within(thought, latest, LONG_SILENT_MINUTES):
        return talked is None or not _within(thought, talked, AGAIN_IN_SILENCE_MINUTES)
    if _within(thought, latest, BREATH_MINUTES) or (
        talked is not None and _within(thought, talked, TALK_AGAIN_MINUTES)
    ):
        return False
    return not (thought.profile.familiar_left_alone and _nothing_new(thought, person.name, talked, passed))


def _nothing_new(thought: Thought, other: str, talked: int | None, passed: int | None) -> bool:
    """Whether all was said of late, or one is still at what one was at when one last let them be."""
    all_said = talked is not None and _within(thought, talked, SAID_ALL_MINUTES)
    used_to = passed is not None and _within(thought, passed, USED_TO_MINUTES) and _same_part_of_day(thought, passed)
    if not (all_said or used_to):
        return False
    last_talk = -1 if talked is None else talked
    last_met = last_talk if passed is None else max(last_talk, passed)
    lately = thought.memories.newest(LATELY)
    return not any(_unsaid(memory, other, last_talk) or _is_news(memory, other, last_met) for memory in lately)


def _within(thought: Thought, step: int, minutes: int) -> bool:
    return thought.view.step - step < thought.view.clock.steps(minutes)


def _same_part_of_day(thought: Thought, step: int) -> bool:
    hour = thought.agent.plan.hour(thought.view.step)
    return hour is not None and hour.start <= step


def _unsaid(memory: Memory, other: str, talked: int) -> bool:
    """Whether it is a resolve of one's own, or was arranged with this one, since one talked to them."""
    arranged = memory.kind == "plan" and other in memory.text
    return memory.id.step > talked and (memory.source == "inner voice" or arranged)


def _is_news(memory: Memory, other: str, latest: int) -> bool:
    """Whether it came from outside since one met them, and matters enough to be told to anybody."""
    tells = memory.source in TO_TELL and memory.heard_from != other
    return memory.id.step > latest and tells and memory.importance >= NEWS_IMPORTANCE
