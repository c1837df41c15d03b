"""An author's own pictures of a person: a sheet with rows down, left, right, up and four frames a row."""

from __future__ import annotations

import struct
from collections.abc import Mapping

from townlet.town.defects import Defects, nearest

FRAMES = ROWS = 4

LARGEST = 4096
"""Pixels of the longest side that a sheet may have: what graphics cards of today hold."""

_PNG = b"\x89PNG\r\n\x1a\n"


def check_sheet(file: str, sheet: str, files: Mapping[str, bytes], defects: Defects) -> None:
    """Note what keeps the picture that a person's file names from being a sheet of frames."""
    folder = file.rpartition("/")[0] + "/"
    if (content := files.get(folder + sheet)) is None:
        there = [name.removeprefix(folder) for name in files if name.startswith(folder) and name.endswith(".png")]
        defects.add(file, f"look.sheet: there is no {folder}{sheet}.{nearest(sheet, there)}")
        return
    if (size := _size(content)) is None:
        defects.add(folder + sheet, "is not a PNG picture; save it as PNG")
        return
    if any(side % 4 or not 0 < side <= LARGEST for side in size):
        asked = f"a sheet has {FRAMES} frames in each of {ROWS} rows, so both sides are multiples of 4, to {LARGEST}"
        defects.add(folder + sheet, f"is {size[0]} x {size[1]} pixels; {asked}")


def _size(content: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG picture, from its first chunk; None if it is none."""
    if len(content) < 33 or content[:8] != _PNG or content[12:16] != b"IHDR":
        return None
    width, height = struct.unpack(">II", content[16:24])
    return width, height
