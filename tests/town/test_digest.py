import json

import pytest

from townlet.town import town_from_files


def digest(files):
    return town_from_files(files).digest


def test_tracked_facts_do_not_change_the_digest(town_folder, town):
    facts = '[[facts]]\nname = "fair"\nsource = "Ada Fenn"\nmatch = [["fair"]]\n'
    assert digest({**town_folder, "facts.toml": facts}) == town.digest


def test_how_people_look_does_not_change_the_digest(town_folder, town):
    file = "people/ada_fenn.toml"
    assert digest({**town_folder, file: town_folder[file] + '[look]\nhair = "red"\n'}) == town.digest


def test_line_endings_and_comments_do_not_change_the_digest(town_folder, town):
    other = {name: text.replace("\n", "\r\n") for name, text in town_folder.items()}
    other["town.toml"] = "# a remark\r\n" + other["town.toml"]
    assert digest(other) == town.digest


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("town.toml", "capacity = 1", "capacity = 2"),
        ("people/ada_fenn.toml", "weaver", "potter"),
        ("map.tmj", "turned off", "turned on"),
    ],
)
def test_what_changes_events_changes_the_digest(town_folder, town, file, old, new):
    assert old in town_folder[file]
    assert digest({**town_folder, file: town_folder[file].replace(old, new)}) != town.digest


def test_a_replaced_prompt_changes_the_digest(town_folder, town):
    assert digest({**town_folder, "prompts/react.md": "Hm."}) != town.digest


def test_how_the_map_is_drawn_does_not_change_the_digest(town_folder, town):
    drawn = json.loads(town_folder["map.tmj"])
    drawn["layers"] = [each for each in drawn["layers"] if each["name"] not in ("grass", "furniture", "decor", "caps")]
    assert digest({**town_folder, "map.tmj": json.dumps(drawn), "tiles.png": "x"}) == town.digest
