import struct
import zlib

from townlet.town.draw.tileset import COLUMNS, NUMBERS, PIXELS, TILES, tileset_json, tileset_png


def test_the_picture_has_the_size_and_colours_that_the_tileset_tells_tiled():
    picture, told = tileset_png(), tileset_json("tiles.png")
    assert struct.unpack(">II", picture[16:24]) == (told["imagewidth"], told["imageheight"])
    start = picture.index(b"IDAT") + 4
    (size,) = struct.unpack(">I", picture[start - 8 : start - 4])
    pixels = zlib.decompress(picture[start : start + size])
    line = COLUMNS * PIXELS + 1
    for number in range(len(TILES)):
        row, column = divmod(number, COLUMNS)
        assert pixels[(row * PIXELS + PIXELS // 2) * line + 1 + column * PIXELS] == number


def test_no_two_tiles_share_a_name():
    assert len(NUMBERS) == len(TILES)


def test_walls_block_sight_and_water_only_the_way():
    blocks = {tile.name: tile.blocks for tile in TILES}
    assert (blocks["brick"], blocks["water"], blocks["path"]) == ("sight", "way", "")
