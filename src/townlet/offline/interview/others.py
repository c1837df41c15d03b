"""Questions about other people: who they are, what one thinks of them."""

from __future__ import annotations

import re
from dataclasses import replace

from townlet.offline.english import sentence
from townlet.offline.interview.recall import Recall
from townlet.offline.prop import Prop, Verb

_NAME = r"([A-Z][\w’'-]*(?: [A-Z][\w’'-]*)*)"
_ABOUT = re.compile(
    rf"(?i:who(?:'s|’s| is| are| was)) {_NAME}|(?i:(?:do|did|have) you (?:really |ever |also )?(?:know|"
    rf"met|meet|heard of|seen)) (?:of )?{_NAME}"
    rf"|(?i:think (?:of|about)|feel about|opinion (?:of|on)|tell me (?:more |something )?about|"
    rf"relationship with|get on with|get along with|like|know about|friends with|trust|say about|met|"
    rf"describe) {_NAME}"
    rf"|(?i:how (?:is|are|was)|how well do you know|where (?:is|does|are)|what (?:is|does|are|did|"
    rf"about)|why (?:is|does)|when (?:is|does|did)) {_NAME}"
)
_KNOWING = re.compile(r"(?i)(?:do|did|have) you (?:really |ever |also )?(?:know|met|heard of)\b")
_ORDER = {
    "relation": 0,
    "opinion": 1,
    "thought": 1,
    "trade": 2,
    "event": 3,
    "plan": 3,
    "fact": 4,
    "wish": 4,
    "promise": 4,
}
_NO_NAMES = (
    "I",
    "A",
    "The",
    "You",
    "Your",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
    "English",
    "God",
    "My",
)


def answer(recall: Recall) -> str:
    """What one knows of the person named; '' if nobody is asked about, or it is something else of theirs."""
    found = _ABOUT.search(recall.question)
    asked = next((g for g in found.groups() if g), "") if found else ""
    asked = re.sub(r"['’]s\b.*", "", asked).strip()
    if not asked or asked in _NO_NAMES:
        return ""
    full = recall.reader.person(asked) or asked
    if full == recall.me:
        return f"That's me. {recall.told(recall.about_me)}".strip()
    who_is = re.search(r"(?i)\bwho(?:'s|’s| is| are| was)\b", recall.question)
    known = [(n, p) for n, p in recall.props if full in p.people or full in p.sources or n.who == full]
    if not known and not any(full in n.text for n in recall.notes) and full not in recall.summary:
        return _stranger(recall, asked) if who_is or _is_person(asked, found) else ""
    if re.match(r"(?i)where\b", recall.question):
        return _whereabouts(recall, full)
    told = _told(recall, full, [p for _, p in known])
    opinion = recall.thought([full])
    if opinion and (not told or re.search(r"(?i)think|feel|opinion|like|relationship|trust", recall.question)):
        told = f"{opinion} {told}".strip()
    if told and _KNOWING.match(recall.question):
        return f"Yes. {told}"
    return told or recall.pick(
        "met",
        f"I know {asked}, but not well enough to say much.",
        f"{asked}? We have met. There's not much more I can tell you.",
    )


def _is_person(asked: str, found: re.Match[str] | None) -> bool:
    return bool(found and (found[1] or found[2] or (found[3] and " " in asked)))


def _whereabouts(recall: Recall, full: str) -> str:
    """Where one last saw somebody."""
    seen = [p for n, p in recall.props if n.sort == "other" and n.who == full and p.place]
    if not seen:
        return f"I couldn't say. I haven't seen {full.split(' ')[0]} for a while."
    return _last_seen(recall, seen[-1])


def _over(recall: Recall, prop: Prop) -> bool:
    """Whether it tells of an event that is past: 'there was a supper' says nothing of who gave it."""
    return bool(prop.event and prop.when.date and prop.when.date < recall.now.date())


def _last_seen(recall: Recall, prop: Prop) -> str:
    """What somebody was seen at, told afterwards."""
    was = [replace(t, tense="past") if isinstance(t, Verb) and t.lemma == "be" else t for t in prop.toks]
    return sentence(f"the last I saw, {recall.voice.clause(prop, vary=False, toks=was)}")


def _stranger(recall: Recall, asked: str) -> str:
    return recall.pick(
        "stranger",
        f"I don't know anyone called {asked}.",
        f"{asked}? I can't place the name. We haven't met, as far as I know.",
        f"I've never heard of {asked}.",
        f"I'm not familiar with anyone named {asked}.",
    )


def _told(recall: Recall, full: str, props: list[Prop]) -> str:
    """The two most telling things: bonds and opinions, then what they do, then what they said."""
    own = [p for p in recall.about_me if full in p.people]
    spoken = [
        p
        for p in props
        if len(p.words) > 1 and (full in p.people or p.subj == full) and p.kind not in ("refusal", "talk")
    ]
    lasting = [p for p in spoken if recall.voice.gerund(p) is None and p.kind != "doing" and not _over(recall, p)]
    seen = [p for p in spoken if p.kind == "doing" or recall.voice.gerund(p) is not None]
    if not lasting and not own and seen:
        return _last_seen(recall, seen[-1])
    spoken = lasting
    spoken.sort(key=lambda p: (_ORDER.get(p.kind, 6) + 3 * (p.subj not in (full, recall.me)), bool(p.sources), -p.idx))
    bonds = [p for p in own if p.kind == "relation"]
    return recall.told([*bonds[:1], *spoken[:1], *own[:1], *spoken[1:]])
