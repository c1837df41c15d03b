"""The state of a run at one step: world, minds, memory streams, and what each agent has not yet perceived.

Only `RunState.apply` changes it. A live run, a resumed one and a replayed one all go through it.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableMapping, Sequence

from townlet.cognition.state import AgentState
from townlet.memory.record import Memory, MemoryId
from townlet.memory.stream import MemoryStream
from townlet.memory.vectors import Vectors
from townlet.state.events import Embodied, HandedOver, Joined, MindChanged, MoveAsked, RunEvent, Shown, TookIn
from townlet.state.minds import mind_after
from townlet.town import Town
from townlet.world import events as happened
from townlet.world.actions import Offer
from townlet.world.clock import Clock
from townlet.world.evolve import WorldDraft
from townlet.world.known import known_from
from townlet.world.physics import Terrain
from townlet.world.state import World


class RunState:
    """The whole state of a run; `apply` is the fold of its event log."""

    def __init__(self, town: Town, clock: Clock, dimensions: int, terrain: Terrain | None = None) -> None:
        """`terrain` takes a while to compute: pass one if you have it for the same town already."""
        self.town = town
        self.clock = clock
        self.terrain = terrain or Terrain.of(town.setting, clock)
        self.world = World.empty()
        self.agents: dict[str, AgentState] = {}
        self.streams: MutableMapping[str, MemoryStream] = {}
        self.notices: dict[str, tuple[happened.WorldEvent, ...]] = {}
        self.embodied: dict[str, None] = {}
        self.outside: dict[str, None] = {}
        """The agents for whom a program outside decides."""
        self.asked: dict[str, tuple[Offer, ...]] = {}
        """Who is asked for a move in this step by the host of their world, and what is open to them."""
        self.joined: dict[str, Joined] = {}
        """Everybody who was ever in the run, with the event of their coming."""
        self.visitors: dict[str, str] = {}
        """The looks, in words, of the visitors who joined from the keyboard, by name."""
        self._dimensions = dimensions

    def apply(self, events: Iterable[RunEvent], step: int) -> None:
        """Apply events in their order. Nothing else changes a run."""
        draft = WorldDraft(self.world)
        for event in events:
            match event:
                case Joined():
                    self.join(event)
                case Embodied(agent, by_person):
                    self._embody(agent, by_person)
                case MindChanged(agent):
                    self.agents[agent] = mind_after(self.agents[agent], event)
                    if event.forgotten:
                        self.streams[agent] = self.streams[agent].without(event.forgotten)
                case TookIn(agent):
                    self.notices.pop(agent, None)
                    self.asked.pop(agent, None)
                case HandedOver(agent, True):
                    self.outside[agent] = None
                case HandedOver(agent):
                    self.outside.pop(agent, None)
                case MoveAsked(agent, offers):
                    self.asked[agent] = offers
                case Shown():
                    pass
                case _:
                    draft.apply(event, step)
                    self._notify(event)
        self.world = draft.world()

    def remember(self, memories: Sequence[Memory], vectors: Vectors) -> None:
        """Append one agent's new memories to their stream."""
        if memories:
            agent = memories[0].id.agent
            self.streams[agent] = self.streams[agent].with_memories(memories, vectors)

    def recall(self, agent: str, ids: Sequence[MemoryId], step: int) -> None:
        """Refresh the last access of the memories that an agent retrieved in a step."""
        self.streams[agent] = self.streams[agent].accessed(ids, self.clock.at(step))

    def join(self, event: Joined) -> None:
        """Add an agent who knows the places that the event names and remembers nothing."""
        name = event.persona.name
        self.joined[name] = event
        self.agents[name] = AgentState(event.persona, known_from(self.town.setting, event.knows))
        self.streams[name] = MemoryStream(self._dimensions)
        if event.visitor:
            self.visitors[name] = event.look

    def _embody(self, agent: str, by_person: bool) -> None:
        if by_person:
            self.embodied[agent] = None
        else:
            self.embodied.pop(agent, None)

    def _notify(self, event: happened.WorldEvent) -> None:
        for agent in _concerned(event):
            if agent in self.agents and agent not in self.visitors:
                self.notices[agent] = (*self.notices.get(agent, ()), event)


def _concerned(event: happened.WorldEvent) -> tuple[str, ...]:
    """Return who perceives an event directly, besides those who see its outcome."""
    match event:
        case happened.Said(hearers=hearers) | happened.Announced(hearers=hearers):
            return hearers
        case happened.TalkEnded(participants=participants):
            return participants
        case happened.Blocked(agent=agent) | happened.Whispered(agent=agent) | happened.Told(agent=agent):
            return (agent,)
        case (
            happened.Appeared()
            | happened.Departed()
            | happened.Acted()
            | happened.Arrived()
            | happened.Halted()
            | happened.SteppedAside()
            | happened.StateChanged()
            | happened.Left()
        ):
            return ()
