"""What fills the hours that nothing claims: errands, wishes, one's own projects, hobbies, outings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from townlet.offline.fields import texts
from townlet.offline.forms import inflect, verb_form
from townlet.offline.lexicon import LEX
from townlet.offline.plan.company import CALLING, calls, customary
from townlet.offline.plan.frame import Frame
from townlet.offline.plan.projects import projects
from townlet.offline.plan.timeline import Block
from townlet.offline.plan.venues import KINDS

OPENING = 7 * 60
MORNING, EVENING, NIGHT = 8 * 60 + 30, 17 * 60 + 30, 21 * 60


@dataclass(frozen=True)
class Idea:
    """Something one might do: a gerund phrase, where, how gladly, and when ('morning', 'day', 'evening', 'any')."""

    activity: str
    where: str
    weight: float
    when: str = "any"


_STEMS = [
    (re.compile("|".join(rf"\b(?:{stem})" for stem in row["stems"]), re.I) if row["stems"] else None, row)
    for row in LEX["pastimes"]["pastime"]
]
_WISH = re.compile(
    r"\b(?:wants?|hopes?|would like|means|intends?|plans|has decided|dreams? of|needs) to "
    r"((?!be\b|have\b)[a-z]+)\b([^.;]*)",
    re.I,
)
_VAGUE = re.compile(
    r"^(?:in love|become|show|return|move|earn|inspire|help|support|improve|grow|own|win|find love|"
    r"marry|live|stay|know|see|feel|"
    r"stop|lose|keep|run for|tell|hear|make|sell|turn|understand|get|prove|decide|avoid|remain|change|"
    r"persuade|convince)\b"
    r"|\b(?:one|some) day\b|everywhere|in the city|\bonce\b|easier|better|before (?:he|she|they)|"
    r"\b(?:her|him|them) an?\b",
    re.I,
)
_HABIT = re.compile(
    r"(?:^| he| she| they) (?:often |usually |sometimes |always )?(?P<verb>tends|plays|walks|feeds|"
    r"practises|practices|bakes|paints|swims|runs|"
    r"fishes|visits|sketches|knits|sings|sails|climbs|rows|studies)(?P<rest> (?!into\b)[^.;]+)"
)
_OTHER_FEELING = r" (?:and|but) (?:\w+ )?(?:hates|dislikes|fears|avoids|is|has|does|wants|likes|loves|enjoys|thinks)\b"
"""Where a liking ends and something else is told."""
_LIKING = re.compile(
    r"^ (?:likes|loves|enjoys) (?:to (?P<verb>[a-z]+)|(?P<gerund>(?!evening|morning|being)[a-z]+ing))(?P<rest> [^.;]+)?"
)


def habits(frame: Frame) -> Iterator[Idea]:
    """What memories say that one does by habit or likes to do."""
    for note in frame.notes:
        if note.sort != "mine":
            continue
        said = note.text[len(frame.name) :]
        found = _HABIT.search(said) or _LIKING.search(said)
        if not found or re.search(r"\b(?:tell|ask|hear|listen|talk|see)\b", found[0]):
            continue
        verb = found["verb"]
        form = verb_form(verb) if verb else None
        gerund = inflect(form[0], "VBG") if form else found.groupdict().get("gerund") or ""
        rest = re.split(
            rf",| because | when | while | before |{_OTHER_FEELING}| with (?:his|her|their) eyes"
            r"| on (?:most|dry|quiet|warm|fine)| in the (?:early |late )?(?:morning|evening|afternoon)"
            r"| (?:almost |nearly )?every ",
            found["rest"] or "",
        )[0]
        venue = frame.venues.mentioned(rest) if re.search(r" (?:in|at|around|to|by) ", rest) else None
        if gerund and len(rest.split()) < 9:
            when = (
                "evening"
                if "evening" in note.text
                else "day"
                if re.search(r"morning|afternoon|ducks|beds", note.text)
                else "any"
            )
            yield Idea(_mine(f"{gerund}{rest}", frame.name), venue.name if venue else "", 0.58, when)


def wishes(frame: Frame) -> Iterator[Idea]:
    """What memories say that one wants to do some time, and things one lacks and might look for."""
    for note in frame.notes:
        if note.sort == "thought" and note.body.startswith(("I give much of my time to ", "I am happiest ")):
            yield Idea(re.sub(r"^.*? (?=\w+ing\b)", "", note.body.rstrip(".")), "workroom", 0.5)
        if note.sort != "mine" or re.search(r"\bat \d|\bfrom \d", note.text):
            continue
        for found in _WISH.finditer(note.text):
            if _VAGUE.search(found[1] + found[2]) or _far_away(frame, found[2]):
                continue
            if activity := _gerund(found[1], found[2]):
                yield Idea(_mine(activity, frame.name), "", 0.8, "day")
        if wanted := re.search(r"\bis looking for (?!love\b|some(?:one|body))([^.;,]+)", note.text):
            yield Idea(f"looking for {wanted[1]}", "@shop", 0.55, "day")


def _far_away(frame: Frame, rest: str) -> bool:
    """Whether something is wished for in a place that is none of the known ones."""
    named = re.search(r" (?:in|at) ((?:the )?[A-Z][\w’'-]+.*)", rest)
    return bool(named) and frame.venues.mentioned(named[1] if named else "") is None


def _gerund(verb: str, rest: str) -> str:
    form = verb_form(verb)
    rest = re.split(r",| because | before | so that | when | (?:some|one) day\b", rest)[0]
    return f"{inflect(verb, 'VBG')}{rest}".strip() if form and form[1] == "VB" and len(rest.split()) < 9 else ""


def _mine(activity: str, name: str) -> str:
    return re.sub(r"\bmy\b", "their", activity).replace(f"{name}'s", "their") if name else activity


def visits(frame: Frame) -> Iterator[Idea]:
    """Calls on people whom one knows: the dearer, the more on one's mind, the gladder."""
    for call in calls(frame):
        yield Idea(CALLING[0].format(call.who), call.place, call.weight + 0.1 * frame.sociable, "any")
    for call, when in customary(frame):
        yield Idea(CALLING[1].format(call.who), call.place, call.weight, when)


