"""Of a town's files, the browser gets the map in one form and the pictures, whatever their names."""

import json
from dataclasses import replace

import pytest

from townlet.server.views.town import file_to_draw
from townlet.town import load_town
from townlet.town.drawing import MAP

GIF = b"GIF89a" + bytes(7) + b";"
TOWN = load_town("applegarth")


@pytest.mark.parametrize(
    ("name", "content", "media"),
    [
        ("ground.PNG", TOWN.files["tiles.png"], "image/png"),
        ("ground", b"RIFF\x04\0\0\0WEBPVP8 ", "image/webp"),
        ("ground.jfif", b"\xff\xd8\xff\xe0", "image/jpeg"),
        ("ground.png#1", GIF, "image/gif"),
    ],
)
def test_a_picture_is_known_by_what_it_holds(name, content, media):
    assert file_to_draw(replace(TOWN, files={**TOWN.files, name: content}), name) == (content, media)


@pytest.mark.parametrize("name", ["town.toml", "facts.toml", "people/nell_hart.toml", "nothing.png", "ground.svg"])
def test_no_other_file_is_given(name):
    assert file_to_draw(replace(TOWN, files={**TOWN.files, "ground.svg": b"<svg/>"}), name) is None


def test_the_map_names_pictures_as_the_town_does():
    drawn = json.loads(TOWN.files[MAP])
    drawn["tilesets"][0]["image"] = "img\\ground.png"
    content, media = file_to_draw(replace(TOWN, files={**TOWN.files, MAP: json.dumps(drawn).encode()}), MAP) or (
        b"",
        "",
    )
    assert (json.loads(content)["tilesets"][0]["image"], media) == ("img/ground.png", "application/json")
