"""The rehearsal of a town: its days lived once by the offline model, and what came of what its files say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from townlet.cognition.wording import say_clock, say_date
from townlet.engine.model_options import ModelOptions
from townlet.engine.planned_run import NewRun, OnStep, simulate
from townlet.measures.coherence.behaviour import hours_at_work
from townlet.measures.diffusion.spread import FactSpread, trace_town_facts
from townlet.measures.emergence.coordination import measure_coordination
from townlet.measures.liveliness.events import list_events
from townlet.measures.liveliness.needs import follow_needs
from townlet.measures.record import RunRecord, read_run_record
from townlet.world.tree import label

SATURDAY = 5
LEAST_AT_WORK = 0.5
"""The share of the hours of work below which a day away from work is told."""


@dataclass(frozen=True)
class RehearsedEvent:
    """An event of the town's files, and who was there."""

    name: str
    place: str
    when: str
    host: str
    """Empty if no file names one."""
    host_came: bool
    invited: tuple[str, ...]
    came: tuple[str, ...]
    """The guests, in the order in which they came."""
    over: bool
    """Whether the rehearsal lasted until its end."""

    @property
    def held(self) -> bool:
        return bool(self.came) and (self.host_came or not self.host)


@dataclass(frozen=True)
class RehearsedNews:
    """A fact whose spread the town's files follow, and who came to know it."""

    name: str
    knew: tuple[str, ...]
    learnt: tuple[str, ...]
    """In the order in which they learnt it."""


@dataclass(frozen=True)
class RehearsedNeed:
    """Something that a person's file says they need."""

    person: str
    thing: str
    state: str
    """'met', 'promised', 'asked', 'lapsed' or 'open'."""
    asked: tuple[str, ...]


@dataclass(frozen=True)
class Rehearsal:
    """What came of a town's events, news, needs and hours of work."""

    days: float
    seed: int
    events: tuple[RehearsedEvent, ...]
    news: tuple[RehearsedNews, ...]
    needs: tuple[RehearsedNeed, ...]
    away_from_work: tuple[tuple[str, int, str, float], ...]
    """Person, day from 1, place and the share of the hours of work spent there, if that is less than half."""
    silent: tuple[str, ...]
    """Who said nothing all the while."""
    people: int


def rehearse_town(
    town: str | Path, days: float | None = None, *, seed: int = 1, on_step: OnStep | None = None
) -> Rehearsal:
    """Live a town's days with the offline model, keep nothing of it, and return what came of its files.

    `days` are game days, by default the town's own. One seed is one of the ways in which the days may go.
    Raises TownError, StudyError for a place of facts.toml that the town has not, and BadInput.
    """
    with TemporaryDirectory(prefix="townlet-", ignore_cleanup_errors=True) as scratch:
        new = NewRun(days=days, seed=seed, out=Path(scratch) / "rehearsal.townlet")
        record = read_run_record(simulate(town, new, ModelOptions(model="offline", embedding="hashed"), on_step))
        spreads = trace_town_facts(record.view)
        spoke = {line.speaker for line in record.own_lines}
        return Rehearsal(
            record.minutes(record.last_step + 1) / 1440,
            seed,
            tuple(_events(record, spreads)),
            tuple(map(_news, spreads)),
            tuple(
                RehearsedNeed(need.person, need.thing, need.state(record.time(record.last_step)), tuple(need.asked))
                for need in follow_needs(record)
            ),
            tuple(_away_from_work(record)),
            tuple(person.name for person in record.people if person.name not in spoke),
            len(record.people),
        )


def _news(spread: FactSpread) -> RehearsedNews:
    knew = tuple(gain.person for gain in spread.known if gain.way == "seed")
    return RehearsedNews(spread.fact.name, knew, tuple(g.person for g in spread.known if g.person not in knew))


def _away_from_work(record: RunRecord) -> Iterator[tuple[str, int, str, float]]:
    """Yield who was away from work on which weekday; on any day, if their file gives hours of work."""
    written = {person.name for person in record.people if person.works}
    for person, day, place, share in hours_at_work(record):
        weekday = record.header.start.date() + timedelta(days=day - 1)
        if share < LEAST_AT_WORK and (person in written or weekday.weekday() < SATURDAY):
            yield person, day, ": ".join(place.split(":")[1:]) or place, share


def _events(record: RunRecord, spreads: list[FactSpread]) -> Iterator[RehearsedEvent]:
    """Yield the events that facts.toml follows, then those that only a person's description announces."""
    tracked = [(spread, spread.fact.event) for spread in spreads if spread.fact.event is not None]
    for spread, event in tracked:
        found = measure_coordination(record, spread, event)
        yield RehearsedEvent(
            spread.fact.name,
            label(found.place),
            _when(event.start),
            event.host,
            event.host in _present(record, found.place.name, event.start, event.end),
            found.invited,
            tuple(guest.person for guest in found.came),
            found.over,
        )
    starts = {event.start for _, event in tracked}
    for known in list_events(record):
        if known.start not in starts:
            came = _present(record, known.place, known.start, known.end)
            over = record.time(record.last_step + 1) >= known.end
            yield RehearsedEvent(known.name, known.place, _when(known.start), "", bool(came), (), came, over)


def _when(time: datetime) -> str:
    return f"{say_date(time)}, {say_clock(time)}"


def _present(record: RunRecord, place: str, start: datetime, end: datetime) -> tuple[str, ...]:
    """Return who was in a place between two moments, in the order in which they came."""
    first, last = record.clock.step_at(start), record.clock.step_at(end)
    stays = (each for each in record.stays if each.place and place.casefold() in map(str.casefold, each.place.parts))
    there = ((max(stay.start, first), stay.person) for stay in stays if max(stay.start, first) < min(stay.end, last))
    return tuple(dict.fromkeys(person for _, person in sorted(there)))
