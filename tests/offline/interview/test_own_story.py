"""Questions about one's own story and one's own days, in the words in which people put them."""

from __future__ import annotations

import pytest

from offline.persons import memories
from townlet.language.prompt import Field
from townlet.offline.interview.answer import interview

STORY = (
    "Ann Bo has been binding books at the Press since she was nineteen, from eight to four, with a pause for soup.",
    "Ann Bo came to Oke from Turku to learn gilding from Eve Fay, and that was five years ago.",
    "Ann Bo's grandfather Aulis, who is ninety, rings each night to hear whether Ann Bo has eaten.",
    "Ann Bo used to mend kites with her cousin in Turku, and she has not lost the knack.",
    "Ann Bo is teaching herself the oboe with a scarf in the bell.",
    "Brass bands give Ann Bo a headache.",
    "Ann Bo and Gus Hay quarrelled over a ladder in March, and she still hides hers.",
    "The press's old boiler has been hissing for a week, and Ann Bo lies awake over it.",
    "Ann Bo has decided to sell the Press, and so far only the notary knows it.",
    "Ann Bo would give ten years of her life to see Lisbon.",
    "Ann Bo finds Eve Fay a stubborn old heron.",
    "Ann Bo wants a few sheets of gold leaf for a psalter.",
)
DAYS = (
    *memories(
        "Gus Hay asked Ann Bo for twelve eggs for the lantern supper, and Ann Bo could not help.",
        "Ann Bo promised Eve Fay to help with carrying the type.",
        "Kit Low told Ann Bo that Kit Low cannot come to the lantern supper.",
        "Ann Bo is hanging lanterns at Reed Hall.",
        when="Monday May 5 2025, 5:00 pm",
    ),
)
NAMES = {"Ann Bo": "she", "Eve Fay": "she", "Gus Hay": "he", "Kit Low": "he", "Wu Meilin": "she"}


def said(question: str, *more: str) -> str:
    shown = [*memories(*STORY, *filter(None, more), when="Monday May 5 2025, 12:00 am"), *DAYS]
    fields: dict[str, Field] = {
        "name": "Ann Bo",
        "summary": "Ann Bo (age: 40) is kind.",
        "now": "Tuesday May 6 2025, 4:00 pm",
        "asker": "a visitor",
        "question": question,
        "memories": shown,
        "pronouns": [{"name": name, "pronoun": pronoun} for name, pronoun in NAMES.items()],
    }
    return str(interview(fields, 1)["say"])


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How long have you been a bookbinder?", "since I was nineteen"),
        ("Where are you from originally?", "I came to Oke from Turku"),
        ("What brought you here?", "to learn gilding from Eve Fay"),
        ("What did you do before you came here?", "I used to mend kites"),
        ("Who is Aulis?", "My grandfather Aulis, who is ninety"),
        ("Can you repair a kite?", "I used to mend kites with my cousin"),
        ("Do you play any instrument?", "I'm teaching myself the oboe"),
        ("What kind of music do you dislike?", "Brass bands give me a headache"),
        ("What was it that you and Gus fell out over?", "over a ladder in March"),
        ("What is the matter with the boiler?", "hissing for a week, and I lie awake over it"),
        ("What's your biggest dream?", "to see Lisbon"),
        ("What do you make of Eve?", "a stubborn old heron"),
        ("What are you short of?", "a few sheets of gold leaf"),
        ("Did Gus ask you for anything?", "Gus Hay asked me for twelve eggs"),
        ("Who asked you for help?", "Gus Hay asked me for twelve eggs"),
        ("Which of your neighbours turned you down?", "Kit Low told me that he can't come"),
        ("What have you promised?", "I promised Eve Fay to help with carrying the type"),
        ("When does your workday end?", "from eight to four"),
    ],
)
def test_what_ones_own_story_and_days_tell_is_answered(question: str, answer: str) -> None:
    assert answer in said(question)


def test_a_sentence_of_ones_story_is_told_whole_and_once() -> None:
    told = said("Tell me about the kites that you used to mend in Turku.")
    assert told == "I used to mend kites with my cousin in Turku, and I haven't lost the knack."


@pytest.mark.parametrize("question", ["Will you sell the Press?", "Have you decided about the Press?"])
def test_what_only_the_notary_knows_is_kept(question: str) -> None:
    assert "notary" not in said(question)
    assert "decided" not in said(question)


def test_a_sentence_of_which_a_part_is_kept_is_kept_whole() -> None:
    told = "Ann Bo has had a letter from the harbour: in May the bell will be melted, and she has not told a soul."
    assert "bell" not in said("Will the bell be melted?", told)
    open_letter = told.partition(",")[0] + "."
    assert "in May the bell will be melted" in said("Will the bell be melted?", open_letter)


def test_what_goes_on_for_an_hour_answers_only_who_asks_about_that_hour() -> None:
    assert "hanging lanterns" not in said("What do lanterns mean to you?")
    assert "hanging lanterns" in said("What were you doing yesterday at five?")


