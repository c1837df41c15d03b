"""Pages that commands write: nothing is overwritten unasked, and a page is there as a whole or not at all."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from townlet.cli.failures import BadInput


def refuse_overwriting(page: Path, run: Path, force: bool) -> None:
    """Raises BadInput for what exists already, unless it may be overwritten; a folder and the run itself never may.

    Also for a page in a folder that is not there: that is found before anything takes time.
    """
    if not page.parent.is_dir():
        raise BadInput(f"There is no folder {page.parent} to write {page.name} into; make it first.")
    if not page.exists():
        return
    taken = page.is_dir() or (run.exists() and page.samefile(run))
    if taken or not force:
        raise BadInput(f"{page} exists already; {'give another name' if taken else '--force overwrites it'}.")


def write_whole(page: Path, pieces: Iterable[str]) -> None:
    """Write a page in UTF-8; a character that has no form there is told by its number."""
    growing = page.with_name(f".{page.name}.part")
    try:
        with growing.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            file.writelines(pieces)
        growing.replace(page)
    finally:
        growing.unlink(missing_ok=True)
