"""One server for a study: two would each draw who is rated next without knowing of the other's raters."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from townlet.engine.runfile import Lock, study_path
from townlet.study.defects import StudyFault
from townlet.study.rating.plan import rating_path

NAME = "lock"


@contextmanager
def alone(run: Path) -> Iterator[None]:
    """The rating study of a run is this process's. Raises StudyFault while another process serves it."""
    rating_path(run).mkdir(parents=True, exist_ok=True)
    lock = Lock(
        rating_path(run) / NAME,
        lambda who: StudyFault(
            f"The rating study of {run} is being served by {who}; send raters there, or stop it first."
        ),
    )
    try:
        yield
    finally:
        lock.release()
        with suppress(OSError):
            # There was nothing to be served, so nothing is left of it.
            rating_path(run).rmdir()
            study_path(run).rmdir()
