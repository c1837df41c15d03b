"""Saying: propositions become clauses for one speaker and one hearer at one moment."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from townlet.language.offline.english import article, contract, inflect, say_when, verb_form
from townlet.language.offline.lexicon import LEX, stems_pattern
from townlet.language.offline.prop import Prop, Ref, Token, Verb

_FIRST = {"s": "I", "o": "me", "p": "my", "r": "myself"}
_SECOND = {"s": "you", "o": "you", "p": "your", "r": "yourself"}
_THIRD = {
    "he": {"s": "he", "o": "him", "p": "his", "r": "himself"},
    "she": {"s": "she", "o": "her", "p": "her", "r": "herself"},
    "they": {"s": "they", "o": "them", "p": "their", "r": "themself"},
}
_HOSTING = frozenset(("planning", "hosting", "organizing", "organising", "throwing", "giving", "holding", "having"))
_HOST_WORDS = ["planning", "having", "giving", "organising", "putting on"]
_SPACE_BEFORE = re.compile(r"\s+([,.;!?'’])")
_INDEFINITE = re.compile(r"\b(?:a|an) (?=([a-z][\w-]*))")
_SKIPPED = re.compile(r"\w+ly$|now$|still$|just$")
_DETERMINED = re.compile(r"(the|a|an|my|our|your|this|his|her|their|some|every\w*|no|there) ?")
_ENDS_NOUN = frozenset(["is", "has", "and", "at", "in", "on", "for", "to", "with", "that", "was", "who", "from", "of"])
_EMPTY_TOPIC = re.compile(r"(?:going|coming|being|doing|getting|having)(?: \w+)?$|\w+ing$")
_FAINT = frozenset(["time", "day", "days", "life", "word", "head", "face", "hands", "mind", "way", "work", "own"])
_HOUSING = r"(?:house|home|apartment|flat|cottage|dwelling)\b"


def roll(seed: object, *keys: object) -> float:
    """A number in [0, 1) that depends on the seed and keys alone."""
    text = "|".join(map(str, (seed, *keys)))
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=6).digest(), "big") / 2**48


@lru_cache(2_000)
def tags_of(summary: str) -> frozenset[str]:
    """The manners of speech that a description of someone suggests: warm, lively, gruff, shy, formal, dry."""
    low = summary.lower()
    return frozenset(tag for tag, stems in LEX["voices"].items() if stems_pattern(tuple(stems["stems"])).search(low))


class Voice:
    """One speaker to one hearer at one moment."""

    def __init__(
        self,
        me: str,
        you: str,
        now: dt.datetime,
        tags: Iterable[str] = (),
        seed: object = 0,
        shown: Sequence[str] = (),
        gender: Mapping[str, str] | None = None,
        full_names: bool = False,
    ) -> None:
        self.me, self.you, self.now, self.seed = me, you, now, seed
        self.tags = frozenset(tags)
        self.gender = gender or {}
        self.shown = tuple(shown)
        self.full_names = full_names
        self._my_house = _house_pattern(me)

    def clause(
        self,
        prop: Prop,
        when: bool = True,
        absolute: bool = False,
        vary: bool = True,
        toks: Sequence[Token] | None = None,
        named: str = "",
    ) -> str:
        """The proposition as a clause: 'I'm mending my net in the shed tomorrow at noon'.

        `named` is someone whom the sentence has named already.
        """
        wording = _Wording(self, vary and prop.kind == "event", prop.event, named)
        out = wording.words(_tightened(list(toks if toks is not None else prop.toks)))
        text = _SPACE_BEFORE.sub(r"\1", " ".join(out))
        text = _INDEFINITE.sub(lambda m: article(m[1])[: -len(m[1])], text)
        text = self._at_home(text)
        if when and prop.when.known():
            text += " " + say_when(prop.when, self.now, absolute=absolute)
        return contract(text).strip()

    def _at_home(self, text: str) -> str:
        return self._my_house.sub("at home", text) if " at " in text else text

    def verb(self, verb: Verb, plural: bool = False) -> str:
        first, second = verb.who == self.me, verb.who == self.you or plural or verb.who == "*"
        if verb.lemma == "be":
            if verb.tense == "past":
                return "were" if second else "was"
            return "am" if first else "are" if second else "is"
        if verb.tense == "past":
            return inflect(verb.lemma, "VBD")
        return verb.lemma if first or second else inflect(verb.lemma, "VBZ")

    def name(self, who: str) -> str:
        """How I name someone: by first name to whom it will be plain, else in full now and then."""
        if not who or self.full_names or who[0].islower() or " " not in who:
            return who
        if who.split()[0] in ("Old", "Mr", "Mrs", "Ms", "Dr", "The"):
            return who
        first = who.split()[0]
        if who.split()[-1] == self.me.split()[-1]:
            return first
        if any(first in line for line in self.shown) or roll(who, self.me) < 0.6:
            return first
        return who

    def gerund(self, prop: Prop) -> str | None:
        """'is oiling a clock' gives 'oiling a clock'; 'wants to paint' gives None."""
        be = next((k for k, t in enumerate(prop.toks) if isinstance(t, Verb) and t.lemma == "be"), None)
        if be is None:
            return None
        rest = list(prop.toks[be + 1 :])
        while rest and isinstance(rest[0], str) and _SKIPPED.match(rest[0]):
            rest = rest[1:]
        if rest and isinstance(rest[0], str) and rest[0].endswith("ing"):
            return self.clause(prop, when=False, vary=False, toks=rest)
        return None

    def np(self, prop: Prop) -> str:
        """The event of a proposition: 'the honey supper', 'your honey supper'."""
        if prop.person and prop.subj == self.you and roll(prop.event, self.now) < 0.5:
            return f"your {prop.event}"
        return f"the {prop.event}"

    def topic(self, prop: Prop) -> str:
        """A short noun phrase or gerund by which a proposition can be asked after, or ''."""
        gerund = self.gerund(prop) or "" if prop.kind in ("doing", "agenda") else ""
        if gerund and not _EMPTY_TOPIC.match(gerund):
            return gerund
        if prop.event:
            return self.np(prop)
        if (
            not prop.person
            and prop.subj not in ("no", "there", "it", "everyone", "somebody", "")
            and not prop.subj[0].isupper()
        ):
            return prop.subj if _DETERMINED.match(prop.subj) else "the " + prop.subj
        intent = self._intent(prop) if prop.kind in ("wish", "plan", "promise") else ""
        found = self._needed(prop) or self.gerund(prop) or intent or self._possession(prop) or self._intent(prop)
        return "" if _EMPTY_TOPIC.match(found) else found

    def _needed(self, prop: Prop) -> str:
        if prop.kind != "need":
            return ""
        toks = prop.toks
        at = [
            k
            for k, t in enumerate(toks)
            if (isinstance(t, Verb) and t.lemma == "need") or (t == "for" and k and toks[k - 1] == "looking")
        ]
        if not at:
            return ""
        wanted: list[Token] = []
        for t in toks[at[0] + 1 :]:
            if t in ("for", "to", "before", "because", "so", ",", "until"):
                break
            wanted.append(t)
        if not wanted or (isinstance(wanted[0], str) and wanted[0].startswith("some")):
            return ""
        return re.sub(r"^(a|an) ", "the ", self.clause(prop, when=False, toks=wanted))

    def _possession(self, prop: Prop) -> str:
        """'my sore knee', 'your new boat'."""
        for k, t in enumerate(prop.toks):
            if not isinstance(t, Ref) or t.role != "p":
                continue
            nouns: list[Token] = []
            for x in prop.toks[k + 1 : k + 4]:
                if not isinstance(x, str) or not x.isalpha() or x in _ENDS_NOUN or x.endswith("ing"):
                    break
                nouns.append(x)
            if nouns and nouns[-1] not in _FAINT and prop.toks[k + 1 + len(nouns) : k + 2 + len(nouns)] != ("'s",):
                return self.clause(prop, when=False, toks=[t, *nouns])
        return ""

    def _intent(self, prop: Prop) -> str:
        """'wants to learn to sail' gives 'learning to sail'."""
        for k, t in enumerate(prop.toks[:-1]):
            after = prop.toks[k + 1]
            if t == "to" and isinstance(after, str) and (form := verb_form(after)) and form[1] == "VB":
                return self.clause(prop, when=False, toks=[inflect(form[0], "VBG"), *prop.toks[k + 2 :]])
        return ""

    def pick(self, key: str, options: Sequence[str], *more: object) -> str:
        """One of the options, fixed for the key, the day and whatever else is given."""
        return min(options, key=lambda o: roll(self.seed, self.me, key, o, self.now.date(), *more))


@lru_cache(1_000)
def _house_pattern(name: str) -> re.Pattern[str]:
    """What a person calls home: 'at the Quill family's house', 'at my apartment'."""
    last = re.escape(name.split()[-1]) if name.split() else "-"
    return re.compile(rf"\bat (?:the )?(?:my|{last})\b(?: family)?(?:['’]s?)? (?:\w+ )??{_HOUSING}")


