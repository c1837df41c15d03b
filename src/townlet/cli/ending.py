"""The ten lines that a run ends with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from townlet.cli.commandline import in_shell
from townlet.cli.money import dollars
from townlet.cli.news import news_told
from townlet.cli.printing import counted
from townlet.cli.summary import Summary
from townlet.cognition.telling import say_time

OFFLINE = "answers are made by rules, not by a language model"


def ending(summary: Summary, unpriced: Sequence[str] = ()) -> Iterator[str]:
    """What happened, where it is kept, and how to look at it."""
    lived, count = summary.timeline, len(summary.people)
    kinds = ", ".join(counted(number, kind) for kind, number in summary.memories.items())
    calls, utterances = summary.calls, sum(summary.lines.values())
    yield f"{summary.header.town}: {count} people from {say_time(lived.start)} to {say_time(lived.end)}."
    yield f"They remember {sum(summary.memories.values()):,} things: {kinds}."
    yield f"They had {counted(summary.talks, 'talk')} of {counted(utterances, 'line')}{_talkative(summary)}."
    promises, insights = counted(summary.promises, "promise"), counted(len(summary.insights), "insight")
    yield f"They changed plans {counted(summary.plan_changes, 'time')}, made {promises} and drew {insights}."
    if summary.insights:
        weightiest = max(summary.insights, key=lambda memory: (memory.importance, memory.created, memory.id))
        yield f"One of them, {weightiest.id.agent}'s: “{weightiest.text}”"
    if told := news_told(summary.path):
        yield told
    tokens = f"{calls.prompt_tokens:,} tokens asked, {calls.answer_tokens:,} answered"
    yield f"{calls.calls:,} calls, {tokens}{_cost(summary, unpriced)}."
    if calls.fallbacks:
        yield f"{counted(calls.fallbacks, 'answer')} could not be had, and fallbacks stood in; nobody remembers them."
    yield f"It took {summary.wall_seconds:.1f} seconds. The run is in {summary.path}; look at it with:"
    yield from _next_commands(summary)


def _talkative(summary: Summary) -> str:
    if not summary.lines:
        return ""
    name = max(summary.lines, key=lambda speaker: (summary.lines[speaker], speaker))
    return f"; {name} spoke most ({summary.lines[name]:,})"


def _cost(summary: Summary, unpriced: Sequence[str]) -> str:
    if summary.offline and not summary.calls.cost:
        return f" ({OFFLINE})"
    unknown = f", without {' and '.join(unpriced)}, whose price is not known" if unpriced else ""
    return f", {dollars(summary.calls.cost)}{unknown}"


def _next_commands(summary: Summary) -> Iterator[str]:
    path = in_shell(str(summary.path))
    person = max(summary.people, key=lambda name: (summary.lines.get(name, 0), name), default="")
    yield f"  townlet serve {path}"
    yield f"  townlet show {path}"
    yield f"  townlet read {path} --sample 3"
    yield f"  townlet report {path}"
    if person:
        yield f"  townlet ask {path} {in_shell(person)} {in_shell('What is on your mind?')}"
