"""Sentences that say two things are read as two, and what a sentence says beside a thing is no part of it."""

from __future__ import annotations

import datetime as dt

import pytest

from townlet.offline.reader.facts import Reader
from townlet.offline.reader.people import People, plain
from townlet.offline.times import say_when

PEOPLE = People({"Ann Ivy": "she", "Bo Ek": "he", "Cy Od": "he", "Dora Ek": "she"})
MONDAY = dt.datetime(2025, 10, 13)


def read(sentence: str) -> list[tuple[str, str, str]]:
    """Kind, person and matter of each clause."""
    found = Reader("Ann Ivy", PEOPLE).facts(sentence, MONDAY, own=True)
    return [(fact.kind, fact.who, plain(fact.about)) for fact in found]


def kinds(sentence: str) -> list[tuple[str, str]]:
    return [(kind, about) for kind, _, about in read(sentence)]


@pytest.mark.parametrize(
    ("told", "halves"),
    [
        (
            "Ann Ivy owns a loom, and Bo Ek needs a bobbin.",
            [("have", "Ann Ivy", "a loom"), ("need", "Bo Ek", "a bobbin")],
        ),
        (
            "The dam leaks, so since April Ann Ivy has been looking for a mason.",
            [("thing", "", ""), ("need", "Ann Ivy", "a mason")],
        ),
        (
            "Ann Ivy is a vet, and on Fridays she plays the cello.",
            [("trade", "Ann Ivy", "a vet"), ("habit", "Ann Ivy", "plays the cello on Fridays")],
        ),
        (
            "Bo Ek taught Ann Ivy to swim, and she is afraid of eels.",
            [("past", "Bo Ek", "taught Ann Ivy to swim"), ("fear", "Ann Ivy", "eels")],
        ),
        (
            "Ann Ivy's ankles ache, and she could do with a stick.",
            [("thing", "", ""), ("need", "Ann Ivy", "a stick")],
        ),
        (
            "Bo Ek is kind, but Cy Od avoids him.",
            [("habit", "Bo Ek", "is kind"), ("unease", "Cy Od", "")],
        ),
        (
            "Ann Ivy, who grew up in Oslo, is carving a whale.",
            [("past", "Ann Ivy", "grew up in Oslo"), ("doing", "Ann Ivy", "carving a whale")],
        ),
        (
            "After Ann Ivy's watch on Friday she plans to sleep in.",
            [("plan", "Ann Ivy", "sleep in after Ann Ivy's watch")],
        ),
        (
            "Bo Ek has kept bees for thirty years, and his uncle kept them before him.",
            [("habit", "Bo Ek", "keeps bees")],
        ),
        (
            "Bo Ek was rude to him, but Cy Od would go to sea for him.",
            [("past", "Bo Ek", "was rude to Cy Od"), ("habit", "Cy Od", "would go to sea for Bo Ek")],
        ),
        (
            "When Ann Ivy was small she fell down a well, a tale she likes to tell.",
            [("past", "Ann Ivy", "fell down a well when Ann Ivy was small, a tale Ann Ivy likes to tell")],
        ),
        (
            "Ever since a tram ran Ann Ivy down, she has been afraid of bells.",
            [("fear", "Ann Ivy", "bells")],
        ),
        (
            "Ann Ivy's best hen has gone lame, and she needs someone who knows birds to look at it.",
            [("thing", "", ""), ("need", "Ann Ivy", "someone who knows birds to look at Ann Ivy's best hen")],
        ),
        (
            "Ann Ivy's shears are blunt, so she would be glad of anybody with a whetstone.",
            [("thing", "", ""), ("need", "Ann Ivy", "somebody with a whetstone for Ann Ivy's shears")],
        ),
        (
            "Ann Ivy's soap is known in Bern, and she will show anyone how it is made if they bring ash.",
            [("thing", "", ""), ("can", "Ann Ivy", "show anyone how Ann Ivy's soap is made if they bring ash")],
        ),
        (
            "Ann Ivy will be forty-one on Friday, and Bo Ek is getting better.",
            [("habit", "Ann Ivy", "will be forty-one"), ("habit", "Bo Ek", "is getting better")],
        ),
        (
            "Ann Ivy has a kite, but Bo Ek wants a sail.",
            [("have", "Ann Ivy", "a kite"), ("hope", "Bo Ek", "a sail")],
        ),
        (
            "The winch has begun to slip, and Bo Ek fears that it will not last the season.",
            [("thing", "", ""), ("worry", "Bo Ek", "the winch will not last the season")],
        ),
    ],
)
def test_a_half_with_a_subject_of_its_own_is_a_sentence(told: str, halves: list[tuple[str, str, str]]) -> None:
    assert read(told) == halves


