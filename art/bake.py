"""Bake the kit: `python -m art.bake` writes src/townlet/mapmaker/kit/ from the drawings."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import skia

from art import pictures, tiles
from art.pen import Pen
from art.register import PATTERNS, SHEETS, Pattern, Piece, Sheet
from townlet.mapmaker.png import Pixels, paste, spots_for, write_png

KIT = Path(__file__).parents[1] / "src" / "townlet" / "mapmaker" / "kit"
SCALE = 2
"""Pixels to a unit."""
TILE = 32 * SCALE
COLUMNS = 32
ROOM = 72
"""Units about a piece in which its picture may lie."""


def main() -> int:
    """Draw everything and write it."""
    KIT.mkdir(exist_ok=True)
    names, sheet = bake_tiles()
    images, kinds = bake_pictures()
    spots = spots_for({key: (image.shape[1], image.shape[0]) for key, image in images.items()})
    for kind in kinds.values():
        for each in kind["pictures"]:
            each["at"] = spots[each.pop("key")]
            each["states"] = {state: spots[key] for state, key in each["states"].items()}
    index = {"tile": TILE, "columns": COLUMNS, "tiles": names, "kinds": kinds}
    (KIT / "tiles.png").write_bytes(write_png(sheet))
    (KIT / "pictures.png").write_bytes(write_png(paste(images, spots)))
    (KIT / "kit.json").write_text(_text(index), encoding="utf-8", newline="\n")
    sizes = ", ".join(f"{each.name} {each.stat().st_size // 1024} KiB" for each in sorted(KIT.iterdir()))
    print(f"{len(names)} tiles, {len(images)} pictures of {len(kinds)} kinds: {sizes}")
    return 0


def bake_tiles() -> tuple[list[str], Pixels]:
    """The names of all tiles, in order, and the sheet that they lie on."""
    assert tiles.__all__, "importing the drawings registers them"
    cut: dict[str, Pixels] = {}
    for name, pattern in PATTERNS.items():
        cut.update(_cut(name, pattern))
    names = list(cut)
    rows = -(-len(names) // COLUMNS)
    sheet = np.zeros((rows * TILE, COLUMNS * TILE, 4), np.uint8)
    for number, name in enumerate(names):
        row, column = divmod(number, COLUMNS)
        sheet[row * TILE : (row + 1) * TILE, column * TILE : (column + 1) * TILE] = cut[name]
    return names, sheet


def _cut(name: str, pattern: Pattern) -> dict[str, Pixels]:
    surface = skia.Surface(pattern.wide * TILE, pattern.deep * TILE)
    surface.getCanvas().scale(SCALE, SCALE)
    pattern.draw(Pen(surface.getCanvas()))
    whole = pixels_of(surface)
    if (pattern.wide, pattern.deep) == (1, 1):
        return {name: whole}
    places = [(x, y) for y in range(pattern.deep) for x in range(pattern.wide)]
    return {
        f"{name}/{pattern.wide}x{pattern.deep}/{x},{y}": whole[y * TILE : (y + 1) * TILE, x * TILE : (x + 1) * TILE]
        for x, y in places
    }


def bake_pictures() -> tuple[dict[str, Pixels], dict[str, dict]]:  # type: ignore[type-arg]
    """The pictures by key, and what is told of each kind."""
    assert pictures.__all__, "importing the drawings registers them"
    images: dict[str, Pixels] = {}
    kinds = {kind: _kind(sheet, images) for kind, sheet in sorted(SHEETS.items())}
    return images, kinds


def _kind(sheet: Sheet, images: dict[str, Pixels]) -> dict[str, object]:
    found = []
    for wide, deep in sheet.sizes:
        for facing in sheet.facings:
            for number, variant in enumerate(sheet.variants):
                piece = Piece(wide, deep, facing)
                key = f"{sheet.kind}/{wide}x{deep}/{facing}/{number}"
                shots = {state: _draw(sheet, piece, variant, state) for state in ("", *sheet.states)}
                left, top, right = _bounds(list(shots.values()))
                bottom = int(ROOM + piece.depth) * SCALE
                for state, shot in shots.items():
                    images[key + state] = shot[top:bottom, left:right]
                found.append(
                    {
                        "key": key,
                        "size": [wide, deep],
                        "facing": facing,
                        "variant": number,
                        "told": {name: value for name, value in variant.items() if isinstance(value, str)},
                        "left": left - ROOM * SCALE,
                        "states": {state: key + state for state in sheet.states},
                        "poses": _poses(sheet, piece),
                    }
                )
    lights = [[each.kind, each.x * SCALE, each.y * SCALE, each.radius * SCALE, each.colour] for each in sheet.lights]
    return {
        "vary": sheet.vary,
        "flat": sheet.flat,
        "sort": sheet.sort * SCALE,
        "lights": lights,
        "pictures": found,
    }


def _draw(sheet: Sheet, piece: Piece, variant: object, state: str) -> Pixels:
    surface = skia.Surface(int(2 * ROOM + piece.width) * SCALE, int(2 * ROOM + piece.depth) * SCALE)
    canvas = surface.getCanvas()
    canvas.scale(SCALE, SCALE)
    canvas.translate(ROOM, ROOM)
    told = dict(variant)  # type: ignore[call-overload]
    if sheet.states:
        told["state"] = state
    sheet.draw(Pen(canvas), piece, **told)
    return pixels_of(surface)


def _bounds(shots: list[Pixels]) -> tuple[int, int, int]:
    """Left, top and right of what any of them paints; the bottom is the footprint's."""
    painted = np.any([shot[:, :, 3] > 0 for shot in shots], axis=0)
    rows, columns = painted.any(axis=1).nonzero()[0], painted.any(axis=0).nonzero()[0]
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1


def _poses(sheet: Sheet, piece: Piece) -> list[list[object]]:
    poses = sheet.poses(piece) if sheet.poses else ()
    return [
        [pose.kind, pose.x * SCALE, pose.y * SCALE, pose.rise * SCALE, pose.facing or piece.facing] for pose in poses
    ]


def pixels_of(surface: skia.Surface) -> Pixels:
    """The surface's pixels, colours in steps of four: nobody sees it, and files are smaller."""
    image = surface.makeImageSnapshot().toarray(colorType=skia.kRGBA_8888_ColorType)
    pixels: Pixels = np.array(image, np.uint8)
    stepped = np.minimum((pixels.astype(np.int32) + 2) // 4 * 4, 255).astype(np.uint8)
    stepped[stepped[:, :, 3] < 4] = 0
    return stepped


def _text(index: dict[str, object]) -> str:
    """JSON with a kind a line."""
    kinds = index["kinds"]
    assert isinstance(kinds, dict)
    lines = [f"{json.dumps(kind)}:{_compact(told)}" for kind, told in kinds.items()]
    head = {name: value for name, value in index.items() if name != "kinds"}
    return _compact(head)[:-1] + ',\n"kinds":{\n' + ",\n".join(lines) + "\n}}\n"


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    sys.exit(main())
