"""Questions about oneself: who one is, one's usual day, what one cares about."""

from __future__ import annotations

import re

from townlet.offline.english import listing, sentence
from townlet.offline.fields import say_clock, text
from townlet.offline.interview.household import FAMILY, HOME, WITH_WHOM, family, home, housemates
from townlet.offline.interview.recall import Recall
from townlet.offline.plan.frame import Frame
from townlet.offline.plan.hours import shown_plan
from townlet.offline.plan.projects import projects
from townlet.offline.prop import content

_WHO = re.compile(
    r"\b(?:introduc|about yourself|describe yourself|who are you|your name|what are you called|what "
    r"kind of person are you|tell me about you\b)",
    re.I,
)
_JOB = re.compile(
    r"\b(?:what do you do|your (?:job|occupation|work|profession|trade|living)|do you work|where do "
    r"you work|what(?:'s| is) your work)\b",
    re.I,
)
_DAY = re.compile(r"\b(?:typical|usual|normal|average|weekday|daily|routine|schedule)\b", re.I)
_LOVES = re.compile(r"\b(?:hobb|free time|for fun|interests?\b|enjoy|what do you like|passion|favou?rite)", re.I)
_INSPIRED = re.compile(
    r"\b(?:inspire|excite|motivat|proud|most important|matters? (?:most )?to you|care about|dream|"
    r"hope for|goals?\b|ambition|want most|working towards)",
    re.I,
)
_WORRY = re.compile(r"\b(?:worr|afraid|fear|sad|bother|upset|trouble|stress|struggl|difficult|regret)", re.I)
_HAPPY = re.compile(r"\b(?:happy|how do you feel|feeling|mood|content with|satisfied)\b", re.I)
_LEARNT = re.compile(
    r"\b(?:learn(?:ed|t)?|come to think|realis|realiz|on your mind|thinking about|what have you been thinking|reflect)",
    re.I,
)

_STROKES = 6
"""Of a day the longest parts are told, in their order."""


def answer(recall: Recall) -> str:
    """The answer to a question about oneself; '' if it is none."""
    question = recall.question
    for pattern, reply in (
        (_WHO, introduction),
        (_DAY, usual_day),
        (_JOB, work),
        (_LEARNT, thoughts),
        (_INSPIRED, inspiration),
        (_WORRY, worries),
        (_LOVES, pleasures),
        (WITH_WHOM, housemates),
        (FAMILY, family),
        (HOME, home),
        (_HAPPY, mood),
    ):
        if (
            pattern.search(question)
            and re.search(r"\byou|\byours?|yourself\b", question, re.I)
            and (said := reply(recall))
        ):
            return said
    return ""


def doing(recall: Recall) -> str:
    """What one is at, as a gerund phrase in one's own words."""
    said = text(recall.fields, "doing")
    found = re.search(r"\bis (\w+ing\b.*)", said)
    activity = (found[1] if found else said).rstrip(".")
    activity = re.sub(r" (?:at|in) [A-Z][^.]*: .*$", "", activity)
    activity = re.sub(r"\b(?:their|his|her)\b", "my", activity)
    return activity if re.match(r"\w+ing\b", activity) else "answering your questions"


def introduction(recall: Recall) -> str:
    traits = re.search(r"\) is ([^.]+)\.", recall.summary)
    aged = re.search(r"age: (\d+)", recall.summary)
    parts = [f"I'm {recall.me}" + (f", {aged[1]} years old" if aged else "")]
    job = _job(Frame.from_now(recall.fields, recall.seed))
    parts.append(f"I'm {job}" if job else "")
    parts.append(f"People call me {listing(_words(traits[1]))}" if traits else "")
    told = " ".join(sentence(p) for p in parts if p)
    own = [
        p
        for p in recall.about_me
        if p.subj == recall.me and p.kind != "trade" and not p.event and not (job and job.split(" ", 1)[-1] in p.text)
    ]
    return f"{told} {recall.told(own, 1)}".strip()


def _words(traits: str) -> list[str]:
    return [w for w in re.split(r", | and ", traits) if w]


