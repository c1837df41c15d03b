"""The data parts of a standalone page, in the order in which the page needs them."""

from __future__ import annotations

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
from townlet.server.standalone_page.page import encode_data_url
from townlet.server.views.story import build_story_view
from townlet.server.views.talks import compute_ties, cut_transcript, find_talks_before
from townlet.server.views.things import iterate_thing_incidents
from townlet.server.views.town import MAP_TYPES, PICTURE_TYPES, build_town_view
from townlet.world.address import Address
from townlet.world.state import World


def export_relations(read_model: RunReadModel) -> ExportedRelations:
    """Return all talks, and each tie every time it changes."""
    talks = find_talks_before(read_model.feed, read_model.next_step)
    return ExportedRelations(talks=talks, ties=sorted(_ties(read_model), key=lambda tie: tie.at))


def _ties(read_model: RunReadModel) -> Iterator[TieChange]:
    """Yield each tie every time it changes. Pairs are handled one by one, since a tie depends on nobody else."""
    thoughts: dict[str, list[Memory]] = defaultdict(list)
    for memory in read_model.reflections:
        thoughts[memory.id.agent].append(memory)
    between: dict[tuple[str, str], list[Sequence[Says]]] = defaultdict(list)
    for lines in read_model.feed.talks():
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


def export_things(read_model: RunReadModel) -> ExportedThings:
    """Return the logs of objects' states, of people's whereabouts, and of incidents with things."""
    log = _ThingLog(read_model)
    for step, world in read_model.past.worlds():
        log.objects.extend(log.objects_changed(step, world))
        log.whereabouts.extend(log.people_moved(step, world))
    events = iterate_thing_incidents(read_model.past.between(0, read_model.next_step))
    history = [ThingHistoryEntry(where=str(each.where), only=each.only, event=each.event) for each in events]
    return ExportedThings(objects=log.objects, whereabouts=log.whereabouts, history=history)


class _ThingLog:
    """Change logs of objects' states and of people's whereabouts."""

    def __init__(self, read_model: RunReadModel) -> None:
        self.objects: list[ObjectStateChange] = []
        self.whereabouts: list[PlaceChange] = []
        self._setting, self._doors = read_model.town.setting, read_model.minds.terrain.doors
        self._known: dict[Address, tuple[str, tuple[str, ...]]] = {}
        self._places: dict[str, str] = {}

    def objects_changed(self, step: int, world: World) -> Iterator[ObjectStateChange]:
        """Yield the objects whose state or users differ from those of the step before."""
        for address in {**self._known, **dict.fromkeys(world.objects), **dict.fromkeys(world.users)}:
            item = self._setting.objects[address]
            now = (world.state_of(item), world.users.get(address, ()))
            if now != self._known.get(address, (item.state, ())):
                yield ObjectStateChange(at=step, address=str(address), state=now[0], users=sorted(now[1]))
            self._known[address] = now

    def people_moved(self, step: int, world: World) -> Iterator[PlaceChange]:
        """Yield the people who are in another place than at the step before."""
        for name in {**self._places, **dict.fromkeys(world.bodies)}:
            body = world.bodies.get(name)
            place = self._doors.place_at(body.tile(step)) if body else None
            now = str(place) if place else ""
            if now != self._places.get(name, ""):
                yield PlaceChange(at=step, who=name, place=now)
            self._places[name] = now


ProgressCallback = Callable[[int, int], None]


def export_parts(session: RunSession, report_progress: ProgressCallback) -> Iterator[tuple[str, WireModel]]:
    """Yield each part with its name. `report_progress` gets the number of finished parts and the number of all."""
    read_model = session.read_model
    hours = range(0, read_model.next_step, read_model.hour)
    every = len(hours) + len(read_model.past.joined) + 4
    for done, part in enumerate(_parts(session, hours)):
        report_progress(done, every)
        yield part


def _parts(session: RunSession, hours: range) -> Iterator[tuple[str, WireModel]]:
    read_model = session.read_model
    yield "run", _run(session)
    for number, start in enumerate(hours):
        yield f"hour {number}", read_model.feed.segment(start, min(start + read_model.hour, read_model.next_step))
    yield "story", build_story_view(read_model.teller.story(read_model.next_step, live=False))
    yield "dealings", export_relations(read_model)
    yield "things", export_things(read_model)
    for number, life in enumerate(export_minds(read_model)):
        yield f"life {number}", life


def _run(session: RunSession) -> ExportedRun:
    read_model = session.read_model
    return ExportedRun(
        session=session.info().model_copy(update={"mode": "replay", "can_command": False}),
        town=build_town_view(read_model.town, read_model.past),
        marks=read_model.markers.between(0, read_model.next_step),
        people=[*read_model.past.joined],
        files=dict(_files(read_model)),
    )


def _files(read_model: RunReadModel) -> Iterator[tuple[str, str]]:
    """Yield the paths of the town's map and pictures, each with the file as a `data:` URL."""
    for path, content in read_model.town.files.items():
        if media := (MAP_TYPES | PICTURE_TYPES).get(PurePosixPath(path).suffix.lower()):
            yield path, encode_data_url(media, content)
