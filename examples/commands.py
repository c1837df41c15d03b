"""Step in: be somebody's inner voice, set a stove on fire, and see how people react."""

import asyncio

from townlet import Address, SetState, Simulation, Whisper, load_town

STOVE = Address.parse("Applegarth: Hart cottage: kitchen: stove")


async def watch(simulation: Simulation, until_hour: float) -> None:
    """Run until an hour of the first day, and print the memories about the concert and the fire."""
    async for step in simulation.run(days=until_hour / 24):
        for memory in step.memories:
            if "concert" in memory.text or "burning" in memory.text:
                print(f"{memory.created:%H:%M}  {memory.id.agent} ({memory.source}): {memory.text}")


async def main() -> None:
    simulation = Simulation.start(load_town("applegarth"), seed=1)
    await watch(simulation, until_hour=17.5)
    simulation.order(SetState(STOVE, "burning"))
    simulation.order(Whisper("Jonah Reed", "You are going to give a concert on the Village Green on Wednesday."))
    await watch(simulation, until_hour=20)


if __name__ == "__main__":
    asyncio.run(main())
