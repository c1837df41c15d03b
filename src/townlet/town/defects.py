"""Defects of a town, which are collected while it is read and reported together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches

from townlet.errors import TownletError
from townlet.world.setting import Tile


class TownError(TownletError):
    """A town cannot be used. `defects` has one line for each reason."""

    def __init__(self, where: str, defects: Iterable[str]) -> None:
        self.where = where
        self.defects = tuple(defects)
        count = "1 defect" if len(self.defects) == 1 else f"{len(self.defects)} defects"
        super().__init__("\n".join([f"The town {where!r} has {count}:", *(f"  {line}" for line in self.defects)]))


@dataclass
class Defects:
    """The defects found so far, in the order in which they were found."""

    lines: list[str] = field(default_factory=list)

    def add(self, file: str, text: str, at: Tile | None = None) -> None:
        """Add a defect of `file`, described by `text`, with the tile `at` that it is about, if any."""
        place = f" (tile {at[0]},{at[1]})" if at else ""
        line = f"{file}: {text}{place}"
        if line not in self.lines:
            self.lines.append(line)

    def stop_if_any(self, where: str) -> None:
        """Raise TownError with all defects, if there are any."""
        if self.lines:
            raise TownError(where, self.lines)


def nearest(word: str, choices: Iterable[str]) -> str:
    """Return " Did you mean ...?" with the choice most similar to `word`; empty if none is similar."""
    close = get_close_matches(word, list(choices), n=1, cutoff=0.5)
    return f" Did you mean {close[0]!r}?" if close else ""
