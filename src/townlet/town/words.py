"""The words of a town for the offline model: files that it adds, and the names of its places."""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping

from townlet.language.prompt import WordFiles
from townlet.town.defects import Defects
from townlet.town.toml_file import parse_toml
from townlet.world.address import Address
from townlet.world.setting import Setting

FOLDER = "words/"
PLACES = f"{FOLDER}places.toml"
"""The file of the names of a town's places, which is made from its map."""
KEYS = f"{FOLDER}keys.toml"
"""The file of the keys of a town's people, if any has another than their name."""


def read_words(content: Mapping[str, bytes], defects: Defects) -> WordFiles:
    """Return the files in a town's words folder with their texts. Adds a defect for each that is not TOML.

    What they say is checked by the offline model.
    """
    found = []
    for file, text in content.items():
        if file.startswith(FOLDER) and file.endswith(".toml") and parse_toml(file, text, defects) is not None:
            found.append((file, text.decode("utf-8-sig").replace("\r\n", "\n")))
    return tuple(found)


def setting_in_words(setting: Setting, homes: Mapping[str, Address]) -> WordFiles:
    """Return the file that tells what people call the places of a town, and that of the keys of its people, if any.

    `homes` are by full name.
    """
    keys = setting.keys
    at_home = {keys.of(name): Address(keys.place(home)) for name, home in homes.items()}
    found = places_in_words((Address(keys.place(address)) for address in setting.places), at_home)
    if all(name == key for name, key in keys.items()):
        return found
    listed = (f"{_quoted(name)} = {_quoted(keys[name])}\n" for name in keys)
    return (*found, (KEYS, "".join(("[names]\n", *listed))))


def places_in_words(places: Iterable[Address], homes: Mapping[str, Address] | None = None) -> WordFiles:
    """Return the file that tells what people call places, by their names and by the noun of one; and their homes.

    `buildings` are the names of buildings and open grounds as the map writes them.

    'The hall' is the Mill Hall, and 'the inn' the Inn of the Bell, if no other building or open ground is called one.
    """
    named = [address for address in places if address.depth > 1]
    names = dict.fromkeys(address.name.lower() for address in named)
    sectors = dict.fromkeys(address.sector for address in named)
    heads = Counter(map(_noun, sectors))
    # 'Stair A' is called by no last word: every 'a' would be it.
    short = [head for head, times in heads.items() if times == 1 and len(head) > 2 and head not in names]
    longest_first = sorted((*names, *short), key=lambda name: (-len(name), name))
    lines = [f"names = {_quoted(longest_first)}\n", f"buildings = {_quoted([*sectors])}\n", "[homes]\n"]
    lines += [f"{_quoted(name)} = {_quoted(home.sector)}\n" for name, home in (homes or {}).items() if home.depth > 1]
    return ((PLACES, "".join(lines)),)


def _noun(name: str) -> str:
    """Return the word of a name that says what a place is: 'hall' of 'Mill Hall', 'café' of 'Café du Puits'."""
    first, *others = name.lower().split()
    before = itertools.takewhile(lambda word: not _OF.fullmatch(word), others)
    return [first, *before][-1]


_OF = re.compile(r"of|du|del?|des|d[aio]|della|el|l[ae]s?|a[mnt]|auf|i[mn]|zu[mr]|v[oa]n|on|by|to")
"""What stands between what a place is and what it is named for."""


def _quoted(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
