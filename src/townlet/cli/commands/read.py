"""`townlet read`."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer

from townlet.cli.errors import BadInput
from townlet.cli.lookup import find_person
from townlet.cli.options import JsonOption, RunFileArgument
from townlet.cli.output import make_console, print_json
from townlet.cli.terminal.script import ScriptBeat, ScriptScene, arrange_by_place, arrange_by_time, collect_beats
from townlet.cli.times import RunTimeline
from townlet.cognition.wording import say_date
from townlet.runfile.view import RunView
from townlet.world.clock import Clock
from townlet.world.tree import clock_words

WIDTH = 96


@dataclass(frozen=True)
class ReadOptions:
    """Which part of a run to read, as it was asked for."""

    person: str
    since: str
    until: str
    sample: int | None


def print_script(run: Path, extract: ReadOptions, as_json: bool) -> None:
    """Print the part of the run that was asked for."""
    view = RunView(run)
    timeline, seed = RunTimeline.of(view), view.header.seed
    first, end = timeline.step(extract.since), timeline.step(extract.until)
    if first >= end:
        raise BadInput(f"--from {extract.since!r} is not before --to {extract.until!r}; swap them.")
    told: list[ScriptBeat] = []
    names: list[str] = []
    for log, state in view.states(end):
        names = list(state.agents)
        if log.step >= first:
            told.extend(collect_beats(log, state))
    clock = Clock(timeline.start, timeline.step_seconds)
    if extract.person:
        found = arrange_by_time(filter_person(told, find_person(extract.person, names)), clock)
    else:
        found = arrange_by_place(told, clock)
    chosen = _sampled(found, extract.sample, seed)
    if as_json:
        print_json([_scene_json(scene, clock) for scene in chosen])
        return
    lines = list(_script(chosen, clock))
    make_console().print("\n".join(lines or ["Nothing happens that could be told."]), soft_wrap=True)


def filter_person(told: Sequence[ScriptBeat], name: str) -> list[ScriptBeat]:
    """What somebody does and thinks, and every talk that they are in."""
    talks = {beat.talk for beat in told if beat.talk and name in (beat.who, beat.to)}
    return [beat for beat in told if beat.who == name or beat.talk in talks]


def _sampled(found: list[ScriptScene], sample: int | None, seed: int) -> list[ScriptScene]:
    """The scenes of so many hours, picked by the seed from those in which something happens."""
    if sample is None:
        return found
    hours = sorted({scene.hour for scene in found})
    picked = Random(seed).sample(hours, min(sample, len(hours)))
    return [scene for scene in found if scene.hour in picked]


def _script(chosen: Sequence[ScriptScene], clock: Clock) -> Iterator[str]:
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


def _hour_heading(beat: ScriptBeat, clock: Clock) -> str:
    time = clock.at(beat.step)
    return f"— {say_date(time)}, {clock_words(time.hour * 60)} —"


def _lines(beat: ScriptBeat, clock: Clock, opens: bool) -> Iterator[str]:
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


def _scene_json(scene: ScriptScene, clock: Clock) -> dict[str, Any]:
    told = [{"time": clock.at(beat.step).isoformat(), **asdict(beat)} for beat in scene.beats]
    return {"hour": clock.at(scene.beats[0].step).isoformat()[:13], "place": scene.place, "beats": told}


ReadPersonOption = Annotated[
    str, typer.Option("--person", metavar="P", help="Show only what this person does, says, hears and thinks.")
]
FromOption = Annotated[str, typer.Option("--from", metavar="TIME", help="The moment to begin at.")]
ToOption = Annotated[str, typer.Option("--to", metavar="TIME", help="The moment to end at.")]
SampleHoursOption = Annotated[
    int | None, typer.Option(min=1, metavar="N", help="Show only N hours, chosen at random with the run's seed.")
]


def read_command(
    run: RunFileArgument,
    person: ReadPersonOption = "",
    since: FromOption = "start",
    until: ToOption = "end",
    sample: SampleHoursOption = None,
    as_json: JsonOption = False,
) -> None:
    """Read a run as a play script.

    Examples:

      townlet read my.townlet --from 8:00 --to 10:00

      townlet read my.townlet --person ann --from "day 2 7:00"

      townlet read my.townlet --sample 3
    """

    print_script(run, ReadOptions(person, since, until, sample), as_json)
