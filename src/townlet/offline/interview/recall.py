"""What one can tell from the memories shown, in one's own words."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable
from functools import cached_property

from townlet.offline.english import article, contract, sentence
from townlet.offline.fields import Fields, moment, records, text
from townlet.offline.interview.trust import openly
from townlet.offline.notes import Note, notes
from townlet.offline.prop import Prop, content, similar
from townlet.offline.reading import Reader
from townlet.offline.say import Voice, roll, tags_of
from townlet.offline.times import say_when

_ASKED = frozenset(
    [
        "know",
        "tell",
        "think",
        "people",
        "town",
        "happen",
        "become",
        "say",
        "thing",
        "anything",
        "something",
        "anyone",
        "describe",
        "explain",
        "mean",
        "like",
        "feel",
        "give",
        "want",
    ]
)

_SEAMS = re.compile(r"[{}<>\[\]_]")
"""Signs of text that is no speech, such as somebody read out: nobody tells that on in their own words."""

_MYSELF_FIRST = re.compile(r"^I and ([A-Z][\w’'-]*(?: [A-Z][\w’'-]*)*)")


class Recall:
    """The memories of an interview, read, and a voice to tell them to the asker."""

    def __init__(self, fields: Fields, seed: int, may_tell: Callable[[Prop], bool] = lambda p: True) -> None:
        self.fields, self.seed, self._may_tell = fields, seed, may_tell
        self.me, self.question = text(fields, "name") or "Somebody", text(fields, "question")
        self.summary, self.now = text(fields, "summary"), moment(text(fields, "now"))
        self.notes: list[Note] = notes(fields)

    @cached_property
    def reader(self) -> Reader:
        told = {text(one, "name"): text(one, "pronoun") for one in records(self.fields, "pronouns")}
        return Reader.of(self.me, "", [*(n.text for n in self.notes), self.summary], self.now, told)

    @cached_property
    def voice(self) -> Voice:
        return Voice(self.me, "", self.now, tags_of(self.summary), self.seed, (), self.reader.gender, full_names=True)

    @cached_property
    def props(self) -> list[tuple[Note, Prop]]:
        """What may be told, with its memory: no secrets or confidences, no own lines, no memos, no mere thoughts."""
        return [
            (n, p)
            for n in self.notes
            if n.sort not in ("said", "talk", "agenda", "intent", "thought")
            for p in self.reader.memory(openly(n), n.n, n.at)
            if not p.secret and self._may_tell(p)
        ]

    @cached_property
    def about_me(self) -> list[Prop]:
        """The sentences of the summary, but for its first."""
        sentences = re.split(r"(?<=[.!?])\s+", self.summary)[1:]
        return [p for s in sentences for p in self.reader.memory(s, -1, self.now) if not p.secret]

    @cached_property
    def wanted(self) -> frozenset[str]:
        """The words of the question that carry matter."""
        return content(self.question) - content(self.me) - _ASKED

    def pick(self, key: str, *options: str) -> str:
        """One of several wordings, fixed for the question."""
        return min(options, key=lambda option: roll(self.seed, self.me, key, self.question, option))

    def tell(self, prop: Prop) -> str:
        """A proposition as a sentence, with who told it if one has it from another."""
        return _MYSELF_FIRST.sub(r"\1 and I", self._told(prop))

    def _told(self, prop: Prop) -> str:
        if prop.event and prop.when.date and prop.when.date < self.now.date():
            return sentence(f"there was {article(prop.event)} {prop.place} {say_when(prop.when, self.now)}")
        clause = self.voice.clause(prop, vary=False)
        source = next((s for s in prop.sources if s not in ("somebody", self.me)), "")
        if not prop.sources or (prop.subj == self.me and not source):
            return sentence(contract(clause))
        if prop.subj == self.me:
            return sentence(contract(f"{source} says that {_inner(clause)}"))
        if source == prop.subj:
            return sentence(contract(f"{clause}, or so {source.split(' ')[0]} tells me"))
        return sentence(
            contract(f"I heard from {source} that {_inner(clause)}" if source else f"people say that {_inner(clause)}")
        )

    def told(self, props: Iterable[Prop], most: int = 2) -> str:
        """Several propositions as sentences, none saying the same twice."""
        kept: list[Prop] = []
        for prop in props:
            if (
                len(prop.toks) > 2
                and not _SEAMS.search(prop.text)
                and not any(similar(prop, old) >= 0.6 or prop.text == old.text for old in kept)
            ):
                kept.append(prop)
        return " ".join(dict.fromkeys(self.tell(prop) for prop in kept[:most]))

    def thought(self, about: Iterable[str]) -> str:
        """The newest reflection that holds one of these words or names, as an opinion; '' if none does."""
        for note in reversed(self.notes):
            if note.sort == "thought" and any(word in note.body for word in about):
                body = re.sub(rf"\b{re.escape(self.me)}\b", "I", note.body.rstrip("."))
                return self.pick(
                    "thought",
                    f"I've come to think that {body}.",
                    f"It seems to me that {body}.",
                    f"If you ask me, {body}.",
                )
        return ""

    def on(self, day: dt.date) -> list[Prop]:
        """One's own engagements on a day, at first hand first."""
        props = [p for n, p in self.props if p.when.date == day and (n.own or p.kind == "event")]
        return sorted(props, key=lambda p: (bool(p.sources), p.kind != "promise", p.when.start or 0))


def _inner(clause: str) -> str:
    return clause[0].lower() + clause[1:] if re.match(r"(?:The|A|An|There|It|Some|My|Everyone)\b", clause) else clause
