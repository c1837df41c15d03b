"""A run made by hand, small enough to know every row of its tables."""

from __future__ import annotations

from pathlib import Path

from measures.made import ADA, BATHROOM, BRAM, CLEO, DAY, HOUR, STOVE, MadeRun
from townlet.memory.record import MemoryId
from townlet.world.events import TalkEnded

FACTS = """
[[facts]]
name = "regatta"
question = "Do you know of a regatta?"
source = "Ada Finch"
match = [["regatta"]]
"""
NOON, LATER = 12 * HOUR, 13 * HOUR
SEED, HEARD, THOUGHT = MemoryId(ADA, 0, 0), MemoryId(BRAM, NOON + 6, 0), MemoryId(BRAM, LATER, 0)


def lived() -> MadeRun:
    """Ada tells Bram of her regatta at noon; Bram makes something of it an hour later; Cleo makes it up."""
    made = MadeRun(ADA, BRAM, CLEO)
    made.remembers(0, ADA, "Ada Finch rows in the regatta on Saturday.", "seed")
    first = made.says(NOON, ADA, BRAM, "I row in the regatta.", shown=[SEED])
    made.says(NOON + 1, BRAM, ADA, "How nice.", talk=f"{NOON}-{ADA}")
    made.log(NOON + 2).actions.append(TalkEnded(f"{NOON}-{ADA}", (ADA, BRAM)))
    made.remembers(NOON + 6, BRAM, "Ada Finch rows in the regatta.", "heard", utterance=first)
    made.remembers(LATER, BRAM, "I would like to row, too.", "thought", "reflection", evidence=[HEARD])
    made.recalls(LATER, BRAM, HEARD)
    made.says(LATER + 5, CLEO, BRAM, "A regatta, I suppose?")
    made.plans(0, CLEO)
    made.sets(NOON, STOVE, "burning")
    made.sets(NOON, STOVE, "put out", by=ADA)
    made.does(8 * HOUR, CLEO, "having a bath", BATHROOM)
    made.considers(LATER, BRAM, "{}")
    return made


def written(folder: Path, until: int = DAY - 1) -> Path:
    """The run as a file."""
    return lived().write(folder / "lived.townlet", until, FACTS)