def own_work(frame: Frame) -> Iterator[Idea]:
    """One's own projects, for those whose trade does not fill the day."""
    for place, project in enumerate(projects(frame.summary, frame.notes)[:4]):
        yield Idea(project.activity, "workroom", 0.62 - 0.08 * place)


def hobbies(frame: Frame) -> Iterator[Idea]:
    """Pastimes that fit what is said of a person, and a few that fit anyone."""
    about = frame.summary + " " + " ".join(n.text for n in frame.notes if n.sort == "mine")
    for stems, row in _STEMS:
        if stems is None or stems.search(about):
            for activity in row["do"]:
                yield Idea(activity, row["where"], 0.18 if stems is None else 0.36, row["when"])


def outings(frame: Frame) -> Iterator[Idea]:
    """Evenings out, the gladder the more one likes company."""
    for row in LEX["pastimes"]["outing"]:
        for activity in row["do"]:
            yield Idea(activity, row["where"], 0.62 if frame.sociable else 0.3, row.get("when", "evening"))


def ideas(frame: Frame) -> list[Idea]:
    """Everything that one might do with free time today, errands first."""
    found = [
        *wishes(frame),
        *habits(frame),
        *visits(frame),
        *own_work(frame),
        *hobbies(frame),
        *outings(frame),
    ]
    yesterday = " ".join(texts(frame.fields, "yesterday"))
    return [Idea(i.activity, i.where, i.weight - 0.45 * (i.activity in yesterday), i.when) for i in found]


def _timely(idea: Idea, start: int) -> bool:
    if idea.when == "morning":
        return OPENING <= start < MORNING + 60
    return idea.when == "any" or (idea.when == "evening") is (start >= EVENING)


def fill(frame: Frame, start: int, end: int, pool: list[Idea], used: set[str]) -> Block:
    """The best thing to do between two times; each idea serves once a day. At home with a book if all else fails."""
    best, score = Block(start, end, "resting at home", frame.room("living"), "rest"), 0.0
    for idea in pool:
        if idea.activity in used or not _timely(idea, start):
            continue
        unplaced = not idea.where or "@" in idea.where
        if unplaced and ((start < MORNING and idea.when != "morning") or (start >= NIGHT and idea.when == "any")):
            continue
        place = _place(frame, idea.where, start, end)
        gladness = idea.weight + 0.4 * frame.roll("idea", idea.activity, start // 60)
        if place is not None and gladness > score:
            best, score = Block(start, end, idea.activity, place, "rest"), gladness
    used.add(best.activity)
    return best


def _place(frame: Frame, where: str, start: int, end: int) -> str | None:
    """The place for an idea; None if there is none open. An empty name leaves it to the moment."""
    if where.startswith("@"):
        late = end > 21 * 60 + 30 and not (where == "@night" and frame.sociable)
        open_now = [] if late else frame.venues.kinds(where[1:], start, end)
        return min(open_now, key=lambda v: frame.roll("venue", v.sector, start // 90)).name if open_now else None
    if where == "garden":
        return frame.room(where) or None
    if where in KINDS:
        return frame.room(where)
    venue = frame.venues.named(where)
    return (where if venue and venue.open_during(start, end) else None) if where else ""
