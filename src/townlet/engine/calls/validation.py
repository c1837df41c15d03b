"""Whether an answer is in the language that a town speaks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from townlet.language.model import Reply
from townlet.language.prompt import Prompt

ENOUGH_BYTES = 80
"""Less text than this, names left aside, is in no language for certain: a greeting may be in any."""

CHARACTERS_DETECTED = 600
"""How much of a text is looked at."""

SURE = 0.8
"""How likely another language has to be."""

HARDLY = 0.01
"""How likely the town's own may be besides that."""

LANGUAGE_CODES: Mapping[str, str] = {
    "arabic": "ar", "bulgarian": "bg", "catalan": "ca", "chinese": "zh", "croatian": "hr", "czech": "cs",
    "danish": "da", "dutch": "nl", "english": "en", "estonian": "et", "finnish": "fi", "french": "fr",
    "german": "de", "greek": "el", "hebrew": "he", "hindi": "hi", "hungarian": "hu", "icelandic": "is",
    "indonesian": "id", "irish": "ga", "italian": "it", "japanese": "ja", "korean": "ko", "latvian": "lv",
    "lithuanian": "lt", "norwegian": "no", "persian": "fa", "polish": "pl", "portuguese": "pt", "romanian": "ro",
    "russian": "ru", "serbian": "sr", "slovak": "sk", "slovenian": "sl", "spanish": "es", "swahili": "sw",
    "swedish": "sv", "thai": "th", "turkish": "tr", "ukrainian": "uk", "urdu": "ur", "vietnamese": "vi", "welsh": "cy",
}  # fmt: skip
"""ISO 639 codes of the languages that can be told apart."""

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


def in_another_language(answer: BaseModel, language: str) -> bool:
    """Whether an answer is, for certain, not in `language` (a name such as 'English').

    Names are left aside, as whatever begins with a capital. Of too little text nothing is said, nor of one that mixes
    languages or is in one so near that the two are mistaken for one another (Danish and Norwegian, say), nor where
    the language is none of `CODES`.
    """
    code = LANGUAGE_CODES.get(language.strip().lower())
    if code is None:
        return False
    text = " ".join(_words(answer))[:CHARACTERS_DETECTED]
    if len(text.encode()) < ENOUGH_BYTES:
        return False
    ranks: dict[str, float] = dict(_detector().rank(text))
    likeliest = max(ranks, key=lambda each: (ranks[each], each))
    return ranks[likeliest] >= SURE and ranks[code] <= HARDLY


def _words(answer: BaseModel) -> Iterator[str]:
    """The words of all texts in an answer that are no names."""
    for text in _texts(answer.model_dump(mode="json")):
        yield from (word for word in _WORD.findall(text) if not word[0].isupper())


def _texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for part in data.values():
            yield from _texts(part)
    elif isinstance(data, list):
        for part in data:
            yield from _texts(part)


@cache
def _detector() -> Any:
    """Made at first use: it takes a moment."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


Answer = TypeVar("Answer", bound=BaseModel)

CHARACTERS_KEPT = 100_000
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
class ValidatedReply(Generic[Answer]):
    """What was made of a reply: an answer, or a complaint in a line that helps the model to mend it."""

    answer: Answer | None = None
    complaint: str = ""


def validate_reply(reply: Reply, prompt: Prompt[Answer], language: str) -> ValidatedReply[Answer]:
    """A reply against its prompt's schema and check and, where `language` is not empty, the town's language.

    A reply from a run's file that was found wanting stays so: its complaint comes with it.
    """
    if reply.complaint:
        return ValidatedReply(complaint=reply.complaint)
    try:
        answer = prompt.answer.model_validate_json(reply.text)
    except ValidationError as error:
        return ValidatedReply(complaint=_complaint(reply, error))
    if prompt.check and (defect := prompt.check(answer)):
        return ValidatedReply(complaint=defect)
    if language and in_another_language(answer, language):
        return ValidatedReply(complaint=f"the answer was in another language; it has to be in {language}")
    return ValidatedReply(answer)


def storable_reply(reply: Reply) -> Reply:
    """The reply as it can be kept in a file: of bounded length, and without halves of surrogate pairs."""
    text = reply.text[:CHARACTERS_KEPT]
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
