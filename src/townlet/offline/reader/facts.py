"""Facts: what one remembered sentence, or one sentence of a spoken line, says."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from townlet.cognition.wording import CHANGED_PLAN, I_SAID_TO, PLANS, PROMISE_LEAD, SAID_TO, SAID_TO_ME, THOUGHT_LEAD
from townlet.offline.addresses import plain_places
from townlet.offline.english import article, expand
from townlet.offline.forms import inflect, lemmas_of, only_noun, verb_form, verb_lemma
from townlet.offline.reader.clauses import clauses, frame
from townlet.offline.reader.gatherings import GATHERING, OCCASION, WITH, guests_of, guests_told
from townlet.offline.reader.joined import KEPT_BACK, without_second
from townlet.offline.reader.people import SLOT, People, persons, plain, slot
from townlet.offline.reader.phrases import bound, bound_others, from_speech
from townlet.offline.times import DAYS, NOON, When, read_when
from townlet.offline.words import WORDS, cached, pattern, words
from townlet.world.tree import with_article


@dataclass(frozen=True)
class Fact:
    """What one sentence says. People are slots in `text`, `about` and `why`."""

    kind: str
    """A kind of words/kinds.toml, or one of event, guestlist, attend, custom, past, habit, thing, thought, line,
    plans and memo."""
    who: str
    """Whom it is about: a full name; '' for a thing."""
    text: str
    """The sentence in the third person, without its time, its reason and its full stop."""
    about: str = ""
    """What the kind is about: what is needed, what is wanted to be done, what is thought."""
    why: str = ""
    when: When = field(default_factory=When)
    place: str = ""
    """With its preposition: 'at Mill Hall'."""
    secret: bool = False
    source: str = ""
    """Who told it; '' if it is known at first hand."""
    hearer: str = ""
    """To whom it was said, if it was said."""
    at: dt.datetime = dt.datetime.min
    """When it was remembered."""
    own: bool = False
    """Whether it stands in the file of its owner: known from the first, not lived."""
    number: int = -1
    """Which of the memories shown it comes from."""

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody whom it names, in their order."""
        return persons(f"{self.text} {self.about} {self.why}")

    @property
    def told_by(self) -> str:
        """Who told it, by one's own story: 'a rider from the north'; '' if it names nobody."""
        found = _TOLD_BY.search(self.text) if self.own and self.kind == "rumour" else None
        return found["who"] if found else ""

    @property
    def words(self) -> frozenset[str]:
        """The words that carry its matter, as lemmas."""
        return content(f"{self.text} {self.why}")

    @property
    def start(self) -> dt.datetime | None:
        """When it begins, if its day and hour are known."""
        if self.when.date is None or self.when.start is None:
            return None
        return dt.datetime.combine(self.when.date, dt.time()) + dt.timedelta(minutes=self.when.start)

    @property
    def end(self) -> dt.datetime | None:
        """When it is over: an hour and a half after its start where no end is told; at midnight if only the day is."""
        if self.when.date is None:
            return None
        day = dt.datetime.combine(self.when.date, dt.time())
        if self.when.end is not None:
            later = 24 * 60 if self.when.start is not None and self.when.end <= self.when.start else 0
            return day + dt.timedelta(minutes=self.when.end + later)
        return day + dt.timedelta(minutes=self.when.start + 90 if self.when.start is not None else 24 * 60)


_TOLD_BY = re.compile(r"\b(?:told by|heard from) (?P<who>[^,;]+?) that ")


@lru_cache(50_000)
def content(text: str) -> frozenset[str]:
    """Return the words of a text that carry matter, as lemmas, without the names of people."""
    words = re.findall(r"[^\W\d_][\w’'-]*[^\W_]", SLOT.sub(" ", text).lower())
    return frozenset(_stem(word) for word in words if word not in WORDS.stop and len(word) > 2)


@lru_cache(None)
def _stem(word: str) -> str:
    word = re.sub(r"['’]s$", "", word)
    noun = "" if word.endswith("ing") else next(iter(lemmas_of(word, "NOUN")), "")
    return noun or verb_lemma(word) or re.sub(r"(?<=[^s])s$", "", word)


def similar(a: Fact, b: Fact) -> float:
    """Return how far two facts tell the same, from 0 to 1."""
    least = min(len(a.words), len(b.words))
    return len(a.words & b.words) / least if least and a.who == b.who else 0.0


_QUOTED = r"['\"‘“](?P<body>.*)['\"’”]\.?$"
_SAID = re.compile(rf"{I_SAID_TO}(?P<who>[^:]{{1,60}}): {_QUOTED}", re.S)
_HEARD = re.compile(rf"(?P<who>[^:]{{1,60}}?)(?:{SAID_TO_ME}| said: ){_QUOTED}", re.S)
_OVERHEARD = re.compile(rf"(?P<who>[^:]{{1,60}}?){SAID_TO}(?P<to>[^:]{{1,60}}): {_QUOTED}", re.S)
_PROMISED_ME = re.compile(r"(?P<who>.+?) promised me to ")
_TO_LEARN = r"(?:know|find out|hear|learn|notice)\b"
_OTHERS = r"(?:any(?:body|one)(?: else)?|⟦[^⟧]+⟧(?:'s \w+)?|people|the (?:others|\w+)|(?:his|her|their) \w+)"
_SECRET = re.compile(
    r"(?<!keep a )\bsecret(?:ly)?\b|(?:told|tells) (?:no one|nobody)|\b(?:only told|told only)\b|not told any"
    r"|\bin love with\b|\bcrush on\b|\bsurprise for\b"
    r"|(?:does not|never|cannot|rarely) (?:(?:like|want|wish|bear) to )?(?:speak|talk)s? (?:of|about) (?:it|that)\b"
    r"|only (?:⟦[^⟧]+⟧(?:'s \w+)?|(?:the|a|his|her|their) \w+) knows\b(?! (?:how|who|why|what|when|where|whether))"
    r"|shown (?:it|this|that|them) to (?:no one|nobody)\b"
    r"|\b(?:must|should|may)(?: not| never|n't) (?:ever )?(?:know|find out|hear|learn)\b"
    r"|\b(?:has|have) not (?:reported|admitted|owned up to) (?:it|this|that)\b"
    r"|\b(?:has|have) not (?:yet )?owned up\b|\bnever (?:breathed a word|told an?(?:other)? (?:living )?soul)\b"
    r"|\bkeep(?:s|ing)? (?:mum|it dark|it quiet)\b"
    r"|\bkept it (?:to \S+sel(?:f|ves)|behind \S+ teeth|quiet)\b|\bhas never (?:said so|let on|told any)"
    r"|\bin (?:strict )?confidence\b|\bon the quiet\b|\bbetween (?:us|ourselves)\b|\b(?:tell|told) a soul\b"
    r"|\bunder (?:your|my|his|her|their|⟦[^⟧]+⟧'s) hat\b"
    r"|\bnot that (?:any(?:one|body)|⟦[^⟧]+⟧) (?:knows|is to know)\b|\b(?:would|will) never (?:say|admit|tell)\b"
    r"|\b(?:has|have) not (?:let on|said (?:so|a word)|breathed)\b"
    r"|(?:nobody|no one) (?:at home |here |else |in (?:the )?\w+ )?knows"
    r"(?! (?:how|who|why|what|when|where|whether|the|an?|more|better|as)\b)|\bashamed\b"
    rf"|(?:nobody|no one)(?: else)? (?:is|are) (?:ever )?to {_TO_LEARN}"
    rf"|\bnot want {_OTHERS} (?:ever )?to {_TO_LEARN}|\bwithout (?:telling )?{_OTHERS}(?: knowing| noticing)?$"
    r"|\bhop(?:es|ing) (?:that )?(?:nobody|no one)(?: else)?(?: ever| will)* (?:finds?|learns?|hears?|notices?|guess\w*"
    r"|asks?)\b"
    r"|\bbehind the back of\b|\b(?:keeps?|kept) (?:it |this |that )?from ⟦[^⟧]+⟧ that\b|\bhidden from\b"
    r"|\b(?:hides|hiding|hidden|conceals|concealing) (?:(?:an?|the|his|her|their|money|⟦[^⟧]+⟧'s) |(?:it|that)\b)"
    r"|\bshows (?:it|this|that|them) to (?:nobody|no one)\b|\b(?:lets|letting|let) [^,]{1,30} (?:believe|think) that\b"
    r"|\bnot (?:yet )?mentioned (?:it|this|that)\b|\bpretends (?:not to|to|that)\b"
    r"|\bwould (?:rather|sooner) (?:die than\b|[^,]+ than (?:tell|say|admit)\b)"
    r"|\bnot (?:yet )?dared to (?:tell|say|admit|confess)\b|\blie[sd] (?:to [^,]{1,30} )?about\b"
    r"|\bhid(?:es|ing)? (?:[^,]{1,30} )?from (?:his|her|their|⟦|every|people\b|all\b|the \w+s\b)"
    r"|\bnever (?:admitted|confessed|owned up)\b|\bkeeps (?:very )?(?:quiet|silent) about\b"
    r"|\b[Uu]n(?:known|beknown(?:st)?) to \b"
    r"|\bonly (?:⟦[^⟧]+⟧|he|she|they) (?:has|have) (?:seen|read)\b"
    rf"|{KEPT_BACK}|\bwithout (?:his|her|their|\S+'s) [\w ]+ knowing\b|\bbehind \S+'s back\b"
)
_CONFIDENCE = re.compile(
    r"(?i)\b(?:tell|told) (?:nobody|no one)\b|\b(?:don.t|do not|never) (?:tell|say it|repeat)\b"
    r"|\bin (?:strict )?confidence\b"
    r"|\b(?:keep|kept) (?:it|this|that) (?:to yourself|between us|quiet|secret)"
    r"|\bnobody (?:may|must|but you) |\bnot a word\b|\bour secret\b|\bguard this\b|\b(?:be|stay) silent\b"
)
_BETWEEN = re.compile(r"(?i)\bbetween (?:us|you and me)\b")
_SENTENCE = re.compile(r"(?:[^.!?;]|\.(?=\w))+[.!?;]+['’]?|\S[^.!?;]*$")


