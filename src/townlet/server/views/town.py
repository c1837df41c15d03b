"""The view of the town as its folder defines it: people with their looks, places with their norms."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Literal

from townlet.cognition.persona import Persona
from townlet.runfile.history import WorldHistory
from townlet.server.protocol.views import LookView, PlaceView, ResidentView, TownView
from townlet.town import Town
from townlet.town.drawing import MAP
from townlet.town.look import Look, parse_look
from townlet.world.address import Address
from townlet.world.setting import Norms, WorldObject
from townlet.world.tree import norms_in_words

PICTURE_TYPES = {f".{kind}": f"image/{kind}" for kind in ("png", "jpeg", "gif", "webp")} | {".jpg": "image/jpeg"}
"""Media types of the pictures that a town may contain, by file extension."""
MAP_TYPES = {".tmj": "application/json", ".tsj": "application/json"}
"""Media types of Tiled's maps and tilesets, by file extension."""


def build_town_view(town: Town, past: WorldHistory) -> TownView:
    """Return the town with its residents and the visitors who have come so far."""
    return TownView(
        name=town.name,
        about=town.about,
        tile_pixels=json.loads(town.files[MAP])["tilewidth"],
        people=[*map(_resident_of(town), town.people), *_visitors(past)],
        places=[*_places(town)],
    )


def _resident_of(town: Town) -> Callable[[Persona], ResidentView]:
    return lambda persona: _resident(persona, town.looks[persona.name])


def _visitors(past: WorldHistory) -> Iterator[ResidentView]:
    for joined in tuple(past.joined.values()):
        if joined.visitor:
            look = parse_look(joined.look, joined.persona.name)
            yield _resident(joined.persona, look).model_copy(update={"visitor": True, "home": ""})


def _resident(persona: Persona, look: Look) -> ResidentView:
    return ResidentView(
        name=persona.name,
        age=persona.age,
        pronouns=persona.pronouns,
        traits=[*persona.traits],
        home=str(persona.home),
        workplace=str(persona.workplace) if persona.workplace else "",
        description=[*persona.seeds],
        look=LookView(words=str(look), sheet=f"people/{look.sheet}" if look.sheet else ""),
    )


def _places(town: Town) -> Iterator[PlaceView]:
    setting = town.setting
    for address, place in setting.places.items():
        if address.depth > 1:
            yield _place(address, place.norms)
    yield from map(_object, setting.objects.values())


def _place(address: Address, norms: Norms) -> PlaceView:
    kind: Literal["sector", "arena"] = "sector" if address.depth == 2 else "arena"
    capacity = norms.capacity or 0
    return PlaceView(address=str(address), kind=kind, norms=[*norms_in_words(norms)], tiles=[], capacity=capacity)


def _object(item: WorldObject) -> PlaceView:
    tiles = [*item.footprint]
    return PlaceView(
        address=str(item.address), kind="object", norms=[], tiles=tiles, state=item.state, capacity=item.capacity
    )
