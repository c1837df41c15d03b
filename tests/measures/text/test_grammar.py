from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from measures.made import ADA, BRAM, HOUR, MadeRun
from measures.reports import figures, rows
from townlet.measures.liveliness.content import measure_grammar
from townlet.measures.text.grammar import GrammarChecker

NAMES = (
    ADA, BRAM, "José María Ibáñez de la Cruz", "Þóra", "Zoë O'Malley-Brückner", "Nguyễn Thị Hạnh", "Xi", "Xiùyīng Li",
    "Jean-Luc D'Arcy-Okonkwo", "Siân ap Rhys", "Anselm van der Berg", "李秀英", "Dr. Ann Bo", "bell hooks", "Will Page",
)  # fmt: skip
CHECKER = GrammarChecker(NAMES, ["The Old Mill", "Hobbs Cafe: cafe"])


def kinds(line: str) -> list[str]:
    return [slip.kind for slip in CHECKER.slips(line)]


@pytest.mark.parametrize(
    "line",
    [
        "José María is here, and so is Þóra's brother.",
        "I asked Zoë O'Malley-Brückner. O'Malley-Brückner said no!",
        "Nguyễn Thị Hạnh knows; ask Hạnh or Nguyễn.",
        "Xi, will you come? Xi's boat is ready.",
        "Xiùyīng Li and I are married.",
        "Jean-Luc D’Arcy-Okonkwo mends nets. D'Arcy-Okonkwo is good at it.",
        "Siân ap Rhys sings. Anselm van der Berg listens.",
        "de la Cruz is a proud name.",
        "李秀英 is baking. I like 李秀英.",
        "Dr. Ann Bo is in. I saw Dr. Ann Bo at 5 p.m. on Monday.",
        "bell hooks wrote it.",
        "Will Page will page through it.",
    ],
)
def test_names_from_anywhere_are_no_slips(line: str) -> None:
    assert kinds(line) == []


@pytest.mark.parametrize(
    "line",
    [
        "I O'Malley - Brückner thinks that pilgrims tip badly.",
        "I María Ibáñez de la Cruz worries that my eyes grow weaker.",
        "It was Jean-Luc D'Arcy-Okonkwo D'Arcy - Okonkwo who came.",
        "I asked Zoë O 'Malley-Brückner.",
        "They married in spring, Okonkwo and Ada.",
        "Have you seen nguyễn thị hạnh?",
        "Have you seen Nguyen Thi Hanh?",
        "Ask José María Ibáñez de la cruz.",
        "I Xi know it.",
        "Ada Finch Ada is here.",
    ],
)
def test_broken_names_are_found(line: str) -> None:
    assert "broken name" in kinds(line)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("I saw the the pier.", "doubled word"),
        ("I am fond of the.", "unfinished"),
        ("I put it on the, you know.", "unfinished"),
        ("I am , well, fond of it.", "punctuation"),
        ("Yes,. I know.", "punctuation"),
        ("Really?. I see.", "punctuation"),
        ("Come in..", "punctuation"),
        ("It's a apple.", "article"),
        ("It's an boat.", "article"),
        ("It took a hour.", "article"),
        ("That's an useful thing.", "article"),
        ("I has a boat.", "agreement"),
        ("I wants to go.", "agreement"),
        ("They is late.", "agreement"),
        ("He have a boat.", "agreement"),
        ("I think that she are late.", "agreement"),
        ("I will likes it.", "agreement"),
        ("I'm in good spirits and looks forward to the party.", "agreement"),
        ("It holds because him and Bram say the same.", "pronoun case"),
        ("That's between Ada and I. It is for he.", "pronoun case"),
        ("I had dinner for dinner.", "echo"),
        ("so I went home.", "small letter"),
        ("I went home. then I slept.", "small letter"),
        ("You know i promised it.", "small i"),
        ('She said: "Come in.', "quotes"),
        ("She said: “Come in.", "quotes"),
        ("He (the baker is late.", "quotes"),
        ("Ã\u00beóra is here.", "broken letters"),
        ("I came for to see it.", "phrase"),
    ],
)
def test_slips_are_found_and_named(line: str, kind: str) -> None:
    assert kind in kinds(line)


@pytest.mark.parametrize(
    "line",
    [
        "I had had enough, and I know that that is true.",
        "What are you thinking of? The one I came with.",
        "“Come in!” she said. “I've been waiting.”",
        "Well… let me see... perhaps not. No!! What?! Bye bye.",
        "It takes an hour to get a European union card from a one-eyed usher at an honest university.",
        "An MRI, a UFO, a SHA key and an unimportant uncle.",
        "Ada and I are late; Bram or I have the key.",
        "Six of them are cousins, and so are two of us.",
        "Did he have time? Does she want it? Will it do?",
        "I always pass it, I guess, and I miss Bram.",
        "Let him go where he wants and do what she likes.",
        "Word for word, year for year.",
        "The party is at 5:30 pm, i.e. soon. It costs 3.50, e.g. for a cake.",
        "What he is and what they have is theirs.",
        "A few, a little, a lot: an apple a day.",
        "What you do is up to you. Who you are is clear.",
        "It's you who is late. Each of you has one.",
        "I'm making bread and it looks fine. I'm glad that he came and wants to stay.",
        "",
        "...",
    ],
)
def test_good_sentences_have_no_slips(line: str) -> None:
    assert kinds(line) == []


@given(st.text(max_size=80))
def test_any_text_can_be_checked(text: str) -> None:
    assert isinstance(CHECKER.slips(text), tuple)


def test_a_sentence_with_slips_counts_once_in_a_thousand(tmp_path: Path) -> None:
    made = MadeRun()
    made.says(HOUR, ADA, BRAM, "I has the the boat. The tide is out. It is late. Bram, come in.")
    part = measure_grammar(made.record(tmp_path))
    assert figures(part)["ill_formed"] == 250
    assert {row[0] for row in rows(part, "slips")} == {"agreement", "doubled word"}
