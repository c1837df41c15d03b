"""Who watches a run: nobody, a log that notes each game hour, or the live display."""

from __future__ import annotations

import time
from collections import deque
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

import typer
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from townlet.cli.output import OFFLINE_NOTICE
from townlet.cli.pricing import format_shares, format_spending
from townlet.cli.terminal.chronicle import narrate_step
from townlet.cognition.wording import say_time
from townlet.engine.calls.budget import Budget
from townlet.engine.simulation import Simulation
from townlet.runfile.config import config_of
from townlet.runfile.event_log import StepLog
from townlet.world.clock import Clock
from townlet.world.events import Said
from townlet.world.tree import clock_words

if TYPE_CHECKING:
    from rich.console import Console


class RunObserver(Protocol):
    """Sees every step. Enter it before the first one."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def see(self, log: StepLog, simulation: Simulation) -> None: ...

    def say(self, text: str) -> None:
        """Show a line at once, whatever a step is waiting for."""


class SilentObserver:
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


class HourlyLog(SilentObserver):
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
        told = f"{awake} awake, {self._lines:,} lines spoken, {format_spending(simulation.usage.total)}"
        self._console.print(f"{say_time(now)}: {told}", soft_wrap=True)


_WAKING_HOURS = range(6, 23)
_NIGHT_EFFORT = 0.05
"""The work of a night hour in hours of the day; a rough measure."""


class RemainingTimeEstimator:
    """Measures from its making on."""

    def __init__(self, clock: Clock, first: int, end: int) -> None:
        self._clock, self._first = clock, first
        self._began = time.perf_counter()
        self._left = self._effort(first, end)
        self._until = first

    def told(self, step: int) -> str:
        """'84 game minutes a second, 0:23 left'."""
        elapsed = max(time.perf_counter() - self._began, 1e-6)
        done = self._effort(self._first, step)
        minutes = (step - self._first) * self._clock.step_seconds / 60
        speed = f"{minutes / elapsed:,.0f} game minutes a second"
        if done <= 0:
            return speed
        seconds = round(max(self._left - done, 0) * elapsed / done)
        return f"{speed}, {seconds // 60}:{seconds % 60:02d} left"

    def _effort(self, start: int, end: int) -> float:
        """Steps from `start` to `end`, those of the night at their lower weight."""
        hour = self._clock.steps(60)
        total, step = 0.0, start
        while step < end:
            stop = min(end, (step // hour + 1) * hour)
            weight = 1.0 if self._clock.at(step).hour in _WAKING_HOURS else _NIGHT_EFFORT
            total += (stop - step) * weight
            step = stop
        return total


_REDRAWS_A_SECOND = 8
_NEWS_LINES = 24
_TALKS = 5
_NAMED = 3
"""Kinds of prompts and people that are named with what they took."""
_ROWS_AROUND = 12
"""Rows of the display that are neither news nor talks."""


class LiveDisplay:
    """Redraws itself while a town runs: clock, news, talks, who is awake, calls, speed, time left."""

    def __init__(self, console: Console, simulation: Simulation, end: int) -> None:
        self._console = console
        clock = simulation.engine.state.clock
        self._pace = RemainingTimeEstimator(clock, simulation.next_step, end)
        self._first, self._end = simulation.next_step, end
        self._news: deque[tuple[str, str]] = deque(maxlen=_NEWS_LINES)
        self._talks: list[Said] = []
        self._drawn = 0.0
        self._said = Text(style="bold red")
        self._live = Live(console=console, refresh_per_second=_REDRAWS_A_SECOND, transient=True)

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()

    def see(self, log: StepLog, simulation: Simulation) -> None:
        """Take in a step; redraw if the last time was long enough ago for the eye."""
        clock, doors = simulation.engine.state.clock, simulation.engine.state.ground.doors
        self._news.extend((clock_words(clock.minute(log.step)), sentence) for sentence in narrate_step(log, doors))
        for event in log.actions:
            if isinstance(event, Said):
                self._hear(event)
        now = time.perf_counter()
        if now - self._drawn >= 1 / _REDRAWS_A_SECOND:
            self._drawn = now
            self._live.update(self.drawing(simulation))

    def say(self, text: str) -> None:
        """Shown with the next drawing, which does not wait for a step."""
        self._said.append(text)

    def drawing(self, simulation: Simulation) -> RenderableType:
        """The whole display as it is to look now."""
        return Group(
            self._head(simulation),
            self._progress(simulation),
            Rule("What just happened", align="left", style="dim"),
            *self._told(),
            Rule("Talks going on, and the last that ended", align="left", style="dim"),
            *self._heard(simulation),
            Rule(style="dim"),
            self._awake(simulation),
            self._figures(simulation),
            self._shares(simulation),
            self._said,
        )

    def _head(self, simulation: Simulation) -> Text:
        head = Text(simulation.header.town, style="bold", no_wrap=True, overflow="ellipsis")
        head.append(f"  seed {simulation.header.seed}  ", style="dim")
        if config_of(simulation.header).offline:
            head.append(OFFLINE_NOTICE, style="yellow")
        return head

    def _progress(self, simulation: Simulation) -> Table:
        clock, step = simulation.engine.state.clock, simulation.next_step
        day = step // clock.steps_a_day + 1
        row = Table.grid(expand=True, padding=(0, 2, 0, 0))
        row.add_column(no_wrap=True)
        row.add_column(ratio=1)
        row.add_column(no_wrap=True)
        row.add_row(
            Text(say_time(simulation.now), style="bold cyan"),
            ProgressBar(total=self._end, completed=step),
            f"day {day}, {100 * step // self._end} %",
        )
        return row

    def _told(self) -> list[Text]:
        rows = min(_NEWS_LINES, max(3, self._console.height - _ROWS_AROUND - _TALKS))
        told = list(self._news)[-rows:]
        lines = [_line((f"{when:>8}  ", "cyan"), (sentence, "")) for when, sentence in told]
        return lines + [Text()] * (rows - len(lines))

    def _hear(self, line: Said) -> None:
        """Keep only the last line of each talk, the latest talk first."""
        others = [said for said in self._talks if said.talk != line.talk]
        self._talks = [line, *others][:_TALKS]

    def _heard(self, simulation: Simulation) -> list[Text]:
        going_on = simulation.engine.state.world.talks
        in_order = sorted(self._talks, key=lambda line: line.talk not in going_on)
        shown = [_talk(line, "green" if line.talk in going_on else "dim") for line in in_order]
        return shown + [Text()] * (_TALKS - len(shown))

    def _awake(self, simulation: Simulation) -> Text:
        bodies = simulation.engine.state.world.bodies
        awake = [name for name, body in sorted(bodies.items()) if not body.asleep]
        return _line((f"Awake {len(awake)} of {len(bodies)}: ", "bold"), (", ".join(awake), ""))

    def _figures(self, simulation: Simulation) -> Text:
        total, budget = simulation.usage.total, simulation.budget
        bound = f" of {budget}" if budget != Budget() else ""
        return _line((f"{format_spending(total)}{bound}   {self._pace.told(simulation.next_step)}", ""))

    def _shares(self, simulation: Simulation) -> Text:
        usage = simulation.usage
        return _line(
            ("Most for ", "bold"),
            (format_shares(usage.by_prompt, _NAMED), ""),
            ("   by ", "bold"),
            (format_shares(usage.by_person, _NAMED), ""),
        )


def _talk(line: Said, style: str) -> Text:
    return _line((f"{line.speaker} to {line.to}: ", style), (f"“{line.text}”", "dim" if style == "dim" else ""))


def _line(*parts: tuple[str, str]) -> Text:
    """A line that is cut where the screen ends."""
    line = Text(no_wrap=True, overflow="ellipsis")
    for text, style in parts:
        line.append(text, style)
    return line
