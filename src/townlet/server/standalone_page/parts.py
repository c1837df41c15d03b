"""The data parts of a standalone page, in the order in which the page needs them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

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
from townlet.server.protocol.story import StoryView
from townlet.server.protocol.views import SocialTie
from townlet.server.read_model import RunReadModel
from townlet.server.run_session import RunSession
from townlet.server.standalone_page.excerpt import Excerpt, take_whole
from townlet.server.standalone_page.minds import export_minds
from townlet.server.standalone_page.page import encode_data_url
from townlet.server.standalone_page.pictures import shrink_png
from townlet.server.views.talks import compute_ties, cut_transcript, find_talks_before
from townlet.server.views.things import iterate_thing_incidents
from townlet.server.views.town import build_town_view, file_to_draw
from townlet.world.address import Address
from townlet.world.state import World


def export_relations(read_model: RunReadModel, excerpt: Excerpt) -> ExportedRelations:
    """Return all talks of the excerpt, and each tie of the people in it every time it changes."""
    talks = find_talks_before(read_model.feed, read_model.next_step)
    ties = sorted((tie for tie in _ties(read_model) if tie.tie.one in excerpt.people), key=lambda tie: tie.at)
    return ExportedRelations(
        talks=[talk for talk in talks if excerpt.overlaps(talk.lines[0].s, talk.lines[-1].s + 1)],
        ties=list(excerpt.thin(ties, lambda tie: tie.at, lambda tie: (tie.tie.one, tie.tie.other))),
    )


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


def export_things(read_model: RunReadModel, excerpt: Excerpt) -> ExportedThings:
    """Return the excerpt's logs of objects' states, of people's whereabouts, and of incidents with things."""
    log = _ThingLog(read_model)
    for step, world in read_model.past.worlds():
        log.objects.extend(log.objects_changed(step, world))
        log.whereabouts.extend(log.people_moved(step, world))
    events = iterate_thing_incidents(read_model.past.between(0, read_model.next_step))
    history = [ThingHistoryEntry(where=str(each.where), only=each.only, event=each.event) for each in events]
    return ExportedThings(
        objects=list(excerpt.thin(log.objects, lambda each: each.at, lambda each: each.address)),
        whereabouts=list(excerpt.thin(log.whereabouts, lambda each: each.at, lambda each: each.who)),
        history=[each for each in history if excerpt.covers(each.event.step)],
    )


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


def export_parts(
    session: RunSession, report_progress: ProgressCallback, excerpt: Excerpt | None = None
) -> Iterator[tuple[str, WireModel]]:
    """Yield each part with its name, of the whole run or of an excerpt.

    `report_progress` gets the number of finished parts and the number of all.
    """
    read_model = session.read_model
    every = -(-read_model.next_step // read_model.hour) + len(read_model.past.joined) + 4
    for done, part in enumerate(_parts(session, excerpt)):
        report_progress(done, every)
        yield part


def _parts(session: RunSession, excerpt: Excerpt | None) -> Iterator[tuple[str, WireModel]]:
    read_model = session.read_model
    shown = excerpt or take_whole(read_model)
    yield "run", _run(session, excerpt)
    for number, start in enumerate(range(0, read_model.next_step, read_model.hour)):
        end = min(start + read_model.hour, read_model.next_step)
        if cut := shown.within(start, end):
            # The page takes an hour for complete when it reaches to the hour's end.
            yield f"hour {number}", read_model.feed.segment(*cut).model_copy(update={"to_step": end})
    yield "story", StoryView.model_validate(shown.story, from_attributes=True)
    yield "dealings", export_relations(read_model, shown)
    yield "things", export_things(read_model, shown)
    for number, life in enumerate(export_minds(read_model, shown)):
        yield f"life {number}", life


def _run(session: RunSession, excerpt: Excerpt | None) -> ExportedRun:
    read_model = session.read_model
    changes: dict[str, object] = {"mode": "replay", "can_command": False}
    marks = read_model.markers.between(0, read_model.next_step)
    if excerpt:
        changes["opening"] = excerpt.spans[0][0]
        marks = [mark for mark in marks if excerpt.overlaps(mark.s, max(mark.s, mark.to) + 1)]
    return ExportedRun(
        session=session.info().model_copy(update=changes),
        town=build_town_view(read_model.town, read_model.past),
        marks=marks,
        people=[*read_model.past.joined],
        files=dict(_files(read_model)),
        spans=[*excerpt.spans] if excerpt else [],
    )


def _files(read_model: RunReadModel) -> Iterator[tuple[str, str]]:
    """Yield the paths of the town's map and pictures, each with the file as a `data:` URL."""
    for path in read_model.town.files:
        if found := file_to_draw(read_model.town, path):
            content, media = found
            yield path, encode_data_url(media, shrink_png(content) if media == "image/png" else content)
