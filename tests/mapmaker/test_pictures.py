"""What a compiled map shows: by its own tilesets, nothing missing, and without changing what the town is."""

import json
import struct
from importlib.resources import files

import pytest

from townlet.mapmaker import compile_plan
from townlet.mapmaker.compile import compile_town
from townlet.mapmaker.kit import GENERIC, kit
from townlet.town import builtin_towns, load_town, town_from_files

TOWNS = files("townlet").joinpath("towns")
DATA = ("sectors", "arenas", "scenery", "objects", "doors", "windows", "lights", "poses")


def drawn_map(name):
    return json.loads(TOWNS.joinpath(name, "map.tmj").read_text("utf-8"))


def layer(drawn, name):
    return next(each for each in drawn["layers"] if each["name"] == name)


def told(thing):
    return {each["name"]: each["value"] for each in thing.get("properties", ())}


def size_of(name, image):
    return struct.unpack(">II", TOWNS.joinpath(name, image).read_bytes()[16:24])


@pytest.mark.parametrize("name", builtin_towns())
def test_every_kind_in_a_built_in_town_has_pictures_of_its_own(name):
    drawn = drawn_map(name)
    kinds = {thing["type"] for each in ("objects", "scenery") for thing in layer(drawn, each)["objects"]}
    assert not kinds - kit().kinds.keys()
    assert GENERIC not in {thing["type"] for thing in layer(drawn, "furniture")["objects"]}


@pytest.mark.parametrize("name", builtin_towns())
def test_every_number_of_a_map_is_a_tile_within_a_picture_that_is_there(name):
    drawn = drawn_map(name)
    tiles, pictures = drawn["tilesets"]
    known = {tiles["firstgid"] + number for number in range(tiles["tilecount"])}
    assert (tiles["imagewidth"], tiles["imageheight"]) == size_of(name, tiles["image"])
    for tile in pictures["tiles"]:
        known.add(pictures["firstgid"] + tile["id"])
        wide, high = size_of(name, tile["image"])
        assert tile["x"] + tile["width"] <= wide
        assert tile["y"] + tile["height"] <= high
    used = {number for each in drawn["layers"] for number in each.get("data", ()) if number}
    used |= {thing["gid"] for each in drawn["layers"] for thing in each.get("objects", ()) if "gid" in thing}
    assert used <= known
    assert used >= {number for number in known if number < pictures["firstgid"]}, "a tile that nothing shows"


@pytest.mark.parametrize("name", builtin_towns())
def test_the_pictures_of_a_town_are_small(name):
    assert sum(len(content) for file, content in load_town(name).files.items() if file.endswith(".png")) < 1_500_000


def test_a_kind_that_nobody_has_drawn_gets_the_generic_picture(plan):
    plan["cottage.txt"] = plan["cottage.txt"].replace('kind = "shower"', 'kind = "orrery"')
    drawn = json.loads(compile_plan(plan))
    assert GENERIC in {thing["type"] for thing in layer(drawn, "furniture")["objects"]}
    assert "orrery" in {thing["type"] for thing in layer(drawn, "objects")["objects"]}


def test_a_piece_of_a_size_that_is_not_drawn_is_stretched_over_its_footprint(plan):
    plan["cottage.txt"] = plan["cottage.txt"].replace("#......SSSp#", "#.SSSSSSSSp#")
    drawn = json.loads(compile_plan(plan))
    sofa = next(thing for thing in layer(drawn, "furniture")["objects"] if thing["type"] == "sofa")
    assert 7 * 64 < sofa["width"] < 9 * 64


def test_what_a_piece_stands_on_is_where_its_picture_ends(plan):
    drawn = json.loads(compile_plan(plan))
    bed = next(thing for thing in layer(drawn, "objects")["objects"] if thing["name"] == "bed")
    picture = next(thing for thing in layer(drawn, "furniture")["objects"] if thing["name"] == "bed")
    assert picture["y"] == bed["y"] + bed["height"]
    assert abs(picture["x"] - bed["x"]) < 32


def test_a_town_is_the_same_with_nothing_but_its_walls_and_its_data(town_folder, town):
    drawn = json.loads(town_folder["map.tmj"])
    drawn["layers"] = [each for each in drawn["layers"] if each["name"] in (*DATA, "walls")]
    bare = town_from_files({**town_folder, "map.tmj": json.dumps(drawn)})
    assert bare.setting == town.setting
    assert bare.digest == town.digest


def test_beds_have_a_pillow_for_each_and_chairs_a_seat(plan):
    drawn = json.loads(compile_plan(plan))
    points = [(thing["type"], thing["x"], thing["y"]) for thing in layer(drawn, "poses")["objects"]]

    def within(thing, kind):
        right, below = thing["x"] + thing["width"], thing["y"] + thing["height"]
        return sum(what == kind and thing["x"] < x < right and thing["y"] < y < below for what, x, y in points)

    for thing in layer(drawn, "objects")["objects"]:
        if thing["type"] in ("bed", "single_bed"):
            assert within(thing, "lie") == told(thing)["capacity"]
    for thing in layer(drawn, "scenery")["objects"]:
        if thing["type"] == "chair":
            assert within(thing, "sit") == 1


def test_a_door_opens_and_a_bed_covers_with_pictures_of_the_same_size(plan):
    drawn = json.loads(compile_plan(plan))
    pictures = drawn["tilesets"][1]
    tiles = {tile["id"]: tile for tile in pictures["tiles"]}
    states = [(tile, key, number) for tile in tiles.values() for key, number in told(tile).items()]
    found = [(tile, tiles[number]) for tile, key, number in states if key in ("open", "lit", "cover")]
    assert {tile["type"] for tile, _ in found} >= {"front_door", "single_bed", "bed"}
    assert all((one["width"], one["height"]) == (other["width"], other["height"]) for one, other in found)


def test_a_front_door_has_the_colour_that_its_plan_says(plan):
    painted = {}
    for colour in ("teal", "violet"):
        sheet = plan["cottage.txt"].replace("at = [2, 1]", f'at = [2, 1]\ndoor = "{colour}"')
        painted[colour] = compile_town({**plan, "cottage.txt": sheet})
    assert painted["teal"]["pictures.png"] != painted["violet"]["pictures.png"]
    assert kit().choose("front_door", colour="teal").properties["colour"] == "teal"


def test_layers_over_and_under_the_people_are_marked(plan):
    drawn = json.loads(compile_plan(plan))
    assert told(layer(drawn, "caps")) == {"above": True}
    assert told(layer(drawn, "decor")) == {"flat": True}
    assert not any(layer(drawn, name)["visible"] for name in DATA)


def test_a_plan_gives_the_same_bytes_each_time(plan):
    assert compile_town(plan) == compile_town(plan)
