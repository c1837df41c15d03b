"""A clause as tokens: its people become slots, its finite verbs agree with one of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from townlet.offline.forms import only_noun, verb_form
from townlet.offline.prop import STOP, Ref, Token, Verb

_THIRD = {
    "he": "s", "she": "s", "him": "o", "his": "p", "their": "p", "her": "?", "himself": "r", "herself": "r",
}  # fmt: skip
_FIRST = {"i": "s", "me": "o", "my": "p", "myself": "r", "mine": "p"}
_SECOND = {"you": "s", "your": "p", "yourself": "r"}
_NOUNS_IN_LY = "family|reply|supply|assembly|butterfly|fly|jelly|belly|lily|ally|bully|elderly|lovely|friendly|lonely"
_ADVERB = re.compile(
    rf"^(?:(?!(?:{_NOUNS_IN_LY})$)\w+ly|also|often|never|always|still|just|now|soon|not|both|already|only|even)$"
)
_WORDS = re.compile(r"[^\W\d_][\w’]*(?:-\w+)*(?:'(?!s\b)\w+)?|'s\b|\d+(?::\d\d)?|[^\w\s]")
_PREPOSITIONS = frozenset(
    ["with", "to", "for", "of", "about", "from", "by", "at", "than", "like", "on", "against", "between"]
)
_SECOND_BASE = frozenset(
    [
        "am",
        "are",
        "have",
        "hate",
        "love",
        "like",
        "dislike",
        "enjoy",
        "want",
        "need",
        "hope",
        "think",
        "know",
        "say",
        "keep",
    ]
)
"""Base forms that are the second verb of 'I' or 'you' when they follow 'and'."""
MODALS = frozenset(["will", "would", "can", "could", "should", "must", "may", "might", "shall", "cannot"])
_NOT_FINITE = frozenset(["will", "shall", "can", "may", "must", "might", "put", "let", "set", "read"])
_AFTER_VERB = re.compile(
    r"(?i)(the|a|an|my|your|his|her|their|them|it|him|me|us|you|to|that|of|in|at|on|for|with|about|\w+ly|\w+ing|never|nobody|everyone)$"
)
_THING = re.compile(
    r"((?:the|a|an|my|our|their|this|some|every\w*|no|there)\b.*?)"
    r" (?:is|are|was|were|has|have|will|would|can|might|may|seems?|looks?)\b",
    re.I,
)


@dataclass(frozen=True)
class Folk:
    """The people that a sentence may speak of: full names, by full name and by first name; and their pronouns."""

    names: Mapping[str, str]
    gender: Mapping[str, str]


@dataclass
class _Scan:
    """One pass over the words of a clause said by `speaker` to `hearer`."""

    words: list[str]
    folk: Folk
    speaker: str
    hearer: str
    at: int = 0
    toks: list[Token] = field(default_factory=list)
    people: list[str] = field(default_factory=list)
    subject: str = ""
    current: str = ""
    """The clause subject that now governs verbs."""
    several: bool = False
    expecting: bool = False
    """Whether the finite verb of `current` is still to come."""

    def word(self, offset: int = 0) -> str:
        k = self.at + offset
        return self.words[k] if 0 <= k < len(self.words) else ""

    def run(self) -> None:
        while self.at < len(self.words):
            if not self._take_person() and not self._take_verb():
                self._see_joint()
                self.toks.append(self.word())
                self.at += 1

    # people

    def _take_person(self) -> bool:
        low = self.word().lower()
        who, role, pron = self._named(), "", ""
        if not who and low in _FIRST and (low != "i" or self.word() == "I"):
            who, role = self.speaker, _FIRST[low]
        elif not who and low in _SECOND and self.hearer:
            who, role = self.hearer, _SECOND[low]
        elif not who and low in _THIRD and self.people and (low != "their" or len(self.people) == 1):
            who, role, pron = self._third(low)
        if not who:
            return False
        if self.word(1) == "'s":
            role, self.at = "p", self.at + 1
        self._place(who, role or self._role(), pron, low)
        return True

    def _named(self) -> str:
        """The person whose name starts here; `at` moves to its last word."""
        if not self.word()[:1].isupper():
            return ""
        for length in (4, 3, 2, 1):
            phrase = " ".join(self.words[self.at : self.at + length])
            if phrase in self.folk.names and self.at + length <= len(self.words):
                self.at += length - 1
                return self.folk.names[phrase]
        return ""

    def _third(self, low: str) -> tuple[str, str, str]:
        role = _THIRD[low]
        if role == "?":
            after = self.word(1) or "."
            role = "o" if not after[0].isalpha() or after.lower() in STOP or _ADVERB.match(after) else "p"
        pron = "he" if low in ("he", "him", "his", "himself") else "they" if low == "their" else "she"
        first_person = "I" in self.words
        fits = [
            p for p in self.people if not (p == self.speaker and first_person) and self.folk.gender.get(p, pron) == pron
        ] or self.people
        if role == "o":
            return next((p for p in reversed(fits) if p != self.current), fits[-1]), role, pron
        return (self.current if self.current in fits else fits[0]), role, pron

    def _next_verb(self) -> tuple[tuple[str, str] | None, bool]:
        """The form of the verb after the person here, adverbs skipped; and whether it is a modal."""
        k = self.at + 1
        while k < len(self.words) and _ADVERB.match(self.words[k]):
            k += 1
        after = self.words[k] if k < len(self.words) else ""
        form = verb_form(after) if after.isalpha() and after.islower() else None
        return form, after.lower() in MODALS

    def _after_preposition(self) -> bool:
        return bool(self.toks) and isinstance(self.toks[-1], str) and self.toks[-1] in _PREPOSITIONS

    def _role(self) -> str:
        form, modal = self._next_verb()
        finite = form is not None and form[1] != "VBG"
        is_subject = (finite and not self._after_preposition()) or modal or not self.toks
        return "s" if is_subject else "o"

    def _place(self, who: str, role: str, pron: str, low: str) -> None:
        form, modal = self._next_verb()
        if low == "you" and (self._after_preposition() or not (form or modal)):
            role = "o"
        if role == "o" and self.word(1) == "and" and not self.toks:
            role = "s"
        if self._joined(form):
            role, self.several = "s", True
        self.toks.append(Ref(who, role, pron))
        if who not in self.people:
            self.people.append(who)
        if role == "s":
            self.current, self.expecting = who, True
            self.subject = self.subject or who
        self.at += 1

    def _joined(self, form: tuple[str, str] | None) -> bool:
        """Whether the person here is the second of 'Ann Bo and Cy Du …'."""
        if len(self.toks) < 2 or self.toks[-1] != "and" or not isinstance(self.toks[-2], Ref):
            return False
        first = not any(isinstance(t, Verb) for t in self.toks)
        return first or (form is not None and form[1] == "VB")

    # verbs

    def _take_verb(self) -> bool:
        low = self.word().lower()
        if not self.expecting or not low.isalpha() or _ADVERB.match(low):
            return False
        self.expecting = False
        if self.several and low != "is":
            self.current, self.several = "*", False
        verb = _finite(low, self.current)
        if verb is None:
            return False
        self.toks.append(verb)
        self.at += 1
        return True

    def _see_joint(self) -> None:
        """After 'and', 'but' or 'then' the subject may govern one more verb."""
        if not self.current or self.word().lower() not in ("and", "but", "then"):
            return
        after, beyond = self.word(1), self.word(2)
        form = verb_form(after) if after.islower() else None
        if after in ("is", "has") or (self.current in (self.speaker, self.hearer) and after in _SECOND_BASE):
            self.expecting = True
        elif form and form[1] == "VBZ" and not only_noun(after) and after not in ("its", "was"):
            self.expecting = bool(_AFTER_VERB.match(beyond))


def _finite(low: str, who: str) -> Verb | None:
    if low in ("am", "is", "are"):
        return Verb("be", "pres", who)
    if low in ("was", "were"):
        return Verb("be", "past", who)
    form = verb_form(low)
    if form is None or low in _NOT_FINITE:
        return None
    if form[1] in ("VB", "VBZ"):
        return Verb(form[0], "pres", who)
    return Verb(form[0], "past", who) if form[1] == "VBD" else None


@dataclass(frozen=True)
class Slotted:
    """A clause as tokens, its subject, and whether that is a person."""

    toks: tuple[Token, ...]
    subject: str
    person: bool
    people: tuple[str, ...]


def slot(text: str, speaker: str, hearer: str, folk: Folk) -> Slotted | None:
    """Tokens of a clause, or None where it has no subject that we can find."""
    scan = _Scan(_WORDS.findall(text), folk, speaker, hearer)
    scan.run()
    if scan.subject:
        return Slotted(tuple(scan.toks), scan.subject, True, tuple(scan.people))
    m = _THING.match(text)
    if not m and not scan.people:
        return None
    subject = m[1].lower() if m else scan.people[0]
    return Slotted(tuple(scan.toks), subject, False, tuple(scan.people))
