"""The table of moves: every frame is read back as its own row, and every mistake in a row has its file and line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources

import pytest

from townlet.offline.moves.hearing import hearings
from townlet.offline.moves.table import READS, Phrasing, TalkMove, moves
from townlet.offline.words import WORDS
from townlet.offline.words.check import defects
from townlet.offline.words.schema import ADDABLE

SAMPLES = (
    "morning", "she", "her", "Þóra", "tomorrow at half past six", "at the Old Mill", "the ropemaker of Wick",
    "to mend the roof", "zinnias by moonlight",
)  # fmt: skip
"""A slot is filled with the first of these that it takes; one that takes anything with the last."""
AROUND = ({"greet", "back"}, {"part"}, {"bye"}, {"dodge"}, {"heed"}, {"bridge"})
"""Roles whose rows do the same, so that one may be read as another."""


def sample(slot: str) -> str:
    return next(each for each in SAMPLES if re.fullmatch(READS[slot], each)) if slot in READS else SAMPLES[-1]


def frames() -> Iterator[tuple[TalkMove, Phrasing]]:
    return ((move, frame) for move in moves().all.values() for frame in move.say)


def filled(frame: Phrasing) -> str:
    said = re.sub(r"\{(\w+)\}", lambda found: sample(found[1]), frame.body)
    return re.sub(r"(^|[.?!] )([^\W\d_])", lambda found: found[1] + found[2].upper(), said)


def test_every_frame_that_tells_itself_apart_is_read_back_as_its_own_row() -> None:
    wrong = []
    for move, frame in frames():
        if not frame.tells_apart:
            continue
        read = [each.move for each in moves().read(filled(frame))]
        alike = next((roles for roles in AROUND if move.role in roles), set())
        if move not in read and not any(each and each.role in alike for each in read):
            wrong.append(f"{move.id}: {filled(frame)!r} is read as {[each and each.id for each in read]}")
    assert wrong == []


@pytest.mark.parametrize("gap", [" ", "   "])
def test_a_line_of_several_moves_is_read_move_by_move(gap: str) -> None:
    byes = [move for move in moves().all.values() if move.role == "bye" and not move.say[0].slots][:1]
    heed = next(move for move in moves().all.values() if move.role == "dodge")
    line = f"{filled(heed.say[0])}{gap}{filled(byes[0].say[0])}"
    assert [read.move for read in moves().read(line)] == [heed, byes[0]]


@pytest.mark.parametrize(
    ("line", "event"),
    [
        (
            "Morning, Idun. The kite supper is tonight at 8 pm, at the Quay, and I'd like you with me.",
            "the kite supper",
        ),
        ("The kite supper is tomorrow at six, in the Hall, and I'd like you with me. Bring a kite.", "the kite supper"),
        ("St. Idun's supper is tomorrow at six, in the Hall, and I'd like you with me.", "St. Idun's supper"),
    ],
)
def test_an_event_that_begins_a_sentence_is_read_without_what_is_said_before(line: str, event: str) -> None:
    (read,) = (read for read in moves().read(line) if "ev" in read.slots)
    assert read.slots["ev"] == event


def test_words_of_no_row_are_read_as_none() -> None:
    assert [read.move for read in moves().read("Purple ideas dream furiously.")] == [None]


def test_the_tables_have_no_defects() -> None:
    folder = resources.files("townlet.offline").joinpath("words")
    checked = [name for name in WORDS.tables if name.startswith("moves/") or name in ADDABLE]
    assert len(checked) > len(ADDABLE)
    assert defects({name: folder.joinpath(f"{name}.toml").read_text(encoding="utf-8") for name in checked}) == []


@pytest.mark.parametrize("role", ["part", "bye"])
def test_somebody_can_always_take_leave(role: str) -> None:
    plain = [each for each in moves().of_role(role) if each.on == "talk" and not each.when]
    assert [frame for each in plain for frame in each.say if not frame.conditions and set(frame.slots) <= {"you"}]


GOOD = """
[[move]]
id = "ask"
say = ["Have you seen the moon tonight?"]
asks = true
opens = 3

