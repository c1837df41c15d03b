"""A line in the making: acts are added to it one after another, each as a sentence that fits."""

from __future__ import annotations

import re
from collections.abc import Mapping

from townlet.offline.english import capital, lower_first
from townlet.offline.prop import Prop
from townlet.offline.talk.deck import deal, embarrassing
from townlet.offline.talk.scene import EARLIEST_HOUR, Scene
from townlet.offline.times import say_when
from townlet.offline.topic import ASIDE, sought

LONGEST = 560
LONGEST_TOPIC = 11
"""Topics of more words are not repeated."""
_HAS_LEAD = re.compile(
    r"Speaking of|By the way|That reminds|Listen|Before I forget|While I have you|Come here|In case|Oh,|If you ask me"
    r"|I'll say this|Between us|You know what|Here's my news|Guess what|You may laugh|You'll laugh|I can't help it"
    r"|Do you know what|You know me|I say it only|Something I heard|You should hear"
)
_IN_RETURN, _GREETS = re.compile(r"^And you\? (?=\S)"), frozenset(("greet", "greet_doing"))
"""'And you?' returns a question, so that it follows an answer."""
_ENDEARMENT = re.compile(r", (?:love|my dear|sweetheart)(?=[.,!?;:])")
_ENDEARED = re.compile(r"(?i)(?:^|[,.!?] |my poor )(?:love|my dear|sweetheart)(?=[,.!?:])")
_NO_NAME = "(?:You|She|He|They|We|It|That|This|There)"
_KEEP = re.compile(rf"I\b|I'|(?!{_NO_NAME}\b)[A-Z][a-z]+ (?:is|has|told|tells|says|said)\b")


