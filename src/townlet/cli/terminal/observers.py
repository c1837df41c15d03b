"""Observers of a running simulation: silent, a log line for each game hour, or a live display."""

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

from townlet.cli.output import OFFLINE_NOTICE, format_count
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
    """Is notified of every step. Enter it before the first step."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def on_step(self, log: StepLog, simulation: Simulation) -> None:
        """Take note of a finished step."""

    def show_message(self, text: str) -> None:
        """Show a message to the user at once, even while a step is waiting for the model."""


class SilentObserver:
    """Shows no progress."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    def on_step(self, log: StepLog, simulation: Simulation) -> None:
        return None

    def show_message(self, text: str) -> None:
        typer.echo(text, err=True)


class HourlyLog(SilentObserver):
    """Prints a line each game hour, for logs and for terminals that cannot redraw."""

    def __init__(self, console: Console, lines: int = 0) -> None:
        """`lines` is the number of lines that were spoken before."""
        self._console, self._lines = console, lines

    def on_step(self, log: StepLog, simulation: Simulation) -> None:
        self._lines += sum(type(event).__name__ == "Said" for event in log.actions)
        now = simulation.now
        if now.minute or now.second:
            return
        bodies = simulation.engine.state.world.bodies.values()
        awake = sum(not body.asleep for body in bodies)
        figures = f"{awake} awake, {self._lines:,} lines spoken, {format_spending(simulation.usage.total)}"
        self._console.print(f"{say_time(now)}: {figures}", soft_wrap=True)


_WAKING_HOURS = range(6, 23)
_NIGHT_EFFORT = 0.05
"""How much work a night hour takes compared with a waking hour; a rough estimate."""


class RemainingTimeEstimator:
    """Estimates the remaining time of a run from the speed so far. Measuring starts when it is created."""

    def __init__(self, clock: Clock, first: int, end: int) -> None:
        self._clock, self._first = clock, first
        self._began = time.perf_counter()
        self._left = self._effort(first, end)
        self._until = first

    def format_speed(self, step: int) -> str:
        """Return the speed and the remaining time, such as '84 game minutes a second, 0:23 left'."""
        elapsed = max(time.perf_counter() - self._began, 1e-6)
        done = self._effort(self._first, step)
        minutes = (step - self._first) * self._clock.step_seconds / 60
        speed = f"{minutes / elapsed:,.0f} game minutes a second"
        if done <= 0:
            return speed
        seconds = round(max(self._left - done, 0) * elapsed / done)
        return f"{speed}, {seconds // 60}:{seconds % 60:02d} left"

    def _effort(self, start: int, end: int) -> float:
        """Return the work from `start` to `end` in steps, with night steps at their lower weight."""
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
_SHARES_SHOWN = 3
"""How many kinds of prompt, and how many people, are shown with their share of the cost."""
_ROWS_AROUND = 12
"""Rows of the display other than news and talks, with some space."""


