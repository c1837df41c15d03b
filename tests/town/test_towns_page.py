"""The examples of the page on towns make a town."""

import re
from pathlib import Path

from townlet.mapmaker import compile_plan
from townlet.mapmaker.sheet import FIXED
from townlet.town import town_from_files

PAGE = (Path(__file__).parents[2] / "docs" / "towns.md").read_text("utf-8")


def example(language: str, first: str) -> str:
    blocks = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return next(block for block in blocks if block.startswith(first))


def test_the_examples_of_the_page_are_a_town_without_defects():
    ground = "\n".join(["---", *["." * 16] * 10])
    sheet = example("text", "sector")
    town = town_from_files(
        {
            "town.toml": example("toml", 'name = "Millbrook"'),
            "people/ada_fenn.toml": example("toml", 'name = "Ada Fenn"'),
            "map.tmj": compile_plan({"ground.txt": ground, "cottage.txt": sheet}),
        }
    )
    assert town.people[0].bed in town.setting.objects


def test_the_page_names_every_sign():
    assert all(f"`{sign}`" in PAGE for sign in FIXED - {" "})