@dataclass(frozen=True)
class RememberedLine:
    """A remembered or spoken line."""

    speaker: str
    hearer: str
    text: str
    at: dt.datetime
    now: bool = False
    """Whether it belongs to the talk that is going on."""
    number: int = -1


def in_confidence(line: str, sentence: str = "") -> bool:
    """Return whether a line, or one sentence of it, was said for the hearer's ears only."""
    return bool(_CONFIDENCE.search(line) or _BETWEEN.search(sentence or line))


def sentences(line: str) -> list[str]:
    """Return the sentences of a spoken line."""
    return [found.strip() for found in _SENTENCE.findall(line) if found.strip()]


class Reader:
    """Reads for one person, who is 'I' in what is remembered."""

    def __init__(self, me: str, people: People) -> None:
        self.me, self.people = me, people

    def line(self, text: str, at: dt.datetime, number: int = -1) -> RememberedLine | None:
        """Return the line that a memory quotes; None if it quotes none."""
        if found := _SAID.match(text):
            return RememberedLine(self.me, found["who"], found["body"], at, number=number)
        if found := _HEARD.match(text):
            return RememberedLine(found["who"], self.me, found["body"], at, number=number)
        if found := _OVERHEARD.match(text):
            return RememberedLine(found["who"], found["to"], found["body"], at, number=number)
        return None

    def memory(self, text: str, at: dt.datetime, own: bool = False, number: int = -1) -> Fact | None:
        """Return what a memory says that quotes nobody; None if it is empty."""
        me, text = self.me, self._of_story(text) if own else text
        fact = _memory(text, at, self.me, self.people)
        if own and fact and fact.kind == "event" and not fact.who and fact.place == "at home":
            # 'Birthday lunch round at hers': it is told in her own story.
            fact = _held_at(replace(fact, who=self.me))
        if own and fact and fact.kind == "doing" and fact.text.startswith(f"{slot(fact.who)} was "):
            fact = replace(fact, kind="past")
        if own and fact and fact.who not in ("", me) and _OUGHT.fullmatch(fact.text):
            # 'Bo ought to rest', in the story of Ann: she thinks so.
            fact = replace(fact, kind="opinion", who=me, about=fact.text, text=f"{slot(me)} thinks that {fact.text}")
        return replace(fact, own=own, number=number) if fact else None

    def _of_story(self, text: str) -> str:
        """Return a sentence of one's own story that names nobody as one about oneself, where it is meant so."""
        for says, put in _OF_STORY:
            if found := says.match(text):
                said = {
                    name: _lower(part) if _ALL_OR_THE.match(part) else part for name, part in found.groupdict().items()
                }
                return put.format_map({"me": self.me, **said})
        return text

    def facts(self, text: str, at: dt.datetime, own: bool = False, number: int = -1) -> list[Fact]:
        """Return what a memory says that quotes nobody, one fact for each of its clauses."""
        read = (self.memory(clause, at, own, number) for clause in _on_same_day(text, clauses(text, self.people), at))
        found = _as_gathering(_kept(text, [fact for fact in read if fact]))
        hosts = {
            fact.who for fact in found if fact.kind == "guestlist" and fact.who and not fact.about.startswith("not ")
        }
        if len(hosts) == 1:
            # 'There is a dance on Friday, and Ann Bo has roped in Cy Bo': it is Ann who holds it.
            (host,) = hosts
            found = [replace(fact, who=host) if fact.kind == "event" and not fact.who else fact for fact in found]
        return found

    def told(self, sentence: str, speaker: str, hearer: str, at: dt.datetime, number: int = -1) -> Fact | None:
        """Return what a sentence says that `speaker` says to `hearer`; None for a question or an exclamation."""
        if sentence.rstrip("'’").endswith("?"):
            return None
        fact = _told(sentence, speaker, hearer, at, self.people)
        return replace(fact, source=speaker, hearer=hearer, number=number) if fact else None


def _kept(sentence: str, found: list[Fact]) -> list[Fact]:
    """Return the facts of a sentence, all of them secret if its first is, or if its last says of the others that they
    are kept: 'four coins are gone, and Ann Bo has not dared to tell'."""
    hidden = found and (
        found[0].secret
        or (found[-1].secret and found[-1].kind in ("thing", "past", "habit"))
        or (len(found) == 1 and _SECRET.search(sentence))
    )
    return [replace(fact, secret=True) for fact in found] if hidden else found


def _as_gathering(found: list[Fact]) -> list[Fact]:
    """Return what somebody will do at a day, an hour and a place before guests as an event: it is held for them."""
    hosts = {fact.who for fact in found if fact.kind == "guestlist" and not fact.about.startswith("not ")}
    if not hosts or any(fact.kind == "event" for fact in found):
        return found
    return [
        replace(fact, kind="event", about="a get-together")
        if fact.kind == "plan" and fact.who in hosts and fact.start and names_place(fact.place)
        else fact
        for fact in found
    ]