@pytest.mark.parametrize(
    "told",
    [
        "Ann Ivy thinks that Bo Ek is late and Cy Od is lost.",
        "Ann Ivy's sister is ill, and she needs a rest.",
        "Ann Ivy, Bo Ek and Cy Od sing on Sundays.",
        "Bo Ek and Cy Od quarrelled, and he needs a friend.",
        "Ann Ivy has two hens, and Bo Ek feeds them.",
        "Ann Ivy's mother is ill, and Bo Ek visits her.",
    ],
)
def test_what_may_mean_somebody_or_something_else_stays_in_one_piece(told: str) -> None:
    assert len(read(told)) == 1


@pytest.mark.parametrize(
    ("told", "kind", "about"),
    [
        ("Ann Ivy has a lame hip and must rest it.", "have", "a lame hip"),
        ("Ann Ivy owns a mule and feeds it with care.", "have", "a mule"),
        ("Ann Ivy found a brooch on the pier and means to give it back.", "have", "a brooch on the pier"),
        ("Ann Ivy is writing a play and has got as far as the second act with it.", "doing", "writing a play"),
        ("Ann Ivy would like to open a dairy, but there isn't any money for it.", "wish", "open a dairy"),
        ("Ann Ivy wants to find a lodger, though she would never say it.", "wish", "find a lodger"),
        ("Ann Ivy wants Bo Ek to run the mill and will not hear of it otherwise.", "hope", "Bo Ek to run the mill"),
        ("Ann Ivy needs a cart, which nobody has.", "need", "a cart"),
        ("Ann Ivy worries about the rent, which she has told nobody of.", "worry", "the rent"),
        ("Ann Ivy is the warden of the fort, and you can find her there.", "trade", "the warden of the fort"),
        ("Ann Ivy likes cards and games with the others.", "like", "cards and games with the others"),
        ("Ann Ivy needs boards and nails for the shed.", "need", "boards and nails for the shed"),
        ("Ann Ivy needs a room to sing in where nobody sleeps.", "need", "a room to sing in where nobody sleeps"),
    ],
)
def test_what_a_sentence_goes_on_to_say_is_no_part_of_the_thing(told: str, kind: str, about: str) -> None:
    assert kinds(told)[0] == (kind, about)


