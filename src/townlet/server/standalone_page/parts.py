"""The parts of which an exported page is made, in the order in which it wants them."""

from __future__ import annotations

import base64
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import PurePosixPath

from townlet.memory.record import Memory
from townlet.server.protocol.base import WireModel
from townlet.server.protocol.event_feed import Says
from townlet.server.protocol.standalone_page import (
    ExportedRelations,
    ExportedRun,
    ExportedThings,
    ObjectStateChange,
    PlaceChange,
    ThingHistoryEntry,
    TieChange,
)
from townlet.server.protocol.views import SocialTie
from townlet.server.read_model import RunReadModel
from townlet.server.run_session import RunSession
from townlet.server.standalone_page.minds import export_minds
from townlet.server.views.talks import compute_ties, cut_transcript, find_talks_before
from townlet.server.views.things import iterate_thing_incidents
from townlet.server.views.town import MAP_TYPES, PICTURE_TYPES, build_town_view
from townlet.world.address import Address
from townlet.world.state import World


def export_relations(watching: RunReadModel) -> ExportedRelations:
    talks = find_talks_before(watching.film, watching.until)
    return ExportedRelations(talks=talks, ties=sorted(_ties(watching), key=lambda tie: tie.at))


def _ties(watching: RunReadModel) -> Iterator[TieChange]:
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


def _ties_of_two(talks: Sequence[Sequence[Says]], thoughts: Sequence[Memory]) -> Iterator[TieChange]:
    known: dict[str, SocialTie] = {}
    for step in sorted({line.s for lines in talks for line in lines} | {memory.id.step for memory in thoughts}):
        begun = [talk for lines in reversed(talks) if (talk := cut_transcript(lines, step + 1))]
        for tie in compute_ties(begun, [memory for memory in thoughts if memory.id.step <= step]):
            if known.get(tie.one) != tie:
                known[tie.one] = tie
                yield TieChange(at=step + 1, tie=tie)


def export_things(watching: RunReadModel) -> ExportedThings:
    log = _ThingLog(watching)
    for step, world in watching.past.worlds():
        log.objects.extend(log.objects_changed(step, world))
        log.whereabouts.extend(log.people_moved(step, world))
    events = iterate_thing_incidents(watching.past.between(0, watching.until))
    history = [ThingHistoryEntry(where=str(fate.where), only=fate.only, event=fate.event) for fate in events]
    return ExportedThings(objects=log.objects, whereabouts=log.whereabouts, history=history)


class _ThingLog:
    """How objects are and where people are, noted when it changes."""

    def __init__(self, watching: RunReadModel) -> None:
        self.objects: list[ObjectStateChange] = []
        self.whereabouts: list[PlaceChange] = []
        self._setting, self._doors = watching.town.setting, watching.minds.ground.doors
        self._known: dict[Address, tuple[str, tuple[str, ...]]] = {}
        self._places: dict[str, str] = {}

    def objects_changed(self, step: int, world: World) -> Iterator[ObjectStateChange]:
        """Those that stand otherwise than when the step before began."""
        for address in {**self._known, **dict.fromkeys(world.objects), **dict.fromkeys(world.users)}:
            item = self._setting.objects[address]
            now = (world.state_of(item), world.users.get(address, ()))
            if now != self._known.get(address, (item.state, ())):
                yield ObjectStateChange(at=step, address=str(address), state=now[0], users=sorted(now[1]))
            self._known[address] = now

    def people_moved(self, step: int, world: World) -> Iterator[PlaceChange]:
        """Those who are in another place than when the step before began."""
        for name in {**self._places, **dict.fromkeys(world.bodies)}:
            body = world.bodies.get(name)
            place = self._doors.place_at(body.tile(step)) if body else None
            now = str(place) if place else ""
            if now != self._places.get(name, ""):
                yield PlaceChange(at=step, who=name, place=now)
            self._places[name] = now


ProgressCallback = Callable[[int, int], None]


def export_parts(stage: RunSession, watch: ProgressCallback) -> Iterator[tuple[str, WireModel]]:
    """Each part with its name. `watch` is told how many are done, and of how many."""
    watching = stage.watching
    hours = range(0, watching.until, watching.hour)
    every = len(hours) + len(watching.past.joined) + 3
    for done, part in enumerate(_parts(stage, hours)):
        watch(done, every)
        yield part


def _parts(stage: RunSession, hours: range) -> Iterator[tuple[str, WireModel]]:
    watching = stage.watching
    yield "run", _run(stage)
    for number, start in enumerate(hours):
        yield f"hour {number}", watching.film.reel(start, min(start + watching.hour, watching.until))
    yield "dealings", export_relations(watching)
    yield "things", export_things(watching)
    for number, life in enumerate(export_minds(watching)):
        yield f"life {number}", life


def _run(stage: RunSession) -> ExportedRun:
    watching = stage.watching
    return ExportedRun(
        session=stage.session.model_copy(update={"mode": "replay", "can_command": False}),
        town=build_town_view(watching.town, watching.past),
        marks=watching.marks.between(0, watching.until),
        people=[*watching.past.joined],
        files=dict(_files(watching)),
    )


def _files(watching: RunReadModel) -> Iterator[tuple[str, str]]:
    """The town's map and pictures, as addresses that hold them."""
    for path, content in watching.town.files.items():
        if media := (MAP_TYPES | PICTURE_TYPES).get(PurePosixPath(path).suffix.lower()):
            yield path, f"data:{media};base64,{base64.b64encode(content).decode('ascii')}"