def _on_same_day(sentence: str, told: Sequence[str], at: dt.datetime) -> list[str]:
    """Return the clauses of a sentence, with the day with which it begins for each that has only an hour: 'on Friday
    Ann Bo turns sixty, and at seven she gives a supper'."""
    day = _BEGINS_WITH_DAY.match(sentence)
    if day is None or len(told) < 2:
        return [*told]
    whens = (read_when(clause, at.date())[1] for clause in told)
    dated = (when.date or when.start is None for when in whens)
    named = day[0][0].lower() + day[0][1:]
    return [text if has else f"{text.rstrip('.')} {named}." for text, has in zip(told, dated, strict=True)]


_BEGINS_WITH_DAY = re.compile(rf"On (?:{'|'.join(DAYS)})\b|Tomorrow\b")


_OUGHT = re.compile(r"⟦[^⟧]+⟧(?!'s) (?:really )?(?:ought to|should) .+")
_OF_STORY = (
    (re.compile(r"^(?:[A-Z]\w+ )?(?:[Hh]ours|[Ss]hifts?)(?: of work)?: (?P<o>.+)"), "{me} works {o}"),
    (
        re.compile(
            r"^[Tt]hey (?:are (?:all )?(?:going )?to|will(?: all)?) (?:meet|gather|assemble|come together) "
            r"(?P<o>(?:at|in|on) .+ at .+)"
        ),
        "{me} is holding a meeting {o}",
    ),
    (
        re.compile(
            r"^(?:(?:They|People|Some) (?:say|reckon)(?: that)? "
            r"|There (?:is|has been) (?:talk|word|gossip|a rumour)(?: [^⟦,]{1,30}?)?"
            r"|(?:(?:The )?[Ww]ord is|Word has it|Rumou?r has it|It is said),?(?: that)? )(?P<o>.+)"
        ),
        "{me} has heard that {o}",
    ),
    (
        re.compile(
            r"^(?:Nobody|No one) (?:else )?knows (?:(?:it|this|that|of it|about it)(?: yet)?, but|(?:yet )?that) "
            r"(?P<o>.+)"
        ),
        "{me} secretly has heard that {o}",
    ),
    (
        re.compile(
            r"^What (?:nobody|no one|no (?:living )?soul)(?: else)? (?:knows|has heard)(?: yet)? is that (?P<o>.+)"
        ),
        "{me} secretly has heard that {o}",
    ),
    (
        re.compile(
            r"^What (?:the (?:others|rest|neighbours)|everybody else|the whole \w+) (?:do(?:es)? not know|don.t know"
            r"|doesn.t know|ha(?:s|ve) not heard|ha(?:s|ve)n.t heard)(?: yet)? is that (?P<o>.+)"
        ),
        "{me} has heard that {o}",
    ),
    (
        re.compile(
            r"^(?P<o>[^⟦]+?),? (?:and|but) (?:so far )?(?:⟦[^⟧]+⟧|he|she|they)(?:.s|.ve| has| have)(?: not|n.t| never)"
            r" (?:yet )?(?:told (?:a soul|any(?:one|body))|breathed a word)\b.*"
        ),
        "{me} secretly has heard that {o}",
    ),
    (
        re.compile(
            r"^(?P<o>(?:The|All|Her|His|Their) [^,⟦]*?(?:members|tenants|neighbours|parents|residents|villagers|crews?"
            r"|staff|(?:wo)?men|families|people)) (?:are|is) to (?:gather|meet|assemble|come together) "
            r"(?P<more>(?:in|at|on) .+?)(?:,? (?:when|where|so that|to) .+)?$"
        ),
        "{me} is holding a meeting of {o} {more}.",
    ),
    (
        re.compile(
            r"^An? (?:letter|note|telegram|message|notice|rumour) (?:came|arrived|has come|has arrived|goes round)"
            r"[^:]*: (?P<o>.+)"
        ),
        "{me} has heard that {o}",
    ),
    (
        re.compile(
            r"^If only (?:some|any)(?:body|one) (?:would|could) (?!(?:lend|spare|have|own)\b)(?P<o>[a-z]+ .+?)[.!]*$"
        ),
        "{me} needs somebody to {o}.",
    ),
    (
        re.compile(
            r"^If only (?:some|any)(?:body|one) (?:had|owned|could (?:lend|spare)) "
            r"(?P<o>(?:an?|some|more) [^⟦,]+?)[.!]*$"
        ),
        "{me} needs {o}.",
    ),
    (
        re.compile(
            r"^What (?:the|my|his|her|their) [a-z -]+? (?:needs|lacks)(?: most| now)? is (?P<o>(?:an?|some|new) .+)"
        ),
        "{me} needs {o}",
    ),
    (
        re.compile(r"^The (?P<on>[a-z][a-z -]*?) (?:still )?(?:lacks|is missing) (?P<o>(?:an?|some|new) .+?)[.!]?$"),
        "{me} needs {o} for the {on}",
    ),
    (
        re.compile(r"^The [a-z][a-z -]*? (?:needs|could do with|wants) (?P<o>(?:some|any)(?:body|one) .+?)[.!]?$"),
        "{me} needs {o}",
    ),
    (
        re.compile(
            r"^Some(?:body|one)(?: (?:with|who) [^⟦,]+?)? "
            r"(?:(?:will have|has|ought|is needed|is wanted) to|should|must) (?P<o>[a-z].+)"
        ),
        "{me} needs somebody to {o}",
    ),
    (
        re.compile(r"^(?P<on>(?:The|My|His|Her|Their) [^⟦,]+?) (?:is|are) in (?:\w+ )?(?:want|need) of (?P<o>.+)"),
        "{me} needs {o}",
    ),
    (
        re.compile(
            r"^There (?:is|are) (?P<o>(?:an?|some|[a-z]+) [^⟦,]+?) (?:in|at|under|behind) the (?:back|boot|rear) of .+"
        ),
        "{me} has {o}.",
    ),
)
"""How one tells in one's own story what is going round, and what one needs or has; and the same about oneself."""
_ALL_OR_THE = re.compile(r"(?:The|An?|All|Her|His|Their) ")
"""The first word of a sentence that is written small within another."""


@cached(50_000)
def _memory(text: str, at: dt.datetime, me: str, people: People) -> Fact | None:
    if text.startswith(THOUGHT_LEAD):
        inner = _told(text.removeprefix(THOUGHT_LEAD), me, "", at, people)
        return replace(inner or Fact("thought", me, ""), kind="thought", at=at) if inner else None
    if PLANS in text or CHANGED_PLAN in text:
        return Fact("plans", me, people.masked(text), at=at)
    if found := _PROMISED_ME.match(text):
        text = f"{found['who']} promised {me} to {text[found.end() :]}"
    if text.startswith((PROMISE_LEAD, "I ", "My ")):
        return _told(re.sub(r"\bme\b", lambda _: me, text), me, "", at, people)
    return read(re.sub(r"\bme\b", lambda _: me, text), at, people)


@cached(50_000)
def _told(sentence: str, speaker: str, hearer: str, at: dt.datetime, people: People) -> Fact | None:
    bare = pattern(WORDS.tables["stop"]["leads"]).sub("", sentence)
    return read(from_speech(bare, speaker, hearer, people), at, people, (speaker, hearer))


