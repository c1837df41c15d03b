"""Reacting (section 4.3.1): whether something perceived changes what one does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from townlet.cognition.answers import Reaction, Text
from townlet.cognition.converse import TO_TELL, approach_wordlessly, speak
from townlet.cognition.fallbacks import of_note
from townlet.cognition.ground import ground
from townlet.cognition.perceive import Percept
from townlet.cognition.plan import insert, replan
from townlet.cognition.plan.schedule import remaining_plan
from townlet.cognition.relationships import last_talk_with, memo_of_last_talk_with
from townlet.cognition.state import PlanItem, TalkNote
from townlet.cognition.thought import IMPORTANCE_SCALE, Thought
from townlet.cognition.wording import doing_sentence, say_clock, say_time, tell_memories, tell_plan, tell_timed
from townlet.language.prompt import Field
from townlet.memory.record import Memory
from townlet.world.actions import Action, Do
from townlet.world.address import Address
from townlet.world.events import Blocked
from townlet.world.sight import EARSHOT_RADIUS
from townlet.world.tree import label, spoken, with_article
from townlet.world.view import SeenPerson

TALK_AGAIN_MINUTES = 120
"""How long after a talk with somebody one may think of talking to them again; our choice."""

LONG_SILENT_MINUTES = 25
"""Who has not talked to anybody for so long is glad of a word with whom there is; our choice."""

AGAIN_IN_SILENCE_MINUTES = 45
"""How long after a talk with somebody that may be with them again; our choice."""

BREATH_MINUTES = 10
"""So long after a talk one begins no other; our choice."""

PASS_BY_MINUTES = 20
"""How long after deciding not to talk to somebody one may think of it again; our choice."""

SAID_ALL_MINUTES = 180
"""How long after a talk there is nothing more to say, if nothing has come up since; our choice."""

USED_TO_MINUTES = 40
"""How long somebody passed by is left alone while one goes on with the same thing; our choice."""

NEWS_IMPORTANCE = 6
"""What one learns from outside is something to tell from this rating on; our choice."""


LATELY = 150
"""How many of the newest records are looked at for what has come up; our choice."""


def may_talk_to(thought: Thought, person: SeenPerson) -> bool:
    """Near, awake and free, and neither just talked to nor just passed by with nothing new since."""
    if person.distance > EARSHOT_RADIUS or person.asleep or person.talk:
        return False
    agent = thought.agent
    talked, passed = agent.talked.get(person.name), agent.passed_by.get(person.name)
    if passed is not None and _within(thought, passed, PASS_BY_MINUTES):
        return False
    latest = max(agent.talked.values(), default=None)
    if latest is None or not _within(thought, latest, LONG_SILENT_MINUTES):
        return talked is None or not _within(thought, talked, AGAIN_IN_SILENCE_MINUTES)
    if _within(thought, latest, BREATH_MINUTES) or (
        talked is not None and _within(thought, talked, TALK_AGAIN_MINUTES)
    ):
        return False
    return not (thought.profile.familiar_left_alone and _nothing_new(thought, person.name, talked, passed))


def _nothing_new(thought: Thought, other: str, talked: int | None, passed: int | None) -> bool:
    """Whether all was said of late, or one is still at what one was at when one last let them be."""
    all_said = talked is not None and _within(thought, talked, SAID_ALL_MINUTES)
    used_to = passed is not None and _within(thought, passed, USED_TO_MINUTES) and _same_part_of_day(thought, passed)
    if not (all_said or used_to):
        return False
    last_talk = -1 if talked is None else talked
    last_met = last_talk if passed is None else max(last_talk, passed)
    lately = thought.memories.newest(LATELY)
    return not any(_unsaid(memory, other, last_talk) or _is_news(memory, other, last_met) for memory in lately)


def _within(thought: Thought, step: int, minutes: int) -> bool:
    return thought.view.step - step < thought.view.clock.steps(minutes)


def _same_part_of_day(thought: Thought, step: int) -> bool:
    hour = thought.agent.plan.hour(thought.view.step)
    return hour is not None and hour.start <= step


def _unsaid(memory: Memory, other: str, talked: int) -> bool:
    """Whether it is a resolve of one's own, or was arranged with this one, since one talked to them."""
    arranged = memory.kind == "plan" and other in memory.text
    return memory.id.step > talked and (memory.source == "inner voice" or arranged)


def _is_news(memory: Memory, other: str, latest: int) -> bool:
    """Whether it came from outside since one met them, and matters enough to be told to anybody."""
    tells = memory.source in TO_TELL and memory.heard_from != other
    return memory.id.step > latest and tells and memory.importance >= NEWS_IMPORTANCE


SHORT_MINUTES = 45
"""A reaction up to this long is fitted into the plan; a longer one redoes the rest of the day."""

WAITING_MINUTES = 5
"""How long one waits for something before trying again, where the answer gives no time."""


async def react(thought: Thought, percepts: Sequence[Percept]) -> Action | None:
    """What one does about the most pressing thing perceived; None to go on with the plan."""
    percept = _most_pressing(thought, percepts)
    if percept is None:
        return None
    if percept.times > 1:
        return await _give_up(thought, percept)
    reaction, memories = await _consider(thought, percept)
    match reaction.choice:
        case "talk" if percept.person:
            thought.change(note=TalkNote(topic=reaction.topic))
            if thought.profile.joint_dialogue:
                return approach_wordlessly(thought, percept.person.name, memories)
            return await speak(thought, percept.person.name, memories)
        case "act" if reaction.activity:
            return await _act(thought, percept, reaction)
        case "wait":
            return _wait(thought, percept, reaction)
    if percept.person:
        passed = {**thought.agent.passed_by, percept.person.name: thought.view.step}
        thought.change(passed_by=passed)
    elif percept.event:
        await replan(thought, "", percept.text.rstrip("."))
    return None


