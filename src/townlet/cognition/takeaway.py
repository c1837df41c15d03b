"""The memories of a talk (section 4.3.2): its lines, what it was about, and what was promised."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from townlet.cognition.answers import Farewell, Takeaway
from townlet.cognition.places import hear_of_places
from townlet.cognition.plan import replan
from townlet.cognition.plan.schedule import remaining_plan
from townlet.cognition.relationships import known_before, most_importance, promised_with, terms_with
from townlet.cognition.repetition import own_recent, unrepeated
from townlet.cognition.sanitisation import sanitised
from townlet.cognition.state import TalkNote
from townlet.cognition.thought import IMPORTANCE_SCALE, MemoryDraft, Thought
from townlet.cognition.wording import (
    full_stop,
    heard_line,
    said_line,
    say_time,
    tell_lines,
    tell_memories,
    tell_plan_in_brief,
)
from townlet.world.actions import Leave, Say
from townlet.world.state import Talk


async def take_leave(thought: Thought, talk: Talk) -> Say | Leave:
    """Answer a farewell, and sum the talk up in the same answer."""
    view, agent, other = thought.view, thought.agent, talk.lines[-1].speaker
    memories, promised = known_before(thought, other), promised_with(thought, other)
    ask = partial(
        thought.ask,
        "farewell",
        Farewell,
        **thought.situation(),
        other=other,
        **terms_with(thought, other),
        promised=tell_memories(reversed(promised)),
        memories=tell_memories(memories),
        own_recent=own_recent(thought, memories),
        plan=tell_plan_in_brief(remaining_plan(thought), view.clock),
        lines=tell_lines(talk.lines),
        scale=IMPORTANCE_SCALE if thought.profile.talks_rated_with_takeaway else "",
    )
    answer = await unrepeated(thought, lambda today: ask(not_again=today))
    thought.shown = (*(memory.id for memory in (*memories, *promised)), *agent.plan.kept)
    if answer.memo:
        made = answer.model_dump_json(exclude={"say"})
        thought.change(note=replace(agent.note, taken_leave=f"{talk.id}#{len(talk.lines)}", came_to=made))
    said = sanitised(answer.say)
    return Say(other, said, leave=True) if said else Leave()


def made_with_last_line(thought: Thought, talk: Talk) -> Takeaway | None:
    """Return the takeaway that came with the agent's last line; None if none did or others spoke after it."""
    note = thought.agent.note
    talk_id, _, place = note.taken_leave.partition("#")
    if talk_id != talk.id or any(line.speaker != thought.agent.name for line in talk.lines[int(place) :]):
        return None
    return Takeaway.model_validate_json(note.came_to)


async def remember_talk(thought: Thought, talk: Talk) -> None:
    """Remember the lines of a talk, what it was about and what was promised, and replan if that changes the day."""
    name = thought.agent.name
    hear_of_places(thought, "\n".join(line.text for line in talk.lines))
    other = next(person for person in talk.participants if person != name)
    takeaway = made_with_last_line(thought, talk) or await _ask_takeaway(thought, talk, other)
    most = most_importance(thought, other)
    kept = _kept_of(thought, talk, takeaway)
    kept = [draft if draft.source == "said" else replace(draft, at_most=most) for draft in kept]
    await thought.remember(kept, counts_once=True)
    _count(thought, other)
    if takeaway.change_plan:
        await replan(thought, "", takeaway.reason or full_stop(takeaway.memo).rstrip("."))


def _count(thought: Thought, other: str) -> None:
    """Note that a talk with a person is over, and that it was one of today's."""
    step, clock, today = thought.view.step, thought.view.clock, thought.view.now.date()
    talks = (*(each for each in thought.agent.talks if clock.at(each).date() == today), step)
    thought.change(talked={**thought.agent.talked, other: step}, talks=talks, note=TalkNote())


async def _ask_takeaway(thought: Thought, talk: Talk, other: str) -> Takeaway:
    return await thought.ask(
        "after_talk",
        Takeaway,
        name=thought.agent.name,
        summary=thought.agent.summary,
        now=say_time(thought.view.now),
        other=other,
        **terms_with(thought, other),
        lines=tell_lines(talk.lines),
        plan=tell_plan_in_brief(remaining_plan(thought), thought.view.clock),
        scale=IMPORTANCE_SCALE if thought.profile.talks_rated_with_takeaway else "",
    )


def _kept_of(thought: Thought, talk: Talk, takeaway: Takeaway) -> list[MemoryDraft]:
    """Return the memories of a talk (lines, summary, outcomes, promises) with the ratings that came with the answer."""
    ratings = [*takeaway.line_ratings, *[0] * len(talk.lines)]
    lines = [
        replace(_as_memory(talk, place, thought.agent.name), importance=ratings[place])
        for place, line in enumerate(talk.lines)
        if line.text
    ]
    evidence = tuple(thought.id_of_next(place) for place in range(len(lines)))
    memo = MemoryDraft(
        full_stop(takeaway.memo), "thought", importance=takeaway.importance, evidence=evidence, hearsay=True
    )
    about = [memo] if takeaway.memo else []
    weight = takeaway.commitment_importance or takeaway.importance
    other = next(person for person in talk.participants if person != thought.agent.name)
    outcomes = [
        MemoryDraft(full_stop(text), "thought", importance=weight, heard_from=other, evidence=evidence, hearsay=True)
        for text in takeaway.outcomes
    ]
    arranged = [
        MemoryDraft(full_stop(text), "planned", "plan", weight, evidence=evidence, hearsay=True)
        for text in takeaway.commitments
    ]
    return [*lines, *about, *outcomes, *arranged]


def _as_memory(talk: Talk, place: int, name: str) -> MemoryDraft:
    line = talk.lines[place]
    utterance = f"{talk.id}#{place}"
    if line.speaker == name:
        return MemoryDraft(said_line(line.to, line.text), "said", utterance=utterance)
    text = heard_line(line.speaker, line.text)
    return MemoryDraft(text, "heard", heard_from=line.speaker, utterance=utterance, hearsay=True)
