"""What people have had to do with one another through a whole run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from townlet.memory.record import Memory
from townlet.server.minds.talks import talks_before, ties, transcript
from townlet.server.protocol.exported import ExportedDealings, TieAt
from townlet.server.protocol.film import Says
from townlet.server.protocol.minds import Tie
from townlet.server.watching import Watching


def dealings(watching: Watching) -> ExportedDealings:
    talks = talks_before(watching.film, watching.until)
    return ExportedDealings(talks=talks, ties=sorted(_ties(watching), key=lambda tie: tie.at))


def _ties(watching: Watching) -> Iterator[TieAt]:
    """Each tie whenever it changes; what two people have to do with each other depends on nobody else."""
    thoughts: dict[str, list[Memory]] = defaultdict(list)
    for memory in watching.thoughts:
        thoughts[memory.id.agent].append(memory)
    between: dict[tuple[str, str], list[Sequence[Says]]] = defaultdict(list)
    for lines in watching.film.talks():
        one, other = sorted((lines[0].who, lines[0].to))
        between[(one, other)].append(lines)
    for (one, other), talks in between.items():
        yield from _ties_of_two(talks, sorted((*thoughts[one], *thoughts[other]), key=lambda memory: memory.id.step))


def _ties_of_two(talks: Sequence[Sequence[Says]], thoughts: Sequence[Memory]) -> Iterator[TieAt]:
    known: dict[str, Tie] = {}
    for step in sorted({line.s for lines in talks for line in lines} | {memory.id.step for memory in thoughts}):
        begun = [talk for lines in reversed(talks) if (talk := transcript(lines, step + 1))]
        for tie in ties(begun, [memory for memory in thoughts if memory.id.step <= step]):
            if known.get(tie.one) != tie:
                known[tie.one] = tie
                yield TieAt(at=step + 1, tie=tie)
