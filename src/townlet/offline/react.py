"""To go on, to act, to wait or to talk: what one does about a thing, a person, an event, or what one has come to think.

The rows of words/reactions.toml say what people do; things are in words/sights.toml.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from townlet.cognition.wording import CHANGED_PLAN, THOUGHT_LEAD
from townlet.offline.emoji import emoji_for
from townlet.offline.english import expand, lower_first
from townlet.offline.fields import Fields, clock, records, text, texts
from townlet.offline.importance import ratings_of
from townlet.offline.matters.matter import Matter
from townlet.offline.moves import lookup
from townlet.offline.moves.approach import meet
from townlet.offline.moves.talk import LOOSE, TalkContext
from townlet.offline.plan.agenda import promised_together
from townlet.offline.reader.facts import Fact, content
from townlet.offline.reader.people import plain
from townlet.offline.reader.phrases import spoken
from townlet.offline.things import thing
from townlet.offline.trades import Trade, trade_in
from townlet.offline.words import WORDS, cached, pattern

READINESS = (1.0, 0.7, 0.35, 0.1)
"""How ready one is to change a day's plan that has changed so often already; after that nothing but need changes it."""
FROM, UNTIL = 9, 19
"""The hours in which one goes to see people, and begins something new because of a thought."""
EVENING = 17
TO_BED, LONGEST_DAY = 45, 18 * 60
"""Minutes before bed in which nothing new is begun, and minutes from which on the next bedtime is tomorrow's."""
ASKED_LATELY = dt.timedelta(hours=40)
"""For so long nobody goes about asking again."""
MEAL_AHEAD = 100
"""Minutes ahead up to which a meal can be brought forward."""


