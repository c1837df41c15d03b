"""Leave a faculty out: the same town and seed, with and without reflection."""

import asyncio
from dataclasses import replace

from townlet.cognition.generative import Generative, skip
from townlet.engine.simulation import Machinery, Simulation
from townlet.memory.record import Memory
from townlet.town import load

WHOLE = Generative()
WITHOUT_REFLECTION = replace(WHOLE, reflect=skip)


async def thoughts(cognition: Generative) -> list[Memory]:
    """The records of one day that rest on other records."""
    simulation = Simulation.start(load("applegarth"), seed=1, machinery=Machinery(cognition=cognition))
    days = simulation.run(days=1)
    return [memory async for step in days for memory in step.memories if memory.evidence]


async def main() -> None:
    whole, ablated = await thoughts(WHOLE), await thoughts(WITHOUT_REFLECTION)
    print(f"Records that rest on others: {len(whole)} with reflection, {len(ablated)} without (what talks left behind)")
    for memory in [memory for memory in whole if memory.text not in {each.text for each in ablated}]:
        print(f"{memory.created:%H:%M}  {memory.id.agent}: {memory.text}")


if __name__ == "__main__":
    asyncio.run(main())
