"""A town's fingerprint: equal for two towns in which the same would happen."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping

from townlet.town.defects import Defects
from townlet.town.drawn import MAP, read_drawing
from townlet.town.tiled import read_map

_UNSEEN_BY_PEOPLE = re.compile(r"facts\.toml|.*\.(png|webp|jpe?g|gif)")
"""Files that only studies read, and pictures."""


def digest_of(files: Mapping[str, bytes]) -> str:
    """SHA-256, in hexadecimal, over the files in order of name; over what TOML files say rather than how
    they are laid out, over what a town reads of its map, and without how anything looks. Line endings do not
    count."""
    total = hashlib.sha256()
    for name in sorted(name for name in files if not _UNSEEN_BY_PEOPLE.fullmatch(name)):
        part = hashlib.sha256(_said(name, files[name])).hexdigest()
        total.update(f"{name}\0{part}\n".encode())
    return total.hexdigest()


def _said(name: str, content: bytes) -> bytes:
    if name == MAP:
        return _read_of_map(content)
    text = content.decode("utf-8-sig").replace("\r\n", "\n")
    if not name.endswith(".toml"):
        return text.encode()
    table = tomllib.loads(text)
    table.pop("look", None)
    return json.dumps(table, sort_keys=True, default=str).encode()


def _read_of_map(content: bytes) -> bytes:
    """Which tiles block and what the layers of data say: not how the map is drawn. A map that cannot be read
    counts as it is."""
    drawn = read_map(MAP, content, Defects())
    if drawn is None:
        return content
    drawing = read_drawing(drawn, Defects())
    marks = [
        [layer, mark.name, mark.kind, mark.x, mark.y, mark.width, mark.height, sorted(mark.properties.items())]
        for layer, found in sorted(drawing.marks.items())
        for mark in found
    ]
    blocked = [sorted(drawing.block_sight), sorted(drawing.block_way)]
    return json.dumps([drawing.width, drawing.height, blocked, marks], default=str).encode()
