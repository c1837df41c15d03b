"""The pictures of one map: which of the kit's it uses, and the tileset that they make."""

from __future__ import annotations

from dataclasses import dataclass, field

from townlet.town.draw.kit import Kit, Picture
from townlet.town.draw.packing import Spot, pack
from townlet.town.draw.png import Pixels

Entry = tuple[str, Spot]


@dataclass
class PictureSheet:
    """The pictures of one map, numbered from 0 in the order in which they come; a picture's states follow it."""

    kit: Kit
    entries: dict[Spot, dict[str, object]] = field(default_factory=dict)
    packed: tuple[Pixels, dict[str, Spot]] | None = None

    def number(self, picture: Picture) -> int:
        """The local number of the picture."""
        if picture.at not in self.entries:
            number = len(self.entries)
            kind = self.kit.kinds[picture.kind]
            states = {state: number + offset for offset, state in enumerate(picture.states, start=1)}
            told = {"flat": kind.flat, "sort": kind.sort, **states}
            self.entries[picture.at] = {"type": picture.kind, "properties": told}
            for state, spot in picture.states.items():
                self.entries[spot] = {
                    "type": f"{picture.kind} {state}",
                    "properties": {"flat": kind.flat, "sort": kind.sort},
                }
        return list(self.entries).index(picture.at)

    def pixels(self) -> Pixels:
        return self._pack()[0]

    def to_json(self, image: str, first: int) -> dict[str, object]:
        """The tileset as it is embedded in a map: tiles that are parts of one image."""
        sheet, spots = self._pack()
        high, wide, _ = sheet.shape
        tiles = []
        for number, (spot, entry) in enumerate(self.entries.items()):
            x, y, width, height = spots[str(number)]
            told = entry["properties"]
            assert isinstance(told, dict)
            tiles.append(
                {
                    "id": number,
                    "type": entry["type"],
                    "image": image,
                    "imagewidth": wide,
                    "imageheight": high,
                    "x": x,
                    "y": y,
                    "width": width,
                    "height": height,
                    "properties": [_property(name, told[name]) for name in sorted(told) if told[name]],
                }
            )
            assert spot[2:] == (width, height)
        return {
            "firstgid": first,
            "name": "pictures",
            "columns": 0,
            "grid": {"orientation": "orthogonal", "width": 1, "height": 1},
            "margin": 0,
            "spacing": 0,
            "objectalignment": "bottomleft",
            "tilecount": len(tiles),
            "tilewidth": max((spot[2] for spot in self.entries), default=1),
            "tileheight": max((spot[3] for spot in self.entries), default=1),
            "tiles": tiles,
        }

    def _pack(self) -> tuple[Pixels, dict[str, Spot]]:
        if self.packed is None:
            images = {str(number): self.kit.picture_pixels(spot) for number, spot in enumerate(self.entries)}
            self.packed = pack(images, 1024)
        return self.packed


def _property(name: str, value: bool | float) -> dict[str, object]:
    kind = "bool" if isinstance(value, bool) else "int" if isinstance(value, int) else "float"
    return {"name": name, "type": kind, "value": value}
