"""What is said in words that are nobody's here, as visitors put it: questions are answered as in an interview."""

from __future__ import annotations

import re

from townlet.offline.english import sentence
from townlet.offline.interview import others, plans, whatif
from townlet.offline.interview.answer import smalltalk_answer, source_of
from townlet.offline.interview.oneself import answer as oneself
from townlet.offline.interview.recall import Recall
from townlet.offline.kinds import valence_of
from townlet.offline.spoken import split
from townlet.offline.talk.help import HELPS, excuse
from townlet.offline.talk.scene import Said, Scene
from townlet.offline.talk.tact import tactful
from townlet.offline.talk.turn import Turn
from townlet.offline.templates import match, unbridged

ACT = "plain"
"""The act of such an answer, which can stand by itself."""
_LEAD = re.compile(
    r"(?i)^(?:(?:good (?:day|morning|afternoon|evening)|hello|hi|excuse me|pardon me|sorry|please|oh|well|and|so"
    r"|tell me)[,.!]? )+"
)
_REQUEST = re.compile(r"(?i)\b(?:tell (?:me|us)|describe|explain)\b")
_HELP = re.compile(r"(?i)\b(?:help|give|lend) (?:me|us)\b")
_TOGETHER = re.compile(
    r"(?i)\b(?:will|would|won't|could|can|shall|do) (?:you|we)\b.*\b(?:with (?:me|us)|together|join)\b"
)
_AT_ONCE = ["Of course. What shall I do?", "Gladly. Show me.", "Surely. Lead on."]
_BUSY = [
    "The day is full as it is.",
    "Ask me again when there's less to do.",
    "I've more to do than hours for it.",
]
_NOT_TOLD = ("I'd rather not go into that.", "That I'll leave to others.", "I've nothing to say on that.")
_UNSETTLED = frozenset(("invite",))
"""Acts that other rules answer first; where they could not, the sentence is a question like any other."""
_KINDS = (source_of, plans.answer, whatif.answer, oneself)


def answer_plainly(scene: Scene, turn: Turn, last: Said) -> bool:
    """Answers what none of our own sentences says; what these say has rules of its own."""
    said = _foreign(last)
    if not said:
        return False
    recall = _recall(scene, said)
    if not _asks(said):
        return turn.say(ACT, smalltalk_answer(recall)) or (not last.props and _feel(turn, said))
    return turn.say(ACT, _reply(scene, recall))


def answer_about_others(scene: Scene, turn: Turn, last: Said) -> bool:
    """Answers such a question about somebody else, where nothing newer is to be told of them."""
    said = _foreign(last)
    return bool(said) and _asks(said) and turn.say(ACT, others.answer(_recall(scene, said)))


def _foreign(last: Said) -> str:
    """What of a line is in words which are nobody's here, if it asks, or if nothing but a greeting goes with it."""
    acts = [(s, match(unbridged(s)).acts) for s in split(last.text)]
    said = _LEAD.sub("", " ".join(s for s, own in acts if own <= _UNSETTLED))
    return said if _asks(said) or all(own <= _UNSETTLED or "greet" in own for _, own in acts) else ""


def _recall(scene: Scene, said: str) -> Recall:
    return Recall({**scene.fields, "question": said}, scene.seed, lambda p: tactful(scene, p))


def _asks(said: str) -> bool:
    return "?" in said or bool(_REQUEST.search(said))


def _reply(scene: Scene, recall: Recall) -> str:
    """The answer to a question; '' if one has none."""
    asked = recall.question
    if _TOGETHER.search(asked):
        return f"That's kind of you, but I can't promise it. {scene.voice.pick('busy', _BUSY, asked)}"
    if _HELP.search(asked):
        return _help(scene, asked)
    said = smalltalk_answer(recall) or next((told for kind in _KINDS if (told := kind(recall))), "")
    return said or ("" if "?" in asked else recall.pick("request", *_NOT_TOLD))


def _feel(turn: Turn, said: str) -> bool:
    """A word on news that one has not understood but for its tone."""
    valence = valence_of(said.lower())
    return bool(valence) and turn.put("react_good" if valence > 0 else "react_bad")


def _help(scene: Scene, asked: str) -> str:
    """Those who lend a hand do it at once; nobody promises what no plan would hold."""
    if scene.relation.feel != "dislike" and scene.roll_of("help", asked) < HELPS[scene.relation.kind]:
        return scene.voice.pick("help at once", _AT_ONCE, asked)
    return f"I'm sorry, I can't just now. {sentence(excuse(scene))}"
