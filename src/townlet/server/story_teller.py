"""The teller: the story of a served run, which goes on as the run grows."""

from __future__ import annotations

from pathlib import Path
from threading import Lock

from townlet.runfile.view import RunView
from townlet.story import Story, StorySifter


class StoryTeller:
    """Tells one run. Each step is read once, and a story is told anew only when the run has grown. Safe for threads."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._sifter: StorySifter | None = None
        self._story: Story | None = None
        self._telling = Lock()

    def story(self, until: int, live: bool) -> Story:
        """Return the story of a run that has come to step `until`. Raises FactsFileError, RunFileError."""
        with self._telling:
            if self._story is None or self._story.until < until:
                view = RunView(self._path, before_step=until)
                if self._sifter is None:
                    self._sifter = StorySifter(view)
                else:
                    self._sifter.read_on(view)
                self._story = self._sifter.story(live=live)
            return self._story
