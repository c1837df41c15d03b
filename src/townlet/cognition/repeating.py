"""Nobody says the same twice in a day: a line that one has said today already is asked for once more."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from townlet.cognition.answers import Farewell, Line
from townlet.cognition.between import own_lines
from townlet.cognition.thought import Thought
from townlet.language.alike import blanked
from townlet.language.prompt import Field
from townlet.memory.record import Memory

Spoken = TypeVar("Spoken", Line, Farewell)


async def unrepeated(
    thought: Thought, shown: Sequence[Memory], ask: Callable[[list[Field]], Awaitable[Spoken]]
) -> Spoken:
    """The answer to a prompt that is given one's latest lines; if it repeats a line of today, to one given them all."""
    answer = await ask(own_recent(thought, shown))
    if not answer.say or blanked(answer.say, thought.view.register.words) not in _said_today(thought):
        return answer
    return await ask([*_said_today(thought).values()])


def own_recent(thought: Thought, shown: Sequence[Memory]) -> list[Field]:
    """One's own latest lines in their bare words, but for those that the profile need not have shown twice."""
    profile = thought.profile
    elsewhere = {memory.id for memory in shown} if profile.shown_once else ()
    said = [memory for memory in own_lines(thought) if memory.id not in elsewhere]
    return [_words_of(memory) for memory in said[-profile.own_lines_shown :]]


def _said_today(thought: Thought) -> dict[str, str]:
    """What one has said since midnight, to anybody: each line in its own words, by what makes lines alike."""
    today = thought.view.now.date()
    said = [_words_of(memory) for memory in own_lines(thought) if memory.created.date() == today]
    return {blanked(line, thought.view.register.words): line for line in said}


def _words_of(memory: Memory) -> str:
    return memory.text.partition(": '")[2].removesuffix("'")
