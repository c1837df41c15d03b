"""Making the film of a run: from what happened in the world to what a watcher sees."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from operator import attrgetter

from townlet.analysis.history import TimedEvent, WorldHistory, WorldSnapshot
from townlet.runfile.events import Embodied
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
from townlet.world import events as happened
from townlet.world.address import Address
from townlet.world.setting import Setting
from townlet.world.state import Body, Talk, World

_step = attrgetter("s")


class EventFeed:
    """The film of a run as far as its past is known."""

    def __init__(self, past: WorldHistory) -> None:
        self._past = past
        self._happenings: list[FeedEvent] = []
        self._talks: dict[str, list[Says]] = {}
        self._using: dict[str, Address] = {}
        self._states: dict[Address, str] = {}

    def note(self, event: TimedEvent) -> None:
        """Film an event that has just been added to the past."""
        if shown := _shown(event.event, event.step, self._past):
            self._happenings.append(shown)
        if isinstance(shown, Says):
            self._talks.setdefault(shown.talk, []).append(shown)
        self._happenings.extend(self._turned(event))

    def between(self, from_step: int, to_step: int) -> Sequence[FeedEvent]:
        """What is seen from one step to another, which is not included."""
        first = bisect_left(self._happenings, from_step, key=_step)
        last = bisect_left(self._happenings, min(to_step, self._past.until), first, key=_step)
        return self._happenings[first:last]

    def talk(self, talk: str) -> Sequence[Says]:
        """The lines of a talk; none for one that never was."""
        return tuple(self._talks.get(talk, ()))

    def talks(self, who: str = "") -> list[Sequence[Says]]:
        """The lines of each talk, of everybody or of one person, in the order in which talks began."""
        talks = [tuple(lines) for lines in tuple(self._talks.values())]
        return [lines for lines in talks if not who or who in (lines[0].who, lines[0].to)]

    def reel(self, from_step: int, to_step: int) -> FeedSegment:
        """A stretch of the film, within what is known."""
        return FeedSegment(
            from_step=from_step,
            to_step=to_step,
            scene=take_snapshot(self._past.at(from_step), from_step, self._past.town.setting),
            events=list(self.between(from_step, to_step)),
        )

    def _turned(self, event: TimedEvent) -> Iterator[ObjectChanges]:
        """The objects that look different after an event."""
        for address, by in self._touched(event.event):
            item = self._past.town.setting.objects[address]
            state = self._past.world.state_of(item)
            if state != self._states.get(address, item.state):
                self._states[address] = state
                shown = "" if state == item.state else state
                yield ObjectChanges(s=event.step, object=str(address), state=shown, by=by)

    def _touched(self, event: object) -> Iterator[tuple[Address, str]]:
        """The objects whose state an event may have changed, and by whom."""
        match event:
            case happened.StateChanged(address, _, by):
                yield address, by
            case happened.Arrived(agent, _, Address() as using):
                self._using[agent] = using
                yield using, agent
            case happened.Acted(agent=agent) | happened.Departed(agent):
                if left := self._using.pop(agent, None):
                    yield left, agent


def take_snapshot(standing: WorldSnapshot, step: int, setting: Setting) -> TownSnapshot:
    """Everything to be seen when a step begins."""
    world = standing.world
    return TownSnapshot(
        step=step,
        people=[_person(body, name in standing.embodied) for name, body in sorted(world.bodies.items())],
        objects=dict(_odd_states(world, setting)),
        talks=[build_talk_view(talk) for talk in world.talks.values()],
    )


def build_talk_view(talk: Talk) -> TalkView:
    """A talk with its lines."""
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


def _shown(event: object, step: int, past: WorldHistory) -> FeedEvent | None:
    """What an event looks like; None for what nobody sees."""
    match event:
        case happened.Appeared(agent, tile):
            return Appears(s=step, who=agent, tile=tile, visitor=past.joined[agent].visitor)
        case happened.Departed(agent):
            return Departs(s=step, who=agent)
        case happened.Acted(agent, path, done):
            seen = {"doing": done.doing, "emoji": done.emoji, "at": _text(done.at), "asleep": done.asleep}
            return Acts(s=step, who=agent, path=[*path], **seen)
        case happened.Arrived(agent, tile, using):
            return Arrives(s=step, who=agent, tile=tile, using=_text(using))
        case happened.Halted(agent, tile):
            return Halts(s=step, who=agent, tile=tile)
        case happened.Blocked(agent, _, obstacle, tile):
            return Halts(s=step, who=agent, tile=tile, obstacle=obstacle)
        case happened.Said(talk, speaker, to, text, _, hearers, number):
            return Says(s=step, who=speaker, to=to, text=text, talk=talk, number=number, hearers=[*hearers])
        case happened.TalkEnded(talk, participants):
            return TalkEnds(s=step, talk=talk, participants=[*participants])
        case happened.Announced(place, text):
            return Announces(s=step, place=str(place), text=text)
        case Embodied(agent, by_person):
            return Embodies(s=step, who=agent, by_person=by_person)
    return None
