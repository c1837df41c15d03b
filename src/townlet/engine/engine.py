"""The engine: runs a town step by step. Agents that are due think concurrently about the same frozen world."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import NamedTuple

from townlet.cognition.generative import Generative
from townlet.cognition.mind import Cognition, TalkOpening, TalkSide, Turn
from townlet.cognition.missed import without_missed
from townlet.engine.calls.gateway import ModelGateway
from townlet.engine.calls.mind import GatewayMind, gather_in_order
from townlet.engine.commands import Command, events_of_command
from townlet.language.telemetry import start_span
from townlet.memory.stream import MemoryStream
from townlet.runfile.event_log import StepLog
from townlet.runfile.streams import embedded_stream
from townlet.state.events import Joined, MindEvent, RunEvent, Shown, TookIn
from townlet.state.minds import mind_change
from townlet.state.run_state import RunState
from townlet.state.scheduler import Scheduler
from townlet.world.actions import Action, Say
from townlet.world.advance import advance
from townlet.world.events import Appeared, Said
from townlet.world.physics import Terrain, pass_step
from townlet.world.setting import Tile
from townlet.world.state import World
from townlet.world.view import WorldView, view_of


def step_span(step: int, people: int) -> AbstractContextManager[object]:
    """Return the telemetry span around the agents' thinking in a step."""
    return start_span("townlet.step", {"townlet.step": step, "townlet.people": people})


def turn_span(agent: str, step: int) -> AbstractContextManager[object]:
    """Return the telemetry span around one agent's turn ('invoke_agent' in OpenTelemetry's conventions)."""
    return start_span(
        f"invoke_agent {agent}",
        {"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": agent, "townlet.step": step},
    )


def is_wordless(turn: Turn) -> bool:
    """Whether the turn opens a talk whose first line has no words yet."""
    return isinstance(turn.action, Say) and not turn.action.text


def without_wordless_line(turn: Turn) -> Turn:
    """Return the turn without its line if that has no words yet."""
    return replace(turn, action=None) if is_wordless(turn) else turn


def talks_begun(terrain: Terrain, world: World, turns: Sequence[Turn], step: int) -> dict[str, str]:
    """Return who may open a talk whose words are still missing, and with whom.

    The world decides as if the words were there: a conflict between two actions may rule an opener out.
    """
    wordless = {turn.agent.name for turn in turns if is_wordless(turn)}
    if not wordless:
        return {}
    actions = {turn.agent.name: turn.action for turn in turns if turn.action is not None}
    events = advance(terrain, world, actions, step)
    return {event.speaker: event.to for event in events if isinstance(event, Said) and event.speaker in wordless}


@dataclass(frozen=True)
class CognitionSet:
    """The cognition functions of a run: for residents, and for residents whose body a person controls."""

    resident: Cognition
    embodied: Cognition
    opening: TalkOpening
    """Writes the first lines of a talk between two residents in one prompt."""
    outside: Cognition
    """For residents for whom a program outside decides."""

    @classmethod
    def of(cls, mind: Generative) -> CognitionSet:
        """Return the set that uses one `Generative` throughout."""
        return cls(mind, mind.observing(), mind.open_talk, mind.from_outside())


class BegunStep(NamedTuple):
    """A step in which nobody has thought yet."""

    log: StepLog
    due: tuple[str, ...]
    """Who is due to think, in agent order."""