@pytest.mark.parametrize(
    ("told", "read_as"),
    [
        ("What Ann Ivy still lacks is a net that holds.", [("need", "a net that holds")]),
        ("A piano tuner is what Ann Ivy needs.", [("need", "a piano tuner")]),
        ("Ann Ivy's cart needs a new axle.", [("need", "a new axle for Ann Ivy's cart")]),
        ("Ann Ivy would give her right arm for a quiet hour.", [("need", "a quiet hour")]),
        ("What Ann Ivy would love most of all is to fly a kite.", [("wish", "fly a kite")]),
        ("Ann Ivy has her heart set on learning to dive.", [("wish", "learn to dive")]),
        (
            "Ann Ivy is tired and wishes that someone would lend her a map, preferably one with hills.",
            [("habit", "is tired"), ("need", "a map with hills")],
        ),
        (
            "Ann Ivy is twenty-one, a pupil of the smith, and has lost her tongs.",
            [("trade", "a pupil of the smith"), ("past", "has lost Ann Ivy's tongs")],
        ),
        (
            "Every Friday Ann Ivy plays darts in Bern, where she loses to Bo Ek.",
            [("habit", "plays darts in Bern every Friday"), ("habit", "loses to Bo Ek")],
        ),
        ("Ann Ivy has been lying in bed since May.", [("past", "has been lying in bed since May")]),
        (
            "Ann Ivy keeps the ferry at Bern, as the Ivys have done for a century.",
            [("habit", "keeps the ferry at Bern")],
        ),
        (
            "Ann Ivy sweeps the hall at night, from ten to six, and studies for an exam in May.",
            [("habit", "sweeps the hall at night"), ("habit", "studies for an exam in May")],
        ),
        (
            "Ann Ivy stands at her stall, where she sells eels and cress.",
            [("habit", "stands at Ann Ivy's stall"), ("have", "eels and cress")],
        ),
        (
            "Ann Ivy hopes to have everybody there, and means to ask each.",
            [("guestlist", "everybody"), ("plan", "ask each")],
        ),
        ("Everybody on the quay is to be invited, and Bo Ek above all.", [("guestlist", "everybody")]),
        ("Soot in the tea is what Ann Ivy fears most.", [("fear", "soot in the tea")]),
        ("The soup here is too thin for Ann Ivy.", [("opinion", "the soup here is too thin")]),
        ("Ann Ivy's aunt left her a box of pearls that she never wears.", [("have", "a box of pearls")]),
        ("Ann Ivy's brushes, among them a sable one and a comb, are dry.", [("have", "a sable one and a comb")]),
        ("What Ann Ivy longs for is a bowl of hot soup.", [("hope", "a bowl of hot soup")]),
        ("Bo Ek is Ann Ivy's late sister's son.", [("kin", "nephew")]),
        ("The tide is early, and eels scare Ann Ivy more than rats.", [("thing", ""), ("fear", "eels")]),
        ("Ann Ivy is the vet of the isle, for goats as well as people.", [("trade", "the vet of the isle")]),
        (
            "Ann Ivy is the vet of the isle, and the goats, she says, are her friends.",
            [("trade", "the vet of the isle")],
        ),
        ("The clerk told Ann Ivy that the pier will close.", [("rumour", "the pier will close")]),
        (
            "The clerk told Ann Ivy that the pier will close, and so far not a soul has heard of it.",
            [("rumour", "the pier will close")],
        ),
        ("Ann Ivy has seen that Bo Ek limps, and it worries her.", [("worry", "Bo Ek limps")]),
        ("If all goes well Ann Ivy means to sail to Bern.", [("plan", "sail to Bern")]),
        ("Bo Ek and Ann Ivy grew up in the same street.", [("knows", "")]),
        ("The tax keeps going up, which costs Ann Ivy a lot of sleep.", [("worry", "the tax keeps going up")]),
        ("The ferry may stop in May, and that weighs on Ann Ivy.", [("worry", "the ferry may stop in May")]),
        ("Bo Ek's diving keeps Ann Ivy awake.", [("worry", "Bo Ek's diving")]),
        ("The ladder in the silo terrifies Ann Ivy.", [("fear", "the ladder in the silo")]),
        ("The dogs at Ann Ivy's aunt's frighten her more than rats.", [("fear", "the dogs at Ann Ivy's aunt's")]),
        ("Ann Ivy is scared to death of moths.", [("fear", "moths")]),
        ("Ann Ivy is frightened that nobody will come.", [("worry", "nobody will come")]),
        ("Ann Ivy is landlady of the Crown.", [("trade", "landlady of the Crown")]),
        ("Ann Ivy has her eye on Bo Ek.", [("love", "")]),
        ("Ann Ivy and Bo Ek have not exchanged a kind word since March.", [("quarrel", "")]),
        ("Ann Ivy would rather starve than beg.", [("habit", "would rather starve than beg")]),
        ("Ann Ivy keeps house with Bo Ek.", [("habit", "keeps house with Bo Ek")]),
        ("Ann Ivy keeps the Salt House.", [("habit", "keeps the Salt House")]),
        ("Ann Ivy is out on the mole from six to nine.", [("habit", "is out on the mole")]),
        ("What Ann Ivy really wants is a canoe.", [("hope", "a canoe")]),
        ("What Ann Ivy lacks is a spade, since Bo Ek broke the old one.", [("need", "a spade")]),
        ("Ann Ivy is thinking of selling up and moving to Malta.", [("wish", "sell up and move to Malta")]),
        ("Ann Ivy wishes that Bo Ek would rest.", [("hope", "Bo Ek would rest")]),
        ("Ann Ivy has been at war with Bo Ek over a hedge.", [("quarrel", "")]),
        ("Ann Ivy has not said a kind word to Bo Ek since May.", [("quarrel", "")]),
        ("Ann Ivy has not greeted Bo Ek since the letter.", [("quarrel", "")]),
        (
            "Ann Ivy thinks the world of Bo Ek's pies but cannot bear the crusts.",
            [("opinion", "the world of Bo Ek's pies")],
        ),
        ("Ann Ivy thinks that Bo Ek and Cy Od should talk.", [("opinion", "Bo Ek and Cy Od should talk")]),
        ("Ann Ivy is convinced that Dora Ek cheated her of a pound.", [("quarrel", "")]),
        ("Ann Ivy irons on Sunday nights.", [("habit", "irons on Sunday nights")]),
        ("The bills from Ann Ivy's old shop keep her awake.", [("worry", "the bills from Ann Ivy's old shop")]),
    ],
)
def test_sentences_turned_round_and_set_phrases_are_read(told: str, read_as: list[tuple[str, str]]) -> None:
    assert kinds(told) == read_as


