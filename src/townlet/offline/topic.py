"""What a proposition can be asked after by: 'the honey supper', 'your sore knee', 'learning to sail'."""

from __future__ import annotations

import re
from collections.abc import Sequence

from townlet.offline.forms import inflect, verb_form
from townlet.offline.prop import Prop, Ref, Token, Verb
from townlet.offline.speaker import Speaker

_DETERMINED = re.compile(r"(the|a|an|my|our|your|this|his|her|their|some|every\w*|no|there) ?")
_ENDS_NOUN = frozenset(
    [
        "is",
        "has",
        "and",
        "at",
        "in",
        "on",
        "for",
        "to",
        "with",
        "that",
        "was",
        "who",
        "from",
        "of",
        "go",
        "goes",
        "grow",
        "grows",
        "keep",
        "keeps",
        "take",
        "takes",
        "than",
        "as",
        "or",
        "but",
        "so",
        "if",
        "when",
        "while",
        "because",
        "more",
        "again",
        "very",
        "much",
        "too",
        "well",
        "most",
        "best",
        "every",
    ]
)
_WHERE = re.compile(r"(?<=\w) in (?:the|my|our|your|a) .*| (?:of|in|at|on|by|with)$")
_HELPING = re.compile(r"^(?:(?:helping (?:out )?with |looking out for )+|helping (?:to )?(?=\w+ing\b))")
_FINDING = "finding "
_SOMEBODY = "somebody to "
_PEOPLE = re.compile(
    r"(?:(?:an?|two|three|four|some|more) (?:\w+ ){0,2}?(?:man|woman|men|women|people|person|boy|girl|children|"
    r"\w+(?:ist|ian)s?)"
    r"|an? (?:\w+ ){0,2}?\w+(?:[eo]r))\b"
)
_HELP_WITH = re.compile(r"^(?:some )?help with ")
_EMPTY_TOPIC = re.compile(r"(?:going|coming|being|doing|getting|having)(?: \w+)?$|\w+ing$")
_SECOND_VERBS = frozenset(
    ["need", "needs", "hope", "hopes", "want", "wants", "am", "is", "look", "looks", "have", "has"]
)
_FAINT = frozenset(
    [
        "time",
        "day",
        "days",
        "life",
        "word",
        "head",
        "face",
        "hands",
        "mind",
        "way",
        "work",
        "own",
        "rest",
        "turn",
        "family",
    ]
)
ASIDE = re.compile(r", (?:which|who|because|so that|where|when) .*$")
"""What is said beside the matter: 'a show, which opens in March'."""
_LAST_PHRASE = re.compile(r"(\w+ing .+) (?:from|with|for|in|at|on|by|about|before|after|because|so|during) .+$")
LONGEST_GERUND = 9
"""Words of what somebody is busy with, at most, if its last phrase can be left out."""
LONGEST_NEED = 9
"""Words of what is lacking, at most."""
_NOT_THINGS = frozenset(["no", "there", "it", "everyone", "somebody", ""])


def topic_of(voice: Speaker, prop: Prop) -> str:
    """A short noun phrase or gerund, as the voice would say it, or '' where none is to be had."""
    gerund = (voice.gerund(prop) or "") if prop.kind in ("doing", "agenda") else ""
    if gerund and not _EMPTY_TOPIC.match(gerund):
        return _shortened(gerund)
    if prop.event:
        return voice.np(prop)
    if not prop.person and prop.subj not in _NOT_THINGS and not prop.subj[0].isupper():
        thing = _bare(prop.subj)
        return thing if _DETERMINED.match(thing) else "the " + thing
    intent = _intent(voice, prop) if prop.kind in ("wish", "plan", "promise", "need") else ""
    found = (
        _needed(voice, prop)
        or voice.gerund(prop)
        or _helped(intent)
        or _possession(voice, prop)
        or _intent(voice, prop)
    )
    return "" if _EMPTY_TOPIC.match(found) else found


def _shortened(gerund: str) -> str:
    """A long gerund phrase without its last 'in the mountains', 'for the shop'."""
    gerund = ASIDE.sub("", gerund)
    found = _LAST_PHRASE.match(gerund) if len(gerund.split()) > LONGEST_GERUND else None
    return found[1] if found else gerund


def sought(topic: str) -> str:
    """Whom a search is for: for 'finding a drummer' 'a drummer', for 'building a boat' 'somebody to build a boat'."""
    if topic.startswith(_FINDING):
        return topic.removeprefix(_FINDING)
    first, _, rest = topic.partition(" ")
    form = verb_form(first) if first.endswith("ing") and rest else None
    return f"{_SOMEBODY}{form[0]} {rest}" if form and form[1] == "VBG" else topic


