"""The view of the town as its folder defines it: people with their looks, places with their norms."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from townlet.cognition.persona import Persona
from townlet.runfile.history import WorldHistory
from townlet.server.protocol.views import LookView, PlaceView, ResidentView, TownView
from townlet.town import Town
from townlet.town.defects import Defects
from townlet.town.drawing import MAP, map_to_draw
from townlet.town.look import Look, parse_look
from townlet.town.picture import read_picture
from townlet.town.tiled import read_map
from townlet.world.address import Address
from townlet.world.setting import Norms, WorldObject
from townlet.world.tree import norms_in_words


def file_to_draw(town: Town, path: str) -> tuple[bytes, str] | None:
    """Return the content and the media type of a town's map or of one of its pictures; None for any other file."""
    content = town.files.get(path)
    if content is None:
        return None
    if path == MAP:
        return map_to_draw(content), "application/json"
    picture = read_picture(content)
    return (content, picture.media) if picture else None


def build_town_view(town: Town, past: WorldHistory) -> TownView:
    """Return the town with its residents and the visitors who have come so far."""
    drawn = read_map(MAP, town.files[MAP], Defects())
    return TownView(
        name=town.name,
        about=town.about,
        tile_pixels=drawn.tilewidth if drawn else 0,
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
