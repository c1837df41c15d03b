"""A person at the keyboard who takes over a resident, goes to somebody and talks to them."""

from __future__ import annotations

from collections.abc import Sequence

from townlet.engine.commands import CommandRefused, Speak, Take, Walk
from townlet.engine.simulation import Simulation
from townlet.world.events import Said

PATIENCE, STRIDE = 360, 6
"""Steps after which whoever is sought is given up, and after which one looks again where they are."""


class Embodied:
    """A resident whose body is moved and whose lines are typed."""

    def __init__(self, simulation: Simulation, name: str) -> None:
        self.simulation, self.name = simulation, name
        self._came_from = simulation.engine.state.world.bodies[name].tile(simulation.next_step)
        simulation.order(Take(name))

    async def meets(self, other: str, lines: Sequence[str]) -> list[str]:
        """Goes to somebody and says some lines to them, the last in leaving; what they say."""
        said = await self._opens(other, lines[0])
        for place, text in enumerate(lines[1:], start=2):
            self.simulation.order(Speak(self.name, other, text, leave=place == len(lines)))
            said += await self._answer_of(other)
        while self.simulation.engine.state.world.bodies[self.name].talk:
            await self.simulation.step()
        return said

    async def goes_back(self) -> None:
        """Walks back to where the resident was taken over."""
        self.simulation.order(Walk(self.name, self._came_from))
        for _ in range(PATIENCE):
            await self.simulation.step()
            if self.simulation.engine.state.world.bodies[self.name].tile(self.simulation.next_step) == self._came_from:
                return
        raise AssertionError(f"{self.name} did not get back.")

    async def _opens(self, other: str, text: str) -> list[str]:
        """Goes where the other is, until they can be spoken to."""
        for step in range(PATIENCE):
            try:
                self.simulation.order(Speak(self.name, other, text))
                return await self._answer_of(other)
            except CommandRefused:
                if step % STRIDE == 0:
                    self._follows(other)
                await self.simulation.step()
        raise AssertionError(f"{self.name} did not find {other}.")

    def _follows(self, other: str) -> None:
        bodies, step = self.simulation.engine.state.world.bodies, self.simulation.next_step
        if not bodies[self.name].talk:
            self.simulation.order(Walk(self.name, bodies[other].tile(step)))

    async def _answer_of(self, other: str) -> list[str]:
        for _ in range(6):
            log = await self.simulation.step()
            found = [event.text for event in log.events() if isinstance(event, Said) and event.speaker == other]
            if found:
                return found
        return []
