"""Draws hours of a run, and prints their lines as a reading sheet for a person to fill in."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from io import StringIO
from random import Random

from townlet.cognition.wording import say_date
from townlet.errors import BadInput
from townlet.measures.reading_sheet import COMMENT, READER_ROW, RUN_ROW, SHEET_COLUMNS, WINCES
from townlet.measures.table import write_csv_rows
from townlet.reporting.script import ScriptBeat, ScriptScene, read_script
from townlet.runfile.rows import RunHeader
from townlet.runfile.view import RunSource, open_view
from townlet.world.clock import Clock
from townlet.world.tree import clock_words

SHEET_HOURS = 4
"""How many hours a sheet has by default."""

_HOW_TO = (
    "Read the lines aloud. Where a line makes you wince, write a class and 'mild' or 'severe' before it.",
    "Leave both empty where a line is fine. One class per line: the worst. severe: nobody would say this.",
    f"When you have read everything, write your name beside '{READER_ROW}'.",
)


def draw_sheet(
    run: RunSource, hours: int = SHEET_HOURS, *, since: str = "start", until: str = "end", seed: int | None = None
) -> str:
    """Return a reading sheet of some hours with talk as CSV, for a person to mark lines that ring false.

    The hours are drawn with `seed`, by default the run's. `townlet.score_sheets` adds up the marks. Raises BadInput,
    RunFileError.
    """
    view = open_view(run)
    seed = view.header.seed if seed is None else seed
    scenes = read_script(view, since=since, until=until)
    judged = {line.utterance for line in view.lines() if not line.typed and line.speaker in view.residents}
    drawn = draw_hours_with_talk(scenes, judged, hours, seed)
    if not drawn:
        raise BadInput(f"Nobody talks in this part of {view.path}, so there is nothing to read. Choose another part.")
    return compose_sheet(drawn, judged, view.header, view.clock, seed)


def draw_hours_with_talk(
    scenes: Sequence[ScriptScene], judged: Collection[str], hours: int, seed: int
) -> list[ScriptScene]:
    """Return the scenes with talk of some hours, drawn at random from the hours that have talk.

    `judged` holds the ids of the lines to be read; other lines do not make a scene one with talk.
    """
    talking = [scene for scene in scenes if any(beat.utterance in judged for beat in scene.beats)]
    found = sorted({scene.hour for scene in talking})
    picked = Random(seed).sample(found, min(hours, len(found)))
    return [scene for scene in talking if scene.hour in picked]


def compose_sheet(
    scenes: Sequence[ScriptScene], judged: Collection[str], header: RunHeader, clock: Clock, seed: int
) -> str:
    """Return a reading sheet as CSV. Rows that begin with '#' say what goes on around the lines."""
    page = StringIO(newline="")
    title = f"{COMMENT} Reading sheet: {header.town} with seed {header.seed}; hours drawn with seed {seed}"
    write_csv_rows(page, [title], _rows(scenes, judged, header, clock))
    return page.getvalue()


def _rows(
    scenes: Sequence[ScriptScene], judged: Collection[str], header: RunHeader, clock: Clock
) -> Iterator[Sequence[object]]:
    yield from ([f"{COMMENT} {text}"] for text in _HOW_TO)
    yield from ([f"{COMMENT} class {wince}: {meaning}"] for wince, meaning in WINCES.items())
    yield READER_ROW, ""
    yield RUN_ROW, header.id
    yield SHEET_COLUMNS
    lines, talks, hour = 0, dict[str, int](), -1
    for scene in scenes:
        if scene.hour != hour:
            hour, time = scene.hour, clock.at(scene.beats[0].step)
            yield [f"{COMMENT} {say_date(time)}, {clock_words(time.hour * 60)}"]
        yield [f"{COMMENT} {scene.place.upper()}"]
        for beat in scene.beats:
            if beat.utterance not in judged:
                yield from _note(beat, clock)
                continue
            lines += 1
            talk = talks.setdefault(beat.talk, len(talks) + 1)
            when = clock_words(clock.minute(beat.step))
            yield lines, "", "", talk, when, beat.who, beat.to, beat.text, beat.utterance


def _note(beat: ScriptBeat, clock: Clock) -> Iterator[Sequence[object]]:
    """Yield what happens between the lines, or what a visitor says. Nobody hears thoughts, so they are left out."""
    when = clock_words(clock.minute(beat.step))
    if beat.kind == "direction":
        yield [f"{COMMENT} {when} ({beat.text})"]
    elif beat.kind == "line":
        yield [f"{COMMENT} {when} {beat.who.upper()}: {beat.text}"]
