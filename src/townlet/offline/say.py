"""Saying: propositions become clauses for one speaker and one hearer at one moment."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from townlet.offline.english import article, contract
from townlet.offline.forms import inflect, verb_form
from townlet.offline.lexicon import LEX, stems_pattern
from townlet.offline.prop import Prop, Token, Verb
from townlet.offline.times import say_when
from townlet.offline.topic import topic_of
from townlet.offline.wording import Wording, tightened

_SPACE_BEFORE = re.compile(r"\s+([,.;!?'’])")
_INDEFINITE = re.compile(r"\b(?:a|an) (?=([a-z][\w-]*))")
_SKIPPED = re.compile(r"\w+ly$|now$|still$|just$")
_GONE_TO = frozenset(("class", "school", "church", "market", "town", "court", "bed", "work"))
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

    def __init__(  # noqa: PLR0913  (every one but the first three has a default that fits)
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
        wording = Wording(self, vary and prop.kind == "event", prop.event, named)
        out = wording.words(tightened(list(toks if toks is not None else prop.toks)))
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
        if rest[:2] == ["going", "to"] and len(rest) > 2 and (form := _infinitive(rest[2])):
            rest = [inflect(form[0], "VBG"), *rest[3:]]
        if rest and isinstance(rest[0], str) and rest[0].endswith("ing"):
            return self.clause(prop, when=False, vary=False, toks=rest)
        return None

    def np(self, prop: Prop) -> str:
        """The event of a proposition: 'the honey supper', 'your honey supper'."""
        if prop.kind == "event" and prop.person and prop.subj == self.you and roll(prop.event, self.now) < 0.5:
            return f"your {prop.event}"
        return f"the {prop.event}"

    def topic(self, prop: Prop) -> str:
        """A short noun phrase or gerund by which a proposition can be asked after, or ''."""
        return topic_of(self, prop)

    def pick(self, key: str, options: Sequence[str], *more: object) -> str:
        """One of the options, fixed for the key, the day and whatever else is given."""
        return min(options, key=lambda o: roll(self.seed, self.me, key, o, self.now.date(), *more))


def _infinitive(token: Token) -> tuple[str, str] | None:
    """The verb after 'going to'; none in 'going to class'."""
    return None if not isinstance(token, str) or token in _GONE_TO else verb_form(token)


@lru_cache(1_000)
def _house_pattern(name: str) -> re.Pattern[str]:
    """What a person calls home: 'at the Quill family's house', 'at my apartment'."""
    last = re.escape(name.split()[-1]) if name.split() else "-"
    return re.compile(rf"\bat (?:the )?(?:my|{last})\b(?: family)?(?:['’]s?)? (?:\w+ )??{_HOUSING}")
