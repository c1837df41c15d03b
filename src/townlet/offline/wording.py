"""Words for the tokens of a clause: who is 'I', who is 'you', who is 'she' by now."""

from __future__ import annotations

from townlet.offline.prop import Ref, Token, Verb
from townlet.offline.speaker import Speaker

_FIRST = {"s": "I", "o": "me", "p": "my", "r": "myself"}
_SECOND = {"s": "you", "o": "you", "p": "your", "r": "yourself"}
_THIRD = {
    "he": {"s": "he", "o": "him", "p": "his", "r": "himself"},
    "she": {"s": "she", "o": "her", "p": "her", "r": "herself"},
    "they": {"s": "they", "o": "them", "p": "their", "r": "themself"},
}
_HOSTING = frozenset(("planning", "hosting", "organizing", "organising", "throwing", "giving", "holding", "having"))
_HOST_WORDS = ["planning", "having", "giving", "organising", "putting on"]


def tightened(toks: list[Token]) -> list[Token]:
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


class Wording:
    """Words for the tokens of one clause; a person named once is a pronoun after that."""

    def __init__(self, voice: Speaker, vary_host: bool, event: str, named: str) -> None:
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
            return self.voice.pick("host", _HOST_WORDS, self.event, self.voice.you)
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