def _tightened(toks: list[Token]) -> list[Token]:
    """'promised Ann to come' as people say it: 'promised to come'."""
    for k, t in enumerate(toks[:-2]):
        if (
            isinstance(t, Verb)
            and t.lemma == "promise"
            and isinstance(toks[k + 1], Ref)
            and toks[k + 2 : k + 4] == ["to", "come"]
        ):
            return toks[: k + 1] + toks[k + 2 :]
    return toks


class _Wording:
    """Words for the tokens of one clause; a person named once is a pronoun after that."""

    def __init__(self, voice: Voice, vary_host: bool, event: str, named: str) -> None:
        self.voice, self.vary_host, self.event = voice, vary_host, event
        self.last, self.named = named, {named}
        self.told_of = named
        self.plural = set[str]()

    def words(self, toks: list[Token]) -> list[str]:
        me = self.voice.me
        first, third = (toks[0], toks[2]) if len(toks) > 3 and toks[1] == "and" else (None, None)
        if isinstance(first, Ref) and isinstance(third, Ref) and first.who == me:
            toks[0], toks[2] = third, Ref(me, "s")
        return [self._word(t) for t in toks]

    def _word(self, tok: Token) -> str:
        if isinstance(tok, Ref):
            return self._person(tok)
        if isinstance(tok, Verb):
            return self.voice.verb(tok, tok.who in self.plural)
        if self.vary_host and tok in _HOSTING:
            return self.voice.pick("host", _HOST_WORDS, self.event)
        return tok

    def _person(self, ref: Ref) -> str:
        if ref.who == self.voice.me:
            return _FIRST[ref.role]
        if ref.who == self.voice.you:
            return _SECOND[ref.role]
        again = ref.who in self.named and self.last == ref.who
        self.named.add(ref.who)
        self.last = ref.who
        if again and (word := self._pronoun(ref)):
            return word
        self.plural.discard(ref.who)
        return self.voice.name(ref.who) + ("'s" if ref.role == "p" else "")

    def _pronoun(self, ref: Ref) -> str:
        pron = ref.pron or self.voice.gender.get(ref.who, "")
        if not pron and ref.role == "s" and ref.who != self.told_of:
            return ""
        if pron not in ("he", "she"):
            pron = "they"
            self.plural.add(ref.who)
        return _THIRD[pron][ref.role]
