"""The scene of a line: who speaks to whom, what they remember, what was said so far. Read from the printed fields."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from functools import cached_property

from townlet.cognition.wording import I_SAID_TO, heard_lead, said_lead
from townlet.offline.fields import Fields, records, text, texts
from townlet.offline.kinds import PLACE
from townlet.offline.prop import Prop, similar
from townlet.offline.reading import Reader
from townlet.offline.say import Voice, roll, tags_of
from townlet.offline.spoken import split
from townlet.offline.talk.bygone import as_of
from townlet.offline.talk.relation import Relation, parent_of, relation
from townlet.offline.talk.speech import speech_acts
from townlet.offline.times import UNDATED, read_now

EARLIEST_HOUR = 4
"""Before this hour it is still last night."""
OFTEN_LINES = 5
"""From so many shown lines to somebody on, there will be more that are not shown."""
PARTS_OF_DAY, NOON, EVENING = 3, 12, 17
TURNS = 6
"""Parts of days after which an old matter has its turn again."""
_GATHERING = re.compile(r"\b(?:hosting|attending|giving|setting everything out for) the\b")
SAME = 0.6
"""Overlap from which two propositions tell the same."""


@dataclass(frozen=True)
class Said:
    """A line of this talk: by whom, its acts and what it asserts."""

    speaker: str
    text: str
    acts: tuple[str, ...]
    props: tuple[Prop, ...]


@dataclass(frozen=True)
class Memory:
    """One memory as shown."""

    at: dt.datetime
    text: str


class Scene:
    """Everything that a speaker has before them when it is their turn."""

    def __init__(self, fields: Fields, seed: int) -> None:
        self.fields, self.seed = fields, seed
        self.me, self.you = text(fields, "name") or "I", text(fields, "other") or "friend"
        self.summary = text(fields, "summary")
        self.now = read_now(text(fields, "now"))
        self.intention = text(fields, "intention")
        self.recent = tuple(texts(fields, "own_recent"))
        self.overhearing = frozenset(texts(fields, "overhearing"))
        self.attempt = 0
        """Counts up when a line is made anew."""
        self._doing, self._other_doing = text(fields, "doing"), text(fields, "other_doing")
        self.place = text(fields, "place")
        self._spoken = [(text(r, "speaker"), text(r, "line") or text(r, "text")) for r in records(fields, "lines")]
        self.memories = _memories(fields, self.now)
        shown = [self.summary, self.intention, *(m.text for m in self.memories), *(line for _, line in self._spoken)]
        told = {text(r, "name"): text(r, "pronoun") for r in records(fields, "pronouns")}
        self.reader = Reader.of(self.me, self.you, shown, self.now, told)

    @cached_property
    def props(self) -> list[Prop]:
        """What the shown memories say."""
        read = (p for k, m in enumerate(self.memories) for p in self.reader.memory(m.text, k, m.at))
        return [as_of(p, self.now) for p in read]

    @cached_property
    def secrets(self) -> list[Prop]:
        """What one keeps to oneself."""
        return [p for p in self.props if p.secret and p.subj == self.me]

    @cached_property
    def talk(self) -> list[Said]:
        """The talk so far."""
        out = []
        for k, (speaker, line) in enumerate(self._spoken):
            hearer = self.you if speaker == self.me else self.me
            props = self.reader.line(line, speaker, hearer, self.now)
            out.append(Said(speaker, line, speech_acts(line, k < 2), tuple(props)))
        return out

    @cached_property
    def said(self) -> list[Prop]:
        """What was asserted in this talk, by either."""
        return [p for line in self.talk for p in line.props]

    @cached_property
    def lines_lately(self) -> tuple[str, ...]:
        """The lines of this talk and my last ones to anybody."""
        return (*(line for _, line in self._spoken), *self.recent)

    @cached_property
    def spoken_lately(self) -> str:
        return " ".join(self.lines_lately).lower()

    @cached_property
    def own_lines(self) -> tuple[str, ...]:
        """Every line of my own that is shown: of this talk, lately, and in memories."""
        told = (m.text.partition(": ")[2].strip("'\".“”") for m in self.memories if m.text.startswith(I_SAID_TO))
        return (*(line for who, line in self._spoken if who == self.me), *self.recent, *told)

    @cached_property
    def address(self) -> str:
        """What I call the other: by first name, or 'Dad' or 'Mum'."""
        parent = parent_of(self.me, self.you, [m.text for m in self.memories], self.reader.gender.get(self.you, ""))
        return parent or (self.you.split()[0] if self.you else "")

    @cached_property
    def mine(self) -> list[Said]:
        return [line for line in self.talk if line.speaker == self.me]

    @cached_property
    def theirs(self) -> list[Said]:
        return [line for line in self.talk if line.speaker != self.me]

    @property
    def last(self) -> Said | None:
        """The line to answer, if the other spoke last."""
        return self.talk[-1] if self.talk and self.talk[-1].speaker != self.me else None

    @cached_property
    def relation(self) -> Relation:
        told = [p for s in split(self.summary) for p in self.reader.memory(s, at=UNDATED)]
        return relation(self.me, self.you, [*self.props, *told], met=self._met)

    @cached_property
    def _met(self) -> bool:
        """Whether a line between the two is remembered, be it one that tells nothing."""
        between = (heard_lead(self.you), said_lead(self.you))
        return any(memory.text.startswith(between) for memory in self.memories)

    @cached_property
    def tags(self) -> frozenset[str]:
        """Which voices suit: manners of the speaker, and how they stand to the hearer."""
        own, kind, feel = tags_of(self.summary), self.relation.kind, self.relation.feel
        if feel == "dislike":
            return (own - {"warm", "lively"}) | {"cool"}
        if kind == "stranger":
            return own - {"gruff", "warm"}
        return (
            own
            | ({kind} if kind in ("spouse", "home") else frozenset())
            | ({"home"} if kind == "spouse" else frozenset())
        )

    @cached_property
    def voice(self) -> Voice:
        spoken = [line for _, line in self._spoken]
        return Voice(self.me, self.you, self.now, self.tags, self.seed, spoken, self.reader.gender)

    @cached_property
    def doing(self) -> str:
        """What the other is doing, as a gerund said to them; '' if it is not to be spoken of."""
        return self._gerund(self._other_doing, self.you)

    @cached_property
    def own_doing(self) -> str:
        """What I am doing, as a gerund; '' if it is a gathering, of which one speaks from memory alone."""
        return "" if _GATHERING.search(self._doing) else self._gerund(self._doing, self.me)

    def _gerund(self, doing: str, who: str) -> str:
        if not doing or "talking" in doing or "conversing" in doing:
            return ""
        other = self.you if who == self.me else self.me
        text = doing if doing.startswith(who) else f"{who} is {doing[0].lower()}{doing[1:]}"
        props = (p for p in self.reader.memory(text, at=UNDATED) if p.subj == who and other not in p.people)
        gerund = next((g for p in props if (g := self.voice.gerund(p))), "")
        short = PLACE.sub("", gerund).strip(" ,") if len(gerund.split()) > 4 else gerund
        return "" if CHORE.search(short) or len(short.split()) > 9 else short

    # judgements

    def shared(self, p: Prop) -> bool:
        """Whether the hearer has it already: told by me, heard from them, or said in this talk."""
        if any(similar(p, q) >= SAME for q in self.known_to_you):
            return True
        return bool(p.event) and any(
            p.event in q.text and self.you in q.people and q.kind in ("talk", "promise", "refusal") for q in self.props
        )

    def worn(self, p: Prop) -> bool:
        """Whether an old matter may have been told before, in lines that are no longer shown.

        Two who talk often have said more to each other than is shown: each matter has its turn.
        """
        if self._often < OFTEN_LINES or self.today(p) or p.sources:
            return False
        turn = self.now.toordinal() * PARTS_OF_DAY + (self.now.hour >= NOON) + (self.now.hour >= EVENING)
        return int(self.roll_of("turn", p.text) * TURNS) != turn % TURNS

    @cached_property
    def _often(self) -> int:
        """How many of my lines to the hearer are shown."""
        return sum(m.text.startswith(said_lead(self.you)) for m in self.memories)

    @cached_property
    def known_to_you(self) -> list[Prop]:
        return [q for q in self.props if q.told == self.you or self.you in q.sources] + self.said

    def in_talk(self, p: Prop) -> bool:
        return any(similar(p, q) >= 0.5 for q in self.said)

    def fresh(self, p: Prop, hours: float = 36) -> bool:
        return p.at is not None and self.now - p.at < dt.timedelta(hours=hours)

    def today(self, p: Prop) -> bool:
        """Whether it was remembered since this morning (what one has known all along is of the night before)."""
        return p.at is not None and p.at.date() == self.now.date() and p.at.hour >= EARLIEST_HOUR

    def older_than(self, p: Prop, minutes: int) -> bool:
        return p.at is not None and self.now - p.at > dt.timedelta(minutes=minutes)

    def roll_of(self, *keys: object) -> float:
        """Chance fixed for this pair, whatever the moment."""
        return roll(self.seed, self.me, self.you, *keys)

    def roll(self, *keys: object) -> float:
        """Chance of this moment of the talk."""
        return roll(self.seed, self.me, self.you, self.now.isoformat(), len(self.talk), *keys)


CHORE = re.compile(
    r"\b(wash|shower|bath|bed\b|waking|wake|teeth|dress|dishes|toilet|sleep|asleep|doz|nap\b|laying the table|complaint"
    r"|scrub|getting ready|bedtime|morning routine|freshen|idle|idling|eating|breakfast|lunch|dinner|resting|short rest"
    r"|coffee|tea\b|cooking something|snack|groom|relax|somebody|something|whoever|what is|what has|things|how to put"
    r"|it over|all is done|looking at|strolling|on the way|in passing|breathing|nodding|watching the (?:clouds|birds)"
    r"|paying|saying thank|waiting|ordering|finding a|a seat|looking round|little more|seconds|sipping|unwinding"
    r"|laughing|going to (?:class|work|school))"
)
"""Doings that one does not bring up in talk."""


def _memories(fields: Fields, now: dt.datetime) -> list[Memory]:
    """Memories shown, those of the last talk included, each once, in time order."""
    found: dict[tuple[str, str], Memory] = {}
    for record in [*records(fields, "memories"), *records(fields, "last_talk")]:
        body, when = text(record, "text"), text(record, "when")
        if body:
            found.setdefault((when, body), Memory(read_now(when) if when else now, body))
    return sorted(found.values(), key=lambda m: m.at)
