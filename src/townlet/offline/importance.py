"""How poignant a memory is, from 1 (mundane) to 10 (Park et al. 2023, section 4.1)."""

from __future__ import annotations

import re

from townlet.cognition.wording import CHANGED_PLAN, PROMISE_LEAD
from townlet.offline.fields import NOWHEN, Fields, records, text, texts
from townlet.offline.reader.facts import Fact, Reader, RememberedLine
from townlet.offline.reader.people import People
from townlet.offline.states import classify
from townlet.offline.words import WORDS, cached, pattern
from townlet.world.view import TALKING_WITH

_ROWS = [(int(rating), re.compile(says)) for rating, says in WORDS.tables["weight"]["rows"]]
ODD = 4
"""A thing in a state out of the ordinary, where the state has no weight of its own."""
CHANGE = 4
"""A change of plan, whatever it is for."""
SPOKEN_LESS = 1
"""A matter only spoken of weighs less than the matter itself."""
WEIGHTY = 6
"""What weighs so much is more than mundane, even if somebody is only busy with it."""
USUAL = 3


def importance(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `importance`: one rating for each memory."""
    shown = fields.get("memories", [])
    count = len(shown) if isinstance(shown, list) else 0
    ratings = ratings_of(fields, "memories")
    return {"ratings": ratings + [1] * (count - len(ratings)) if len(ratings) < count else ratings}


def ratings_of(fields: Fields, key: str) -> list[int]:
    """Return the ratings of the sentences in a field of a prompt."""
    people = People({text(each, "name"): text(each, "pronoun") for each in records(fields, "pronouns")})
    return [rate(one, text(fields, "name"), people) for one in texts(fields, key)]


@cached(30_000)
def rate(written: str, me: str, people: People | None = None) -> int:
    """Return the rating of one memory as `me` sees it; `people` are those whom it may name."""
    reader = Reader(me, People(people.pronouns if people else {}, [me]))
    if line := reader.line(written, NOWHEN):
        return _spoken(line, me)
    fact, weight = reader.memory(written, NOWHEN), _weight(written)
    if written.startswith(PROMISE_LEAD):
        return int(_words("kinds")["promise"])
    if CHANGED_PLAN in written:
        return max(CHANGE, weight)
    if fact and fact.kind in _words("kinds"):
        return int(_words("kinds")[fact.kind]) - (fact.kind == "promise" and fact.who != me)
    state = _says("state", written)
    if state and classify(written).of.sort != "none":
        return max(ODD, weight)
    if fact and fact.who and (fact.kind == "doing" or _says("routine", fact.about)) and weight < WEIGHTY + 2:
        return _doing(fact, me, weight)
    return weight or (1 if state else USUAL)


def _words(key: str) -> dict[str, int]:
    found: dict[str, int] = WORDS.tables["weight"][key]
    return found


def _says(key: str, said: str) -> bool:
    return bool(pattern(WORDS.tables["weight"][key]).search(said))


def _weight(written: str) -> int:
    low = written.lower()
    return next((rating for rating, says in _ROWS if says.search(low)), 0)


def _spoken(line: RememberedLine, me: str) -> int:
    """A line by its matter; manners weigh nothing, one's own words little."""
    said = line.text
    parting = len(said.split()) < 9 and _says("parting", said)
    if line.speaker == me or parting or _says("manners", said):
        return 1
    weight = max(2, _weight(said) - SPOKEN_LESS - said.strip().endswith("?"))
    return weight if line.hearer == me else weight // 3 + 1


def _doing(fact: Fact, me: str, weight: int) -> int:
    """What somebody is doing: on the paper's scale brushing one's teeth is a 1, and cleaning up one's room a 2."""
    if _says("lasting", fact.about):
        return max(weight, WEIGHTY + 1)
    if weight >= WEIGHTY:
        return 3
    if fact.who == me:
        return 1 if _says("routine", fact.about) else 2
    return 2 if fact.about.startswith(TALKING_WITH) else 1
