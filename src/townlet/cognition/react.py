"""Reacting (section 4.3.1): deciding whether something perceived changes what the agent does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from townlet.cognition.answers import Reaction, Text
from townlet.cognition.approach import is_here_for, may_talk_to, may_watch
from townlet.cognition.converse import approach_wordlessly, speak
from townlet.cognition.fallbacks import of_note
from townlet.cognition.ground import ground
from townlet.cognition.perceive import Percept, closed_part
from townlet.cognition.plan import insert, replan
from townlet.cognition.plan.schedule import remaining_plan
from townlet.cognition.relationships import last_talk_with, memo_of_last_talk_with, terms_with
from townlet.cognition.selection import besides_plan, live_matters, ordered
from townlet.cognition.state import PlanItem, TalkNote
from townlet.cognition.thought import IMPORTANCE_SCALE, MemoryDraft, Thought
from townlet.cognition.wording import doing_sentence, say_clock, say_time, tell_memories, tell_plan_in_brief, tell_timed
from townlet.language.prompt import Field
from townlet.memory.record import Memory
from townlet.world.actions import Action, Do
from townlet.world.address import Address
from townlet.world.events import Blocked
from townlet.world.tree import spoken, with_article

SHORT_MINUTES = 45
"""The longest reaction, in minutes, that is fitted into the plan; for a longer one the rest of the day is replanned."""

WAITING_MINUTES = 5
"""Minutes to wait before trying again, if the answer gives no time."""


async def react(thought: Thought, percepts: Sequence[Percept]) -> Action | None:
    """Return the reaction to the most urgent percept; None to go on with the plan, which may have been changed."""
    percept = _most_pressing(thought, percepts)
    if percept is None:
        return None
    if percept.times > 1:
        return await _give_up(thought, percept)
    reaction, memories = await _consider(thought, percept)
    match reaction.choice:
        case "talk" if percept.person and not percept.only_watched:
            thought.change(note=TalkNote(topic=reaction.topic))
            if thought.profile.joint_dialogue:
                return approach_wordlessly(thought, percept.person.name, memories)
            return await speak(thought, percept.person.name, memories)
        case "act" if reaction.activity:
            return await _act(thought, percept, reaction)
        case "wait":
            return _wait(thought, percept, reaction)
        case "go on" | "act" | "talk":
            pass
    if percept.person and not percept.only_watched:
        passed = {**thought.agent.passed_by, percept.person.name: thought.view.step}
        thought.change(passed_by=passed)
    if percept.event or reaction.rest_of_day:
        await replan(thought, "", reaction.reason or percept.text.rstrip("."))
    return None


async def _give_up(thought: Thought, percept: Percept) -> Do | None:
    """React to a way that is blocked again: replan the second time, and then wait without asking the model."""
    reason = percept.text.rstrip(".")
    if percept.times == 2:
        await replan(thought, "", reason)
        return None
    return _wait(thought, percept, Reaction(choice="wait", minutes=15, reason=reason))


def _most_pressing(thought: Thought, percepts: Sequence[Percept]) -> Percept | None:
    """Return the first event or unusual object, or else whom to talk to; None if there is neither.

    Whom the agent is here for comes before who is nearest.
    """
    for percept in percepts:
        if percept.presses:
            return percept
    for person in sorted(thought.view.people, key=lambda person: not is_here_for(thought, person)):
        if may_talk_to(thought, person):
            return Percept(doing_sentence(person.name, of_note(person.doing) or "here"), person=person)
    return next(
        (
            replace(percept, only_watched=True)
            for percept in percepts
            if percept.person and may_watch(thought, percept.person)
        ),
        None,
    )


async def take_to_heart(thought: Thought, insights: Sequence[Memory]) -> None:
    """Consider whether what the agent has just come to think changes its plan. What it is at goes on meanwhile."""
    view, plan = thought.view, thought.agent.plan
    if not insights or view.me.asleep or view.talk or not plan.chunks or view.step >= plan.bedtime:
        return
    percept = Percept(" ".join(insight.text for insight in insights), thought=True)
    reaction, _ = await _consider(thought, percept)
    acts = reaction.choice == "act" and bool(reaction.activity)
    if reaction.rest_of_day:
        await replan(thought, reaction.activity if acts else "", reaction.reason or percept.text.rstrip("."))
    elif acts:
        await _act(thought, percept, reaction)


async def _consider(thought: Thought, percept: Percept) -> tuple[Reaction, list[Memory]]:
    """Ask for a reaction, with two retrievals as context: the relationship to the subject, if any, and what it does."""
    subject = _subject(percept)
    await _remember_sight(thought, percept)
    view, agent = thought.view, thought.agent
    queries = [f"What is {agent.name}'s relationship with {subject}?"] if subject else []
    memories = await thought.recall(*queries, percept.text)
    last = _last_talk(thought, percept)
    live = await live_matters(thought, apart_from=last)
    memories = ordered(besides_plan(thought, memories), apart_from=(*last, *live))
    memories = [memory for memory in memories if memory.text != percept.text]
    context: list[Field] = tell_memories(memories)
    if thought.profile.one_at_a_time and percept.person:
        context = await _relationship(thought, subject, context)
    reaction = await thought.ask(
        "react",
        Reaction,
        **thought.situation(),
        observation=percept.text,
        subject=subject,
        about=_kind(percept),
        no_talk="there is no room for a talk now" if percept.only_watched else "",
        plan=tell_plan_in_brief(remaining_plan(thought), view.clock),
        changes=[*agent.plan.reasons],
        **_terms(thought, percept),
        live=tell_memories(live),
        memories=context,
        last_talk=tell_memories(reversed(last)),
        last_talked=_last_talked(thought),
        noticed=tell_timed((view.clock.at(each.step), each.text) for each in agent.noticed),
        scale=IMPORTANCE_SCALE,
    )
    await thought.store_noticed(reaction.ratings)
    return reaction, [*memories, *live]


def _kind(percept: Percept) -> str:
    if percept.thought:
        return "thought"
    return "person" if percept.person else "object" if percept.thing else "event"


def _terms(thought: Thought, percept: Percept) -> dict[str, Field]:
    """Return how the agent stands with the person whom it has perceived; empty fields if that is a thing or event."""
    return terms_with(thought, percept.person.name if percept.person else "")


def _last_talk(thought: Thought, percept: Percept) -> list[Memory]:
    """Return the lines of the last talk with the person, or, if the profile is brief, only what it was about."""
    if percept.person is None:
        return []
    brief = thought.profile.reactions_in_brief
    return (memo_of_last_talk_with if brief else last_talk_with)(thought, percept.person.name)


def _last_talked(thought: Thought) -> str:
    """Return when the agent last talked to anybody; empty if it never did."""
    latest = max(thought.agent.talked.values(), default=None)
    if latest is None:
        return ""
    time = thought.view.clock.at(latest)
    return f"at {say_clock(time)}" if time.date() == thought.view.now.date() else "before today"


async def _remember_sight(thought: Thought, percept: Percept) -> None:
    """Remember what the person does, if that is news since the last observation, so that a reaction rests on it."""
    person, step = percept.person, thought.view.step
    if percept.only_watched:
        thought.change(watched=step)
    if person and thought.agent.seen.get(person.name, ("", -1))[0] != person.doing and of_note(person.doing):
        thought.change(seen={**thought.agent.seen, person.name: (person.doing, step)})
        await thought.notice([MemoryDraft(percept.text, "seen")])


async def _relationship(thought: Thought, other: str, memories: list[Field]) -> list[Field]:
    """Return a summary of the memories of a person, made by a separate prompt as in the paper.

    If the summary is empty, return the memories.
    """
    answer = await thought.ask("relationship", Text, name=thought.agent.name, other=other, memories=memories)
    return [{"when": say_time(thought.view.now), "text": answer.text}] if answer.text else memories


def _subject(percept: Percept) -> str:
    if percept.person or percept.thought:
        return percept.person.name if percept.person else ""
    return spoken(percept.thing.address) if percept.thing else percept.text.rstrip(".")


async def _act(thought: Thought, percept: Percept, reaction: Reaction) -> Do | None:
    """Fit the reaction into the plan if it is short or an errand. If it is long or changes the day, replan the rest."""
    step, clock = thought.view.step, thought.view.clock
    minutes = reaction.minutes or WAITING_MINUTES
    reason = reaction.reason or percept.text.rstrip(".")
    item = PlanItem(step, step + clock.steps(minutes), reaction.activity, None, "", reaction.emoji, reason)
    items = await _placed(thought, item, percept, reaction)
    if minutes > SHORT_MINUTES or reaction.rest_of_day:
        await replan(thought, reaction.activity, reason)
    if minutes <= SHORT_MINUTES or len(items) > 1:
        await insert(thought, items, reason)
    return None


async def _placed(thought: Thought, item: PlanItem, percept: Percept, reaction: Reaction) -> tuple[PlanItem, ...]:
    """Find the place of a reaction: the object itself, or another place first and then the object."""
    thing = percept.thing.address if percept.thing else None
    if thing is None or reaction.elsewhere:
        blocked = percept.event if isinstance(percept.event, Blocked) else None
        barred = (closed_part(thought, blocked) or blocked.at) if blocked else None
        item = replace(item, place=await ground(thought, _regardless_of(thing, reaction.activity), barred))
    if thing is None:
        return (item,)
    if not reaction.elsewhere:
        return (replace(item, place=thing, state=reaction.object_state, keep_state=bool(reaction.object_state)),)
    end = item.end + thought.view.clock.steps(WAITING_MINUTES)
    seeing_to = PlanItem(
        item.end, end, f"seeing to {spoken(thing)}", thing, reaction.object_state, item.emoji, item.why, keep_state=True
    )
    return (item, seeing_to)


def _regardless_of(thing: Address | None, activity: str) -> str:
    """Return the activity with the object called 'it', so that grounding does not choose the object's own place."""
    if thing is None:
        return activity
    return activity.replace(spoken(thing), "it").replace(with_article(thing.name), "it")


def _wait(thought: Thought, percept: Percept, reaction: Reaction) -> Do:
    """Return the action of waiting on the spot for up to 15 minutes, after which the plan goes on."""
    minutes = min(reaction.minutes or WAITING_MINUTES, 15)
    until = thought.view.step + thought.view.clock.steps(minutes)
    thought.change(waiting=until)
    reason = reaction.reason or percept.text.rstrip(".")
    return Do(reaction.activity or "waiting", until, None, reason, reaction.emoji or "⏳")
