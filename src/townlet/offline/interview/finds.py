"""What one row of words/questions.toml finds of one question: facts, a matter, and what there is between people."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from townlet.cognition.asked_time import AskedTime
from townlet.offline.interview.asked import KINDRED, TABLE, Asked, Question
from townlet.offline.interview.hours import AskedHours
from townlet.offline.matters.matter import Matter
from townlet.offline.moves import lookup
from townlet.offline.moves.conditions import state
from townlet.offline.reader.facts import Fact, content
from townlet.offline.reader.people import slot
from townlet.offline.reader.phrases import gerund, helped_with
from townlet.offline.reflect.rows import tone_of
from townlet.offline.times import say_clock, say_day, say_when

MATTERS = ("event", "need", "cause")
LONG = 10
"""A phrase of so many words is not said of what somebody likes."""
TIES = ("quarrel", "unease", "love", "friend", "knows", "like", "past", "habit", "home", "married", "kin")
"""The kinds of facts that tell what there is between two people, the most telling first."""


@dataclass(frozen=True)
class QuestionRow:
    """One kind of question."""

    id: str
    asks: tuple[re.Pattern[str], ...]
    say: tuple[tuple[tuple[str, ...], str], ...]
    """Frames with their conditions."""
    when: tuple[str, ...] = ()
    """Conditions that must hold for any of them."""
    of: str = "me"
    """Whose facts are looked up, or the kind of matter that is asked about."""
    kinds: tuple[str, ...] = ()
    """The kinds of facts that are looked up."""
    about: bool = False
    """Whether facts have to share a word with the question."""


def lasts(asked: Asked, fact: Fact) -> bool:
    """Return whether a fact says more than what somebody was seen at, stands by itself, and is not over."""
    passing = fact.kind in ("doing", "habit", "thing") and not fact.own and fact.source != fact.who
    least = 3 if fact.source == fact.who else 2
    empty = fact.kind in ("plan", "past", "habit") and len(fact.words) < least and not fact.when.known()
    vague = fact.source and re.search(TABLE["vague"], fact.text)
    return not passing and not empty and not vague and not over(asked, fact)


def over(asked: Asked, fact: Fact) -> bool:
    """Return whether a fact is of the past: by its own time, or by that of the event that it is about."""
    gone = fact.end is not None and fact.end <= asked.now and not (fact.own and fact.kind == "past")
    return gone or (fact.kind in ("wish", "need", "plan") and lookup.bygone(asked, fact))


@dataclass
class Topic:
    """What one row finds of one question."""

    asked: Asked
    question: Question
    row: QuestionRow
    who: str = ""
    """The one person asked about; '' if nobody is."""
    unknown: str = ""
    """A name in the question that nobody has whom one could know."""
    groups: Mapping[str, str | None] = field(default_factory=dict)
    """What the row's pattern found."""

    @cached_property
    def hours(self) -> AskedHours:
        """The time that is asked about: of an event, the hour when it begins."""
        when, start = self.question.when, self.matter.start() if self.matter else None
        if start is not None and not when.named:
            minute = start.hour * 60 + start.minute
            when = AskedTime(start.date(), minute, minute, clock=True, past=when.past)
        return AskedHours(self.asked, when)

    @cached_property
    def matter(self) -> Matter | None:
        """The event, need or cause that is asked about."""
        found = {"event": self._event, "need": self._need, "cause": self._cause}.get(self.row.of)
        return found() if found else None

    @cached_property
    def facts(self) -> list[Fact]:
        """The facts that the row looks up, those first that share most words with the question."""
        kinds = self.row.kinds
        found = [fact for fact in FACTS.get(self.row.of, _of_me)(self) if fact.kind in kinds or not kinds]
        named = {*self.question.people}
        shares = {id(fact): self.question.shares(self.asked.words_of(fact)) for fact in found}
        found = [fact for fact in found if shares[id(fact)] or named & {*fact.people} or not self.row.about]
        rank = {kind: place for place, kind in enumerate(kinds if self.row.about else ())}
        return sorted(found, key=lambda fact: (-shares[id(fact)], not fact.own, rank.get(fact.kind, 0)))

    @cached_property
    def told(self) -> list[str]:
        return [*self.asked.told(self.facts), "", ""]

    def phrase_told(self) -> str:
        """Return what the first facts are about, as a short phrase: what somebody likes, wants or thinks."""
        for fact in self.facts:
            about = gerund(fact.about) or fact.about if fact.kind == "wish" else fact.about
            said = re.sub(TABLE["second_verb"], "", self.asked.phrase(about, (fact.who,)))
            if fact.kind == "opinion" or 1 < len(said.split()) < LONG:
                return said
        return ""

    # Which matter it is about.

    def _matters(self, kind: str) -> list[Matter]:
        return [m for m in self.asked.matters if m.kind == kind and not m.fact.secret]

    def _event(self) -> Matter | None:
        """The event that a question names; of several the one that is not over."""
        asked, words = self.asked, self.question.words
        events = sorted(self._matters("event"), key=lambda m: lookup.is_past(asked, m))
        mine = [m for m in events if m.owner == asked.me]
        generic = words & frozenset(TABLE["events"])
        found = asked.best(events, words) or self._held_there(events)
        if found is None and not generic and (self.who or len(words) < 2):
            found = asked.best(events, content(" ".join(asked.before[-2:])))
            found = found or (mine[0] if mine and "guest" in self.row.kinds and not self.question.words else None)
        if found or not generic:
            return found
        return mine[0] if mine and self.question.asks("yours") else events[0] if len(events) == 1 else None

    def _held_there(self, events: list[Matter]) -> Matter | None:
        """The event at a place that a question names together with its day: 'Were you at the mill this evening?'"""
        when, words = self.question.when, self.question.words
        there = [m for m in events if when.named and m.fact.when.date == when.date]
        own = (m for m in there if m.owner == self.asked.me and self.question.asks("yours"))
        return next((m for m in there if content(m.fact.place) & words), None) or next(own, None)

    def _need(self) -> Matter | None:
        """The need of one's own that a question names; if it need not name one, the one that presses most."""
        mine = self.pressing()
        shares = {id(m): self.question.shares(m.words | self.asked.words_of(m.fact)) for m in mine}
        best = max(mine, key=lambda m: shares[id(m)], default=None)
        named = best if best and shares[id(best)] else None
        return named or next(iter(mine), None) if "open" in self.row.kinds or not self.question.words else named

    def pressing(self) -> list[Matter]:
        """Return one's needs: first those that nobody sees to, last those that are met or too late."""
        mine = [m for m in self._matters("need") if m.owner == self.asked.me]
        order = ("open", "asked", "promised", "met", "lapsed")
        return sorted(mine, key=lambda m: order.index(state(self.asked, m)))

    def _cause(self) -> Matter | None:
        causes = [m for m in self._matters("cause") if m.owner]
        named = [m for m in causes if m.owner in self.question.people]
        words = self.question.words | content(" ".join(self.asked.before[-1:]))
        return next(iter(named), None) or self.asked.best(causes, words) or (causes[0] if len(causes) == 1 else None)

    def by(self, *does: str) -> list[str]:
        """Return who else has done something about the matter."""
        deeds, ours = self.matter.deeds if self.matter else [], (self.asked.me, self.asked.you)
        return [*dict.fromkeys(deed.by for deed in deeds if deed.does in does and deed.by not in ours)]

    def told_to(self) -> list[str]:
        """Return whom one has spoken to about the matter."""
        deeds, ours = self.matter.deeds if self.matter else [], (self.asked.me, self.asked.you)
        return [*dict.fromkeys(deed.to for deed in deeds if deed.by == self.asked.me and deed.to not in ours)]

    def saw(self) -> list[str]:
        """Return whom one remembers from the event."""
        return lookup.guests(self.asked, self.matter) if self.matter else []

    def absent(self) -> list[str]:
        """Return whom one had asked or heard that they would come to the event, and did not see there."""
        event = self.matter
        if event is None:
            return []
        listed = [name for name in self.asked.people.pronouns if event.is_listed(name)]
        asked = [deed.to for deed in event.deeds if deed.does == "invited" and deed.by == self.asked.me]
        expected = dict.fromkeys((*self.by(*lookup.COMES), *listed, *asked))
        return [name for name in expected if name not in (*self.saw(), self.asked.me, "")]

    def goes(self) -> bool:
        """Return whether one has said that one comes to the event."""
        asked, event = self.asked, self.matter
        said = (f for f in asked.open if f.kind == "attend" and f.who == asked.me and event and f.words & event.words)
        return event is not None and (lookup.goes(asked, event, asked.me) or any(said))

    def declined(self) -> bool:
        """Return whether one has said, last, that one does not come to the event."""
        said_no = self.matter is not None and lookup.has_declined(self.asked, self.matter)
        return said_no or bool(self.promised(TABLE["cannot"]))

    def was_there(self) -> bool:
        """Return whether one was at the event oneself, as far as one remembers."""
        event = self.matter
        start, end = (event.start(), event.end()) if event else (None, None)
        if event is None or start is None or end is None:
            return False
        lived = self.hours.lived(start, end)
        there = any(lookup.names_place(fact.text, event.fact.place) or fact.words & event.words for fact in lived)
        planned = self.hours.planned() if event.owner == self.asked.me and not self.question.when.named else None
        there = there or (planned is not None and event.words <= content(planned.doing))
        return there or (self.goes() and (bool(self.saw()) or not lived))

    def need(self, matter: Matter | None, helping: bool = False) -> str:
        """Return what somebody needs: 'a baker to bake pies'; or with what one helps them: 'baking pies'."""
        if matter is None:
            return ""
        do, whole = matter.parts.get("do", ""), matter.fact.about
        thing = matter.parts.get("thing") or whole
        one = whole if not re.search(r",| and ", whole) else TABLE["hand"].format(do=do)
        return self.asked.phrase((helped_with(do) if helping else one) if do else thing)

    def intent(self) -> str:
        """Return what else is on one's mind for days to come: a promise not kept yet, else something one needs."""
        asked = self.asked
        past = {m.owner for m in self._matters("event") if lookup.is_past(asked, m)}
        for m in (m for m in self._matters("need") if m.owner not in past):
            mine = any(deed.does == "promised" and deed.by == asked.me for deed in m.deeds)
            if mine and m.owner != asked.me and state(asked, m) == "promised":
                return str(TABLE["to_help"].format(name=asked.call(m.owner), it=self.need(m, helping=True)))
        need = next((m for m in self.pressing() if state(asked, m) == "open"), None)
        return str(TABLE["to_find"].format(it=self.need(need))) if need else ""

    def ahead(self) -> list[str]:
        """Return the events to come that one knows of, the next first."""
        asked = self.asked
        events = [m for m in self._matters("event") if not lookup.is_past(asked, m)]
        events.sort(key=lambda m: m.start() or asked.now)
        parts = ((m.parts["event"], m.fact.place, say_when(m.fact.when, asked.now)) for m in events)
        return [" ".join(map(asked.phrase, filter(None, each))) for each in parts]

    # People.

    def bond(self, who: str = "") -> str:
        """Return what somebody is to one: spouse, kin, rival, friend, knownto, metonly or none."""
        who = who or self.who
        asked, kin = self.asked, self.asked.kin(self.asked.me, who)
        between = {f.kind for f in asked.open if {asked.me, who} <= {*f.people} and not f.source}
        if "quarrel" in between:
            return "rival"
        if kin:
            return "spouse" if kin == "spouse" else "kin"
        if between & {"friend", "love", "home"}:
            return "friend"
        return "knownto" if between & {"knows", "like", "unease"} else "metonly" if who in asked.met() else "none"

    def tie(self, who: str = "") -> Fact | None:
        """Return the fact that tells most of what there is between the two."""
        pair = {self.asked.me, who or self.who}
        own = (f for f in self.asked.open if pair <= {*f.people} and not f.source and f.kind in TIES)
        between = [f for f in own if (f.own and f.number >= 0) or f.kind not in ("like", "past", "habit")]
        return min(between, key=lambda fact: (not fact.why, TIES.index(fact.kind)), default=None)

    def has_secret_tie(self) -> bool:
        """Return whether what is most between the two is a secret."""
        pair = {self.asked.me, self.who}
        return self.tie() is None and any(f.secret and f.own and pair <= {*f.people} for f in self.asked.known)

    def view_of(self) -> str:
        """Return one's own opinion of somebody, as one tells it; '' if there is none."""
        own = (f for f in self.asked.open if f.kind == "opinion" and f.own and f.who == self.asked.me)
        fact = next((f for f in own if f.about.startswith(slot(self.who))), None) if self.who else None
        return next(iter(self.asked.told([fact])), "") if fact else ""

    def story_of(self) -> str:
        """Return the sentence of one's own story that tells most of somebody, beside what they are to one."""
        told = (f for f in self.asked.open if f.own and f.number in self.asked.story and self.who in f.people)
        own = [fact for fact in told if fact.kind not in ("kin", "married", "event", "guestlist", "attend")]
        best = max(own, key=lambda fact: len(fact.words), default=None) if self.who else None
        return next(iter(self.asked.told([best])), "") if best else ""

    def thought(self, who: str) -> str:
        """Return what one has come to think of somebody and nobody else: to a stranger, nothing harsh or tender."""
        asked = self.asked
        for fact in (f for f in reversed(asked.open) if f.kind == "thought" and {*f.people} - {asked.me} == {who}):
            said = asked.clause(fact, (who,))
            close = tone_of(said) in TABLE["close_tones"] or re.search(rf"\b(?:{TABLE['feel']['bad']})", said, re.I)
            if asked.bond != "stranger" or not close:
                return said
        return ""

    def words_said(self, mine: bool) -> str:
        """Return the last line that somebody said to one, or one to them, as it was said."""
        asked, pair = self.asked, (self.asked.me, self.who) if mine else (self.who, self.asked.me)
        lines = (line.text for line in reversed(asked.past_lines) if (line.speaker, line.hearer) == pair)
        return next((text for text in lines if self.who and len(content(text)) > 2), "")

    def because(self) -> str:
        """Return the sentence of one's own story that tells what is asked together with its reason."""
        words, story = self.question.words, self.asked.story
        if self.question.bare:
            return ""
        told = [f for f in self.asked.open if f.own and re.search(TABLE["reasons"], story.get(f.number, ""))]
        if not words:
            # 'Why do you look up to Bo?'
            people = {*self.question.people}
            return next(iter(self.asked.told(f for f in told if people and people <= {*f.people})), "")
        shares = {id(f): self.question.shares(self.asked.words_of(f)) for f in told}
        best = max(told, key=lambda fact: shares[id(fact)], default=None)
        enough = best is not None and shares[id(best)] >= min(2, len(words)) * KINDRED
        return next(iter(self.asked.told([best])), "") if best and enough else ""

    def career(self) -> str:
        """Return the sentence of one's own story that tells what one was or did before."""
        mine = sorted(self.asked.of(self.asked.me), key=lambda fact: fact.number)
        told = (
            f for f in mine if f.own and not f.source and re.search(TABLE["career"], self.asked.story.get(f.number, ""))
        )
        return next(iter(self.asked.told(told, most=1)), "")

    def attended(self) -> str:
        """Return the event at which one was in the time that is asked about."""
        asked, when = self.asked, self.question.when
        events = (m for m in self._matters("event") if (start := m.start()) and when.begins <= start < when.ends)
        there = next((m for m in events if lookup.is_past(asked, m) and lookup.has_been(asked, m)), None)
        return asked.phrase(there.parts["event"]) if there else ""

    def last(self) -> str:
        """Return what one last had to do with somebody: a promise, or what one talked about."""
        asked, pair = self.asked, {self.asked.me, self.who}
        for fact in (f for f in reversed(asked.open) if pair <= {*f.people} and f.source in ("", asked.me)):
            if fact.kind in ("promise", "helped") and fact.who in pair:
                return asked.clause(fact, (self.who,))
            if fact.kind == "talked" and fact.about:
                when = say_day(fact.at.date(), asked.now)
                return str(TABLE["talked"].format(about=asked.phrase(fact.about, (self.who,)), when=when))
        return ""

    def seen(self) -> str:
        """Return what one saw somebody at last, as it was."""
        seen = (f for f in self.asked.of(self.who, "doing", "habit") if not f.own and not f.source)
        return next((self.asked.phrase(re.sub(r"(?<=⟧) is\b", " was", f.text, count=1)) for f in seen), "")

    @cached_property
    def company(self) -> str:
        """With whom one would spend time: those one is fond of, or has talked with, the most first."""
        asked = self.asked
        count: Counter[str] = Counter(asked.met())
        for fact in asked.open:
            fond = fact.kind in ("friend", "like", "love", "helped", "thought")
            warm = {"quarrel": -9, "unease": -6}.get(fact.kind, 3 * fond)
            if asked.me in (fact.who, *fact.people) or fact.kind == "thought":
                count.update({name: warm for name in fact.people if name != asked.me and warm})
        pool = asked.met() if self.question.asks("lately") and asked.met() else [*count]
        if self.question.asks("of_friends"):
            pool = [name for name in count if self.bond(name) == "friend"]
        return max((name for name in pool if name != asked.you), key=lambda name: (count[name], name), default="")

    def company_why(self) -> str:
        chosen = self.company
        if not chosen:
            return ""
        known = [*filter(None, [self.tie(chosen)]), *_of_them(Topic(self.asked, self.question, self.row, chosen))]
        return self.thought(chosen) or next(iter(self.asked.told(known, (chosen,), 1)), "")

    def kin(self) -> list[str]:
        """Return one's relatives: by the word that the question names, else of the kinds of the row."""
        asked, word = self.asked, self.groups.get("kin")
        if word:
            return asked.relatives(word.lower())
        return [name for name in asked.people.pronouns if asked.kin(asked.me, name) in self.row.kinds]

    def kin_told(self) -> str:
        """Return what one's own story tells of relatives whom it does not name: of those that the question means."""
        named = (self.groups.get("kin") or ("spouse" if self.row.kinds == ("spouse",) else "")).lower()
        meant = TABLE["relatives"].get(named, named) if named else " ".join(TABLE["relatives"].values())
        words, own = content(meant), slot(self.asked.me)
        mine = [
            f for f in self.asked.open if not f.source and (f.text.startswith(own) or (f.own and _THEIR.match(f.text)))
        ]
        exact = content(named)
        # 'My neighbour has five children' tells of nobody's own.
        of_others = re.compile(rf"(?:{re.escape(own)}'s|His|Her|Their) (\w+)")
        heads = {id(fact): head[1] if (head := of_others.match(fact.text)) else "" for fact in mine}
        of_kin = [
            fact
            for fact in mine
            if self.asked.words_of(fact) & words and (not heads[id(fact)] or content(heads[id(fact)]) & words)
        ]
        # Asked for their children, people tell of those before they tell of their children's.
        several = named in ("children", "kids", "siblings")
        of_kin.sort(key=lambda fact: (several and bool(heads[id(fact)]), not self.asked.words_of(fact) & exact))
        told = self.asked.told(of_kin)
        return ", and ".join(told[: 1 if named else 2])

    def housemates(self) -> list[str]:
        homes = (f for f in self.asked.open if f.kind == "home" and not f.source and self.asked.me in f.people)
        return [*self.kin(), *(name for fact in homes for name in fact.people if name != self.asked.me)]

    # Talks and places.

    def told_whom(self) -> list[str]:
        """Return to whom one has spoken of what is asked."""
        asked, words = self.asked, self.question.words
        mine = (line for line in asked.past_lines if line.speaker == asked.me)
        return [*dict.fromkeys(line.hearer for line in mine if words & content(line.text))]

    def talks(self) -> list[Fact]:
        """Return the talks that one remembers: with whoever is asked about, and of the day that is asked about."""
        asked, when, pair = self.asked, self.question.when, {self.asked.me, self.who or self.asked.me}
        memos = [f for f in asked.open if f.kind == "talked" and pair <= {*f.people}]
        return [f for f in memos if not (when.dated or when.part) or f.at.date() == when.date]

    def last_talk(self) -> str:
        """Return when one last talked with somebody."""
        asked, when = self.asked, self.question.when
        lines = (line.at for line in asked.past_lines if {line.speaker, line.hearer} == {asked.me, self.who})
        times = [at for at in lines if not when.dated or at.date() == when.date] + [f.at for f in self.talks()]
        if not times:
            return ""
        at = max(times)
        return f"{say_day(at.date(), asked.now)} {TABLE['at']} {say_clock(at.hour * 60 + at.minute)}"

    def mostly(self, seen: bool) -> str:
        """Return with whom one talks most or, counting whom one saw, is most."""
        asked = self.asked
        pairs = [{line.speaker, line.hearer} for line in asked.past_lines]
        pairs += [{*fact.people} for fact in asked.open if fact.kind == "talked"]
        count = Counter(name for people in pairs if asked.me in people for name in people - {asked.me})
        count.update(f.who for f in asked.open if seen and f.who not in ("", asked.me) and not f.own and not f.source)
        return asked.call(min(count, key=lambda name: (-count[name], name))) if count else ""

    def mostly_at(self) -> str:
        """Return where one, or somebody else, mostly is; but for home and work if these are left out."""
        asked, who = self.asked, self.who or self.asked.me
        work = [re.search(r" (?:at|of|in|for) ((?:the )?[^\W\d_a-z].*)", fact.about) for fact in asked.of(who, "trade")]
        known = [found[1] for found in work if found and who != asked.me]
        seen = [f.place for f in asked.open if f.who == who and not f.own and f.place and f.kind != "trade"]
        bare = (re.sub(r"^(?:at|in|on) (?:the )?", "", place) for place in known or seen if place != "at home")
        places = Counter(map(asked.phrase, bare))
        plan = self.hours.plan(self.hours.today) if who == asked.me else []
        places.update(each.place for each in plan if each.place)
        if self.question.asks("besides"):
            working = (s for s in plan if re.match(TABLE["at_work"], s.doing))
            for own in {s.place for s in (*working, *plan[:1], *plan[-1:])}:
                del places[own]
        return min(places, key=lambda place: (-places[place], place), default="")

    # Reasons and sources.

    def aims(self) -> list[str]:
        """Return what somebody wants to do, and why: the reason of what is asked, then wishes that have reasons."""
        asked, of = self.asked, self.matter.owner if self.matter else self.who or self.asked.me
        near = self.matter.words if self.matter else self.question.words
        known = () if of == asked.me else (of,)
        mine = [*reversed(asked.of(of, "wish", "hope", "opinion", "cause"))]
        if not any(f.words & near for f in mine if f.kind in ("cause", "wish", "hope")):
            return []
        direct = [asked.phrase(f.why, known) for f in mine if f.kind == "cause" and f.why]
        reasons = [f for f in mine if f.why and f.kind != "cause"]
        views = [f for f in mine if f.kind == "opinion" and self.matter and not direct]
        return [*direct, *asked.told(reasons or views, known)]

    @cached_property
    def reason(self) -> Fact | None:
        """The fact that gives the reason of what is asked, or of what one has just said."""
        asked, who, people = self.asked, self.who or self.asked.me, {*self.question.people}
        last = " ".join(asked.before[-1:])
        facts = [f for f in asked.open if f.why and who in (f.who, *f.people)]
        facts = [f for f in facts if asked.phrase(f.why, (who,)) not in last]
        if self.question.bare and last:
            # 'Why?' asks for the reason of what was said, and of nothing that is like it.
            facts = [f for f in facts if content(f.text) & content(last)]
        best = max(facts, key=lambda f: self.question.shares(content(f.text)), default=None)
        bonds = (f for f in facts if f.kind in TIES and people and people <= {*f.people})
        return best if best and self.question.shares(content(best.text)) else next(bonds, None)

    def origin(self) -> str:
        """Return where one is from, by one's own story."""
        own = [f for f in self.asked.of(self.asked.me) if f.own and not f.source and f.number >= 0]
        own.sort(key=lambda fact: fact.number)
        told = [fact for fact in own if re.search(TABLE["origin"], self.asked.story.get(fact.number, fact.text))]
        return next(iter(self.asked.told(told, most=1)), "")

    def since(self) -> str:
        """Return a sentence of one's memories that says since when something is so."""
        asked, people = self.asked, {*self.question.people}
        told = ((f, asked.story.get(f.number, f.text) if f.own else f.text) for f in asked.open if f.kind != "thought")
        dated = [fact for fact, text in told if re.search(TABLE["since"], text)]
        near = {id(f): self.question.shares(asked.words_of(f)) - (0 if f.own else KINDRED) for f in dated}
        near |= {id(f): near[id(f)] + 1 for f in dated if people and people <= {*f.people}}
        best = max(reversed(dated), key=lambda fact: near[id(fact)], default=None)
        if best is None or near[id(best)] <= 0:
            # 'How long have you been a potter?': a story begins with one's work.
            own = (f for f in dated if f.own and f.number >= 0 and self.question.asks("asks_work"))
            best = min(own, key=lambda fact: fact.number, default=None)
        return next(iter(asked.told([best])), "") if best else ""

    @cached_property
    def sources(self) -> list[Fact]:
        """What others told of what is asked, the fact that tells most first."""
        words, about = self.question.words, {*self.question.people}
        told = [f for f in self.asked.known if f.source not in ("", self.asked.me) and not f.secret]
        worth = [len(f.words & words) + len(about & {*f.people}) for f in told]
        most = max(worth, default=0)
        heard = (f for f, shared in zip(told, worth, strict=True) if most and shared == most)
        return sorted(heard, key=lambda f: (f.kind not in ("cause", "event"), not f.when.known()))

    def told_by(self) -> str:
        """Return who told one the news that is asked about, by one's own story."""
        told = {fact.told_by: self.question.shares(fact.words) for fact in self.asked.open if fact.told_by}
        best = max(told, key=lambda who: told[who], default="")
        return self.asked.phrase(best) if told.get(best) else ""

    @cached_property
    def meant(self) -> Fact | None:
        """What of one's own story one had planned for a day that is over, of what is asked."""
        asked, words = self.asked, self.question.words
        mine = (f for f in asked.of(asked.me, "plan", "wish") if f.own and f.end is not None and f.end <= asked.now)
        shared = [f for f in mine if self.question.shares(asked.words_of(f)) >= max(1, min(2, len(words))) * KINDRED]
        return max(shared, key=lambda fact: self.question.shares(asked.words_of(fact)), default=None)

    def carried_out(self) -> bool:
        """Return whether one remembers doing what one had planned."""
        meant, asked = self.meant, self.asked
        done = (f for f in asked.of(asked.me, "doing", "past") if not f.own and not f.source)
        return meant is not None and any(
            f.at.date() == meant.when.date and len(f.words & meant.words) >= min(2, len(meant.words)) for f in done
        )

    def promised(self, pattern: str = "") -> list[Fact]:
        """Return what one has promised, or told somebody, that is about what is asked."""
        own = (f for f in self.asked.open if f.who == self.asked.me and f.words & self.question.words)
        kinds = ("attend", "promise") if not pattern else ("told",)
        return [f for f in own if f.kind in kinds and re.search(pattern, f.text)]


