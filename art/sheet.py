"""A sheet of every kind for review, as baked: `python -m art.sheet OUT.png [SCALE]`."""

from __future__ import annotations

import sys

import skia

from art.palette import INK, rgb
from townlet.mapmaker.kit import Kit, Picture, kit
from townlet.mapmaker.png import Spot

WIDTH = 2600
GAP = 28
SMOOTH = skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear)


def main(words: list[str]) -> int:
    """Draw the first size, facing and variant of each kind, then all others in small."""
    scale = float(words[1]) if len(words) > 1 else 0.5
    chosen = kit()
    shown = [picture for name in sorted(chosen.kinds) for picture in _shown(chosen, name)]
    places, height = _laid(shown)
    surface = skia.Surface(int(WIDTH * scale), int(height * scale))
    with surface as canvas:
        canvas.scale(scale, scale)
        canvas.clear(skia.Color(*rgb("grass")))
        for picture, x, y in places:
            image = _image(chosen, picture.at)
            canvas.drawImage(image, x, y - picture.at[3], SMOOTH, None)
            paint = skia.Paint(AntiAlias=True, Color=skia.Color(*rgb(INK)))
            canvas.drawString(picture.kind, x, y + 18, skia.Font(skia.Typeface(), 15), paint)
    surface.makeImageSnapshot().save(words[0], skia.kPNG)
    return 0


def _shown(chosen: Kit, name: str) -> list[Picture]:
    """One picture of each size, and of each facing of the first size."""
    found: dict[tuple[object, ...], Picture] = {}
    first = chosen.kinds[name].pictures[0]
    for picture in chosen.kinds[name].pictures:
        if picture.size == first.size or picture.facing == first.facing:
            found.setdefault((picture.size, picture.facing), picture)
    return list(found.values())[:4]


def _laid(shown: list[Picture]) -> tuple[list[tuple[Picture, int, int]], int]:
    places: list[tuple[Picture, int, int]] = []
    row: list[tuple[Picture, int]] = []
    x, y = GAP, GAP
    for picture in shown:
        _, _, wide, _ = picture.at
        if x + max(wide, 90) + GAP > WIDTH:
            y += max(each.at[3] for each, _ in row) + 40
            places += [(each, left, y - 30) for each, left in row]
            x, row = GAP, []
        row.append((picture, x))
        x += max(wide, 90) + GAP
    y += max(each.at[3] for each, _ in row) + 40
    places += [(each, left, y - 30) for each, left in row]
    return places, y + GAP


def _image(chosen: Kit, spot: Spot) -> skia.Image:
    pixels = chosen.picture_pixels(spot).copy()
    return skia.Image.fromarray(pixels, colorType=skia.kRGBA_8888_ColorType)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
