"""Following the run on stage: whoever computes it, new steps are looked for, at once where its engine tells of them."""

from __future__ import annotations

import asyncio
import logging

from townlet.engine.runfile import RunFileError
from townlet.server.stage import Stage

USUAL_SECONDS = 0.2
"""How long at most nobody looks."""
LEAST_SECONDS = 0.12
"""What happens sooner after the last look is told together with what follows: faster than this nobody sees."""


async def follow(stage: Stage) -> None:
    """Tell of new steps and of who computes them, for as long as the server stands."""
    while True:
        try:
            await stage.look()
        except RunFileError as error:
            # The owner may have it for a moment while it makes one piece of the file.
            logging.getLogger(__name__).debug("Looking again: %s", error)
        await asyncio.sleep(LEAST_SECONDS)
        await stage.wait(USUAL_SECONDS - LEAST_SECONDS)
