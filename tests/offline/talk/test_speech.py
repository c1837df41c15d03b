from __future__ import annotations

import datetime as dt

import pytest

from townlet.offline.english import capital, sentence
from townlet.offline.prop import similar
from townlet.offline.reading import Reader
from townlet.offline.say import Voice
from townlet.offline.spoken import split
from townlet.offline.talk import speech_acts
from townlet.offline.talk.deck import embarrassing
from townlet.offline.templates import TEMPLATES, match, spread

NOW = dt.datetime(2025, 5, 6, 12, 0)
NAMES = ["Keir O'Brien", "Will Aster", "May Lindqvist", "Tindra"]
READER = Reader("Ann Bo", NAMES, NOW)
TALE = READER.memory("The old ferry is going to be sold to a hotel company.")[0]
ATTRIBUTED = [
    t
    for act in ("gossip", "kin_news", "answer_src")
    for t in TEMPLATES[act]
    if "Cm" in t.slots and {"src", "Src"} & t.slots
]


def fill(text: str, speaker: str, hearer: str, source: str) -> str:
    clause = Voice(speaker, hearer, NOW).clause(TALE, vary=False)
    slots = dict.fromkeys(["topic", "gtopic", "ht", "next", "ger"], "mending a net") | {
        "sought": "a drummer",
        "Sought": "A drummer",
        "Cm": clause[0].lower() + clause[1:],
        "Cs": capital(clause),
        "Cq": clause[0].lower() + clause[1:],
    }
    slots |= {
        "src": source.split()[0],
        "Src": source.split()[0],
        "you": hearer.split()[0],
        "me": speaker,
        "ago": "earlier",
    }
    slots |= {
        "np": "the supper",
        "Np": "The supper",
        "when": "tomorrow at 6 pm",
        "whencap": "Tomorrow at 6 pm",
        "whenq": "tomorrow",
    }
    slots |= {
        "Topic": "Mending a net",
        "Gtopic": "Mending a net",
        "Ger": "Mending a net",
        "Next": "Mending a net",
        "mine": "baking",
    }
    slots |= {
        "mine_cap": "Baking",
        "doing": "baking",
        "tod": "morning",
        "Tod": "Morning",
        "subj": "Eve",
        "them": "Eve",
        "Them": "Eve",
    }
    slots |= {
        "whenc": " tomorrow",
        "td": " today",
        "aboutc": " about the supper",
        "placec": " ",
        "why": "I'm tired",
        "Why": "I'm tired",
    }
    slots |= {
        "if": "since it's you",
        "echo": "You bake",
        "Longecho": "You bake",
        "byewhen": "See you at the supper",
        "keep": "baking bread",
        "trade": "I'm a baker",
    }
    slots |= {"ask": "Is the oven behaving", "asklow": "is the oven behaving"}
    return sentence(text.format_map(slots))


@pytest.mark.parametrize("template", ATTRIBUTED, ids=lambda t: t.text)
@pytest.mark.parametrize("source", NAMES)
def test_hearsay_is_understood_as_it_was_meant(template: object, source: str) -> None:
    text = getattr(template, "text", "")
    line = fill(text, "Ann Bo", "Will Aster" if source != "Will Aster" else "Tindra", source)
    read = [p for p in READER.line(line, "Ann Bo", "May Lindqvist", NOW) if similar(p, TALE) >= 0.9]
    assert read, line
    assert read[0].sources[0] == source, line


EVERY = [t for act in sorted(TEMPLATES) for t in TEMPLATES[act]]


def test_every_template_can_be_filled_without_embarrassment() -> None:
    for template in EVERY:
        line = fill(template.text, "Ann Bo", "Keir O'Brien", "Tindra")
        assert not embarrassing(line, "Ann Bo"), (template.act, line)


def test_every_template_with_words_of_its_own_is_known_again() -> None:
    for template in EVERY:
        line = fill(template.text, "Ann Bo", "Keir O'Brien", "Tindra")
        known = set().union(*(match(s).acts for s in split(line)))
        own_letters = len("".join(c for c in template.text.split("{")[0] if c.isalpha()))
        assert known or own_letters < 5 or template.text.count(".") > 0, (template.act, line)


@pytest.mark.parametrize(
    ("line", "act"),
    [
        ("Good morning, Ann.", "greet"),
        ("I'd like that. I'll be at the supper.", "accept"),
        ("I can't make it, I'm sorry.", "decline"),
        ("Happy to help!", "help_yes"),
        ("You should come to the supper!", "invite"),
        ("Is it true that you sold the ferry?", "confront"),
        ("What do you make of it?", "question"),
        ("See you, Ann! Be good!", "farewell"),
        ("The ferry is sold.", "tell"),
    ],
)
def test_acts_of_our_own_and_of_foreign_lines(line: str, act: str) -> None:
    assert act in speech_acts(line, line.startswith("Good"))


def test_a_rhetorical_question_asks_nothing() -> None:
    assert "question" not in speech_acts("Mending a net? It's done, for today.", False)


def test_alternations_are_enumerated() -> None:
    assert spread("(a|b) c(|!)") == ["a c", "a c!", "b c", "b c!"]
