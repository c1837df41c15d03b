"""The town: its name, start, map and people, read and checked from the files of its folder."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache

from townlet.cognition.persona import Persona
from townlet.cognition.sanitisation import (
    MAX_LABEL_LENGTH,
    MAX_NAME_LENGTH,
    NAME_RULE,
    is_label,
    is_name,
    mixes_alphabets,
    name_key,
    person_key,
)
from townlet.language.languages import LANGUAGE_CODES, code_of, in_english
from townlet.language.prompt import WordFiles
from townlet.town.defects import Defects, TownError, nearest
from townlet.town.drawing import MAP, NEEDED_MARKS, Drawing, check_written, read_drawing
from townlet.town.layout import Layout, check_reach, find_address, furnish, lay_out, norms_of, setting_of, tile_map
from townlet.town.look import Look
from townlet.town.people import check_beds, check_ways_out, is_person_file, read_looks, read_people, settle_people
from townlet.town.prompts import read_prompts
from townlet.town.schema import FactsFile, PersonFile, TownFile
from townlet.town.tiled import TiledMap, read_map
from townlet.town.toml_file import read_toml
from townlet.town.words import read_words, setting_in_words
from townlet.world.address import Address
from townlet.world.keys import Keys
from townlet.world.setting import Norms, Setting, TileMap, WorldObject

LIVED = re.compile(r"town\.toml|map\.tmj|people/[^/]+\.toml|prompts/[^/]+\.md|words/[^/]+\.toml")
"""The files that can change what happens. Not among them are facts, which only measures read, and pictures."""


def digest_of(files: Mapping[str, bytes]) -> str:
    """Return the SHA-256 hash of everything in a town's files that can change what happens, in hexadecimal.

    The layout of TOML files, looks, line endings and what only the picture of the map shows do not count.
    """
    total = hashlib.sha256()
    for name in sorted(name for name in files if LIVED.fullmatch(name)):
        part = hashlib.sha256(_normalised(name, files[name])).hexdigest()
        total.update(f"{name}\0{part}\n".encode())
    return total.hexdigest()


def _normalised(name: str, content: bytes) -> bytes:
    """Return the content of a file without what cannot change what happens."""
    if name == MAP:
        return _normalised_map(content)
    text = content.decode("utf-8-sig").replace("\r\n", "\n")
    if not name.endswith(".toml"):
        return text.encode()
    table = tomllib.loads(text)
    table.pop("look", None)
    return json.dumps(table, sort_keys=True, default=str).encode()


def _normalised_map(content: bytes) -> bytes:
    """Return the blocking tiles and the data layers of a map as JSON; the content as it is if it cannot be read."""
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
    """Everything that a run needs to know about a town."""

    name: str
    about: str
    start: datetime
    """The game time at which a run starts."""
    days: float
    """The default length of a run in game days."""
    language: str
    setting: Setting
    people: tuple[Persona, ...]
    """The people, in agent order: that of their keys."""
    looks: Mapping[str, Look]
    """The look of each person, by name."""
    prompts: Mapping[str, str]
    """Prompt templates that replace built-in ones, by name without '.md'."""
    words: WordFiles
    """The files of words that the offline model reads and speaks with beside its own, that of its places included."""
    files: Mapping[str, bytes]
    """All files of the town by path within its folder. A run file embeds them."""
    digest: str
    """The SHA-256 hash of everything that can change what happens, so not of facts, looks or comments."""
    hosted: bool = False
    """Whether its people live in a world outside: they think when the host of that world asks them, and not before."""
    as_read: bool = field(default=False, init=False, repr=False, compare=False)
    """Whether it was read from its files. A town that was changed afterwards is not what a run file would embed."""


@dataclass(frozen=True)
class _MapContent:
    """What was read from the map."""

    drawn: TiledMap
    drawing: Drawing
    layout: Layout
    tiles: TileMap
    objects: Mapping[Address, WorldObject]


WordCheck = Callable[[WordFiles], Iterable[str]]
"""Finds the defects in the words that a town adds for the offline model, each in one line with its file."""

MAP_LIKE = re.compile(r"[^/]+\.(tmj|json|tmx)", re.IGNORECASE)
"""A file that may be a map under another name than that of a town's map."""

