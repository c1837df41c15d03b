"""Perception (section 4.1): what is new in sight, nearest first, up to the limit of the agent's attention."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from townlet.cognition.fallbacks import of_note
from townlet.cognition.thought import MemoryDraft, Thought
from townlet.cognition.wording import doing_sentence, overheard_line, state_sentence, with_capital
from townlet.world.address import Address
from townlet.world.events import Announced, Blocked, Said, WorldEvent
from townlet.world.tree import spoken
from townlet.world.view import SeenPerson, SeenThing, WorldView, spoken_place

ATTENTION = 8
"""The maximum number of events perceived in a step, as in the published base simulation."""

REPEAT_HOURS = 2.0
"""Hours after which the same sight is worth remembering again; our choice."""

CHANGE_MINUTES = 20.0
"""Minutes after which a new activity of the same person is worth remembering; our choice."""


@dataclass(frozen=True)
class Percept:
    """Something new that an agent has perceived."""

    text: str
    """The observation as a sentence."""
    person: SeenPerson | None = None
    thing: SeenThing | None = None
    event: WorldEvent | None = None
    times: int = 1
    """How often the way was blocked recently, if the event is a blocked way."""
    only_watched: bool = False
    """Whether there is no room now for a talk with the person."""
    thought: bool = False
    """Whether it is nothing outside, but what the agent has just come to think."""

    @property
    def presses(self) -> bool:
        """Whether it is an event or an object in an unusual state, and not just a person in sight."""
        return self.event is not None or self.thing is not None


async def perceive(thought: Thought) -> tuple[Percept, ...]:
    """Notice what is new, remember it, learn the places in sight, and return what was noticed."""
    view = thought.view
    _learn(thought)
    if view.me.asleep:
        return ()
    percepts = (*_events(thought), *_things(thought), *_people(thought))[:ATTENTION]
    seen = {**thought.agent.seen, **_put_right(thought)}
    for percept in percepts:
        if percept.person:
            seen[percept.person.name] = (percept.person.doing, view.step)
        elif percept.thing:
            seen[str(percept.thing.address)] = (percept.thing.state, view.step)
        elif isinstance(percept.event, Blocked):
            seen[_way_to(percept.event)] = (str(percept.times), view.step)
    thought.change(seen=seen)
    await thought.notice([MemoryDraft(percept.text, "seen") for percept in percepts] + list(_overheard(view)))
    return percepts


def _put_right(thought: Thought) -> dict[str, tuple[str, int]]:
    """Return the objects in sight that are as usual again, so that the next unusual state is news again."""
    seen = thought.agent.seen
    return {
        str(thing.address): (thing.state, thought.view.step)
        for thing in thought.view.things
        if thing.state == thing.usual and str(thing.address) in seen and seen[str(thing.address)][0] != thing.state
    }


def _learn(thought: Thought) -> None:
    """Keep the tree of places up to date with what is in sight (section 5.1)."""
    known = thought.agent.known
    news = [
        (thing.address, thing.state)
        for thing in thought.view.things
        if known.states.get(thing.address) != thing.state and not (thing.in_use and thing.address in known)
    ]
    if thought.view.here is not None and thought.view.here not in known:
        news.append((thought.view.here, ""))
    if news:
        thought.change(known=known.learn(news))


def _events(thought: Thought) -> Iterator[Percept]:
    name = thought.agent.name
    for notice in thought.view.notices:
        match notice:
            case Blocked(at=at, obstacle=obstacle):
                place = _spoken_barrier(thought, notice) if at else "the place"
                said = {"closed": "is closed", "full": "is occupied", "no way": "cannot be reached"}[obstacle]
                yield Percept(f"{with_capital(place)} {said}.", event=notice, times=_times_barred(thought, notice))
            case Announced(text=text, hearers=hearers) if name in hearers:
                yield Percept(text, event=notice)


def _spoken_barrier(thought: Thought, blocked: Blocked) -> str:
    """Return in words what turned somebody away: the room or the building that is closed, or else the place itself."""
    assert blocked.at is not None
    if blocked.obstacle != "closed":
        return spoken(blocked.at)
    shut = closed_part(thought, blocked)
    return spoken(shut) if shut and shut.depth > 2 else spoken_place(blocked.at)


def closed_part(thought: Thought, blocked: Blocked) -> Address | None:
    """Return the building or the room that turned somebody away because it is closed; None if nothing is closed."""
    if blocked.at is None or blocked.obstacle != "closed":
        return None
    view = thought.view
    return view.setting.closed_part(blocked.at, thought.agent.name, view.clock.minute(view.step))


def _times_barred(thought: Thought, blocked: Blocked) -> int:
    times, step = thought.agent.seen.get(_way_to(blocked), ("0", 0))
    recent = thought.view.step - step <= thought.view.clock.steps(REPEAT_HOURS * 60)
    return int(times) + 1 if recent else 1


def _way_to(blocked: Blocked) -> str:
    """Return the key under which `AgentState.seen` counts failed attempts to get to a place."""
    return f"way to {blocked.at}"


def _things(thought: Thought) -> Iterator[Percept]:
    for thing in thought.view.things:
        seen = thought.agent.seen.get(str(thing.address))
        if thing.state != thing.usual and not thing.in_use and (seen is None or seen[0] != thing.state):
            yield Percept(state_sentence(thing.address, thing.state), thing=thing)


def _people(thought: Thought) -> Iterator[Percept]:
    view = thought.view
    for person in view.people:
        if not of_note(person.doing) or (person.talk and person.talk == view.me.talk):
            continue
        doing, step = thought.agent.seen.get(person.name, ("", -1))
        hours = (view.step - step) * view.clock.step_seconds / 3600
        changed = doing != person.doing and hours * 60 >= CHANGE_MINUTES
        if step < 0 or hours >= REPEAT_HOURS or changed:
            yield Percept(doing_sentence(person.name, person.doing), person=person)


def _overheard(view: WorldView) -> Iterator[MemoryDraft]:
    """Yield the lines between others that the agent overheard, as hearsay from their speakers."""
    for notice in view.notices:
        if isinstance(notice, Said) and view.me.name in notice.hearers:
            text = overheard_line(notice.speaker, notice.to, notice.text)
            yield MemoryDraft(text, "heard", heard_from=notice.speaker, utterance=notice.utterance, hearsay=True)
