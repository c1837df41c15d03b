"""Following a run file: whoever writes it, new steps are looked for a few times a second."""

from __future__ import annotations

import asyncio
import logging
from itertools import count

from townlet.engine.runfile import RunFileError, is_owned
from townlet.server.stage import Stage

LOOKS_A_SECOND = 5
LOOKS_AT_OWNER = 5
"""Every so many looks it is found out whether somebody owns the run."""


async def follow(stage: Stage) -> None:
    """Tell of new steps and of who computes them, for as long as the server stands."""
    for look in count():
        try:
            await stage.grow()
            if look % LOOKS_AT_OWNER == 0 and stage.mode != "live":
                owned = await asyncio.to_thread(is_owned, stage.watching.path)
                stage.become("following" if owned else "replay")
        except RunFileError as error:
            # The owner may have it for a moment while it makes one piece of the file.
            logging.getLogger(__name__).debug("Looking again: %s", error)
        await asyncio.sleep(1 / LOOKS_A_SECOND)