def usual_day(recall: Recall) -> str:
    """The day's plan as what one usually does, its working hours as one."""
    frame = Frame.from_now(recall.fields, recall.seed)
    told: list[tuple[int, str]] = []
    lasts: dict[tuple[int, str], int] = {}
    for block in shown_plan(recall.fields):
        working = any(act.activity in block.activity for act in frame.trade.acts)
        does = "at work" if working else _first_person(block.activity)
        if not told or told[-1][1] != does:
            told.append((block.start, does))
        lasts[told[-1]] = lasts.get(told[-1], 0) + block.minutes
    lead = sentence("I'm " + _job(frame)) + " " if _job(frame) else ""
    longest = sorted(sorted(told, key=lambda each: -lasts[each])[:_STROKES])
    broad = [each for each, before in zip(longest, [(0, ""), *longest], strict=False) if each[1] != before[1]]
    if len(broad) >= 2:
        return f"{lead}Take today: {listing([_at(start, does) for start, does in broad])}."
    return f"{lead}The day goes on that, with meals in between and the evening to myself." if lead else ""


def _at(start: int, does: str) -> str:
    return f"at {say_clock(start)} I'm {does}"


def _job(frame: Frame) -> str:
    """The occupation with what one is the owner or keeper of."""
    job = frame.occupation
    return f"{job.words} of {job.of}" if job.words and job.of else job.words


def _first_person(activity: str) -> str:
    return re.sub(r"\b(?:their|his|her)\b", "my", activity)


def work(recall: Recall) -> str:
    job = _job(Frame.from_now(recall.fields, recall.seed))
    own = projects(recall.summary, recall.notes)
    if job:
        return sentence(f"I'm {job}") + (f" At the moment I'm {own[0].activity}." if own else "")
    return f"At the moment I'm {_first_person(own[0].activity)}." if own else ""


def thoughts(recall: Recall) -> str:
    return recall.thought([""])


def inspiration(recall: Recall) -> str:
    own = projects(recall.summary, recall.notes)
    events = [p for n, p in recall.props if n.own and p.event and p.subj == recall.me]
    matters = [*(p.definite.split(" ")[-1] for p in own), *(p.event for p in events)]
    held = recall.thought(matters) if matters else ""
    held = "" if own and len(content(held) & content(own[0].activity)) >= 2 else held
    because = f" {held}" if held else ""
    if own:
        task = _first_person(own[0].activity)
        return (
            recall.pick(
                "inspire",
                f"What I get up for is {task}.",
                f"Right now it's {task} that keeps me going.",
                f"If I'm honest, {task}: when it goes well I forget the time.",
            )
            + because
        )
    if events:
        return f"The {events[0].event}, more than anything. {recall.told(events, 1)}{because}"
    wishes = [p for _, p in recall.props if p.kind == "wish" and p.subj == recall.me]
    job = _job(Frame.from_now(recall.fields, recall.seed))
    return recall.told(wishes, 1) or (f"My work, I suppose. I'm {job}." if job else "")


def worries(recall: Recall) -> str:
    bad = [
        p
        for n, p in recall.props
        if p.subj == recall.me and n.own and (p.valence < 0 or re.search(r"worr|afraid|need", p.text))
    ]
    return recall.told(bad, 2) or recall.pick(
        "worry", "Nothing that keeps me awake.", "No more than anybody, I think. The days look after themselves."
    )


def pleasures(recall: Recall) -> str:
    liked = [
        p
        for p in [*(p for _, p in recall.props), *recall.about_me]
        if p.subj == recall.me and re.search(r"\b(?:enjoy|like|love|hobb|passion)", p.text)
    ]
    if said := recall.told(liked, 2):
        return said
    if own := projects(recall.summary, recall.notes):
        return f"I like {own[0].activity}, above all."
    job = _job(Frame.from_now(recall.fields, recall.seed))
    return f"My work, mostly. I'm {job}." if job else ""


def mood(recall: Recall) -> str:
    last = re.split(r"(?<=[.!?])\s+", recall.summary)[-1] if recall.summary else ""
    props = recall.reader.memory(last, -1, recall.now) if recall.me in last else []
    return recall.told(props, 1) or sentence(f"I'm well enough. I'm {doing(recall)}")
