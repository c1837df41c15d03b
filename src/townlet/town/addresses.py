"""Addresses as a town's author writes them: with or without the town's own name before them."""

from __future__ import annotations

from collections.abc import Collection

from townlet.town.defects import Defects, nearest
from townlet.world.address import Address


def find_address(
    text: str, about: str, root: Address, known: Collection[Address], file: str, defects: Defects
) -> Address | None:
    """The known address that `text` names; None, with its defect noted, if the map has none."""
    try:
        written = Address.parse(text)
    except ValueError:
        defects.add(file, f"{about} is {text!r}; write a place as 'sector:arena:object', without empty parts")
        return None
    within = Address((*root.parts, *written.parts))
    for candidate in (within, written):
        if candidate in known:
            return candidate
    choices = [":".join(address.parts[1:]) for address in known if address.depth > 1]
    defects.add(file, f"{about} is {text!r}, which the map does not have.{nearest(text, choices)}")
    return None
