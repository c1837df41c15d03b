"""Who watches a run: nobody, a log that notes each game hour, or the live display."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

import typer

from townlet.cli.money import spent_told
from townlet.cognition.telling import say_time
from townlet.engine.log import StepLog
from townlet.engine.simulation import Simulation

if TYPE_CHECKING:
    from rich.console import Console


class Watcher(Protocol):
    """Sees every step. Enter it before the first one."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def see(self, log: StepLog, simulation: Simulation) -> None: ...

    def say(self, text: str) -> None:
        """Show a line at once, whatever a step is waiting for."""


class Silent:
    """Says nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    def see(self, log: StepLog, simulation: Simulation) -> None:
        return None

    def say(self, text: str) -> None:
        typer.echo(text, err=True)


class HourLines(Silent):
    """A line each game hour, for logs and for terminals that cannot redraw."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._lines = 0

    def see(self, log: StepLog, simulation: Simulation) -> None:
        self._lines += sum(type(event).__name__ == "Said" for event in log.actions)
        now = simulation.now
        if now.minute or now.second:
            return
        bodies = simulation.engine.state.world.bodies.values()
        awake = sum(not body.asleep for body in bodies)
        told = f"{awake} awake, {self._lines:,} lines spoken, {spent_told(simulation.accounts.total)}"
        self._console.print(f"{say_time(now)}: {told}", soft_wrap=True)
