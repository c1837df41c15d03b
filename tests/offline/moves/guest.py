"""A visitor who comes to a resident of a running town and says some lines, in as many talks as it takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from townlet.engine.commands import Arrive, CommandRefused, Speak, Walk
from townlet.engine.simulation import Simulation
from townlet.world.events import Said

PATIENCE, STRIDE, ANSWER_WITHIN = 720, 6, 60
"""Steps after which the visitor gives up, after which they look again where the other is, and for an answer."""


@dataclass(frozen=True)
class Answered:
    """A line of the visitor with what the other said to it, and whether the other took leave."""

    line: str
    reply: str
    leave: bool


class Guest:
    """A visitor. `simulation` is a town where the other is up."""

    def __init__(self, simulation: Simulation, name: str, other: str) -> None:
        self.simulation, self.name, self.other = simulation, name, other

    async def comes(self) -> None:
        """Arrives where the other is."""
        for _ in range(PATIENCE):
            state = self.simulation.engine.state
            place = state.terrain.doors.place_at(state.world.bodies[self.other].tile(self.simulation.next_step))
            try:
                if place is not None:
                    return self.simulation.order(Arrive(self.name, place))
            except CommandRefused:
                pass
            await self.simulation.step()
        raise AssertionError(f"{self.name} found no place to arrive.")

    async def says(self, lines: Sequence[str]) -> list[Answered]:
        """Says the lines one after another, in a new talk whenever the other has left the last."""
        return [await self._says(line) for line in lines]

    async def _says(self, line: str) -> Answered:
        await self._parts()
        for step in range(PATIENCE):
            try:
                self.simulation.order(Speak(self.name, self.other, line))
                return await self._answer(line)
            except CommandRefused:
                bodies = self.simulation.engine.state.world.bodies
                if step % STRIDE == 0 and not bodies[self.name].talk:
                    self.simulation.order(Walk(self.name, bodies[self.other].tile(self.simulation.next_step)))
                await self.simulation.step()
        raise AssertionError(f"{self.name} could not say {line!r} to {self.other}.")

    async def _parts(self) -> None:
        """Says goodbye to who has taken leave."""
        world = self.simulation.engine.state.world
        talk = world.talks.get(world.bodies[self.name].talk)
        if talk is not None and talk.lines[-1].leave and talk.lines[-1].speaker == self.other:
            self.simulation.order(Speak(self.name, self.other, "Goodbye.", leave=True))
            await self.simulation.step()

    async def _answer(self, line: str) -> Answered:
        for _ in range(ANSWER_WITHIN):
            log = await self.simulation.step()
            for event in log.events():
                if isinstance(event, Said) and event.speaker == self.other:
                    return Answered(line, event.text, event.leave)
        return Answered(line, "", False)
