"""The result of measuring a run: as plain data and as a page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from townlet.engine.runfile import Json
from townlet.study.emergence.beside import Beside
from townlet.study.figures import Section
from townlet.study.page import page


@dataclass(frozen=True)
class Measures:
    """All that was measured in a run."""

    about: Mapping[str, Json]
    """Which run: its town, seed, model, people and days."""
    sections: tuple[Section, ...]
    data: Mapping[str, Json] = field(default_factory=dict)
    """Further results that are not figures, under names of their own beside the sections."""
    beside: tuple[Beside, ...] = ()
    """The figures that the paper printed, with the run's."""

    def as_json(self) -> dict[str, Json]:
        """Plain data: what the run is, then each section by its name, and `paper`."""
        sections = {section.key: section.as_json() for section in self.sections}
        return {**self.about, **sections, **self.data, "paper": {row.key: row.as_json() for row in self.beside}}

    def as_text(self) -> str:
        """A page for a person to read, each figure beside its bar."""
        return page(self.about, self.sections, self.beside)

    def figure(self, key: str) -> float | None:
        """The value of a figure by its key. Raises KeyError."""
        for section in self.sections:
            for figure in section.figures():
                if figure.key == key:
                    return figure.value
        raise KeyError(key)
