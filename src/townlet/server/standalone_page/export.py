"""Exports of a run, or of chapters of its story, as one web page that opens from disk."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from townlet.errors import BadInput, quote_for_shell
from townlet.runfile.study_files import StudyError, refuse_overwriting, write_atomically
from townlet.runfile.view import RunSource, open_view
from townlet.server import client_files
from townlet.server.run_session import RunSession
from townlet.server.standalone_page.excerpt import Excerpt, take_chapters
from townlet.server.standalone_page.page import render_standalone_page
from townlet.server.standalone_page.parts import export_parts

_CHAPTERS = re.compile(r"(?P<first>[0-9]{1,6})(-(?P<last>[0-9]{1,6}))?")
"""Such as '3' or '3-8'."""
LARGEST_SITE_PAGE = 25_000_000
"""Bytes; several hosts of static files take none that is larger."""
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
    write_atomically(out, _render(session, path, excerpt, on_progress))
    return out.stat().st_size


def export_site(
    run: RunSource,
    folder: Path | str,
    chapters: str = "",
    *,
    force: bool = False,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> int:
    """Write a folder for a static web server, with one page that plays a run's story. Return the page's size in bytes.

    The page, `index.html`, opens by itself with the first chapter and has all chapters, or those that `chapters` names,
    such as '3-8'. A run without a story is there as a whole. `force` replaces the page in an existing folder. Raises
    BadInput if the folder holds something or the page would have more than 25 MB; RunFileError, OSError.
    """
    path, folder = open_view(run).path, Path(folder)
    if folder.exists() and not folder.is_dir():
        raise StudyError(f"{folder} is a file. Give the name of a folder.")
    if folder.exists() and any(folder.iterdir()) and not force:
        raise BadInput(f"{folder} already exists; give another name, or --force to replace the page in it.")
    numbers = _parse_chapters(chapters)
    session = RunSession(path)
    numbers = numbers or [*range(1, _count_chapters(session) + 1)]
    excerpt = _take_chapters(session, numbers, path) if numbers else None
    made, page = not folder.exists(), folder / "index.html"
    folder.mkdir(parents=True, exist_ok=True)
    try:
        write_atomically(page, _refuse_too_large(_render(session, path, excerpt, on_progress), len(numbers)))
    except BaseException:
        with suppress(OSError):
            if made:
                folder.rmdir()
        raise
    return page.stat().st_size


def _refuse_too_large(page: Iterator[str], chapters: int) -> Iterator[bytes]:
    """Yield the page piece by piece. Raises BadInput once it is larger than a site's page may be."""
    size = 0
    for piece in page:
        content = piece.encode("utf-8", "backslashreplace")
        size += len(content)
        if size > LARGEST_SITE_PAGE:
            fewer = f"--chapters 1-{max(1, chapters // 2)}" if chapters > 1 else "a shorter run"
            raise BadInput(f"The page has more than {LARGEST_SITE_PAGE / 1e6:g} MB, too much for a site. Give {fewer}.")
        yield content


def _render(
    session: RunSession, path: Path, excerpt: Excerpt | None, on_progress: Callable[[int, int], None]
) -> Iterator[str]:
    title = f"{session.info().town}: {path.stem}"
    parts = export_parts(session, on_progress, excerpt)
    return render_standalone_page(client_files.CLIENT_FOLDER, title, parts)


def _count_chapters(session: RunSession) -> int:
    return len(session.read_model.teller.story(session.read_model.next_step, live=False).chapters)


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
        count = _count_chapters(session)
        told = f"{count} chapter{'s' * (count != 1)}" if count else "no chapters"
        list_them = f"`townlet story {quote_for_shell(str(run))}` lists them"
        raise BadInput(f"The story of {run} has {told}; there is no chapter {numbers[-1]}. {list_them}.") from None
