"""Files that are written as a whole or not at all."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path


def write_whole(path: Path, pieces: Iterable[str]) -> None:
    """Write a text in UTF-8, lines ended as they are; a character that has no form there is told by its number.

    A file of that name is replaced when all is written, and stays as it was if that fails. Raises OSError.
    """
    growing = path.with_name(f".{path.name}.part")
    try:
        with growing.open("w", encoding="utf-8", errors="backslashreplace", newline="") as file:
            file.writelines(pieces)
        growing.replace(path)
    finally:
        growing.unlink(missing_ok=True)
