"""Maps of all kinds that Tiled writes, each small, become the same town; others are refused with the right reason."""

import base64
import gzip
import json
import struct
import sys
import zlib
from xml.sax.saxutils import quoteattr

import numpy as np
import pytest

from townlet import BadInput, import_map, load_town
from townlet.mapmaker.png import write_png
from townlet.mapmaker.survey import MapQuestion
from townlet.offline.readings import check_town

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

ROWS = (
    "..............",
    ".############.",
    ".#....#.....#.",
    ".#....#.....#.",
    ".#..........#.",
    ".#....#.....#.",
    ".####.####.##.",
    "..............",
    "..............",
)
WIDE, HIGH = len(ROWS[0]), len(ROWS)
DOORS = {(6, 4), (5, 6), (10, 6)}
KITCHEN = {(x, y) for x in range(2, 6) for y in range(2, 6)}
SHOP = {(x, y) for x in range(7, 12) for y in range(2, 6)}
PACKERS = {"": bytes, "zlib": zlib.compress, "gzip": gzip.compress, "zstd": zstd.compress}


BRICKS = write_png(np.zeros((16, 32, 4), np.uint8))


def zone(name, x, y, width, height, **more):
    box = {"x": 16 * x, "y": 16 * y, "width": 16 * width, "height": 16 * height}
    return {"id": 1, "name": name, "type": "", **box, "rotation": 0, "visible": True, **more}


def house():
    """Two rooms side by side with a door between them, and a front door each."""
    walls = [1 if sign == "#" else 0 for row in ROWS for sign in row]
    tiles = {"width": WIDE, "height": HIGH, "type": "tilelayer", "visible": True, "opacity": 1, "x": 0, "y": 0}
    tileset = {"firstgid": 1, "name": "bricks", "image": "bricks.png", "imagewidth": 32, "imageheight": 16}
    return {
        "type": "map",
        "version": "1.10",
        "orientation": "orthogonal",
        "infinite": False,
        "width": WIDE,
        "height": HIGH,
        "tilewidth": 16,
        "tileheight": 16,
        "tilesets": [
            {**tileset, "tilewidth": 16, "tileheight": 16, "tilecount": 4, "columns": 2, "spacing": 0, "margin": 0}
        ],
        "layers": [
            {"name": "floor", **tiles, "data": [2] * (WIDE * HIGH)},
            {"name": "walls", **tiles, "data": walls},
            {
                "name": "zones",
                "type": "objectgroup",
                "objects": [zone("Kitchen", 2, 2, 4, 4), zone("Shop", 7, 2, 5, 4), zone("stove", 2, 2, 2, 1)],
            },
        ],
    }


def layer(drawn, name):
    return next(each for each in drawn["layers"] if each["name"] == name)


def packed(numbers, compression):
    return base64.b64encode(PACKERS[compression](struct.pack(f"<{len(numbers)}I", *numbers))).decode()


def pack(compression):
    def change(drawn):
        for each in drawn["layers"][:2]:
            each.update(data=packed(each["data"], compression), encoding="base64", compression=compression)

    return change


