"""The offline model reads keys and answers in the names that the prompt used."""

from __future__ import annotations

import asyncio
import json

from townlet.language.model import Request
from townlet.offline.keyed import Renaming
from townlet.offline.model import OfflineModel


def test_full_names_and_first_names_are_replaced_in_texts_lists_and_records() -> None:
    renaming = Renaming({"王小明": "Ann Bo", "May Orr": "Cy Dee"})
    assert renaming({"who": "王小明", "lines": ["'May, hello!' said 王小明."], "age": 3}) == {
        "who": "Ann Bo",
        "lines": ["'Cy, hello!' said Ann Bo."],
        "age": 3,
    }


def test_months_and_verbs_stay() -> None:
    renaming = Renaming({"May Orr": "Cy Dee", "Will Ash": "Bo Lee"})
    assert renaming("Will you come on May 5? Will is there.") == "Will you come on May 5? Bo is there."


def test_somebody_who_shares_a_first_name_is_called_by_the_whole_name() -> None:
    there = Renaming({"Lin Mei": "Ann Bo", "Lin Jun": "Cy Dee"})
    back = Renaming({"Ann Bo": "Lin Mei", "Cy Dee": "Lin Jun"})
    assert back("Hello, Ann.") == "Hello, Lin Mei."
    assert there("Hello, Lin Mei. Lin?") == "Hello, Ann Bo. Lin?"


def test_an_answer_is_the_same_names_apart() -> None:
    def answer(name: str, words: tuple[tuple[str, str], ...]) -> str:
        fields = {
            "name": name,
            "other": "Bo Day",
            "now": "Monday May 5 2025, 8:00 am",
            "lines": [{"speaker": "Bo Day", "line": f"Good morning, {name.split()[0]}. How are you?"}],
            "memories": [{"text": f"{name} needs a ladder.", "when": "8:00 am"}],
        }
        request = Request("converse", "", fields, {"type": "object"}, words=words)
        reply = asyncio.run(OfflineModel(3)(request))
        return str(json.loads(reply.text)["say"])

    keys = ('[names]\n"Zoe Kent" = "Ann Lee"\n"Bo Day" = "Bo Day"\n',)
    assert answer("Zoe Kent", (("words/keys.toml", *keys),)) == answer("Ann Lee", ())