_KNOWS_THAT = re.compile(r"⟦[^⟧]+⟧ (?:knows|remembers|has (?:heard|seen|noticed)) that (?=⟦(?P<of>[^⟧]+)⟧(?!'))")
_ADVERBS = re.compile(r"^(?:(?:also|often|always|once|still|only|really|secretly|already|just|now|recently) )+")
_FIRST_VERB = re.compile(
    r"^((?:and ⟦[^⟧]+⟧ )*(?:(?:is|are|was|were|has|have|had|would|can|cannot|will|does not) )?)"
    r"((?:(?:also|often|always|still|only|really|just|now|both|long|very|so|currently|\w+ly) )+)(?=\w+ ?)"
)
"""The adverbs of a verb: 'is constantly worried', 'badly needs'."""
_HELD = "host|hold|give|throw|put on|arrange|organi[sz]e"
_HELD_ING = (
    "hosting|holding|giving|throwing|putting on|laying on|arranging|organi[sz]ing|planning|running"
    rf"|having(?= (?:(?:an?|the|his|her|their|another|some|⟦[^⟧]+⟧'s) (?!operation)|.*\b{GATHERING}s?\b))"
)
_EVENT = re.compile(
    rf"{WITH}(?:(?:is|are) (?:planning on )?(?:{_HELD_ING}|preparing(?= (?:an?|the) ))"
    r"|(?:hosts|holds|gives|throws|puts on|arranges|organi[sz]es|plans)(?!.*\bevery )"
    rf"|(?:will|is going to) (?:be (?:{_HELD_ING})|{_HELD})"
    r"|(?:has )?invited (?:everybody|everyone|all|the (?:others|whole \w+)) to)"
    r" (?P<o>(?!to |on |in |up |for |that |open |⟦[^⟧]+⟧(?!'))(?!\w+ing\b).+)"
)
_BUSY = (
    "lead|chair|celebrate|conduct|cook|run|put together|open|unveil|launch|christen|inaugurate|stage|present|perform"
    "|screen|show|bless|dedicate"
)
_BUSY_ING = (
    "calling|showing off|leading|chairing|celebrating|conducting|cooking|announcing|scheduling|setting up"
    "|putting together|serving|opening|unveiling|launching|christening|inaugurating|staging|presenting|performing"
    "|screening|showing|playing|doing|preparing(?: for)?|getting (?:everything )?ready for|in charge of"
)
_TIMED_EVENT = re.compile(
    rf"{WITH}(?:(?:is|are) (?:[a-z]+ing [^⟦,;]{{1,40}} and )?(?:{_BUSY_ING})"
    r"|(?:calls|leads|chairs|celebrates|conducts|cooks|announces|runs|prepares|opens|unveils|launches|stages|presents)"
    r"|has (?:called|announced|promised|ordered|scheduled|planned|arranged|organi[sz]ed|prepared|set up|put together"
    r"|got(?:ten)? (?:together|up)|laid on|put on|fixed up|called together)"
    rf"|(?:will|is going to|wants to|would like to|plans to|means to|intends to|hopes to) (?:{_HELD}|{_BUSY})"
    r"|(?:invites|is inviting|has invited|has summoned|summons)"
    r" (?:everybody|everyone|all(?: of [^⟦]+?)?|the (?:others|whole \w+)) to)"
    r" (?P<o>(?:an?|the|⟦[^⟧]+⟧'s) .+|(?<=cooking )\w.+)"
)
"""What one also does to other things, so that it is an event only with a day, an hour and a place of the town."""
_EVENT_IS = re.compile(
    r"(?:After [a-z ]+,? |[Ii]n the (?:morning|afternoon|evening),? )?"
    r"[Tt]here (?:is|will be|is going to be) (?P<o2>(?:an?|the) .+)"
    r"|(?P<o>(?:[Tt]he|[Aa]n?|⟦[^⟧]+⟧'s) (?!(?:\w+ ){0,2}(?:exam|test|birthday|appointment|interview|deadline|operation"
    r"|holiday|day off|shift|anniversary) (?:is|will be)\b)[^,]+?)"
    r",? (?:is|will be|takes place|will take place|begins|starts)"
    r"(?: (?:to be )?(?:held|on))?$"
    r"|[Ee]very(?:body|one) is invited to (?P<o3>(?:an?|the) .+)"
    rf"|(?P<o4>(?:[A-Z][\w-]* ){{0,2}}(?:[\w-]+ ){{0,2}}(?i:{OCCASION}))$"
)
_HOST = re.compile(
    r",? (?:(?:hosted|given|called|led|held|run|thrown|arranged|organi[sz]ed) )?by (?P<by>⟦[^⟧]+⟧)(?!'),?"
    r"|,? and (?P<also>⟦[^⟧]+⟧) is (?:hosting|running|giving|organi[sz]ing) it"
)
_OWNER = re.compile(r"(?P<before>⟦[^⟧]+⟧)'s (?P<what>\w+.*)|[Tt]he (?P<of>[^⟦]+?) of (?P<after>⟦[^⟧]+⟧)(?!')")
_OF_A_DAY = re.compile(rf"⟦[^⟧]+⟧'s (?:favou?rite |daily |weekly |(?!.*\b{GATHERING}\b))")
"""What somebody has on any day, and is no gathering: 'her shift', 'her favourite show'."""
_LEFT = re.compile(
    r"(?:,? (?:to be held|here|free (?:to|for) all|(?:all|everybody|everyone) welcome|up|down|out|over"
    r"|starting|beginning|in the (?:morning|afternoon|evening)|at night"
    r"|(?:until|till) (?:late|dark|dusk|dawn|sunset|nightfall|bedtime)"
    r"|(?:right |just |straight )?(?:after|before) (?:the |his |her |their )?(?:[\w’'-]+ ){0,2}[\w’'-]+))*[ ,]*$"
)
"""What a place or a time leaves behind at the end of what is held."""
_MORE = re.compile(
    r",? so that .*"
    r"|,? (?:when|while|until|till|as|before|after) (?:it|there|the|every\w+|any\w+|all|people|he|she|they|⟦[^⟧]+⟧) .*"
    r"|,? (?:where|at which|to which) (?:any\w+|every\w+|people|all|he|she|they|⟦[^⟧]+⟧) .*"
    r"|, (?:and|but|so|where|which|for which) [^,⟦]{1,60}? (?:is|are|will|would|can|may|must|should|has|have)\b.*"
    r"|, with .*|,? to (?:celebrate|mark|honou?r|thank|welcome|raise) .*"
)
"""What a sentence tells beside what is held: ', and she wants everybody to come'."""
_ATTENDS = re.compile(
    r"(?:is|are) (?:going|coming) to (?P<o>(?:the|an?|⟦[^⟧]+⟧'s) .+)"
    r"|(?:promised ⟦[^⟧]+⟧ to|will) come (?:along )?to (?P<o2>(?:(?:the|an?|⟦[^⟧]+⟧'s) )?.+)"
    r"|has (?:said yes to|accepted|agreed to) (?P<o3>(?:the|an?|⟦[^⟧]+⟧'s) .+)"
    r"|(?:is (?:bound|sure|certain) to (?:be at|come to)|will (?:be at|look in at|not miss)|would not miss)"
    r" (?P<o4>(?:the|⟦[^⟧]+⟧'s) .+)"
    r"|has (?P<o5>an? (?:[\w-]+ ){1,3})to (?:go to|attend)\b.*"
    r"|(?:is [a-z]+ing|is going to [a-z]+|will [a-z]+) (?:[^,]+ )?(?:in|at) (?P<o6>⟦[^⟧]+⟧'s (?:[\w-]+ ){0,2}[\w-]+)"
    r"(?:, (?:mostly|only|just|at|with|for|if|once|as|since|whatever|though|although|when)\b.*)?$"
    r"|is (?:looking forward|bringing [^,]+) to (?P<o8>(?:the|⟦[^⟧]+⟧'s) (?:[\w-]+ ){0,2}[\w-]+)(?:, since\b.*)?$"
    rf"|(?:is [a-z]+ing|will [a-z]+) (?:[^,]+ )?(?:in|at) (?P<o7>the {GATHERING})$"
)
_ARTICLE = re.compile(r"(?:the|an?|⟦[^⟧]+⟧'s) ")
_TRIAL = re.compile(r"has (?P<o>an? .+)")
_CUSTOM = re.compile(
    r"[Aa]t (?P<o>(?:the|an?) [^,]+?),? "
    r"(?P<what>(?:everybody|everyone|people|guests|there|all|each|one|nobody|we|they)\b.+)"
)
_PLACE = re.compile(
    r",? (?P<prep>at|in|on) (?P<place>(?:the |his |her |their |⟦[^⟧]+⟧'s )?(?:[^\W\d_a-z][\w’'-]*)"
    r"(?:(?: of| and| the| de| du| la| van| der)* [^\W\d_a-z][\w’'-]*)*(?: \((?:[^)]*)\))?)"
    r"|,? (?P<home>at home\b"
    r"|(?:round |over )?at (?:hers|his|theirs|ours|mine)(?= ?(?:$|[,.;]|for\b|with\b|to\b|in the\b))"
    r"|(?:round |over )?(?:at|in) ⟦[^⟧]+⟧'s (?:own )?(?:back |front )?"
    r"(?:home|house|place|flat|apartment|cottage|rooms?|garden|yard|kitchen|porch|terrace|parlour)\b)"
)
_DAYS = re.compile(
    r"^(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|January|February|March|April|May|June|July|August|September"
    r"|October|November|December|Christmas|Easter|English|French|German|Spanish|Italian|Norwegian|Swedish|Danish"
    r"|Finnish|Polish|Russian|Arabic|Chinese|Japanese|Welsh|Gaelic|Irish|Latin|Greek|Portuguese|Turkish|Dutch)\b"
)


