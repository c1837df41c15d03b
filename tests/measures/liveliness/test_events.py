from datetime import datetime
from pathlib import Path

import pytest

from measures.made import ADA, BRAM, CLEO, DAY, GREEN, HOUR, MadeRun
from measures.reports import figures, rows
from townlet.measures.liveliness.events import list_events, measure_event_tenses

TAPPING = f"{ADA} is holding the Tapping of the First Cask on the Village Green on Tuesday May 6 from 4 pm to 6 pm."
BEFORE, DURING, AFTER = DAY + 9 * HOUR, DAY + 17 * HOUR, DAY + 20 * HOUR


@pytest.mark.parametrize(
    ("sentence", "name", "start", "end"),
    [
        (TAPPING, "Tapping of the First Cask", datetime(2025, 5, 6, 16), datetime(2025, 5, 6, 18)),
        (
            f"{BRAM} gives a harbour dance at the Plum Bakery tonight from 6:30 to 8 pm.",
            "harbour dance",
            datetime(2025, 5, 5, 18, 30),
            datetime(2025, 5, 5, 20),
        ),
        (
            f"{ADA} is holding a workshop on old chairs at the Plum Bakery on Tuesday, May 6, from 4 pm to 6 pm.",
            "workshop",
            datetime(2025, 5, 6, 16),
            datetime(2025, 5, 6, 18),
        ),
        (
            f"{ADA} is giving a farewell supper for Doctor Bray at the Plum Bakery on May 6 from 6 pm to 9 pm.",
            "farewell supper",
            datetime(2025, 5, 6, 18),
            datetime(2025, 5, 6, 21),
        ),
        (
            f"{BRAM} is giving a tasting of the new beer at the Plum Bakery on Friday after work, at half past six.",
            "tasting of the new beer",
            datetime(2025, 5, 9, 18, 30),
            datetime(2025, 5, 9, 21),
        ),
        (
            "There is a Þorrablót in Plum Bakery on Friday between 17:00 and midnight.",
            "Þorrablót",
            datetime(2025, 5, 9, 17),
            datetime(2025, 5, 10),
        ),
    ],
)
def test_an_event_is_whatever_a_sentence_gives_a_place_a_day_and_an_hour(
    tmp_path: Path, sentence: str, name: str, start: datetime, end: datetime
) -> None:
    [event] = list_events(MadeRun(seeds=[sentence]).record(tmp_path))
    assert (event.name, event.start, event.end) == (name, start, end)


@pytest.mark.parametrize(
    ("where", "place"),
    [
        ("at the Plum Bakery", "plum bakery"),
        ("at the bakery", "plum bakery"),
        ("on the green", "green"),
    ],
)
def test_an_event_is_where_its_sentence_says_in_its_own_words(tmp_path: Path, where: str, place: str) -> None:
    told = f"{ADA} is giving a supper {where} on Tuesday May 6 from 6 pm to 9 pm."
    [event] = list_events(MadeRun(seeds=[told]).record(tmp_path))
    assert event.place == place


@pytest.mark.parametrize(
    "sentence",
    [
        f"{ADA} stands at the counter of the Plum Bakery every day from 8 am to 8 pm.",
        f"{ADA} is planning a picnic on the Village Green on Tuesday.",
        f"{ADA} is planning a picnic on Tuesday from 4 pm to 6 pm.",
        f"{ADA} will work in the Plum Bakery from 9 am to noon on Tuesday.",
        f"{ADA} is going to decorate the Plum Bakery on Tuesday from 9 am to noon.",
        f"{ADA} needs somebody with a ladder to help her in the Plum Bakery on Monday May 5 from 3 pm to 5 pm.",
        f"{ADA} is planning a picnic on the Village Green on February 30 from 4 pm to 6 pm.",
    ],
)
def test_habits_work_and_what_lacks_a_place_or_an_hour_are_no_events(tmp_path: Path, sentence: str) -> None:
    assert list_events(MadeRun(seeds=[sentence]).record(tmp_path)) == ()


def test_an_event_of_the_facts_and_of_a_file_is_one(tmp_path: Path) -> None:
    facts = """
    [[facts]]
    name = "cask"
    kind = "event"
    question = "Do you know of it?"
    source = "Ada Finch"
    match = [["cask"], ["green"]]
    own_words = []
    unless = []
    host = "Ada Finch"
    place = "Village Green"
    start = 2025-05-06T16:00:00
    end = 2025-05-06T18:00:00
    """
    [event] = list_events(MadeRun(seeds=[TAPPING]).record(tmp_path, facts=facts))
    assert event.name == "Tapping of the First Cask"
    assert event.heads == {"tapping", "cask"}


