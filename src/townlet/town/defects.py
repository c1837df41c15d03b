"""What is wrong with a town: gathered while it is read, reported all at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches

from townlet.world.setting import Tile


class TownError(Exception):
    """A town that cannot be used; `defects` says each reason in a line of its own."""

    def __init__(self, where: str, defects: Iterable[str]) -> None:
        self.where = where
        self.defects = tuple(defects)
        count = "1 defect" if len(self.defects) == 1 else f"{len(self.defects)} defects"
        super().__init__("\n".join([f"The town {where!r} has {count}:", *(f"  {line}" for line in self.defects)]))


@dataclass
class Defects:
    """The defects found so far, in the order of finding."""

    lines: list[str] = field(default_factory=list)

    def add(self, file: str, text: str, at: Tile | None = None) -> None:
        """Note that `file` is wrong as `text` says, at tile `at` if it is about one."""
        place = f" (tile {at[0]},{at[1]})" if at else ""
        line = f"{file}: {text}{place}"
        if line not in self.lines:
            self.lines.append(line)

    def stop_if_any(self, where: str) -> None:
        """Raise TownError if anything was found."""
        if self.lines:
            raise TownError(where, self.lines)


def nearest(word: str, choices: Iterable[str]) -> str:
    """' Did you mean ...?' with the choice most like `word`, or nothing if none is."""
    close = get_close_matches(word, list(choices), n=1, cutoff=0.5)
    return f" Did you mean {close[0]!r}?" if close else ""
