"""Loading a town from a folder on disk or from the towns that come with the package."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from urllib.parse import unquote

from townlet.town.defects import Defects, TownError, nearest
from townlet.town.drawing import MAP
from townlet.town.picture import fault_of, read_picture
from townlet.town.tiled import pictures_of, read_map
from townlet.town.town import LIVED, MAP_LIKE, TOWN, Town, WordCheck, town_from_files

_BELONGS = re.compile(rf"{LIVED.pattern}|facts\.toml|people/[^/]+\.png")
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
    entries = dict(_walk(folder))
    found = {name: each.read_bytes() for name, each in entries.items() if _BELONGS.fullmatch(name)}
    if MAP not in found:  # What may be meant for it is read, so that the defect can name it.
        others = {name: each.read_bytes() for name, each in entries.items() if MAP_LIKE.fullmatch(name)}
        found |= {name: content for name, content in others.items() if b"layers" in content or b"<map" in content}
    return {**found, **_pictures(folder, found)}


_MEANT = re.compile(
    r"(?:(?:people|words)/(?:.+/)?(?P<name>[^/]+?)\.to?ml|prompts/(?:.+/)?(?P<prompt>[^/]+?)\.md|(?P<head>town|facts)\.to?ml)"
    r"(?:[^\w~].*)?(?<!bak)(?<!old)(?<!orig)",
    re.IGNORECASE,
)
"""What may be meant for a file of a town: 'people/ann.toml.txt', 'People/ann.TOML', 'people/mill/ann.toml'."""


def unread_files(where: str | Path) -> Iterator[str]:
    """Yield a line for each file in a town's folder that looks like one of the town and is not read for its name."""
    for name, _ in _walk(find_town(where)):
        if (found := _MEANT.fullmatch(name)) and not _BELONGS.fullmatch(name):
            folder, ending = name.casefold().partition("/")[0], "md" if found["prompt"] else "toml"
            meant = f"{found['head'].lower()}.toml" if found["head"] else f"{folder}/{found[1] or found[2]}.{ending}"
            yield f"{name} is not read; name it {meant!r}, or move it elsewhere"


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
    """Yield a defect for each picture of a town that a browser cannot show as the map does: nobody would see it."""
    drawn = read_map(MAP, files[MAP], Defects())
    if drawn is None:
        return
    shown = pictures_of(drawn)
    for path in sorted({*shown, *filter(_SHEET.fullmatch, files)}):
        if path not in files:
            place = "outside of the town's folder" if path.startswith(("..", "/")) else "not in the town's folder"
            told = f"shows the picture {path!r}, which is {place}; copy it there and name it in the map."
            others = [name for name, content in files.items() if name not in shown and read_picture(content)]
            yield f"{MAP}: {told}{_spelt_alike(path, others) or nearest(path, others)}".removesuffix(".")
        elif fault := fault_of(files[path], shown.get(path, ())):
            yield f"{path}: {fault}"
    for tileset in drawn.tilesets:
        if not (tileset.image or any(tile.image for tile in tileset.tiles)):
            yield f"{MAP}: the tileset {tileset.name!r} names no picture; choose its picture in Tiled"


_SHEET = re.compile(r"people/[^/]+\.png")


def _spelling(path: str) -> str:
    """Return what two ways to write a path have in common: 'Städte%20a.PNG' and 'städte a.png'."""
    return unicodedata.normalize("NFC", unquote(path)).casefold()


def _spelt_alike(path: str, others: Iterable[str]) -> str:
    """Return a question for the file whose path differs in spelling only; empty if there is none."""
    like = next((other for other in others if _spelling(other) == _spelling(path)), None)
    if like is None:
        return ""
    form = " Its letters look the same and have another Unicode form: rename the file"
    same = unicodedata.normalize("NFC", like) == unicodedata.normalize("NFC", path)
    return f" Did you mean {like!r}?{form if same else ''}"


def _pictures(folder: Traversable, found: dict[str, bytes]) -> dict[str, bytes]:
    """Return the pictures that the map shows and that are in the folder.

    In place of one that is not, those whose paths differ in spelling only, so that the defect can name them.
    """
    drawn = read_map(MAP, found[MAP], Defects()) if MAP in found else None
    names = sorted(pictures_of(drawn)) if drawn is not None else []
    inside = [name for name in names if ".." not in name.split("/") and not name.startswith("/")]
    there = {name: folder.joinpath(name) for name in inside if _is_file(folder, name)}
    for name in inside:
        if name not in there:
            there |= _files_alike(folder, name)
    return {name: file.read_bytes() for name, file in there.items()}


def _is_file(folder: Traversable, name: str) -> bool:
    try:
        return folder.joinpath(name).is_file()
    except (OSError, ValueError):  # what no system takes as a path, such as the data of a picture
        return False


def _files_alike(folder: Traversable, path: str) -> dict[str, Traversable]:
    ways = [("", folder)]
    for part in path.split("/"):
        inner = [(before, each) for before, place in ways if place.is_dir() for each in place.iterdir()]
        ways = [(f"{before}/{each.name}", each) for before, each in inner if _spelling(each.name) == _spelling(part)]
    return {name.removeprefix("/"): each for name, each in ways if each.is_file()}


def _shelf() -> Traversable:
    return files("townlet").joinpath("towns")


def _walk(folder: Traversable, before: str = "") -> Iterator[tuple[str, Traversable]]:
    for each in sorted(folder.iterdir(), key=lambda entry: entry.name):
        name = f"{before}{each.name}"
        inside = before.count("/") == 1 or each.name.casefold() in ("people", "prompts", "words")
        if each.is_dir() and inside and before.count("/") < 2:
            yield from _walk(each, f"{name}/")
        elif each.is_file():
            yield name, each
