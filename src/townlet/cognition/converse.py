"""Dialogue (section 4.3.2): each line from one's own memories of the other and the talk so far."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from townlet.cognition.answers import Line, Takeaway
from townlet.cognition.fallbacks import of_note
from townlet.cognition.hear_of import hear_of_places
from townlet.cognition.plan import replan
from townlet.cognition.state import TalkNote
from townlet.cognition.telling import full_stop, say_time, tell_lines, tell_memories, tell_plan, tell_pronouns
from townlet.cognition.thought import Draft, Thought
from townlet.language.prompt import Field
from townlet.memory.record import Memory, Source
from townlet.world.actions import Leave, Say
from townlet.world.state import Talk, Utterance
from townlet.world.tree import label

LAST_TALK_LINES = 10
"""How many lines of the last talk with somebody a prompt shows: all of one talk."""

OWN_RECENT_LINES = 24
"""How many of one's own recent lines are shown, so that one does not repeat oneself."""

ARRANGEMENTS = 6
"""How many of the latest promises and refusals between two people a prompt shows."""

SAID_BEFORE_LINES = 12
"""How many of one's own lines to somebody, from talks before the last, a prompt shows."""

TO_TELL: tuple[Source, ...] = ("seed", "seen", "heard", "told", "inner voice")
"""What one may have to tell came from outside or was always known; what was done, said or planned is no news."""

LOOK_BACK = 1_500
"""How many of the newest records are searched for those lines."""


async def answer(thought: Thought, talk: Talk) -> Say | Leave:
    """The next line to the person who spoke to one."""
    other = talk.lines[-1].speaker
    return await speak(thought, other, (), talk)


async def speak(thought: Thought, other: str, known: Sequence[Memory], talk: Talk | None = None) -> Say | Leave:
    """One line to `other`; with no talk yet, the line that opens one."""
    lines = talk.lines if talk else ()
    view, agent = thought.view, thought.agent
    last = last_talk_with(thought, other)
    between = [*_known_before(thought, other), *_arranged_with(thought, other), *_said_before_to(thought, other)]
    memories = _ordered([*known, *between, *await _recall_for(thought, other, lines)], apart_from=last)
    line = await thought.ask(
        "converse",
        Line,
        name=agent.name,
        summary=agent.summary,
        now=say_time(view.now),
        doing=of_note(view.me.activity.doing),
        place=label(view.here) if view.here else "out of doors",
        other=other,
        other_doing=_doing_of(thought, other),
        intention=agent.note.topic,
        pronouns=tell_pronouns(view.register, [other, *(memory.text for memory in (*memories, *last))]),
        memories=tell_memories(memories),
        last_talk=tell_memories(last),
        lines=tell_lines(lines),
        own_recent=_own_recent(thought),
        overhearing=[person.name for person in view.people if person.name != other and not person.asleep][:4],
    )
    thought.shown = tuple(memory.id for memory in (*memories, *last))
    said = line.say.strip()
    if not said:
        return Leave()
    return Say(other, said, line.leave or bool(talk and talk.closing))


