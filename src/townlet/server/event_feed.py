"""The event feed of a run: world events translated into what a viewer sees, and snapshots to start from."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from operator import attrgetter
from threading import Lock

from townlet.runfile.history import Chapter, TimedEvent, WorldHistory, WorldSnapshot
from townlet.server.protocol.event_feed import (
    Acts,
    Announces,
    Appears,
    Arrives,
    Departs,
    Embodies,
    FeedEvent,
    FeedSegment,
    Halts,
    ObjectChanges,
    PersonSnapshot,
    Says,
    TalkEnds,
    TalkView,
    TownSnapshot,
)
from townlet.state.events import (
    Embodied,
    HandedOver,
    Joined,
    MindChanged,
    MindEvent,
    MoveAsked,
    RunEvent,
    Shown,
    TookIn,
)
from townlet.world import events
from townlet.world.address import Address
from townlet.world.evolve import WorldDraft
from townlet.world.setting import Setting
from townlet.world.state import Body, Talk, World

_step = attrgetter("s")
_CHAPTERS_HELD = 3
"""How many chapters are held as feed events; one of 25 people takes some 10 MB."""


class EventFeed:
    """The event feed of a run, up to the newest step that has been read. Threads may share it."""

    def __init__(self, past: WorldHistory) -> None:
        self._past = past
        self._chapters: dict[int, _ChapterFeed] = {}
        """The feeds of chapters by their first steps, the least recently used first."""
        self._translating = Lock()

    def between(self, from_step: int, to_step: int) -> Sequence[FeedEvent]:
        """Return the events from `from_step` until before `to_step`."""
        to_step = min(to_step, self._past.until)
        parts = (self._read(chapter, from_step, to_step) for chapter in self._past.chapters(from_step, to_step))
        return [event for part in parts for event in part]

    def talk(self, talk: str) -> Sequence[Says]:
        """Return the lines of a talk; none if there is no such talk."""
        return next((lines for lines in self.talks() if lines[0].talk == talk), ())

    def talks(self, who: str = "") -> list[Sequence[Says]]:
        """Return the lines of every talk, or of one person's talks, in the order in which the talks began."""
        talks: dict[str, list[Says]] = {}
        for step, _, said in self._past.spoken():
            if isinstance(said, events.Said):
                talks.setdefault(said.talk, []).append(_says(said, step))
        return [lines for lines in talks.values() if not who or who in (lines[0].who, lines[0].to)]

    def segment(self, from_step: int, to_step: int) -> FeedSegment:
        """Return the snapshot at `from_step` and the events until before `to_step`."""
        return FeedSegment(
            from_step=from_step,
            to_step=to_step,
            scene=take_snapshot(self._past.at(from_step), from_step, self._past.town.setting),
            events=list(self.between(from_step, to_step)),
        )

    def _read(self, chapter: Chapter, from_step: int, to_step: int) -> Sequence[FeedEvent]:
        with self._translating:
            feed = self._chapters.pop(chapter.first, None)
            if feed is None or feed.chapter is not chapter:
                feed = _ChapterFeed(chapter, self._past)
            self._chapters[chapter.first] = feed
            if len(self._chapters) > _CHAPTERS_HELD:
                del self._chapters[next(iter(self._chapters))]
            return feed.between(from_step, to_step)


class _ChapterFeed:
    """The event feed of a chapter, translated as far as somebody has asked for it."""

    def __init__(self, chapter: Chapter, past: WorldHistory) -> None:
        self.chapter, self._past = chapter, past
        self._events: list[FeedEvent] = []
        self._translated = 0
        world, objects = chapter.begins.world, past.town.setting.objects
        self._draft = WorldDraft(world)
        self._using = {name: body.using for name, body in world.bodies.items() if body.using}
        self._states = {address: world.state_of(objects[address]) for address in {*world.objects, *world.users}}

    def between(self, from_step: int, to_step: int) -> Sequence[FeedEvent]:
        happened = self.chapter.happened
        while self._translated < len(happened) and happened[self._translated].step < to_step:
            self._translate(happened[self._translated])
            self._translated += 1
        first = bisect_left(self._events, from_step, key=_step)
        return self._events[first : bisect_left(self._events, to_step, first, key=_step)]

    def _translate(self, event: TimedEvent) -> None:
        happened = event.event
        if isinstance(happened, events.SteppedAside):  # A page sees that somebody walks.
            happened = events.Acted(happened.agent, happened.path, self._draft.bodies[happened.agent].activity)
        if feed_event := _feed_event(happened, event.step, self._past):
            self._events.append(feed_event)
        if not isinstance(event.event, Joined | Embodied | HandedOver | MoveAsked | MindEvent):
            self._draft.apply(event.event, event.step)
        self._events.extend(self._changed_objects(event))

    def _changed_objects(self, event: TimedEvent) -> Iterator[ObjectChanges]:
        """Yield the objects that look different after an event."""
        for address, by in self._touched_objects(event.event):
            item = self._past.town.setting.objects[address]
            state = self._draft.world().state_of(item)
            if state != self._states.get(address, item.state):
                self._states[address] = state
                shown = "" if state == item.state else state
                yield ObjectChanges(s=event.step, object=str(address), state=shown, by=by)

    def _touched_objects(self, event: RunEvent) -> Iterator[tuple[Address, str]]:
        """Yield the objects whose state an event may have changed, with the person who did it."""
        match event:
            case events.StateChanged(address, _, by):
                yield address, by
            case events.Arrived(agent, _, Address() as using):
                self._using[agent] = using
                yield using, agent
            case events.Acted(agent=agent) | events.Departed(agent):
                if left := self._using.pop(agent, None):
                    yield left, agent
            case events.Appeared() | events.Arrived() | events.Halted() | events.Blocked() | events.SteppedAside():
                pass
            case (
                events.Announced()
                | events.Said()
                | events.Left()
                | events.TalkEnded()
                | events.Whispered()
                | events.Told()
            ):
                pass
            case Joined() | Embodied() | HandedOver() | MoveAsked() | MindChanged() | Shown() | TookIn():
                pass


