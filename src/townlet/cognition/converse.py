"""Dialogue (section 4.3.2): each line is generated from the speaker's memories of the other and the talk so far."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from townlet.cognition.answers import Line
from townlet.cognition.approach import TO_TELL
from townlet.cognition.fallbacks import of_note
from townlet.cognition.perceive import Percept
from townlet.cognition.relationships import known_before, last_talk_with, promised_with, said_before_to, terms_with
from townlet.cognition.repetition import own_recent, unrepeated
from townlet.cognition.sanitisation import sanitised
from townlet.cognition.selection import besides_plan, live_matters, mostly_unsaid, ordered, recall_mostly_unsaid
from townlet.cognition.takeaway import take_leave
from townlet.cognition.thought import Thought
from townlet.cognition.thread import grown_thread, memories_of, shown_in, tell_thread
from townlet.cognition.wording import doing_sentence, tell_memories, tell_plan_in_brief
from townlet.language.prompt import Field
from townlet.memory.record import Memory, MemoryId
from townlet.memory.retrieval import PAPER_WEIGHTS, Weights
from townlet.world.actions import Leave, Say
from townlet.world.events import Told, Whispered
from townlet.world.state import Talk, Utterance
from townlet.world.view import TALKING_WITH


def approach_wordlessly(thought: Thought, other: str, known: Sequence[Memory]) -> Say:
    """Open a talk with an empty line, which `joint_dialogue` fills in. `known` are the memories that led to it."""
    thought.shown = tuple(memory.id for memory in known)
    return Say(other, "")


def next_prepared_line(thought: Thought, talk: Talk) -> Say | None:
    """Return the prepared line for this point of the talk; None, and drop the others, if the talk went another way."""
    last, note = talk.lines[-1], thought.agent.note
    for line in note.meant:
        if (line.place, line.after) == (len(talk.lines), last.text):
            thought.shown = note.drawn_on
            return Say(last.speaker, line.say, line.leave)
    forget_prepared_lines(thought)
    return None


def interrupted(thought: Thought, percepts: Sequence[Percept]) -> bool:
    """Return whether something interrupts the talk: an inner voice, a user's words, an event or an unusual object."""
    spoken_to = any(isinstance(notice, Whispered | Told) for notice in thought.view.notices)
    return spoken_to or any(percept.presses for percept in percepts)


def forget_prepared_lines(thought: Thought) -> None:
    """Drop the prepared lines, so that the talk goes on line by line."""
    if thought.agent.note.meant:
        thought.change(note=replace(thought.agent.note, meant=(), drawn_on=()))


OWN_SHOWN = 2
"""The number of places for what the agent has known from the first, has or can do that the last line is about; our
choice."""

_ASKS_WHY = re.compile(r"\bwhy\b|\bhow come\b|\bwhat (?:made|makes|brought|brings|would) (?:you|it)\b", re.IGNORECASE)
"""Who is asked for reasons recalls what gives a reason."""

TO_THE_POINT = Weights(recency=0.25, importance=0.25)
"""For what was just said: with equal weights, what one owns or can do is hardly ever recalled when somebody asks for
it, because it is neither recent nor important."""


async def answer(thought: Thought, talk: Talk) -> Say | Leave:
    """Return the next line to the person who spoke last."""
    if line := next_prepared_line(thought, talk):
        return line
    if talk.closing and thought.profile.farewell_with_takeaway:
        return await take_leave(thought, talk)
    other = talk.lines[-1].speaker
    return await speak(thought, other, (), talk)


