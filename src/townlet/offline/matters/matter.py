"""Matters: what two people can talk about, each with a life that is read from what is remembered."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from townlet.offline.forms import verb_form
from townlet.offline.matters.context import Context
from townlet.offline.reader.facts import Fact, content, end_told, held_for
from townlet.offline.reader.people import SLOT, slot
from townlet.offline.reader.phrases import gerund
from townlet.offline.words import WORDS, pattern

EVENT_LASTS = dt.timedelta(minutes=150)
"""An event of which only the hour is known when it begins lasts so long: better too long than spoken of as over."""

MEETING_LASTS = dt.timedelta(minutes=75)
"""A meeting or a lesson of which only the beginning is known: nobody stays on when the matter is settled."""


def usual_length(event: str) -> dt.timedelta:
    """Return how long an event lasts, by its name, of which only the beginning is told."""
    return MEETING_LASTS if _is_event(event, "debated") or _is_event(event, "earnest") else EVENT_LASTS


def _is_event(event: str, kind: str) -> bool:
    return bool(pattern(WORDS.tables["doings"][kind]).search(event.lower()))


@dataclass(frozen=True)
class Deed:
    """That a move was made on a matter."""

    by: str
    to: str
    does: str
    """What the move leaves behind ('promised'), the id of the move, or 'spoken'."""
    at: dt.datetime
    now: bool
    """Whether it was in the talk that is going on."""
    number: int = -1
    """Which of the memories shown tells it."""


@dataclass
class Matter:
    """One thing that people can talk about."""

    kind: str
    """The `on` of moves: event, need, cause, worry, trial, quarrel, pursuit, wish, opinion, taste, tale, plan, news,
    seen, face, tie or thought."""
    owner: str
    """Whose matter it is; '' for nobody's."""
    fact: Fact
    """The fact that tells most of it."""
    words: frozenset[str]
    parts: dict[str, str] = field(default_factory=dict)
    """Slotted phrases that frames can use: what is needed, for what, why."""
    deeds: list[Deed] = field(default_factory=list)

    @property
    def key(self) -> str:
        return f"{self.kind}:{self.owner}:{self.fact.text}"

    def start(self) -> dt.datetime | None:
        return self.fact.start

    def end(self) -> dt.datetime | None:
        start = self.fact.start
        if self.kind == "event" and start is not None and self.fact.when.end is None:
            return start + usual_length(self.parts.get("event", ""))
        return self.fact.end

    def is_event(self, kind: str) -> bool:
        """Return whether an event is of a kind of words/doings.toml, by its name."""
        return _is_event(self.parts.get("event", ""), kind)

    def is_listed(self, who: str) -> bool:
        """Return whether the host of an event has thought of somebody for it."""
        return slot(who) in self.parts.get("guestlist", "")

    def is_kept_from(self, who: str) -> bool:
        """Return whether the host of an event does not ask somebody to it, or means it to surprise them."""
        event = self.parts.get("event", "")
        surprised = "surprise" in event and slot(who) in event and who != self.owner
        return surprised or slot(who) in self.parts.get("unasked", "")

    def is_askable(self, who: str) -> bool:
        """Return whether the host may ask somebody to an event: a guest of the list, or anybody whom it leaves out."""
        leaves_room = not self.parts.get("guestlist") or bool(self.parts.get("beyond"))
        return not self.is_kept_from(who) and (self.is_listed(who) or leaves_room)


_PLAIN: Mapping[str, str] = {
    "like": "taste",
    "dislike": "taste",
    "opinion": "opinion",
    "wish": "wish",
    "past": "tale",
    "can": "tale",
    "worry": "worry",
    "trial": "trial",
    "cause": "cause",
    "rumour": "news",
    "wonder": "wonder",
    "thought": "thought",
}
"""The kinds of facts that are matters as they stand."""
_MORE = re.compile(r", (?:and|but) (?!\w+ing\b).*")


_HOW = re.compile(r"(?<=\w), (?:this time|with|by|so|before|after|as|for|without|even|if|just|where|then) .*")
"""What a plan goes on to tell: 'count the slabs again, this time by candlelight'."""


def at_work(doing: str) -> str:
    """Return what somebody works at: 'learning to bake' of 'learning to bake, and most of it burns'."""
    return _MORE.sub("", doing)


_GROUP = re.compile(
    r"(?:(?:\b(?:his|her|their)|⟦[^⟧]+⟧'s) (?:\w+ )?(?P<kin>\w+)"
    r"|\bthe (?P<family>\w+) (?:brothers|sisters|twins|family|couple))\b"
)
_AND = re.compile(r"\b(?:and|but|of course|also|both)\b|[\s,]")
_NEWS = re.compile(r"(?i)(?:the|an?|some\w*|no|nobody|every\w*|people|all|two|three|many|⟦[^⟧]+⟧'s) ")
"""How a told sentence about a thing begins that is worth telling on; 'that sounds nice' is not."""


