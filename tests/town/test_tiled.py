import base64
import gzip
import struct
import zlib

import pytest

from townlet.town import TownError, town_from_files

PACKERS = {"": bytes, "zlib": zlib.compress, "gzip": gzip.compress}


def walls(drawn):
    return next(each for each in drawn["layers"] if each["name"] == "walls")


def pack(layer, compression):
    data = PACKERS[compression](struct.pack(f"<{len(layer['data'])}I", *layer["data"]))
    layer.update(data=base64.b64encode(data).decode(), encoding="base64", compression=compression)


@pytest.mark.parametrize("compression", list(PACKERS))
def test_packed_layers_hold_the_same_walls(redrawn, town, compression):
    files = redrawn(lambda drawn: pack(walls(drawn), compression))
    assert town_from_files(files).setting == town.setting


def test_layers_may_be_grouped(redrawn, town):
    def group(drawn):
        drawn["layers"] = [{"name": "all", "type": "group", "layers": drawn["layers"]}]

    assert town_from_files(redrawn(group)).setting == town.setting


def test_flipped_tiles_are_still_walls(redrawn, town):
    def flip(drawn):
        walls(drawn)["data"] = [number | 0x80000000 if number else 0 for number in walls(drawn)["data"]]

    assert town_from_files(redrawn(flip)).setting == town.setting


def test_kinds_may_be_written_as_class(redrawn, town):
    def rename(drawn):
        for layer in drawn["layers"]:
            for thing in layer.get("objects", ()):
                thing["class"] = thing.pop("type")

    assert town_from_files(redrawn(rename)).setting == town.setting


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda drawn: walls(drawn).update(data="AAAA", encoding="base64", compression="zstd"), "'zstd'"),
        (lambda drawn: walls(drawn).update(data="AAAA", encoding="base64", compression="zlib"), "layer 'walls'"),
        (lambda drawn: walls(drawn)["data"].pop(), "has 239 tiles; the map has 20 x 12 = 240"),
        (lambda drawn: drawn.update(orientation="isometric"), "is isometric; a town's map is orthogonal"),
        (lambda drawn: drawn.update(width=0), "its width, height and tile size must be at least 1"),
        (lambda drawn: drawn["tilesets"][0].update(source="a.tsj"), "embed the tileset in the map"),
        (lambda drawn: drawn.pop("height"), "is not a Tiled map: height: field required"),
        (lambda drawn: things(drawn)[0].update(template="chair.tx"), "is made by the template 'chair.tx'"),
    ],
)
def test_a_map_that_a_town_cannot_use_is_refused_with_the_reason(redrawn, defects_of, change, expected):
    assert expected in defects_of(redrawn(change))


def test_a_map_that_is_not_json_is_refused(town_folder, defects_of):
    town_folder["map.tmj"] = "<map/>"
    assert "map.tmj: is not JSON" in defects_of(town_folder)


def things(drawn):
    return next(each for each in drawn["layers"] if each["name"] == "objects")["objects"]


def as_text(drawn):
    walls(drawn).update(data=",\r\n".join(map(str, walls(drawn)["data"])), encoding="csv")


def with_nulls(drawn):
    walls(drawn).update(opacity=None, tintcolor=None)
    for thing in things(drawn):
        thing.update(template=None, gid=None)
    for tileset in drawn["tilesets"]:
        tileset["source"] = None


@pytest.mark.parametrize("change", [as_text, with_nulls])
def test_other_writers_of_maps_are_understood(redrawn, town, change):
    assert town_from_files(redrawn(change)).setting == town.setting


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("capacity", "4", "has capacity = '4'; make it a whole number from 1, of the type int"),
        ("capacity", 0, "has capacity = 0; make it"),
        ("walkable", "False", "has walkable = 'False'; make it true or false"),
        ("facing", "left", "has facing = 'left'; make it 'north', 'east', 'south' or 'west'"),
        ("Capacity", 4, "has the property 'Capacity'; write it 'capacity'"),
    ],
)
def test_a_property_that_means_nothing_is_a_defect(redrawn, name, value, expected):
    def give(drawn):
        things(drawn)[0]["properties"] = [{"name": name, "value": value}]

    files = redrawn(give)
    with pytest.raises(TownError, match="1 defect") as refused:
        town_from_files(files, check_names=True)
    assert expected in str(refused.value)
    town_from_files(files)  # as a run file that was written before


def test_objects_of_one_place_that_differ_in_case_alone_are_a_defect(redrawn):
    def repeat(drawn):
        first = things(drawn)[0]
        things(drawn).append({**first, "name": first["name"].title()})

    with pytest.raises(TownError, match="is hard to tell from"):
        town_from_files(redrawn(repeat), check_names=True)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda drawn: walls(drawn).update(data="AAA%", encoding="base64"), "layer 'walls' cannot be unpacked"),
        (
            lambda drawn: walls(drawn).update(name="Walls"),
            "no tile layer 'walls'; add it in Tiled. Did you mean 'Walls'?",
        ),
        (lambda drawn: drawn["tilesets"].clear(), "no tile of the layer 'walls' blocks"),
        (lambda drawn: drawn.pop("layers"), "is no map of Tiled: it has no layers"),
        (lambda drawn: drawn.update(type="world", layers=None), "is a world of Tiled; export the map"),
        (lambda drawn: things(drawn)[0].update(x=float("nan")), "x: input should be a finite number"),
        (lambda drawn: things(drawn)[0].update(x=1e300), "x: input should be less than"),
    ],
)
def test_what_makes_the_rest_a_defect_is_the_only_one(redrawn, defects_of, change, expected):
    [told] = defects_of(redrawn(change)).splitlines()
    assert expected in told


def test_a_layer_that_is_cut_off_is_told(redrawn, defects_of):
    def cut(drawn):
        pack(walls(drawn), "zlib")
        walls(drawn)["data"] = walls(drawn)["data"][:20]

    assert "cannot be unpacked (it is cut off)" in defects_of(redrawn(cut))


def test_a_tile_of_no_tileset_is_told(redrawn):
    def draw(drawn):
        for tileset in drawn["tilesets"]:
            tileset["tilecount"] = 100
        walls(drawn)["data"][5] = 9999

    files = redrawn(draw)
    with pytest.raises(TownError, match="layer 'walls' has tile 9999, which no tileset has"):
        town_from_files(files, check_names=True)
    town_from_files(files)
