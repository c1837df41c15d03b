"""Run a town and print what its people say to each other, as they say it."""

import asyncio

from townlet import Said, Simulation, load_town


async def main() -> None:
    simulation = Simulation.start(load_town("applegarth"), seed=1)
    async for step in simulation.run(days=0.5):
        time = simulation.engine.state.clock.at(step.step)
        for event in step.events():
            if isinstance(event, Said):
                print(f"{time:%a %H:%M}  {event.speaker} to {event.to}: {event.text}")


if __name__ == "__main__":
    asyncio.run(main())
