"""Letting a town live from the command line: begun or resumed, watched, interrupted, and told of at the end."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import typer

from townlet.cli.commandline import resume_command
from townlet.cli.ending import ending
from townlet.cli.failures import INTERRUPTED, BadInput, RunPaused
from townlet.cli.interrupt import Interrupt
from townlet.cli.machinery import Equipment
from townlet.cli.money import NO_PRICE
from townlet.cli.printing import console, print_json
from townlet.cli.summary import summary_of
from townlet.cli.watchers import HourLines, Silent, Watcher
from townlet.cognition.telling import say_time
from townlet.engine.simulation import Simulation, opened
from townlet.language.model import BudgetSpent, ModelError


@dataclass(frozen=True)
class Journey:
    """How a run begins or goes on, and how far it is to go."""

    path: Path
    days: float
    """Game days from the run's start."""
    equipment: Equipment
    begin: Callable[[], Awaitable[Simulation]]

    @property
    def how_to_resume(self) -> str:
        return resume_command(self.path, self.days)


def travel(journey: Journey, as_json: bool) -> None:
    """Let the town live until its end or until Ctrl-C, and tell what came of it."""
    began = time.perf_counter()
    if journey.equipment.unpriced:
        typer.echo(f"{NO_PRICE.format(' and '.join(journey.equipment.unpriced))}; see docs/cost.md.", err=True)
    with Interrupt(journey.how_to_resume) as interrupt:
        arrived = asyncio.run(_travelled(journey, interrupt, as_json))
    with opened(journey.path) as reader:
        summary = summary_of(reader, time.perf_counter() - began)
    if as_json:
        print_json(summary.as_json())
    else:
        console().print("\n".join(ending(summary, journey.equipment.unpriced)), soft_wrap=True)
    if not arrived:
        typer.echo(f"Stopped at {say_time(summary.timeline.end)}. Go on with: {journey.how_to_resume}", err=True)
        raise typer.Exit(INTERRUPTED)


def arrive(journey: Journey) -> bool:
    """Let the town live until its end, and tell nothing of it afterwards; False if Ctrl-C came before that."""
    with Interrupt(journey.how_to_resume) as interrupt:
        return asyncio.run(_travelled(journey, interrupt, as_json=True))


async def _travelled(journey: Journey, interrupt: Interrupt, as_json: bool) -> bool:
    """Whether the run got as far as it was to; no connection stays open."""
    try:
        return await _live(journey, interrupt, as_json)
    finally:
        await journey.equipment.aclose()


async def _live(journey: Journey, interrupt: Interrupt, as_json: bool) -> bool:
    """Whether the run got as far as it was to."""
    with await journey.begin() as simulation:
        end = end_of(journey.path, journey.days, simulation.next_step, simulation.engine.state.clock.steps_a_day)
        simulation.intend(journey.days)
        try:
            with _watcher(simulation, end, as_json) as watcher:
                interrupt.say = watcher.say
                while simulation.next_step < end and not interrupt.asked:
                    watcher.see(await simulation.step(), simulation)
        except ModelError as error:
            paused = f"The run is paused at {say_time(simulation.now)}: {str(error).rstrip('.')}."
            larger = f" --budget {simulation.budget.doubled()}" if isinstance(error, BudgetSpent) else ""
            raise RunPaused(f"{paused} Go on with: {journey.how_to_resume}{larger}") from error
        for refusal in simulation.refused:
            typer.echo(f"A command was refused: {refusal}", err=True)
        if simulation.next_step < end:
            return False
        simulation.finish()
    return True


def end_of(path: Path, days: float, lived: int, steps_a_day: int) -> int:
    """The step at which a run of so many days ends. Raises BadInput if it has lived them already."""
    end = round(days * steps_a_day)
    if end <= lived:
        reached = lived / steps_a_day
        raise BadInput(
            f"{path} has lived {reached:.4g} days already, and --days counts from its start; "
            f"give more than that to go on, such as --days {int(reached) + 1}."
        )
    return end


def _watcher(simulation: Simulation, end: int, as_json: bool) -> Watcher:
    screen = console(stderr=as_json)
    if screen.is_terminal and not screen.is_dumb_terminal:
        from townlet.cli.display import Display

        return Display(screen, simulation, end)
    return Silent() if as_json else HourLines(screen)