WRONG = [
    (BEFORE, "The Tapping is over."),
    (BEFORE, "How was the Tapping of the First Cask?"),
    (BEFORE, "Did you enjoy the Tapping?"),
    (BEFORE, "I danced at the Tapping."),
    (DURING, "The Tapping has come and gone."),
    (DURING, "I haven't quite got over the Tapping."),
    (DURING, "I came to the Tapping with Bram."),
    (DURING, "I keep thinking of the Tapping. Were you there at the end?"),
    (DURING, "I'm looking forward to your Tapping."),
    (DURING, "Don't forget the Tapping tonight."),
    (DURING, "Will you come to the Tapping?"),
    (DURING, "The Tapping will be the best ever."),
    (AFTER, "I'm looking forward to the Tapping of the First Cask."),
    (AFTER, "I want to invite everyone to my Tapping."),
    (AFTER, "I'll be at the Tapping."),
    (AFTER, "I'll see you at the Tapping."),
    (AFTER, "I need forty mugs for the Tapping."),
    (AFTER, "Are you coming to Ada's Tapping?"),
]
RIGHT = [
    (BEFORE, "I'm looking forward to the Tapping."),
    (BEFORE, "Will you come to the Tapping?"),
    (BEFORE, "The Tapping was Bram's idea."),
    (BEFORE, "I was asked to the Tapping."),
    (BEFORE, "Was the cask full?"),
    (BEFORE, "Did you ever dance at a tapping?"),
    (DURING, "The Tapping is going well. Who is the man in green?"),
    (DURING, "Thank you for asking me to the Tapping."),
    (DURING, "Did you enjoy the soup?"),
    (DURING, "I'm glad I came to the Tapping."),
    (DURING, "We did right to come to the Tapping, didn't we?"),
    (AFTER, "I didn't see you at the Tapping."),
    (AFTER, "I enjoyed the Tapping."),
    (AFTER, "How was the Tapping? Did you stay to the end?"),
    (AFTER, "I'll never forget the Tapping."),
    (AFTER, "Will you come to the next Tapping?"),
    (AFTER, "The boat is nearly done. I'm looking forward to it."),
]


def said_at(made: MadeRun, step: int, text: str) -> None:
    """Ada says a line, on the green while the event goes on."""
    made.does(DAY + 15 * HOUR, ADA, "pouring", GREEN)
    made.says(step, ADA, BRAM, text)


@pytest.mark.parametrize(("step", "text"), WRONG)
def test_an_event_in_the_wrong_tense_is_found(tmp_path: Path, step: int, text: str) -> None:
    made = MadeRun(seeds=[TAPPING])
    said_at(made, step, text)
    part = measure_event_tenses(made.record(tmp_path, until=2 * DAY - 1))
    assert figures(part)["events_in_wrong_tense"] == 1


@pytest.mark.parametrize(("step", "text"), RIGHT)
def test_an_event_in_its_tense_is_none(tmp_path: Path, step: int, text: str) -> None:
    made = MadeRun(seeds=[TAPPING])
    said_at(made, step, text)
    part = measure_event_tenses(made.record(tmp_path, until=2 * DAY - 1))
    assert rows(part, "wrong_tenses") == ()


def test_who_is_elsewhere_may_still_be_going_to_an_event_that_goes_on(tmp_path: Path) -> None:
    made = MadeRun(seeds=[TAPPING])
    made.says(DURING, BRAM, CLEO, "Are you coming to the Tapping?")
    part = measure_event_tenses(made.record(tmp_path, until=2 * DAY - 1))
    assert figures(part)["event_sentences"] == 1
    assert figures(part)["events_in_wrong_tense"] == 0


def test_lines_at_an_event_are_about_it_its_guests_or_what_is_there_and_so_are_answers(tmp_path: Path) -> None:
    made = MadeRun(seeds=[TAPPING])
    for person, doing in ((ADA, "pouring"), (BRAM, "juggling oranges"), (CLEO, "listening")):
        made.does(DAY + 15 * HOUR, person, doing, GREEN)
    talk = made.talks(DURING, "I like this Tapping.", "Cleo looks happy.", people=(ADA, BRAM))
    made.says(DURING + 2, ADA, BRAM, "Those oranges!", talk)
    made.says(DURING + 3, BRAM, ADA, "My cousin sells nets, Ada.", talk)
    made.says(DURING + 4, ADA, BRAM, "How do you like the Tapping?", talk)
    made.says(DURING + 5, BRAM, ADA, "More than last year.", talk)
    made.says(DURING + 6, ADA, BRAM, "My nets are torn.", talk)
    made.says(DURING + 7, BRAM, ADA, "Goodbye, Ada.", talk)
    part = measure_event_tenses(made.record(tmp_path, until=2 * DAY - 1))
    assert figures(part)["event_lines_about_it"] == 5 / 7
