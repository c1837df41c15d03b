"""How kin and spouses speak to each other."""

from __future__ import annotations

import re

import pytest

from townlet.offline.talk import converse
from townlet.offline.talk.relation import parent_of
from townlet.offline.talk.turn import unnamed

from .scenes import TUESDAY_NOON, Person, said_by, spoken, talk

PRONOUNS = [{"name": "Ivo Quill", "pronoun": "he"}, {"name": "Dora Quill", "pronoun": "she"}]


@pytest.mark.parametrize(
    ("parent", "word", "tie"),
    [
        ("Ivo Quill", "Dad", "Kit Quill is the son of Dora Quill and Ivo Quill."),
        ("Dora Quill", "Mum", "Kit Quill is the son of Dora Quill and Ivo Quill."),
        ("Dora Quill", "Mum", "Dora Quill is the mother of Kit Quill."),
        ("Ivo Quill", "Dad", "Kit Quill is Ivo Quill's son."),
    ],
)
def test_a_child_calls_parents_by_what_they_are(parent: str, word: str, tie: str) -> None:
    kit = Person("Kit Quill").knows(tie)
    first = parent.split()[0]
    said = [said_by("Kit Quill", talk(kit, Person(parent), seed=s, pronouns=PRONOUNS)) for s in range(10)]
    assert all(first not in line for line in said)
    assert sum(word in line for line in said) > 5


def test_who_is_like_a_daughter_is_no_child() -> None:
    texts = ["Eve Fox is like a daughter to Ivo Quill.", "Ivo Quill thinks of Eve Fox as a daughter."]
    assert parent_of("Eve Fox", "Ivo Quill", texts, "he") == ""
    assert parent_of("Ivo Quill", "Kit Quill", ["Kit Quill is the son of Ivo Quill."], "he") == ""


def test_what_a_spouse_wishes_to_do_together_is_welcome() -> None:
    married = "Dora Quill and Ivo Quill are married."
    history = spoken(("Dora Quill", "Hello, love."), ("Ivo Quill", "I want to take you dancing for once, love."))
    for seed in range(10):
        fields = Person("Dora Quill").knows(married).fields(Person("Ivo Quill"), TUESDAY_NOON, history)
        said = str(converse(fields, seed)["say"])
        assert "like" in said or "only had to say" in said or "never ask" in said


def test_a_line_calls_the_other_by_name_once() -> None:
    assert unnamed("You may be right, Ann. Bye, Ann!", "Ann") == "You may be right. Bye!"
    for seed in range(30):
        for _, line in talk(Person("Dora Quill"), Person("Ivo Lint"), seed=seed):
            assert len(re.findall(r", Ivo\b|\bIvo[,!]", line.replace(", Ivo,", ", Ivo"))) <= 1, line