def react(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `react`."""
    ratings = ratings_of(fields, "noticed")
    known = [*records(fields, "memories"), *records(fields, "noticed")]
    answer = _reaction({**fields, "memories": known} if ratings else fields, seed)
    return {**answer, "ratings": ratings} if ratings else answer


def _reaction(fields: Fields, seed: int) -> dict[str, object]:
    about = text(fields, "about")
    if about == "person":
        met = {} if text(fields, "no_talk") else meet(fields, seed)
        return met if met.get("choice") == "talk" else _by_rows("sight", fields, seed) or met or go_on()
    if about == "thought":
        return _by_rows("thought", fields, seed) or go_on()
    happened = _by_rows("event", fields, seed) if about != "object" else None
    if about == "event" and not happened and not _tells_of_a_thing(fields):
        return go_on()
    return happened or thing(fields, seed)


def _tells_of_a_thing(fields: Fields) -> bool:
    """Whether what happened is the state of a thing: 'The oven is burning.', but not 'Ann Bo comes in.'"""
    told = text(fields, "observation")
    return " is " in told and not any(told.startswith(text(each, "name")) for each in records(fields, "pronouns"))


def go_on(reason: str = "") -> dict[str, object]:
    """The answer of one who carries on."""
    return {"choice": "go on", "reason": reason}


@dataclass(frozen=True)
class ReactionRow:
    """A row of words/reactions.toml."""

    id: str
    says: re.Pattern[str]
    when: tuple[str, ...]
    choice: str
    do: tuple[str, ...]
    why: str
    minutes: int
    emoji: str
    chance: float
    rest: bool
    urgent: bool


@lru_cache(1)
def rows() -> Mapping[str, list[ReactionRow]]:
    """Return the rows by what they are about, in their order."""
    found: dict[str, list[ReactionRow]] = {}
    for row in WORDS.rows("reactions", "reaction"):
        made = ReactionRow(
            row["id"],
            pattern(row["says"]),
            tuple(row.get("if", "").split()),
            row.get("choice", "act"),
            tuple(row.get("do", ())),
            row["why"],
            row.get("minutes", 0),
            row.get("emoji", ""),
            row.get("chance", 1.0),
            row.get("rest", False),
            row.get("urgent", False),
        )
        found.setdefault(row["on"], []).append(made)
    return found


class Scene:
    """What one notices, with what one knows of it and how the day stands."""

    def __init__(self, fields: Fields, seed: int, what: str, other: str) -> None:
        """`what` is the sentence that was noticed, or thought, with people as slots if it was thought."""
        self.what, self.other = what.rstrip("."), other
        self.doing = self.what.removeprefix(f"{other} is ") if other else ""
        self.talk = TalkContext({**fields, "other": other, "other_doing": self.doing}, seed)
        self.changes = texts(fields, "changes")
        self.plan = [
            (begins, text(each, "activity"), text(each, "place"))
            for each in records(fields, "plan")
            if (begins := clock(text(each, "start"))) is not None
        ]
        now = self.talk.now
        self.minute = now.hour * 60 + now.minute
        self.it = ""

    @cached_property
    def told(self) -> str:
        """What was noticed or thought, with full names, and pronouns where it is clear who is meant."""
        return expand(spoken(self.what, "", "", self.talk.people, lambda who: who)) if "⟦" in self.what else self.what

    @cached_property
    def busy_with(self) -> str:
        """What one is at, with what the plan calls it."""
        return f"{self.talk.doing}; {self.plan[0][1]}" if self.plan else self.talk.doing

    @cached_property
    def working(self) -> bool:
        trades = [trade for fact in self.talk.mine("trade") if (trade := _trade(fact.about))]
        at_it = any(act.activity in self.busy_with for trade in trades for act in trade.acts)
        return at_it or bool(_words("work").search(self.busy_with))

    @cached_property
    def at_event(self) -> bool:
        return bool(_words("event").search(self.busy_with))

    @cached_property
    def meal(self) -> str:
        """The meal that the plan has soon, and that one is not at yet; '' for none."""
        if _words("meal").search(self.busy_with):
            return ""
        soon = (_words("meal").search(each) for start, each, _ in self.plan if 0 <= start - self.minute <= MEAL_AHEAD)
        return next((found[0].lower() for found in soon if found), "")

    @cached_property
    def up(self) -> bool:
        """Whether it is day, one is dressed and bed is not near."""
        to_bed = (self.plan[-1][0] - self.minute) % 1440 if self.plan else LONGEST_DAY
        private = pattern(WORDS.tables["doings"]["private"])
        return self.talk.now.hour >= 6 and TO_BED < to_bed <= LONGEST_DAY and not private.search(self.talk.doing)

    def mine(self, kind: str, least: int) -> Iterator[Matter]:
        """Yield one's own matters of a kind that share at least so many words with what is noticed or thought."""
        words = content(self.what) - LOOSE
        own = (m for m in self.talk.matters if m.kind == kind and m.owner == self.talk.me)
        return (matter for matter in own if len(matter.words & words) >= least)

    @cached_property
    def need(self) -> str:
        """What one still looks for, by the thought; '' for nothing, or if one has gone about asking lately."""
        asking, now = _words("asking"), self.talk.now
        lately = (f.about for f in self.talk.mine("doing") if now - f.at < ASKED_LATELY)
        if any(asking.match(each) for each in (*lately, *(activity for _, activity, _ in self.plan))):
            return ""
        for need in self.mine("need", 1):
            settled = any(deed.does in ("promised", "met") for deed in need.deeds)
            if not settled and not lookup.is_past(self.talk, need):
                return plain(need.parts.get("thing") or f"somebody to {need.parts['do']}")
        return ""

    @cached_property
    def work(self) -> str:
        """What one is making that the thought is about; '' for nothing."""
        return plain(next((m.parts["doing"] for m in self.mine("pursuit", 2)), ""))

    @cached_property
    def able(self) -> bool:
        """Whether one's trade or skill has to do with what the other is at."""
        wanted, mine = content(self.doing), self.talk.mine
        skilled = any(lookup.serves("skills", fact.text, wanted) for fact in mine("can", "habit", "like"))
        return skilled or any(lookup.serves("trades", fact.about, wanted) for fact in mine("trade"))

    @cached_property
    def likes(self) -> bool:
        """Whether what the other is at is what one likes, wishes or works on oneself."""
        words = content(self.doing) - LOOSE - content(plain(self.talk.doing))
        cares = self.talk.mine("like", "wish", "can")
        watched = words and not pattern(WORDS.tables["reactions"]["plain"]).match(self.doing)
        return bool(watched) and any(fact.own and (fact.words - LOOSE) & words for fact in cares)

    @cached_property
    def promised(self) -> str:
        """What one has promised the other to do with them, while one is not at work; '' for nothing."""
        kept = "" if self.working or not self.other else promised_together(self.talk, self.other)
        return spoken(kept, "", "", self.talk.people, str)

    def slots(self) -> dict[str, str]:
        return {
            "A": self.other,
            "me": self.talk.me,
            "what": lower_first(self.told),
            "doing": self.doing,
            "it": self.it,
            "meal": self.meal,
            "need": self.need,
            "promised": self.promised,
            "work": self.work,
        }


CONDITIONS: Mapping[str, Callable[[Scene], bool]] = {
    "free": lambda s: not s.working and not s.at_event and not _words("bound").search(s.busy_with),
    "atevent": lambda s: s.at_event,
    "serving": lambda s: s.working and lookup.works_here(s.talk, s.talk.me) and not lookup.works_here(s.talk, s.other),
    "home": lambda s: bool(s.plan) and _building(s.plan[-1][2]) == _building(s.talk.place),
    "day": lambda s: FROM <= s.talk.now.hour < UNTIL,
    "evening": lambda s: s.talk.now.hour >= EVENING,
    "household": lambda s: s.talk.household,
    "close": lambda s: s.talk.household or s.talk.bond in ("kin", "friend"),
    "known": lambda s: s.talk.household or s.talk.bond in ("kin", "friend", "acquaintance"),
    "other": lambda s: bool(s.other),
    "meal": lambda s: bool(s.meal),
    "able": lambda s: s.able,
    "likes": lambda s: s.likes,
    "going": lambda s: bool(content(s.it) & content(s.busy_with)),
    "need": lambda s: bool(s.need),
    "promised": lambda s: bool(s.promised),
    "pursuit": lambda s: bool(s.work),
    **{bond: lambda s, bond=bond: s.talk.bond == bond for bond in ("kin", "friend", "rival", "stranger")},  # type: ignore[misc]
}
"""What the rows can ask of a scene."""


def _words(name: str) -> re.Pattern[str]:
    return pattern(WORDS.tables["reactions"][name])


def _building(place: str) -> str:
    return place.partition(":")[0].strip()


@cached(2048)
def _trade(told: str) -> Trade | None:
    return trade_in(told)


def holds(condition: str, scene: Scene) -> bool:
    """Return whether a condition of a row holds."""
    return any(CONDITIONS[part.lstrip("!")](scene) != part.startswith("!") for part in condition.split("|"))


def _by_rows(on: str, fields: Fields, seed: int) -> dict[str, object] | None:
    """Return the answer of the first row that fits, and that one feels like; None for none."""
    for scene in _scenes(on, fields, seed):
        for row in rows()[on]:
            if (found := _fits(on, row, scene)) and (on == "event" or _feels_like(row, scene)):
                scene.it = found.groupdict().get("it") or ""
                if all(holds(each, scene) for each in row.when):
                    return _answer(row, scene)
    return None


def _scenes(on: str, fields: Fields, seed: int) -> Iterator[Scene]:
    """Yield what was noticed as a scene; of several thoughts, one after the other."""
    observation, subject = text(fields, "observation"), text(fields, "subject")
    if on != "thought":
        with_me = on == "sight" and text(fields, "name") in observation
        yield from () if with_me else (Scene(fields, seed, observation, subject if on == "sight" else ""),)
        return
    for thought in _thoughts(fields, seed):
        other = next((who for who in thought.people if who != text(fields, "name")), "")
        yield Scene(fields, seed, thought.text, other)


def _thoughts(fields: Fields, seed: int) -> list[Fact]:
    talk = TalkContext(fields, seed)
    told = (f"{THOUGHT_LEAD}{each}" for each in text(fields, "observation").split(THOUGHT_LEAD) if each)
    facts = (talk.reader.memory(each.strip(), talk.now) for each in told)
    return [fact for fact in facts if fact and fact.kind == "thought"]


def _fits(on: str, row: ReactionRow, scene: Scene) -> re.Match[str] | None:
    return row.says.match(scene.doing) if on == "sight" else row.says.search(scene.what)


def _feels_like(row: ReactionRow, scene: Scene) -> bool:
    """Whether one leaves what one is at for this: seldom a second time a day, and never twice for the same."""
    if row.urgent:
        return not any(scene.told in each for each in scene.changes)
    changed = len(scene.changes)
    ready = READINESS[changed] if changed < len(READINESS) else 0.0
    luck = scene.talk.draw(row.id, scene.other, scene.talk.now.date(), changed)
    return scene.up and luck < row.chance * ready and not _done_before(scene)


def _done_before(scene: Scene) -> bool:
    """Whether the plan has changed today because of this, or because of this person."""
    named = scene.other or scene.told
    today = [each for each in texts(scene.talk.fields, "memories") if CHANGED_PLAN in each]
    return any(named in each for each in scene.changes) or any(scene.told in each for each in today)


def _answer(row: ReactionRow, scene: Scene) -> dict[str, object]:
    slots = scene.slots()
    reason = row.why.format(**slots)
    if not row.do:
        return {"choice": row.choice, "reason": reason, "minutes": row.minutes, "emoji": row.emoji}
    do = row.do[int(scene.talk.draw("do", row.id, scene.other) * len(row.do))].format(**slots)
    return {
        "choice": row.choice,
        "activity": do,
        "reason": reason,
        "minutes": row.minutes,
        "emoji": row.emoji or emoji_for(do),
        "rest_of_day": row.rest,
    }


__all__ = ["CONDITIONS", "ReactionRow", "Scene", "go_on", "holds", "react", "rows"]
