"""The inner voice (section 3.1.2) and words from a person at the keyboard: what becomes of them."""

from __future__ import annotations

from townlet.cognition.answers import Intention
from townlet.cognition.plan import replan
from townlet.cognition.telling import full_stop, say_time, tell_memories, tell_plan
from townlet.cognition.thought import Draft, Thought
from townlet.world.events import Told, Whispered

INNER_VOICE_IMPORTANCE = 8
"""An inner voice is taken as one's own directive, so it weighs like a life decision; our choice."""


async def heed(thought: Thought) -> None:
    """Take to heart what was whispered, and remember what one was told."""
    for notice in thought.view.notices:
        match notice:
            case Whispered(text=text):
                await _take_to_heart(thought, text)
            case Told(persona=persona, text=text):
                said = f"{persona} said to me: '{text}'"
                await thought.remember([Draft(said, "told", heard_from=persona, hearsay=True)])


async def _take_to_heart(thought: Thought, voice: str) -> None:
    name = thought.agent.name
    memories = await thought.recall(voice)
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
    text = full_stop(intention.intention)
    await thought.remember([Draft(text, "inner voice", importance=INNER_VOICE_IMPORTANCE)])
    if intention.change_plan and thought.agent.plan.chunks and not thought.view.me.asleep:
        await replan(thought, "", intention.reason or text.rstrip("."))
