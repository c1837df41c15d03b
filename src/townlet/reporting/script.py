"""A run as a play script: beats (lines, thoughts and stage directions), the scenes they form, and sheets to mark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from random import Random
from typing import Literal

from townlet.errors import BadInput
from townlet.measures.text.wording import (
    capitalise_first,
    describe_hindrance,
    insight_text,
    plan_change_text,
    promise_text,
    walk_destination,
)
from townlet.memory.record import Memory
from townlet.runfile.event_log import StepLog
from townlet.runfile.lookup import find_person
from townlet.runfile.moments import RunTimeline
from townlet.runfile.view import RunSource, open_view
from townlet.state.run_state import RunState
from townlet.world.clock import Clock
from townlet.world.events import (
    Acted,
    Announced,
    Arrived,
    Blocked,
    Departed,
    Said,
    StateChanged,
    Told,
    Whispered,
    WorldEvent,
)
from townlet.world.tree import label, spoken

SETS_OUT = "sets out for"


@dataclass(frozen=True)
class ScriptBeat:
    """One entry of the script."""

    step: int
    place: str
    """The heading under which it stands."""
    kind: Literal["direction", "line", "thought"]
    who: str
    text: str
    talk: str = ""
    """The talk that a spoken line belongs to."""
    to: str = ""
    """Whom a spoken line addresses."""
    utterance: str = ""
    """The id of a line of a talk; empty for words that a user's persona says."""


def collect_beats(log: StepLog, state: RunState) -> Iterator[ScriptBeat]:
    """Yield the beats of a step, given the state after the step."""
    for event in (*log.commands, *log.passing, *log.actions):
        yield from _collect_from_event(event, log.step, state)  # type: ignore[arg-type]
    for memory in log.memories:
        yield from _collect_from_memory(memory, log.step, state)


def _collect_from_event(event: WorldEvent, step: int, state: RunState) -> Iterator[ScriptBeat]:
    match event:
        case Said(talk, speaker, to, text):
            place = _whereabouts(speaker, state, step)
            yield ScriptBeat(step, place, "line", speaker, text, talk, to, event.utterance)
        case Told(agent, persona, text):
            yield ScriptBeat(step, _whereabouts(agent, state, step), "line", persona, text, f"{step}-{persona}", agent)
        case StateChanged(address, new_state, by=""):
            heading = label(address.parent or address)
            yield ScriptBeat(step, heading, "direction", "", f"{capitalise_first(spoken(address))} is {new_state}.")
        case Announced(place, text):
            yield ScriptBeat(step, label(place), "direction", "", f"{capitalise_first(text.rstrip('.'))}.")
        case _:
            yield from _collect_direction(event, step, state)


def _collect_direction(event: WorldEvent, step: int, state: RunState) -> Iterator[ScriptBeat]:
    text = _describe_event(event, state)
    agent = getattr(event, "agent", "")
    if text:
        end = "" if text.endswith((".”", "!”", "?”")) else "."
        yield ScriptBeat(step, _whereabouts(agent, state, step), "direction", agent, f"{agent} {text}{end}")


def _describe_event(event: WorldEvent, state: RunState) -> str:
    match event:
        case Acted():
            there = walk_destination(event, state.terrain.doors)
            return f"{SETS_OUT} {there}" if there else ""
        case Arrived(agent):
            activity = state.world.bodies[agent].activity
            return "goes to sleep" if activity.asleep else f"is {activity.doing}"
        case Blocked():
            return describe_hindrance(event)
        case Whispered(text=text):
            return f"hears an inner voice: “{text}”"
        case Departed():
            return "leaves the town"
        case _:
            return ""


def _whereabouts(agent: str, state: RunState, step: int) -> str:
    body = state.world.bodies.get(agent)
    place = state.terrain.doors.place_at(body.tile(step)) if body else None
    return label(place) if place else "out of doors"


def _collect_from_memory(memory: Memory, step: int, state: RunState) -> Iterator[ScriptBeat]:
    who = memory.id.agent
    place = _whereabouts(who, state, step)
    if thought := insight_text(memory):
        yield ScriptBeat(step, place, "thought", who, capitalise_first(thought))
    elif change := plan_change_text(memory):
        yield ScriptBeat(step, place, "direction", who, change)
    elif promised := promise_text(memory):
        yield ScriptBeat(step, place, "direction", who, f"{who} promises {promised}")


