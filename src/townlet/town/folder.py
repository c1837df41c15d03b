"""Loading a town from a folder on disk or from the towns that come with the package."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from townlet.town.defects import Defects, TownError, nearest
from townlet.town.drawing import MAP
from townlet.town.tiled import pictures_of, read_map
from townlet.town.town import TOWN, Town, WordCheck, town_from_files

_BELONGS = re.compile(r"(town|facts)\.toml|map\.tmj|people/[^/]+\.(toml|png)|prompts/[^/]+\.md|words/[^/]+\.toml")
"""The files of a folder that belong to the town: 'town.toml', 'people/ann.toml', 'words/trades.toml'. The pictures that
the map shows belong to it, too. A plan, other pictures and notes do not."""


def builtin_towns() -> tuple[str, ...]:
    """Return the names of the towns that come with the package, in alphabetical order."""
    shelf = _shelf()
    if not shelf.is_dir():
        return ()
    return tuple(sorted(each.name for each in shelf.iterdir() if each.joinpath(TOWN).is_file()))


def load_town(where: str | Path, check_words: WordCheck | None = None) -> Town:
    """Load the town of a folder, or the built-in town with that name. Raises TownError with every defect.

    `check_words` finds the defects in its words. Without it, these are found when a run of the town begins.
    """
    return town_from_files(town_files(where), str(where), check_names=True, check_words=check_words)


def town_files(where: str | Path) -> dict[str, bytes]:
    """Return the files of a town by path within its folder, with `/` as separator. Raises TownError."""
    folder = find_town(where)
    found = {name: each.read_bytes() for name, each in _walk(folder) if _BELONGS.fullmatch(name)}
    return {**found, **_pictures(folder, found)}


def find_town(where: str | Path) -> Traversable:
    """Return a town's folder: the one at this path, or the built-in town with this name. Raises TownError."""
    folder: Traversable = Path(where)
    if isinstance(where, str) and not folder.is_dir() and where in builtin_towns():
        folder = _shelf().joinpath(where)
    if not folder.is_dir():
        known = ", ".join(builtin_towns())
        message = f"there is no such folder and no built-in town of that name ({known})."
        raise TownError(str(where), [message + nearest(str(where), builtin_towns())])
    return folder


def picture_defects(files: Mapping[str, bytes]) -> Iterator[str]:
    """Yield a defect for each picture that the map of a town shows and a browser cannot: nobody would see it."""
    drawn = read_map(MAP, files[MAP], Defects())
    if drawn is None:
        return
    for path in sorted(pictures_of(drawn)):
        if path not in files:
            place = "outside of the town's folder" if path.startswith(("..", "/")) else "not in the town's folder"
            told = f"shows the picture {path!r}, which is {place}; copy it there and name it in the map."
            yield f"{MAP}: {told}{nearest(path, files)}".removesuffix(".")
        elif not _PICTURE.match(files[path]):
            yield f"{path}: is no picture that browsers show; save it as PNG, JPEG, WebP or GIF"
    for tileset in drawn.tilesets:
        if not (tileset.image or any(tile.image for tile in tileset.tiles)):
            yield f"{MAP}: the tileset {tileset.name!r} names no picture; choose its picture in Tiled"


_PICTURE = re.compile(rb"\x89PNG|\xff\xd8\xff|GIF8|RIFF....WEBP|BM|\x00\x00\x00.ftypavif|\s*<(?:\?xml|svg)", re.DOTALL)
"""The beginning of a picture of a kind that browsers show."""


def _pictures(folder: Traversable, found: dict[str, bytes]) -> dict[str, bytes]:
    """Return the pictures that the map shows, as far as they are in the folder."""
    drawn = read_map(MAP, found[MAP], Defects()) if MAP in found else None
    names = sorted(pictures_of(drawn)) if drawn is not None else []
    inside = [name for name in names if ".." not in name.split("/") and not name.startswith("/")]
    return {name: folder.joinpath(name).read_bytes() for name in inside if folder.joinpath(name).is_file()}


def _shelf() -> Traversable:
    return files("townlet").joinpath("towns")


def _walk(folder: Traversable, before: str = "") -> Iterator[tuple[str, Traversable]]:
    for each in sorted(folder.iterdir(), key=lambda entry: entry.name):
        name = f"{before}{each.name}"
        if each.is_dir() and before == "" and each.name in ("people", "prompts", "words"):
            yield from _walk(each, f"{name}/")
        elif each.is_file():
            yield name, each
