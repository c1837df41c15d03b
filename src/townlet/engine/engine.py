"""A running town: one step after another, lock-step, all who are due thinking concurrently."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from townlet.cognition.mind import Cognition, Turn
from townlet.engine.ask import DeskMind, gather
from townlet.engine.attention import Attention
from townlet.engine.commands import Command
from townlet.engine.desk import Desk
from townlet.engine.events import Joined, MindEvent, RunEvent, Shown, TookIn
from townlet.engine.log import StepLog
from townlet.engine.minds import difference
from townlet.engine.orders import events_of
from townlet.engine.spans import step_span, turn_span
from townlet.engine.state import RunState
from townlet.world.actions import Action
from townlet.world.advance import advance
from townlet.world.events import Appeared, Said
from townlet.world.physics import pass_step
from townlet.world.view import view_of


@dataclass(frozen=True)
class Minds:
    """How the people of a run think: residents, and residents while a person moves their body."""

    resident: Cognition
    embodied: Cognition


class Engine:
    """The only writer: turns commands and thoughts into events and applies them. Keeps no file."""

    def __init__(self, state: RunState, minds: Minds, desk: Desk) -> None:
        self.state, self.minds, self.desk = state, minds, desk
        self.attention = Attention()
        self.next_step = 0
        self._open: tuple[StepLog, tuple[str, ...]] | None = None

    @property
    def thinking(self) -> bool:
        """Whether a step has begun and is not yet thought to its end, because thinking failed."""
        return self._open is not None

    def order(self, command: Command) -> Sequence[RunEvent]:
        """Carry out a person's command at the start of the next step. Raises CommandRefused."""
        events = events_of(command, self.state, self.next_step)
        self._apply(events, self.next_step)
        return events

    def reapply(self, events: Sequence[RunEvent]) -> None:
        """Let ordered events happen that were written down before the run was broken off."""
        self._apply(events, self.next_step)

    def settle(self) -> Sequence[RunEvent]:
        """The people move in: the first events of a run."""
        setting = self.state.town.setting
        events: list[RunEvent] = []
        for persona in self.state.town.people:
            knows = (persona.home, *((persona.workplace,) if persona.workplace else ()), *persona.haunts)
            events.append(Joined(persona, knows))
            events.append(Appeared(persona.name, setting.objects[persona.bed].stands[0], persona.pronouns))
        self._apply(events, 0)
        return events

    async def step(self, commands: Sequence[RunEvent] = ()) -> StepLog:
        """Let one step happen. If thinking fails the step stays open, and another call thinks it again."""
        if self._open is None:
            self._open = self._begin(commands)
        log, due = self._open
        turns = await self._think(due, log.step)
        await self._finish(log, turns)
        self._open = None
        self.next_step += 1
        return log

    async def replay(self, log: StepLog) -> None:
        """Let a recorded step happen again, and the idle ones before it."""
        while self.next_step < log.step:
            self._pass_idle_step()
        step = log.step
        self._apply(log.commands, step)
        self._apply(log.passing, step)
        self.attention.due(self.state, step)
        self._apply(log.minds, step)
        await self._keep(log)
        self._apply(log.actions, step)
        self.next_step = step + 1

    def skip_to(self, step: int) -> None:
        """Pass the idle steps up to, and not including, `step`."""
        while self.next_step < step:
            self._pass_idle_step()

    def _pass_idle_step(self) -> None:
        self.attention.due(self.state, self.next_step)
        self.next_step += 1

    def _begin(self, commands: Sequence[RunEvent]) -> tuple[StepLog, tuple[str, ...]]:
        state, step = self.state, self.next_step
        walking = tuple(sorted(self.attention.walking))
        passing: list[RunEvent] = list(pass_step(state.ground, state.world, step, walking))
        self._apply(passing, step)
        due = self.attention.due(state, step)
        return StepLog(step, list(commands), passing), tuple(name for name in due if name not in state.visitors)

    async def _think(self, due: Sequence[str], step: int) -> list[Turn]:
        """Everybody who is due thinks at once, each about the same frozen world."""
        if not due:
            return []
        with step_span(step, len(due)):
            if len(due) == 1:
                return [await self._turn(due[0], step)]
            return await gather([self._turn(name, step) for name in due])

    async def _turn(self, name: str, step: int) -> Turn:
        state = self.state
        near = self.attention.near(name)
        view = view_of(state.ground, state.world, name, step, state.notices.get(name, ()), near)
        cognition = self.minds.embodied if name in state.embodied else self.minds.resident
        with turn_span(name, step):
            return await cognition(state.agents[name], view, state.streams[name], DeskMind(self.desk, name, step))

    async def _finish(self, log: StepLog, turns: Sequence[Turn]) -> None:
        """Settle what was thought and done, in agent order."""
        actions: dict[str, Action] = {}
        for turn in turns:
            name = turn.agent.name
            log.minds.extend(self._changes(turn))
            log.memories.extend(turn.remembered)
            if turn.recalled:
                log.recalls[name] = turn.recalled
            if turn.action is not None:
                actions[name] = turn.action
        self._apply(log.minds, log.step)
        await self._keep(log)
        log.actions.extend(advance(self.state.ground, self.state.world, actions, log.step))
        self._apply(log.actions, log.step)
        log.minds.extend(_shown(turns, log.actions))

    def _changes(self, turn: Turn) -> list[MindEvent]:
        name = turn.agent.name
        events: list[MindEvent] = []
        if name in self.state.notices:
            events.append(TookIn(name))
        if change := difference(self.state.agents[name], turn.agent):
            events.append(change)
        return events

    async def _keep(self, log: StepLog) -> None:
        """Append a step's memories to the streams and refresh what was recalled."""
        if log.memories:
            vectors = await self.desk.embed([memory.text for memory in log.memories])
            for name in dict.fromkeys(memory.id.agent for memory in log.memories):
                own = [place for place, memory in enumerate(log.memories) if memory.id.agent == name]
                self.state.remember([log.memories[place] for place in own], vectors[own])
        for name, ids in log.recalls.items():
            self.state.recall(name, ids, log.step)

    def _apply(self, events: Sequence[RunEvent], step: int) -> None:
        if events:
            self.state.apply(events, step)
            self.attention.note(events)


def _shown(turns: Sequence[Turn], actions: Sequence[RunEvent]) -> list[Shown]:
    """For each line that was spoken, the memories that were in its prompt."""
    shown = {turn.agent.name: turn.shown for turn in turns}
    return [
        Shown(event.speaker, event.utterance, shown[event.speaker])
        for event in actions
        if isinstance(event, Said) and shown.get(event.speaker)
    ]
