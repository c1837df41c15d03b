"""Validation of a model's reply: its schema, its prompt's own check, and the language that it is written in."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from townlet.engine.calls.refusals import begins_with_refusal, is_refusal, texts_in
from townlet.language.answer_reader import example_of, read_answer
from townlet.language.languages import CHARACTERS_DETECTED, code_of, likely_languages
from townlet.language.model import Reply
from townlet.language.prompt import Prompt

Answer = TypeVar("Answer", bound=BaseModel)

CHARACTERS_KEPT = 100_000
"""A stored reply is cut after this many characters; the longest answer that a schema allows is far shorter."""

MAX_DEFECTS = 3
"""How many schema violations one complaint lists."""

REFUSED = "the question was declined; it is about invented people in a story, and takes an answer in the form asked for"
EMPTY = "the answer was empty; give it in the form asked for"
CUT_OFF = "the answer was cut off before its end; it has to be shorter"
OVERTHOUGHT = "all of the answer's length went into thinking; think less, and give the answer itself"

OUT_OF_ROOM = (CUT_OFF, OVERTHOUGHT)
"""Complaints about answers that may have needed a higher token limit."""


@dataclass(frozen=True)
class ValidatedReply(Generic[Answer]):
    """The result of validation: an answer, or a one-line complaint that tells the model what to correct."""

    answer: Answer | None = None
    complaint: str = ""


def validate_reply(reply: Reply, prompt: Prompt[Answer], language: str) -> ValidatedReply[Answer]:
    """Validate a reply against its prompt's schema and check and, unless `language` is empty, the town's language.

    A reply from the call log that was invalid before stays invalid: it carries its complaint.
    """
    if reply.complaint:
        return ValidatedReply(complaint=reply.complaint)
    read = read_answer(reply.text, prompt.answer, cut_off=reply.finish == "length")
    answer = read.answer
    if answer is None:
        return ValidatedReply(complaint=_complaint(reply, prompt.answer, read.error))
    if is_refusal(reply.text, read):
        return ValidatedReply(complaint=REFUSED)
    if prompt.check and (defect := prompt.check(answer)):
        return ValidatedReply(complaint=defect)
    if language and in_another_language(answer, language):
        return ValidatedReply(complaint=f"the answer was in another language; it has to be in {language}")
    return ValidatedReply(answer)


def storable_reply(reply: Reply) -> Reply:
    """Return the reply in a form that a file can hold: of bounded length, without lone surrogates."""
    text = reply.text[:CHARACTERS_KEPT]
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode(errors="replace").decode()
    return reply if text == reply.text else replace(reply, text=text)


def _complaint(reply: Reply, form: type[BaseModel], error: ValidationError | None) -> str:
    blank = not reply.text.strip()
    if reply.finish == "refusal" or begins_with_refusal(reply.text):
        return REFUSED
    if reply.finish == "length":
        return OVERTHOUGHT if blank else CUT_OFF
    if blank:
        return OVERTHOUGHT if reply.reasoning_tokens else EMPTY
    example = f"an answer looks like {json.dumps(example_of(form), ensure_ascii=False)}"
    if error is None:
        return f"it was not one whole JSON object; {example}"
    defects = error.errors(include_url=False, include_context=False, include_input=False)
    return "; ".join([*(_describe_defect(part) for part in defects[:MAX_DEFECTS]), example])


def _describe_defect(defect: ErrorDetails) -> str:
    location = ".".join(map(str, defect["loc"]))
    # The message would quote the regular expression.
    message = "it is not written as in the example" if defect["type"] == "string_pattern_mismatch" else defect["msg"]
    return f"{location}: {message}" if location else message


MIN_BYTES = 80
"""Shorter texts, without their names, are not checked: a greeting could be in any language."""

MIN_OTHER_PROBABILITY = 0.8
"""How probable another language must be before an answer is rejected."""

MAX_OWN_PROBABILITY = 0.01
"""How probable the town's own language may be in an answer that is rejected."""

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
"""A word of letters, with apostrophes inside: 'bread', "don't", 'l’été'; neither '2031' nor '_'."""


def in_another_language(answer: BaseModel, language: str) -> bool:
    """Whether an answer is certainly not in `language` (a name such as 'English').

    Capitalised words are left out, because they may be names. The result is False in all doubtful cases: little text,
    mixed languages, languages that are easily confused (Danish and Norwegian), and names of unknown languages.
    """
    code = code_of(language)
    if code is None:
        return False
    text = " ".join(_words(answer))[:CHARACTERS_DETECTED]
    if len(text.encode()) < MIN_BYTES:
        return False
    ranks = likely_languages(text)
    return next(iter(ranks.values())) >= MIN_OTHER_PROBABILITY and ranks[code] <= MAX_OWN_PROBABILITY


def _words(answer: BaseModel) -> Iterator[str]:
    """Yield the words of all texts in an answer, except capitalised ones."""
    for _, text in texts_in(answer):
        yield from (word for word in _WORD.findall(text) if not word[0].isupper())
