import base64
import gzip
import struct
import zlib

import pytest

from townlet.town import town_from_files

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
    ],
)
def test_a_map_that_a_town_cannot_use_is_refused_with_the_reason(redrawn, defects_of, change, expected):
    assert expected in defects_of(redrawn(change))


def test_a_map_that_is_not_json_is_refused(town_folder, defects_of):
    town_folder["map.tmj"] = "<map/>"
    assert "map.tmj: is not JSON" in defects_of(town_folder)
