"""What each sign of a plan stands for, letters and room labels apart."""

from __future__ import annotations

NOTHING = " "
"""Outside of the sheet: what the ground sheet has there stays."""
FLOOR = "."
"""The floor of a room; in the ground sheet, grass."""
WALL = "#"
WINDOW = "="
"""A wall with a window in it."""
DOOR = "+"
GATE = "'"
"""A gap in a fence, which belongs to no room."""
FENCES = {"%": "hedge", "!": "fence"}
"""These stop walking but not sight."""
GROUNDS = {":": "path", "~": "water", "-": "slab", "_": "road", "*": "zebra", ",": "sand"}
"""Ground that is drawn rather than laid by a room."""

BOUNDS = frozenset({NOTHING, WALL, WINDOW, DOOR, GATE, *FENCES})
"""What a room ends at."""
FIXED = BOUNDS | {FLOOR} | GROUNDS.keys()
"""Signs that a legend cannot redefine."""
