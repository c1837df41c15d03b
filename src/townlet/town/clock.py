"""Times of day as a town's author writes them: '7:00', '17:30', '24:00'."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import BeforeValidator

from townlet.world.setting import MINUTES_A_DAY

_CLOCK = re.compile(r"(\d{1,2}):(\d{2})")


def minutes_of(text: object) -> int:
    """Minutes after midnight of a time such as '7:00'; at most '24:00'. Raises ValueError."""
    match = _CLOCK.fullmatch(text.strip()) if isinstance(text, str) else None
    if match is None:
        raise ValueError(f"{text!r} is not a time of day; write it as '7:00' or '17:30', in quotes")
    minutes = int(match[1]) * 60 + int(match[2])
    if int(match[2]) > 59 or minutes > MINUTES_A_DAY:
        raise ValueError(f"{text!r} is not a time of day; hours go to 24 and minutes to 59")
    return minutes


def later_than(start: int, end: int) -> int:
    """`end`, moved to the following day if it does not come after `start`."""
    return end if end > start else end + MINUTES_A_DAY


Clock = Annotated[int, BeforeValidator(minutes_of)]
"""A field written as '7:00' and kept as minutes after midnight."""