def xml_of(drawn, encoding="csv", compression=""):
    """The map as Tiled's XML."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{element("map", drawn, encoding, compression)}'


TAGS = {"tilelayer": "layer", "objectgroup": "objectgroup", "group": "group"}


def element(tag, table, encoding="csv", compression=""):
    inner = []
    plain = {key: value for key, value in table.items() if not isinstance(value, list | dict)}
    if tag in ("map", "layer", "objectgroup", "group"):
        plain.pop("type", None)
    image = {new: plain.pop(old) for old, new in IMAGE.items() if old in plain}
    if image:
        inner.append(element("image", image))
    for each in table.get("properties", []):
        inner.append(f"<properties>{element('property', each)}</properties>")
    for key in ("tilesets", "tiles", "objects"):
        inner += [element(key[:-1], each) for each in table.get(key, [])]
    inner += [element(TAGS[each["type"]], each, encoding, compression) for each in table.get("layers", [])]
    if "data" in table or "chunks" in table:
        inner.append(xml_data(table, encoding, compression))
    if "polygon" in table:
        points = " ".join("{x},{y}".format(**corner) for corner in table["polygon"])
        inner.append(f'<polygon points="{points}"/>')
    if "point" in plain:
        del plain["point"]
        inner.append("<point/>")
    words = {
        key: str(value).lower() if key == "value" else int(value) if isinstance(value, bool) else value
        for key, value in plain.items()
    }
    attributes = "".join(f" {key}={quoteattr(str(value))}" for key, value in words.items())
    return f"<{tag}{attributes}>{''.join(inner)}</{tag}>"


IMAGE = {"image": "source", "imagewidth": "width", "imageheight": "height"}


def xml_data(table, encoding, compression):
    def numbers(data):
        if encoding == "base64":
            return packed(data, compression)
        return ",".join(map(str, data)) if encoding else "".join(f'<tile gid="{each}"/>' for each in data)

    chunks = ""
    for each in table.get("chunks", []):
        box = " ".join(f'{key}="{each[key]}"' for key in ("x", "y", "width", "height"))
        chunks += f"<chunk {box}>{numbers(each['data'])}</chunk>"
    packing = f' encoding="{encoding}"' if encoding else ""
    packing += f' compression="{compression}"' if compression else ""
    return f"<data{packing}>{chunks or numbers(table['data'])}</data>"


def tmx(encoding="csv", compression="", change=None):
    def files(drawn):
        if change:
            change(drawn)
        return {"house.tmx": xml_of(drawn, encoding, compression)}

    return files


def tileset_outside(name, written=None, folder=""):
    """The tileset in a file of its own, as Tiled saves it unless told otherwise."""

    def files(drawn):
        tileset = drawn["tilesets"][0]
        drawn["tilesets"] = [{"firstgid": 1, "source": written or name}]
        table = {**tileset, "type": "tileset"}
        table.pop("firstgid")
        text = element("tileset", {**table, "type": ""}) if name.endswith("x") else json.dumps(table)
        return {f"{folder}{name}": text, "house.tmj": json.dumps(drawn)}

    return files


def infinite(left=0, top=0):
    def change(drawn):
        drawn.update(infinite=True, width=0, height=0)
        for each in drawn["layers"]:
            if each["type"] == "tilelayer":
                chunk = {"x": left, "y": top, "width": WIDE, "height": HIGH, "data": each.pop("data")}
                each["chunks"] = [chunk]
            for thing in each.get("objects", ()):
                thing.update(x=thing["x"] + 16 * left, y=thing["y"] + 16 * top)

    return change


def infinite_packed(drawn):
    infinite(-32, 16)(drawn)
    for each in drawn["layers"][:2]:
        each.update(encoding="base64", compression="zstd")
        each["chunks"][0]["data"] = packed(each["chunks"][0]["data"], "zstd")


def infinite_moved(drawn):
    infinite(40, -8)(drawn)
    for each in drawn["layers"]:
        each.update(offsetx=-320, offsety=160)


def moved(drawn):
    walls = layer(drawn, "walls")
    walls["data"] = [*walls["data"][1:], 0]
    walls["offsetx"] = 16
    for thing in layer(drawn, "zones")["objects"]:
        thing["y"] -= 32
    layer(drawn, "zones")["offsety"] = 32


def grouped(drawn):
    floor, walls, zones = drawn["layers"]
    walls["data"] = [0, *walls["data"][:-1]]
    inner = {"name": "inner", "type": "group", "offsetx": -8, "layers": [walls]}
    outer = {"name": "outer", "type": "group", "offsetx": -8, "layers": [inner]}
    drawn["layers"] = [floor, outer, zones]


def flipped(bits):
    def change(drawn):
        walls = layer(drawn, "walls")
        walls["data"] = [number | bits if number else 0 for number in walls["data"]]

    return change


def template(name):
    """The zone 'Shop' as an instance of a template that holds its name and size."""

    def files(drawn):
        shop = layer(drawn, "zones")["objects"][1]
        whole = {**shop, "id": 0}
        layer(drawn, "zones")["objects"][1] = {"id": 7, "x": shop["x"], "y": shop["y"], "template": f"parts/{name}"}
        text = (
            f"<template>{element('object', whole)}</template>" if name.endswith("x") else json.dumps({"object": whole})
        )
        return {f"parts/{name}": text, "house.tmj": json.dumps(drawn)}

    return files


def corners(*points):
    return [{"x": 16 * x, "y": 16 * y} for x, y in points]


def shaped(**shape):
    return lambda drawn: layer(drawn, "zones")["objects"][1].update(shape)


def properties(*given):
    return lambda drawn: layer(drawn, "zones")["objects"][0].update(properties=list(given))


CLASS = {"name": "look", "type": "class", "propertytype": "Look", "value": {"colour": "red", "depth": {"of": 2}}}


def nameless_walls(drawn, **tile):
    """Walls in a layer that says nothing, so that their tiles have to."""
    layer(drawn, "walls")["name"] = "Layer 2"
    drawn["tilesets"][0].update(tile)


def collides(value):
    tiles = [{"id": 0, "properties": [{"name": "collides", "type": "bool", "value": value}]}]
    return lambda drawn: nameless_walls(drawn, tiles=tiles)


def door_objects(drawn):
    """Doors drawn over closed walls: objects of the layer 'doors' open them."""
    walls = layer(drawn, "walls")["data"]
    for x, y in DOORS:
        walls[y * WIDE + x] = 1
    points = [{**zone("", x, y, 0, 0), "point": True} for x, y in DOORS]
    drawn["layers"].append({"name": "doors", "type": "objectgroup", "objects": points})


def collision_objects(drawn):
    """Walls as rectangles of an object layer, as many games have them."""
    walls = layer(drawn, "walls")["data"]
    drawn["layers"] = [each for each in drawn["layers"] if each["name"] != "walls"]
    boxes = [zone("", index % WIDE, index // WIDE, 1, 1) for index, number in enumerate(walls) if number]
    drawn["layers"].append({"name": "Collisions", "type": "objectgroup", "objects": boxes})


def alone(change, name="house.tmj", start=""):
    def files(drawn):
        change(drawn)
        return {name: start + json.dumps(drawn)}

    return files


def said(*given):
    """Walls whose tiles have a property."""
    return lambda drawn: nameless_walls(drawn, tiles=[{"id": 0, "properties": list(given)}])


def encoded(encoding):
    """The map as XML in another encoding, with a name that has a letter of its own."""

    def files(drawn):
        layer(drawn, "floor")["name"] = "Fußboden"
        return {"house.tmx": xml_of(drawn).replace("UTF-8", encoding, 1).encode(encoding)}

    return files


def same(drawn):
    """Leave the map as it is."""


READ = {
    "tmj": alone(same),
    "json": alone(same, "house.json"),
    "byte order mark": alone(same, start="\ufeff"),
    **{f"base64 {kind or 'plain'}": alone(pack(kind)) for kind in PACKERS},
    "tmx csv": tmx(),
    "tmx of elements": tmx(""),
    **{f"tmx {kind or 'plain'}": tmx("base64", kind) for kind in PACKERS},
    "tileset tsx": tileset_outside("bricks.tsx"),
    "tileset tsj": tileset_outside("bricks.tsj"),
    "tileset json": tileset_outside("bricks.json"),
    "tileset in a folder of Windows": tileset_outside("bricks.tsx", "parts\\bricks.tsx", "parts/"),
    "infinite": alone(infinite()),
    "infinite before zero": alone(infinite(-32, -48)),
    "infinite far away": alone(infinite(100_000, 5)),
    "infinite tmx": tmx(change=infinite(-16, 0)),
    "infinite packed": alone(infinite_packed),
    "infinite with offsets": alone(infinite_moved),
    "layer offsets": alone(moved),
    "group offsets": alone(grouped),
    "groups in tmx": tmx(change=grouped),
    "flipped": alone(flipped(0x80000000)),
    "turned": alone(flipped(0x60000000)),
    "turned by 120 degrees": alone(flipped(0x10000000)),
    "template tx": template("shop.tx"),
    "template tj": template("shop.tj"),
    "class property": alone(properties(CLASS)),
    "list property": alone(properties({"name": "tags", "type": "list", "value": [{"type": "string", "value": "a"}]})),
    "object property": alone(properties({"name": "to", "type": "object", "value": 3})),
    "class property in tmx": tmx(change=properties({"name": "look", "type": "class", "propertytype": "Look"})),
    "polygon": alone(shaped(width=0, height=0, polygon=corners((0, 0), (5, 0), (5, 4), (2, 4), (2, 3), (0, 3)))),
    "polygon in tmx": tmx(change=shaped(width=0, height=0, polygon=corners((0, 0), (5, 0), (5, 4), (0, 4)))),
    "polygon of any angle": alone(shaped(polygon=corners((-0.3, -0.2), (5.2, 0), (4.9, 4.3), (0, 4)))),
    "rotated": alone(shaped(x=16 * 12, width=64, height=80, rotation=90)),
    "negative size": alone(shaped(x=16 * 12, width=-80)),
    "off the grid": alone(shaped(x=16 * 7 + 3, width=75)),
    "ellipse": alone(shaped(ellipse=True)),
    "tiles that collide": alone(collides(True)),
    "tiles that collide in tmx": tmx(change=collides(True)),
    "tiles that are not walkable": alone(said({"name": "isWalkable", "type": "bool", "value": False})),
    "tiles that are not passable": tmx(change=said({"name": "passable", "value": "false"})),
    "tiles of a class that collides": alone(said({"name": "body", "type": "class", "value": {"solid": True}})),
    "layer that is not walkable": alone(
        lambda drawn: layer(drawn, "walls").update(name="a", properties=[{"name": "walkable", "value": False}])
    ),
    "tmx in UTF-16": encoded("UTF-16"),
    "tmx in Latin-1": encoded("ISO-8859-1"),
    "tiles with a shape": alone(
        lambda drawn: nameless_walls(drawn, tiles=[{"id": 0, "objectgroup": {"objects": [{}]}}])
    ),
    "tileproperties of 1.0": alone(
        lambda drawn: nameless_walls(drawn, tileproperties={"0": {"collides": True}}, tilepropertytypes={"0": {}})
    ),
    "tiles by number of 1.0": alone(
        lambda drawn: nameless_walls(drawn, tiles={"0": {"terrain": []}}, tileproperties={"0": {"solid": "true"}})
    ),
    "tileproperties of 0.15": alone(
        lambda drawn: nameless_walls(drawn, tileproperties={"0": {"collides": "true"}, "1": {"collides": "0"}})
    ),
    "properties of 1.0": alone(lambda drawn: layer(drawn, "zones").update(properties={"a": 1})),
    "objects as walls": alone(collision_objects),
    "points as doors": alone(door_objects),
    "hidden layer": alone(lambda drawn: layer(drawn, "walls").update(visible=False)),
    "image layer": alone(
        lambda drawn: drawn["layers"].append({"name": "sky", "type": "imagelayer", "image": "sky.png"})
    ),
    "two layers of one name": alone(lambda drawn: layer(drawn, "floor").update(name="zones")),
}


def written(folder, files):
    """Write the files of a map, and return the map's path: the last of them."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize("kind", READ)
