"""Prose that says 'you' or 'I' of a person, told of them by name in the third person."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from string import ascii_letters

from townlet.town.lexicon import getAllLemmas, getInflection
from townlet.town.prose import FORMS
from townlet.world.register import first_name

_QUOTED = re.compile(
    r"(?<!\w)\"(?:[^\"\n]|\n(?!\s*\n))*\"|“[^”]*”|«[^»]*»|„[^“”]*[“”]|(?<=\w )Your [A-Z]\w+"
    r"|(?<!\w)['‘](?=[A-Z])(?:[^'’\n]|(?<=\w)['’](?=\w))*['’](?!\w)"
    r"|(?<=[A-Z]\.)I\b|\bI(?=\.\w|/\w| [A-Z][a-z])|(?<=World War )I\b"
)
"""What somebody says word for word, in which 'I' stays, titles ('Your Honour'), and an 'I' that is an initial."""
_HIDDEN = {ord(letter): 0xE100 + ord(letter) for letter in ascii_letters}
_SENTENCE = re.compile(r"[^.!?;\n]*(?:[.!?](?=\w)[^.!?;\n]*)*[.!?;\n]*\s*")
"""A sentence with its end: 'You bake bread at 5.30 am. '."""
_WORDS = {
    "you": ("you", "you", "your", "yours", "yourself"),
    "I": ("I", "me", "my", "mine", "myself"),
}
"""The subject, the object, the possessive, the possessive that stands alone and the reflexive of a speaker's words."""
_ADVERB = (
    r"(?:(?:also|always|often|sometimes|usually|really|just|currently|mostly|never|still|now|rarely|already|both"
    r"|only|once|secretly|recently|\w+ly) )*"
)
_THIRD = {
    "am": "is",
    "are": "is",
    "were": "was",
    "have": "has",
    "do": "does",
    "aren't": "is not",
    "weren't": "was not",
    "don't": "does not",
    "haven't": "has not",
    "'m": " is",
    "'re": " is",
    "'ve": " has",
    "'ll": " will",
    "'d": " would",
}
"""The third person singular of verbs that have a form of their own, and of what is joined to 'you' or 'I'."""
_UNCHANGED = re.compile(r"(?:will|would|shall|should|can|could|may|might|must|did|had|was|cannot|used)(?:n['’]t)?")
_NO_SUBJECT = re.compile(
    r"(?:and|or|but|with|in|on|at|to|for|from|of|about|since|because|who|if|when|while|as|that|a|an|the|some|any"
    r"|by|into|through|feel|than|more|most|well)\b"
)
"""What follows a 'you' that is no subject: 'helped you and Bo', 'asks you to come'."""
_OBJECT_AFTER = re.compile(
    r" (?:it|them|him|her|me|you|the|a|an|my|your|his|their|this|that|these|those|to|in|at|on|for|with|about|up|out)\b"
)
_NEXT_VERB = re.compile(rf"(?P<lead>(?:,|,? and|,? but|,? or) {_ADVERB})(?P<verb>(?:are|were|do|have)n['’]t|[a-z]+)")


_MAY_COUNT = re.compile(rf"(?P<before>\b[A-Z][\w.’'-]* )I\b(?!['’])(?P<after> {_ADVERB}(?P<verb>[a-z]+))?")
"""An 'I' after a capital, which may be a numeral: 'Type I diabetes', 'Elizabeth I', but 'In Hull I bake'."""
_ADDRESSES = re.compile(r"(?:^|[.!?;\n])\W*(?:You|Your)\b")
_MINE = r"(?<!the )(?<!The )(?<!a )(?<!this )(?<!that )(?<!old )(?<!to )(?<!['’]s )mine"
"""'Mine' as what is one's own, and no mine in which people dig."""


