"""The parts of which an exported page is made, in the order in which it wants them."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath

from townlet.server.exporting.dealings import dealings
from townlet.server.exporting.lives import lives
from townlet.server.exporting.things import things
from townlet.server.portrayal import MAPS, PICTURES, town_shown
from townlet.server.protocol.exported import ExportedRun
from townlet.server.protocol.part import Part
from townlet.server.stage import Stage
from townlet.server.watching import Watching

Watch = Callable[[int, int], None]


def parts(stage: Stage, watch: Watch) -> Iterator[tuple[str, Part]]:
    """Each part with its name. `watch` is told how many are done, and of how many."""
    watching = stage.watching
    hours = range(0, watching.until, watching.hour)
    every = len(hours) + len(watching.past.joined) + 3
    for done, part in enumerate(_parts(stage, hours)):
        watch(done, every)
        yield part


def _parts(stage: Stage, hours: range) -> Iterator[tuple[str, Part]]:
    watching = stage.watching
    yield "run", _run(stage)
    for number, start in enumerate(hours):
        yield f"hour {number}", watching.film.reel(start, min(start + watching.hour, watching.until))
    yield "dealings", dealings(watching)
    yield "things", things(watching)
    for number, life in enumerate(lives(watching)):
        yield f"life {number}", life


def _run(stage: Stage) -> ExportedRun:
    watching = stage.watching
    return ExportedRun(
        session=stage.session.model_copy(update={"mode": "replay", "can_command": False}),
        town=town_shown(watching.town, watching.past),
        marks=watching.marks.between(0, watching.until),
        people=[*watching.past.joined],
        files=dict(_files(watching)),
    )


def _files(watching: Watching) -> Iterator[tuple[str, str]]:
    """The town's map and pictures, as addresses that hold them."""
    for path, content in watching.town.files.items():
        if media := (MAPS | PICTURES).get(PurePosixPath(path).suffix.lower()):
            yield path, f"data:{media};base64,{base64.b64encode(content).decode('ascii')}"
