"""Looks: how people appear in pictures. Nothing that happens in a town depends on them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Annotated

from pydantic import AfterValidator, ValidationError

from townlet.town.defects import nearest
from townlet.town.toml_file import StrictModel, faults_in_words

SKINS = ("ivory", "peach", "sand", "bronze", "brown", "umber")
HAIRS = ("black", "dark", "brown", "copper", "honey", "blond", "red", "grey", "white", "violet")
STYLES = (
    *("short", "side", "quiff", "buzz", "spiky", "balding", "bald", "afro", "curly"),
    *("bob", "long", "wavy", "bun", "pony", "braids", "headscarf"),
)
TOPS = (
    *("red", "coral", "orange", "yellow", "leaf", "green", "teal", "blue", "navy", "violet", "pink", "white"),
    *("wine", "sand", "char"),
)
BOTTOMS = ("denim", "cocoa", "plum", "khaki", "slate", "tan", *TOPS)
OUTFITS = (
    *("shirt", "stripe", "checks", "sweater", "hoodie", "cardigan", "vest", "jacket", "suit"),
    *("dress", "skirt", "apron", "overalls", "labcoat"),
)
EXTRAS = (
    *("glasses", "beard", "moustache", "scarf", "headphones", "headband", "flower"),
    *("cap", "beanie", "strawhat", "cane"),
)
SHOES = ("dark", "brown", "white", "red")

LONGEST_TEXT = 300
"""The maximum number of characters of a look in words."""

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
"""A colour such as '#a0522d'."""
_AGE_OF_GREY_HAIR = 60
_WORN_BY_DEFAULT = ("none", "none", "none", "glasses", "headband", "scarf")
_STYLES_BY_DEFAULT = {
    "she": ("bob", "long", "wavy", "bun", "pony", "braids", "curly"),
    "he": ("short", "side", "quiff", "buzz", "spiky", "curly"),
    "they": ("short", "side", "spiky", "curly", "bob", "afro"),
}


@dataclass(frozen=True)
class Look:
    """How a person looks, in names from the lists of this module. Colours may be #rrggbb instead."""

    skin: str
    hair: str
    style: str
    top: str
    bottom: str
    outfit: str
    extra: tuple[str, ...]
    shoes: str
    sheet: str | None = None
    """The file in `people/` with the author's own pictures, which replace everything else."""

    def __str__(self) -> str:
        """Return the look in words, as `parse_look` reads it."""
        words = {part.name: getattr(self, part.name) for part in fields(self) if part.name != "sheet"}
        return " ".join(f"{key}={word}" for key, word in (words | {"extra": "+".join(self.extra) or "none"}).items())


def _one_of(choices: Sequence[str], *, colour: bool = False) -> Callable[[str], str]:
    def checked(word: str) -> str:
        if word in choices or (colour and _COLOUR.fullmatch(word)):
            return word
        also = ", or a colour as '#rrggbb'" if colour else ""
        raise ValueError(f"{word!r} is none of {', '.join(choices)}{also}.{nearest(word, choices)}")

    return checked


class LookFeatures(StrictModel):
    """The features of a look that an author may set. The others are chosen by a hash of the person's name."""

    skin: Annotated[str, AfterValidator(_one_of(SKINS, colour=True))] | None = None
    hair: Annotated[str, AfterValidator(_one_of(HAIRS, colour=True))] | None = None
    style: Annotated[str, AfterValidator(_one_of(STYLES))] | None = None
    top: Annotated[str, AfterValidator(_one_of(TOPS, colour=True))] | None = None
    bottom: Annotated[str, AfterValidator(_one_of(BOTTOMS, colour=True))] | None = None
    outfit: Annotated[str, AfterValidator(_one_of(OUTFITS))] | None = None
    extra: list[Annotated[str, AfterValidator(_one_of(EXTRAS))]] | None = None
    shoes: Annotated[str, AfterValidator(_one_of(SHOES, colour=True))] | None = None


def _a_sheet(name: str) -> str:
    if not name.endswith(".png") or "/" in name or "\\" in name:
        raise ValueError(f"{name!r} is no sheet; name a file beside the person's that ends in '.png', in small letters")
    return name


class LookEntry(LookFeatures):
    """The table [look] of a person's file."""

    sheet: Annotated[str, AfterValidator(_a_sheet)] | None = None


def look_of(features: LookFeatures, name: str, age: int = 0, pronouns: str = "they") -> Look:
    """Return a look with these features, completed by a hash of the name; hair is grey or white from the age of 60."""
    drawn = {
        "skin": _drawn(name, "skin", SKINS),
        "hair": _drawn(name, "hair", ("grey", "white") if age >= _AGE_OF_GREY_HAIR else HAIRS[:7]),
        "style": _drawn(name, "style", _STYLES_BY_DEFAULT[pronouns]),
        "top": _drawn(name, "top", TOPS),
        "bottom": _drawn(name, "bottom", BOTTOMS[:6]),
        "outfit": _drawn(name, "outfit", OUTFITS[:8] if pronouns != "she" else (*OUTFITS[:8], "dress", "skirt")),
        "extra": tuple(each for each in (_drawn(name, "extra", _WORN_BY_DEFAULT),) if each != "none"),
        "shoes": _drawn(name, "shoes", SHOES[:3]),
    }
    given = features.model_dump(exclude_none=True)
    if "extra" in given:
        given["extra"] = tuple(dict.fromkeys(given["extra"]))
    return Look(**{**drawn, **given})


def parse_look(text: str, name: str) -> Look:
    """Return the look of the person `name` from words such as 'hair=red style=bun extra=glasses+scarf'.

    Raises ValueError with one line that lists everything that is wrong.
    """
    if len(text) > LONGEST_TEXT:
        raise ValueError(f"The look has {len(text)} characters; shorten it to {LONGEST_TEXT} at most.")
    table: dict[str, object] = {}
    for word in text.split():
        key, equals, value = word.partition("=")
        if not equals or key in table:
            raise ValueError(f"{word!r} cannot stand in a look; write each part once, as in 'hair=red style=bun'.")
        table[key] = value
    if isinstance(extra := table.get("extra"), str):
        table["extra"] = [] if extra == "none" else extra.split("+")
    try:
        return look_of(LookFeatures.model_validate(table), name)
    except ValidationError as error:
        raise ValueError("The look: " + " ".join(faults_in_words(error, LookFeatures))) from None


def _drawn(name: str, part: str, choices: Sequence[str]) -> str:
    """Return one of the choices by a hash of the name, the same on every machine."""
    digest = hashlib.blake2b(f"{part}|{name}".encode(), digest_size=8).digest()
    return choices[int.from_bytes(digest, "big") % len(choices)]