async def _recall_for(thought: Thought, other: str, lines: Sequence[Utterance]) -> list[Memory]:
    """What one knows of the other, what the last line calls to mind, and what one has to tell."""
    spoken = lines[-1].text if lines else _doing_of(thought, other)
    aim = thought.agent.note.topic or f"news that {thought.agent.name} has heard or made"
    shown = thought.profile.memories_shown
    return [
        *await thought.recall(f"{thought.agent.name} knows {other}", top=shown // 2, naming=other),
        *await thought.recall(spoken, top=shown // 2),
        *await thought.recall(aim, top=shown // 2, sources=TO_TELL),
    ]


def _known_before(thought: Thought, other: str) -> list[Memory]:
    """What one has known of somebody since before the run: who they are to one does not fade with the days."""
    seeds = islice(thought.memories, len(thought.agent.persona.seeds))
    return [memory for memory in seeds if memory.source == "seed" and other in memory.text]


def _arranged_with(thought: Thought, other: str) -> list[Memory]:
    """What was promised or refused between the two: retrieval alone may lose it, and people repeat themselves."""
    plans = [memory for memory in thought.memories.of_kind("plan") if other in memory.text]
    return [memory for memory in plans if not memory.text.startswith("On ")][-ARRANGEMENTS:]


def _said_before_to(thought: Thought, other: str) -> list[Memory]:
    """One's own earlier lines to somebody, so that one does not tell them the same again."""
    lead = f"I said to {other}: "
    said = [memory for memory in thought.memories.newest(LOOK_BACK) if memory.source == "said"]
    return [memory for memory in said if memory.text.startswith(lead)][-SAID_BEFORE_LINES:]


def _ordered(memories: Sequence[Memory], apart_from: Sequence[Memory]) -> list[Memory]:
    known = {memory.id for memory in apart_from}
    return list({memory.id: memory for memory in memories if memory.id not in known}.values())


def _doing_of(thought: Thought, other: str) -> str:
    """What the other was at when last looked at, before the talk."""
    doing, _ = thought.agent.seen.get(other, ("", 0))
    if doing and not doing.startswith("talking with"):
        return doing
    return next((of_note(person.doing) for person in thought.view.people if person.name == other), "")


def last_talk_with(thought: Thought, other: str) -> list[Memory]:
    """The lines of the last talk with somebody, as one remembers them, oldest first."""
    if other not in thought.agent.talked:
        return []
    found: list[Memory] = []
    talk = ""
    for memory in reversed(thought.memories.newest(LOOK_BACK)):
        if not memory.utterance or not _between(memory, other):
            continue
        this_talk = memory.utterance.partition("#")[0]
        talk = talk or this_talk
        if this_talk != talk or len(found) == LAST_TALK_LINES:
            break
        found.append(memory)
    return found[::-1]


def _between(memory: Memory, other: str) -> bool:
    to_other = memory.source == "said" and memory.text.startswith(f"I said to {other}: ")
    return to_other or (memory.heard_from == other and memory.text.startswith(f"{other} said to me: "))


def _own_recent(thought: Thought) -> list[Field]:
    said = [memory.text for memory in thought.memories.newest(LOOK_BACK) if memory.source == "said"]
    return [text.partition(": '")[2].rstrip("'") for text in said[-OWN_RECENT_LINES:]]


async def remember_talk(thought: Thought, talk: Talk) -> None:
    """After a talk: keep what was said, what it was about, and what it means for one's plans."""
    name = thought.agent.name
    hear_of_places(thought, "\n".join(line.text for line in talk.lines))
    other = next(person for person in talk.participants if person != name)
    takeaway = await thought.ask(
        "after_talk",
        Takeaway,
        name=name,
        summary=thought.agent.summary,
        now=say_time(thought.view.now),
        other=other,
        lines=tell_lines(talk.lines),
        plan=tell_plan([item for item in thought.agent.plan.hours if item.end > thought.view.step], thought.view.clock),
    )
    lines = [_as_memory(talk, place, name) for place in range(len(talk.lines))]
    evidence = tuple(thought.id_of_next(place) for place in range(len(lines)))
    memo = Draft(full_stop(takeaway.memo), "thought", evidence=evidence, hearsay=True)
    arranged = [
        Draft(full_stop(text), "planned", "plan", evidence=evidence, hearsay=True) for text in takeaway.commitments
    ]
    about = [memo] if takeaway.memo else []
    await thought.remember([*lines, *about, *arranged], counts_once=True)
    thought.change(talked={**thought.agent.talked, other: thought.view.step}, note=TalkNote())
    if takeaway.change_plan:
        await replan(thought, "", takeaway.reason or full_stop(takeaway.memo).rstrip("."))


def _as_memory(talk: Talk, place: int, name: str) -> Draft:
    line = talk.lines[place]
    utterance = f"{talk.id}#{place}"
    if line.speaker == name:
        return Draft(f"I said to {line.to}: '{line.text}'", "said", utterance=utterance)
    text = f"{line.speaker} said to me: '{line.text}'"
    return Draft(text, "heard", heard_from=line.speaker, utterance=utterance, hearsay=True)