class Turn:
    """What the speaker says this time."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.text = ""
        self.acts: list[str] = []
        self.sources: list[int] = []
        self.told: list[Prop] = []
        self.leave = False
        self.bridge = ""
        """Words that tie the next act to what was said before."""

    @property
    def asks(self) -> bool:
        return self.text.endswith("?")

    def put(self, act: str, prop: Prop | None = None, extra: Mapping[str, str] | None = None) -> bool:
        """Adds a sentence that performs the act, if one can be made; says whether it was."""
        slots = {**self.base(), **(slots_of(self.scene, prop, act) if prop else {}), **(extra or {})}
        said = deal(self.scene, act, slots, self._heads())
        if not set(self.acts) - _GREETS:
            said = _IN_RETURN.sub("", said)
        if _names(self.text, self.scene.address):
            said = unnamed(said, self.scene.address)
        if _ENDEARED.search(self.text):
            said = _ENDEARMENT.sub("", said)
        if not said or self._said_so(said) or embarrassing(said, self.scene.me) or len(self.text) + len(said) > LONGEST:
            return False
        about = re.match(r"Speaking of (\w+)", self.bridge)
        if (
            self.bridge
            and not (about and said.startswith(about[1]))
            and not (_HAS_LEAD.match(said) or (self.bridge.endswith(": ") and ":" in said))
        ):
            said = self.bridge + (said if _keeps_capital(said, self.scene) else said[0].lower() + said[1:])
        self.bridge = ""
        self.text = f"{self.text} {said}".strip()
        self.acts.append(act)
        if prop is not None:
            self.told.append(prop)
            self.sources += [prop.idx] if prop.idx >= 0 else []
        return True

    def say(self, act: str, said: str) -> bool:
        """Adds words that are already found, if they will do; says whether they did."""
        if not said or embarrassing(said, self.scene.me) or len(self.text) + len(said) > LONGEST:
            return False
        self.text = f"{self.text} {said}".strip()
        self.acts.append(act)
        return True

    def clear(self) -> None:
        """Takes back what was put in so far."""
        self.text, self.acts, self.sources, self.told = "", [], [], []

    def _said_so(self, said: str) -> bool:
        """Whether I have said just this in the talk before."""
        bare = unnamed(said, self.scene.address)
        return any(bare in unnamed(line.text, self.scene.address) for line in self.scene.mine)

    def _heads(self) -> list[str]:
        """How my sentences of this talk began."""
        starts = [line.text for line in self.scene.mine] + ([self.text] if self.text else [])
        return [" ".join(s.split()[:2]).lower() for s in starts]

    def base(self) -> dict[str, str]:
        scene = self.scene
        mine = scene.own_doing
        if mine and (mine in self.text or any(mine in line.text for line in scene.mine[-2:])):
            mine = ""
        return {"doing": scene.doing, "mine": mine, "mine_cap": capital(mine)}


def _names(text: str, address: str) -> bool:
    return bool(address) and address in text


def unnamed(said: str, address: str) -> str:
    """A sentence without its ', Ann', for a line that has called her by name already."""
    return re.sub(rf", {re.escape(address)}(?=[.,!?;:])", "", said)


def _keeps_capital(said: str, scene: Scene) -> bool:
    first = re.split(r"[\s,.'’?!]", said, maxsplit=1)[0]
    return first in ("I", "I'm") or scene.reader.person(first) is not None or bool(_KEEP.match(said))


_NAMES_TELLER = frozenset(("gossip", "kin_news", "answer_src"))
"""Acts that name the teller, who is a pronoun after that."""


def slots_of(scene: Scene, p: Prop, act: str) -> dict[str, str]:
    """What templates can say of a proposition."""
    voice = scene.voice
    teller = p.sources[0] if p.sources and p.sources[0] == p.subj and act in _NAMES_TELLER else ""
    timed = not (p.kind in ("done", "doing") and p.when.date == scene.now.date())
    clause = voice.clause(p, when=timed, named=teller)
    plain = voice.clause(p, when=timed) if teller else clause
    inner = lower_first(clause).replace(";", ",").replace(": ", " — ")
    when = say_when(p.when, scene.now) if p.when.known() else ""
    day = say_when(p.when, scene.now, full=False)
    topic = voice.topic(p)
    topic = topic if len(topic.split()) < LONGEST_TOPIC else ""
    gerund_topic = topic if topic.split(" ")[0].endswith("ing") and len(topic.split()) < 10 else ""
    source = _source(scene, p)
    gerund = ASIDE.sub("", voice.gerund(p) or "") if p.kind in ("doing", "agenda") else ""
    return {
        "Cs": capital(lower_first(plain)), "Cm": inner, "Cq": inner, "src": source, "Src": source,
        "np": voice.np(p) if p.event else "", "Np": capital(voice.np(p)) if p.event else "",
        "when": when, "whencap": capital(when),
        "whenq": day, "whenc": f" {day}" if day and scene.roll("day") < 0.6 else " ",
        "topic": topic, "Topic": capital(topic),
        "sought": sought(topic), "Sought": capital(sought(topic)),
        "ger": gerund, "Ger": capital(gerund), "gtopic": gerund_topic, "Gtopic": capital(gerund_topic),
        "ago": ago(scene, p), "placec": f", {p.place}" if p.place else " ",
        "td": " today" if _of_today(scene, p) else "",
        "subj": voice.name(p.subj) if p.person and p.subj not in (scene.me, scene.you) else "",
        "echo": capital(inner) if len(inner.split()) < 9 else "",
        "Longecho": capital(inner) if len(inner.split()) < 15 and "," not in inner else "",
    }  # fmt: skip


def _source(scene: Scene, p: Prop) -> str:
    teller = p.sources[0] if p.sources else ""
    if teller in ("somebody", "", scene.me, scene.you):
        return ""
    return scene.voice.name(teller)


_LONG_AGO = re.compile(
    r"\b(week|month|year|ago|in (?:January|February|March|April|May|June|July|August|Sept|Octo|Novem|Decem))"
)


def _of_today(scene: Scene, p: Prop) -> bool:
    return (
        scene.today(p) and p.kind == "done" and p.valence >= 0 and not p.when.known() and not _LONG_AGO.search(p.text)
    )


def ago(scene: Scene, p: Prop) -> str:
    """'this morning', 'yesterday', 'earlier': when a remembered thing was."""
    if p.at is None:
        return "earlier"
    if p.at.hour < EARLIEST_HOUR:
        return "the other day"
    days = (scene.now.date() - p.at.date()).days
    if days == 0:
        if p.at.hour < 12 <= scene.now.hour:
            return "this morning"
        return "this afternoon" if 12 <= p.at.hour < 17 <= scene.now.hour else "earlier"
    if days == 1:
        return "yesterday" if p.at.hour < 17 else "last night"
    return "the other day"
