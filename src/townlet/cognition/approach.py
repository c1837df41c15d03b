"""Approaching somebody: whether a person in sight is worth thinking of a talk with them.

A day has room for a number of talks, and two people talk a second time on a day only about something new, or where
something is on.
"""

from __future__ import annotations

from math import ceil

from townlet.cognition.relationships import is_promise
from townlet.cognition.selection import on_here
from townlet.cognition.thought import Thought
from townlet.memory.record import Memory, Source
from townlet.world.setting import MINUTES_A_DAY
from townlet.world.view import SeenPerson

TALK_AGAIN_MINUTES = 120
"""Minutes after a talk with a person before the agent considers talking to them again; our choice."""

BREATH_MINUTES = 10
"""Minutes after a talk in which the agent begins no other; our choice."""

SAID_ALL_MINUTES = 180
"""Minutes after a talk in which there is nothing more to say, unless something new comes up; our choice."""

PASS_BY_MINUTES = 20
"""Minutes after deciding not to talk to a person before the agent considers it again; our choice."""

USED_TO_MINUTES = 60
"""Minutes after deciding not to talk to a person in which only something new makes the agent consider it again; our
choice."""

NEWS_IMPORTANCE = 6
"""The importance from which something learnt from outside is worth telling; our choice."""

AT_HOME_AGAIN_MINUTES = 360
"""Minutes after a talk from which people who live together talk again without anything new, as in the morning and in
the evening; our choice."""

AT_OWN_EVENT = 3
"""Talks that the day has room for besides the others while something is on that one's own story tells of; our choice.
Who has asked people along all day can still speak to those who come."""

VITAL_IMPORTANCE = 7
"""The importance from which it is worth a second talk on a day with anybody, even if it does not concern them; our
choice."""

LATELY = 150
"""The number of newest memories that are searched for something new; our choice."""

TO_TELL: tuple[Source, ...] = ("seed", "seen", "heard", "told", "inner voice")
"""The sources of memories that are worth telling: from outside or always known, not the agent's own words and plans."""


def may_talk_to(thought: Thought, person: SeenPerson) -> bool:
    """Return whether to consider a talk: the person is near, awake and free, and the day has room for the talk."""
    if not person.in_earshot or person.asleep or person.talk:
        return False
    agent = thought.agent
    talked, passed = agent.talked.get(person.name), agent.passed_by.get(person.name)
    latest = max(agent.talked.values(), default=None)
    if talked is not None and _within(thought, talked, TALK_AGAIN_MINUTES):
        return False
    if not is_here_for(thought, person) and (
        (passed is not None and _within(thought, passed, PASS_BY_MINUTES))
        or (latest is not None and _within(thought, latest, BREATH_MINUTES))
    ):
        return False
    if thought.profile.familiar_left_alone and _nothing_new(thought, person.name, talked, passed):
        return False
    return not thought.profile.talks_a_day or _has_room(thought, person.name, talked)


def is_here_for(thought: Thought, person: SeenPerson) -> bool:
    """Return whether what the agent is doing names a person: 'looking in on Bo Lund'."""
    return person.name in thought.view.me.activity.doing


def may_watch(thought: Thought, person: SeenPerson) -> bool:
    """Return whether to consider what a person in sight does, without a talk: not often, and of nobody asleep."""
    watched = thought.agent.watched
    lately = watched >= 0 and _within(thought, watched, thought.profile.watches_every)
    return not (person.asleep or person.talk or lately)


def _has_room(thought: Thought, other: str, talked: int | None) -> bool:
    """Return whether the day has room for a talk with a person."""
    if talked is not None and _is_today(thought, talked):
        at_home = other in thought.agent.persona.household and not _within(thought, talked, AT_HOME_AGAIN_MINUTES)
        if not at_home and not _something_between(thought, other, talked) and not on_here(thought):
            return False
    talks = sum(_is_today(thought, step) for step in thought.agent.talks)
    if talks < talks_by_now(thought):
        return True
    on = on_here(thought) if talks < thought.profile.talks_a_day + AT_OWN_EVENT else []
    own = any(memory.source == "seed" and memory.text.startswith(thought.agent.persona.name) for memory in on)
    return bool(on) and talks < thought.profile.talks_a_day + (AT_OWN_EVENT if own else 0)


def talks_by_now(thought: Thought) -> int:
    """Return how many of the day's talks the agent may have had by now.

    They are spread evenly over the hours that the agent is awake; those it has not had are left for later.
    """
    persona, view = thought.agent.persona, thought.view
    awake = (persona.sleeps - persona.wakes) % MINUTES_A_DAY or MINUTES_A_DAY
    up = (view.clock.minute(view.step) - persona.wakes) % MINUTES_A_DAY
    return ceil(thought.profile.talks_a_day * (up + 1) / awake) if up < awake else thought.profile.talks_a_day


def _is_today(thought: Thought, step: int) -> bool:
    return thought.view.clock.at(step).date() == thought.view.now.date()


def _something_between(thought: Thought, other: str, talked: int) -> bool:
    """Return whether something has come up since the last talk that concerns the other or matters to anybody."""
    return any(
        memory.id.step > talked
        and (
            memory.source == "inner voice"
            or (other in memory.text and (is_promise(memory) or memory.outcome))
            or (_is_news(memory, other, talked) and (other in memory.text or memory.importance >= VITAL_IMPORTANCE))
        )
        for memory in thought.memories.newest(LATELY)
    )


def _nothing_new(thought: Thought, other: str, talked: int | None, passed: int | None) -> bool:
    """Return whether nothing worth telling `other` has come up since the last talk or the last decision against one."""
    all_said = talked is not None and _within(thought, talked, SAID_ALL_MINUTES)
    used_to = passed is not None and _within(thought, passed, USED_TO_MINUTES)
    if not (all_said or used_to):
        return False
    last_talk = -1 if talked is None else talked
    last_met = last_talk if passed is None else max(last_talk, passed)
    lately = thought.memories.newest(LATELY)
    return not any(_unsaid(memory, other, last_talk) or _is_news(memory, other, last_met) for memory in lately)


def _within(thought: Thought, step: int, minutes: int) -> bool:
    return thought.view.step - step < thought.view.clock.steps(minutes)


def _unsaid(memory: Memory, other: str, talked: int) -> bool:
    """Return whether a memory is an inner voice or an arrangement with `other` from after the last talk with them."""
    arranged = memory.kind == "plan" and other in memory.text
    return memory.id.step > talked and (memory.source == "inner voice" or arranged)


def _is_news(memory: Memory, other: str, latest: int) -> bool:
    """Return whether a memory came from outside after the last meeting and is important enough to tell."""
    tells = memory.source in TO_TELL and memory.heard_from != other
    return memory.id.step > latest and tells and memory.importance >= NEWS_IMPORTANCE
