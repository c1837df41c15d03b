"""Where replies are kept for other runs, as `--cache` says it."""

from __future__ import annotations

from pathlib import Path

from townlet.cli.failures import BadInput
from townlet.language.cache import Shelf

USUAL = "default"
"""The word for the folder of this user."""


def shelf_at(folder: str) -> Shelf:
    """The shelf in a folder, which is made if it is not there. Raises BadInput."""
    path = _usual_folder() if folder == USUAL else Path(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
        probe = path / ".townlet"
        probe.touch()
        probe.unlink(missing_ok=True)
    except OSError as error:
        raise BadInput(f"--cache {path} cannot be used: {error.strerror}; give a folder that may be written.") from None
    return Shelf(path)


def _usual_folder() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("townlet") / "replies"