def _helped(intent: str) -> str:
    """What one promised to help with: 'helping with the tables' is 'the tables'; and of 'looking out for somebody to
    build a boat' it is 'building a boat'."""
    helped = _HELPING.sub("", intent)
    if helped.startswith(_SOMEBODY):
        lemma, _, rest = helped.removeprefix(_SOMEBODY).partition(" ")
        return f"{inflect(lemma, 'VBG')} {rest}".strip()
    return _FINDING + helped if _PEOPLE.match(helped) else helped


def _bare(thing: str) -> str:
    """A thing without where it is: 'the stove in the kitchen of Mill House' is 'the stove'."""
    return _WHERE.sub("", thing)


def _needed(voice: Speaker, prop: Prop) -> str:
    if prop.kind != "need":
        return ""
    toks = prop.toks
    at = [
        k
        for k, t in enumerate(toks)
        if (isinstance(t, Verb) and t.lemma == "need") or (t == "for" and k and toks[k - 1] == "looking")
    ]
    if not at:
        return ""
    wanted: list[Token] = []
    for t in toks[at[0] + 1 :]:
        if t in ("to", "before", "because", "so", ",", "until") or (
            len(wanted) > (5 if t == "for" else 3) and t in ("for", "with", "in", "at", "from") and "who" not in wanted
        ):
            break
        wanted.append(t)
    if not wanted or (isinstance(wanted[0], str) and wanted[0].startswith("some")):
        return _wanted_doing(voice, prop, toks[at[0] + 1 :])
    if len(wanted) > LONGEST_NEED:
        wanted = wanted[: _end_of_thing(wanted)]
    said = _HELP_WITH.sub("", voice.clause(prop, when=False, toks=wanted))
    return _FINDING + said if _PEOPLE.match(said) else re.sub(r"^(a|an) ", "the ", said)


def _end_of_thing(wanted: Sequence[Token]) -> int:
    """Where a long thing wanted can end: before what is told of it, else before its last phrase that is not 'of'."""
    told = next((k for k, t in enumerate(wanted) if t in ("who", "that")), None)
    phrases = [k for k, t in enumerate(wanted[:LONGEST_NEED]) if k and t in ("for", "with", "in", "at", "on", "from")]
    return told if told is not None else phrases[-1] if phrases else LONGEST_NEED


def _wanted_doing(voice: Speaker, prop: Prop, toks: Sequence[Token]) -> str:
    """'somebody who can build a boat' gives 'building a boat'."""
    if len(toks) < 4 or toks[1] != "who":
        return ""
    verb = toks[3] if toks[2] in ("can", "could", "will", "would") else toks[2]
    lemma = verb.lemma if isinstance(verb, Verb) else (verb_form(verb) or ("", ""))[0] if isinstance(verb, str) else ""
    if not lemma or lemma in ("be", "have", "know", "like", "love"):
        return ""
    rest = toks[toks.index(verb) + 1 :]
    return voice.clause(prop, when=False, toks=[inflect(lemma, "VBG"), *rest]) if len(rest) <= LONGEST_NEED else ""


def _possession(voice: Speaker, prop: Prop) -> str:
    """'my sore knee', 'your new boat'."""
    for k, t in enumerate(prop.toks):
        if not isinstance(t, Ref) or t.role != "p":
            continue
        nouns: list[Token] = []
        for x in prop.toks[k + 1 : k + 4]:
            if not isinstance(x, str) or not x.isalpha() or x in _ENDS_NOUN or x.endswith("ing"):
                break
            nouns.append(x)
        if nouns and nouns[-1] not in _FAINT and prop.toks[k + 1 + len(nouns) : k + 2 + len(nouns)] != ("'s",):
            return voice.clause(prop, when=False, toks=[t, *nouns])
    return ""


def _next_clause(toks: Sequence[Token]) -> int:
    """Where 'and' begins another clause."""
    for k, t in enumerate(toks[:-1]):
        after = toks[k + 1]
        if t in ("and", "but") and (isinstance(after, Verb) or after in _SECOND_VERBS):
            return k
    return len(toks)


def _intent(voice: Speaker, prop: Prop) -> str:
    """'wants to learn to sail' gives 'learning to sail'."""
    for k, t in enumerate(prop.toks[:-1]):
        after = prop.toks[k + 1]
        if t == "to" and isinstance(after, str) and (form := verb_form(after)) and form[1] == "VB":
            rest = prop.toks[k + 2 :]
            return voice.clause(prop, when=False, toks=[inflect(form[0], "VBG"), *rest[: _next_clause(rest)]])
    return ""
