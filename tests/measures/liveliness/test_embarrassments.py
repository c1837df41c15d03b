from pathlib import Path

import pytest

from measures.made import ADA, BRAM, HOUR, MadeRun, line
from measures.reports import figures, rows
from townlet.measures.liveliness.content import find_line_faults, measure_embarrassments


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Meet me at {place}.", "brace"),
        ("I saw None at the pier.", "None"),
        ("Meet me at Otterby:Pier:ticket office.", "address"),
        ("It is 2031-05-06 today.", "ISO time"),
        ("It is at 09:30:00 sharp.", "ISO time"),
        ("Ada Finch is mending sails.", "third-person self"),
        ("Ada told me about the pier.", "third-person self"),
    ],
)
def test_what_nobody_would_say_is_found(text: str, fault: str) -> None:
    assert find_line_faults(line(text), 10) == (fault,)


@pytest.mark.parametrize(
    "text",
    [
        "None of us was there.",
        "I had had enough, and it was very very late.",
        "I'm Ada Finch, and this is Ada speaking.",
        "My name is Ada.",
        "Here is my news: the pier is open from 4 to 6 pm.",
        "Well... no.",
        "Tell Ada Marsh that she is late.",
    ],
)
def test_what_people_do_say_is_let_pass(text: str) -> None:
    assert find_line_faults(line(text), 10) == ()


@pytest.mark.parametrize(
    ("text", "hour", "wrong"),
    [
        ("Good morning, Bram.", 9, False),
        ("Good morning, Bram.", 16, True),
        ("Morning, Bram.", 13, True),
        ("Good afternoon.", 11.5, True),
        ("Good afternoon.", 13, False),
        ("Good evening.", 10, True),
        ("Good evening.", 20, False),
        ("Good evening.", 0.1, False),
        ("Good evening.", 5, True),
        ("Good night.", 12, True),
        ("Good night.", 1, False),
        ("Every morning I row.", 20, False),
    ],
)
def test_a_greeting_fits_the_hour(text: str, hour: float, wrong: bool) -> None:
    assert bool(find_line_faults(line(text), hour)) is wrong


def test_people_introduce_themselves_once(tmp_path: Path) -> None:
    made = MadeRun()
    made.talks(9 * HOUR, "Hello. I'm Ada Finch.", "I'm Bram Oake.")
    made.talks(12 * HOUR, "Hello. I'm Ada Finch.", "We have met.")
    part = measure_embarrassments(made.record(tmp_path))
    assert rows(part, "embarrassing_lines") == (("introduced again", ADA, "day 1, 12:00", "Hello. I'm Ada Finch."),)
    assert rows(part, "embarrassment_kinds") == (("introduced again", 1),)


def test_those_whose_stories_name_each_other_need_no_introduction(tmp_path: Path) -> None:
    made = MadeRun(ADA, BRAM, seeds=("Ada Finch and Bram Oake are married.",))
    made.talks(9 * HOUR, "Hello. I'm Ada Finch.", "I know.")
    assert figures(measure_embarrassments(made.record(tmp_path)))["embarrassments"] == 1