_SEARCH = re.compile(r"⟧ is (?:looking|searching|hunting) for ")
_TODAY = re.compile(r"\b(?:later|soon|today|tonight|now|this (?:morning|afternoon|evening))$")


_ASKS = re.compile(
    r"\b(?:means|plans|wants|hopes|intends|is going|would like|ought|is about) to"
    r" (?:ask|see|try|(?:talk|speak|go|turn) to) (?:old )?(?P<ask>⟦[^⟧]+⟧)"
    r"|(?P<has>⟦[^⟧]+⟧)(?: (?:at|in|from|of) [^,⟦]{1,30})? has (?:been promising|promised)\b"
)
"""Whom a story names as the one to ask for what is needed."""


def _held_for(event: Fact) -> str:
    """Return what an event is held for: 'to raise money for the roof', 'because ⟦Cy Du⟧ is back'; '' if it is not
    told."""
    if event.why:
        return f"because {event.why}"
    _, _, told = event.text.partition(event.about)
    so_that = _SO_THAT.search(told)
    return (so_that[0] if so_that else held_for(told.replace(f" {event.place}", "", 1))).lstrip(", ")


_SO_THAT = re.compile(r"so that [^,;]+")


class Matters:
    """The matters that the facts of a context make."""

    def __init__(self, context: Context, facts: Iterable[Fact]) -> None:
        self.context = context
        self.all: list[Matter] = []
        ordered = sorted(facts, key=lambda fact: (fact.kind not in ("cause", "event"), not fact.own))
        for fact in ordered:
            if not _passing(fact):
                self._take(fact)
        self._tie_hosts()
        self._tie_guests()
        self._tie_ends()
        self._tie_causes()

    def _put(self, kind: str, owner: str, fact: Fact, words: frozenset[str], **parts: str) -> Matter:
        same = next((m for m in self.all if m.kind == kind and self._same(m, owner, fact, words)), None)
        if same is None:
            same = Matter(kind, owner, fact, words, {key: said for key, said in parts.items() if said})
            self.all.append(same)
            return same
        same.parts.update({key: said for key, said in parts.items() if said and key not in same.parts})
        same.words |= words
        same.owner = same.owner or owner
        if fact.when.known() and not same.fact.when.known():
            same.fact = replace(fact, place=fact.place or same.fact.place)
        elif fact.place and not same.fact.place:
            same.fact = replace(same.fact, place=fact.place)
        return same

    def _same(self, matter: Matter, owner: str, fact: Fact, words: frozenset[str]) -> bool:
        if matter.kind == "event":
            if matter.owner and owner and matter.owner != owner:
                return False
            at_once = (
                matter.start() is not None and matter.start() == fact.start and bool(matter.fact.place == fact.place)
            )
            return at_once or bool(matter.words & words)
        if matter.owner != owner:
            return False
        if matter.kind in ("cause", "tie", "face", "seen"):
            return matter.kind == "cause" or matter.fact.text == fact.text
        least = min(len(matter.words), len(words))
        return least > 0 and len(matter.words & words) >= max(1, 0.6 * least)

    def _take(self, fact: Fact) -> None:
        if fact.secret or (fact.who == "" and fact.kind == "thing"):
            if (
                fact.kind == "thing"
                and not fact.secret
                and not fact.own
                and (not fact.source or _NEWS.match(fact.text))
            ):
                self._put("news" if fact.source else "seen", "", fact, fact.words, it=fact.text, what=fact.text)
            return
        if fact.kind in ("event", "attend"):
            promised = re.search(r"promised ⟦([^⟧]+)⟧ to come to ", fact.text)
            host = fact.who if fact.kind == "event" else promised[1] if promised else ""
            self._put("event", host, fact, content(fact.about), event=definite(fact.about), held_for=_held_for(fact))
        elif fact.kind == "need":
            self._take_need(fact)
        elif fact.kind in ("quarrel", "unease"):
            self._take_quarrel(fact)
        elif fact.kind == "doing":
            self._take_doing(fact)
        elif fact.kind == "plan":
            self._put("plan" if fact.when.date else "wish", fact.who, fact, fact.words, do=_HOW.sub("", fact.about))
        elif fact.kind == "trade" and fact.source == fact.who and fact.source:
            self._put("face", fact.who, fact, fact.words, trade=fact.about)
        elif fact.kind in ("friend", "knows") and fact.own:
            other = next((name for name in fact.people if name != fact.who), "")
            self._put("tie", fact.who, fact, fact.words, other=slot(other), why=fact.why)
        elif kind := _PLAIN.get(fact.kind):
            self._take_plain(kind, fact)

    def _take_plain(self, kind: str, fact: Fact) -> None:
        said = fact.about
        if kind == "tale" and re.search(r"\b(?:moved|came) to\b", fact.text):
            kind = "arrival"
        if kind in ("taste", "wish"):
            said = re.split(r" (?:and|but) (?=(?:is|are|has|does|wants|would|expects|keeps|looks)\b)", said)[0]
        parts = {"it": said, "whole": fact.text, "why": fact.why}
        if kind == "wish" and gerund(said):
            parts["do"] = said
        if kind == "worry":
            parts["it"] = re.sub(r", (?:who|whose|which) .*", "", said)
            about = re.match(r"⟦([^⟧]+)⟧(?!')", said)
            parts["about"] = about[0] if about else ""
        # News is nobody's: whoever passes it on tells the same.
        matter = self._put(kind, "" if kind == "news" else fact.who, fact, fact.words, **parts)
        if kind == "cause":
            matter.parts["office"] = said

    def _take_need(self, fact: Fact) -> None:
        """A list of things and hands is a need each."""
        for part in re.split(r"(?:,| and) (?=somebody|someone)", fact.about):
            hand = re.match(
                rf"(?:{WORDS.tables['needs']['hands']})\b(?P<like>.*?)"
                r"(?: who (?:can|could|will|would)| to"
                r"| who(?= (?!is |was |has |does )\w+s (?!.* to (?:come|help|listen|look|advise)\b))) (?P<do>.+)",
                part,
            )
            thing, _, purpose = ("", "", "") if hand else _thing_for(part)
            do = _base(hand["do"]) if hand else ""
            words = content(thing or do)
            self._put(
                "need",
                fact.who,
                fact,
                words,
                thing=thing,
                do=do,
                like=hand["like"].strip() if hand else "",
                purpose=purpose,
                why=fact.why,
                ask=" ".join(found["ask"] or found["has"] for found in _ASKS.finditer(fact.text)),
            )

    def _take_quarrel(self, fact: Fact) -> None:
        other = next((name for name in fact.people if name != fact.who), "")
        sides = frozenset((fact.who, other))
        known = next((m for m in self.all if m.kind == "quarrel" and {m.owner, m.parts["other"][1:-1]} == sides), None)
        if known is None:
            known = Matter("quarrel", fact.who, fact, content(fact.why), {"other": slot(other)})
            self.all.append(known)
        if fact.why:
            known.parts[f"why of {fact.who}"] = fact.why

    def _take_doing(self, fact: Fact) -> None:
        lasting = fact.own or (fact.source and fact.source == fact.who)
        if lasting and not fact.when.known():
            self._put("pursuit", fact.who, fact, fact.words, doing=at_work(fact.about))

    def _tie_hosts(self) -> None:
        """Whoever is seen at hosting an event is its host."""
        seen = [(fact.who, fact.about) for fact in self.context.facts if fact.kind == "doing"]
        for who, doing in (*seen, (self.context.you, self.context.your_doing), (self.context.me, self.context.doing)):
            for event in self.all:
                if (
                    event.kind == "event"
                    and not event.owner
                    and doing.startswith("hosting ")
                    and event.words <= content(doing)
                ):
                    event.owner = who

    def _tie_ends(self) -> None:
        """What one's own story says of 'it' after an event of one's own tells when that ends: 'It lasts an hour.'"""
        event = None
        for fact in (fact for fact in self.context.facts if fact.own and not fact.source):
            if fact.kind == "event":
                event = next((m for m in self.all if m.kind == "event" and m.fact.text == fact.text), None)
            elif event is not None and fact.kind == "thing" and event.fact.when.start is not None:
                ends = end_told(fact, event.fact.when.start)
                if ends is not None and event.fact.when.end is None:
                    event.fact = replace(event.fact, when=replace(event.fact.when, end=ends))

    def _tie_guests(self) -> None:
        """Tell of each event whom its host asks: by name, as 'her sister' or as 'the Bo brothers'; and whom not.

        Where others are told in words that mean nobody, such as 'the neighbours', anybody may be asked besides.
        """
        for fact in (fact for fact in self.context.facts if fact.kind == "guestlist" and fact.own):
            # 'Ann Bo and Cy Bo are invited' tells of those whom the owner of the story invites.
            hosts = (fact.who, self.context.me)
            events = [m for m in self.all if m.kind == "event"]
            # Who tells whom they ask to an event without a host is its host.
            own = [m for m in events if m.owner in hosts] or [m for m in events if not m.owner and m.fact.own]
            event = next((m for m in own if m.words & fact.words), own[0] if len(own) == 1 else None)
            asked, _, kept_away = fact.about.partition("not ")
            named, unasked = self._named(fact.who, asked), self._named(fact.who, kept_away)
            if event is not None and (named or unasked):
                event.owner = event.owner or self.context.me
            if event is not None and unasked:
                event.parts["unasked"] = event.parts.get("unasked", "") + " ".join(map(slot, unasked))
                if any(slot(name) in event.parts["event"] for name in unasked):
                    # So that those who are told of it know that it is one.
                    event.parts["event"] = _surprise(event.parts["event"])
            if event is not None and named:
                listed = (slot(name) for name in named if name != event.owner)
                event.parts["guestlist"] = " ".join(filter(None, (event.parts.get("guestlist"), *listed)))
                event.parts["beyond"] = _AND.sub("", SLOT.sub("", _GROUP.sub("", asked)))

        for event in (m for m in self.all if m.kind == "event" and m.owner == self.context.me):
            # Whom an event of one's own is for is to be there, if it is no surprise.
            for name in SLOT.findall(event.parts["event"]):
                if name != event.owner and not event.is_kept_from(name) and not event.is_listed(name):
                    event.parts.setdefault("beyond", "others")
                    event.parts["guestlist"] = f"{event.parts.get('guestlist', '')} {slot(name)}".strip()

    def _named(self, who: str, told: str) -> list[str]:
        return SLOT.findall(_GROUP.sub(partial(self._group, who), told))

    def _group(self, who: str, group: re.Match[str]) -> str:
        people = self.context.people.pronouns
        if family := group["family"]:
            return " ".join(slot(name) for name in people if name.split()[-1] == family)
        kin = "spouse" if group["kin"] in ("husband", "wife") else group["kin"]
        found = [name for name in people if self.context.kin(who, name) == kin]
        return slot(found[0]) if len(found) == 1 else ""

    def _tie_causes(self) -> None:
        """What somebody would do in an office: the wishes for which they give a reason, but not to be chosen."""
        for cause in (m for m in self.all if m.kind == "cause"):
            for wish in (m for m in self.all if m.kind == "wish" and m.owner == cause.owner):
                if wish.fact.why and not wish.words & content(cause.parts.get("office", "")):
                    place = sum(key.startswith("aim") for key in cause.parts)
                    cause.parts |= {f"aim {place}": wish.parts["do"], f"why {place}": wish.fact.why}
            if cause.fact.why:
                cause.parts.setdefault("why", cause.fact.why)


