"""The words that prompts print and that memories are written in: times, plans, lines of a talk, thoughts.

What one part of the package writes and another recognises ("Ann Bo said to me: '...'") is defined here once. The
mind writes these sentences; its own rules, the offline model and the analyses read them back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from itertools import groupby

from townlet.cognition.sanitisation import in_quotes
from townlet.cognition.state import PlanItem
from townlet.language.prompt import Field
from townlet.memory.record import Memory
from townlet.world.address import Address
from townlet.world.clock import Clock
from townlet.world.setting import Setting
from townlet.world.state import Utterance
from townlet.world.tree import clock_words, label, rule_of, spoken
from townlet.world.view import WorldView

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip

SAID_TO_ME = " said to me: "
"""The words between a speaker's name and the quoted line, in the memory of the person who was spoken to."""

I_SAID_TO = "I said to "
"""How the memory of a line that the agent said itself begins."""

SAID_TO = " said to "
"""The words between the names of speaker and hearer, in the memory of a line that was overheard."""

THOUGHT_LEAD = "I have come to think that "
"""How every reflection begins, so that nobody takes a thought for an event. The prompt `insights` quotes it."""

DAY_PLAN_LEAD = "On "
"""How the memory of a day's plan begins; no other memory of the kind 'plan' begins so."""

PLANS = " plans: "
"""The words between the name and the list of activities in the memory of a day's plan."""

CHANGED_PLAN = " changed the plan and "
"""The words after the name in the memory of a reaction that was fitted into the plan."""

PROMISE_LEAD = "I promised "
"""How a promise begins in memory; what follows is the other's name or 'to'."""

AGE_LEAD = "(age: "
"""The words before the age in the first sentence of a summary. The prompt `summary` asks for this sentence."""


SAME_PLACE = "the same place"
"""What a plan in a prompt says in place of a place that the item before has named."""


def said_lead(to: str) -> str:
    """Return how the memory of a line to this person begins: "I said to Ann Bo: "."""
    return f"{I_SAID_TO}{to}: "


def heard_lead(speaker: str) -> str:
    """Return how the memory of a line from this speaker begins: "Ann Bo said to me: "."""
    return f"{speaker}{SAID_TO_ME}"


def said_line(to: str, line: str) -> str:
    """Return the memory of a line that the agent said: "I said to Ann Bo: 'Good morning.'"."""
    return said_lead(to) + in_quotes(line)


def heard_line(speaker: str, line: str) -> str:
    """Return the memory of a line that was said to the agent: "Ann Bo said to me: 'Good morning.'"."""
    return heard_lead(speaker) + in_quotes(line)


def overheard_line(speaker: str, to: str, line: str) -> str:
    """Return the memory of a line between others: "Ann Bo said to Cy Dee: 'Good morning.'"."""
    return f"{speaker}{SAID_TO}{to}: {in_quotes(line)}"


def inner_voice_line(name: str, voice: str) -> str:
    """Return the memory of an inner voice that led to no intention: "Ann Bo heard an inner voice: '...'"."""
    return f"{name} heard an inner voice: {in_quotes(voice)}"


def quoted_words(text: str) -> str:
    """Return the quoted line of a memory, without its quotation marks; empty if the memory quotes nothing."""
    return text.partition(": '")[2].removesuffix("'")


def doing_sentence(name: str, doing: str) -> str:
    """Return what somebody is seen or known to do, as a memory: "Ann Bo is making tea."."""
    return f"{name} is {doing}."


def state_sentence(thing: Address, state: str) -> str:
    """Return the state that somebody sees an object in, as a memory: "The stove is burning."."""
    return f"{with_capital(spoken(thing))} is {state}."


def thought_sentence(text: str) -> str:
    """Return an insight marked as a thought, and marked once if the model has marked it already."""
    return full_stop(text if text.startswith(THOUGHT_LEAD) else THOUGHT_LEAD + text)


def day_plan_sentence(date_text: str, name: str, items: str) -> str:
    """Return the memory of a day's plan: "On Tuesday May 6, Ann Bo plans: breakfast at 7:30 am, ..."."""
    return f"{DAY_PLAN_LEAD}{date_text}, {name}{PLANS}{items}."


def usual_reason(name: str) -> str:
    """Return the reason of what a plan holds for no particular reason, as a clause: "Ann Bo usually does so"."""
    return f"{name} usually does so"


def name_with_age(name: str, age: int | str) -> str:
    """Return how a summary begins: "Ann Bo (age: 34)"."""
    return f"{name} {AGE_LEAD}{age})"


def age_in(summary: str) -> int | None:
    """Return the age that a summary tells; None if it tells none."""
    found = re.search(rf"{re.escape(AGE_LEAD)}(\d{{1,3}})\)", summary)
    return int(found[1]) if found else None


def summary_sentence(name: str, age: int | str, traits: Iterable[str]) -> str:
    """Return the first sentence of a summary: "Ann Bo (age: 34) is kind, curious."."""
    return f"{name_with_age(name, age)} is {', '.join(traits)}."


def say_time(time: datetime) -> str:
    """Return a time with its date, in English on any machine: 'Tuesday May 6 2025, 9:40 am'."""
    return f"{say_date(time)} {time.year}, {say_clock(time)}"


def say_stamp(time: datetime) -> str:
    """Return a memory's time, short because prompts print dozens of them: 'Tue May 6 2025, 9:40 am'."""
    day = f"{DAYS[time.weekday()][:3]} {MONTHS[time.month - 1][:3]} {time.day} {time.year}"
    return f"{day}, {say_clock(time)}"


