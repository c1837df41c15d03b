"""A run as a play script."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

from townlet.cli.beats import Beat, beats
from townlet.cli.failures import BadInput
from townlet.cli.people import find_person
from townlet.cli.printing import console, print_json
from townlet.cli.scenes import Scene, itinerary, scenes
from townlet.cli.times import Timeline
from townlet.cognition.telling import say_date
from townlet.engine.look import lived
from townlet.engine.simulation import opened
from townlet.world.clock import Clock
from townlet.world.tree import clock_words

WIDTH = 96


@dataclass(frozen=True)
class Extract:
    """Which part of a run to read, as it was asked for."""

    person: str
    since: str
    until: str
    sample: int | None


def read_script(run: Path, extract: Extract, as_json: bool) -> None:
    """Print the part of the run that was asked for."""
    with opened(run) as reader:
        timeline, seed = Timeline.of(reader), reader.header.seed
        first, end = timeline.step(extract.since), timeline.step(extract.until)
        if first >= end:
            raise BadInput(f"--from {extract.since!r} is not before --to {extract.until!r}; swap them.")
        told: list[Beat] = []
        names: list[str] = []
        for log, state in lived(reader, end):
            names = list(state.agents)
            if log.step >= first:
                told.extend(beats(log, state))
    clock = Clock(timeline.start, timeline.step_seconds)
    if extract.person:
        found = itinerary(of_person(told, find_person(extract.person, names)), clock)
    else:
        found = scenes(told, clock)
    chosen = _sampled(found, extract.sample, seed)
    if as_json:
        print_json([_scene_json(scene, clock) for scene in chosen])
        return
    lines = list(_script(chosen, clock))
    console().print("\n".join(lines or ["Nothing happens that could be told."]), soft_wrap=True)


def of_person(told: Sequence[Beat], name: str) -> list[Beat]:
    """What somebody does and thinks, and every talk that they are in."""
    talks = {beat.talk for beat in told if beat.talk and name in (beat.who, beat.to)}
    return [beat for beat in told if beat.who == name or beat.talk in talks]


def _sampled(found: list[Scene], sample: int | None, seed: int) -> list[Scene]:
    """The scenes of so many hours, picked by the seed from those in which something happens."""
    if sample is None:
        return found
    hours = sorted({scene.hour for scene in found})
    picked = Random(seed).sample(hours, min(sample, len(hours)))
    return [scene for scene in found if scene.hour in picked]


def _script(chosen: Sequence[Scene], clock: Clock) -> Iterator[str]:
    hour = -1
    for scene in chosen:
        if scene.hour != hour:
            hour = scene.hour
            yield from ("", _hour_heading(scene.beats[0], clock))
        yield from ("", scene.place.upper(), "")
        talk = ""
        for beat in scene.beats:
            yield from _lines(beat, clock, opens=bool(beat.talk) and beat.talk != talk)
            talk = beat.talk


def _hour_heading(beat: Beat, clock: Clock) -> str:
    time = clock.at(beat.step)
    return f"— {say_date(time)}, {clock_words(time.hour * 60)} —"


def _lines(beat: Beat, clock: Clock, opens: bool) -> Iterator[str]:
    when = clock_words(clock.minute(beat.step))
    match beat.kind:
        case "direction":
            yield from _wrapped(f"  {when:>8}  (", f"{beat.text})", 13)
        case "thought":
            yield from _wrapped(f"  {when:>8}  [{beat.who} thinks: ", f"{beat.text}]", 13)
        case "line":
            if opens:
                yield from _wrapped(f"  {when:>8}  (", f"{beat.who} turns to {beat.to}.)", 13)
            yield from _wrapped(f"            {beat.who.upper()}: ", beat.text, 14)


def _wrapped(lead: str, text: str, indent: int) -> list[str]:
    return textwrap.wrap(lead + text, WIDTH, subsequent_indent=" " * indent, drop_whitespace=True)


def _scene_json(scene: Scene, clock: Clock) -> dict[str, Any]:
    told = [{"time": clock.at(beat.step).isoformat(), **asdict(beat)} for beat in scene.beats]
    return {"hour": clock.at(scene.beats[0].step).isoformat()[:13], "place": scene.place, "beats": told}
