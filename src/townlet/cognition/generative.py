"""The generative agent (section 4), assembled from faculties. An ablation is `replace(generative, reflect=skip)`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from townlet.cognition.converse import answer, forget_prepared_lines, interrupted
from townlet.cognition.inner_voice import heed
from townlet.cognition.joint_dialogue import open_talk
from townlet.cognition.mind import Mind, TalkSide, Turn
from townlet.cognition.offers import only_offered, take_up
from townlet.cognition.outside import answer_by_outside, move_by_outside
from townlet.cognition.perceive import Percept, perceive
from townlet.cognition.plan import plan_at_start, proceed
from townlet.cognition.profile import ECONOMICAL, Profile
from townlet.cognition.react import react, take_to_heart
from townlet.cognition.reflect import reflect
from townlet.cognition.state import AgentState
from townlet.cognition.takeaway import remember_talk
from townlet.cognition.templates import Templates
from townlet.cognition.thought import MemoryDraft, Thought
from townlet.memory.record import Memory
from townlet.memory.stream import MemoryStream
from townlet.world.actions import Action, Leave, Say
from townlet.world.events import TalkEnded
from townlet.world.state import Talk
from townlet.world.view import WorldView


async def skip(thought: Thought) -> None:
    """Do nothing: put this in the place of a faculty to leave it out."""


async def begin(thought: Thought) -> None:
    """Begin the first turn: the sentences that the author wrote become the first memories (section 3.1)."""
    await thought.remember([MemoryDraft(text, "seed") for text in thought.agent.persona.seeds])
    thought.change(importance_sum=0)


async def no_action(thought: Thought) -> Action | None:
    """Decide nothing, because a user moves this person."""
    return None


async def no_answer(thought: Thought, talk: Talk) -> None:
    """Say nothing, because a user speaks for this person."""
    forget_prepared_lines(thought)


async def no_reaction(thought: Thought, percepts: Sequence[object]) -> Action | None:
    """Never react."""
    return None


async def reflect_if_able(thought: Thought) -> Sequence[Memory]:
    """Reflect, unless an ablation leaves reflection out."""
    return () if "reflection" in thought.profile.without else await reflect(thought)


@dataclass(frozen=True)
class Generative:
    """The agent architecture of the paper (figure 5), with one field per faculty. Implements `Cognition`."""

    templates: Templates = Templates()  # noqa: RUF009 - never modified
    profile: Profile = ECONOMICAL
    begin: Callable[[Thought], Awaitable[None]] = begin
    perceive: Callable[[Thought], Awaitable[tuple[Percept, ...]]] = perceive
    heed: Callable[[Thought], Awaitable[None]] = heed
    proceed: Callable[[Thought], Awaitable[Action | None]] = proceed
    react: Callable[[Thought, Sequence[Percept]], Awaitable[Action | None]] = react
    answer: Callable[[Thought, Talk], Awaitable[Say | Leave | None]] = answer
    remember_talk: Callable[[Thought, Talk], Awaitable[None]] = remember_talk
    reflect: Callable[[Thought], Awaitable[Sequence[Memory] | None]] = reflect_if_able
    take_to_heart: Callable[[Thought, Sequence[Memory]], Awaitable[object]] = take_to_heart

    async def __call__(self, agent: AgentState, view: WorldView, memories: MemoryStream, mind: Mind) -> Turn:
        view = only_offered(view)
        thought = Thought(agent, view, memories, mind, self.templates, self.profile)
        if not len(memories):
            await self.begin(thought)
        if _talk_is_over(view) and view.last_talk:
            await self.remember_talk(thought, view.last_talk)
        percepts = await self.perceive(thought)
        await self.heed(thought)
        if interrupted(thought, percepts):
            forget_prepared_lines(thought)
        action = await self._decide(thought, percepts)
        if view.offers is not None:
            action = await take_up(thought, action, view.offers)
        if any(percept.presses for percept in percepts):
            await thought.store_noticed()
        await self.take_to_heart(thought, await self.reflect(thought) or ())
        return thought.turn(action)

    async def open_talk(self, opener: TalkSide, to: str, other: TalkSide | None) -> tuple[Turn, ...]:
        """Find the words for a talk that is about to begin. Implements `TalkOpening`."""
        mine = Thought.resumed(opener, self.templates, self.profile)
        if other is None:
            return (mine.turn(await open_talk(mine, to, None)),)
        theirs = Thought.resumed(other, self.templates, self.profile)
        return mine.turn(await open_talk(mine, to, theirs)), theirs.turn(other.turn.action)

    def observing(self) -> Generative:
        """Return the mind of a person whom a user moves: it perceives, remembers and reflects, but does not act."""
        return replace(self, proceed=no_action, react=no_reaction, answer=no_answer, take_to_heart=no_reaction)

    def from_outside(self) -> Generative:
        """Return the mind of a person for whom a program outside decides: the other faculties stay their own."""
        return replace(self, react=move_by_outside, answer=answer_by_outside, take_to_heart=no_reaction)

    async def _decide(self, thought: Thought, percepts: Sequence[Percept]) -> Action | None:
        view = thought.view
        if view.talk:
            mine = view.talk.floor == thought.agent.name
            return await self.answer(thought, view.talk) if mine else None
        if view.me.asleep and view.me.activity.until > view.step:
            return None
        if view.offers is not None and not view.me.asleep:
            await plan_at_start(thought)
        reaction = await self.react(thought, percepts) if thought.agent.plan.chunks and not view.me.asleep else None
        if reaction or thought.agent.waiting > view.step:
            return reaction
        return await self.proceed(thought)


def _talk_is_over(view: WorldView) -> bool:
    return any(isinstance(notice, TalkEnded) and view.me.name in notice.participants for notice in view.notices)
