"""Townlet: generative agents in a small town (after Park et al., UIST 2023).

Everything that scripts, notebooks and other projects build on is imported from here, and stays:

    import asyncio
    from townlet import Said, Simulation, load_town

    async def main() -> None:
        simulation = Simulation.start(load_town("applegarth"), seed=1)
        async for step in simulation.run(days=0.5):
            for event in step.events():
                if isinstance(event, Said):
                    print(f"{event.speaker}: {event.text}")

    asyncio.run(main())

Test doubles for language models are in `townlet.testing`. Deeper modules may change with any version.
"""

from typing import Any

import lazy_loader

_load, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `import townlet` costs nothing."""
    if name not in __all__:
        raise AttributeError(f"module 'townlet' has no attribute {name!r}; public names are {', '.join(__all__)}")
    return _load(name)
