"""Exports of a run, or of chapters of its story, as one web page that opens from disk."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from townlet.errors import BadInput, quote_for_shell
from townlet.runfile.study_files import refuse_overwriting, write_atomically
from townlet.runfile.view import RunSource, open_view
from townlet.server import client_files
from townlet.server.run_session import RunSession
from townlet.server.standalone_page.excerpt import Excerpt, take_chapters
from townlet.server.standalone_page.page import render_standalone_page
from townlet.server.standalone_page.parts import export_parts

_CHAPTERS = re.compile(r"(?P<first>[0-9]{1,6})(-(?P<last>[0-9]{1,6}))?")
"""Such as '3' or '3-8'."""
_MOST_CHAPTERS = 1000
"""No story has more; of a range beyond, the ends are enough to refuse it."""


def export_page(
    run: RunSource,
    out: Path | str,
    chapters: str = "",
    *,
    force: bool = False,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> int:
    """Write a run, or some chapters of its story such as '3-8' or '1,4-6', as one web page. Return its size in bytes.

    The page opens from disk without a server. `force` overwrites a file; `on_progress` is called with the parts
    done and their number. Raises BadInput, RunFileError, OSError.
    """
    path, out = open_view(run).path, Path(out)
    refuse_overwriting(out, path, force)
    numbers = _parse_chapters(chapters)
    session = RunSession(path)
    excerpt = _take_chapters(session, numbers, path) if numbers else None
    title = f"{session.info().town}: {path.stem}"
    parts = export_parts(session, on_progress, excerpt)
    write_atomically(out, render_standalone_page(client_files.CLIENT_FOLDER, title, parts))
    return out.stat().st_size


def _parse_chapters(text: str) -> list[int]:
    """Return the numbers in a text such as '3-8' or '1,4-6', in order; none if it is empty. Raises BadInput."""
    if not text:
        return []
    numbers: set[int] = set()
    for part in text.split(","):
        found = _CHAPTERS.fullmatch(part.strip())
        if not found:
            raise BadInput(f"--chapters {text} names no chapters. Give numbers and ranges, such as 3-8 or 1,4-6.")
        first = int(found["first"])
        last = int(found["last"] or first)
        if not 1 <= first <= last:
            raise BadInput(f"--chapters {text}: a range goes from a smaller number, 1 or more, to a larger one.")
        numbers.update((first, last) if last > _MOST_CHAPTERS else range(first, last + 1))
    return sorted(numbers)


def _take_chapters(session: RunSession, numbers: list[int], run: Path) -> Excerpt:
    """Return the excerpt of these chapters. Raises BadInput."""
    try:
        return take_chapters(session.read_model, numbers)
    except IndexError:
        count = len(session.read_model.teller.story(session.read_model.next_step, live=False).chapters)
        told = f"{count} chapter{'s' * (count != 1)}" if count else "no chapters"
        list_them = f"`townlet story {quote_for_shell(str(run))}` lists them"
        raise BadInput(f"The story of {run} has {told}; there is no chapter {numbers[-1]}. {list_them}.") from None
