"""`townlet read`."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Annotated, Any

import typer

from townlet.cli.options import JsonOption, RunFileArgument
from townlet.cli.output import make_console, print_json
from townlet.cognition.wording import say_date
from townlet.errors import BadInput
from townlet.reporting.script import ScriptBeat, ScriptScene, read_script
from townlet.reporting.sheet import SHEET_HOURS, draw_sheet
from townlet.runfile.view import RunView
from townlet.world.clock import Clock
from townlet.world.tree import clock_words

_WIDTH = 96


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
    view = RunView(run)
    if sheet:
        typer.echo(draw_sheet(view, hours or SHEET_HOURS, since=since, until=until, seed=seed), nl=False)
        return
    scenes = read_script(view, person, since=since, until=until, sample=sample)
    if as_json:
        print_json([_scene_json(scene, view.clock) for scene in scenes])
        return
    lines = list(_format_script(scenes, view.clock))
    make_console().print("\n".join(lines or ["Nothing notable happens."]), soft_wrap=True)
