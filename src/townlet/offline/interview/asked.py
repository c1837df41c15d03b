"""A question as the one asked understands it, and what they may tell of what they know."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from townlet.language.prompt import Field
from townlet.offline.english import expand, listing, lower_first
from townlet.offline.fields import Fields, clock, records, text
from townlet.offline.matters.context import SHOWN, draw
from townlet.offline.matters.matter import Matter
from townlet.offline.moves.talk import Talk
from townlet.offline.reader.facts import Fact, content, sentences
from townlet.offline.reader.people import first_name, persons, slot
from townlet.offline.reader.phrases import bound, from_speech
from townlet.offline.times import read_when, say_when
from townlet.offline.words import WORDS, pattern

NEAR = dt.timedelta(minutes=45)
"""What is remembered so near to an hour tells what one was at then."""
SAME = 0.6
"""A fact with this share of its words in another says the same."""
STRANGER = "⁂"
"""The name of an asker whose name is not known: one that stands in no text."""
_MIDNIGHT = dt.time()


@dataclass(frozen=True)
class Question:
    """One question, or one part of a compound question."""

    raw: str
    """As it was asked, without contractions."""
    text: str
    """The same with people as slots, whether by name, by kin word or by a pronoun that can only mean them."""
    people: tuple[str, ...]
    """Who is asked about, besides the two who talk."""
    words: frozenset[str]
    """The words that carry matter."""
    date: dt.date
    """The day asked about; today if none is named."""
    dated: bool
    """Whether a day is named."""
    span: tuple[int, int]
    """The minutes of that day that are asked about."""
    part: str
    """The part of the day that is named: 'morning'; else ''."""
    hour: int | None
    """The minute of that day, if the question names a clock time."""
    past: bool

    @property
    def who(self) -> str:
        """The one person asked about; '' if nobody or more than one is."""
        return self.people[0] if self.people else ""


@dataclass(frozen=True)
class Stretch:
    """A part of a day's plan, in minutes after midnight."""

    start: int
    end: int
    doing: str
    """A slotted phrase."""
    place: str
    """The name of the building or ground; '' if it is not known."""


