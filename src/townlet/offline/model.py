"""The offline model: answers every prompt from its printed fields, by rules and words, deterministically.

It is a program without weights, key or network. The same prompt, fields and seed give the same answer.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from townlet.language.model import Reply, Request, UnfitAnswer, tokens_of
from townlet.offline.emoji import emoji
from townlet.offline.fields import Fields
from townlet.offline.fitting import fitted
from townlet.offline.forms import inflect
from townlet.offline.heed import heed
from townlet.offline.importance import importance
from townlet.offline.interview.answer import interview
from townlet.offline.judge import judge
from townlet.offline.keyed import renamings
from townlet.offline.moves.speak import converse
from townlet.offline.moves.takeaway import after_talk, farewell, joint_dialogue
from townlet.offline.place import place
from townlet.offline.plan.day import day_plan
from townlet.offline.plan.hours import hour_plan
from townlet.offline.plan.minutes import minute_plan
from townlet.offline.plan.redo import at_hand, replan
from townlet.offline.react import react
from townlet.offline.reflect.answers import insights, questions
from townlet.offline.simple import object_state
from townlet.offline.summary import relationship, summary
from townlet.offline.words import using
from townlet.offline.words.added import words_with

Handler = Callable[[Fields, int], Mapping[str, object]]
"""From a prompt's fields and the seed to the answer as plain JSON values."""

HANDLERS: dict[str, Handler] = {
    "after_talk": after_talk,
    "at_hand": at_hand,
    "converse": converse,
    "day_plan": day_plan,
    "emoji": emoji,
    "farewell": farewell,
    "heed": heed,
    "hour_plan": hour_plan,
    "importance": importance,
    "insights": insights,
    "interview": interview,
    "joint_dialogue": joint_dialogue,
    "judge": judge,
    "minute_plan": minute_plan,
    "object_state": object_state,
    "place": place,
    "questions": questions,
    "react": react,
    "relationship": relationship,
    "replan": replan,
    "summary": summary,
}
"""The prompts that the offline model answers, by name."""


_FIRST_MEMORIES = [{"text": "Ann Lee needs a ladder and is painting the door.", "when": "8:00 am"}]
_FIRST_PROMPT: Fields = {
    "name": "Ann Lee",
    "other": "Bo Day",
    "now": "Monday May 5 2025, 8:00 am",
    "memories": _FIRST_MEMORIES,
}


def warm_up() -> None:
    """Read the dictionaries and word tables that first answers read, so that forks of this process need not."""
    inflect("go", "VBG")
    for name in ("importance", "converse", "day_plan"):
        HANDLERS[name](_FIRST_PROMPT, 0)


class OfflineModel:
    """A language model (LanguageModel) that needs nothing but this package."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    @property
    def name(self) -> str:
        return "offline"

    async def __call__(self, request: Request) -> Reply:
        """The answer to a request, from its name and fields alone, in the words of the package and of its town.

        Raises UnfitAnswer for a prompt that the offline model does not know.
        """
        handler = HANDLERS.get(request.name)
        if handler is None:
            raise UnfitAnswer(
                f"The offline model has no answer for the prompt {request.name!r}; it knows {', '.join(HANDLERS)}."
            )
        words = words_with(request.words)
        with using(words):
            if renaming := renamings(words):
                to_keys, to_names = renaming
                answer_in_keys = fitted(handler(to_keys(request.fields), self.seed), request.schema)
                fit = fitted(to_names(answer_in_keys), request.schema)
            else:
                fit = fitted(handler(request.fields, self.seed), request.schema)
        answer = json.dumps(fit, ensure_ascii=False, sort_keys=True)
        return Reply(answer, self.name, tokens_of(request.text), tokens_of(answer))