def test_a_map_of_any_kind_becomes_the_same_town(tmp_path, kind):
    made = import_map(written(tmp_path, READ[kind](house())), tmp_path / "town")
    assert {room.name: set(room.tiles) for room in made.survey.rooms} == {"Kitchen": KITCHEN, "Shop": SHOP}
    assert made.survey.doors == DOORS
    assert made.survey.things[0].name == "stove"
    assert len(load_town(tmp_path / "town").setting.places) == 4


@pytest.mark.parametrize(("offset", "reason"), [({"offsety": 8}, "0, 8"), ({"offsetx": -3.5}, "-3.5, 0")])
def test_walls_that_are_not_where_they_are_drawn_are_refused(tmp_path, offset, reason):
    drawn = house()
    layer(drawn, "walls").update(offset)
    with pytest.raises(BadInput, match=f"layer 'walls' is moved by {reason} pixels, which are no whole tiles"):
        import_map(written(tmp_path, alone(same)(drawn)), tmp_path / "town")
    layer(drawn, "floor").update(offset, offsetx=1.25)
    layer(drawn, "walls").update(offsetx=0, offsety=0)
    assert import_map(written(tmp_path, alone(same)(drawn)), tmp_path / "town").survey.doors == DOORS


@pytest.mark.parametrize(("alignment", "y"), [("bottomleft", 3), ("topleft", 2)])
def test_the_class_of_a_tile_names_its_objects(tmp_path, alignment, y):
    drawn = house()
    zones = layer(drawn, "zones")["objects"]
    zones[2:] = [{"id": 8, "name": "", "gid": 3, "x": 16 * 9, "y": 16 * y, "width": 16, "height": 16}]
    drawn["tilesets"][0].update(tiles=[{"id": 2, "type": "loom"}], objectalignment=alignment)
    found = import_map(written(tmp_path, alone(same)(drawn)), tmp_path / "town", people=1).survey
    assert [thing.tiles for thing in found.things if thing.name == "loom"] == [{(9, 2)}]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"<?xml version='1.0'?><Error/>", "bricks.png is no picture that browsers show"),
        (BRICKS[:-15], "bricks.png is cut off or damaged"),
        (write_png(np.zeros((64, 64, 4), np.uint8)), "bricks.png has 64 x 64 pixels, and the map says 32 x 16"),
        (None, "the tileset 'bricks' names no file"),
    ],
)
def test_a_picture_that_nobody_would_see_is_told_and_the_town_is_drawn_without_it(tmp_path, content, told):
    drawn = house()
    if content is None:
        del drawn["tilesets"][0]["image"]
    (tmp_path / "bricks.png").write_bytes(content or BRICKS)
    [missing] = import_map(written(tmp_path, alone(same)(drawn)), tmp_path / "town").missing
    assert missing.startswith(told)
    check_town(tmp_path / "town")


