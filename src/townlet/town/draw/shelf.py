"""The pictures of one map: which of the kit's it uses, and the tileset that they make."""

from __future__ import annotations

from dataclasses import dataclass, field

from townlet.town.draw.kit import Kit, Picture
from townlet.town.draw.packing import Spot, extent, paste, spots_for
from townlet.town.draw.png import Pixels

WIDTH = 1024
"""Pixels of the sheet."""


@dataclass(frozen=True)
class Entry:
    """A tile of the tileset: where the kit has its picture, and what is told of it."""

    number: int
    spot: Spot
    kind: str
    told: dict[str, bool | int | float]


@dataclass
class PictureSheet:
    """The pictures of one map, numbered from 0 in the order in which they come; a picture's states follow it."""

    kit: Kit
    entries: dict[tuple[Spot, str], Entry] = field(default_factory=dict)

    def number(self, picture: Picture) -> int:
        """The local number of the picture."""
        key = (picture.at, "")
        if key not in self.entries:
            first = len(self.entries)
            kind = self.kit.kinds[picture.kind]
            told: dict[str, bool | int | float] = {"flat": kind.flat, "sort": kind.sort}
            states = {state: first + offset for offset, state in enumerate(picture.states, start=1)}
            self.entries[key] = Entry(first, picture.at, picture.kind, {**told, **states})
            for state, spot in picture.states.items():
                self.entries[(spot, state)] = Entry(states[state], spot, f"{picture.kind} {state}", told)
        return self.entries[key].number

    def pixels(self) -> Pixels:
        images = {_name(entry): self.kit.picture_pixels(entry.spot) for entry in self.entries.values()}
        return paste(images, self._spots())

    def to_json(self, image: str, first: int) -> dict[str, object]:
        """The tileset as it is embedded in a map: tiles that are parts of one image."""
        spots = self._spots()
        wide, high = extent(spots)
        tiles = []
        for entry in self.entries.values():
            x, y, width, height = spots[_name(entry)]
            part = {"x": x, "y": y, "width": width, "height": height}
            told = [_property(name, entry.told[name]) for name in sorted(entry.told) if entry.told[name]]
            whole = {"image": image, "imagewidth": wide, "imageheight": high}
            tiles.append({"id": entry.number, "type": entry.kind, **whole, **part, "properties": told})
        return {
            "firstgid": first,
            "name": "pictures",
            "columns": 0,
            "grid": {"orientation": "orthogonal", "width": 1, "height": 1},
            "margin": 0,
            "spacing": 0,
            "objectalignment": "bottomleft",
            "tilecount": len(tiles),
            "tilewidth": max((entry.spot[2] for entry in self.entries.values()), default=1),
            "tileheight": max((entry.spot[3] for entry in self.entries.values()), default=1),
            "tiles": tiles,
        }

    def _spots(self) -> dict[str, Spot]:
        return spots_for({_name(entry): entry.spot[2:] for entry in self.entries.values()}, WIDTH)


def _name(entry: Entry) -> str:
    return f"{entry.number:05}"


def _property(name: str, value: bool | int | float) -> dict[str, object]:
    kind = "bool" if isinstance(value, bool) else "int" if isinstance(value, int) else "float"
    return {"name": name, "type": kind, "value": value}
