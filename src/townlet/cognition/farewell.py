"""Taking leave of who takes leave: the last line of a talk, and in the same answer what the talk leaves behind."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from townlet.cognition.answers import Farewell, Takeaway
from townlet.cognition.between import known_before
from townlet.cognition.fallbacks import of_note
from townlet.cognition.harmless import harmless
from townlet.cognition.plan.ahead import ahead
from townlet.cognition.repeating import unrepeated
from townlet.cognition.telling import say_time, tell_lines, tell_memories, tell_plan, tell_pronouns
from townlet.cognition.thought import IMPORTANCE_SCALE, Thought
from townlet.world.actions import Leave, Say
from townlet.world.state import Talk
from townlet.world.tree import label


async def take_leave(thought: Thought, talk: Talk) -> Say | Leave:
    """Answer a farewell. It takes no more than who the other is, what one has said of late, and the talk."""
    view, agent, other = thought.view, thought.agent, talk.lines[-1].speaker
    memories = known_before(thought, other)
    ask = partial(
        thought.ask,
        "farewell",
        Farewell,
        name=agent.name,
        summary=agent.summary,
        now=say_time(view.now),
        doing=of_note(view.me.activity.doing),
        place=label(view.here) if view.here else "out of doors",
        other=other,
        pronouns=tell_pronouns(view.register, [other, *(memory.text for memory in memories)]),
        memories=tell_memories(memories),
        plan=tell_plan(ahead(thought), view.clock),
        lines=tell_lines(talk.lines),
        scale=IMPORTANCE_SCALE if thought.profile.talks_rated_with_takeaway else "",
    )
    answer = await unrepeated(thought, memories, lambda own: ask(own_recent=own))
    thought.shown = (*(memory.id for memory in memories), *agent.plan.kept)
    if answer.memo:
        made = answer.model_dump_json(exclude={"say"})
        thought.change(note=replace(agent.note, taken_leave=f"{talk.id}#{len(talk.lines)}", came_to=made))
    said = harmless(answer.say)
    return Say(other, said, leave=True) if said else Leave()


def made_with_last_line(thought: Thought, talk: Talk) -> Takeaway | None:
    """What one made of a talk with one's last line; None if one did not, or if something was said after all."""
    note = thought.agent.note
    talk_id, _, place = note.taken_leave.partition("#")
    if talk_id != talk.id or any(line.speaker != thought.agent.name for line in talk.lines[int(place) :]):
        return None
    return Takeaway.model_validate_json(note.came_to)
