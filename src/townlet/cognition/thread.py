"""A talk as a thread: each prompt for a line begins with the one before it, so that a prompt cache serves most of it.

The first prompt of a talk shows what every later one shows, word for word. Each later turn appends what is new:
memories that no turn has shown, who is within earshot, and the lines since.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from townlet.cognition.places import ways_to
from townlet.cognition.state import OwnId, ThreadTurn
from townlet.cognition.thought import Thought
from townlet.cognition.wording import say_time, tell_lines, tell_memories, tell_pronouns, texts_of
from townlet.language.prompt import Field
from townlet.memory.record import Memory, MemoryId
from townlet.world.state import Utterance

EARSHOT_SHOWN = 4
"""The number of people within earshot that a prompt names; our choice."""


def grown_thread(
    thought: Thought,
    other: str,
    lines: Sequence[Utterance],
    promised: Sequence[Memory],
    live: Sequence[Memory],
    memories: Sequence[Memory],
) -> tuple[ThreadTurn, ...]:
    """Return the thread of a talk with a turn more, for which these memories are wanted.

    It has this turn alone in the first line of a talk, if the profile has no threads, and if a town's own prompt prints
    no turns.
    """
    threaded = thought.profile.talk_as_thread and thought.templates.has("converse", "turns")
    earlier = thought.agent.note.thread if threaded else ()
    earshot = [person.name for person in thought.view.people if person.name != other and not person.asleep]
    turn = ThreadTurn(thought.view.step, len(lines), overhearing=tuple(earshot[:EARSHOT_SHOWN]))
    if not earlier or earlier[-1].lines >= len(lines):
        return (replace(turn, promised=_ids(promised), live=_ids(live), memories=_ids(memories)),)
    shown = {memory.text for each in earlier for memory in memories_of(thought, each.shown)}
    new = {memory.text: memory for memory in (*promised, *live, *memories) if memory.text not in shown}
    return (*earlier, replace(turn, memories=_ids(new.values())))


def tell_thread(
    thought: Thought, thread: Sequence[ThreadTurn], lines: Sequence[Utterance], told: dict[str, Field]
) -> dict[str, Field]:
    """Return the prompt fields of a thread: those of its first turn, and `turns` with what each turn appends.

    `told` are the prompt's other fields, whose people get their pronouns at the first turn.
    """
    first = thread[0]
    fields: dict[str, Field] = {
        "now": say_time(thought.view.clock.at(first.step)),
        "promised": tell_memories(reversed(memories_of(thought, first.promised))),
        "live": tell_memories(memories_of(thought, first.live)),
        "memories": tell_memories(memories_of(thought, first.memories)),
    }
    opening = tell_lines(lines[: first.lines])
    named = tell_pronouns(thought.view, texts_of({**told, **fields, "lines": opening}))
    turns = [*_turns(thought, thread, lines, named)]
    if not thought.templates.has("converse", "turns"):
        # A town's own prompt shows all at once what the one turn of the thread shows.
        (only,) = turns
        return {**fields, "pronouns": named, **{key: only[key] for key in ("overhearing", "ways", "lines")}}
    return {**fields, "pronouns": named, "turns": turns}


def shown_in(thought: Thought, thread: Sequence[ThreadTurn]) -> Iterator[MemoryId]:
    """Yield the memories that a thread shows, turn by turn."""
    for turn in thread:
        yield from (memory.id for memory in memories_of(thought, turn.shown))


def _turns(
    thought: Thought, thread: Sequence[ThreadTurn], lines: Sequence[Utterance], named: Sequence[Field]
) -> Iterator[dict[str, Field]]:
    known, now, start = [*named], say_time(thought.view.clock.at(thread[0].step)), 0
    for place, turn in enumerate(thread):
        fields: dict[str, Field] = {
            "memories": tell_memories(memories_of(thought, turn.memories)) if place else [],
            "overhearing": [*turn.overhearing],
            "ways": ways_to(thought, lines[turn.lines - 1].text if turn.lines else ""),
            "lines": tell_lines(lines[start : turn.lines]),
        }
        pronouns = [each for each in tell_pronouns(thought.view, texts_of(fields)) if each not in known]
        then = say_time(thought.view.clock.at(turn.step))
        yield {**fields, "pronouns": pronouns, "now": then if then != now else ""}
        known += pronouns
        now, start = then, turn.lines


def memories_of(thought: Thought, ids: Iterable[OwnId]) -> list[Memory]:
    """Return these memories of the agent, without those that an experiment has taken away since."""
    full = (MemoryId(thought.agent.name, *each) for each in ids)
    return [thought.memories.get(each) for each in full if each in thought.memories]


def _ids(memories: Iterable[Memory]) -> tuple[OwnId, ...]:
    return tuple((memory.id.step, memory.id.ordinal) for memory in memories)
