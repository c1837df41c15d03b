"""Reading a remembered sentence: each form in which memories are written, and plain sentences."""

from __future__ import annotations

import re
from dataclasses import replace

from townlet.cognition.wording import CHANGED_PLAN, DAY_PLAN_LEAD, PLANS, SAID_TO, THOUGHT_LEAD
from townlet.offline.clauses import Clauses
from townlet.offline.prop import Prop
from townlet.offline.spoken import Spoken, split

_SAID = re.compile(rf"(?P<who>[^:]+?){SAID_TO}(?P<to>[^:]+?): ['\"“](?P<quote>.*)['\"”]\.?$", re.S)
_LEARNT = re.compile(
    r"(?P<who>[^:]+?) (?:heard|learned|learnt|was told)(?: from (?P<src>.+?))? that (?P<clause>.*)", re.S
)
_THOUGHT = re.compile(rf"(?:{THOUGHT_LEAD}|[^:]+? has come to think that )(.*)", re.S)
_REFUSED = re.compile(r"I told (?P<to>[^:]+?) that (?P<clause>I cannot .*)", re.S)
_WAS_REFUSED = re.compile(r"(?P<who>[^:]+?) told me that they (?P<clause>cannot .*)", re.S)
_CHANGED = re.compile(rf"[^:]+?{CHANGED_PLAN}is ", re.S)
_AGENDA = re.compile(rf"{DAY_PLAN_LEAD}(?P<day>\w+day \w+ \d+),? (?P<who>[^:]+?){PLANS}(?P<items>.*)", re.S)
_AGENDA_ITEM = re.compile(r"(.+?) at (\d{1,2}:\d\d [ap]m)(?:,? and |, |\.|$)")


class Remembered:
    """Reads memories by way of the lines and clauses in them."""

    def __init__(self, clauses: Clauses) -> None:
        self.clauses = clauses
        self.spoken = Spoken(clauses)

    def memory(self, text: str) -> list[Prop]:
        return [replace(p, text=text, at=self.clauses.at) for p in self._memory(text)]

    def _memory(self, text: str) -> list[Prop]:
        if m := _SAID.match(text):
            return self.said(m["quote"], self.clauses.who(m["who"]), self.clauses.who(m["to"]))
        if _CHANGED.match(text):
            return []
        if m := _REFUSED.match(text):
            return [
                replace(p, kind="refusal", told=self.clauses.who(m["to"]))
                for p in self.clauses.read(m["clause"], self.clauses.me, "")
            ]
        if m := _WAS_REFUSED.match(text):
            props = self.clauses.read(f"{m['who']} {m['clause']}", self.clauses.me, "")
            return [replace(p, kind="refusal", sources=(self.clauses.who(m["who"]),)) for p in props]
        if (m := _LEARNT.match(text)) and self.clauses.who(m["who"]) == self.clauses.me:
            source = self.clauses.who(m["src"]) if m["src"] else "somebody"
            return [replace(p, sources=(source,)) for p in self.clauses.read(m["clause"], self.clauses.me, "")]
        if m := _THOUGHT.match(text):
            return [replace(p, kind="thought") for p in self.clauses.read(m[1], self.clauses.me, "")]
        if m := _AGENDA.match(text):
            return self.agenda(m["who"], m["day"], m["items"])
        if " talked with " in text:
            return [replace(p, kind="talk", event="") for p in self.clauses.read(text, self.clauses.me, "")]
        return [p for s in split(text) for p in self.clauses.read(s, self.clauses.me, "")]

    def said(self, quote: str, speaker: str, hearer: str) -> list[Prop]:
        props = self.spoken.line(quote, speaker, hearer)
        if speaker == self.clauses.me:
            return [replace(p, told=hearer) for p in props]
        return [replace(p, sources=(speaker, *p.sources)) for p in props]

    def agenda(self, name: str, day: str, items: str) -> list[Prop]:
        out = []
        for m in _AGENDA_ITEM.finditer(items):
            for p in self.clauses.read(f"{name} is {m[1].strip()} on {day} at {m[2]}", self.clauses.me, ""):
                out.append(replace(p, kind="agenda"))
        return out
