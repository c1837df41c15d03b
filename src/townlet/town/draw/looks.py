"""What a plan may say of how things look: the colours and signs that the kit has."""

from __future__ import annotations

from collections.abc import Iterator

from townlet.town.defects import Defects, nearest
from townlet.town.draw.kit import Kit
from townlet.town.draw.sheet import Head


def check_looks(file: str, head: Head, kit: Kit, defects: Defects) -> None:
    """Note every word of a sheet's head that the kit does not have."""
    for what, word, choices in _words(head, kit):
        if word and word not in choices:
            defects.add(file, f"{word!r} is no {what} of the kit.{nearest(word, choices)}")


def _words(head: Head, kit: Kit) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    yield "door", head.door, _told(kit, "front_door", "colour")
    yield "awning", head.awning, _told(kit, "awning", "colour")
    yield "sign", head.sign, _told(kit, "sign", "trade")
    for rug in head.rugs:
        yield "rug", rug.colour, _second_words(kit, "rug")
    for room in head.rooms.values():
        yield "wallpaper", room.paper, _second_words(kit, "inside")


def _told(kit: Kit, kind: str, name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(picture.told[name] for picture in kit.kinds[kind].pictures))


def _second_words(kit: Kit, first: str) -> tuple[str, ...]:
    parts = (name.split("/") for name in kit.numbers)
    return tuple(dict.fromkeys(words[1] for words in parts if words[0] == first))