_TOWNS_HELD = 4
"""How many towns that were read are kept: more than any command looks at together."""


def town_from_files(
    files: Mapping[str, bytes | str],
    where: str = "town",
    *,
    check_names: bool = False,
    check_words: WordCheck | None = None,
) -> Town:
    """Return the town from its files by relative path. Raises TownError with every defect at once.

    `check_names` also refuses names of people, places and objects that no visitor could have, such as names with
    control characters, names that differ in case alone, languages that are not known, and properties in the map that
    mean nothing. Run files are read without it, so that towns from before these rules can be read.

    A process that opens many runs of a town reads the town once: equal files give the same object.
    """
    content = tuple((name, text.encode() if isinstance(text, str) else text) for name, text in sorted(files.items()))
    try:
        return _read_town(content, check_names, check_words)
    except TownError as error:
        raise TownError(where, error.defects) from None


@lru_cache(_TOWNS_HELD)
def _read_town(files: tuple[tuple[str, bytes], ...], check_names: bool, check_words: WordCheck | None) -> Town:
    defects, where, content = Defects(), "town", dict(files)
    head = read_toml(TOWN, content[TOWN], TownFile, defects) if TOWN in content else None
    if TOWN not in content:
        defects.add(TOWN, "is missing; it holds the town's name, its start and its norms")
    if FACTS in content:
        read_toml(FACTS, content[FACTS], FactsFile, defects)
    root = Address((head.name if head else "town",))
    written = read_people(content, defects)
    looks = read_looks(written, content, defects)
    prompts, words = read_prompts(content, defects), read_words(content, defects)
    if check_words is not None:
        defects.lines.extend(check_words(words))
    map_content = _read_map_content(root, content, defects)
    if head is None or map_content is None:
        raise TownError(where, defects.lines)
    if check_names:
        _check_names(head, written, map_content, defects)
    people, setting = _settle(head, written, map_content, defects)
    if all(file in written for file in content if is_person_file(file)):
        _check_keepers(head, written, defects)
    defects.stop_if_any(where)
    town = Town(
        name=head.name,
        about=head.about,
        start=head.start,
        days=head.days,
        language=head.language,
        setting=setting,
        people=people,
        looks=looks,
        prompts=prompts,
        words=(*words, *setting_in_words(setting, {person.name: person.home for person in people})),
        files=content,
        digest=digest_of(content),
        hosted=head.hosted,
    )
    object.__setattr__(town, "as_read", True)
    return town


def read_setting(files: Mapping[str, bytes], where: str) -> tuple[datetime, Setting]:
    """Return the start of a town and its places and objects, without people and norms. Raises TownError."""
    defects = Defects()
    head = read_toml(TOWN, files.get(TOWN, b""), TownFile, defects)
    found = _read_map_content(Address((head.name if head else "town",)), files, defects)
    defects.stop_if_any(where)
    if head is None or found is None:
        raise TownError(where, [f"{TOWN}: is missing; it holds the town's name, its start and its norms"])
    return head.start, setting_of(found.layout, found.tiles, found.objects, {})


def _check_names(head: TownFile, written: Mapping[str, PersonFile], map_content: _MapContent, defects: Defects) -> None:
    """Add a defect for each name that could harm a prompt or a terminal. The message shows it with escapes."""
    bearers: dict[str, tuple[str, str]] = {}
    for file, person in sorted(written.items()):
        if not is_name(person.name):
            defects.add(file, f"{_excerpt(person.name)} cannot be a person's name; {NAME_RULE}")
        if mixed := next(filter(mixes_alphabets, person.name.split()), ""):
            defects.add(file, f"{person.name!r} has letters of two alphabets in {mixed!a}; write it in one")
        for trait in person.traits:
            if not is_label(trait):
                defects.add(file, f"the trait {_excerpt(trait)} {_NO_LABEL.replace('name', 'trait')}")
        other, name = bearers.setdefault(person_key(person.name), (file, person.name))
        if name != person.name:
            defects.add(
                file, f"{person.name!r} is hard to tell from {name!r} in {other}; give one of them another name"
            )
    alike: dict[tuple[Address | None, str], Address] = {}
    for place in (*map_content.layout.places, *map_content.objects):
        if not is_label(place.name):
            defects.add(MAP, f"{_excerpt(place.name)} {_NO_LABEL}")
        same = alike.setdefault((place.parent, name_key(place.name)), place)
        if same.name != place.name:
            within = f"in {place.parent.name!r}" if place.parent else "in the town"
            defects.add(MAP, f"{place.name!r} is hard to tell from {same.name!r} {within}; give both one name, or two")
    check_written(map_content.drawn, map_content.drawing, defects)
    if not is_label(head.name):
        defects.add(TOWN, f"{_excerpt(head.name)} {_NO_LABEL}")
    if code_of(head.language) is None:
        own, known = in_english(head.language), ", ".join(map(str.title, LANGUAGE_CODES))
        close = f" Write {own!r}." if own else ""
        defects.add(TOWN, f"language: {_excerpt(head.language)} is no known language.{close} Known are {known}")


