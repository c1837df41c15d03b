"""What grounds, floors, fences and walls can be made of, by the names that plans use."""

from __future__ import annotations

GROUNDS = ("grass", "path", "slab", "road", "zebra", "sand", "water")
FLOORS = ("oak", "walnut", "check", "tile", "bath", "carpet", "stone")
FENCES = ("hedge", "fence")
FACADES = ("brick", "clapboard", "slate", "plaster", "timber")

BLOCKS = {"water": "way", **dict.fromkeys(FENCES, "way"), **dict.fromkeys(FACADES, "sight")}
"""What blocks the way, or sight and the way; everything else blocks nothing."""
LAID = (*(name for name in GROUNDS if name not in BLOCKS), *FLOORS)
"""What the floor of a room can be."""
WET = frozenset({"bath", "tile"})
"""Floors whose rooms have tiled walls."""
