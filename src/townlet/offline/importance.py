"""How poignant a memory is, from 1 (mundane) to 10 (Park et al. 2023, section 4.1)."""

from __future__ import annotations

import re
from functools import lru_cache

from townlet.offline.fields import Fields, text, texts
from townlet.offline.lexicon import LEX
from townlet.offline.notes import sort_of
from townlet.offline.states import classify
from townlet.world.view import TALKING_WITH

_ROWS = [(int(rating), re.compile(pattern)) for rating, pattern in LEX["weight"]["rows"]]
_DOING = re.compile(
    r"^(?:I am|I'm|[^:']{2,60}? is) (?:(?:\w+ly )?\w+ing\b|on (?:the|his|her|their) way\b|asleep\b)", re.S
)
_WHO_ONE_IS = re.compile(
    r"^[A-Z][\w’'-]+ [A-Z][\w’' -]+? (?:is (?:also )?(?:an?|the) (?!.*\b(?:the son|the daughter) "
    r")[a-z]|and [A-Z][\w’' -]+ are (?:married|brother|sister)"
    r"|is (?:writing|working on|composing|preparing|building) )"
)
"""Who one is, is married to, and what one is making: it stays with one when days blur."""
_LASTING = re.compile(
    r" is (?:(?:also )?planning|going to (?!class|an? |the |bed)|looking for (?!the right|a kinder)|"
    r"writing an?|working on an?|preparing)\b"
)
_ROUTINE = re.compile(
    r"\b(?:teeth|wash\w*|shower\w*|bath\w*|toilet|dress\w*|wak\w+|sleep\w*|asleep|bed|bedtime|combing|shav\w+|doz\w+"
    r"|yawn\w*|stretching|waiting|idl\w+|resting|sitting|nodding|breathing|on (?:the|his|her|their) way)\b"
)
"""What one does every day without a thought."""
_STATE = re.compile(r"^(?:The|A|An|My|Somebody|\w+(?: \w+)*'s) .*\b(?:is|are)\b")
_MANNERS = re.compile(
    r"^(?:(?:good (?:morning|afternoon|evening|night)|hello|hi|hey|bye|goodbye|see you|take care|"
    r"thanks|thank you|well|oh|right|"
    r"so long|until|all the best|welcome|you too|i must|i'd better|i should)\b[^.!?]*[.!?]* ?)+$",
    re.I,
)
_PARTING = re.compile(
    r"\b(?:bye|ciao|see you|take care|later|until|goodbye|mind yourself|all the best|thank\w*)\b", re.I
)
ODD = 4
"""A thing in a state out of the ordinary, where the state has no weight of its own."""
CHANGE = 4
"""A change of plan, whatever it is for."""
SPOKEN_LESS = 1
"""A matter only spoken of weighs less than the matter itself."""


def importance(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `importance`: one rating for each memory."""
    name = text(fields, "name")
    shown = fields.get("memories", [])
    count = len(shown) if isinstance(shown, list) else 0
    written = texts(fields, "memories")
    ratings = [rate(one, name) for one in written]
    return {"ratings": ratings + [1] * (count - len(ratings)) if len(ratings) < count else ratings}


@lru_cache(30000)
def rate(written: str, me: str) -> int:
    """The rating of one memory as `me` sees it."""
    sort, _, body = sort_of(written, me)
    if sort in ("heard", "overheard", "said"):
        return _spoken(body, sort)
    if sort in ("agenda", "talk"):
        return 3
    if sort in ("promise", "promised me", "told", "thought"):
        return {"promise": 7, "promised me": 6, "told": 5, "thought": 7}[sort]
    if sort == "intent":
        return 2
    weight = _weight(written)
    if " changed the plan and is " in written:
        return max(CHANGE, weight)
    if sort == "other" and _STATE.match(written) and classify(written).of.sort != "none":
        return max(ODD, weight)
    lasting = sort == "mine" and _LASTING.search(written)
    if _DOING.match(written) and weight < 8 and not lasting:
        return _mundane(written, me, weight)
    return weight or (1 if _STATE.match(written) else 3)


def _weight(written: str) -> int:
    if _WHO_ONE_IS.search(written):
        return 7
    low = written.lower()
    return next((rating for rating, pattern in _ROWS if pattern.search(low)), 0)


def _spoken(line: str, sort: str) -> int:
    """A line by its matter; manners weigh nothing, one's own words little."""
    if sort == "said" or _MANNERS.match(line) or (len(line.split()) < 9 and _PARTING.search(line)):
        return 1
    weight = max(2, _weight(line) - SPOKEN_LESS - line.strip().endswith("?"))
    return weight // 3 + 1 if sort == "overheard" else weight


def _mundane(written: str, me: str, weight: int) -> int:
    """What somebody is doing: on the paper's scale brushing one's teeth is a 1, and cleaning up one's room a 2."""
    if me and written.startswith(me):
        return 1 if _ROUTINE.search(written) else 3 if weight >= 6 else 2
    if weight >= 6:
        return 3
    return 2 if f" {TALKING_WITH} " in written else 1
