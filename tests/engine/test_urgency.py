"""Who answers somebody at a keyboard is asked before all others, and nothing else depends on it."""

from townlet.engine.commands import Arrive, CommandRefused, Speak, Walk
from townlet.engine.simulation import Simulation
from townlet.language.model import Reply, Request
from townlet.offline.model import OfflineModel

from .village import address, started

VISITOR = "Ida Quist"


class Noting:
    """The offline model, which notes how urgent each request is within its step."""

    name = "noting"

    def __init__(self) -> None:
        self.step, self.noted = 0, set[tuple[str, int]]()
        self._offline = OfflineModel(1)

    async def __call__(self, request: Request) -> Reply:
        self.noted.add((request.name, request.priority - self.step))
        return await self._offline(request)


def spoken_to(simulation: Simulation, name: str) -> bool:
    """Whether the visitor could say something to somebody."""
    try:
        simulation.order(Speak(VISITOR, name, "Good morning. What are you at?"))
    except CommandRefused:
        return False
    return True


async def test_replies_to_a_visitor_are_more_urgent_than_the_rest_of_their_step() -> None:
    model = Noting()
    simulation = started(model=model)
    simulation.order(Arrive(VISITOR, address("Mill:hall")))
    bodies = simulation.engine.state.world.bodies
    while not (model.noted and spoken_to(simulation, "Ann Ivy")):
        if bodies[VISITOR].arrived:
            simulation.order(Walk(VISITOR, bodies["Ann Ivy"].path[-1]))
        model.step = simulation.next_step
        await simulation.step()
        bodies = simulation.engine.state.world.bodies
    assert {urgency for _, urgency in model.noted} == {0}
    model.noted.clear()
    for _ in range(6):
        model.step = simulation.next_step
        await simulation.step()
    answers = {urgency for name, urgency in model.noted if name in ("converse", "farewell")}
    assert answers == {-1}, model.noted