def read(text: str, at: dt.datetime, people: People, between: Sequence[str] = ()) -> Fact | None:
    """Return what a plain sentence in the third person says; None if nothing is left of it.

    Pronouns of those `between` whom it was spoken are not theirs: they said 'I' and 'you'.
    """
    text = re.sub(r"[.;!?\s]+$", "", people.masked(plain_places(expand(text.strip()))))
    secret = bool(_SECRET.search(text))
    text = re.sub(r"\bsecretly ", "", text)
    text, *whys = _BECAUSE.split(text, maxsplit=1)
    why = whys[0] if whys else ""
    subject = re.match(r"⟦([^⟧]+)⟧(?!')", text)
    who = subject[1] if subject else ""
    text, why = _bound(text, why, who, people, between)
    if found := _KNOWS_THAT.match(text):
        # What somebody knows of another is a fact about the other.
        text, who = text[found.end() :], found["of"]
    to_come = _TO_COME.search(text) is not None
    bare, when = read_when(text, at)
    if (lasts := _LENGTH.search(bare)) and when.start is not None and when.end is None:
        bare, when = _LENGTH.sub("", bare), replace(when, end=when.start + _length(lasts))
    reported = _REPORTED.match(text)
    if reported and read_when(reported[0], at)[1].date is not None:
        # 'Heard on Sunday that the mill will close': the day is that of hearing it.
        when = When()
    bare = re.sub(r",(?: ?,)+", ",", bare)
    if not bare:
        return None
    place = _place_in(bare)
    fact = Fact("thing", who, bare, why=why, when=when, place=place[0], secret=secret, at=at)
    without = (bare[: place[1]] + bare[place[2] :]).strip() if place[0] else bare
    read_as = _of_person(fact, bare, without, to_come) if who else _of_thing(fact, without)
    return _held_at(read_as) if read_as.kind == "event" else read_as


_REPORTED = re.compile(
    r"⟦[^⟧]+⟧ (?:[^⟦]*?\b)?(?:heard|overheard|learned|learnt|noticed|saw|found out|discovered|was told)\b.*? that "
)
_COUNTED = {"half an": 30, "an": 60, "one": 60, "a couple of": 120, "two": 120, "three": 180, "four": 240}
_LENGTH = re.compile(
    r"(?:,? (?:and )?(?:it |which |that )?(?:should last|is to last|will last|lasts|lasting|for)(?: for)?|,)"
    rf"(?: about| around| some)? ({'|'.join(_COUNTED)}) hours?( and a half)?"
    r"(?: at (?:the )?most| at the outside| or so| with [^,]+)?(?=[,.]|$)"
)
"""'and it should last an hour'."""


def _length(lasts: re.Match[str]) -> int:
    """Return how many minutes something lasts."""
    return _COUNTED[lasts[1]] + (30 if lasts[2] else 0)


_ENDS = re.compile(r"(?i)it (?:ends|goes on|runs|(?:is|will be|should be|has to be|must be)(?: all)? over|finishes)\b")


def end_told(fact: Fact, start: int) -> int | None:
    """Return when an event that starts at a minute of the day ends, by a sentence about it: 'It lasts an hour.'"""
    if lasts := _LENGTH.match(f" {fact.text[:1].lower()}{fact.text[1:]}"):
        return start + _length(lasts)
    ends = fact.when.start if _ENDS.match(fact.text) else None
    # 'It will be over by half past nine', of an evening.
    return next((at for at in (ends, ends + NOON) if start < at <= start + NOON), None) if ends is not None else None


_TO_COME = re.compile(r"\b(?:tomorrow|tonight|next (?:week|month|\w+day))\b")
"""Words of a day that cannot be over, whatever was done about it."""


def _bound(text: str, why: str, who: str, people: People, between: Sequence[str]) -> tuple[str, str]:
    """Put slots for the pronouns of a sentence and of its reason."""
    lead, where, rest = text.partition(", where ")
    if where and who not in between:
        text = f"{lead}{where}{bound(rest, who, people, others_too=True)}"
    for told in {name for name in SLOT.findall(text) if name != who and people.forms(name)[0] == people.forms(who)[0]}:
        # 'Ann thinks that Di lied to her': nobody lies to themselves with a mere 'her'.
        done = rf"(?<=that )({re.escape(slot(told))} \w+(?: to| at| about)?) {people.forms(who)[1]}"
        text = re.sub(rf"{done}(?=$|,| (?:of|about|for|when)\b)", lambda found: f"{found[1]} {slot(who)}", text)
        # 'Ann thinks that Di cheats, so she won't play with her'
        both = rf"(?<=, so ){people.forms(who)[0]} ([^,⟦]+) {people.forms(who)[1]}(?=$|,| any)"
        text = re.sub(both, rf"{slot(who)} \1 {slot(told)}", text)
    local = SLOT.match(why)
    if local and people.forms(local[1])[0] == people.forms(who)[0]:
        # 'Ann dislikes Bo, because Bo lectured her': whoever does it to another does not do it to themselves.
        other = rf"^(⟦[^⟧]+⟧ \w+) {people.forms(who)[1]}(?=$|,| (?:about|in|at|for|to|with|when|on|of|from|before)\b)"
        why = re.sub(other, rf"\1 {slot(who)}", why)
        # And what they do it to belongs to whom it is done to: 'because Bo spoke ill of her bread'.
        possessive = people.forms(who)[2]
        why = re.sub(rf"^(⟦[^⟧]+⟧ {_DONE_TO}) {possessive}\b", rf"\1 {slot(who)}'s", why)
        text, why = bound(text, who, people), bound(why, local[1], people)
    whole = f"{text} ‖ {why}"
    whole = whole if who in between else bound(whole, who, people)
    text, _, why = bound_others(whole, who, people, between).partition(" ‖ ")
    return text, why.strip()


