"""Leave a faculty out: the same town and seed, with and without reflection."""

import asyncio
from dataclasses import replace

from townlet import Generative, Memory, RunResources, Simulation, load_town, skip

WHOLE = Generative()
WITHOUT_REFLECTION = replace(WHOLE, reflect=skip)


async def thoughts(cognition: Generative) -> list[Memory]:
    """Return everything that people come to think in the run, alone or after talks."""
    simulation = Simulation.start(load_town("applegarth"), seed=1, resources=RunResources(cognition=cognition))
    return [memory async for step in simulation for memory in step.memories if memory.source == "thought"]


async def main() -> None:
    whole, ablated = await thoughts(WHOLE), await thoughts(WITHOUT_REFLECTION)
    print(f"{len(whole)} thoughts with reflection, {len(ablated)} without: those that talks left behind.")
    print("The first that only reflection brings:")
    others = {memory.text for memory in ablated}
    for memory in [memory for memory in whole if memory.text not in others][:10]:
        print(f"{memory.created:%a %H:%M}  {memory.id.agent}: {memory.text}")


if __name__ == "__main__":
    asyncio.run(main())
