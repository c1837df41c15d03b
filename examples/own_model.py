"""Replace the built-in model by your own: here everybody speaks briefly, and all other answers stay the same."""

import asyncio
import json

from townlet import OfflineModel, Request, RunResources, Said, Simulation, load_town
from townlet.testing import FunctionModel

OFFLINE = OfflineModel(seed=1)


async def briefly(request: Request) -> str:
    """Return the JSON answer to a request; `request.schema` says what form it must have."""
    reply = await OFFLINE(request)
    if request.name != "converse":
        return reply.text
    line = json.loads(reply.text)
    return json.dumps({**line, "say": line["say"].split(". ")[-1]})


async def main() -> None:
    model = FunctionModel(briefly)
    simulation = Simulation.start(load_town("applegarth"), seed=1, resources=RunResources(model=model))
    async for step in simulation.run(days=0.5):
        for event in step.events():
            if isinstance(event, Said):
                print(f"{event.speaker}: {event.text}")
    print(f"The model was asked {len(model.requests)} times.")


if __name__ == "__main__":
    asyncio.run(main())
