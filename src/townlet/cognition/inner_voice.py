"""The inner voice (section 3.1.2), and what users say to agents under a persona of their own."""

from __future__ import annotations

from townlet.cognition.answers import Intention
from townlet.cognition.places import hear_of_places
from townlet.cognition.plan import replan
from townlet.cognition.relationships import most_importance
from townlet.cognition.thought import MemoryDraft, Thought
from townlet.cognition.wording import full_stop, heard_line, inner_voice_line, say_time, tell_memories, tell_plan
from townlet.memory.record import Memory
from townlet.world.events import Told, Whispered

INNER_VOICE_IMPORTANCE = 8
"""The importance of an inner voice, which the agent takes as its own decision about its life; our choice."""

NAMED_SHOWN = 3
"""The number of memories shown about each person whom the voice names; our choice."""


async def heed(thought: Thought) -> None:
    """Turn whispers into intentions, and remember what users said under a persona."""
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
            case _:
                pass  # Everything else is perceived.


async def _take_to_heart(thought: Thought, voice: str) -> None:
    await thought.store_noticed()
    name = thought.agent.name
    memories = [*await thought.recall(voice), *await _recall_named(thought, voice)]
    intention = await thought.ask(
        "heed",
        Intention,
        name=name,
        summary=thought.agent.summary,
        now=say_time(thought.view.now),
        voice=voice,
        plan=tell_plan(thought.agent.plan.hours_ahead(thought.view.step), thought.view.clock),
        memories=tell_memories(memories),
    )
    if not intention.intention:
        # The fallback answered: the agent remembers the voice and nothing follows from it.
        heard = inner_voice_line(name, voice)
        await thought.remember([MemoryDraft(heard, "inner voice", importance=INNER_VOICE_IMPORTANCE)])
        return
    text = full_stop(intention.intention)
    await thought.remember([MemoryDraft(text, "inner voice", importance=INNER_VOICE_IMPORTANCE)])
    if intention.change_plan and thought.agent.plan.chunks and not thought.view.me.asleep:
        await replan(thought, "", intention.reason or text.rstrip("."))


async def _recall_named(thought: Thought, voice: str) -> list[Memory]:
    """Recall what the agent knows of people whom the voice names, by full or first name."""
    people, named = thought.view.setting.keys.order(thought.view.register), thought.view.register.named_in(voice)
    named = [person for person in people if person in named and person != thought.agent.name]
    return [memory for person in named for memory in await thought.recall(person, top=NAMED_SHOWN, naming=person)]
