"""Start a run, resume one, and step through it; every step is written to the run file."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import datetime
from importlib.metadata import version
from pathlib import Path

from townlet.cognition.generative import Generative
from townlet.cognition.profile import ENOUGH_CONTEXT
from townlet.cognition.templates import Templates
from townlet.engine.ahead.run_ahead import RunAhead
from townlet.engine.calls.budget import Budget
from townlet.engine.calls.embedding import EmbeddingPayment, embedder_for
from townlet.engine.calls.gateway import ModelGateway
from townlet.engine.calls.log import CallLog, FileCallLog, NoCallLog
from townlet.engine.calls.usage import UsageAccounts
from townlet.engine.commands import Command, CommandRefused, command_in_letter
from townlet.engine.engine import CognitionSet, Engine
from townlet.engine.resources import RunResources
from townlet.errors import BadInput
from townlet.language.limits import LimitedModel
from townlet.language.retry import RetryingModel
from townlet.offline.model import OfflineModel
from townlet.offline.words.added import words_with
from townlet.runfile import Letter, RunHeader, RunWriter, create_run
from townlet.runfile.config import BUDGET_INTENT, DAYS_INTENT, MODEL_INTENT, SETTINGS_INTENT, RunConfig, config_of
from townlet.runfile.event_log import COMMANDS, StepLog, read_steps, rows_of
from townlet.runfile.files import open_writer
from townlet.runfile.seal import STEPS_A_SEAL
from townlet.runfile.snapshots import catch_up
from townlet.runfile.streams import RecordedStreams
from townlet.state.events import HandedOver, RunEvent
from townlet.state.run_state import RunState
from townlet.state.snapshots import is_snapshot_due, pack_snapshot
from townlet.town import Town, TownError, town_from_files
from townlet.world.clock import Clock

STEPS_A_COMMIT = STEPS_A_SEAL
"""Steps written in one transaction when losing them costs nothing but computing them again (ten game minutes)."""

INBOX_STEPS = 6
"""Steps between two looks into the inbox for commands from other processes (a game minute)."""


class Simulation:
    """A run of a town. Make one with `start` or `resume`, then iterate over `run`; `order` gives commands.

    Use it as a context manager: closing it merges SQLite's side files into the run file. `async with` also waits for
    the calls that are under way ahead of the run.
    """

    def __init__(
        self, engine: Engine, header: RunHeader, writer: RunWriter | None, call_log: CallLog, resources: RunResources
    ) -> None:
        self.engine, self.header = engine, header
        self._writer, self._call_log, self._resources = writer, call_log, resources
        self._ordered: list[RunEvent] = []
        self.refused: list[str] = []
        self.ahead: RunAhead | None = None
        """Those who live ahead of the run; None if nobody does."""
        if writer and resources.ahead is not False and not resources.minds:
            self.ahead = RunAhead(engine, guess=resources.guess, at_a_loss=resources.ahead is True)

    @classmethod
    def start(
        cls,
        town: Town,
        path: Path | None = None,
        *,
        seed: int = 1,
        config: RunConfig | None = None,
        resources: RunResources | None = None,
    ) -> Simulation:
        """Start a run. Without a path it is kept in memory only.

        Raises RunExists and RunLocked, and TownError for a town that was changed after it was read: its run file would
        embed the town's files, which do not have the change.
        """
        if path and not town.as_read:
            raise TownError(town.name, ["it was changed after it was read; change its files and read them again"])
        resources = resources or RunResources()
        config = config or RunConfig()
        if not config.context and 0 < resources.context < ENOUGH_CONTEXT:
            config = replace(config, context=str(resources.context))
            told = "The model's context is %s tokens, so prompts show fewer memories; see docs/models/index.md."
            logging.getLogger(__name__).warning(told, f"{resources.context:,}")
        header = RunHeader(
            version("townlet"),
            town.name,
            town.digest,
            seed,
            town.start,
            Clock(town.start).step_seconds,
            config.as_json(),
        )
        # Fails here, before a file exists, if the town's words have defects or the embedder has not been prepared.
        words_with(town.words)
        _require_people(resources, [person.name for person in town.people])
        if resources.embedder:
            _ = resources.embedder.dimensions
        writer = _begun(path, header, town, resources) if path else None
        try:
            simulation = cls._made(town, header, config, writer, resources)
            simulation._move_in()
            simulation._hand_over_minds()
        except BaseException:
            if writer:
                writer.close()
            raise
        return simulation

    @classmethod
    async def resume(cls, path: Path, *, resources: RunResources | None = None) -> Simulation:
        """Continue a run from the end of its file. Raises NoSuchRun, RunLocked, RunDamaged, UnknownFormat."""
        return cls.reopen(path, resources=resources)

    @classmethod
    def reopen(cls, path: Path, *, resources: RunResources | None = None) -> Simulation:
        """Do as `resume`, from code that is not async."""
        writer = open_writer(path, steps_a_commit=STEPS_A_COMMIT)
        try:
            simulation = cls._resumed(writer, resources or RunResources())
            simulation._catch_up(writer)
            simulation._hand_over_minds()
        except BaseException:
            writer.close()
            raise
        return simulation

    @classmethod
    def _resumed(cls, writer: RunWriter, resources: RunResources) -> Simulation:
        town = town_from_files(writer.town_files())
        return cls._made(town, writer.header, config_of(writer.header), writer, resources)

    @classmethod
    def _made(
        cls, town: Town, header: RunHeader, config: RunConfig, writer: RunWriter | None, resources: RunResources
    ) -> Simulation:
        model = resources.model or OfflineModel(header.seed)
        call_log: CallLog = FileCallLog(writer, durable=model.name != "offline") if writer else NoCallLog()
        policy = resources.call_policy(writer)
        simulation: Simulation
        payment = EmbeddingPayment(policy, call_log, lambda: simulation.latest_step)
        embedder = embedder_for(resources.embedder, writer, payment)
        limited = LimitedModel(RetryingModel(model, policy.retry), resources.concurrency, policy.reply_seconds)
        # The offline model answers in English, whatever the town's language.
        language = "" if model.name == "offline" else town.language
        gateway = ModelGateway(limited, embedder, call_log, header.seed, policy, header.id, language)
        mind = resources.cognition or Generative(Templates(town.prompts, town.words), config.how)
        state = RunState(town, header.clock, embedder.dimensions)
        engine = Engine(state, CognitionSet.of(mind), gateway)
        simulation = cls(engine, header, writer, call_log, resources)
        return simulation

    @property
    def latest_step(self) -> int:
        """The latest step that anybody thinks about now: in the run, or ahead of it."""
        return max(self.next_step, self.ahead.latest if self.ahead else 0)

    @property
    def next_step(self) -> int:
        return self.engine.next_step

    @property
    def budget(self) -> Budget:
        """The most that the run may spend from its start to its end."""
        return self.engine.gateway.policy.reservations.budget

    @property
    def usage(self) -> UsageAccounts:
        """Calls, tokens and money used so far."""
        return self.engine.gateway.policy.usage

    @property
    def calls_in_flight(self) -> int:
        """The number of model calls that are sent or about to be sent."""
        return self.engine.gateway.policy.slots.in_use

    @property
    def now(self) -> datetime:
        """Game time at which the next step begins."""
        return self.engine.state.clock.at(self.engine.next_step)

    def order(self, command: Command, letters: Sequence[Letter] = ()) -> None:
        """Apply a command at the next step.

        Raises CommandRefused if the town does not allow it; nothing has changed then.
        """
        if self.engine.is_mid_step:
            raise CommandRefused("A step is still being computed; continue the run first.")
        self._add_ordered(self.engine.order(command), letters)

    def repeat(self, events: Sequence[RunEvent]) -> None:
        """Apply the events of commands that another run was given at the same step, as `order` would have made them."""
        self.engine.reapply(events)
        self._add_ordered(events)

    def _add_ordered(self, events: Sequence[RunEvent], letters: Sequence[Letter] = ()) -> None:
        if self._writer:
            self._complete(self._writer)
            rows = rows_of(self.next_step, COMMANDS, events, first=len(self._ordered))
            self._writer.commit_commands(self.next_step, rows, letters)
        self._ordered.extend(events)
        if self.ahead:
            self.ahead.forget()

    async def step(self) -> StepLog:
        """Compute one step and write it. Raises ModelError; the same step can then be tried again."""
        looks = self.next_step % INBOX_STEPS == 0 or self.engine.state.town.hosted
        if self._writer and looks and not self.engine.is_mid_step:
            self._take_letters(self._writer)
        if self.ahead and not self.engine.is_mid_step:
            await self.ahead.prepare()
        log = await self.engine.step(self._ordered)
        if self.ahead:
            self.ahead.check(log)
        self._record(log)
        return log

    def pass_until(self, step: int) -> None:
        """Let time pass until a step is next, in a town whose people think only when the host of their world asks."""
        while self.next_step < step:
            self._record(self.engine.pass_idly(self._ordered))

    def _record(self, log: StepLog) -> None:
        """Write a step that is complete."""
        self._ordered = []
        if self._writer:
            snapshot = self._snapshot_after(log.step)
            if log or snapshot or (log.step + 1) % STEPS_A_COMMIT == 0:
                self._call_log.flush(log.step)
                self._writer.commit_step(log.step, log.rows(), log.memories, log.recall_rows(), snapshot)

    def _snapshot_after(self, step: int) -> bytes | None:
        state = self.engine.state
        return pack_snapshot(state, self.engine.scheduler) if is_snapshot_due(state.clock, step) else None

    async def run(self, days: float) -> AsyncIterator[StepLog]:
        """Yield each step until `days` game days have passed since the start of the run."""
        end = round(days * self.engine.state.clock.steps_a_day)
        self.end_at(end)
        while self.next_step < end:
            yield await self.step()

    def __aiter__(self) -> AsyncIterator[StepLog]:
        """Yield each step for as many days as the town's file asks for."""
        return self.run(self.engine.state.town.days)

    def end_at(self, step: int) -> None:
        """Say at which step the run will end, so that nobody lives beyond it."""
        if self.ahead:
            self.ahead.end = step

    async def settle(self) -> None:
        """Return when all calls that are under way ahead of the run are answered and logged."""
        if self.ahead:
            await self.ahead.stop()

    def intend(self, days: float) -> None:
        """Store how many game days the run is meant to last, so that `townlet resume` continues to that day."""
        if self._writer:
            self._writer.intend(DAYS_INTENT, f"{days:.10g}")

    def note(self, key: str, value: str) -> None:
        """Store something for whoever goes on with the run, if it is new; it changes nothing that happens."""
        if self._writer and self._writer.intent(key) != value:
            self._writer.intend(key, value)

    def noted(self, key: str) -> str | None:
        """Return what was stored under a key with `note`; None if nothing was."""
        return self._writer.intent(key) if self._writer else None

    def hand_over(self, model: str) -> None:
        """Store the name of the model that answers from here on, so that `resume` uses it again."""
        if self._writer:
            self._writer.intend(MODEL_INTENT, model)
        self.engine.gateway.policy.sizes.forget()

    def finish(self) -> str:
        """Mark the run as complete up to here and return its state hash. Raises ValueError for a run without a file."""
        if self._writer is None:
            raise ValueError("This run is kept in memory alone: start it with a path to have a state hash.")
        self._complete(self._writer)
        return self._writer.finish()

    def commit(self) -> None:
        """Write everything that has happened so far to the file, for others to read; it may lag by some steps
        otherwise."""
        if self._writer:
            self._complete(self._writer)
            self._writer.flush()

    def _complete(self, writer: RunWriter) -> None:
        """Mark the idle steps before the next one as complete."""
        if self.next_step and writer.last_step() != self.next_step - 1:
            self._call_log.flush(self.next_step - 1)
            writer.commit_step(self.next_step - 1)

    def close(self) -> None:
        """Close the run file. Everything committed stays."""
        if self._writer:
            self._writer.close()

    async def aclose(self) -> None:
        """Close the run file and the connections to models."""
        await self.settle()
        self.close()
        await self._resources.aclose()

    async def __aenter__(self) -> Simulation:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.settle()
        self.close()

    def __enter__(self) -> Simulation:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _hand_over_minds(self) -> None:
        """Have the programs of the resources decide for their people. Raises BadInput if one is missing."""
        outside, minds = self.engine.state.outside, self._resources.minds
        _require_people(self._resources, [*self.engine.state.agents])
        if missing := [name for name in outside if name not in minds and name not in self._resources.own_minds]:
            raise BadInput(
                f"A program outside decides for {missing[0]}. Go on with `townlet resume` and --mind "
                f'"{missing[0]}=http://127.0.0.1:9000", or --mind "{missing[0]}=own".'
            )
        changed = [HandedOver(name, True) for name in minds if name not in outside]
        changed += [HandedOver(name, False) for name in self._resources.own_minds if name in outside]
        self.engine.gateway.outside.update(minds)
        if changed:
            self.repeat(changed)

    def _move_in(self) -> None:
        events = self.engine.move_in()
        self._ordered = list(events)
        if self._writer:
            self._writer.commit_commands(0, rows_of(0, COMMANDS, events))

    def _catch_up(self, writer: RunWriter) -> None:
        """Restore the state after the last complete step, then the commands and replies that came after it."""
        engine, last = self.engine, writer.last_step()
        engine.next_step = 0 if last is None else last + 1
        catch_up(writer, engine.state, engine.next_step, engine.scheduler)
        minds = engine.state.agents
        streams = RecordedStreams(writer.path, engine.state.clock, engine.next_step, minds, all_wanted=True)
        engine.take_up_streams(streams)
        self._take_up_orders(writer)
        if isinstance(self._call_log, FileCallLog):
            self._call_log.load_unfinished(self.next_step)

    def _take_up_orders(self, writer: RunWriter) -> None:
        """Load the commands of the step that was not completed; the first ones move the people in."""
        for log in read_steps(writer, self.next_step, first=self.next_step):
            self.engine.reapply(log.commands)
            self._ordered = list(log.commands)
        if not self.engine.state.agents:
            self._move_in()

    def _take_letters(self, writer: RunWriter) -> None:
        for letter in writer.letters():
            try:
                self.order(command_in_letter(letter), (letter,))
            except CommandRefused as refusal:
                self.refused.append(str(refusal))
                writer.commit_commands(self.next_step, (), (letter,))


def _require_people(resources: RunResources, people: Sequence[str]) -> None:
    """Raise BadInput if somebody who gets a mind is not among these people."""
    for name in (*resources.minds, *resources.own_minds):
        if name not in people:
            raise BadInput(f"Nobody here is called {name!r}, who is to get a mind; there are {', '.join(people)}.")


def _begun(path: Path, header: RunHeader, town: Town, resources: RunResources) -> RunWriter:
    """Create the run file; the budget and the prices are part of it from the start."""
    intents = {} if resources.budget is None else {BUDGET_INTENT: str(resources.budget)}
    if resources.settings is not None:
        intents[SETTINGS_INTENT] = resources.settings
    return create_run(path, header, town.files, intents=intents, steps_a_commit=STEPS_A_COMMIT)
