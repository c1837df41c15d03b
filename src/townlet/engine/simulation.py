"""Runs: starting one, going on with one, and stepping through it, with everything in its file."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import version
from pathlib import Path

from townlet.cognition.generative import Generative
from townlet.cognition.templates import Templates
from townlet.engine.accounts import Accounts
from townlet.engine.budget import UNBOUNDED, Budget, budget_of
from townlet.engine.commands import Command
from townlet.engine.desk import PREPARED, Desk, Ledger, OnFailure, Terms
from townlet.engine.engine import Engine, Minds
from townlet.engine.events import RunEvent
from townlet.engine.ledger import FileLedger, NoLedger
from townlet.engine.letters import command_of
from townlet.engine.log import COMMANDS, StepLog, read_steps, rows_of
from townlet.engine.orders import CommandRefused
from townlet.engine.purse import Purse
from townlet.engine.runfile import Letter, RunHeader, RunReader, RunWriter, create, open_run
from townlet.engine.settings import Settings
from townlet.engine.state import RunState
from townlet.engine.vectors import Paying, embedder_for
from townlet.language.embed import Embedder
from townlet.language.limit import Limited, Slots
from townlet.language.model import LanguageModel
from townlet.language.offline.model import OfflineModel
from townlet.language.outside import aclose, prepare
from townlet.language.patience import Patience, Patient
from townlet.language.tariff import FREE, Spend, Tariff
from townlet.town import Town, town_from_files
from townlet.world.clock import Clock

STEPS_A_COMMIT = 60
"""Steps that go into the file together when they can be computed again at no cost (ten game minutes)."""

INBOX_STEPS = 6
"""How often, in steps, the inbox is looked into for commands from other processes (a game minute)."""

DAYS_MEANT = "days"
"""Under this key a run file keeps for how many game days its run is meant to go on."""

ON_FAILURE = "on failure"
"""Under this key a run file keeps whether its run pauses or goes on by fallbacks."""

BUDGET = "budget"
"""Under this key a run file keeps what its run may spend, so that no stop and no crash makes it forget that."""


MODEL = "model"
"""Under this key a run file keeps which model has taken all jobs since, where one has."""


@dataclass(frozen=True)
class Machinery:
    """What a run is computed with; None for the built-in part."""

    model: LanguageModel | None = None
    embedder: Embedder | None = None
    cognition: Generative | None = None
    concurrency: int = 8
    tariff: Tariff | None = None
    budget: Budget | None = None
    """None for that of the run, as it was last given."""
    patience: Patience | None = None
    on_failure: OnFailure | None = None
    """What happens when a call fails for good; None for what the run was told before, else to pause."""

    def terms(self, run: RunWriter | None) -> Terms:
        """How a run deals with its model, given what it has spent before."""
        purse = Purse(_kept_budget(run, self.budget), _spent(run)) if run else Purse(self.budget)
        return Terms(
            self.tariff or FREE,
            purse,
            self.patience or Patience(),
            _kept_on_failure(run, self.on_failure),
            Slots(PREPARED * self.concurrency),
            Accounts.of(run) if run else Accounts(),
        )

    async def prepare(self) -> None:
        """Let the parts that reach out find out what a run has to know at its start. Raises ModelError."""
        await prepare(self.model, self.embedder)

    async def aclose(self) -> None:
        """Close the connections of the parts that reach out."""
        await aclose(self.model, self.embedder)


class Simulation:
    """A run of a town. Iterate over it for its steps, or `run` it; `order` sends commands.

    Use it as a context manager, so that its file is closed into one piece.
    """

    def __init__(
        self, engine: Engine, header: RunHeader, writer: RunWriter | None, ledger: Ledger, machinery: Machinery
    ) -> None:
        self.engine, self.header = engine, header
        self._writer, self._ledger, self._machinery = writer, ledger, machinery
        self._ordered: list[RunEvent] = []
        self.refused: list[str] = []

    @classmethod
    def start(
        cls,
        town: Town,
        path: Path | None = None,
        *,
        seed: int = 1,
        settings: Settings | None = None,
        machinery: Machinery | None = None,
    ) -> Simulation:
        """Begin a run; without a path it is kept in memory alone. Raises RunExists, RunLocked."""
        settings = settings or Settings()
        header = RunHeader(
            version("townlet"),
            town.name,
            town.digest,
            seed,
            town.start,
            Clock(town.start).step_seconds,
            settings.as_json(),
        )
        machinery = machinery or Machinery()
        if machinery.embedder:
            # What is not known yet has to be told before there is a file.
            _ = machinery.embedder.dimensions
        writer = _begun(path, header, town, machinery) if path else None
        simulation = cls._made(town, header, settings, writer, machinery)
        simulation._settle()
        return simulation

    @classmethod
    async def resume(cls, path: Path, *, machinery: Machinery | None = None) -> Simulation:
        """Go on with a run where its file ends. Raises NoSuchRun, RunLocked, RunDamaged, UnknownFormat."""
        writer = open_run(path, write=True, steps_a_commit=STEPS_A_COMMIT)
        try:
            simulation = cls._resumed(writer, machinery or Machinery())
            await simulation._catch_up(writer)
        except BaseException:
            writer.close()
            raise
        return simulation

    @classmethod
    def _resumed(cls, writer: RunWriter, machinery: Machinery) -> Simulation:
        town = town_from_files(writer.town_files())
        return cls._made(town, writer.header, settings_of(writer.header), writer, machinery)

    @classmethod
    def _made(
        cls, town: Town, header: RunHeader, settings: Settings, writer: RunWriter | None, machinery: Machinery
    ) -> Simulation:
        model = machinery.model or OfflineModel(header.seed)
        ledger: Ledger = FileLedger(writer, durable=model.name != "offline") if writer else NoLedger()
        terms = machinery.terms(writer)
        engine: Engine
        embedder = embedder_for(machinery.embedder, writer, Paying(terms, ledger, lambda: engine.next_step))
        limited = Limited(Patient(model, terms.patience), machinery.concurrency)
        # Rules answer in the language that they are written in.
        language = "" if model.name == "offline" else town.language
        desk = Desk(limited, embedder, ledger, header.seed, terms, header.id, language)
        mind = machinery.cognition or Generative(Templates(town.prompts), settings.how)
        state = RunState(town, Clock(header.start, header.step_seconds), embedder.dimensions)
        engine = Engine(state, Minds.of(mind), desk)
        return cls(engine, header, writer, ledger, machinery)

    @property
    def next_step(self) -> int:
        return self.engine.next_step

    @property
    def budget(self) -> Budget:
        """The most that it may spend in all its life."""
        return self.engine.desk.terms.purse.budget

    @property
    def accounts(self) -> Accounts:
        """What its calls have taken so far."""
        return self.engine.desk.terms.accounts

    @property
    def calls_out(self) -> int:
        """How many calls are on their way, or about to be."""
        return self.engine.desk.terms.prepared.taken

    @property
    def now(self) -> datetime:
        """Game time at which the next step begins."""
        return self.engine.state.clock.at(self.engine.next_step)

    def order(self, command: Command, letters: Sequence[Letter] = ()) -> None:
        """Carry out a command at the next step. Raises CommandRefused; then nothing has changed."""
        if self.engine.thinking:
            raise CommandRefused("A step is not yet thought to its end; go on with the run first.")
        events = self.engine.order(command)
        if self._writer:
            self._complete(self._writer)
            rows = rows_of(self.next_step, COMMANDS, events, first=len(self._ordered))
            self._writer.commit_commands(self.next_step, rows, letters)
        self._ordered.extend(events)

    async def step(self) -> StepLog:
        """Let one step happen and write it down. Raises ModelError; the step can then be tried again."""
        if self._writer and self.next_step % INBOX_STEPS == 0 and not self.engine.thinking:
            self._take_letters(self._writer)
        log = await self.engine.step(self._ordered)
        self._ordered = []
        if self._writer and (log or log.step % STEPS_A_COMMIT == 0):
            self._ledger.flush()
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
            self._writer.intend(DAYS_MEANT, f"{days:g}")

    def hand_over(self, model: str) -> None:
        """Note the model, by its name in settings, that answers from here on, so that `resume` need not be told."""
        if self._writer:
            self._writer.intend(MODEL, model)

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
            self._ledger.flush()
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
        events = self.engine.settle()
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
        if isinstance(self._ledger, FileLedger):
            self._ledger.pick_up(self.next_step)

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
                self.order(command_of(letter), (letter,))
            except CommandRefused as refusal:
                self.refused.append(str(refusal))
                writer.commit_commands(self.next_step, (), (letter,))


def _begun(path: Path, header: RunHeader, town: Town, machinery: Machinery) -> RunWriter:
    """The file of a run, with its budget in it from its first moment."""
    intents = {} if machinery.budget is None else {BUDGET: str(machinery.budget)}
    return create(path, header, town.files, intents=intents, steps_a_commit=STEPS_A_COMMIT)


def _kept_budget(run: RunWriter, given: Budget | None) -> Budget:
    """The budget that holds from now on: what is given, or what was given last."""
    kept = budget_of(run.intent(BUDGET) or UNBOUNDED)
    if given is None or given == kept:
        return kept
    run.intend(BUDGET, str(given))
    return given


def _kept_on_failure(run: RunWriter | None, given: OnFailure | None) -> OnFailure:
    """What happens from now on when a call fails for good: what is given, or what was given last."""
    kept: OnFailure = "fallback" if run and run.intent(ON_FAILURE) == "fallback" else "pause"
    if given is None or given == kept:
        return kept
    if run:
        run.intend(ON_FAILURE, given)
    return given


def _spent(reader: RunReader) -> Spend:
    """What the calls of a run have cost; those that were never answered count with what they cost at most."""
    calls = reader.totals()
    tokens = calls.prompt_tokens + calls.answer_tokens + calls.unanswered_tokens
    return Spend(tokens, calls.cost + calls.unanswered_ceiling)


def purse_of(reader: RunReader) -> Purse:
    """What a run may still spend."""
    return Purse(budget_of(reader.intent(BUDGET) or UNBOUNDED), _spent(reader))


def settings_now(reader: RunReader) -> Settings:
    """The settings that a run goes on with: those that it was begun with, but for a model that took over since."""
    return settings_of(reader.header).answered_by(reader.intent(MODEL))


def settings_of(header: RunHeader) -> Settings:
    """The settings that a run was begun with."""
    return Settings(**{name: str(value) for name, value in header.settings.items()})


def days_meant(reader: RunReader, usual: float) -> float:
    """For how many game days a run is meant to go on; the town's usual number where nobody said."""
    return float(reader.intent(DAYS_MEANT) or usual)


@contextmanager
def opened(path: Path) -> Iterator[RunReader]:
    """A run file opened to be read, and closed afterwards."""
    reader = open_run(path)
    try:
        yield reader
    finally:
        reader.close()
