"""A town: its name, start, map and people, read from a folder or from the files of one."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from townlet.cognition.persona import Persona
from townlet.town.defects import Defects, TownError, nearest
from townlet.town.layout import Layout, check_reach, find_address, furnish, lay_out, norms_of, setting_of, tile_map
from townlet.town.look import Look
from townlet.town.people import check_beds, check_ways_out, read_looks, read_people, settle_people
from townlet.town.prompts import read_prompts
from townlet.town.schema import FactsFile, NormEntry, PersonFile, TownFile
from townlet.town.tiled import MAP, read_drawing, read_map
from townlet.town.toml_file import read_toml
from townlet.world.address import Address
from townlet.world.setting import Norms, Setting, TileMap, WorldObject

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


TOWN = "town.toml"
FACTS = "facts.toml"


@dataclass(frozen=True)
class Town:
    """Everything that a run needs to know of a town."""

    name: str
    about: str
    start: datetime
    """Game time at which a run starts."""
    days: float
    """How many game days a run lasts unless told otherwise."""
    language: str
    setting: Setting
    people: tuple[Persona, ...]
    """In the order of their files' names."""
    looks: Mapping[str, Look]
    """How each of the people looks, by name."""
    prompts: Mapping[str, str]
    """Templates that replace the built-in ones, by name without '.md'."""
    files: Mapping[str, bytes]
    """All files of the town by path within its folder: what a run file embeds."""
    digest: str
    """SHA-256 of all that can change what happens: not of tracked facts, looks or comments."""


@dataclass(frozen=True)
class _Ground:
    """The map, read."""

    layout: Layout
    tiles: TileMap
    objects: Mapping[Address, WorldObject]


def town_from_files(files: Mapping[str, bytes | str], where: str = "town") -> Town:
    """The town of a folder's files, by relative path. Raises TownError with every defect at once."""
    defects = Defects()
    content = {name: text.encode() if isinstance(text, str) else text for name, text in sorted(files.items())}
    head = read_toml(TOWN, content[TOWN], TownFile, defects) if TOWN in content else None
    if TOWN not in content:
        defects.add(TOWN, "is missing; it holds the town's name, its start and its norms")
    if FACTS in content:
        read_toml(FACTS, content[FACTS], FactsFile, defects)
    root = Address((head.name if head else "town",))
    written = read_people(content, defects)
    looks = read_looks(written, content, defects)
    prompts = read_prompts(content, defects)
    ground = _read_ground(root, content, defects)
    if head is None or ground is None:
        raise TownError(where, defects.lines)
    people, whole = _inhabit(head, written, ground, defects)
    defects.stop_if_any(where)
    return Town(
        name=head.name,
        about=head.about,
        start=head.start,
        days=head.days,
        language=head.language,
        setting=whole,
        people=people,
        looks=looks,
        prompts=prompts,
        files=content,
        digest=digest_of(content),
    )


def _read_ground(root: Address, content: Mapping[str, bytes], defects: Defects) -> _Ground | None:
    if MAP not in content:
        defects.add(MAP, "is missing; draw it in Tiled, or write a plan in plan/ and draw it with `townlet draw`")
        return None
    drawn = read_map(MAP, content[MAP], defects)
    if drawn is None:
        return None
    drawing = read_drawing(drawn, defects)
    layout = lay_out(root, drawing, defects)
    objects = furnish(layout, drawing, defects)
    check_reach(objects.values(), defects)
    return _Ground(layout, tile_map(layout, drawing, defects), objects)


def _inhabit(
    head: TownFile, written: Mapping[str, PersonFile], ground: _Ground, defects: Defects
) -> tuple[tuple[Persona, ...], Setting]:
    """The people and the setting, norms included, with what each says of the other checked."""
    root = ground.layout.root
    places = (root, *ground.layout.places)
    settled = settle_people(written, root, places, tuple(ground.objects), defects)
    people = tuple(settled.values())
    names = [person.name for person in written.values()]
    norms: dict[Address, Norms] = {}
    for entry in head.norms:
        place = find_address(entry.place, "the place of a norm", root, places, TOWN, defects)
        _check_norm(entry, names, defects)
        if place in norms:
            defects.add(TOWN, f"{entry.place!r} has two [[norms]] tables; make them one")
        elif place is not None:
            norms[place] = norms_of(entry, place, people)
    whole = setting_of(ground.layout, ground.tiles, ground.objects, norms)
    check_beds(settled, whole, defects)
    check_ways_out(settled, whole, defects)
    return people, whole


def _check_norm(entry: NormEntry, names: list[str], defects: Defects) -> None:
    if (entry.opens is None) != (entry.closes is None):
        defects.add(TOWN, f"the norms of {entry.place!r} need both 'opens' and 'closes', or neither")
    for keeper in entry.keepers or ():
        if keeper not in names:
            what = f"{keeper!r}, a keeper of {entry.place!r}, is nobody in people/.{nearest(keeper, names)}"
            defects.add(TOWN, what)
