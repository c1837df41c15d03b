"""The section of `townlet measure` on how facts spread."""

from __future__ import annotations

from collections.abc import Sequence

from townlet.engine.runfile import Json
from townlet.study.diffusion.knowing import Knowing, Spread, followed
from townlet.study.figures import Bar, Figure, Listing, Part, Section
from townlet.study.record import RunRecord

FEWEST = 5
"""A rumour that reaches fewer people in two days is a defect."""


def diffusion(record: RunRecord, spreads: Sequence[Spread] | None = None) -> tuple[Section, list[dict[str, Json]]]:
    """The section as a table, and the facts as data with every edge. `spreads`: the facts, if already followed."""
    if spreads is None:
        spreads = followed(record.source)
    parts = tuple(_part(record, each) for each in spreads)
    return Section("diffusion", "Diffusion", parts), [_as_json(record, each) for each in spreads]


def _part(record: RunRecord, found: Spread) -> Part:
    fact, people, key = found.fact, len(record.people), found.fact.name
    first, last = found.by(record.midnight(1)), found.by(record.midnight(record.days))
    everyone = None if record.small else Bar(most=people - 1)
    enough = None if record.small else Bar(FEWEST)
    first_day = [Figure(f"{key}_day_1", "at the end of day 1", first, bar=everyone)] if record.days > 1 else []
    end = f"at the end of day {record.days}, of {people}"
    figures = [
        Figure(f"{key}_start", "knew it at the start", _at_start(found), bar=Bar(1)),
        *first_day,
        Figure(f"{key}_end", end, last, bar=enough if first_day else everyone),
        Figure(f"{key}_by_sight", "of them by sight alone", sum(each.way == "seen" for each in found.known)),
        Figure(f"{key}_inventions", "lines that made it up", len(found.inventions)),
    ]
    return Part(f"{key}, known to {fact.source}", tuple(figures), (_learnt(record, found), _invented(record, found)))


def _at_start(found: Spread) -> int:
    return sum(each.way == "seed" for each in found.known)


def _learnt(record: RunRecord, found: Spread) -> Listing:
    text = {line.utterance: line.text for line in record.lines}
    rows = tuple(
        (each.person, each.way, each.heard_from, record.when(each.step), text.get(each.utterance, ""))
        for each in found.known
    )
    return Listing(f"{found.fact.name}_path", "who came to know", ("person", "how", "from", "at", "line"), rows)


def _invented(record: RunRecord, found: Spread) -> Listing:
    rows = tuple((line.speaker, line.to, record.when(line.step), line.text) for line in found.inventions)
    return Listing(f"{found.fact.name}_invented", "made up", ("speaker", "to", "at", "line"), rows)


def _as_json(record: RunRecord, found: Spread) -> dict[str, Json]:
    return {
        "name": found.fact.name,
        "source": found.fact.source,
        "question": found.fact.question,
        "knew_at_start": [each.person for each in found.known if each.way == "seed"],
        "knew_at_end": [each.person for each in found.known],
        "by_day": [found.by(record.midnight(day + 1)) for day in range(record.days)],
        "edges": [_edge(record, each) for each in found.known if each.way == "heard"],
        "inventions": [line.utterance for line in found.inventions],
    }


def _edge(record: RunRecord, each: Knowing) -> Json:
    return {
        "from": each.heard_from,
        "to": each.person,
        "time": record.time(each.step).isoformat(),
        "utterance": each.utterance,
    }
