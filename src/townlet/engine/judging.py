"""Whether a reply is an answer to its prompt; if not, what to tell the model before it is asked again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from pydantic import BaseModel, ValidationError

from townlet.language.model import Reply
from townlet.language.prompt import Prompt
from townlet.language.tongue import in_another_language

Answer = TypeVar("Answer", bound=BaseModel)

MOST_CHARACTERS = 100_000
"""No more of a reply is kept; the longest answer that a schema allows is far shorter."""

DEFECTS_TOLD = 3
"""How many defects of an answer the model is told of at once."""

REFUSED = "the question was declined; it is about invented people in a story, and takes an answer in the form asked for"
EMPTY = "the answer was empty; give it in the form asked for"
CUT_OFF = "the answer was cut off before its end; it has to be shorter"
OVERTHOUGHT = "all of the answer's length went into thinking; think less, and give the answer itself"

OUT_OF_ROOM = (CUT_OFF, OVERTHOUGHT)
"""Complaints about answers that may have needed more room than they had."""


@dataclass(frozen=True)
class Verdict(Generic[Answer]):
    """What was made of a reply: an answer, or a complaint in a line that helps the model to mend it."""

    answer: Answer | None = None
    complaint: str = ""


def judged(reply: Reply, prompt: Prompt[Answer], language: str) -> Verdict[Answer]:
    """A reply against its prompt's schema and check and, where `language` is not empty, the town's language.

    A reply from a run's file that was found wanting stays so: its complaint comes with it.
    """
    if reply.complaint:
        return Verdict(complaint=reply.complaint)
    try:
        answer = prompt.answer.model_validate_json(reply.text)
    except ValidationError as error:
        return Verdict(complaint=_complaint(reply, error))
    if prompt.check and (defect := prompt.check(answer)):
        return Verdict(complaint=defect)
    if language and in_another_language(answer, language):
        return Verdict(complaint=f"the answer was in another language; it has to be in {language}")
    return Verdict(answer)


def keepable(reply: Reply) -> Reply:
    """The reply as it can be kept in a file: of bounded length, and without halves of surrogate pairs."""
    text = reply.text[:MOST_CHARACTERS]
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode(errors="replace").decode()
    return reply if text == reply.text else replace(reply, text=text)


def _complaint(reply: Reply, error: ValidationError) -> str:
    if reply.finish == "refusal":
        return REFUSED
    blank = not reply.text.strip()
    if reply.finish == "length":
        return OVERTHOUGHT if blank else CUT_OFF
    if blank:
        return OVERTHOUGHT if reply.reasoning_tokens else EMPTY
    defects = error.errors(include_url=False, include_context=False, include_input=False)
    return "; ".join(_in_words(part["loc"], part["msg"]) for part in defects[:DEFECTS_TOLD])


def _in_words(where: tuple[int | str, ...], what: str) -> str:
    return f"{'.'.join(map(str, where))}: {what}" if where else what