[[move]]
id = "seen"
to = "ask"
say = ["Yes, it was bright and round."]
"""


def found(text: str) -> list[str]:
    return defects({"moves/mine.toml": text})


def test_a_good_table_has_no_defect() -> None:
    assert found(GOOD) == []


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ('id = "seen"', 'id = "seen"\non = "moon"', 10, "no kind of matter 'moon'"),
        ('id = "seen"', 'id = "seen"\nrole = "singer"', 10, "no role 'singer'"),
        ('id = "seen"', 'id = "seen"\nif = "sunny"', 10, "no condition 'sunny'"),
        ('id = "seen"', 'id = "seen"\nif = "mine !sunny|yours"', 10, "no condition 'sunny'"),
        ('id = "seen"', 'id = "seen"\nwhen = "now"', 10, "key 'when' is not known"),
        ('to = "ask"', 'to = "ask beg"', 10, "no move 'beg'"),
        ('to = "ask"', 'to = "ask"\nafter = "beg"', 11, "no move 'beg'"),
        ("Yes, it was", "Yes, {moonlight} was", 11, "no slot {moonlight}"),
        ("bright and round.", "bright and round", 11, "does not end in"),
        ("Yes, it was bright and round.", "{it} {why}.", 11, "side by side"),
        ("Yes, it was bright and round.", "Ah, {it}.", 11, "says too little"),
        ("Yes, it was bright and round.", "Have you seen the moon tonight?", 11, "is said by 'ask', too"),
        ('to = "ask"', 'to = "ask"\ntells = ["{S} likes {it}"]', 11, "which no frame says"),
        (
            'say = ["Yes, it was bright and round."]',
            'tells = ["{owner} saw {it}"]\nsay = ["Yes, {owner} saw {it} shine.", "Ah yes, {it} was bright."]',
            12,
            "nobody would remember it",
        ),
        ('id = "seen"', 'id = "ask"', 9, "stands twice"),
        ('to = "ask"', 'to = "ask"\nif = "did:begged"', 11, "nothing does 'begged'"),
        ("asks = true", 'asks = "yes"', 5, "asks is 'yes'"),
        ('to = "ask"', 'to = "ask"\nif = "morning"', 3, "no answer fits always"),
    ],
)
def test_a_mistake_in_a_row_is_told_with_its_file_and_line(old: str, new: str, line: int, what: str) -> None:
    told = found(GOOD.replace(old, new))
    assert any(each.startswith(f"moves/mine.toml, line {line}:") and what in each for each in told), told


@pytest.mark.parametrize(
    ("row", "line", "what"),
    [
        ('as = "beg"\nsays = ["moon"]', 14, "no move 'beg'"),
        ('as = "seen"\nsays = ["(moon"]', 15, "is no pattern"),
        ('as = "seen"', 14, "every sentence"),
        ('as = "seen"\nsays = ["moon"]\nafter = "beg"', 16, "no move 'beg'"),
        ('as = "seen"\ntells = ["needing"]', 15, "no kind of fact 'needing'. Did you mean 'need'?"),
        ('as = "seen"\ntells = ["need"]\nwhose = "baker"', 16, "nobody 'baker'"),
        ('as = "seen"\nhears = ["moon"]\nsays = ["moon"]', 15, "key 'hears' is not known"),
    ],
)
def test_a_mistake_in_how_free_words_are_heard_is_told_with_its_line(row: str, line: int, what: str) -> None:
    told = found(f"{GOOD}\n[[heard]]\n{row}\n")
    assert any(each.startswith(f"moves/mine.toml, line {line}:") and what in each for each in told), told


def test_all_mistakes_are_told_at_once() -> None:
    both = GOOD.replace('to = "ask"', 'to = "ask"\nif = "sunny"\nrole = "singer"')
    assert len([each for each in found(both) if "sunny" in each or "singer" in each]) == 2


def test_every_move_that_nobody_says_is_heard_and_answered() -> None:
    heard = {hearing.as_move.id for hearing in hearings()}
    silent = [move for move in moves().all.values() if not move.say]
    assert silent
    assert [move.id for move in silent if move.id not in heard or not moves().answered(move)] == []