@pytest.mark.parametrize("name", ["pictures.png", "Tiles.png"])
def test_a_picture_does_not_take_the_place_of_one_of_the_town(tmp_path, name):
    drawn = house()
    drawn["tilesets"][0]["image"] = name
    (tmp_path / name).write_bytes(BRICKS)
    import_map(written(tmp_path, alone(same)(drawn)), tmp_path / "town")
    assert f"2-{name}" in check_town(tmp_path / "town").files


@pytest.mark.parametrize("name", ["Bricks.PNG", "bricks.jfif", "bricks"])
def test_a_picture_may_have_any_name(tmp_path, name):
    drawn = house()
    drawn["tilesets"][0]["image"] = name
    (tmp_path / name).write_bytes(BRICKS)
    assert import_map(written(tmp_path, alone(same)(drawn)), tmp_path / "town").missing == ()
    assert name in check_town(tmp_path / "town").files


def bomb(drawn):
    walls = layer(drawn, "walls")
    walls.update(data=base64.b64encode(zlib.compress(bytes(1 << 27))).decode(), encoding="base64", compression="zlib")


def drop(drawn):
    layer(drawn, "floor")["data"][3] = 50


REFUSED = {
    "hexagonal": (alone(lambda drawn: drawn.update(orientation="hexagonal")), "house.tmj: is hexagonal"),
    "isometric": (tmx(change=lambda drawn: drawn.update(orientation="isometric")), "house.tmx: is isometric"),
    "staggered": (alone(lambda drawn: drawn.update(orientation="staggered", infinite=True)), "house.tmj: is staggered"),
    "tileset not there": (
        lambda drawn: {"house.tmj": tileset_outside("bricks.tsx", "other/bricks.tsx")(drawn)["house.tmj"]},
        "uses the tileset 'other/bricks.tsx', which is not there",
    ),
    "template not there": (
        lambda drawn: {"house.tmj": template("shop.tx")(drawn)["house.tmj"]},
        "uses the template 'parts/shop.tx', which is not there",
    ),
    "tileset that is none": (
        lambda drawn: {**tileset_outside("bricks.tsx")(drawn), "bricks.tsx": "{", "house.tmj": json.dumps(drawn)},
        "uses the tileset 'bricks.tsx', which cannot be read",
    ),
    "tileset for a map": (
        lambda drawn: {"bricks.tsj": json.dumps({**drawn["tilesets"][0], "type": "tileset"})},
        "bricks.tsj: is a tileset, not a map",
    ),
    "no JSON": (lambda drawn: {"house.tmj": json.dumps(drawn)[:-9]}, "house.tmj: is not JSON"),
    "no XML": (lambda drawn: {"house.tmx": xml_of(drawn)[:-9]}, "house.tmx: is not XML"),
    "another XML": (
        lambda drawn: {"page.tmx": "<html></html>"},
        "page.tmx: is not a Tiled map: it is XML of the kind <html>",
    ),
    "entities": (lambda drawn: {"a.tmx": '<!DOCTYPE map [<!ENTITY a "b">]><map/>'}, "a.tmx: declares entities"),
    "no layers": (alone(lambda drawn: drawn.pop("layers")), "house.tmj: is no map of Tiled: it has no layers"),
    "unknown compression": (
        alone(lambda drawn: layer(drawn, "walls").update(data="AAAA", compression="lzma")),
        "'lzma'",
    ),
    "broken compression": (
        alone(lambda drawn: layer(drawn, "walls").update(data="AAAA", compression="zlib")),
        "layer 'walls' cannot be unpacked",
    ),
    "short layer": (
        alone(lambda drawn: layer(drawn, "walls")["data"].pop()),
        "layer 'walls' has 125 tiles; the map has 14 x 9",
    ),
    "tile of no tileset": (
        alone(lambda drawn: (drawn["tilesets"].append({**drawn["tilesets"][0], "firstgid": 90}), drop(drawn))),
        "layer 'floor' has tile 50, which no tileset has",
    ),
    "unknown encoding": (
        lambda drawn: {"house.tmx": xml_of(drawn).replace("UTF-8", "martian", 1)},
        "is XML that cannot be read (unknown encoding: martian); save it as UTF-8",
    ),
    "bomb": (alone(bomb), "layer 'walls' has 1000001 tiles"),
    "too large": (alone(lambda drawn: drawn.update(width=40_000, height=40_000)), "has 40000 x 40000 tiles"),
    "too far apart": (
        alone(lambda drawn: (infinite(9)(drawn), layer(drawn, "walls")["chunks"][0].update(x=10**9))),
        "is an infinite map of",
    ),
    "infinite without a tile": (
        alone(lambda drawn: (infinite()(drawn), [each.pop("chunks") for each in drawn["layers"][:2]])),
        "is an infinite map without a tile",
    ),
    "no walls": (alone(lambda drawn: layer(drawn, "walls").update(name="Layer 2")), "shows no walls; name their layer"),
    "tiles that do not collide": (alone(collides(False)), "shows no walls; name their layer"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_a_map_that_cannot_be_used_is_refused_in_one_line_and_nothing_is_written(tmp_path, kind):
    files, reason = REFUSED[kind]
    path = written(tmp_path, files(house()))
    with pytest.raises(BadInput) as refused:
        import_map(path, tmp_path / "town")
    assert reason in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1
    assert not (tmp_path / "town").exists()


def test_a_map_of_two_gigabytes_is_refused_before_it_is_read(tmp_path):
    with (tmp_path / "house.tmj").open("wb") as file:
        file.truncate(2 << 30)
    with pytest.raises(BadInput, match=r"house\.tmj has 2,147,483,648 bytes; a map has at most 67,108,864\."):
        import_map(tmp_path / "house.tmj", tmp_path / "town")


def test_a_map_with_its_pictures_looks_as_its_author_drew_it(tmp_path):
    path = written(tmp_path, tileset_outside("bricks.tsx", "parts/bricks.tsx", "parts/")(house()))
    (tmp_path / "parts" / "bricks.png").write_bytes(BRICKS)
    made = import_map(path, tmp_path / "town", people=2)
    assert made.missing == ()
    assert (tmp_path / "town" / "parts-bricks.png").read_bytes() == BRICKS
    drawn = json.loads((tmp_path / "town" / "map.tmj").read_text(encoding="utf-8"))
    assert drawn["tilesets"][0]["image"] == "parts-bricks.png"
    assert layer(drawn, "1 floor")["data"] == [2] * (WIDE * HIGH)
    assert (drawn["tilewidth"], layer(drawn, "walls")["visible"]) == (16, False)
    check_town(tmp_path / "town")


def test_what_an_offset_moves_beyond_the_map_is_imported_too(tmp_path):
    drawn = house()
    sky = {"name": "sky", "type": "imagelayer", "image": "parts\\sky.png", "offsetx": 16, "offsety": 8}
    group = {"name": "map", "type": "group", "layers": drawn["layers"], "offsetx": -64, "offsety": 32}
    drawn["layers"] = [group, sky]
    for name in ("bricks.png", "parts/sky.png"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(BRICKS)
    made = import_map(written(tmp_path, alone(same)(drawn)), tmp_path / "town")
    assert {room.name: set(room.tiles) for room in made.survey.rooms} == {"Kitchen": KITCHEN, "Shop": SHOP}
    assert made.missing == ()
    shown = layer(json.loads((tmp_path / "town" / "map.tmj").read_text(encoding="utf-8")), "4 sky")
    assert (shown["image"], shown["offsetx"], shown["offsety"]) == ("parts-sky.png", 16 + 64, 8 - 32)
    check_town(tmp_path / "town")


def test_a_missing_picture_is_told_and_the_town_is_drawn_without_it(tmp_path):
    made = import_map(written(tmp_path, READ["tmj"](house())), tmp_path / "town", people=2)
    assert made.missing == ("bricks.png",)
    assert len(check_town(tmp_path / "town").people) == 2


def test_people_sleep_indoors_and_in_beds_of_their_own(tmp_path):
    import_map(written(tmp_path, READ["tmj"](house())), tmp_path / "town", people=4)
    town = check_town(tmp_path / "town")
    assert {str(person.home).split(":")[-1] for person in town.people} == {"Kitchen", "Shop"}
    assert sum(thing.capacity for thing in town.setting.objects.values() if thing.address.name == "bed") == 4


@pytest.mark.parametrize(("people", "reason"), [(40, "makes up to 32"), (30, "has room for")])
def test_more_people_than_the_map_has_room_for_are_refused(tmp_path, people, reason):
    path = written(tmp_path, READ["tmj"](house()))
    with pytest.raises(BadInput, match=reason):
        import_map(path, tmp_path / "town", people=people)
    assert not (tmp_path / "town").exists()


def test_what_the_map_does_not_say_is_asked(tmp_path):
    drawn = house()
    layer(drawn, "zones")["objects"].clear()
    tiles = [0] * (WIDE * HIGH)
    tiles[2 * WIDE + 8] = tiles[2 * WIDE + 9] = 2
    drawn["layers"].append({**layer(drawn, "floor"), "name": "furniture", "data": tiles})
    asked = []

    def answer(question: MapQuestion) -> str:
        asked.append(question)
        return {"Room": "Bakery", "": "oven"}[question.proposal]

    made = import_map(written(tmp_path, {"house.tmj": json.dumps(drawn)}), tmp_path / "town", people=1, ask=answer)
    assert asked[0] == MapQuestion("A room of 4 x 4 tiles at 2,2: its name?", "Room")
    assert asked[-1] == MapQuestion("A thing of 2 x 1 tiles at 8,2, drawn with 'bricks': what is it?", "")
    assert [room.name for room in made.survey.rooms] == ["Bakery", "Bakery 2"]
    assert {room.sector for room in made.survey.rooms} == {"House"}
    assert [(thing.name, thing.tiles) for thing in made.survey.things[:-1]] == [("oven", {(8, 2), (9, 2)})]


def test_a_hall_with_a_corner_is_divided_and_a_closed_room_is_none(tmp_path):
    rows = ["#" * 44, *["#" + "." * 6 + "#" * 37] * 12, *["#" + "." * 36 + "######" + "#"] * 5]
    rows += ["#" * 44, *["#" * 20 + "." * 6 + "#" * 18] * 4, "#" * 44]
    drawn = house()
    drawn.update(width=44, height=len(rows))
    numbers = [1 if sign == "#" else 0 for row in rows for sign in row]
    drawn["layers"] = [{**layer(drawn, "walls"), "width": 44, "height": len(rows), "data": numbers}]
    found = import_map(written(tmp_path, {"house.tmj": json.dumps(drawn)}), tmp_path / "town").survey
    assert sorted(len(room.tiles) for room in found.rooms) == [5 + 6 * 17, 5 * 29]
    assert {room.sector for room in found.rooms} == {"House"}


def test_a_folder_that_is_full_is_left_alone(tmp_path):
    path = written(tmp_path, {"town/mine.txt": "mine", **READ["tmj"](house())})
    with pytest.raises(BadInput, match="not an empty folder"):
        import_map(path, tmp_path / "town")
    assert [each.name for each in (tmp_path / "town").iterdir()] == ["mine.txt"]


def test_pictures_that_would_have_one_name_keep_two(tmp_path):
    drawn = house()
    pictures = {"a/b-c.png": BRICKS, "a-b/c.png": write_png(np.full((16, 16, 4), 9, np.uint8))}
    tiles = [{"id": number, "image": path} for number, path in enumerate(pictures)]
    drawn["tilesets"] = [{"firstgid": 1, "name": "parts", "tilecount": 2, "columns": 0, "tiles": tiles}]
    path = written(tmp_path, {"house.tmj": json.dumps(drawn)})
    for name, content in pictures.items():
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_bytes(content)
    import_map(path, tmp_path / "town", people=1)
    [tileset, *_] = json.loads((tmp_path / "town" / "map.tmj").read_text(encoding="utf-8"))["tilesets"]
    shown = {
        name: (tmp_path / "town" / tile["image"]).read_bytes()
        for name, tile in zip(pictures, tileset["tiles"], strict=True)
    }
    assert shown == pictures


def test_things_that_differ_in_case_alone_are_one_kind_of_thing(tmp_path):
    drawn = house()
    first = next(each for each in drawn["layers"] if each["type"] == "objectgroup")["objects"]
    x, y = min(SHOP)
    first += [
        {"id": 90 + i, "name": name, "x": 16 * (x + i), "y": 16 * y, "width": 16, "height": 16}
        for i, name in enumerate(("Bed", "Lamp", "lamp"))
    ]
    made = import_map(written(tmp_path, {"house.tmj": json.dumps(drawn)}), tmp_path / "town", people=1)
    names = [thing.name for thing in made.survey.things]
    assert (names.count("Lamp"), "lamp" in names, "Bed" in names) == (2, False, False)
    check_town(tmp_path / "town")