@dataclass(frozen=True)
class ScriptScene:
    """The beats of one hour at one place."""

    hour: int
    """Hours since midnight before the run's first day."""
    place: str
    beats: tuple[ScriptBeat, ...]


def arrange_by_time(beats: Iterable[ScriptBeat], clock: Clock) -> list[ScriptScene]:
    """Return the scenes strictly in order of time: a new scene starts with each hour and each change of place."""
    grouped = _group_talks(_without_repeats(beats))
    runs = groupby(grouped, lambda beat: (hour_number(beat.step, clock), beat.place))
    return [ScriptScene(hour, place, tuple(inside)) for (hour, place), inside in runs]


def arrange_by_place(beats: Iterable[ScriptBeat], clock: Clock) -> list[ScriptScene]:
    """Return one scene for each place and hour, in order of time. A talk stays in the hour and place where it began."""
    grouped = _group_talks(_without_repeats(beats))
    found: list[ScriptScene] = []
    for hour, group in groupby(grouped, lambda beat: hour_number(beat.step, clock)):
        places: dict[str, list[ScriptBeat]] = {}
        for beat in group:
            places.setdefault(beat.place, []).append(beat)
        found.extend(ScriptScene(hour, place, tuple(inside)) for place, inside in places.items())
    return found


def hour_number(step: int, clock: Clock) -> int:
    """Return the hour that a step falls into, counted from the midnight before the first day."""
    return (clock.minute(0) * 60 + step * clock.step_seconds) // 3600


def _group_talks(beats: Iterable[ScriptBeat]) -> list[ScriptBeat]:
    """Move all lines of a talk to its first line. Everything else stays in order."""
    opened: dict[str, ScriptBeat] = {}
    placed: list[tuple[tuple[int, int, int], ScriptBeat]] = []
    for place, beat in enumerate(beats):
        first = opened.setdefault(beat.talk, beat) if beat.talk else beat
        key = (first.step, 1 if beat.talk else 0, place)
        placed.append((key, replace(beat, place=first.place, step=first.step)))
    return [beat for _, beat in sorted(placed, key=lambda pair: pair[0])]


def _without_repeats(beats: Iterable[ScriptBeat]) -> list[ScriptBeat]:
    """Drop stage directions that repeat the person's last one: the same activity, or the same destination."""
    last: dict[str, tuple[str, str]] = {}
    kept = []
    for beat in beats:
        content = ("" if f" {SETS_OUT} " in beat.text else beat.place, beat.text)
        if beat.kind == "direction" and last.get(beat.who) == content:
            continue
        if beat.kind == "direction":
            last[beat.who] = content
        kept.append(beat)
    return kept


def read_script(
    run: RunSource, person: str = "", *, since: str = "start", until: str = "end", sample: int | None = None
) -> list[ScriptScene]:
    """Return what people of a run do, say and think between two moments, as scenes in order of time.

    `person` is a name or a part of one: then only what this person does, says, hears and thinks. `sample` is a number
    of hours, which are drawn with the run's seed. Raises BadInput, RunFileError.
    """
    view = open_view(run)
    timeline, clock = RunTimeline.of(view), view.clock
    first, end = timeline.step(since), timeline.step(until)
    if first >= end:
        raise BadInput(f"--from {since!r} is not before --to {until!r}. Swap them.")
    beats: list[ScriptBeat] = []
    names: list[str] = []
    for log, state in view.states(end):
        names = list(state.agents)
        if log.step >= first:
            beats.extend(collect_beats(log, state))
    if person:
        scenes = arrange_by_time(filter_person(beats, find_person(person, names)), clock)
    else:
        scenes = arrange_by_place(beats, clock)
    if sample is None:
        return scenes
    hours = sorted({scene.hour for scene in scenes})
    picked = Random(view.header.seed).sample(hours, min(sample, len(hours)))
    return [scene for scene in scenes if scene.hour in picked]


def filter_person(beats: Sequence[ScriptBeat], name: str) -> list[ScriptBeat]:
    """Return what a person does and thinks, and every line of the talks that they take part in."""
    talks = {beat.talk for beat in beats if beat.talk and name in (beat.who, beat.to)}
    return [beat for beat in beats if beat.who == name or beat.talk in talks]
