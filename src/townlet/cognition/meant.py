"""What one means to say in a talk that was thought up as a whole: each keeps their own lines, and nobody else's.

A line is said as long as the talk has gone as it was foreseen. When anything comes between, all of it is forgotten.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from townlet.cognition.perceive import Percept
from townlet.cognition.thought import Thought
from townlet.memory.record import Memory
from townlet.world.actions import Say
from townlet.world.events import Told, Whispered
from townlet.world.state import Talk


def approach(thought: Thought, other: str, known: Sequence[Memory]) -> Say:
    """Turn to somebody with words that are yet to be found, together with theirs. `known` is what led to it."""
    thought.shown = tuple(memory.id for memory in known)
    return Say(other, "")


def next_meant(thought: Thought, talk: Talk) -> Say | None:
    """The line that one meant to say at this point; None if the talk has come to another, and then there is no more."""
    last, note = talk.lines[-1], thought.agent.note
    for line in note.meant:
        if (line.place, line.after) == (len(talk.lines), last.text):
            thought.shown = note.drawn_on
            return Say(last.speaker, line.say, line.leave)
    forget_meant(thought)
    return None


def interrupted(thought: Thought, percepts: Sequence[Percept]) -> bool:
    """Whether something has come between: an inner voice, somebody's words, or more than somebody in sight."""
    spoken_to = any(isinstance(notice, Whispered | Told) for notice in thought.view.notices)
    return spoken_to or any(percept.presses for percept in percepts)


def forget_meant(thought: Thought) -> None:
    """Go on line by line."""
    if thought.agent.note.meant:
        thought.change(note=replace(thought.agent.note, meant=(), drawn_on=()))
