"""The page of a question about causes: the answer, each thing that was tried with its effect, and both worlds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from townlet.reporting.page.html import render_page
from townlet.runfile.study_files import write_atomically
from townlet.runfile.view import RunView
from townlet.studies.causes.result import Causes, TriedCause
from townlet.studies.page import template_text
from townlet.studies.partings import first_line_that_differs

BAR_WIDTH = 120
"""The width of the bar of the largest effect, in units of its drawing."""


@dataclass(frozen=True)
class ComparedWorlds:
    """The run, and the world in which something was not taken in, at the first line that differs."""

    title: str
    change: str
    instead: str
    when: str
    lines: tuple[str, str]
    world: Path


@dataclass(frozen=True)
class EffectBar:
    """How wide an effect and the placebos' strongest one are drawn."""

    effect: float
    band: float


def render_causes_page(found: Causes) -> str:
    """Return the page as HTML that loads nothing from elsewhere. Raises RunFileError."""
    largest = max((each.effect for each in (*found.tried, *found.placebos, *found.pairs)), default=0) or 1
    band = max((each.effect for each in found.placebos), default=0)
    shown: list[TriedCause] = [*found.causes, *(pair for pair in found.pairs if pair.made_a_difference)]
    variables: dict[str, Any] = {
        "found": found,
        "rows": [(each, _bar(each, band, largest)) for each in found.tried],
        "placebos": [(each, _bar(each, band, largest)) for each in found.placebos],
        "worlds": [_compared(found, each) for each in shown],
        "notes": [note.strip() for note in found.notes()],
        "width": BAR_WIDTH,
    }
    return render_page(template_text("causes.html"), variables)


def write_causes_page(found: Causes, path: Path | str) -> None:
    """Write the page of an answer as one HTML file. Raises StudyError, RunFileError, OSError."""
    write_atomically(Path(path), [render_causes_page(found)])


def _bar(each: TriedCause, band: float, largest: float) -> EffectBar:
    return EffectBar(BAR_WIDTH * each.effect / largest, BAR_WIDTH * band / largest)


def _compared(found: Causes, each: TriedCause) -> ComparedWorlds:
    views = [RunView(path, before_step=found.question.until) for path in (found.run, each.world)]
    differs = first_line_that_differs(views)
    when, lines = (found.when(differs[0]), differs[1]) if differs else ("", ("", ""))
    return ComparedWorlds(str(each), found.change(each), found.told_instead(each), when, lines, each.world)
