"""Commands as a person can paste them, on any system."""

from __future__ import annotations

import re

_PLAIN = re.compile(r"[\w./\\:@%+=,-]+")


def in_shell(word: str) -> str:
    """A word of a command line, in double quotes where a shell would split it: bash and cmd both read those."""
    if _PLAIN.fullmatch(word):
        return word
    return '"' + word.replace('"', '\\"') + '"'


def resume_command(path: object, days: float) -> str:
    """How to go on with a run until so many days from its start."""
    return f"townlet resume {in_shell(str(path))} --days {days:g}"
