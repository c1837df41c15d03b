"""Joint dialogue, an option of the profile: one prompt writes a whole talk between two people.

The prompt shows each of them in a block of their own. The answer is divided at once: each person keeps only their own
lines, with their own memories as the evidence, and says one line per step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from townlet.cognition.answers import JointDialogue
from townlet.cognition.approach import TO_TELL
from townlet.cognition.converse import doing_of, speak
from townlet.cognition.relationships import known_before, last_talk_with, promised_with, said_before_to
from townlet.cognition.repetition import own_recent
from townlet.cognition.sanitisation import sanitised
from townlet.cognition.selection import live_matters, mostly_unsaid, ordered, recall_mostly_unsaid
from townlet.cognition.state import PreparedLine
from townlet.cognition.thought import Thought
from townlet.cognition.wording import say_time, tell_numbered, tell_plan_in_brief, tell_pronouns
from townlet.language.prompt import Field
from townlet.memory.record import Memory
from townlet.world.actions import Leave, Say

NEXT_HOURS = 3
"""The number of hours of each person's plan that the prompt shows; our choice."""


@dataclass(frozen=True)
class DialogueBlock:
    """One person's block of the prompt."""

    thought: Thought
    memories: Sequence[Memory]
    last_talk: Sequence[Memory]
    numbers: range
    """The numbers of this person's memories in the prompt, which differ from the other person's."""

    @property
    def name(self) -> str:
        return self.thought.agent.name


async def open_talk(opener: Thought, to: str, other: Thought | None) -> Say | Leave:
    """Return the line that opens a talk. If a user moves the other person (`other` is None), only it is written."""
    known = [opener.memories.get(shown) for shown in opener.shown]
    line = await converse_jointly(opener, other, known) if other else None
    return line or await speak(opener, to, known)


async def converse_jointly(opener: Thought, other: Thought, known: Sequence[Memory]) -> Say | None:
    """Write a whole talk, let both people keep their lines, and return the first; None if the model gave no answer."""
    topic = opener.agent.note.topic
    first = await _block(opener, other.agent.name, doing_of(opener, other.agent.name), known, numbered_from=1)
    about = topic or doing_of(other, opener.agent.name)
    second = await _block(other, opener.agent.name, about, (), numbered_from=first.numbers.stop)
    prompt = opener.prompt(
        "joint_dialogue",
        JointDialogue,
        now=say_time(opener.view.now),
        sides=[_block_fields(first, second.name), _block_fields(second, first.name)],
    )
    answer = await opener.mind.ask(replace(prompt, check=partial(dialogue_defect, sides=(first, second))))
    lines = [sanitised(line.say) for line in answer.lines]
    if not lines:
        return None
    for place, block in enumerate((first, second)):
        _keep(block, lines, place)
    opener.shown = opener.agent.note.drawn_on
    return Say(second.name, lines[0], _takes_leave(0, lines))


def dialogue_defect(answer: JointDialogue, sides: tuple[DialogueBlock, DialogueBlock]) -> str:
    """Return what is wrong with a talk that fits the schema; empty if nothing is."""
    for place, line in enumerate(answer.lines):
        speaker = sides[place % 2]
        if line.speaker != speaker.name:
            return (
                f"line {place + 1} is {line.speaker}'s; it has to be {speaker.name}'s: "
                f"{sides[0].name} begins, and the two speak by turns"
            )
        if not sanitised(line.say):
            return f"line {place + 1} has no words"
        for number in line.rests_on:
            if number not in speaker.numbers:
                return f"line {place + 1} rests on {number}, which is none of {speaker.name}'s own memories"
    return ""


async def _block(
    thought: Thought, other: str, occasion: str, known: Sequence[Memory], numbered_from: int
) -> DialogueBlock:
    """Collect what one of the two has in mind for the talk, from their own memory stream."""
    await thought.store_noticed()
    last = last_talk_with(thought, other)
    between = [*known_before(thought, other), *promised_with(thought, other), *await live_matters(thought, last)]
    recalled = await _recall(thought, other, occasion)
    found = ordered([*known, *between, *recalled, *said_before_to(thought, other)], apart_from=last)
    memories = sorted(mostly_unsaid(found, ()), key=lambda memory: (memory.created, memory.id))
    return DialogueBlock(thought, memories, last, range(numbered_from, numbered_from + len(memories) + len(last)))


async def _recall(thought: Thought, other: str, occasion: str) -> list[Memory]:
    """Recall what the person knows of the other, what the occasion is about and what they could tell: more than for a
    single line."""
    name, shown = thought.agent.name, thought.profile.memories_shown
    aim = thought.agent.note.topic or f"news that {name} has heard or made"
    return [
        *await recall_mostly_unsaid(thought, f"{name} knows {other}", shown, naming=other),
        *await recall_mostly_unsaid(thought, occasion, shown // 2),
        *await recall_mostly_unsaid(thought, aim, shown, sources=TO_TELL),
    ]


def _block_fields(block: DialogueBlock, other: str) -> Field:
    thought, view = block.thought, block.thought.view
    numbered = tell_numbered([*block.memories, *block.last_talk], first=block.numbers.start)
    shown = [*block.memories, *block.last_talk]
    return {
        **thought.situation(),
        "other_doing": doing_of(thought, other),
        "intention": thought.agent.note.topic,
        "plan": tell_plan_in_brief(thought.agent.plan.hours_ahead(view.step)[:NEXT_HOURS], view.clock),
        "pronouns": tell_pronouns(view, [other, *(memory.text for memory in shown)]),
        "memories": numbered[: len(block.memories)],
        "last_talk": numbered[len(block.memories) :],
        "own_recent": own_recent(thought, shown),
        "overhearing": [person.name for person in view.people if person.name != other and not person.asleep][:4],
    }


def _keep(block: DialogueBlock, lines: Sequence[str], first: int) -> None:
    """Store one person's own lines in their mind, with the memories behind them. The opening line is said at once, so
    it is not stored."""
    meant = tuple(
        PreparedLine(place, lines[place - 1], lines[place], _takes_leave(place, lines))
        for place in range(first or 2, len(lines), 2)
    )
    agent = block.thought.agent
    shown = (memory.id for memory in (*block.memories, *block.last_talk))
    drawn_on = tuple(dict.fromkeys((*shown, *agent.plan.kept)))
    block.thought.change(note=replace(agent.note, meant=meant, drawn_on=drawn_on))


def _takes_leave(place: int, lines: Sequence[str]) -> bool:
    """Return whether a line takes leave: the last two lines do, so that the talk ends with them."""
    return place >= len(lines) - 2