class LiveDisplay:
    """Shows a running town on the terminal: clock, news, talks, who is awake, calls, speed and remaining time."""

    def __init__(self, console: Console, simulation: Simulation, end: int) -> None:
        self._console = console
        clock = simulation.engine.state.clock
        self._estimator = RemainingTimeEstimator(clock, simulation.next_step, end)
        self._first, self._end = simulation.next_step, end
        self._news: deque[tuple[str, str]] = deque(maxlen=_NEWS_LINES)
        self._talks: list[Said] = []
        self._last_redraw = 0.0
        self._message = Text(style="bold red")
        self._live = Live(console=console, refresh_per_second=_REDRAWS_A_SECOND, transient=True)

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()

    def on_step(self, log: StepLog, simulation: Simulation) -> None:
        """Take note of a step, and redraw the display a few times per second."""
        clock, doors = simulation.engine.state.clock, simulation.engine.state.terrain.doors
        self._news.extend((clock_words(clock.minute(log.step)), sentence) for sentence in narrate_step(log, doors))
        for event in log.actions:
            if isinstance(event, Said):
                self._take_line(event)
        now = time.perf_counter()
        if now - self._last_redraw >= 1 / _REDRAWS_A_SECOND:
            self._last_redraw = now
            self._live.update(self.render(simulation))

    def show_message(self, text: str) -> None:
        """Show a message with the next redraw, which does not wait for a step."""
        self._message.append(text)

    def render(self, simulation: Simulation) -> RenderableType:
        """Return the display for the current state."""
        return Group(
            self._render_header(simulation),
            self._render_progress(simulation),
            Rule("What just happened", align="left", style="dim"),
            *self._render_news(),
            Rule("Current talks, and the latest that ended", align="left", style="dim"),
            *self._render_talks(simulation),
            Rule(style="dim"),
            self._render_awake(simulation),
            self._render_usage(simulation),
            self._render_shares(simulation),
            self._message,
        )

    def _render_header(self, simulation: Simulation) -> Text:
        head = Text(simulation.header.town, style="bold", no_wrap=True, overflow="ellipsis")
        head.append(f"  seed {simulation.header.seed}  ", style="dim")
        if config_of(simulation.header).offline:
            head.append(OFFLINE_NOTICE, style="yellow")
        return head

    def _render_progress(self, simulation: Simulation) -> Table:
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

    def _render_news(self) -> list[Text]:
        rows = min(_NEWS_LINES, max(3, self._console.height - _ROWS_AROUND - _TALKS))
        news = list(self._news)[-rows:]
        lines = [_make_line((f"{when:>8}  ", "cyan"), (sentence, "")) for when, sentence in news]
        return lines + [Text()] * (rows - len(lines))

    def _take_line(self, line: Said) -> None:
        """Keep the last line of each talk, with the latest talk first."""
        others = [said for said in self._talks if said.talk != line.talk]
        self._talks = [line, *others][:_TALKS]

    def _render_talks(self, simulation: Simulation) -> list[Text]:
        going_on = simulation.engine.state.world.talks
        in_order = sorted(self._talks, key=lambda line: line.talk not in going_on)
        shown = [_format_talk(line, "green" if line.talk in going_on else "dim") for line in in_order]
        return shown + [Text()] * (_TALKS - len(shown))

    def _render_awake(self, simulation: Simulation) -> Text:
        bodies = simulation.engine.state.world.bodies
        awake = [name for name, body in sorted(bodies.items()) if not body.asleep]
        return _make_line((f"Awake {len(awake)} of {len(bodies)}: ", "bold"), (", ".join(awake), ""))

    def _render_usage(self, simulation: Simulation) -> Text:
        total, budget = simulation.usage.total, simulation.budget
        limit = f" of {budget}" if budget != Budget() else ""
        speed = self._estimator.format_speed(simulation.next_step)
        return _make_line((f"{format_spending(total)}{limit}   {speed}{_format_ahead(simulation)}", ""))

    def _render_shares(self, simulation: Simulation) -> Text:
        usage = simulation.usage
        return _make_line(
            ("Most of it for ", "bold"),
            (format_shares(usage.by_prompt, _SHARES_SHOWN), ""),
            ("   by ", "bold"),
            (format_shares(usage.by_person, _SHARES_SHOWN), ""),
        )


def _format_ahead(simulation: Simulation) -> str:
    """Return what thinking ahead does now and has saved so far; empty if nobody thinks ahead."""
    ahead = simulation.ahead
    if ahead is None or not ahead.lead:
        return ""
    minutes = ahead.lead * simulation.header.step_seconds // 60
    under_way = format_count(simulation.calls_in_flight, "call")
    return f"   {minutes} min ahead, {under_way} under way, {ahead.pay_off.speed_up:.1f}x as fast as in lock-step"


def _format_talk(line: Said, style: str) -> Text:
    return _make_line((f"{line.speaker} to {line.to}: ", style), (f"“{line.text}”", "dim" if style == "dim" else ""))


def _make_line(*parts: tuple[str, str]) -> Text:
    """Return a line of styled parts that is cut off at the edge of the screen."""
    line = Text(no_wrap=True, overflow="ellipsis")
    for text, style in parts:
        line.append(text, style)
    return line
