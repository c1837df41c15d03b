"""Measures questions: whether the hearer's next line answers them or turns them away, and talks that end on one."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import groupby

from townlet.measures.figures import Figure, FigureBar, FigureGroup, compute_share
from townlet.measures.liveliness.speech_acts import has_cue
from townlet.measures.record import RunRecord
from townlet.measures.table import Table
from townlet.measures.text.words import Vocabulary, split_sentences, straighten_apostrophes
from townlet.runfile import Json
from townlet.runfile.traces import SpokenLine, TalkTranscript

SHORT_ANSWER_WORDS = 3
"""A statement this short answers by itself: 'Soup.', 'Bread and cheese.'"""

# 'What' and 'how' may ask for a number or a time: 'how many', 'what day'.
_QUESTION_WORD = re.compile(
    r"\b(?:(?P<number>(?:how|what) (?:many|much|long|often|far|old|big|number|age))"
    r"|(?P<when>when|how soon|what time|what day)|(?P<who>who|whom|whose)|(?P<where>where)"
    r"|(?P<why>why|what for|how come)|(?P<how>how)|(?P<what>what|which))\b",
    re.IGNORECASE,
)
# 'Will you come?', 'Shall we go?', 'Care to join me?'
_REQUEST = re.compile(
    r"\b(?:will|would|can|could|shall|may|might|won't|wouldn't|couldn't|can't) (?:you|i|we)\b|\b(?:care|fancy|mind)\b",
    re.IGNORECASE,
)
_AUXILIARIES = (
    ("do", "does", "did", "don't", "doesn't", "didn't"),
    ("am", "is", "are", "was", "were", "'m", "'s", "'re", "isn't", "aren't", "wasn't", "weren't"),
    ("have", "has", "had", "'ve", "'d", "haven't", "hasn't", "hadn't"),
    ("will", "would", "can", "could", "shall", "should", "may", "might", "must", "'ll", "'d", "won't", "wouldn't",
     "can't", "cannot", "couldn't", "shouldn't"),
)  # fmt: skip
"""Families of auxiliaries: an answer such as 'I did' or 'She hasn't' takes up the question's."""
_PRONOUN_AUXILIARY = r"^(?:i|we|you|he|she|it|they|there|that|this)(?: really| certainly| still)?(?: |(?='))(?:{})\b"
_OF_US = re.compile(r"\b(?:you|your|we|i|us|our)\b", re.IGNORECASE)
# 'Soup, and a good deal of talk.'
_ONE_WORD = re.compile(r"\w+[,:;—]")
_LETTER = re.compile(r"[^\W\d_]")
_YOU = re.compile(r"\b(?:you|your|yours)\b", re.IGNORECASE)


def _read_answers() -> tuple[Mapping[str, re.Pattern[str]], Mapping[str, re.Pattern[str]]]:
    data = tomllib.loads(files(__package__).joinpath("answers.toml").read_text(encoding="utf-8"))
    asked_for = data.pop("asked_for")
    return tuple(
        {key: re.compile("|".join(parts), re.IGNORECASE) for key, parts in each.items()} for each in (data, asked_for)
    )  # type: ignore[return-value]


_ANSWERS, _ASKED_FOR = _read_answers()


@dataclass(frozen=True)
class AskedQuestion:
    """A turn that asks something, and what became of it."""

    line: SpokenLine
    """The line with the question."""
    reply: str
    """The hearer's next turn; empty if there is none."""
    answered: bool
    """Whether the hearer answered or turned it away; also after asking something about it first."""
    parting: bool
    """Whether it is unanswered and the reply takes leave, or the talk ends with one of the two."""


def measure_questions(record: RunRecord) -> FigureGroup:
    """Measure questions that the next line answers, and talks that end on an unanswered one."""
    asked = [question for talk in record.talks for question in find_questions(talk, record.vocabulary)]
    own = [question for question in asked if not question.line.typed]
    partings = {question.line.talk for question in own if question.parting}
    unanswered = [question for question in own if not question.answered]
    return FigureGroup(
        "Questions",
        (
            Figure("questions", "turns that ask something", len(own)),
            Figure(
                "questions_answered",
                "answered or turned away in the next turn",
                compute_share(len(own) - len(unanswered), len(own)),
                "share",
                FigureBar(0.98),
            ),
            Figure(
                "partings_on_questions",
                "talks in which somebody leaves at a question",
                compute_share(len(partings), len(record.talks)),
                "share",
                FigureBar(most=0.005),
            ),
        ),
        (
            Table.of(
                "unanswered",
                "unanswered",
                ("speaker", "at", "question", "reply"),
                tuple(_question_row(record, question) for question in unanswered),
            ),
        ),
        remark="A statement about oneself answers an open question, so a reply beside the point may pass.",
    )


def _question_row(record: RunRecord, question: AskedQuestion) -> tuple[Json, ...]:
    asked = " ".join(list_questions(question.line.text, record.vocabulary))
    return question.line.speaker, record.when(question.line.step), asked, question.reply


def find_questions(talk: TalkTranscript, vocabulary: Vocabulary) -> Iterator[AskedQuestion]:
    """Yield each turn of a talk that asks something. Lines that one speaker says in a row are one turn."""
    turns = [tuple(lines) for _, lines in groupby(talk.lines, key=lambda line: line.speaker)]
    texts = [" ".join(line.text for line in turn) for turn in turns]
    for index, turn in enumerate(turns):
        asking = next((line for line in reversed(turn) if list_questions(line.text, vocabulary)), None)
        if asking is None:
            continue
        reply = texts[index + 1] if index + 1 < len(texts) else ""
        answered = bool(reply) and (
            answers(texts[index], reply, vocabulary)
            or (asks_back(texts[index], reply, vocabulary) and _answered_later(texts, index, vocabulary))
        )
        parting = not answered and (index + 2 >= len(turns) or takes_leave(reply))
        yield AskedQuestion(asking, reply, answered, parting)