@pytest.mark.parametrize(
    ("told", "rumour"),
    [
        (
            "A note came for Ann Ivy on Friday from which she learned that the baths will be shut.",
            "the baths will be shut",
        ),
        ("From her niece, who cleans at the town hall, Ann Ivy has it that the baths are sold.", "the baths are sold"),
        ("On the stairs on Sunday Ann Ivy overheard two clerks say that the baths are sold.", "the baths are sold"),
    ],
)
def test_news_is_read_whoever_brought_it_and_has_no_day_of_its_own(told: str, rumour: str) -> None:
    (fact,) = Reader("Ann Ivy", PEOPLE).facts(told, MONDAY, own=True)
    assert (fact.kind, fact.about, fact.when.date) == ("rumour", rumour, None)


@pytest.mark.parametrize(
    ("told", "ties"),
    [
        (
            "Ann Ivy's husband died in spring, and their son Bo Ek keeps house with her.",
            [("kin", "Bo Ek", "son")],
        ),
        (
            "Ann Ivy has been Bo Ek's wife for years, and Cy Od is the eldest of their two children.",
            [("married", "Ann Ivy", ""), ("kin", "Cy Od", "son"), ("kin", "Cy Od", "son")],
        ),
        (
            "Dora Ek, Ann Ivy and Bo Ek's youngest, sells eels.",
            [("kin", "Dora Ek", "daughter"), ("kin", "Dora Ek", "daughter"), ("have", "Dora Ek", "eels")],
        ),
        (
            "Ann Ivy's neighbour Bo Ek mends shoes.",
            [("knows", "Bo Ek", ""), ("habit", "Bo Ek", "mends shoes")],
        ),
        ("Ann Ivy is not on speaking terms with Bo Ek's aunt.", []),
    ],
)
def test_ties_are_read_and_nobody_is_taken_for_a_relative_of_theirs(
    told: str, ties: list[tuple[str, str, str]]
) -> None:
    found = [each for each in read(told) if each[0] != "thing"]
    assert found[: len(ties)] == ties
    assert ties or all(kind != "quarrel" for kind, _, _ in found)


def test_hours_with_one_part_of_the_day_make_the_shorter_spell() -> None:
    def hours(told: str) -> str:
        (fact,) = Reader("Ann Ivy", PEOPLE).facts(told, MONDAY, own=True)
        return say_when(fact.when, MONDAY)

    assert hours("Ann Ivy pulls pints from eleven till ten at night.") == "from 11 am to 10 pm"
    over = "On Tuesday evening at half past eight Ann Ivy is holding a quiz, and it will be over by ten."
    assert hours(over) == "tomorrow evening from 8:30 to 10 pm"
    assert hours("Ann Ivy scrubs floors from nine to six in the morning.") == "from 9 pm to 6 am"
    assert hours("Ann Ivy drives a bus, starting at ten at night and finishing at five.") == "from 10 pm to 5 am"