_DONE_TO = (
    r"(?:(?:says|said|claims|claimed|complains|complained)(?: that)?"
    r"|laughs at|laughed at|speaks ill of|spoke ill of|mocks|mocked|insults|insulted|criticised|copies|copied|ruined"
    r"|damaged|trampled|chased|broke|stole|took|lost|sold|ate|cut down|threw away)"
)
"""What is done to what is another's."""
_BECAUSE = re.compile(
    r",? because (?!of\b)"
    r"|, (?:since|for) (?=(?:⟦[^⟧]+⟧|he|she|they|it|there|nobody) (?:\w+s|\w+ed|was|has|had|did|heard|saw|told)\b)"
    r"|, (?:for|as|since) (?=(?:⟦[^⟧]+⟧'s|his|her|their) "
    r"(?:own\b|(?:[\w-]+ ){1,3}(?:is|are|was|were|has|have|had|will)\b))"
)
_SAYS_SO = re.compile(r",? (?:and|but) (?:(?:often|never|always) )?(?:says|shows|tells|hides|keeps) .*")
"""What somebody does with an opinion."""


_AT = "at|in|on|inside|outside|by|near|behind"
_ABOUT = "beside|above|below|under|along|across|around|through|off"
"""Prepositions of where one is, and of where one is about: 'walks through the hall'."""


@cached()
def _known_place(prepositions: str = f"{_AT}|{_ABOUT}") -> re.Pattern[str] | None:
    """Return the pattern of a place of the town with its preposition; None if no place is known."""
    names = "|".join(map(re.escape, words().tables["places"]["names"]))
    if not names:
        return None
    place = rf"(?:the |his |her |their |⟦[^⟧]+⟧'s )?(?:{names})(?![\w-])"
    whole = rf"(?P<place>{place}(?:,? (?:of|in|at|on) {place})*)"
    return re.compile(rf",? (?P<prep>{prepositions}) {whole}", re.I)


def names_place(phrase: str) -> bool:
    """Return whether a phrase names a place of the town, or a home."""
    known = _known_place()
    return phrase == "at home" or (known is not None and known.fullmatch(f" {phrase}") is not None)


def residents_of(phrase: str) -> int:
    """Return how many people of the town live in the building that a phrase names; 0 if it names none."""
    homes = (str(home).lower() for home in words().tables["places"]["homes"].values())
    return sum(re.search(rf"(?<!\w){re.escape(home)}(?!\w)", phrase.lower()) is not None for home in homes)


def _home_of(who: str) -> str:
    """Return the name of the building where somebody lives; empty if it is not known."""
    return str(words().tables["places"]["homes"].get(who, ""))


def _held_at(fact: Fact) -> Fact:
    """Return an event with the name of a home for 'at home' and 'at Ann's house': others have to find it."""
    host = next(iter(persons(fact.place)), fact.who if fact.place == "at home" else "")
    home = _home_of(host) if host else ""
    return replace(fact, place=f"at {with_article(home)}") if home else fact


def _place_in(text: str) -> tuple[str, int, int]:
    """Return the first place with its preposition, and where it stands: one of the town, else a name after 'at'."""
    known = (_known_place(prepositions) for prepositions in (_AT, _ABOUT))
    if found := next(filter(None, (each.search(text) for each in known if each)), None):
        return f"{found['prep']} {found['place']}", found.start(), found.end()
    for found in _PLACE.finditer(text):
        if (home := found["home"]) and not persons(home):
            return "at home", found.start(), found.end()
        if home and _home_of(persons(home)[0]):
            return home, found.start(), found.end()
        if found["place"] and not _DAYS.match(found["place"]):
            return f"{found['prep']} {found['place']}", found.start(), found.end()
    return "", 0, 0


def _of_thing(fact: Fact, without: str) -> Fact:
    host = _HOST.search(without)
    bare = f"{without[: host.start()]} {without[host.end() :].lstrip()}".strip() if host else without
    if (found := _EVENT_IS.match(bare)) and fact.when.known() and (fact.when.date or not _OF_A_DAY.match(bare)):
        what = found["o"] or found["o2"] or found["o3"] or article(_lower(found["o4"]))
        by = SLOT.fullmatch((host["by"] or host["also"]) if host else "")
        if owner := None if by else _OWNER.fullmatch(what):
            by = SLOT.fullmatch(owner["before"] or owner["after"])
        return replace(fact, kind="event", about=_lower(_held(what)), who=by[1] if by else "")
    if _EVERY.search(fact.text):
        return replace(fact, when=replace(fact.when, date=None))
    if fact.when.date and not _TO_COME.search(fact.text) and _tells_of_past(fact.text):
        fact = replace(fact, when=fact.when.before(fact.at))
    if guests := guests_told(fact.text):
        return replace(fact, kind="guestlist", about=guests, when=When())
    if found := _CUSTOM.match(fact.text):
        return replace(fact, kind="custom", about=_lower(found["o"]), text=found["what"], when=When())
    return fact


def _tells_of_past(sentence: str) -> bool:
    """Return whether the first finite verb of a sentence is of the past: 'gave', 'was'."""
    for word in re.findall(r"[a-z]+", sentence.partition(" ")[2]):
        if re.fullmatch(r"is|are|has|have|will|can|must|would|was|were|had", word):
            return word in ("was", "were", "had")
        form = verb_form(word)
        if form and form[1] in ("VBZ", "VBD") and not lemmas_of(word, "NOUN") and not lemmas_of(word, "ADJ"):
            return form[1] == "VBD"
    return False


def _held(told: str, place: str = "") -> str:
    """Return what is held, without what else the sentence tells, and without where within its place."""
    held = _PART_OF_DAY.sub("", _MORE.sub("", _FOR_ALL.sub("", without_second(told))))
    held = _LEFT.sub("", held.removesuffix(held_for(held)))
    name, comma, _ = held.partition(", ")
    # 'a tug-of-war, boats against barges', and not 'a long, cold walk'.
    held = (
        name if comma and lemmas_of(last := re.split("[ -]", name)[-1], "NOUN") and not lemmas_of(last, "ADJ") else held
    )
    held = _FRIENDS.sub("a get-together", held)
    if named := re.fullmatch(r"a get-together .*?\bfor (the [A-Z].+)", held):
        held = named[1]
    held = f"a game of {held}" if _GAMES.fullmatch(held) else held
    return _WITHIN.sub("", held) if place else held


def held_for(told: str) -> str:
    """Return the end of a phrase that tells what an event is for: ' to mend the roof' of 'a bee to mend the roof'.

    '' if there is none, where it names somebody, as 'a supper to say goodbye to ⟦Ann Bo⟧' is hers, and where there is
    no other name, as in 'an outing to watch the stars'.
    """
    found = _PURPOSE.search(told)
    form = verb_form(found["verb"]) if found else None
    if not found or not form or form[1] != "VB" or _NAMELESS.fullmatch(told[: found.start()]):
        return ""
    return found[0] if found["more"] or not lemmas_of(found["verb"], "NOUN") else ""


_PURPOSE = re.compile(r",? (?:in order )?to (?P<verb>[a-z]+)(?P<more>(?: [^⟦]+)?)$")
_NAMELESS = re.compile(
    r"(?:(?:an?|the|some|a few) )?(?:get-together|outing|meeting|evening|night|trip|walk|something|friends(?: \w+)?)"
)
"""Nouns that do not say what people come together for."""
_FOR_ALL = re.compile(r" for (?:everybody|everyone|all|anybody|anyone|the whole \w+)\b.*")
_FRIENDS = re.compile(
    r"^(?:a few |some |the )?(?:friends|people|neighbours|guests)(?: (?:out|over|round|in|up|along))?\b"
)
"""'is having a few friends over'."""
_GAMES = re.compile(r"cards|chess|draughts|backgammon|dominoes|whist|poker|bingo")
_OPENS = re.compile(r"\b(open|unveil|launch|christen|inaugurat|bless|dedicat)(?:ing|e?s|e)? $")
"""What is opened is no event: its opening is."""
_PART_OF_DAY = re.compile(r" (?:in the (?:morning|afternoon|evening)|at night)(?= to )")
"""What a day leaves behind in the midst: 'an outing in the evening to see the stars'."""
_WITHIN = re.compile(r" (?:at|by|round|under|beside) the [a-z][a-z -]*$")
"""'a game at the long table'."""


