"""Questions in words that are none of the table's, as visitors put them: answered as in an interview."""

from __future__ import annotations

import re

from townlet.offline.interview.answer import answer
from townlet.offline.interview.asked import Asked
from townlet.offline.moves.talk import Talk

_LEAD = re.compile(
    r"(?i)^(?:(?:good (?:day|morning|afternoon|evening)|hello|hi|excuse me|pardon me|sorry|please|oh|well|and|so"
    r"|tell me)[,.!]? )+"
)


def answer_question(talk: Talk, question: str) -> str:
    """Return what one says to a question; '' if one has nothing to say."""
    asked = _LEAD.sub("", question)
    return answer(Asked(talk.fields, talk.seed), asked)