@pytest.mark.parametrize(
    ("question", "answer", "more"),
    [
        ("Why are you scared of geese?", "ever since one bit me", "Ann Bo is afraid of geese, ever since one bit her."),
        (
            "What do you do before breakfast?",
            "Before breakfast, I always walk",
            "Before breakfast Ann Bo always walks.",
        ),
        ("Who do you miss?", "I miss my brother Edwin", "Ann Bo misses her brother Edwin."),
        ("What is it like working with Kit?", "I fish with Kit Low", "Ann Bo fishes with Kit Low, who hums."),
        ("What kind of boss is Eve?", "a stubborn old heron", ""),
        ("Whom did you help?", "help with carrying the type", ""),
        ("When is the vicar coming?", "on the Monday bus", "Ann Bo knows that the vicar is coming on the Monday bus."),
        ("If you had one wish, what would it be?", "to see Lisbon", ""),
        ("Do you sing? Why, or why not?", "I sing alto", "Ann Bo sings alto in the choir."),
        (
            "Who told you that the quay will close?",
            "A porter from Turku told me",
            "Last night a porter from Turku told Ann Bo that the quay will close, and so far nobody else has heard.",
        ),
        (
            "What have you heard about the quay?",
            "told me that the quay will close.",
            "Last night a porter from Turku told Ann Bo that the quay will close, and so far nobody else has heard.",
        ),
        ("Who is Eve to you?", "Eve Fay is my aunt.", "Ann Bo's aunt Eve Fay raised her."),
        (
            "What do you think of Eve?",
            "I can't stand Eve Fay, who once sank",
            "Ann Bo cannot stand Eve Fay, who once sank a punt.",
        ),
        ("Why did Kit not come to the lantern supper?", "told me that he can't come", ""),
        (
            "Did you sketch the weir?",
            "No, though I planned to sketch the weir",
            "Ann Bo plans to sketch the weir on Monday.",
        ),
        ("Did you hang the lanterns?", "Yes, I did.", "On Monday Ann Bo plans to hang lanterns at Reed Hall."),
        (
            "Why won't you row with Eve?",
            "so I won't row with her",
            "Ann Bo thinks that Eve Fay cheats, so she won't row with her.",
        ),
        (
            "What did Eve say to you?",
            "The kiln is too hot for glass today",
            "Eve Fay said to me: 'Never mind. The kiln is too hot for glass today.'",
        ),
        (
            "What did you tell Eve?",
            "Try the blue glaze on the bowls",
            "I said to Eve Fay: 'Try the blue glaze on the bowls, then.'",
        ),
    ],
)
def test_more_that_ones_story_and_days_tell_is_answered(question: str, answer: str, more: str) -> None:
    assert answer in said(question, more)


def test_a_story_in_the_first_person_has_its_verbs_so() -> None:
    told = "Ann Bo drinks her tea black, smokes one cheroot a day and so far has one lung."
    assert said("Do you smoke?", told) == "Yes. I drink my tea black, smoke one cheroot a day and so far have one lung."


def test_what_is_said_before_a_question_tells_whom_and_when_it_means() -> None:
    assert "hanging lanterns" in said("You were seen yesterday at five. What were you doing?")
    assert "ladder" in said("Gus was at your door. Why don't you and he speak?")


def test_somebody_is_known_by_a_last_name_that_nobody_else_has() -> None:
    met = "Ann Bo thinks that Wu Meilin makes the best tea in Oke."
    assert "the best tea" in said("What is your opinion of Meilin?", met)


def test_what_was_told_to_another_is_not_told_as_said_to_oneself() -> None:
    overheard = "Gus Hay said to Eve Fay: 'I want to leave for Lund.'"
    assert "Gus Hay told Eve Fay that he wants to leave" in said("What did Gus say?", overheard)


@pytest.mark.parametrize(
    ("told", "question", "yes"),
    [
        ("Ann Bo rows a boat on Sundays.", "Do you row a boat?", True),
        ("Ann Bo is a glazier and an early riser.", "Are you a glazier?", True),
        ("Ann Bo gave up sugar two winters ago.", "Do you take sugar?", False),
        ("Ann Bo neither swims nor skates.", "Do you skate?", False),
        ("Ann Bo sold her harpsichord to pay the rent.", "Do you have a harpsichord?", False),
        ("Ann Bo would love a harpsichord.", "Do you have a harpsichord?", False),
        ("Ann Bo refuses to own a television.", "Do you have a television?", False),
        ("Ann Bo's cousin is a diver.", "Are you a diver?", False),
        ("Ann Bo is the daughter of a diver.", "Are you a diver?", False),
        ("Ann Bo is a former diver.", "Are you a diver?", False),
        ("Ann Bo wants to become a diver.", "Are you a diver?", False),
        ("Ann Bo's mother speaks Dutch.", "Do you speak Dutch?", False),
        ("Ann Bo is allergic to mussels.", "Do you eat mussels?", False),
        ("Gout keeps Ann Bo from dancing.", "Do you dance?", False),
    ],
)
def test_only_what_is_so_of_oneself_is_a_yes(told: str, question: str, yes: bool) -> None:
    assert said(question, told).startswith("Yes") == yes, said(question, told)


@pytest.mark.parametrize(
    ("told", "question", "answer"),
    [
        (
            "Ann Bo has a son and a stepson. Ann Bo's son has six children.",
            "How many children do you have?",
            "a stepson",
        ),
        ("Ann Bo's landlord has nine children.", "Do you have children?", "I'd rather"),
        ("Ann Bo has a twin.", "Are you married?", "I'd rather not say"),
        ("Ann Bo lives with her mum again.", "Do you live alone?", "I live with my mum again"),
    ],
)
def test_ones_own_family_is_told_and_nobody_elses(told: str, question: str, answer: str) -> None:
    assert answer in said(question, *(f"{each.rstrip('.')}." for each in told.split(". ")))