class Engine:
    """The only writer of a run's state: turns commands and turns into events, and applies them.

    It writes no file; `Simulation` does that.
    """

    def __init__(self, state: RunState, minds: CognitionSet, gateway: ModelGateway) -> None:
        self.state, self.minds, self.gateway = state, minds, gateway
        self.scheduler = Scheduler()
        self.next_step = 0
        self._begun: BegunStep | None = None
        self._without_vectors: set[str] = set()
        """The agents of a resumed run whose memory streams have no vectors yet."""

    @property
    def is_mid_step(self) -> bool:
        """Whether a step has begun but is not complete, because thinking failed."""
        return self._begun is not None

    def order(self, command: Command) -> Sequence[RunEvent]:
        """Apply a person's command at the start of the next step and return its events. Raises CommandRefused."""
        events = events_of_command(command, self.state, self.next_step)
        self._apply(events, self.next_step)
        return events

    def reapply(self, events: Sequence[RunEvent]) -> None:
        """Apply the events of commands that were committed before the run was interrupted."""
        self._apply(events, self.next_step)

    def take_up_streams(self, streams: MutableMapping[str, MemoryStream]) -> None:
        """Go on with the memory streams of a resumed run, which have no vectors yet."""
        self.state.streams, self._without_vectors = streams, set(streams)

    def move_in(self) -> Sequence[RunEvent]:
        """Apply and return the first events of a run: every resident joins and appears at their bed."""
        setting = self.state.town.setting
        events: list[RunEvent] = []
        taken: set[Tile] = set()
        for persona in self.state.town.people:
            work = (persona.workplace,) if persona.workplace else ()
            known = dict.fromkeys((persona.home, *work, *persona.haunts, *persona.found_at))
            events.append(Joined(persona, tuple(known)))
            stands = setting.objects[persona.bed].stands
            tile = next((tile for tile in stands if tile not in taken), stands[0])
            taken.add(tile)
            events.append(Appeared(persona.name, tile, persona.pronouns))
        self._apply(events, 0)
        return events

    async def step(self, commands: Sequence[RunEvent] = ()) -> StepLog:
        """Run one step and return its log.

        Raises ModelError if thinking fails. The step then stays open, and the next call continues it.
        """
        if self._begun is None:
            self._begun = self.begin(commands)
        log = await self.complete(self._begun)
        self._begun = None
        return log

    def begin(self, commands: Sequence[RunEvent] = ()) -> BegunStep:
        """Let the world move on to the next step, and return who is due to think in it."""
        state, step = self.state, self.next_step
        walking = tuple(state.terrain.setting.keys.order(self.scheduler.walking))
        passing: list[RunEvent] = list(pass_step(state.terrain, state.world, step, walking))
        self._apply(passing, step)
        due = self.scheduler.due(state, step)
        return BegunStep(
            StepLog(step, list(commands), passing), tuple(name for name in due if name not in state.visitors)
        )

    def pass_idly(self, commands: Sequence[RunEvent] = ()) -> StepLog:
        """Run one step in which nobody thinks, for a town whose people think only when asked. Returns its log."""
        begun = self.begin(commands)
        self.next_step += 1
        return begun.log

    async def complete(self, begun: BegunStep) -> StepLog:
        """Let everybody who is due think and act, and return the step's log. Raises ModelError; then nothing of it has
        happened, and the same step can be completed again."""
        turns = await self._think(begun.due, begun.log.step)
        await self._settle_turns(begun.log, begun.due, turns)
        self.next_step += 1
        return begun.log

    async def _think(self, due: Sequence[str], step: int) -> list[Turn]:
        """Return the turns of all agents that are due. They think concurrently about the same frozen world."""
        if not due:
            return []
        with step_span(step, len(due)):
            if len(due) == 1:
                turns = [await self._turn(due[0], step)]
            else:
                turns = await gather_in_order([self._turn(name, step) for name in due])
            return await self._with_words(turns, step)

    async def _turn(self, name: str, step: int) -> Turn:
        state = self.state
        minds, outside = self.minds, name in state.outside
        cognition = minds.embodied if name in state.embodied else minds.outside if outside else minds.resident
        mind = self.mind_of(name, step, urgent=self._is_waited_for(name))
        with turn_span(name, step):
            return await cognition(state.agents[name], self._view(name, step), await self.stream_of(name), mind)

    def mind_of(self, name: str, step: int, part: str = "", *, urgent: bool = False) -> GatewayMind:
        """Return an agent's access to models and embeddings for one step."""
        key = self.state.terrain.setting.keys.of(name)
        return GatewayMind(self.gateway, name, step, part, urgent=urgent, key=key)

    async def stream_of(self, name: str) -> MemoryStream:
        """Return an agent's memory stream with its vectors."""
        if name in self._without_vectors:
            self.state.streams[name] = await embedded_stream(self.state.streams[name], self.gateway.embedder)
            self._without_vectors.discard(name)
        return self.state.streams[name]

    def _is_waited_for(self, name: str) -> bool:
        """Whether a person at a keyboard is in a talk with the agent and waits for an answer."""
        talk = self.state.world.talks.get(self.state.world.bodies[name].talk)
        return talk is not None and any(other in self.state.embodied for other in talk.participants)

    def _view(self, name: str, step: int) -> WorldView:
        state = self.state
        near = state.world.bodies if state.town.hosted else self.scheduler.near(name)
        view = view_of(state.terrain, state.world, name, step, state.notices.get(name, ()), near)
        view = without_missed(view, state.agents[name].missed)
        return replace(view, offers=state.asked.get(name))

    async def _with_words(self, turns: list[Turn], step: int) -> list[Turn]:
        """Fill in the words of the talks that begin in this step; an opener who may not begin says nothing."""
        if not any(map(is_wordless, turns)):
            return turns
        begun = talks_begun(self.state.terrain, self.state.world, turns, step)
        complete = {turn.agent.name: without_wordless_line(turn) for turn in turns}
        opened = await gather_in_order([self._open(opener, to, complete, step) for opener, to in begun.items()])
        complete |= {turn.agent.name: turn for pair in opened for turn in pair}
        return [complete[name] for name in self.state.terrain.setting.keys.order(complete)]

    async def _open(self, opener: str, to: str, turns: Mapping[str, Turn], step: int) -> tuple[Turn, ...]:
        """Return the turns of the two who begin a talk, or of the opener alone if a person controls the other."""
        with turn_span(opener, step):
            own = await self._side(opener, turns, step)
            elsewhere = to in self.state.embodied or to in self.state.outside
            theirs = None if elsewhere else await self._side(to, turns, step)
            return await self.minds.opening(own, to, theirs)

    async def _side(self, name: str, turns: Mapping[str, Turn], step: int) -> TalkSide:
        turn = turns.get(name) or Turn(self.state.agents[name])
        memories = await self.stream_of(name)
        if turn.remembered:
            vectors = await self.gateway.embed([memory.text for memory in turn.remembered])
            memories = memories.with_memories(turn.remembered, vectors)
        return TalkSide(turn, self._view(name, step), memories, self.mind_of(name, step, "talk"))

    async def _settle_turns(self, log: StepLog, due: Sequence[str], turns: Sequence[Turn]) -> None:
        """Apply the turns of a step in agent order: changes of mind first, then actions."""
        actions: dict[str, Action] = {}
        for turn in turns:
            name = turn.agent.name
            log.minds.extend(self._changes(turn, name in due))
            log.memories.extend(turn.remembered)
            if turn.recalled:
                log.recalls[name] = turn.recalled
            if turn.action is not None:
                actions[name] = turn.action
        self._apply(log.minds, log.step)
        await self._store_memories(log)
        log.actions.extend(advance(self.state.terrain, self.state.world, actions, log.step))
        self._apply(log.actions, log.step)
        log.minds.extend(_shown(turns, log.actions))

    def _changes(self, turn: Turn, was_due: bool) -> list[MindEvent]:
        """Return the changes of mind in a turn. An agent that was not due keeps what it noticed for its own turn."""
        name = turn.agent.name
        events: list[MindEvent] = []
        if was_due and (name in self.state.notices or name in self.state.asked):
            events.append(TookIn(name))
        if change := mind_change(self.state.agents[name], turn.agent):
            events.append(change)
        return events

    async def _store_memories(self, log: StepLog) -> None:
        """Append a step's memories to the memory streams, and update the last access of recalled memories."""
        if log.memories:
            vectors = await self.gateway.embed([memory.text for memory in log.memories])
            for name in dict.fromkeys(memory.id.agent for memory in log.memories):
                own = [place for place, memory in enumerate(log.memories) if memory.id.agent == name]
                self.state.remember([log.memories[place] for place in own], vectors[own])
        for name, ids in log.recalls.items():
            self.state.recall(name, ids, log.step)

    def _apply(self, events: Sequence[RunEvent], step: int) -> None:
        if events:
            self.state.apply(events, step)
            self.scheduler.observe(events)


def _shown(turns: Sequence[Turn], actions: Sequence[RunEvent]) -> list[Shown]:
    """Return, for each line that was spoken, the memories in its prompt."""
    shown = {turn.agent.name: turn.shown for turn in turns}
    return [
        Shown(event.speaker, event.utterance, shown[event.speaker])
        for event in actions
        if isinstance(event, Said) and shown.get(event.speaker)
    ]