_THEIR = re.compile(r"(?:His|Her|Their) ")
_OF_IT = re.compile(r"\b(?:about|over|of|for) (?:it|this|that)\b")
"""What means something that another sentence names."""

# Whose facts a row looks up.


def _of_me(topic: Topic) -> Iterator[Fact]:
    things = (f for f in topic.asked.open if "thing" in topic.row.kinds and f.own and f.who == "" and not f.source)
    for fact in (*topic.asked.of(topic.asked.me), *things):
        loved = fact.kind == "like" and fact.about.startswith("⟦")
        seen = fact.kind == "doing" and not fact.own and not fact.words & topic.question.words
        named = not topic.question.people or {*topic.question.people} & {*fact.people}
        vague = fact.kind in ("worry", "fear") and fact.number not in topic.asked.story and _OF_IT.search(fact.text)
        if not vague and not fact.source and not loved and not seen and named and not over(topic.asked, fact):
            yield fact


def _of_them(topic: Topic) -> Iterator[Fact]:
    """What one may tell of somebody else: what they are first, then what others did with them."""
    asked, who, order = topic.asked, topic.who, topic.row.kinds
    if who and who != asked.me:
        lasting = [fact for fact in asked.of(who) if lasts(asked, fact) and (fact.kind in order or not order)]
        yield from sorted(lasting, key=lambda fact: order.index(fact.kind) if order else 0)
        for fact in reversed(asked.open):
            private = fact.kind in ("thought", "talked", "attend", "promise", "asked", "told")
            if who in fact.people and fact.who not in (who, asked.me) and not private and lasts(asked, fact):
                yield fact