def _lower(phrase: str) -> str:
    return phrase[:1].lower() + phrase[1:]


_PLURAL = re.compile(r"(?!an? |the |his |her |their |⟦)(?:[\w-]+ ){0,2}[\w-]+s\b")


def _is_routine(fact: Fact, held: str) -> bool:
    """Return whether what is held has no day and is several: 'holds rehearsals from ten till one' is a day's work."""
    return fact.when.date is None and _PLURAL.match(held) is not None


def _of_person(fact: Fact, bare: str, without: str, to_come: bool) -> Fact:
    lead = slot(fact.who)
    body, short = (_ADVERBS.sub("", each.removeprefix(lead).strip()) for each in (bare, without))
    timed = fact.when.date is not None and fact.when.start is not None and names_place(fact.place)
    if ((found := _EVENT.match(short)) and fact.when.known() and not _is_routine(fact, found["o"])) or (
        timed and (found := _TIMED_EVENT.match(short))
    ):
        opened = None if found["o"].startswith(("a ", "an ")) else _OPENS.search(short[: found.start("o")])
        what = f"the {opened[1]}ing of {found['o']}" if opened else found["o"]
        beside = found["o"][len(without_second(found["o"])) :]
        return replace(fact, kind="event", text=fact.text.removesuffix(beside), about=_held(what, fact.place))
    if (found := _ATTENDS.match(short)) and (fact.when.known() or _ARTICLE.match(found["o"] or found["o2"] or "")):
        what = next(filter(None, found.groups())).strip()
        known = _known_place(_AT)
        there = known.match(f" at {what}") if known and found["o"] else None
        if there and re.match(r"$|,| (?:to|with|for|at|in|on|by|and)\b", what[there.end() - 4 :]):
            # 'is going to the Palm Grove to sketch': a place is no event.
            _, _, do = what.partition(f"{there['place']} to ")
            about = re.sub(r"\bit\b", there["place"], do) or f"go to {what}"
            return replace(fact, kind="plan", about=about, place=f"at {there['place']}")
        return replace(fact, kind="attend", about=_held(what))
    if guests := guests_of(lead, body):
        return replace(fact, kind="guestlist", about=guests, when=When())
    if (found := _TRIAL.match(short)) and fact.when.date:
        return replace(fact, kind="trial", about=found["o"])
    said = _FIRST_VERB.sub(_without_adverbs, body, count=1).replace(lead, _SUBJECT)
    perfect, verb = _VERB.match(body).groups()  # type: ignore[union-attr]  # It matches anything.
    form = verb_form(verb) if verb else None
    # A present tense after a name would end in 's', so that 'hit' is past.
    plural = body.startswith("and ⟦")
    done = (
        form is not None and verb not in _MODALS and (form[1] == "VBD" or (form[1] == "VB" and not (perfect or plural)))
    )
    kind, about = "past" if done or perfect else "habit", body
    if told := _kind_of(said):
        kind, found = told
        about = _about(kind, found, fact).replace(_SUBJECT, lead)
        if kind == "have" and fact.when.start is not None and fact.when.end is not None:
            # 'Sells fish at the stall from five to noon' tells one's work.
            kind, about = "habit", body
        if kind == "trade":
            about = _AFTER_TRADE.sub("", about)
    if kind == "past" and (now := _still_done(body)):
        kind, about = now
    fact, about = _without_tail(fact, kind, about)
    seen = kind == "rumour" and about.startswith("there is ")
    if kind not in ("habit", "like") and fact.when.date and _EVERY.search(fact.text):
        fact = replace(fact, when=replace(fact.when, date=None))
    over = seen or (done and kind in _DONE)
    when = fact.when.before(fact.at) if over and not to_come and not _ARRANGES.match(body) else fact.when
    return replace(fact, kind=kind, about=about, when=when)


def _still_done(body: str) -> tuple[str, str] | None:
    """Return the kind and the matter of what somebody has done until now, and does: 'has kept the inn for years'."""
    if found := _HAS_BEEN_AT.fullmatch(body):
        return "doing", found["o"]
    found = _HAS_DONE.fullmatch(body)
    form = verb_form(found["verb"]) if found else None
    if found is None or form is None or found["verb"] in _BEGUN:
        return None
    return "habit", f"{inflect(form[0], 'VBZ')}{found['o']}"


SO_FAR = re.compile(
    r",? (?:and|but) (?:so far |as yet |until now |for now )?"
    r"(?:not a soul|nobody|no one|(?:he|she|they|⟦[^⟧]+⟧) (?:is|are) the only) .*"
)
"""How few know of it, which is no part of the news."""
_AT_PRESENT = re.compile(r",? (?:at the moment|at present|just now|right now|for the moment|these days|nowadays)$")


def _without_tail(fact: Fact, kind: str, about: str) -> tuple[Fact, str]:
    """Return a fact and its matter without what the sentence goes on to tell of others, and from whom it is kept."""
    if kind == "habit":
        lead = slot(fact.who)
        beside = about[len(without_second(f"{lead} {about}", clause=True)) - len(lead) - 1 :]
        fact, about = replace(fact, text=fact.text.replace(beside, "", 1)), about.removesuffix(beside)
    if kind == "rumour":
        fact, about = replace(fact, text=SO_FAR.sub("", fact.text)), SO_FAR.sub("", about)
    if kind == "doing":
        fact, about = replace(fact, text=_AT_PRESENT.sub("", fact.text)), _AT_PRESENT.sub("", about)
    if kind in ("past", "habit"):
        about = re.sub(KEPT_BACK, "", about)
    return replace(fact, text=re.sub(KEPT_BACK, "", fact.text)), about


_EVERY = re.compile(rf"\b(?i:every|each|most) (?:{'|'.join(DAYS)})s?\b")
"""'quarrels with Bo every Friday': a day of each week, and no date."""
_AFTER_TRADE = re.compile(
    r", for .*|, and (?:the|his|her|their) [^,]*(?:, [^,]*,)? (?:is|are|has|have|will)\b.*|"
    r",? and (?:on|you|every|in the) .*|, (?:on|between|from)$|(?<=[a-z]), and ⟦.*"
    r"| who (?:works|starts|begins|goes out|sets out|comes in|is (?:up|out|at work|on duty))(?: and again .*)?$"
    r"|, an? [^,]*\b(?:who|whose|from)\b.*|, (?:\w+ )?(?:years?|months?|weeks?|winters?|summers?) [^,]*$|, as .*"
)
"""What a sentence goes on to tell beside a trade: 'the chaplain, and on weekdays you will find Ann Bo there'."""


_MODALS = ("will", "can", "must", "may", "would", "could", "should", "might")
_VERB = re.compile(
    r"(?:and ⟦[^⟧]+⟧ )*(?:(has|have|had) (?:\w+ly )?"
    r"(?!(?:the|an?|his|her|their|some|no|all|two|three|⟦[^⟧]+⟧'s) ))?(\S*)"
)
"""What somebody, with others or alone, does or has done."""
_GOES_ON = r" (?:for (?!the |a long)(?:(?! for )[^,])*\b(?:years?|decades?|winters?|summers?)|since [^,]+)"
"""How long somebody has done what they do: 'for twenty years', 'since spring'."""
_HAS_DONE = re.compile(rf"has (?:\w+ly )?(?P<verb>[a-z]+)(?P<o>\b.*?){_GOES_ON}")
_HAS_BEEN_AT = re.compile(
    rf"has been (?P<o>(?!(?:meaning|going|coming|trying|waiting|lying|feeling|suffering)\b)\w+ing\b.*?){_GOES_ON}"
)
_BEGUN = frozenset(
    ("been", "had", "not", "known", "seen", "heard", "lost", "gone", "come", "made", "taken", "promised")
)
"""What has been so for years and is told as such, or is over."""
_DONE = ("past", "quarrel", "helped", "talked", "have")
"""Kinds of facts whose day is over if they are told in the past."""
_ARRANGES = re.compile(
    r"(?:has |had )?(?:been )?(?:promised|told|asked|agreed|talked|persuaded|offered|invited|booked|arranged|called"
    r"|scheduled|announced|fixed|set|signed)\b"
)
"""What is done about a day to come."""


