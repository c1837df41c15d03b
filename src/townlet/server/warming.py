"""Reading minds before anybody asks for them, so that the first look at a person is as quick as the next."""

from __future__ import annotations

import asyncio

from townlet.engine.runfile import RunFileError
from townlet.server.stage import Stage

AFTER_SECONDS = 3.0
"""The first picture goes first."""
PAUSE_SECONDS = 0.1
"""Between two people, so that whoever watches meanwhile is not kept waiting."""
MOST_PEOPLE = 60
"""In larger towns minds are read when they are looked at: all of them would take memory for nothing."""


async def warm(stage: Stage) -> None:
    """Read the minds of a run that nobody computes here."""
    await asyncio.sleep(AFTER_SECONDS)
    watching = stage.watching
    people = [name for name, joined in watching.past.joined.items() if not joined.visitor]
    if stage.mode == "live" or len(people) > MOST_PEOPLE:
        return
    for name in people:
        try:
            await asyncio.to_thread(watching.minds.of, name)
        except RunFileError:
            return
        await asyncio.sleep(PAUSE_SECONDS)
