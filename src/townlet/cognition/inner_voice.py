"""The inner voice (section 3.1.2) and words from a person at the keyboard: what becomes of them."""

from __future__ import annotations

import re

from townlet.cognition.answers import Intention
from townlet.cognition.places import hear_of_places
from townlet.cognition.plan import replan
from townlet.cognition.relationships import most_importance
from townlet.cognition.thought import MemoryDraft, Thought
from townlet.cognition.wording import full_stop, heard_line, inner_voice_line, say_time, tell_memories, tell_plan
from townlet.memory.record import Memory
from townlet.world.events import Told, Whispered

INNER_VOICE_IMPORTANCE = 8
"""An inner voice is taken as one's own directive, so it weighs like a life decision; our choice."""

NAMED_SHOWN = 3
"""How many memories of each person named by the voice are shown; our choice."""


async def heed(thought: Thought) -> None:
    """Take to heart what was whispered, and remember what one was told."""
    for notice in thought.view.notices:
        match notice:
            case Whispered(text=text):
                hear_of_places(thought, text)
                await _take_to_heart(thought, text)
            case Told(persona=persona, text=text):
                hear_of_places(thought, text)
                said = heard_line(persona, text)
                most = most_importance(thought, persona)
                await thought.remember([MemoryDraft(said, "told", heard_from=persona, hearsay=True, at_most=most)])


async def _take_to_heart(thought: Thought, voice: str) -> None:
    await thought.settle()
    name = thought.agent.name
    memories = [*await thought.recall(voice), *await _recall_named(thought, voice)]
    intention = await thought.ask(
        "heed",
        Intention,
        name=name,
        summary=thought.agent.summary,
        now=say_time(thought.view.now),
        voice=voice,
        plan=tell_plan([item for item in thought.agent.plan.hours if item.end > thought.view.step], thought.view.clock),
        memories=tell_memories(memories),
    )
    if not intention.intention:
        # Nobody made anything of it: it was heard, and that is all.
        heard = inner_voice_line(name, voice)
        await thought.remember([MemoryDraft(heard, "inner voice", importance=INNER_VOICE_IMPORTANCE)])
        return
    text = full_stop(intention.intention)
    await thought.remember([MemoryDraft(text, "inner voice", importance=INNER_VOICE_IMPORTANCE)])
    if intention.change_plan and thought.agent.plan.chunks and not thought.view.me.asleep:
        await replan(thought, "", intention.reason or text.rstrip("."))


async def _recall_named(thought: Thought, voice: str) -> list[Memory]:
    """What one knows of those whose names the voice speaks, so that a first name is enough to know who is meant."""
    words = set(re.findall(r"\w+", voice))
    named = [person for person in thought.view.register if person.split()[0] in words and person != thought.agent.name]
    return [memory for person in named for memory in await thought.recall(person, top=NAMED_SHOWN, naming=person)]