@cached(50_000)
def _kind_of(said: str) -> tuple[str, re.Match[str]] | None:
    """Return the first kind that a sentence is of, whoever its subject is; None if it is of none."""
    return next(((kind, found) for kind, says in kinds() if (found := says.match(said))), None)


_SUBJECT = slot("@")
"""Stands for the subject where the words of a kind are looked for."""


def _without_adverbs(found: re.Match[str]) -> str:
    kept = (each for each in found[2].split() if each.endswith("ly") and (lemmas_of(each, "ADJ") or each in _NO_ADVERB))
    return " ".join((found[1].strip(), *kept, "")).lstrip()


_NO_ADVERB = frozenset(("family", "reply", "supply", "fly", "apply", "rely", "only"))


_AND_ING = re.compile(r"\b(and|or) (\w+ing)\b")


_WITHIN_CLAUSE = re.compile(r", (?:which|who|whose|where) [^,]+, (?=\w)")
"""What is told in passing: 'that her knee, which she twisted in May, will not last'."""


def _alone(kind: str, about: str) -> str:
    """Return what a fact is about without what its sentence tells besides."""
    if kind in ("worry", "opinion", "rumour"):
        about = _WITHIN_CLAUSE.sub(" ", about)
    if kind in ("opinion", "rumour"):
        about = _AND_THAT.sub("", about)
    if kind in (*_PHRASES, "opinion", "rumour"):
        about = _BESIDE.sub("", without_second(about, clause=kind not in _PHRASES))
    return _AND_WOULD.sub("", about) if kind == "opinion" else about


_AND_WOULD = re.compile(r", (?:and|but|though) (?:would|will|could|has|is|never|often)\b.*")
_AND_THAT = re.compile(r",? (?:and|but) that .*")


def _about(kind: str, found: re.Match[str], fact: Fact) -> str:
    """Return what a fact is about in the words that its frames speak."""
    groups = found.groupdict()
    if seen := groups.get("seen"):
        return f"there is {re.sub(KEPT_BACK, '', _BESIDE.sub('', without_second(seen)))}"
    if to := groups.get("to"):
        return f"somebody {to}"
    if doing := groups.get("ing"):
        verb, _, rest = doing.partition(" ")
        return _AND_ING.sub(
            lambda also: f"{also[1]} {verb_lemma(also[2]) or also[2]}", f"{verb_lemma(verb) or verb} {rest}".strip()
        )
    about = _alone(kind, re.sub(KEPT_BACK, "", (groups.get("o") or "").strip()))
    if kind == "need":
        about = _AND_ANOTHER.sub("", about)
        about = _SOMEBODY.sub(lambda any_: "somebody who" if any_[0] == "whoever" else "somebody", about, count=1)
        if (who := _WHO_DOES.match(about)) and (form := verb_form(who[1])) and form[0] not in _STATES:
            # 'would be grateful to anyone who looked over her letters', 'would be glad if somebody read them to her'
            about = f"somebody to {form[0]} {who[2]}"
        about = _to_do(_LOOSE_END.sub("", about))
    if kind == "rumour":
        # Whoever passes it on may be none of those whom 'their' means.
        about = re.sub(r"^their ", "the ", about)
    if kind == "worry" and not about:
        return fact.why
    if kind in ("opinion", "doing"):
        return _SAYS_SO.sub("", about)
    return about


_PHRASES = ("trade", "doing", "wish", "hope", "plan", "like", "dislike", "worry", "need", "have", "promise", "helped")
"""Kinds that are about a thing or a deed, so that no verb of a second clause belongs to them."""


_BESIDE = re.compile(
    r",? (?:and|but) (?:far |much )?too \w+ to .*|,? (?:and|but) no(?:body)? (?:\w+ )?(?:to|for) .*|, yet .*"
    r"| wherever .*| whenever .*|,? and (?:he|she|they|⟦[^⟧]+⟧) would thank .*"
    r"|,? so that .*|, but for .+ would .*"
    r"|,? and without .*|,? (?:mostly |only |just |mainly )?in order to .*| so (?:much|badly|dearly|fiercely) that .*"
    r"|, (?:since|as|for) (?:⟦|he|she|they|it|there|the|his|her)\b.*"
    r"|(?<=\w)(?:,|,? and) (?:where|which|who(?:se|m)?) [^,]*$"
    r"|, (?:the|his|her|its|⟦[^⟧]+⟧'s) [^,]* (?:being|having) .*"
    r"|, an? [a-z]+ (?:that|which|who) [^,]*$"
    r"|, (?:since|as|for) (?:an?|nobody|no one|somebody|everybody|one|two|some|most|[a-z]+ (?:is|are|has|was)) .*"
)
"""What a sentence tells beside its matter: ', and she has no money until May', ', which leaks at night'."""
_LOOSE_END = re.compile(
    r" since (?:the |last )?\w+$| (?:beforehand|afterwards|in time|by then|before then)$"
    r"| (?:yet|anywhere|in it|for it|for that|of it)(?=$| for (?:⟦|him|her|them))| before (?:⟦|some|any|it\b|they\b).*"
)
"""What means something that another sentence names."""
_AND_ANOTHER = re.compile(
    r", and ⟦[^⟧]+⟧(?: (?:at|in|from|of) [^,⟦]{1,30})? (?:has|is|was|could|can|might|would|will|knows|keeps|says)\b.*"
)
"""What a need goes on to tell of somebody else: 'a bearing, and ⟦Cy Du⟧ at the store has been promising it'."""
_WHO_DOES = re.compile(
    r"somebody who (?!can\b|could\b|will\b|would\b|may\b)([a-z]+)"
    r" ((?!.* to (?:come|help|listen|look|advise)\b).+)"
)
_STATES = ("have", "be", "know", "speak", "remember", "understand", "like", "own", "live")
_SOMEBODY = re.compile(r"^(?:anybody|anyone|whoever)\b")
_OWNED = re.compile(r"(?:the|his|her|their|⟦[^⟧]+⟧'s) ")


def _to_do(about: str) -> str:
    """Return what is to be done as what somebody is needed for: 'the drill mended' as 'somebody to mend the drill'."""
    words = about.split(" ") if _OWNED.match(about) else []
    for place, word in enumerate(words[2:5], start=2):
        form = verb_form(word)
        if form and form[1] == "VBD" and not only_noun(word):
            thing = " ".join(words[:place]).removesuffix(" to be")
            return " ".join((f"somebody to {form[0]} {thing}", *words[place + 1 :]))
    return about


@cached()
def kinds() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the patterns of the kinds of the words in use, in their order."""
    rows: Iterator[dict[str, object]] = words().rows("kinds", "kind")
    return tuple(
        (str(row["kind"]), frame(str(says)))
        for row in rows
        for says in row["says"]  # type: ignore[attr-defined]
    )


__all__ = ["Fact", "Reader", "RememberedLine", "content", "in_confidence", "plain", "read", "sentences", "similar"]