@dataclass(frozen=True)
class Narrator:
    """Tells prose of one person by name."""

    name: str
    pronouns: str

    def told(self, prose: str) -> str:
        """Return prose with the person's name, and then their pronoun, for each 'you' and 'I' that means them.

        Sentences that name the person or begin with their pronoun are about them already and stay as they are. Prose
        that names the person and begins no sentence with 'you' means anybody by it: 'she bakes, if you ask her'. What
        stands in quotation marks stays, unless all of the prose does.
        """
        if re.search(r"\w", _QUOTED.sub("", prose)):
            prose = _QUOTED.sub(lambda found: found[0].translate(_HIDDEN), prose)
        spoken = first_name(self.name) not in prose or _spoken("I").search(_MAY_COUNT.sub("", prose))
        prose = _MAY_COUNT.sub(lambda found: found[0] if spoken and _has_verb(found) else _as_numeral(found), prose)
        addressed = _ADDRESSES.search(prose) or first_name(self.name) not in prose
        speakers = [speaker for speaker in _WORDS if speaker == "I" or addressed]
        told = "".join(self._sentence(found[0], speakers) for found in _SENTENCE.finditer(prose))
        return told.translate({hidden: letter for letter, hidden in _HIDDEN.items()})

    def _sentence(self, sentence: str, speakers: Iterable[str]) -> str:
        for speaker in speakers:
            if self._means(sentence, _WORDS[speaker]):
                turned = self._turned(sentence, speaker)
                return turned.replace(f"{self.name} is {self.name},", f"{self.name} is", 1)
        return sentence

    def _means(self, sentence: str, words: tuple[str, ...]) -> bool:
        if not _spoken(words[0]).search(sentence):
            return False
        own = rf"(?<!\w){re.escape(first_name(self.name))}(?!\w)|^\W*{FORMS[self.pronouns][0]}\b"
        return words[0] == "I" or not re.search(own, sentence, re.I)

    def _turned(self, text: str, speaker: str) -> str:
        """Return a sentence with the name for the first word of the speaker, and pronouns for the others."""
        subject, _, possessive, *alone = _WORDS[speaker]
        they, them, their, themselves = FORMS[self.pronouns]
        named = False
        others = dict(zip(alone, (their if their == "his" else f"{their}s", themselves), strict=True))

        def turn(found: re.Match[str]) -> str:
            nonlocal named
            word = found["word"] if found["word"] == "I" else found["word"].lower()
            if word in others:
                return f"{others[word]}{found['after']}"
            begins, named = not named, True
            if word == possessive:
                return f"{_owned(self.name) if begins else their}{found['after']}"
            before = text[: found.start()]
            if word != subject or _is_object(before, found):
                return f"{self.name if begins else them}{found['after']}"
            joined = re.search(
                r"^\W*(?:[\w'’-]+ ){1,3}(?<!ed )and $" if begins else r"^\W*(?:my|your) \w+ and $", before, re.I
            )
            together = joined or found["verb"] in ("and", "or")
            singular = not together and (begins or self.pronouns != "they")
            return f"{self.name if begins else they}{_agreeing(found, singular)}"

        text = re.sub(r"\byou two\b", "they", text, flags=re.I)
        turned = _spoken(speaker).sub(turn, text)
        return _with_next_verbs(text, turned, subject)


def _has_verb(found: re.Match[str]) -> bool:
    verb = found["verb"] or ""
    return verb in _THIRD or _UNCHANGED.fullmatch(verb) is not None or "VERB" in getAllLemmas(verb)


def _as_numeral(found: re.Match[str]) -> str:
    return f"{found['before']}{chr(_HIDDEN[ord('I')])}{found['after'] or ''}"


def _owned(name: str) -> str:
    return f"{name}'s"


@cache
def _spoken(speaker: str) -> re.Pattern[str]:
    """Return the pattern of each word of a speaker with the verb that may follow: "you've often seen", 'your', 'me'."""
    subject, *others = sorted(set(_WORDS[speaker]), key=lambda word: (word != speaker, -len(word)))
    words = f"{subject}|(?i:{'|'.join(other for other in others if other != 'mine')})"
    words += f"|{_MINE}" if "mine" in others else ""
    verb = rf"(?P<joined>['’](?:m|re|ve|ll|d)\b)?(?P<rest> {_ADVERB}(?P<verb>\w+(?:['’]t)?))?"
    return re.compile(rf"(?<![\w'’-])(?P<word>{words})(?![\w-])(?P<after>{verb})", 0 if speaker == "I" else re.I)


def _is_object(before: str, found: re.Match[str]) -> bool:
    """Return whether a 'you' is an object, by what stands around it."""
    verb = found["verb"] or ""
    if found["joined"] or found["word"] == "I" or (verb == "and" and not re.search(r"\w\s*$", before)):
        return False
    return not verb or bool(_NO_SUBJECT.match(verb) or re.search(r"\b(?:for|with|to|of|about|helped|helps) $", before))


def _agreeing(found: re.Match[str], singular: bool) -> str:
    """Return what follows a 'you' or 'I' as it follows a name or a pronoun."""
    joined, rest, verb = (found["joined"] or "").replace("’", "'"), found["rest"] or "", found["verb"] or ""
    if joined:
        return (_THIRD[joined] if singular or joined == "'m" else joined) + rest
    return rest.removesuffix(verb) + _third_person(verb) if singular else rest


def _third_person(verb: str) -> str:
    """Return a verb after a name: 'is' for 'are', 'bakes' for 'bake'; a past tense as it is."""
    plain = verb.replace("’", "'")
    if special := _THIRD.get(plain.lower()):
        return special
    if _UNCHANGED.fullmatch(verb) or verb.lower() not in getAllLemmas(verb.lower(), "VERB").get("VERB", ()):
        return verb
    return next(iter(getInflection(verb, "VBZ")), verb)


def _with_next_verbs(before: str, turned: str, subject: str) -> str:
    """Return a sentence whose further verbs agree with a subject that has become a name: 'bakes bread and sells it'."""
    if not re.match(rf"\W*(?:\w+,? )?{subject}\b(?! and )", before, re.I):
        return turned

    def agree(found: re.Match[str]) -> str:
        verb, after = found["verb"], turned[found.end("verb") :]
        lemmas = getAllLemmas(verb)
        is_verb = verb in _THIRD or verb in lemmas.get("VERB", ())
        doubtful = any(verb in lemmas.get(part, ()) for part in ("NOUN", "ADJ", "ADV"))
        joined = verb in _THIRD and found["lead"].strip() == ","
        if not is_verb or joined or (doubtful and verb not in _THIRD and not _OBJECT_AFTER.match(after)):
            return found[0]
        return f"{found['lead']}{_third_person(verb)}"

    return _NEXT_VERB.sub(agree, turned)