async def speak(thought: Thought, other: str, known: Sequence[Memory], talk: Talk | None = None) -> Say | Leave:
    """Return one line to `other`; without a talk, the line that opens one. `known` are memories to show in any case."""
    lines = talk.lines if talk else ()
    # What the other was seen to do is told by itself: it need not be rated before it can be recalled.
    told_already = doing_sentence(other, doing_of(thought, other))
    begins = not any(line.speaker == thought.agent.name for line in lines)
    if begins and any(each.text != told_already for each in thought.agent.noticed):
        await thought.store_noticed()
    view, agent = thought.view, thought.agent
    last, promised = last_talk_with(thought, other), promised_with(thought, other)
    # The last talk, promises and live matters have places of their own in the prompt. Each leaves out what the ones
    # before it have, and the memories come last: a model to which something is shown twice says it twice.
    live = await live_matters(thought, apart_from=(*last, *promised))
    found = besides_plan(thought, [*known, *known_before(thought, other), *await _recall_for(thought, other, lines)])
    apart = (*last, *promised, *live)
    memories = mostly_unsaid(ordered([*found, *said_before_to(thought, other)], apart_from=apart), (*promised, *live))
    thread = grown_thread(thought, other, lines, promised, live, memories)
    # Kept, because the next line's prompt has to begin with this one: a prompt cache then serves most of it.
    if thought.profile.talk_as_thread:
        thought.change(note=replace(agent.note, thread=thread))
    first = memories_of(thought, thread[0].memories)
    told: dict[str, Field] = {
        **thought.situation(),
        "other": other,
        "other_doing": doing_of(thought, other),
        "intention": agent.note.topic,
        **terms_with(thought, other),
        "own_recent": own_recent(thought, [*first, *last]),
        "last_talk": tell_memories(reversed(last)),
        "plan": tell_plan_in_brief(agent.plan.hours, view.clock, now=thread[0].step),
    }
    fields = {**told, **tell_thread(thought, thread, lines, told)}
    line = await unrepeated(thought, lambda today: thought.ask("converse", Line, **fields, not_again=today))
    shown = (*(memory.id for memory in last), *shown_in(thought, thread))
    # All that the prompt held counts as shown, even what the line leaves unused: the speaker had grounds for it.
    thought.shown = tuple(dict.fromkeys((*shown, *behind_doings(thought, other))))
    said = sanitised(line.say)
    if not said:
        return Leave()
    return Say(other, said, line.leave or bool(talk and talk.closing))


async def _recall_for(thought: Thought, other: str, lines: Sequence[Utterance]) -> list[Memory]:
    """Recall what the agent knows of the other, what the last line is about, and what the agent could tell."""
    spoken = lines[-1].text if lines else doing_of(thought, other)
    aim = thought.agent.note.topic or f"news that {thought.agent.name} has heard or made"
    shown = thought.profile.memories_shown
    weights = TO_THE_POINT if thought.profile.answers_to_the_point else PAPER_WEIGHTS
    own: list[Memory] = []
    if thought.profile.answers_to_the_point:
        most = min(OWN_SHOWN, shown // 2)
        asks_why = _ASKS_WHY.search(spoken) is not None
        own = await thought.recall(
            f"what {thought.agent.name} wants: {spoken}" if asks_why else spoken,
            top=most,
            keep=lambda memory: memory.source == "seed" and (not asks_why or " because " in memory.text),
            weights=weights,
        )
    return [
        *await recall_mostly_unsaid(thought, f"{thought.agent.name} knows {other}", shown // 2, naming=other),
        *own,
        *await recall_mostly_unsaid(thought, spoken, shown // 2 - len(own), weights=weights),
        *await recall_mostly_unsaid(thought, aim, shown // 2, sources=TO_TELL),
    ]


def behind_doings(thought: Thought, other: str) -> tuple[MemoryId, ...]:
    """Return the memories behind both people's activities: the agent's plan, and what it saw the other do."""
    seen = thought.memories.first_with(doing_sentence(other, doing_of(thought, other)))
    return (*thought.agent.plan.kept, *([seen.id] if seen else []))


def doing_of(thought: Thought, other: str) -> str:
    """Return what the other was last seen to do before the talk; empty if nothing is known."""
    doing, _ = thought.agent.seen.get(other, ("", 0))
    if doing and not doing.startswith(TALKING_WITH):
        return doing
    return next((of_note(person.doing) for person in thought.view.people if person.name == other), "")
