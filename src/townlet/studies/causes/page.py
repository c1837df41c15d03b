"""The page of a question about causes: the answer, each thing that was tried with its effect, and both worlds."""

from __future__ import annotations

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


def render_causes_page(found: Causes) -> str:
    """Return the page as HTML that loads nothing from elsewhere. Raises RunFileError."""
    shown = [*found.causes, *(pair for pair in found.pairs if pair.made_a_difference)]
    variables: dict[str, Any] = {
        "found": found,
        "worlds": [(each, *(line_where_worlds_part(found, each) or (None, ("", "")))) for each in shown],
        "band": max((each.effect for each in found.placebos), default=0),
        "largest": max((each.effect for each in (*found.tried, *found.placebos, *found.pairs)), default=0) or 1,
        "notes": [note.strip() for note in found.notes()],
        "width": BAR_WIDTH,
    }
    return render_page(template_text("causes.html"), variables)


def write_causes_page(found: Causes, path: Path | str) -> None:
    """Write the page of an answer as one HTML file. Raises StudyError, RunFileError, OSError."""
    write_atomically(Path(path), [render_causes_page(found)])


def line_where_worlds_part(found: Causes, tried: TriedCause) -> tuple[int, tuple[str, str]] | None:
    """Return when the run and another life first part in what is said, and what is said in each; None if nowhere."""
    return first_line_that_differs(
        [RunView(each, before_step=found.question.until) for each in (found.run, tried.world)]
    )
