"""The thread of a talk: what ties a new matter to the line before it."""

from __future__ import annotations

from dataclasses import dataclass

from townlet.offline.forms import lemmas_of
from townlet.offline.lexicon import LEX
from townlet.offline.prop import Prop, content
from townlet.offline.talk.scene import Scene

_TELLING = frozenset(
    ("tell", "tell_done", "gossip", "gossip_anon", "know_news", "opinion", "thought", "saw_other", "talked_with",
     "agenda", "tell_lately", "tell_day", "kin_news")
)  # fmt: skip
LOOSE = frozenset(LEX["words"]["loose"])
"""Words too common to tie one matter to another."""


@dataclass(frozen=True)
class Thread:
    """Words and people of the last line, and what it was about."""

    words: frozenset[str]
    people: frozenset[str]
    topic: str

    @classmethod
    def of(cls, scene: Scene) -> Thread:
        last = scene.last
        if last is None:
            return cls(frozenset(), frozenset(), "")
        people = frozenset(w for p in last.props for w in p.people) - {scene.me, scene.you}
        names = {part.lower() for who in (*people, scene.me, scene.you) for part in who.split()}
        topic = next((t for p in last.props if (t := scene.voice.topic(p)) and len(t.split()) < 6), "")
        words = frozenset(w for w in content(last.text) - names - LOOSE if lemmas_of(w, "NOUN"))
        return cls(words, people, topic)

    def tie(self, p: Prop) -> float:
        """How well a proposition follows on."""
        shared = len(p.words & self.words)
        return (1.3 + 0.3 * min(shared, 3) if shared else 0.0) + (1.0 if p.people & self.people else 0.0)

    def bridge(self, scene: Scene, p: Prop, act: str, after_answer: bool) -> str:
        """Words that tie the proposition to the last line, or set it off from it; often none are needed."""
        roll = scene.roll("bridge", p.text)
        shared = sorted(p.people & self.people)
        if shared and roll < 0.7:
            return f"Speaking of {shared[0].split()[0]}, "
        if p.words & self.words and roll < 0.65:
            if self.topic and p.words & content(self.topic):
                return f"Speaking of {self.topic}, "
            return "That reminds me: " if act in _TELLING else ""
        return "By the way, " if after_answer and not self.tie(p) and roll < 0.5 else ""
