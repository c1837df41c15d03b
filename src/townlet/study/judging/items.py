"""What a judge is shown: the questions that raters see, each with its answers in several orders."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from townlet.study.judging.wording import fingerprint
from townlet.study.rating.answers import Answers, Item
from townlet.study.rating.assignment import items_for, person_for
from townlet.study.rating.chance import shuffled

TURNS = 2
"""How often a question is judged, unless another number is given."""


@dataclass(frozen=True)
class Blind:
    """A question to somebody, with its answers as they are shown once."""

    person: str
    item: Item
    turn: int
    """How often the same question has been judged before."""
    shown: tuple[str, ...]
    """Conditions, in the order in which their answers are shown."""

    @property
    def texts(self) -> list[str]:
        return [self.item.answers[condition] for condition in self.shown]

    @property
    def alike(self) -> bool:
        """Whether two answers are the same, word for word: which of them comes first then says nothing."""
        return len(set(self.texts)) < len(self.texts)

    def rater(self, model: str) -> str:
        """What a judgement of this is called: one name for the same answers and prompt, another for any others."""
        texts = (text for _, text in sorted(self.item.answers.items()))
        written = "\0".join([fingerprint(), self.item.asked, *texts])
        answers = hashlib.sha256(written.encode(errors="replace")).hexdigest()[:8]
        return f"{model}: {self.person}, {self.item.question} ({answers}), {self.turn + 1}"


Question = tuple[str, Item]
"""Whom it was put to, and with what answers."""


def seen_by(raters: int, answers: Answers, seed: int, per: int) -> list[Question]:
    """All that so many raters see between them, each question to a person once."""
    people = list(answers.people)
    found: dict[tuple[str, str], Question] = {}
    for number in range(raters):
        person = person_for(number, people, seed)
        for item in items_for(number, answers, seed, per):
            found.setdefault((person, item.question), (person, item))
    return list(found.values())


def all_of(answers: Answers) -> list[Question]:
    """Every question to everybody."""
    return [(person, item) for person, items in answers.people.items() for item in items]


def blind(questions: Iterable[Question], conditions: Sequence[str], seed: int, turns: int = TURNS) -> list[Blind]:
    """Each question in so many orders: drawn, and then reversed, so that what pleases for its place shows."""
    found = []
    for person, item in questions:
        for turn in range(turns):
            drawn = shuffled(conditions, "judging", seed, person, item.question, turn // 2)
            found.append(Blind(person, item, turn, tuple(drawn[::-1] if turn % 2 else drawn)))
    return found
