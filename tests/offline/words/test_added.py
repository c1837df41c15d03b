"""What a town adds to the words: it is spoken with, it stays with its town, and mistakes in it are told."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from offline.persons import day_fields
from offline.talks import CY, MAY, talk, talk_fields
from townlet.language.model import Request
from townlet.language.prompt import Field, WordFiles
from townlet.offline.matters.context import Context
from townlet.offline.model import OfflineModel
from townlet.offline.moves.lookup import helps
from townlet.offline.moves.table import moves
from townlet.offline.place import things_for
from townlet.offline.plan.scripts import routine
from townlet.offline.plan.venues import is_kind
from townlet.offline.reader.facts import kinds
from townlet.offline.states import classify
from townlet.offline.trades import occupation
from townlet.offline.words import WORDS, using, words
from townlet.offline.words.added import word_defects, words_with

TIDE = """
[[move]]
id = "tide_ask"
if = "!today:tide_ask"
opens = 30
asks = true
say = ["Has the tide turned yet?", "Did you see the tide turn?"]

[[move]]
id = "tide_say"
to = "tide_ask"
say = ["Not before the gulls say so."]
"""
TRADE = """
["lock keeper"]
stems = ["lock ?keeper"]
hours = [420, 1080]
acts = ["turning the windlass|windlass|being turned|⚙️", "oiling the lock gate|lock gate|slick with oil|🛢️"]
"""
ADDED: WordFiles = (
    ("words/kinds.toml", "[[kind]]\nkind = \"can\"\nsays = ['is a dab hand at (?P<o>.+)']"),
    ("words/manners.toml", 'lofty = ["lofty"]\nwarm = ["sunny"]'),
    ("words/moves.toml", TIDE),
    (
        "words/pastimes.toml",
        '[[pastime]]\nstems = ["skims"]\ndo = ["skimming stones"]\nwhere = "living"\nwhen = "any"\n'
        '[[outing]]\ndo = ["watching the barges"]\nwhere = "@outdoors"',
    ),
    (
        "words/routines.toml",
        '[[routine]]\nname = "stones"\nstems = ["skimming"]\nacts = ["choosing a flat stone|bank"]',
    ),
    ("words/skills.toml", "[trades]\n'lock ?keeper' = \"barge\"\n[skills]\n'juggles' = \"barge\""),
    ("words/trades.toml", TRADE),
    ("words/venues.toml", 'outdoors = ["towpath"]'),
)


def asked(name: str, fields: dict[str, Field], added: WordFiles, seed: int = 1) -> str:
    return asyncio.run(OfflineModel(seed)(Request(name, "text", fields, {}, words=added))).text


def test_what_nobody_adds_to_are_the_words_of_the_package() -> None:
    assert words_with(()) is WORDS


def test_equal_files_give_the_same_words_so_that_what_is_read_from_them_is_kept() -> None:
    assert words_with(tuple((name, str(text)) for name, text in ADDED)) is words_with(ADDED)


def test_the_words_are_in_use_for_a_block_alone() -> None:
    with using(words_with(ADDED)):
        assert "tide_ask" in moves().all
        with using(WORDS):
            assert "tide_ask" not in moves().all
    assert words() is WORDS
    assert "tide_ask" not in moves().all


def test_people_speak_of_what_their_town_adds() -> None:
    said = {json.loads(asked("converse", talk_fields(), ADDED, seed))["say"] for seed in range(4)}
    assert any("the tide" in each for each in said)
    answer = json.loads(asked("converse", talk_fields("Did you see the tide turn?"), ADDED))["say"]
    assert "Not before the gulls say so." in answer


def test_in_one_process_no_town_gets_the_words_of_another() -> None:
    fields, towns = talk_fields(), (ADDED, (), (("words/moves.toml", TIDE.replace("tide", "fog")),))
    alone = [asked("converse", fields, added, 1) for added in towns]
    assert len(set(alone)) == len(towns)
    with ThreadPoolExecutor(6) as pool:
        together = list(pool.map(lambda n: asked("converse", fields, towns[n % 3], 1), range(30)))
    assert together == alone * 10


def test_a_fact_of_an_added_form_is_read() -> None:
    fields = talk_fields(known=("May Li is a dab hand at chess.",))
    with using(words_with(ADDED)):
        assert kinds()[0][0] == "can"
        [fact] = Context(fields, 1).mine("can")
    assert fact.about == "chess"
    assert list(Context(fields, 1).mine("can")) == []


def test_a_description_suggests_an_added_manner() -> None:
    fields = talk_fields() | {"summary": "May Li (age: 38) is lofty and sunny."}
    with using(words_with(ADDED)):
        assert Context(fields, 1).manners == {"lofty", "warm"}


def test_an_added_trade_is_somebodys_work() -> None:
    with using(words_with(ADDED)):
        trade = occupation("May Li is the lock keeper of Wick.").trade
        assert [act.activity for act in trade.acts] == ["turning the windlass", "oiling the lock gate"]
        assert things_for("turning the windlass") == ("windlass",)
        assert classify("The lock gate is slick with oil.").of.sort == "none"
    assert occupation("May Li is the lock keeper of Wick.").trade.acts == ()
    assert classify("The lock gate is slick with oil.").of.sort != "none"


def test_an_added_routine_is_what_an_activity_is_made_of() -> None:
    with using(words_with(ADDED)):
        assert routine("skimming stones")[0] == "stones"
    assert routine("skimming stones")[0] != "stones"


def test_an_added_word_makes_a_place_one_of_a_kind() -> None:
    assert not is_kind("Old Towpath", "outdoors")
    with using(words_with(ADDED)):
        assert is_kind("Old Towpath", "outdoors")


def test_added_pastimes_fill_the_day() -> None:
    fields = day_fields("Ann Bo skims.")
    days = {asked("day_plan", fields, ADDED, seed) for seed in range(8)}
    assert any("skimming stones" in day for day in days)
    assert not any("skimming stones" in asked("day_plan", fields, (), seed) for seed in range(8))


@pytest.mark.parametrize("known", ["Cy O'Du is the lock keeper of Wick.", "Cy O'Du juggles."])
def test_an_added_skill_meets_a_need(known: str) -> None:
    said = ("May Li needs somebody to move her barge.", known)
    without = talk(known=said)
    [need] = [matter for matter in without.matters if matter.kind == "need" and matter.owner == MAY]
    assert helps(without, need, CY) is None
    with using(words_with(ADDED)):
        assert helps(talk(known=said), need, CY) is not None


@pytest.mark.parametrize(
    ("file", "text", "line", "what"),
    [
        ("trades", '[baker]\nstems = ["x"]\nhours = [1, 2]\nacts = ["y"]', 1, "there is a trade 'baker' already"),
        ("trades", '[potter]\nstem = ["x"]\nhours = [1, 2]\nacts = ["y"]', 2, "Did you mean 'stems'?"),
        ("trades", '[a]\nstems = ["x"]\nhours = [1]\nacts = ["y"]', 3, "hours is [1]"),
        ("trades", '[a]\nstems = ["(x"]\nhours = [1, 2]\nacts = ["y"]', 2, "is no pattern"),
        ("trades", '[a]\nstems = ["x"]\nhours = [1, 2]\nacts = [\n  "y",\n  "a|b|c|d|e",\n]', 4, "is not written as"),
        ("trades", '[a]\nstems = ["x"]\nhours = [1, 2]\nacts = [\n  "a|b|c|d|others|",\n]', 4, "is not written as"),
        ("trades", '[a]\nstems = ["x"]\nhours = [1, 2]\nacts = ["y|b|on fire"]', 4, "'on fire' calls for action"),
        ("skills", "[skills]\n'x(' = \"y\"", 2, "is no pattern"),
        ("pastimes", '[[outing]]\ndo = ["x"]\nwhere = "@moon"', 3, "no kind of place '@moon'"),
        ("pastimes", '\n\n[[pastime]]\nstems = []\ndo = []\nwhere = ""\nwhen = "any"', 5, "do is []"),
        ("routines", '[[routine]]\nname = "read"\nstems = ["x"]\nacts = ["y"]', 2, "there is a routine 'read' already"),
        ("venues", 'moon = ["crater"]', 1, "no kind of place 'moon'"),
        ("manners", 'late = ["slow"]', 1, "'late' is a condition already"),
        ("kinds", '[[kind]]\nkind = "moon"\nsays = ["x"]', 2, "no kind of fact 'moon'"),
        ("moves", '[[move]]\nid = "accept"\nsay = ["Over the moon, thank you."]', 2, "the id 'accept' stands twice"),
        ("moves", '[[move]]\nid = "a"\nto = "accept"\non = "evnt"\nsay = ["Over the moon."]', 4, "mean 'event'?"),
        ("stop", "words = []", 1, "no words can be added here"),
        ("moves", "[[move]\n", 1, "not valid TOML"),
    ],
)
def test_a_mistake_is_told_with_its_file_and_line(file: str, text: str, line: int, what: str) -> None:
    told = word_defects(((f"words/{file}.toml", text),))
    assert any(each.startswith(f"words/{file}.toml, line {line}: ") and what in each for each in told), told


def test_what_is_sound_has_no_defects() -> None:
    assert word_defects(ADDED) == []