class Asked(Talk):
    """Somebody who is asked questions. Nothing that they may not tell is among what they know here."""

    def __init__(self, fields: Fields, seed: int) -> None:
        kept, self.confided = _without_confidences(_with_stranger(fields))
        super().__init__(kept, seed)
        self.before = [line.text for line in self.lines]
        """What was asked and answered before, oldest first."""

    def call(self, who: str) -> str:
        """Return how one speaks of somebody: to strangers by the full name."""
        called = super().call(who)
        return who if called == first_name(who) and self.bond == "stranger" else called

    @cached_property
    def open(self) -> list[Fact]:
        """What one may tell: no secret, and no thought about whom a secret is about."""
        secret = {name for fact in self.known if fact.secret for name in fact.people if name != self.me}
        return [
            fact
            for fact in (*self.known, *self._in_free_words)
            if not fact.secret
            and fact.kind != "plans"
            and not (fact.kind == "thought" and secret & {*fact.people})
            and not (
                fact.source and fact.kind == "thing" and not re.match(WORDS.tables["questions"]["subject"], fact.text)
            )
        ]

    @cached_property
    def _in_free_words(self) -> list[Fact]:
        """What others said in words that a move reads as no more than a remark."""
        remarks = (
            act
            for act in self.acts
            if act.move and not act.move.tells and not act.move.role and act.line.speaker != self.me
        )
        told = (
            self.reader.told(act.read.text, act.line.speaker, act.line.hearer, act.line.at, act.line.number)
            for act in remarks
        )
        return [fact for fact in told if fact and len(fact.words) > 1 and ". " not in fact.text]

    def of(self, who: str, *kinds: str) -> list[Fact]:
        """Return what one may tell of somebody, of these kinds: what they said themselves first, the newest first."""
        found = [fact for fact in reversed(self.open) if fact.who == who and (fact.kind in kinds or not kinds)]
        return sorted(found, key=lambda fact: fact.source not in ("", who))

    def any_of(self, matters: Iterable[Matter], words: frozenset[str]) -> Matter | None:
        """Return the matter that shares most words with a question; None if none shares any."""
        best = max(matters, key=lambda matter: len(matter.words & words), default=None)
        return best if best and best.words & words else None

    # Saying.

    def pick(self, key: str, ways: Sequence[str]) -> str:
        """Return one of several ways to say something."""
        return ways[int(draw(self.seed, self.me, key) * len(ways))]

    def names(self, people: Iterable[str], most: int = 4) -> str:
        """Return people as a list: 'Ann Bo and my husband Cy'; '' if there are none."""
        return listing([self.call(who) for who in dict.fromkeys(people)][:most])

    def phrase(self, slotted: str, known: Iterable[str] = ()) -> str:
        """Return a slotted phrase or clause in one's own words, fit for the middle of a sentence."""
        slotted = re.sub(rf"(?:⟦[^⟧]+⟧(?:, | and ))+{slot(self.me)}'s\b", "our", slotted)
        return lower_first(self.say(slotted, known)).rstrip(" .")

    def clause(self, fact: Fact, known: Iterable[str] = (), why: bool = True, source: bool = True) -> str:
        """Return what a fact says, with its time, its reason and who told it: 'Gus tells me that he is leaving'."""
        gone = fact.end is not None and fact.end <= self.now
        said = re.sub(r"(?<=⟧) is\b", " was", fact.text, count=1) if gone else fact.text
        said = re.sub(r"(?<=⟧) plans\b", " planned", said, count=1) if gone else said
        said = f"{said} {say_when(fact.when, self.now)}".strip()
        if why and fact.why:
            said = f"{said}, {WORDS.tables['questions']['because']} {fact.why}"
        if source and fact.source not in ("", self.me):
            heard = str(WORDS.tables["questions"]["hearsay"])
            said = heard.format(who=slot(fact.source), me=slot(self.me), said=lower_first(said))
        return self.phrase(said, known)

    def told(self, facts: Iterable[Fact], most: int = 2, known: Sequence[str] = ()) -> list[str]:
        """Return clauses of the first few facts that do not say the same."""
        chosen: list[Fact] = []
        for fact in facts:
            same = any(fact.words and len(fact.words & other.words) >= SAME * len(fact.words) for other in chosen)
            if not same and len(chosen) < most:
                chosen.append(fact)
        before = ["", *(fact.source or fact.who for fact in chosen)]
        return [self.clause(fact, [*known, name]) for fact, name in zip(chosen, before, strict=False)]

    # Days.

    def day(self, date: dt.date) -> list[Stretch]:
        """Return the plan of a day, as far as it is known; a time before the last one's is past midnight."""
        if date == self.now.date():
            shown = [
                (text(each, "start"), text(each, "end"), text(each, "activity"), text(each, "place"))
                for each in records(self.fields, "plan")
            ]
        else:
            plans = next((fact.text for fact in self.known if fact.kind == "plans" and fact.at.date() == date), "")
            items = re.findall(r"(?:: |, )(.+?) at (\d{1,2}:\d\d [ap]m)", plans)
            nexts = [*(start for _, start in items[1:]), ""]
            shown = [(start, end, doing, "") for (doing, start), end in zip(items, nexts, strict=False)]
        found: list[Stretch] = []
        for begins, ends, doing, place in shown:
            start, end = clock(begins), clock(ends)
            if start is None or not doing:
                continue
            start += 1440 if found and start < found[-1].start else 0
            end = start if end is None else end + 1440 * (start // 1440)
            found.append(
                Stretch(start, end + 1440 if end < start else end, self._mine(doing), place.partition(":")[0].strip())
            )
        return found

    def _mine(self, activity: str) -> str:
        """Return an activity of one's own with people as slots, oneself, too."""
        return re.sub(r"\b(?:his|her|their)\b", f"{slot(self.me)}'s", self.people.masked(activity))

    def lived(self, start: dt.datetime, end: dt.datetime) -> list[Fact]:
        """Return what one remembers having done or been at between two moments, oldest first."""
        return [
            fact
            for fact in self.open
            if fact.who == self.me
            and not fact.own
            and not fact.source
            and start <= fact.at < end
            and fact.kind == "doing"
        ]

    def talked(self, start: dt.datetime, end: dt.datetime) -> list[str]:
        """Return with whom one talked between two moments, in their order."""
        with_me = (
            {line.speaker, line.hearer} - {self.me}
            for line in self.past_lines
            if start <= line.at < end and self.me in (line.speaker, line.hearer)
        )
        memos = (
            {*fact.people} - {self.me}
            for fact in self.open
            if fact.kind == "talked" and self.me in fact.people and start <= fact.at < end
        )
        return [*dict.fromkeys(name for each in (*with_me, *memos) for name in each)]

    # Understanding.

    def question(self, said: str) -> Question:
        """Return a question as it is understood after what was said before."""
        raw = re.sub(r"\b(what|where|when|how|why)'s\b", r"\1 is", expand(" ".join(said.split())), flags=re.I)
        raw = re.sub(r"\blast (?:night|evening)\b", "yesterday evening", raw, flags=re.I)
        raw = re.sub(rf"^{re.escape(first_name(self.me))}, ", "", raw)
        whole = self.people.masked(self._kin_named(raw))
        named = [name for name in persons(whole) if name not in (self.me, self.you)]
        for pronoun in ("he", "she"):
            meant = next((name for name in self._spoken_of() if self.people.forms(name)[0] == pronoun), "")
            if meant and not any(self.people.forms(name)[0] == pronoun for name in named):
                whole = bound(whole, meant, self.people, others_too=True)
        date, part, hour, past = self._asked_when(raw)
        slotted = from_speech(whole, self.you, self.me, self.people)
        bare = read_when(slotted, self.now.date())[0]
        people = tuple(name for name in persons(whole) if name not in (self.me, self.you))
        dull = frozenset(WORDS.tables["questions"]["dull"])
        dated = read_when(raw, self.now.date())[1].date is not None
        span = WORDS.tables["questions"]["parts"].get(part, (0, 1440))
        return Question(raw, whole, people, content(bare) - dull, date, dated, (span[0], span[1]), part, hour, past)

    def _spoken_of(self) -> Iterator[str]:
        """Everybody named before, the last one first."""
        for line in reversed(self.before):
            yield from (name for name in reversed(persons(self.people.masked(line))) if name not in (self.me, self.you))

    def _kin_named(self, raw: str) -> str:
        """Put names for 'your husband' and the like, where one has one such relative."""

        def name(found: re.Match[str]) -> str:
            kin = self.relatives(found[1].lower())
            return slot(kin[0]) if len(kin) == 1 else found[0]

        return re.sub(rf"\byour ({'|'.join(WORDS.tables['questions']['kin'])})\b", name, raw, flags=re.I)

    def relatives(self, word: str) -> list[str]:
        """Return who is one's 'wife', 'children', 'mum'."""
        row = WORDS.tables["questions"]["kin"].get(word)
        kinds, pronoun = (row[0].split(), row[1]) if row else ([word], "")
        fits = (name for name in self.people.pronouns if self.kin(self.me, name) in kinds)
        return [name for name in fits if not pronoun or self.people.forms(name)[0] in (pronoun, "they")]

    def _asked_when(self, raw: str) -> tuple[dt.date, str, int | None, bool]:
        """Return the day, the part of it that is named, the clock time, and whether it lies in the past."""
        today, tables = self.now.date(), WORDS.tables["questions"]
        when = read_when(raw.rstrip("?!. "), today)[1]
        date = when.date or today
        past = bool(re.search(tables["past"], raw, re.I)) or date < today
        if past and date > today:
            date -= dt.timedelta(days=7)
        part = next((name for name in tables["parts"] if re.search(rf"\b{name}s?\b", raw, re.I)), "")
        return date, part, when.start, past


def moment(date: dt.date, minutes: int) -> dt.datetime:
    """Return a minute of a day, which may be past its midnight."""
    return dt.datetime.combine(date, _MIDNIGHT) + dt.timedelta(minutes=minutes)


def _with_stranger(fields: Fields) -> Fields:
    """Return the fields with a name for an asker of whom one knows none: 'a reporter' is nobody's name."""
    asker = text(fields, "asker")
    if not asker or asker in (text(each, "name") for each in records(fields, "pronouns")):
        return fields
    lines: list[Field] = [
        {**each, "speaker": STRANGER if text(each, "speaker") == asker else text(each, "speaker")}
        for each in records(fields, "lines")
    ]
    return {**fields, "asker": STRANGER, "lines": lines}


def _without_confidences(fields: Fields) -> tuple[Fields, list[frozenset[str]]]:
    """Return the fields without what was said in confidence, and the words of each such line."""
    tables = WORDS.tables["questions"]
    kept: dict[str, Field] = dict(fields)
    confided: list[frozenset[str]] = []
    for key in SHOWN:
        shown: list[Field] = []
        for each in records(fields, key):
            said, body = text(each, "text"), re.search(r": ['\"‘“](.*)['\"’”]\.?$", text(each, "text"), re.S)
            if not body or not re.search(rf"{tables['trust_all']}|{tables['trust_this']}", body[1], re.I):
                shown.append(dict(each))
                continue
            confided.append(content(body[1]))
            rest = [part for part in sentences(body[1]) if not pattern(f"(?i){tables['trust_this']}").search(part)]
            if not pattern(f"(?i){tables['trust_all']}").search(body[1]) and rest:
                shown.append({**each, "text": said.replace(body[1], " ".join(rest))})
        if key in fields:
            kept[key] = shown
    return kept, confided
