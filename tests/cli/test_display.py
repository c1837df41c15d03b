from __future__ import annotations

from io import StringIO

from rich.console import Console

from townlet.cli.terminal.observers import LiveDisplay
from townlet.engine.simulation import Simulation
from townlet.town import load_town
from townlet.world.events import Said


async def drawn_after(steps: int, height: int = 30) -> str:
    """What the display of a town of four shows after so many steps, all of which it has seen."""
    simulation = Simulation.start(load_town("applegarth"))
    console = Console(file=StringIO(), force_terminal=True, width=100, height=height, color_system=None)
    display = LiveDisplay(console, simulation, 8640)
    talked = False
    while simulation.next_step < steps or not talked:
        log = await simulation.step()
        display.on_step(log, simulation)
        talked = talked or any(isinstance(event, Said) for event in log.actions)
    console.file = shown = StringIO()
    console.print(display.render(simulation))
    return shown.getvalue()


async def test_the_display_tells_clock_people_talks_and_calls() -> None:
    shown = await drawn_after(6 * 360)
    for part in (
        "Applegarth",
        "rules, not by a language model",
        "day 1, 2",
        "Awake",
        "calls",
        "a second",
        "left",
        "Most of it for",
        "   by ",
    ):
        assert part in shown
    assert " to " in shown.split("Current talks")[1].splitlines()[1]


async def test_the_display_fits_the_screen() -> None:
    for height in (30, 24):
        lines = (await drawn_after(6 * 360, height)).splitlines()
        assert len(lines) < height
        assert max(map(len, lines)) <= 100
