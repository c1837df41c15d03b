"""`townlet towns` and `townlet check`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any

import typer

from townlet.cli.errors import BAD_INPUT
from townlet.cli.options import JsonOption, TownArgument
from townlet.cli.output import format_count, print_json

if TYPE_CHECKING:
    from townlet.evaluation.rehearsal import Rehearsal, RehearsedEvent
    from townlet.offline.readings import Reading
    from townlet.town import Town


def towns_command(as_json: JsonOption = False) -> None:
    """List the built-in towns.

    Example:

      townlet towns
    """
    from townlet.town import builtin_towns, load_town

    found = {name: load_town(name) for name in builtin_towns()}
    if as_json:
        print_json([{"town": name, **_figures(town)} for name, town in found.items()])
        return
    for name, town in found.items():
        typer.echo(f"{name:<12} {len(town.people):>3} people  {town.about}")


def check_command(
    town: TownArgument,
    readings: Annotated[
        bool, typer.Option("--readings", help="Also list what the offline model reads each person's sentences as.")
    ] = False,
    rehearse: Annotated[
        bool, typer.Option("--rehearse", help="Also live the town's days once with the offline model.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Check a town, and list all its defects at once.

    The exit status is 2 if the town has a defect. An event of which the day, the hour or the place is not understood
    is one, and an event that begins while its place is closed. A note names each sentence about a day to come on which
    nobody acts.

    A rehearsal keeps no run file. It tells which events were held and who came, who learnt the news, what became of
    each need, who was away from work, and who never spoke.

    Examples:

      townlet check my-town

      townlet check my-town --readings

      townlet check my-town --rehearse
    """
    from townlet.offline.readings import check_town, events_untold, read_descriptions, speaks_another, town_notes
    from townlet.town import TownError

    try:
        loaded = check_town(town)
    except TownError as error:
        if not as_json:
            raise
        print_json({"town": town, "sound": False, "defects": list(error.defects)})
        raise typer.Exit(BAD_INPUT) from None
    figures, found, notes = _figures(loaded), read_descriptions(loaded), [*town_notes(loaded, town)]
    lived = _rehearse(loaded, town) if rehearse and not speaks_another(loaded) else None
    if as_json:
        read = {"readings": [asdict(each) for each in found]} if readings else {}
        played = {"rehearsal": asdict(lived)} if lived else {}
        told = {"defects": [], "notes": notes, "untold_events": [*events_untold(loaded)]}
        print_json({"town": town, "sound": True, **told, **figures, **read, **played})
        return
    tiles = f"{figures['width']} x {figures['height']} tiles"
    contents = f"{figures['people']} people, {figures['places']} places and {figures['objects']} objects on {tiles}"
    typer.echo(f"{town} has no defects: {contents}.")
    for line in notes:
        typer.echo(f"Note: {line.removesuffix('.')}.")
    if other := speaks_another(loaded):
        typer.echo(other)
        return
    idle = sum(not each.acted_on for each in found)
    typer.echo(
        f"People act on {len(found) - idle} of the {format_count(len(found), 'clause')} of their stories, and remember "
        f"the other {idle}{'.' if readings else '; --readings lists how each is read.'}"
    )
    for each in (each for each in found if each.note):
        said = each.sentence if len(each.sentence) <= _MOST_SHOWN else f"{each.sentence[:_MOST_SHOWN]}…"
        typer.echo(f"Note: {each.person}: {said!r}: {each.note}.")
    for line in events_untold(loaded):
        typer.echo(f"Note: {line}.")
    for line in (*(_told(found) if readings else ()), *(_rehearsed(lived) if lived else ())):
        typer.echo(line)


_MOST_SHOWN = 200
"""How many letters a note shows of a sentence."""


def _told(readings: Iterable[Reading]) -> Iterator[str]:
    """Yield how each sentence is read: under each person, a line a clause."""
    for person, own in groupby(readings, key=lambda each: each.person):
        yield f"\n{person}"
        for each in own:
            parts = (each.about if each.acted_on else "", each.place, each.when)
            told = " | ".join(part for part in parts if part)
            kind = each.kind if each.acted_on else "-"
            yield f"  {kind:<9} {each.sentence}{f'  [{told}]' if told else ''}"


def _rehearse(loaded: Town, town: str) -> Rehearsal:
    from townlet.cli.progress import show_progress
    from townlet.evaluation.rehearsal import rehearse_town

    with show_progress("living the days") as tell:
        return rehearse_town(
            town,
            on_step=lambda log, simulation: tell(
                simulation.next_step, round(loaded.days * simulation.engine.state.clock.steps_a_day)
            ),
        )


def _rehearsed(lived: Rehearsal) -> Iterator[str]:
    """Yield what came of a town's files in its rehearsal."""
    lasted = f"{lived.days:.10g} days with the offline model, seed {lived.seed}"
    yield f"\nRehearsal: {lasted}. With another seed they may go otherwise."
    for event in lived.events:
        yield f"  {_event_told(event)}"
    for news in lived.news:
        learnt = f"; learnt by {', '.join(news.learnt)}" if news.learnt else "; nobody learnt it"
        yield f"  News: {news.name}, known to {len(news.knew)} of {lived.people} at the start{learnt}."
    for need in lived.needs:
        asked = f"asked of {', '.join(need.asked) or 'nobody'}"
        yield f"  Need: {need.person} needs {need.thing}: {asked}{_BECAME[need.state]}."
    for person, day, place, share in lived.away_from_work:
        yield f"  Work: on day {day} {person} was at {place} for {share:.0%} of the hours of work."
    if lived.silent:
        yield f"  Silent: {', '.join(lived.silent)}."


_BECAME = {"met": "; met", "lapsed": "; too late now", "promised": "; promised", "asked": "; not promised", "open": ""}
"""What became of a need, after whom it was asked of."""


def _event_told(event: RehearsedEvent) -> str:
    about = f"Event: {event.name} ({event.place}, {event.when})"
    if not event.over:
        return f"{about}: the days end before it does; give 'days' in town.toml a larger number."
    host = f", {event.host} {'as host' if event.host_came else 'was not there'}" if event.host else ""
    came = f"{', '.join(event.came)} came" if event.came else "nobody came"
    absent = [name for name in event.invited if name not in event.came]
    stayed = f"; invited, and did not come: {', '.join(absent)}" if absent else ""
    return f"{about}: {'held' if event.held else 'NOT HELD'}; {came}{host}{stayed}."


def _figures(town: Town) -> dict[str, Any]:
    setting = town.setting
    return {
        "name": town.name,
        "about": town.about,
        "people": len(town.people),
        "places": len(setting.places),
        "objects": len(setting.objects),
        "width": setting.tiles.width,
        "height": setting.tiles.height,
        "start": town.start.isoformat(),
        "days": town.days,
    }