async def _give_up(thought: Thought, percept: Percept) -> Do | None:
    """Barred from the same place again: plan without it, and after that wait, without asking anybody."""
    reason = percept.text.rstrip(".")
    if percept.times == 2:
        await replan(thought, "", reason)
        return None
    return _wait(thought, percept, Reaction(choice="wait", minutes=15, reason=reason))


def _most_pressing(thought: Thought, percepts: Sequence[Percept]) -> Percept | None:
    """Something that happened to oneself, else a thing in an unusual state, else somebody to talk to."""
    for percept in percepts:
        if percept.presses:
            return percept
    for person in thought.view.people:
        if may_talk_to(thought, person):
            return Percept(doing_sentence(person.name, of_note(person.doing) or "here"), person=person)
    return None


async def _consider(thought: Thought, percept: Percept) -> tuple[Reaction, list[Memory]]:
    """Ask, with the context of two retrievals: who or what this is to one, and what it is at."""
    subject = _subject(percept)
    view, agent = thought.view, thought.agent
    memories = await thought.recall(f"What is {agent.name}'s relationship with {subject}?", percept.text)
    last = _last_talk(thought, percept)
    context: list[Field] = tell_memories(memories)
    if thought.profile.one_at_a_time and percept.person:
        context = await _relationship(thought, subject, context)
    reaction = await thought.ask(
        "react",
        Reaction,
        name=agent.name,
        summary=agent.summary,
        now=say_time(view.now),
        doing=of_note(view.me.activity.doing),
        place=label(view.here) if view.here else "out of doors",
        observation=percept.text,
        subject=subject,
        about="person" if percept.person else "object" if percept.thing else "event",
        plan=tell_plan(remaining_plan(thought), view.clock),
        memories=context,
        last_talk=tell_memories(last),
        last_talked=_last_talked(thought),
        noticed=tell_timed((view.clock.at(each.step), each.text) for each in agent.noticed),
        scale=IMPORTANCE_SCALE,
    )
    await thought.settle(reaction.ratings)
    return reaction, memories


def _last_talk(thought: Thought, percept: Percept) -> list[Memory]:
    """What was last said between the two, or, to decide whether to talk, only what it was about."""
    if percept.person is None:
        return []
    brief = thought.profile.reactions_in_brief
    return (memo_of_last_talk_with if brief else last_talk_with)(thought, percept.person.name)


def _last_talked(thought: Thought) -> str:
    """When one last talked to anybody; empty if never."""
    latest = max(thought.agent.talked.values(), default=None)
    if latest is None:
        return ""
    time = thought.view.clock.at(latest)
    return f"at {say_clock(time)}" if time.date() == thought.view.now.date() else "before today"


async def _relationship(thought: Thought, other: str, memories: list[Field]) -> list[Field]:
    """The memories summed up first, as the paper has it."""
    answer = await thought.ask("relationship", Text, name=thought.agent.name, other=other, memories=memories)
    return [{"when": say_time(thought.view.now), "text": answer.text}] if answer.text else memories


def _subject(percept: Percept) -> str:
    if percept.person:
        return percept.person.name
    return spoken(percept.thing.address) if percept.thing else percept.text.rstrip(".")


async def _act(thought: Thought, percept: Percept, reaction: Reaction) -> Do | None:
    """Put the reaction first; fit it into the plan if it is short, else redo the rest of the day."""
    step, clock = thought.view.step, thought.view.clock
    minutes = reaction.minutes or WAITING_MINUTES
    reason = reaction.reason or percept.text.rstrip(".")
    item = PlanItem(step, step + clock.steps(minutes), reaction.activity, None, "", reaction.emoji, reason)
    items = await _placed(thought, item, percept, reaction)
    if minutes > SHORT_MINUTES:
        await replan(thought, reaction.activity, reason)
        return None
    await insert(thought, items, reason)
    return None


async def _placed(thought: Thought, item: PlanItem, percept: Percept, reaction: Reaction) -> tuple[PlanItem, ...]:
    """Where to do it: at the thing itself, or elsewhere first and then at the thing."""
    thing = percept.thing.address if percept.thing else None
    if thing is None or reaction.elsewhere:
        barred = percept.event.at if isinstance(percept.event, Blocked) else None
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
    """What is done elsewhere for a thing, with the thing left unnamed: where it is, is not where to go."""
    if thing is None:
        return activity
    return activity.replace(spoken(thing), "it").replace(with_article(thing.name), "it")


def _wait(thought: Thought, percept: Percept, reaction: Reaction) -> Do:
    """Stay where one is for a little; the plan goes on afterwards."""
    minutes = min(reaction.minutes or WAITING_MINUTES, 15)
    until = thought.view.step + thought.view.clock.steps(minutes)
    thought.change(waiting=until)
    reason = reaction.reason or percept.text.rstrip(".")
    return Do(reaction.activity or "waiting", until, None, reason, reaction.emoji or "⏳")
