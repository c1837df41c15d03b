"""The tree of places in words."""

import pytest

from townlet.world.address import Address
from townlet.world.setting import Hours, Norms
from townlet.world.tree import clock_words, find_label, label, rule_of, sentence_of, spoken, with_article

from .sketch import ROOT, Thing, address, setting_of

SETTING = setting_of(
    "hhk1b",
    {"h": "Mill:hall", "k": "Mill:kitchen", "b": "Mill:bathroom"},
    {"1": Thing("Mill:kitchen:stove")},
    {"Mill": Norms(hours=Hours(450, 1290), rule="shoes off"), "Mill:bathroom": Norms(capacity=1)},
)


def test_a_node_of_the_tree_reads_as_a_sentence() -> None:
    assert sentence_of(address("Mill:kitchen:stove")) == "there is a stove in the kitchen"
    assert sentence_of(address("Mill:kitchen")) == "there is a kitchen in Mill"


def test_articles_fit_what_they_stand_before() -> None:
    assert with_article("oven") == "the oven"
    assert with_article("oven", definite=False) == "an oven"
    assert with_article("shelves", definite=False) == "shelves"
    assert with_article("dress", definite=False) == "a dress"
    assert with_article("Ivy Inn", definite=False) == "Ivy Inn"
    assert with_article("behind the counter") == "behind the counter"


def test_an_address_is_spoken_from_the_inside_out() -> None:
    assert spoken(address("Mill:kitchen:stove")) == "the stove in the kitchen of Mill"
    assert spoken(address("Mill:kitchen")) == "the kitchen of Mill"
    assert spoken(address("Mill")) == "Mill"
    assert spoken(ROOT) == "Otterby"


def test_a_label_leaves_out_the_root() -> None:
    assert label(address("Mill:kitchen")) == "Mill: kitchen"
    assert label(ROOT) == "Otterby"


def test_the_rules_of_a_place_and_of_those_around_it_are_told_in_words() -> None:
    told = "open from 7:30 am to 9:30 pm; shoes off; for one person at a time"
    assert rule_of(address("Mill:bathroom"), SETTING) == told
    assert rule_of(ROOT, SETTING) == ""


@pytest.mark.parametrize(
    ("minute", "words"), [(0, "12:00 am"), (719, "11:59 am"), (720, "12:00 pm"), (1439, "11:59 pm"), (1440, "12:00 am")]
)
def test_clock_times_are_told_by_twelve_hours(minute: int, words: str) -> None:
    assert clock_words(minute) == words


PLACES = tuple(map(address, ["Mill:bathroom", "Mill:bath", "Inn:bar", "Barn:loft", "Inn"]))


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Mill: bathroom", "Mill:bathroom"),
        ("mill:BATH", "Mill:bath"),
        ("bath", "Mill:bath"),
        ("the bar of the Inn, in the corner", "Inn"),
        ("loft", "Barn:loft"),
        ("the Barn: loft", "Barn:loft"),
    ],
)
def test_a_label_is_found_however_it_is_written(written: str, meant: str) -> None:
    assert find_label(written, PLACES) == address(meant)


@pytest.mark.parametrize("written", ["", "...", "the moon", "bath tub of Elm House", "ba", "dinner"])
def test_what_is_no_label_finds_nothing(written: str) -> None:
    assert find_label(written, PLACES) is None


def test_labels_of_any_script_are_found() -> None:
    places = tuple(Address(("Otterby", name)) for name in ("Кузница", "Пекарня", "Café"))
    assert find_label("пекарня", places) == places[1]
    assert find_label("CAFÉ", places) == places[2]
    assert find_label("the moon", places) is None
