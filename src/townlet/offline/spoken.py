"""Reading a spoken line: what it asserts, and whom it names as the source."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from townlet.offline.clauses import Clauses
from townlet.offline.english import expand
from townlet.offline.moves.table import MOVES
from townlet.offline.prop import Prop, Verb
from townlet.offline.slots import MODALS

_TELLER = r"(?-i:[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)?)|(?:the|an?) [a-z ]+?"
_ATTRIBUTED = re.compile(
    r"^(?:(?:so|well|apparently|oh|you know|listen|by the way|word is|rumour has it|they say|people say),?(?: that)? )?"
    rf"(?:(?:I (?:hear|heard|had it|got it)(?: it)?(?: straight)?(?: from (?P<a>{_TELLER}(?= that)))?"
    rf"|(?P<b>{_TELLER}) (?:says|said|tells me|told me|was telling me|mentioned|claims|swears|reckons)(?: to me)?"
    r"(?! (?:(?:yes|no)\b(?= to\b|[,.!]|$)|so\b|sorry\b|hello\b|goodbye\b|nothing\b|something\b))"
    rf"|according to (?P<c>{_TELLER}(?=,))),? (?:that )?)?",
    re.I,
)
_UNNAMED = re.compile(r"(?i)(so |well )?(apparently|word is|rumour|they say|people say|i hear)")
INVITE = re.compile(
    r"(?i)\b(will you (?:come|join|be there)|would you (?:come|like to come)|why don't you come|do come|come along"
    r"|you should come|hope you(?:'ll| will| can)? (?:come|make it|be there)"
    r"|you(?:'re| are) (?:invited|very welcome|welcome)|can I count (?:you in|on you)|shall I (?:keep|save) you a place"
    r"|say you'll come|fancy coming|there's a place for you)"
)
_PHATIC = re.compile(
    r"(?i)^(hi|hello|hey|good (morning|afternoon|evening)|morning|afternoon|evening|thanks?|thank you|bye|goodbye"
    r"|see you|take care|make of it|really|fine|yes|no|sure|right|lovely|splendid|nice|good|great|ah|huh|my|poor"
    r"|and you|listen|ha|sorry|pleased|glad|welcome|that('s| is| has)|what a|is that so|don't|do |let's|let me"
    r"|keep |come |mind |i'd better|i ought to (?:get|go|be)|i have to (?:run|go|dash)"
    r"|i should|i must|i won't keep|i'll let you|i'd love|i'm afraid(?! of\b)|i know|i see|i hope"
    r"|until|same|not "
    r"|i'm (?:very |quite )?(?:well|fine|all right|good)(?=[,.!]|$)"
    r"|count me|ask |here's|so long|anyway, i|now, i|just )"
)
_OPENING = re.compile(r"(?i)^(?:well|oh|ah|listen)(?:,? (?:well|oh|ah))?[,:!—-]+ ?")
"""What a sentence may begin with whatever follows: 'Well, the mill is sold' asserts, 'Well, hello' does not."""
_ENDEARMENT = re.compile(r",? (?:love|my dear|sweetheart)(?=[.!?]*$)")
_TELLER_AS_PRONOUN = re.compile(r"^(?:he|she|they)\b")
"""'Ann says they like it': the subject is Ann."""
_TELLING = frozenset(
    ["event", "plan", "agenda", "promise", "need", "state", "fact", "relation", "opinion", "done", "thought", "doing",
     "wish", "trade"]
)  # fmt: skip
"""Kinds of clause that a spoken line asserts."""


def split(text: str) -> list[str]:
    """Sentences, and the parts of a sentence that semicolons divide."""
    return [s.strip() for s in re.split(r"(?<=[.!?])\s+|;\s*", text) if s.strip()]


class Spoken:
    """Reads lines by way of the clauses in them."""

    def __init__(self, clauses: Clauses) -> None:
        self.clauses = clauses

    def line(self, quote: str, speaker: str, hearer: str) -> list[Prop]:
        """What a spoken line asserts; questions and manners assert nothing."""
        invited = bool(INVITE.search(quote))
        return [
            replace(p, invited=invited and bool(p.event))
            for p in self._assertions(quote, speaker, hearer)
            if p.kind in _TELLING
            and p.words
            and (not p.person or any(isinstance(t, Verb) or t in MODALS for t in p.toks))
        ]

    def _assertions(self, quote: str, speaker: str, hearer: str) -> Iterator[Prop]:
        """What the moves of a line tell, and what its other sentences say."""
        for read in MOVES.read(quote):
            if read.move is None:
                yield from self._spoken(_ENDEARMENT.sub("", read.text), speaker, hearer)
                continue
            for tells in read.move.tells:
                told = tells
                for slot, said in {"S": speaker, "H": hearer, **read.slots}.items():
                    told = told.replace(f"{{{slot}}}", said)
                if "{" not in told:
                    yield from self.clauses.read(told, speaker, hearer)

    def _spoken(self, s: str, speaker: str, hearer: str) -> list[Prop]:
        body = _OPENING.sub("", s)
        if len(body.split()) < 3 or body.endswith("?") or _PHATIC.search(body):
            return []
        body, sources = self._attributed(body)
        if sources and sources[0] in self.clauses.folk.names:
            teller = sources[0]
            body = _TELLER_AS_PRONOUN.sub(lambda _: teller, expand(body))
        return [replace(p, sources=sources) for p in self.clauses.read(body, speaker, hearer)]

    def _attributed(self, body: str) -> tuple[str, tuple[str, ...]]:
        """A clause without its 'Ann says', and whom it names as its source."""
        m = _ATTRIBUTED.match(body)
        who = m and (m["a"] or m["b"] or m["c"])
        if not m or not m[0] or not (who or _UNNAMED.match(m[0])):
            return body, ()
        named = who and who not in ("I", "You")
        return body[m.end() :], (self.clauses.who(who),) if who and named else ("somebody",)