def say_clock(time: datetime) -> str:
    """Return the time of day: '9:40 am'."""
    return clock_words(time.hour * 60 + time.minute)


def say_date(time: datetime) -> str:
    """Return the date without the year: 'Tuesday May 6'."""
    return f"{DAYS[time.weekday()]} {MONTHS[time.month - 1]} {time.day}"


def read_clock(text: str) -> int | None:
    """Return the minutes after midnight of a time such as '7:30 pm'; None if the text does not begin with one."""
    match = re.match(r"\s*(\d{1,2}):(\d{2})\s*([ap])m", text, re.IGNORECASE)
    if not match or int(match[1]) > 12 or int(match[2]) > 59:
        return None
    return (int(match[1]) % 12 + (12 if match[3].lower() == "p" else 0)) * 60 + int(match[2])


class ToldMemories(list[Field]):
    """Memories as prompt fields, oldest first, each with its time and text."""

    def __init__(self, memories: Sequence[Memory]) -> None:
        """Take the memories by relevance, the most relevant first."""
        self._memories = memories
        ordered = sorted(memories, key=lambda memory: (memory.created, memory.id))
        super().__init__(tell_timed((memory.created, memory.text) for memory in ordered))

    def fewer(self) -> ToldMemories:
        """Return the most relevant third of the memories."""
        return ToldMemories(self._memories[: len(self._memories) // 3])


class LatestLines(list[Field]):
    """What somebody said of late as prompt fields, oldest first."""

    def fewer(self) -> LatestLines:
        """Return the latest third of the lines."""
        return LatestLines(self[len(self) - len(self) // 3 :])


def tell_memories(memories: Iterable[Memory]) -> list[Field]:
    """Return memories as prompt fields, oldest first, each with its time and text.

    They are given in the order in which they matter: a shorter prompt keeps the first third of them.
    """
    return ToldMemories([*memories])


def tell_numbered(memories: Sequence[Memory], first: int = 1) -> list[Field]:
    """Return the memories as prompt fields in the order given, numbered from `first`."""
    timed = tell_timed((memory.created, memory.text) for memory in memories)
    return [{"n": n, **each} for n, each in enumerate(timed, start=first)]


def tell_timed(texts: Iterable[tuple[datetime, str]]) -> list[dict[str, Field]]:
    """Return texts as prompt fields with their times; the date is only given where it changes."""
    fields: list[dict[str, Field]] = []
    before: date | None = None
    for time, text in texts:
        full = time.date() != before
        fields.append({"when": say_stamp(time) if full else say_clock(time), "text": text})
        before = time.date()
    return fields


def tell_plan(items: Iterable[PlanItem], clock: Clock) -> list[Field]:
    """Return the items of a plan as prompt fields, without fallbacks."""
    return [_tell_item([item], clock) for item in items if not item.fallback]


def tell_plan_in_brief(items: Iterable[PlanItem], clock: Clock, now: int = 0) -> list[Field]:
    """Return a plan as prompt fields for answers that name no places: as `tell_plan`, but shorter.

    Items that go on with the same at the same place are one, and a place is named where it differs from the one before.
    What is over at the step `now` is told without its place.
    """
    shown = [replace(item, place=None) if item.end <= now else item for item in items if not item.fallback]
    told = [_tell_item([*run], clock) for _, run in groupby(shown, key=lambda item: (item.activity, item.place))]
    places = ["", *(each["place"] for each in told)]
    same = (each["place"] and each["place"] == before for each, before in zip(told, places, strict=False))
    return [{**each, "place": SAME_PLACE} if again else each for each, again in zip(told, same, strict=True)]


def _tell_item(run: Sequence[PlanItem], clock: Clock) -> dict[str, Field]:
    return {
        "start": clock_words(clock.minute(run[0].start)),
        "end": clock_words(clock.minute(run[-1].end)),
        "activity": run[0].activity,
        "place": label(run[0].place) if run[0].place else "",
    }


def tell_lines(lines: Iterable[Utterance]) -> list[Field]:
    """Return the lines of a talk as prompt fields; one that the agent did not take in has no words."""
    return [{"speaker": line.speaker, "line": line.text or "..."} for line in lines]


def tell_places(places: Iterable[Address], setting: Setting) -> list[Field]:
    """Return places as prompt fields, each with its norms in words."""
    return [{"name": label(place), "rule": rule_of(place, setting)} for place in places]


def tell_pronouns(view: WorldView, texts: Iterable[str]) -> list[Field]:
    """Return, as prompt fields, the pronouns of the people who are named in the texts, in agent order."""
    named = view.setting.keys.order(view.register.named_in("\n".join(texts)))
    return [{"name": name, "pronoun": view.register[name]} for name in named]


_MAPPED = frozenset(("places", "objects", "options", "ways"))
"""Prompt fields of which the names belong to the map."""


def texts_of(fields: Mapping[str, Field]) -> list[str]:
    """Return all texts in prompt fields, except those that only name places and objects."""
    return [text for name, value in fields.items() if name not in _MAPPED for text in _leaves(value)]


def _leaves(value: Field) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _leaves(part)
    elif isinstance(value, Sequence):
        for part in value:
            yield from _leaves(part)


def with_capital(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]


def full_stop(text: str) -> str:
    """Return the sentence with a full stop, unless it ends with a mark or a quote."""
    text = text.strip()
    return text if text.endswith((".", "!", "?", "'")) else f"{text}."
