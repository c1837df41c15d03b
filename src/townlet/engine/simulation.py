"""Runs: starting one, going on with one, and stepping through it, with everything in its file."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from importlib.metadata import version
from pathlib import Path

from townlet.cognition.generative import Generative
from townlet.cognition.templates import Templates
from townlet.engine.calls.budget import Budget, UsageAccounts
from townlet.engine.calls.embedding import EmbeddingPayment, embedder_for
from townlet.engine.calls.gateway import ModelGateway
from townlet.engine.calls.log import CallLog, FileCallLog, NoCallLog
from townlet.engine.commands import Command, CommandRefused, command_in_letter
from townlet.engine.engine import CognitionSet, Engine
from townlet.engine.resources import RunResources
from townlet.language.limits import LimitedModel
from townlet.language.retry import RetryingModel
from townlet.offline.model import OfflineModel
from townlet.runfile import Letter, RunHeader, RunWriter, create_run
from townlet.runfile.config import BUDGET_INTENT, DAYS_INTENT, MODEL_INTENT, RunConfig, config_of
from townlet.runfile.event_log import COMMANDS, StepLog, read_steps, rows_of
from townlet.runfile.events import RunEvent
from townlet.runfile.files import open_writer
from townlet.runfile.state import RunState
from townlet.town import Town, town_from_files
from townlet.world.clock import Clock

STEPS_A_COMMIT = 60
"""Steps that go into the file together when they can be computed again at no cost (ten game minutes)."""

INBOX_STEPS = 6
"""How often, in steps, the inbox is looked into for commands from other processes (a game minute)."""


class Simulation:
    """A run of a town. Iterate over it for its steps, or `run` it; `order` sends commands.

    Use it as a context manager, so that its file is closed into one piece.
    """

    def __init__(
        self, engine: Engine, header: RunHeader, writer: RunWriter | None, call_log: CallLog, machinery: RunResources
    ) -> None:
        self.engine, self.header = engine, header
        self._writer, self._call_log, self._machinery = writer, call_log, machinery
        self._ordered: list[RunEvent] = []
        self.refused: list[str] = []

    @classmethod
    def start(
        cls,
        town: Town,
        path: Path | None = None,
        *,
        seed: int = 1,
        settings: RunConfig | None = None,
        machinery: RunResources | None = None,
    ) -> Simulation:
        """Begin a run; without a path it is kept in memory alone. Raises RunExists, RunLocked."""
        settings = settings or RunConfig()
        header = RunHeader(
            version("townlet"),
            town.name,
            town.digest,
            seed,
            town.start,
            Clock(town.start).step_seconds,
            settings.as_json(),
        )
        machinery = machinery or RunResources()
        if machinery.embedder:
            # What is not known yet has to be told before there is a file.
            _ = machinery.embedder.dimensions
        writer = _begun(path, header, town, machinery) if path else None
        simulation = cls._made(town, header, settings, writer, machinery)
        simulation._settle()
        return simulation

    @classmethod
    async def resume(cls, path: Path, *, machinery: RunResources | None = None) -> Simulation:
        """Go on with a run where its file ends. Raises NoSuchRun, RunLocked, RunDamaged, UnknownFormat."""
        writer = open_writer(path, steps_a_commit=STEPS_A_COMMIT)
        try:
            simulation = cls._resumed(writer, machinery or RunResources())
            await simulation._catch_up(writer)
        except BaseException:
            writer.close()
            raise
        return simulation

    @classmethod
    def _resumed(cls, writer: RunWriter, machinery: RunResources) -> Simulation:
        town = town_from_files(writer.town_files())
        return cls._made(town, writer.header, config_of(writer.header), writer, machinery)

    @classmethod
    def _made(
        cls, town: Town, header: RunHeader, settings: RunConfig, writer: RunWriter | None, machinery: RunResources
    ) -> Simulation:
        model = machinery.model or OfflineModel(header.seed)
        call_log: CallLog = FileCallLog(writer, durable=model.name != "offline") if writer else NoCallLog()
        policy = machinery.call_policy(writer)
        engine: Engine
        embedder = embedder_for(
            machinery.embedder, writer, EmbeddingPayment(policy, call_log, lambda: engine.next_step)
        )
        limited = LimitedModel(RetryingModel(model, policy.retry), machinery.concurrency)
        # Rules answer in the language that they are written in.
        language = "" if model.name == "offline" else town.language
        gateway = ModelGateway(limited, embedder, call_log, header.seed, policy, header.id, language)
        mind = machinery.cognition or Generative(Templates(town.prompts), settings.how)
        state = RunState(town, Clock(header.start, header.step_seconds), embedder.dimensions)
        engine = Engine(state, CognitionSet.of(mind), gateway)
        return cls(engine, header, writer, call_log, machinery)

    @property
    def next_step(self) -> int:
        return self.engine.next_step

    @property
    def budget(self) -> Budget:
        """The most that it may spend in all its life."""
        return self.engine.gateway.policy.reservations.budget

    @property
    def usage(self) -> UsageAccounts:
        """What its calls have taken so far."""
        return self.engine.gateway.policy.usage

    @property
    def calls_in_flight(self) -> int:
        """How many calls are on their way, or about to be."""
        return self.engine.gateway.policy.slots.in_use

    @property
    def now(self) -> datetime:
        """Game time at which the next step begins."""
        return self.engine.state.clock.at(self.engine.next_step)

    def order(self, command: Command, letters: Sequence[Letter] = ()) -> None:
        """Carry out a command at the next step. Raises CommandRefused; then nothing has changed."""
        if self.engine.is_mid_step:
            raise CommandRefused("A step is not yet thought to its end; go on with the run first.")
        events = self.engine.order(command)
        if self._writer:
            self._complete(self._writer)
            rows = rows_of(self.next_step, COMMANDS, events, first=len(self._ordered))
            self._writer.commit_commands(self.next_step, rows, letters)
        self._ordered.extend(events)

    async def step(self) -> StepLog:
        """Let one step happen and write it down. Raises ModelError; the step can then be tried again."""
        if self._writer and self.next_step % INBOX_STEPS == 0 and not self.engine.is_mid_step:
            self._take_letters(self._writer)
        log = await self.engine.step(self._ordered)
        self._ordered = []
        if self._writer and (log or log.step % STEPS_A_COMMIT == 0):
            self._call_log.flush()
            self._writer.commit_step(log.step, log.rows(), log.memories, log.recall_rows())
        return log

    async def run(self, days: float) -> AsyncIterator[StepLog]:
        """Step until so many game days have passed since the run's start."""
        end = round(days * self.engine.state.clock.steps_a_day)
        while self.next_step < end:
            yield await self.step()

    def __aiter__(self) -> AsyncIterator[StepLog]:
        """The run's steps, for as many days as its town asks for."""
        return self.run(self.engine.state.town.days)

    def intend(self, days: float) -> None:
        """Note for how many game days the run is meant to go on, so that `resume` need not be told again."""
        if self._writer:
            self._writer.intend(DAYS_INTENT, f"{days:g}")

    def hand_over(self, model: str) -> None:
        """Note the model, by its name in settings, that answers from here on, so that `resume` need not be told."""
        if self._writer:
            self._writer.intend(MODEL_INTENT, model)

    def finish(self) -> str:
        """Write down that the run is complete up to here; the state hash. Only for runs with a file."""
        if self._writer is None:
            raise ValueError("This run is kept in memory alone: start it with a path to have a state hash.")
        self._complete(self._writer)
        return self._writer.finish()

    def commit(self) -> None:
        """Let whoever reads the file see all that has happened so far; it may be more than a step's worth behind."""
        if self._writer:
            self._complete(self._writer)
            self._writer.flush()

    def _complete(self, writer: RunWriter) -> None:
        """Write down that the idle steps before the next have passed."""
        if self.next_step and writer.last_step() != self.next_step - 1:
            self._call_log.flush()
            writer.commit_step(self.next_step - 1)

    def close(self) -> None:
        """Close the file into one piece. What was committed stays."""
        if self._writer:
            self._writer.close()

    async def aclose(self) -> None:
        """Close the file, and the connections of the run's machinery."""
        self.close()
        await self._machinery.aclose()

    def __enter__(self) -> Simulation:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _settle(self) -> None:
        events = self.engine.move_in()
        self._ordered = list(events)
        if self._writer:
            self._writer.commit_commands(0, rows_of(0, COMMANDS, events))

    async def _catch_up(self, writer: RunWriter) -> None:
        """Let everything in the file happen again, and take up what was ordered or answered after it."""
        last = writer.last_step()
        for log in read_steps(writer):
            await self.engine.replay(log)
        self.engine.skip_to(0 if last is None else last + 1)
        self._take_up_orders(writer)
        if isinstance(self._call_log, FileCallLog):
            self._call_log.load_unfinished(self.next_step)

    def _take_up_orders(self, writer: RunWriter) -> None:
        """Commands that were committed for a step which was not; the first of them is that the people move in."""
        for log in read_steps(writer, until=self.next_step):
            if log.step == self.next_step:
                self.engine.reapply(log.commands)
                self._ordered = list(log.commands)
        if not self.engine.state.agents:
            self._settle()

    def _take_letters(self, writer: RunWriter) -> None:
        for letter in writer.letters():
            try:
                self.order(command_in_letter(letter), (letter,))
            except CommandRefused as refusal:
                self.refused.append(str(refusal))
                writer.commit_commands(self.next_step, (), (letter,))


def _begun(path: Path, header: RunHeader, town: Town, machinery: RunResources) -> RunWriter:
    """The file of a run, with its budget in it from its first moment."""
    intents = {} if machinery.budget is None else {BUDGET_INTENT: str(machinery.budget)}
    return create_run(path, header, town.files, intents=intents, steps_a_commit=STEPS_A_COMMIT)
