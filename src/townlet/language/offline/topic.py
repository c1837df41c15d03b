"""What a proposition can be asked after by: 'the honey supper', 'your sore knee', 'learning to sail'."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from townlet.language.offline.forms import inflect, verb_form
from townlet.language.offline.prop import Prop, Ref, Token, Verb

if TYPE_CHECKING:
    from townlet.language.offline.say import Voice

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
    ]
)
_EMPTY_TOPIC = re.compile(r"(?:going|coming|being|doing|getting|having)(?: \w+)?$|\w+ing$")
_FAINT = frozenset(["time", "day", "days", "life", "word", "head", "face", "hands", "mind", "way", "work", "own"])
_NOT_THINGS = frozenset(["no", "there", "it", "everyone", "somebody", ""])


def topic_of(voice: Voice, prop: Prop) -> str:
    """A short noun phrase or gerund, as the voice would say it, or '' where none is to be had."""
    gerund = (voice.gerund(prop) or "") if prop.kind in ("doing", "agenda") else ""
    if gerund and not _EMPTY_TOPIC.match(gerund):
        return gerund
    if prop.event:
        return voice.np(prop)
    if not prop.person and prop.subj not in _NOT_THINGS and not prop.subj[0].isupper():
        return prop.subj if _DETERMINED.match(prop.subj) else "the " + prop.subj
    intent = _intent(voice, prop) if prop.kind in ("wish", "plan", "promise", "need") else ""
    found = _needed(voice, prop) or voice.gerund(prop) or intent or _possession(voice, prop) or _intent(voice, prop)
    return "" if _EMPTY_TOPIC.match(found) else found


def _needed(voice: Voice, prop: Prop) -> str:
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
        if t in ("to", "before", "because", "so", ",", "until", "that", "who") or (
            len(wanted) > (5 if t == "for" else 3) and t in ("for", "with", "in", "at", "from")
        ):
            break
        wanted.append(t)
    if not wanted or (isinstance(wanted[0], str) and wanted[0].startswith("some")):
        return ""
    return re.sub(r"^(a|an) ", "the ", voice.clause(prop, when=False, toks=wanted))


def _possession(voice: Voice, prop: Prop) -> str:
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


def _intent(voice: Voice, prop: Prop) -> str:
    """'wants to learn to sail' gives 'learning to sail'."""
    for k, t in enumerate(prop.toks[:-1]):
        after = prop.toks[k + 1]
        if t == "to" and isinstance(after, str) and (form := verb_form(after)) and form[1] == "VB":
            return voice.clause(prop, when=False, toks=[inflect(form[0], "VBG"), *prop.toks[k + 2 :]])
    return ""