_NO_LABEL = f"cannot be a name; give up to {MAX_LABEL_LENGTH} visible characters"


def _excerpt(name: str) -> str:
    """Return the beginning of a name in quotes, with escapes in place of characters that are not visible."""
    return repr(name if len(name) <= MAX_NAME_LENGTH else f"{name[:MAX_NAME_LENGTH]}…")


def _read_map_content(root: Address, content: Mapping[str, bytes], defects: Defects) -> _MapContent | None:
    if MAP not in content:
        defects.add(MAP, f"is missing; {_instead_of_map(content)}")
        return None
    drawn = read_map(MAP, content[MAP], defects)
    if drawn is None:
        return None
    before = len(defects.lines)
    drawing = read_drawing(drawn, defects)
    if len(defects.lines) > before and not (drawing.block_sight and drawing.marks.keys() >= set(NEEDED_MARKS)):
        return None  # Without its walls or layers, everything on the map would be a defect.
    layout = lay_out(root, drawing, defects)
    objects = furnish(layout, drawing, defects)
    check_reach(objects.values(), defects)
    return _MapContent(drawn, drawing, layout, tile_map(layout, drawing, defects), objects)


def _instead_of_map(content: Mapping[str, bytes]) -> str:
    """Return what to do for a town without a map."""
    for name in sorted(filter(MAP_LIKE.fullmatch, content)):
        if content[name].lstrip().startswith(b"<"):
            return f"{name!r} is XML: save it in Tiled as {MAP!r} (File, Save As, JSON map files)"
        return f"{name!r} is a map: name it {MAP!r}"
    return "draw it in Tiled, or write a plan in plan/ and draw it with `townlet draw`"


def _settle(
    head: TownFile, written: Mapping[str, PersonFile], map_content: _MapContent, defects: Defects
) -> tuple[tuple[Persona, ...], Setting]:
    """Return the people and the setting with its norms, after checking them against each other."""
    layout, objects = map_content.layout, map_content.objects
    root = layout.root
    places = (root, *layout.places)
    settled = settle_people(written, root, places, tuple(objects), head, defects)
    people = tuple(settled.values())
    norms: dict[Address, Norms] = {}
    for entry in head.norms:
        place = find_address(entry.place, "the place of a norm", root, places, TOWN, defects)
        if (entry.opens is None) != (entry.closes is None):
            defects.add(TOWN, f"the norms of {entry.place!r} need both 'opens' and 'closes', or neither")
        if place in norms:
            defects.add(TOWN, f"{entry.place!r} has two [[norms]] tables; make them one")
        elif place is not None:
            norms[place] = norms_of(entry, place, people)
    keys = Keys({person.name: person.key or person.name for person in written.values()})
    setting = setting_of(layout, map_content.tiles, objects, norms, keys)
    check_beds(settled, setting, defects)
    check_ways_out(settled, setting, defects)
    return people, setting


def _check_keepers(head: TownFile, written: Mapping[str, PersonFile], defects: Defects) -> None:
    names = [person.name for person in written.values()]
    for keeper, place in ((keeper, entry.place) for entry in head.norms for keeper in entry.keepers or ()):
        if keeper not in names:
            defects.add(TOWN, f"{keeper!r}, a keeper of {place!r}, is nobody in people/.{nearest(keeper, names)}")
