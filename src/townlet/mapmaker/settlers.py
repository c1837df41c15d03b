"""Settlers: made-up people for the places of a map, so that a town can be run before anybody has written its people."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence, Set

from townlet.errors import BadInput
from townlet.mapmaker.survey import HOMES, THROUGH, WORDS, FoundThing, MapSurvey, Room, words_of
from townlet.town.drawing import row_first
from townlet.town.flood_fill import beside
from townlet.world.setting import Tile

_NAMES = {kind: names.split() for kind, names in WORDS["names"].items()}
MOST = 2 * len(_NAMES["she"])
"""The most people that are made up."""
_TRADES = {trade: frozenset(signs.split()) for trade, signs in WORDS["trades"].items()}
_TRAITS, _LIKES = WORDS["people"]["traits"].split(), WORDS["people"]["likes"]


def settle(survey: MapSurvey, count: int) -> tuple[tuple[FoundThing, ...], dict[str, str]]:
    """Return beds for `count` people, and their files by path. Raises BadInput if the map has no room for them.

    People live two to a room, in small rooms before halls and squares; each works in another place, if there is one.
    """
    if count > MOST:
        raise BadInput(f"{count} people are too many; --people makes up to {MOST}. Write the others yourself.")
    beds = _beds(survey, count)
    places = _workplaces(survey)
    files = {}
    people = [_name(number) for number in range(count)]
    for number, (name, pronoun) in enumerate(people):
        home, friend = beds[number].room, people[(number + 1) % count][0]
        others = [room for room in places if room != home] or places
        work = others[number % len(others)]
        likes, wants = _LIKES[number % len(_LIKES)]
        story = [
            f"{name} is a {_trade(work)} at {_spoken(work)}",
            f"{name} lives at {_spoken(home)}",
            f"{name} {likes}",
            f"{name} {wants}",
        ]
        if friend != name:
            story.append(f"{name} and {friend} are friends, because they often talk after work")
        if number == 0:
            story.append(f"{name} is planning a supper at {_spoken(work)} on Tuesday May 6 from 6 pm to 8 pm")
            story.append(f"{name} wants to invite everybody to the supper")
        files[f"people/{name.casefold().replace(' ', '_')}.toml"] = _person(
            {
                "name": name,
                "age": 24 + 7 * number % 50,
                "pronouns": pronoun,
                "traits": [_TRAITS[number % 8], _TRAITS[(3 * number + 1) % 8]],
                "wakes": f"{6 + number % 2}:{15 * (number % 4):02}",
                "sleeps": f"{22 + number % 2}:00",
                "home": _address(home),
                "bed": f"{_address(home)}:bed",
                "workplace": _address(work),
                "description": ". ".join(story) + ".",
            }
        )
    return tuple(beds), files


def _name(number: int) -> tuple[str, str]:
    pronoun = "she" if number % 2 == 0 else "he"
    return f"{_NAMES[pronoun][number // 2 % 16]} {_NAMES['last'][(number + number // 16) % 16]}", pronoun


def _person(entries: Mapping[str, object]) -> str:
    # Every JSON string and every list of them is TOML, too.
    return "".join(f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in entries.items())


def _address(room: Room) -> str:
    return f"{room.sector}:{room.name}"


def _spoken(room: Room) -> str:
    """Return a place in words that are on the map only once."""
    return room.name if room.name == room.sector else f"the {room.name} of {room.sector}"


def _trade(room: Room) -> str:
    words = {*words_of(room.name), *words_of(room.sector)}
    return next((trade for trade, signs in _TRADES.items() if words & signs), "caretaker")


def _workplaces(survey: MapSurvey) -> list[Room]:
    """Return the places to work at: those whose names say what is done there, else all."""
    fitting = [room for room in survey.rooms if _trade(room) != "caretaker"]
    return fitting or list(survey.rooms)


def _beds(survey: MapSurvey, count: int) -> list[FoundThing]:
    """Return a bed for each person, two in a room as far as rooms go, along walls and away from doors."""
    taken = {tile for thing in survey.things for tile in thing.tiles} | survey.solid
    order = sorted(survey.rooms, key=_unfit)
    spots = {room: _spots(room, taken, survey) for room in order}
    ways = {room: len(spots[room]) for room in order if spots[room]}
    beds: list[FoundThing] = []
    while len(beds) < count:
        before = len(beds)
        for room in ways:
            if not room.is_open or before == len(beds):
                beds += [FoundThing("bed", spots[room].pop(0), room, walkable=True) for _ in range(2) if spots[room]]
        if len(beds) == before:
            raise BadInput(f"The map has room for {before} beds, not for {count}. Ask for fewer people.")
    return beds[:count]


def _unfit(room: Room) -> tuple[bool, bool, bool, int]:
    """Return the sort key that puts rooms to sleep in first: small rooms of homes, and squares last."""
    words = {*words_of(room.name), *words_of(room.sector)}
    return room.is_open, bool(set(words_of(room.name)) & THROUGH), not words & HOMES, len(room.tiles)


def _spots(room: Room, taken: Set[Tile], survey: MapSurvey) -> list[frozenset[Tile]]:
    """Return places for beds of one by two tiles in a room, those along walls first, with a free tile around each."""
    near_doors = {side for door in survey.doors for side in beside(door)}
    closed = survey.walls | survey.solid
    free = room.tiles - taken - near_doors
    found: list[frozenset[Tile]] = []
    used: set[Tile] = set()
    spots: Sequence[tuple[Tile, Tile]] = [((x, y), (x, y + 1)) for x, y in free if (x, y + 1) in free]
    for head, foot in sorted(spots, key=lambda spot: (_stands_free(spot, closed), row_first(spot[0]))):
        around = {(head[0] + i, head[1] + j) for i in (-1, 0, 1) for j in (-1, 0, 1, 2)}
        if not around & used:
            used |= {head, foot}
            found.append(frozenset((head, foot)))
    # A quarter of a room may be beds: people have to pass each other.
    return found[: max(1, len(room.tiles) // 8)] if len(room.tiles) >= 8 else []


def _stands_free(spot: tuple[Tile, Tile], closed: Set[Tile]) -> bool:
    """Return whether no wall is at the head of a bed."""
    x, y = spot[0]
    return (x, y - 1) not in closed
