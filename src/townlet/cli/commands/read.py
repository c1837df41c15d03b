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
from townlet.cli.terminal.sheet import SHEET_HOURS, compose_sheet, draw_hours_with_talk
from townlet.cli.times import RunTimeline
from townlet.cognition.wording import say_date
from townlet.runfile.view import RunView
from townlet.world.clock import Clock
from townlet.world.tree import clock_words

_WIDTH = 96


@dataclass(frozen=True)
class ReadOptions:
    """Which part of a run to print."""

    person: str
    since: str
    until: str
    sample: int | None = None
    sheet: int | None = None
    """For a reading sheet: how many hours to draw."""
    seed: int | None = None
    """The seed that draws the hours; by default the run's."""


def print_script(run: Path, options: ReadOptions, as_json: bool) -> None:
    """Print the selected part of a run as a script. Raises BadInput, RunFileError."""
    view = RunView(run)
    timeline = RunTimeline.of(view)
    seed = view.header.seed if options.seed is None else options.seed
    first, end = timeline.step(options.since), timeline.step(options.until)
    if first >= end:
        raise BadInput(f"--from {options.since!r} is not before --to {options.until!r}. Swap them.")
    beats: list[ScriptBeat] = []
    names: list[str] = []
    for log, state in view.states(end):
        names = list(state.agents)
        if log.step >= first:
            beats.extend(collect_beats(log, state))
    clock = Clock(timeline.start, timeline.step_seconds)
    if options.person:
        scenes = arrange_by_time(filter_person(beats, find_person(options.person, names)), clock)
    else:
        scenes = arrange_by_place(beats, clock)
    if options.sheet:
        typer.echo(_compose_sheet(view, scenes, options.sheet, seed), nl=False)
        return
    chosen = _sample_scenes(scenes, options.sample, seed)
    if as_json:
        print_json([_scene_json(scene, clock) for scene in chosen])
        return
    lines = list(_format_script(chosen, clock))
    make_console().print("\n".join(lines or ["Nothing notable happens."]), soft_wrap=True)


def _compose_sheet(view: RunView, scenes: list[ScriptScene], hours: int, seed: int) -> str:
    judged = {line.utterance for line in view.lines() if not line.typed and line.speaker in view.residents}
    drawn = draw_hours_with_talk(scenes, judged, hours, seed)
    if not drawn:
        raise BadInput(f"Nobody talks in this part of {view.path}, so there is nothing to read. Choose another part.")
    return compose_sheet(drawn, judged, view.header, view.clock, seed)


def filter_person(beats: Sequence[ScriptBeat], name: str) -> list[ScriptBeat]:
    """Return what a person does and thinks, and every line of the talks that they take part in."""
    talks = {beat.talk for beat in beats if beat.talk and name in (beat.who, beat.to)}
    return [beat for beat in beats if beat.who == name or beat.talk in talks]


def _sample_scenes(scenes: list[ScriptScene], sample: int | None, seed: int) -> list[ScriptScene]:
    """Return the scenes of `sample` hours, drawn with the seed from the hours in which something happens."""
    if sample is None:
        return scenes
    hours = sorted({scene.hour for scene in scenes})
    picked = Random(seed).sample(hours, min(sample, len(hours)))
    return [scene for scene in scenes if scene.hour in picked]


def _format_script(chosen: Sequence[ScriptScene], clock: Clock) -> Iterator[str]:
    hour = -1
    for scene in chosen:
        if scene.hour != hour:
            hour = scene.hour
            yield from ("", _format_heading(scene.beats[0], clock))
        yield from ("", scene.place.upper(), "")
        talk = ""
        for beat in scene.beats:
            yield from _format_beat(beat, clock, opens=bool(beat.talk) and beat.talk != talk)
            talk = beat.talk


def _format_heading(beat: ScriptBeat, clock: Clock) -> str:
    time = clock.at(beat.step)
    return f"— {say_date(time)}, {clock_words(time.hour * 60)} —"


def _format_beat(beat: ScriptBeat, clock: Clock, opens: bool) -> Iterator[str]:
    when = clock_words(clock.minute(beat.step))
    match beat.kind:
        case "direction":
            yield from _wrap(f"  {when:>8}  (", f"{beat.text})", 13)
        case "thought":
            yield from _wrap(f"  {when:>8}  [{beat.who} thinks: ", f"{beat.text}]", 13)
        case "line":
            if opens:
                yield from _wrap(f"  {when:>8}  (", f"{beat.who} turns to {beat.to}.)", 13)
            yield from _wrap(f"            {beat.who.upper()}: ", beat.text, 14)


def _wrap(lead: str, text: str, indent: int) -> list[str]:
    return textwrap.wrap(lead + text, _WIDTH, subsequent_indent=" " * indent, drop_whitespace=True)


def _scene_json(scene: ScriptScene, clock: Clock) -> dict[str, Any]:
    beats = [{"time": clock.at(beat.step).isoformat(), **asdict(beat)} for beat in scene.beats]
    return {"hour": clock.at(scene.beats[0].step).isoformat()[:13], "place": scene.place, "beats": beats}


ReadPersonOption = Annotated[
    str, typer.Option("--person", metavar="P", help="Show only what this person does, says, hears and thinks.")
]
FromOption = Annotated[str, typer.Option("--from", metavar="TIME", help="The moment to begin at.")]
ToOption = Annotated[str, typer.Option("--to", metavar="TIME", help="The moment to end at.")]
SampleHoursOption = Annotated[
    int | None, typer.Option(min=1, metavar="N", help="Show only N hours, chosen at random with the run's seed.")
]
SheetOption = Annotated[
    bool, typer.Option("--sheet", help="Print hours with talk, chosen at random, as a CSV sheet for marking lines.")
]
SheetHoursOption = Annotated[
    int | None,
    typer.Option("--hours", min=1, metavar="N", help=f"With --sheet: how many hours; by default {SHEET_HOURS}."),
]
DrawSeedOption = Annotated[
    int | None,
    typer.Option("--seed", metavar="N", help="With --sheet: the seed that chooses the hours; by default the run's."),
]


def read_command(  # noqa: PLR0913 - as many as the command has options
    run: RunFileArgument,
    person: ReadPersonOption = "",
    since: FromOption = "start",
    until: ToOption = "end",
    sample: SampleHoursOption = None,
    sheet: SheetOption = False,
    hours: SheetHoursOption = None,
    seed: DrawSeedOption = None,
    as_json: JsonOption = False,
) -> None:
    """Read a run as a play script.

    Examples:

      townlet read my.townlet --from 8:00 --to 10:00

      townlet read my.townlet --person ann --from "day 2 7:00"

      townlet read my.townlet --sample 3

      townlet read my.townlet --sheet --hours 4 --seed 7 > sheet.csv
    """
    if sheet and (person or sample or as_json):
        raise BadInput("--sheet prints whole hours as CSV; leave out --person, --sample and --json.")
    if not sheet and (hours is not None or seed is not None):
        raise BadInput("--hours and --seed are for a reading sheet; add --sheet.")
    drawn = (hours or SHEET_HOURS) if sheet else None
    print_script(run, ReadOptions(person, since, until, sample, drawn, seed), as_json)
