"""Answers to questions (Park et al. 2023, section 5.2): small talk, rows of words/questions.toml, memories."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Any

from townlet.offline.english import sentence
from townlet.offline.fields import Fields, text, texts
from townlet.offline.forms import verb_form
from townlet.offline.interview.asked import KINDRED, TABLE, Asked, Question, worded
from townlet.offline.interview.finds import FACTS, MATTERS, QuestionRow, Topic
from townlet.offline.interview.slots import filled, fits, known_condition, known_slot, language_of
from townlet.offline.matters.context import draw
from townlet.offline.moves import lookup
from townlet.offline.reader.facts import Fact, content, sentences
from townlet.offline.reader.people import persons, slot
from townlet.offline.words import WORDS

MOST_LETTERS = 600
"""An answer is no longer."""
LEAST_WORDS = 2
"""How many words of a question a fact has to hold, if the question has so many."""
MOST_PARTS = 3
"""Of a question that holds several, at most so many are answered; that there are more is said."""
OWN = 0.5
"""What it counts that a fact is known from one's own story."""
_SLOT = re.compile(r"\{(\w+)\}")
_PERSON = "⟦[^⟧]+⟧"
_NO_NAME = r"(?!(?:who|whom|whose|what|which|when|where|why|how)\b)"
_CAPITALISED = r"(?-i:[^\W\d_a-z])[\w’'-]*"
_NAME = rf"{_NO_NAME}{_CAPITALISED}(?: (?:(?:de|da|del|van|von|der|la|al|bin)\b ?)*{_CAPITALISED})*"
_PARTS = re.compile(
    r"(?<=[?])\s+(?=\w)"
    r"|,? (?:and|or) (?=(?:who|whom|what|when|where|why|how|(?:would|will|do|did|are|have) you|is it|was it)\b)",
    re.I,
)

_BOTH_ASKED = re.compile(r"^(?:who|what|when|where|why|how) and (?=(?:who|what|when|where|why|how)\b)", re.I)
"""'When and where is it?' is one question: who tells where tells when."""