def _surprise(event: str) -> str:
    """'the farewell tea for Ann Bo' as 'the surprise farewell tea for Ann Bo'."""
    return event if "surprise" in event else re.sub(r"^((?:the|his|her|their) )?", r"\1surprise ", event, count=1)


def _thing_for(needed: str) -> tuple[str, str, str]:
    """Return what is needed, ' for ' and what it is for. A home for a piano is no home: it keeps its 'for'."""
    needed = re.sub(r" for (?:it|that|the occasion|the day)$", "", needed)
    whole = re.sub(r", (?!and\b)(?!.*(?:,| and ))", " and ", needed)
    return (
        (whole, "", "")
        if re.match(r"(?:an?|the) (?:\w+ )?(?:home|place|use|buyer) for ", whole)
        else whole.partition(" for ")
    )


def _base(doing: str) -> str:
    """Return what somebody does as what they are to do: 'understands engines' as 'understand engines'."""
    verb, _, rest = doing.partition(" ")
    form = verb_form(verb)
    return f"{form[0]} {rest}".strip() if form and form[1] == "VBZ" else doing


def _passing(fact: Fact) -> bool:
    """Return whether a fact only tells of the day: how somebody means to spend it, or what they looked for at work."""
    if fact.kind == "need":
        return not fact.own and not fact.source and bool(_SEARCH.search(fact.text))
    if fact.own or fact.kind not in ("plan", "wish") or (fact.kind == "plan" and fact.when.date):
        return False
    return fact.when.date == fact.at.date() or bool(_TODAY.search(fact.about))


def definite(phrase: str) -> str:
    """Return the name of an event as it is spoken of once it is known: 'the picnic'."""
    if _MEAL_OF.match(phrase):
        return f"the {phrase}"
    return re.sub(r"^(?:an?|another|⟦[^⟧]+⟧'s) ", "the ", phrase)


_MEAL_OF = re.compile(
    r"(?!an? |the |some )(?:[a-z]+ ){1,2}(?:soup|stew|goulash|curry|chilli|paella|pancakes|dumplings|pie|fish|cake)\b"
)
"""What is cooked for people, without an article: 'potato soup'."""