def take_snapshot(standing: WorldSnapshot, step: int, setting: Setting) -> TownSnapshot:
    """Return everything that is visible when a step begins."""
    world = standing.world
    return TownSnapshot(
        step=step,
        people=[_person(body, name in standing.embodied) for name, body in sorted(world.bodies.items())],
        objects=dict(_odd_states(world, setting)),
        talks=[build_talk_view(talk) for talk in world.talks.values()],
    )


def build_talk_view(talk: Talk) -> TalkView:
    """Return the wire form of a talk."""
    lines = [
        Says(s=line.step, who=line.speaker, to=line.to, text=line.text, talk=talk.id, number=n, hearers=[*line.hearers])
        for n, line in enumerate(talk.lines)
    ]
    return TalkView(talk=talk.id, participants=[*talk.participants], lines=lines)


def _person(body: Body, by_person: bool) -> PersonSnapshot:
    activity = body.activity
    return PersonSnapshot(
        who=body.name,
        path=[*body.path],
        departed=body.departed,
        doing=activity.doing,
        emoji=activity.emoji,
        at=_text(activity.at),
        using=_text(body.using),
        arrived=body.arrived,
        asleep=activity.asleep,
        talk=body.talk,
        by_person=by_person,
    )


def _odd_states(world: World, setting: Setting) -> Iterator[tuple[str, str]]:
    for address in sorted({*world.objects, *world.users}):
        item = setting.objects[address]
        if (state := world.state_of(item)) != item.state:
            yield str(address), state


def _text(address: Address | None) -> str:
    return str(address) if address else ""


def _says(said: events.Said, step: int) -> Says:
    return Says(
        s=step,
        who=said.speaker,
        to=said.to,
        text=said.text,
        talk=said.talk,
        number=said.number,
        hearers=[*said.hearers],
    )


def _feed_event(event: RunEvent, step: int, past: WorldHistory) -> FeedEvent | None:
    """Return the feed event that shows a world event; None if it is invisible."""
    match event:
        case events.Appeared(agent, tile):
            return Appears(s=step, who=agent, tile=tile, visitor=past.joined[agent].visitor)
        case events.Departed(agent):
            return Departs(s=step, who=agent)
        case events.Acted(agent, path, activity):
            at, asleep = _text(activity.at), activity.asleep
            return Acts(
                s=step, who=agent, path=[*path], doing=activity.doing, emoji=activity.emoji, at=at, asleep=asleep
            )
        case events.Arrived(agent, tile, using):
            return Arrives(s=step, who=agent, tile=tile, using=_text(using))
        case events.Halted(agent, tile):
            return Halts(s=step, who=agent, tile=tile)
        case events.Blocked(agent, _, obstacle, tile):
            return Halts(s=step, who=agent, tile=tile, obstacle=obstacle)
        case events.Said() as said:
            return _says(said, step)
        case events.TalkEnded(talk, participants):
            return TalkEnds(s=step, talk=talk, participants=[*participants])
        case events.Announced(place, text):
            return Announces(s=step, place=str(place), text=text)
        case Embodied(agent, by_person):
            return Embodies(s=step, who=agent, by_person=by_person)
        # A changed state is told by `_changed_objects`: how an object looks also depends on who uses it.
        case (
            events.StateChanged()
            | events.SteppedAside()
            | events.Left()
            | events.Whispered()
            | events.Told()
            | Joined()
            | HandedOver()
            | MoveAsked()
            | MindChanged()
            | Shown()
            | TookIn()
        ):
            return None