def interview(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `interview`."""
    asked = Asked(fields, seed)
    said = answer(asked, text(fields, "question"))
    if options := texts(fields, "options"):
        return {"say": chosen(asked, text(fields, "question"), said, options)}
    return {"say": said[:MOST_LETTERS]}


def answer(asked: Asked, question: str) -> str:
    """Return what one says to a question; always something."""
    whole = asked.question(question)
    if not re.search(r"\w", question):
        return _by_rows(asked, whole, "blank")
    if language_of(question):
        return _by_rows(asked, whole, "language")
    if (ways := texts(asked.fields, "ways")) and whole.asks("way"):
        return sentence(ways[0])
    if said := _by_rows(asked, whole, "smalltalk") or _by_rows(asked, whole, "whole"):
        return said
    parts = [
        part
        for part in _PARTS.split(_BOTH_ASKED.sub("", _asked_after(asked, worded(question))))
        if re.search(r"\w", part)
    ]
    answers: list[str] = []
    for place, part in enumerate(parts[:MOST_PARTS]):
        understood = asked.question(part, " ".join((*asked.before[-1:], *parts[:place]))) if len(parts) > 1 else whole
        told = _by_rows(asked, understood) or _general(asked, understood)
        asked.before += [part, told]
        parts_told = [told] if told.endswith("”") else sentences(told)
        answers = [each for each in answers if not any(_repeats(each, [other]) for other in parts_told)]
        answers += [each for each in parts_told if not _repeats(each, answers)]
    said = " ".join(answers) or _at_a_loss(asked, whole)
    return f"{said} {TABLE['rest']}" if len(parts) > MOST_PARTS else said


def _asked_after(asked: Asked, question: str) -> str:
    """Return a question without what is said before it, which is spoken of from then on."""
    said = sentences(question)
    first = next((place for place, each in enumerate(said) if each.endswith("?")), 0)
    lead = [each for each in said[:first] if not re.match(f"{TABLE['asks_to_tell']}|{TABLE['asks']}", each, re.I)]
    asked.before += lead
    return " ".join(each for each in said if each not in lead)


def _repeats(told: str, answers: Sequence[str]) -> bool:
    return len(content(told)) > 1 and content(told) <= content(" ".join(answers))


def _by_rows(asked: Asked, question: Question, group: str = "question") -> str:
    """Return what the first row of a group says that fits; '' if none does."""
    said_as = question.said if group == "smalltalk" else question.text
    for row in _rows(group):
        found = next((found for asks in row.asks if (found := asks.search(said_as))), None)
        if found and (said := _said(asked, question, row, found)):
            return said
    return ""


def _said(asked: Asked, question: Question, row: QuestionRow, found: re.Match[str]) -> str:
    """Return what a row says: of the frames whose conditions hold, the first kind that can be filled."""
    groups = found.groupdict()
    named = (said[1:-1] for name, said in groups.items() if said and name.startswith("who"))
    unknown = (said for name, said in groups.items() if said and name.startswith("name") and not asked.tells_of(said))
    who = next(named, "") or next(iter(question.people), "")
    topic = Topic(asked, question, row, who, "" if who else next(unknown, ""), groups)
    if not all(fits(topic, condition) for condition in row.when):
        return ""
    for conditions, frames in groupby(row.say, lambda frame: frame[0]):
        bodies = [body for _, body in frames]
        if all(fits(topic, condition) for condition in conditions) and (said := _fullest(topic, bodies)):
            return said
    return ""


def _fullest(topic: Topic, frames: Sequence[str]) -> str:
    """Return one of the frames that can be filled, filled: of these, one that says most; '' if none can be."""
    slots = {name: filled(topic, name) for name in dict.fromkeys(_SLOT.findall(" ".join(frames)))}
    fitting = [body for body in frames if all(slots[name] for name in _SLOT.findall(body))]
    most = max((len({*_SLOT.findall(body)}) for body in fitting), default=0)
    best = [body for body in fitting if len({*_SLOT.findall(body)}) == most]
    if not best:
        return ""
    drawn = draw(topic.asked.seed, topic.asked.me, topic.row.id, topic.question.raw)
    said = best[int(drawn * len(best))].format_map(slots)
    return said if said.endswith("”") else sentence(said)


# Whatever no row answers.


def _general(asked: Asked, question: Question) -> str:
    """Return the one or two facts that share most words with a question; '' if none shares enough."""
    words, people = question.words, {*question.people}
    if question.bare or (not words and len(people) < 2):
        return ""
    few, closed = len(words) <= LEAST_WORDS, question.asks("whether")
    shares = {id(fact): question.shares(asked.words_of(fact)) for fact in asked.open}
    near = [
        f
        for f in asked.open
        if shares[id(f)] >= (1 if few and f.own and not closed else min(LEAST_WORDS, len(words))) * KINDRED
        or (len(people) > 1 and people <= {*f.people})
    ]
    worth = {
        id(f): shares[id(f)] + len({*f.people} & people) + (OWN if f.own else 0)
        for f in near
        if _answers(asked, question, f)
    }
    most = max(worth.values(), default=0)
    best = [fact for fact in reversed(near) if worth.get(id(fact), -2) >= most - OWN / 2]
    best.sort(key=lambda fact: (-worth[id(fact)], bool(fact.source)))
    best = best or _of_same_verb(asked, question)
    told = asked.told(best, most=1 if best and best[0].own else 2)
    if not told:
        return ""
    sure = question.asks("whether") and words <= best[0].words and _says_yes(asked, question, best[0])
    lead = TABLE["heard_so" if best[0].source not in ("", asked.me) else "is_so"] + " " if sure else ""
    return sentence(lead + TABLE["and_more"].join(told))


_ARE_YOU = re.compile(r"\b(?:are|were) (?:you|⟦[^⟧]+⟧) (?:an? |the |also |still )")
"""'Are you a nurse?' asks what one is, so that 'I am the son of a nurse' is no yes."""


def _says_yes(asked: Asked, question: Question, fact: Fact) -> bool:
    """Whether a fact that has all words of a question says yes to it: of whom it asks about, and of what is so now."""
    text = asked.story.get(fact.number, fact.text) if fact.own else fact.text
    was = re.search(TABLE["asks_past"], question.said)
    doubts = [TABLE["denied"], *([] if was else [TABLE["no_longer"]])]
    if any(said[0].lower() not in question.said.lower() for each in doubts for said in re.finditer(each, text)):
        return False
    about = asked.me if _of_oneself(question) else next(iter(question.people), "")
    begins = f"{slot(about)} "
    if about and not fact.text.startswith(begins):
        return False
    if not _ARE_YOU.search(question.said):
        return True
    told = re.split(r"\b(?:of|to|for|with|from|who|whose|and|like)\b", fact.text.removeprefix(begins))[0]
    return question.words <= content(told)


def _of_same_verb(asked: Asked, question: Question) -> list[Fact]:
    """Return what one does oneself by the verb of a question: 'Do you owe anybody money?'."""
    found = re.match(r"(?:and |but )?do you (\w+)", question.said)
    form = verb_form(found[1]) if found else None
    own = (fact for fact in asked.of(asked.me) if fact.kind in ("habit", "can", "have", "knows") and not fact.source)
    verbs = ((fact, verb_form(fact.text.removeprefix(slot(asked.me)).strip().partition(" ")[0])) for fact in own)
    return [fact for fact, verb in verbs if form and verb and verb[0] == form[0] not in ("have", "know", "think")][:1]


def _answers(asked: Asked, question: Question, fact: Fact) -> bool:
    """Whether a fact may be an answer: who asks "who" wants a person, and "when" a time."""
    if fact.kind in ("talked", "asked", "told") or (question.asks("asks_when") and not _is_dated(asked, fact)):
        return False
    if fact.kind == "doing" and not fact.own and not _is_of_time(question, fact):
        return False
    if fact.kind in ("hope", "guestlist") and lookup.bygone(asked, fact):
        return False
    if question.asks("asks_number") and not re.search(TABLE["number"], asked.story.get(fact.number, fact.text)):
        return False
    if asked.bond == "stranger" and fact.kind == "thought" and {*fact.people} - {asked.me}:
        return False
    if _of_oneself(question) and fact.source not in ("", asked.me) and asked.me not in fact.people:
        return False
    if question.asks("asks_who"):
        asks = fact.kind in ("thought", "wonder") or re.search(TABLE["only_asks"], fact.text)
        elsewhere = re.search(r"\b(?i:who is|who was|whom is) ([^\W\d_a-z][\w’'-]+)", question.raw)
        told = asked.story.get(fact.number, "") if fact.own else ""
        names = any(name != asked.me for name in persons(fact.text)) or re.search(TABLE["somebody"], told)
        return bool(names or (elsewhere and asked.tells_of(elsewhere[1]))) and not asks
    return not question.asks("asks_fate") or bool(re.search(TABLE["to_come"], fact.text))


def _is_of_time(question: Question, fact: Fact) -> bool:
    """Whether a fact is of the time that is asked about: what goes on for an hour answers who asks about an hour."""
    return question.when.named and question.when.begins <= fact.at < question.when.ends


def _is_dated(asked: Asked, fact: Fact) -> bool:
    """Whether a fact tells when it is, or its sentence does."""
    told = asked.story.get(fact.number, fact.text) if fact.own else ""
    return fact.when.known() or re.search(f"{TABLE['since']}|{TABLE['dated']}", told) is not None


def _of_oneself(question: Question) -> bool:
    """Whether it is one's own life that is asked about, and not what one knows: others' words are no answer."""
    return question.asks("of_oneself") and not question.asks("of_knowing")


def _at_a_loss(asked: Asked, question: Question) -> str:
    """Return what one says who may not tell, or knows nothing: to a remark, on oneself, on anything else."""
    if asked.confided(question.words):
        return _by_rows(asked, question, "confided")
    if asked.keeps(question):
        return _by_rows(asked, question, "secret")
    if not question.asks("asks"):
        return _by_rows(asked, question, "remark")
    return _by_rows(asked, question, "myself" if _of_oneself(question) else "unknown")


# Closed questions.

_USUAL, _SWAY, _STEADY = 0.6, 0.3, 4
"""Asked how they are, people tend a little over the middle of a scale; much on their mind sways them, one thing not."""
_YES, _NO = re.compile(r"(?i)^(?:yes|agree)\b"), re.compile(r"(?i)^(?:no|disagree)\b")


def chosen(asked: Asked, question: str, said: str, options: Sequence[str]) -> str:
    """Return that of the options whose words one would use; asked how one feels, what one's memories lean to.

    If one knows nothing, that one doesn't know; else the middle.
    """
    words = content(said)
    unsure = [option for option in options if re.search(TABLE["unsure"], option, re.I)]
    sure = [option for option in options if option not in unsure] or [*options]
    if re.search(TABLE["asks_feeling"], question, re.I) and not words & content(" ".join(options)):
        return _felt(asked, sure)
    best = max(options, key=lambda option: (len(content(option) & words), draw(asked.seed, question, option)))
    if content(best) & words:
        return best
    wanted = _NO if re.search(TABLE["denies"], said, re.I) else _YES
    plain = [*(unsure if wanted is _NO else ()), *(option for option in options if wanted.match(option))]
    return plain[0] if plain else sure[len(sure) // 2]


def _felt(asked: Asked, options: Sequence[str]) -> str:
    """Return the place on a scale, lowest first, or yes or no, to which one's own memories lean."""
    good, bad = (re.compile(rf"\b(?:{TABLE['feel'][tone]})") for tone in ("good", "bad"))
    own = [f.text.lower() for f in asked.open if not f.source and (f.who == asked.me or f.kind == "thought")]
    moods = [len(good.findall(said)) - len(bad.findall(said)) for said in own]
    glad, sad = sum(mood > 0 for mood in moods), sum(mood < 0 for mood in moods)
    leaning = (glad - sad) / (glad + sad + _STEADY)
    plain = [option for option in options if (_NO if leaning < -_SWAY else _YES).match(option)]
    return plain[0] if plain else options[round((len(options) - 1) * (_USUAL + _SWAY * leaning))]


# The rows.


def _row(row: Mapping[str, Any]) -> QuestionRow:
    asks = tuple(map(_pattern, row.get("asks", [""])))
    say = tuple((tuple(each.rpartition("|")[0].split()), each.rpartition("|")[2]) for each in row["say"])
    when, kinds = tuple(row.get("if", "").split()), tuple(row.get("kinds", "").split())
    return QuestionRow(row["id"], asks, say, when, row.get("of", "me"), kinds, row.get("about", False))


def _pattern(written: str) -> re.Pattern[str]:
    """Return a pattern with groups for people: 'who', 'who2', ... if they are known, else 'name'."""
    counts = {"P": 0, "N": 0}

    def group(found: re.Match[str]) -> str:
        kind = found[1]
        counts[kind] += 1
        name = ("who" if kind == "P" else "name") + (str(counts[kind]) if counts[kind] > 1 else "")
        return f"(?P<{name}>{_PERSON if kind == 'P' else _NAME})"

    # 'Ann's soup' is not Ann.
    alone = re.sub(r"\{([PN])\}(?!')", r"{\1}(?!'s \\w)", written)
    return re.compile(re.sub(r"\{([PN])\}", group, alone), re.I)


@cache
def _rows(group: str) -> tuple[QuestionRow, ...]:
    """Return the rows of a group: those for a whole question, for its parts, for when none fits, or for small talk."""
    return tuple(map(_row, {**TABLE, **WORDS.tables["smalltalk"]}[group]))


_OWN_KEYS = frozenset(("id", "asks", "if", "of", "kinds", "about", "say"))
_KINDS = frozenset(("event", "guestlist", "attend", "custom", "past", "habit", "thing", "thought", "trial", "arrival"))


def defects() -> Iterator[str]:
    """Yield what is wrong with the rows: keys, kinds, conditions and slots that there are not."""
    kinds = (
        _KINDS | {each["kind"] for each in WORDS.rows("kinds", "kind")} | {each[0] for each in TABLE["kin"].values()}
    )
    for file in ("questions", "smalltalk"):
        for raw in (
            raw
            for rows in WORDS.tables[file].values()
            if isinstance(rows, list)
            for raw in rows
            if isinstance(raw, dict) and "say" in raw
        ):
            row = _row(raw)
            used = {
                "key": set(raw) - _OWN_KEYS,
                "of": {row.of} - {"me", *FACTS},
                "kind": {each for each in row.kinds if each not in kinds and row.of not in MATTERS},
                "condition": {
                    c for c in (*row.when, *(c for when, _ in row.say for c in when)) if not known_condition(c)
                },
                "slot": {name for _, body in row.say for name in _SLOT.findall(body) if not known_slot(name)},
            }
            yield from (
                f"{file}.toml, {row.id}: no {what} {each!r}." for what, wrong in used.items() for each in sorted(wrong)
            )
