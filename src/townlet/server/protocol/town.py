"""The town as its folder has it: what does not change in a run."""

from __future__ import annotations

from typing import Literal

from townlet.server.protocol.part import Part, Tile


class Look(Part):
    """How a person is drawn. See docs/towns.md, "Looks"."""

    words: str = ""
    """The look in its text form, 'skin=.. hair=.. ..'."""
    sheet: str = ""
    """Path of the author's own sprite sheet within the town; empty for a drawn figure."""


class Resident(Part):
    """Who somebody is, as the town's folder has it."""

    name: str
    age: int
    pronouns: str
    traits: list[str]
    home: str
    workplace: str
    description: list[str]
    visitor: bool = False
    look: Look


class Place(Part):
    """A place or an object of the tree."""

    address: str
    kind: Literal["sector", "arena", "object"]
    norms: list[str]
    """Its norms in words: opening hours, how many may be inside."""
    tiles: list[Tile]
    """For an object: the tiles that it stands on."""
    state: str = ""
    """For an object: how the map has it."""
    capacity: int = 0


class TownShown(Part):
    """The town as its folder has it: what does not change in a run."""

    name: str
    about: str
    map: str = "map.tmj"
    """Path of the map below /api/town/files/; tilesets and pictures are found relative to it."""
    tile_pixels: int
    people: list[Resident]
    places: list[Place]
