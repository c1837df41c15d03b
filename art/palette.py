"""The colours. Nothing else holds a colour of a material."""

from __future__ import annotations

INK = "#3a2a44"
"""Plum: every shadow and outline is mixed towards it."""
SUN = "#fff3d6"
"""Cream: every highlight is mixed towards it."""

NAMED = {
    # ground
    "grass": "#a9cb86",
    "grass_light": "#b8d694",
    "grass_dark": "#98bd78",
    "path": "#e6d6b4",
    "path_dark": "#d3bf98",
    "slab": "#dcd3c4",
    "slab_dark": "#c6bbac",
    "road": "#a39ca3",
    "road_dark": "#938c95",
    "water": "#86cbd6",
    "water_light": "#b4e3e3",
    "water_dark": "#67b3c6",
    "soil": "#b58d6b",
    "sand": "#efdfb8",
    "sand_dark": "#dfcb9d",
    # floors: always lighter than furniture
    "oak": "#e6c79b",
    "oak_dark": "#d9b688",
    "walnut": "#cfa67c",
    "walnut_dark": "#c1966d",
    "check": "#f4e8d4",
    "check_dark": "#e6d2b6",
    "tile": "#e4ebe6",
    "tile_dark": "#d0dbd8",
    "bath": "#d6e8ea",
    "bath_dark": "#bdd7dc",
    "carpet": "#d8c6d2",
    "carpet_dark": "#cdb8c6",
    "stone": "#d3ccc0",
    "stone_dark": "#bfb6aa",
    # walls
    "cap": "#5b4658",
    "cap_light": "#71596c",
    "cream": "#f5e8cd",
    "sage": "#cfdcb9",
    "blush": "#efcfbb",
    "sky": "#c6dce4",
    "lilac": "#ddd0e4",
    "butter": "#f4dfa2",
    "mint": "#c3dccb",
    "boards": "#d8b98f",
    "brick": "#cc7d66",
    "clapboard": "#f0e3c8",
    "slate": "#93aab8",
    "plaster": "#f2dfd0",
    "timber": "#f1e6cf",
    # wood
    "pine": "#dba76a",
    "wood": "#b97f52",
    "dark": "#8a5a44",
    "ebony": "#54434f",
    # accents
    "red": "#d9604f",
    "coral": "#ee8a6c",
    "orange": "#f0a050",
    "yellow": "#f6cb5c",
    "leaf": "#7fae5c",
    "green": "#5f9466",
    "teal": "#4f9c9c",
    "blue": "#5b8fc4",
    "navy": "#45598c",
    "violet": "#8d74b8",
    "pink": "#eba0ad",
    "white": "#fdf8ec",
    "grey": "#b9b4ba",
    "steel": "#cfd6da",
    "iron": "#8b8a96",
    "char": "#625766",
    "glass": "#a8d8e6",
    "glow": "#ffd98a",
    "gold": "#d9a441",
    "ember": "#f28c3f",
    "board": "#4a6a5c",
    # crowns of trees
    "summer": "#86b564",
    "deep": "#6aa068",
    "lime": "#a6c766",
    "blossom": "#eeb0bb",
    "autumn": "#e9a85a",
    "blue_green": "#6fab92",
    "pine_needles": "#5f9a80",
}


def rgb(colour: str) -> tuple[int, int, int]:
    """Red, green and blue, 0 to 255, of a name or of #rrggbb."""
    digits = NAMED.get(colour, colour).lstrip("#")
    return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


def mix(one: str, other: str, share: float) -> str:
    """`one` with a share, 0 to 1, of `other`."""
    parts = (round(a + (b - a) * share) for a, b in zip(rgb(one), rgb(other), strict=True))
    return "#" + "".join(f"{part:02x}" for part in parts)


def light(colour: str, share: float = 0.35) -> str:
    """In the sun."""
    return mix(colour, SUN, share)


def shade(colour: str, share: float = 0.2) -> str:
    """In the shade: towards plum, never towards black."""
    return mix(colour, INK, share)