def _answered_later(texts: Sequence[str], index: int, vocabulary: Vocabulary) -> bool:
    """Whether the hearer, who first asked something about the question, answers it in their following turn."""
    return index + 3 < len(texts) and answers(" ".join(texts[index : index + 3]), texts[index + 3], vocabulary)


def takes_leave(turn: str) -> bool:
    """Whether one of the sentences of a turn is a farewell."""
    return any(has_cue("farewell", sentence) for sentence in split_sentences(turn))


def list_questions(text: str, vocabulary: Vocabulary) -> list[str]:
    """Return the sentences of a line that ask something.

    A sentence with a question mark does if the line ends with it or if it has the form of a question. It does not if it
    only leads up to the speaker's own next sentence: 'Did I tell you? I count insults.'
    """
    sentences = split_sentences(straighten_apostrophes(text))
    last = len(sentences) - 1
    return [
        sentence
        for index, sentence in enumerate(sentences)
        if sentence.rstrip("\"'”)").endswith("?")
        and (
            index == last
            or (
                _ANSWERS["asks"].search(_without_lead(sentence, vocabulary))
                and not _ANSWERS["leading_up"].search(sentence)
            )
        )
    ]


def asks_back(question: str, reply: str, vocabulary: Vocabulary) -> bool:
    """Whether a reply asks about the question itself: 'The Moonrake? What is that?'"""
    asked = [sentence for sentence in split_sentences(reply) if sentence.endswith("?")]
    about = vocabulary.stems(question)
    return any(
        vocabulary.stems(each) & about or len(each.split()) <= SHORT_ANSWER_WORDS or _ANSWERS["anaphor"].search(each)
        for each in asked
    )


def answers(question: str, reply: str, vocabulary: Vocabulary) -> bool:
    """Whether a reply answers a line's question or honestly turns it away.

    Sentences that ask, greet or take leave are no answer, and nothing is after a change of the matter. Any other
    sentence is one if it begins like an answer, is very short, takes up a content word of the question, or is what the
    question word asks for: a time for 'when', a statement about oneself for 'what do you ...'.
    """
    question, reply = straighten_apostrophes(question), straighten_apostrophes(reply)
    asked = " ".join(list_questions(question, vocabulary))
    about = vocabulary.stems(_matter_of(question, vocabulary))
    for sentence in split_sentences(reply):
        said = _without_lead(sentence, vocabulary)
        if _ANSWERS["changes"].search(said):
            return False
        if not _LETTER.search(said) and _asks_who(asked):
            return True
        if not said or has_cue("greeting", said) or _only_takes_leave(said):
            continue
        if _ANSWERS["openings"].search(said):
            return True
        if not said.endswith("?") and (vocabulary.stems(said) & about or _supplies(asked, said, vocabulary)):
            return True
    return False


def _matter_of(line: str, vocabulary: Vocabulary) -> str:
    """Return the questions of a line, each with the sentence before it: 'I need eight jars. Do you know anybody?'"""
    sentences, asked = split_sentences(line), frozenset(list_questions(line, vocabulary))
    return " ".join(
        sentence
        for index, sentence in enumerate(sentences)
        if sentence in asked or asked.intersection(sentences[index + 1 : index + 2])
    )


def _without_lead(sentence: str, vocabulary: Vocabulary) -> str:
    """Return a sentence without interjections and names at its start; empty if it has nothing else."""
    before = None
    while before != sentence:
        before = sentence
        sentence = re.sub(r"^<name>[\s,.!?:;—-]*", "", vocabulary.named(sentence))
        if found := _ANSWERS["interjections"].match(sentence):
            sentence = sentence[found.end() :]
    return sentence


def _asks_who(asked: str) -> bool:
    return any(match.lastgroup == "who" for match in _QUESTION_WORD.finditer(asked))


def _only_takes_leave(said: str) -> bool:
    return has_cue("farewell", said) and not _ANSWERS["with_leave"].search(said)


def _supplies(asked: str, said: str, vocabulary: Vocabulary) -> bool:
    """Whether a statement is of the kind that the question asks for."""
    if len(said.split()) <= SHORT_ANSWER_WORDS or _ONE_WORD.match(said) or _ANSWERS["that"].search(said):
        return True
    of_self = _ANSWERS["self"].search(said) is not None
    if of_self and _ANSWERS["anaphor"].search(said):
        return True
    if kind := next((match.lastgroup for match in _QUESTION_WORD.finditer(asked)), None):
        named = kind == "who" and "<name>" in vocabulary.named(said)
        return named or (of_self and bool(_YOU.search(asked))) or bool(_ASKED_FOR[kind].search(said))
    if _REQUEST.search(asked):
        return of_self
    return _takes_up_auxiliary(asked, said)


def _takes_up_auxiliary(asked: str, said: str) -> bool:
    """Whether a statement has the question's auxiliary after a pronoun; 'I did' only if the question is about 'you'."""
    if re.match(r"(?:i|we)\b", said, re.IGNORECASE) and not _OF_US.search(asked):
        return False
    words = set(re.findall(r"[\w']+", asked.lower()))
    return any(
        words & set(family) and re.search(_PRONOUN_AUXILIARY.format("|".join(family)), said, re.IGNORECASE)
        for family in _AUXILIARIES
    )