def _heard(topic: Topic) -> Iterator[Fact]:
    asked, who = topic.asked, topic.who
    for fact in reversed(asked.open):
        told = fact.source == who if who else fact.source not in ("", asked.me)
        if told and len(fact.words) > 1 and fact.kind != "rumour" and lasts(asked, fact):
            yield fact


def _deeds(topic: Topic, *, mine: bool) -> Iterator[Fact]:
    """What others asked, told or promised one, the newest first; or oneself others, where it is `mine`."""
    asked, who = topic.asked, topic.who
    for fact in reversed(asked.open):
        between = fact.who != "" and asked.me in fact.people and (fact.who == asked.me) is mine and not fact.own
        if between and (not who or who in fact.people) and fact.source in ("", asked.me):
            yield fact


def _thoughts(topic: Topic) -> Iterator[Fact]:
    """What one has come to think, the newest first: to a stranger nothing on others."""
    asked = topic.asked
    for fact in reversed(asked.open):
        if fact.kind == "thought" and (asked.bond != "stranger" or {*fact.people} <= {asked.me}):
            yield fact


FACTS: Mapping[str, Callable[[Topic], Iterator[Fact]]] = {
    "them": _of_them,
    "heard": _heard,
    "thoughts": _thoughts,
    "sought": lambda t: (
        f for mine in (False, True) for f in _deeds(t, mine=mine) if f.kind != "asked" or f.who != t.asked.me
    ),
    "story": lambda t: (f for f in _of_me(t) if f.own and f.number >= 0),
    "tome": lambda t: _deeds(t, mine=False),
    "ofme": lambda t: _deeds(t, mine=True),
    "between": lambda t: (f for f in t.asked.of(t.who) if t.asked.me in f.people and f.who == t.who),
    "relative": lambda t: (f for who in t.kin() for f in t.asked.of(who) if lasts(t.asked, f)),
    **dict.fromkeys(MATTERS, lambda t: iter(())),
}
"""What `of` of a row may be, beside me."""
