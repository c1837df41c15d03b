"""Pages that commands write: nothing is overwritten unasked."""

from __future__ import annotations

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
