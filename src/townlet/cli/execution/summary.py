"""What a run comes to: the figures of `--json`, and ten lines for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from townlet.analysis.diffusion.spread import FactSpread, trace_town_facts
from townlet.analysis.text.wording import insight_text, plan_change_text, planned_day_lead, promise_text
from townlet.cli.output import OFFLINE_NOTICE, format_count, quote_for_shell
from townlet.cli.pricing import format_dollars
from townlet.cli.times import RunTimeline
from townlet.cognition.wording import say_time
from townlet.memory.record import Memory
from townlet.runfile import CallTotals, RunFileError, RunHeader
from townlet.runfile.config import config_of
from townlet.runfile.view import RunView


def format_news(run: Path) -> str:
    """'News: picnic, known to 1 at the start and to 3 of 4 now.'; empty where nothing is followed or has happened.

    What keeps it from being read is told instead: by then the run is safe in its file.
    """
    try:
        view = RunView(run)
        people, found = len(view.residents), trace_town_facts(view)
    except RunFileError as error:
        return str(error)
    told = "; ".join(_reach(each, people) for each in found)
    return f"News: {told}." if told else ""


def _reach(found: FactSpread, people: int) -> str:
    return f"{found.fact.name}, known to {found.known_before(1)} at the start and to {len(found.known)} of {people} now"


@dataclass(frozen=True)
class RunFigures:
    """Counts over a whole run file."""

    path: Path
    header: RunHeader
    timeline: RunTimeline
    state_hash: str
    people: tuple[str, ...]
    memories: dict[str, int]
    lines: dict[str, int]
    """Spoken lines by speaker."""
    talks: int
    calls: CallTotals
    plan_changes: int
    promises: int
    insights: tuple[Memory, ...]
    wall_seconds: float

    @property
    def offline(self) -> bool:
        """Whether rules answered everything."""
        return config_of(self.header).offline

    @property
    def game_days(self) -> float:
        return self.timeline.steps * self.header.step_seconds / 86_400

    def as_json(self) -> dict[str, Any]:
        return {
            "run": str(self.path),
            "id": self.header.id,
            "town": self.header.town,
            "seed": self.header.seed,
            "model": self.header.settings.get("model"),
            "profile": self.header.settings.get("profile"),
            "without": list(config_of(self.header).left_out),
            "agents": len(self.people),
            "game_days": round(self.game_days, 6),
            "steps": self.timeline.steps,
            "memories": {**self.memories, "total": sum(self.memories.values())},
            "conversations": self.talks,
            "utterances": sum(self.lines.values()),
            "calls": self.calls.calls,
            "fallbacks": self.calls.fallbacks,
            "prompt_tokens": self.calls.prompt_tokens,
            "answer_tokens": self.calls.answer_tokens,
            "usd": round(self.calls.cost, 6),
            "wall_seconds": round(self.wall_seconds, 3),
            "state_hash": self.state_hash,
        }


def collect_run_figures(view: RunView, wall_seconds: float) -> RunFigures:
    """The summary of what is in a run file now."""
    said = list(view.lines())
    with view.reader() as reader:
        memories = list(reader.memories())
        state_hash, calls = reader.stored_hash() or reader.state_hash(), reader.totals()
    return RunFigures(
        path=view.path,
        header=view.header,
        timeline=RunTimeline.of(view),
        state_hash=state_hash,
        people=tuple(view.joined),
        memories=_by_kind(memories),
        lines=dict(sorted(Counter(line.speaker for line in said).items())),
        talks=len({line.talk for line in said}),
        calls=calls,
        plan_changes=_plan_changes(memories),
        promises=sum(bool(promise_text(memory)) for memory in memories),
        insights=tuple(memory for memory in memories if insight_text(memory)),
        wall_seconds=wall_seconds,
    )


def _plan_changes(memories: list[Memory]) -> int:
    """Days planned anew, and doings put in between."""
    days = [day for memory in memories if (day := planned_day_lead(memory))]
    return len(days) - len(set(days)) + sum(bool(plan_change_text(memory)) for memory in memories)


def _by_kind(memories: list[Memory]) -> dict[str, int]:
    counts = Counter(memory.kind for memory in memories)
    return {kind: counts[kind] for kind in ("observation", "reflection", "plan")}


def format_summary(summary: RunFigures, unpriced: Sequence[str] = ()) -> Iterator[str]:
    """What happened, where it is kept, and how to look at it."""
    lived, count = summary.timeline, len(summary.people)
    kinds = ", ".join(format_count(number, kind) for kind, number in summary.memories.items())
    calls, utterances = summary.calls, sum(summary.lines.values())
    yield f"{summary.header.town}: {count} people from {say_time(lived.start)} to {say_time(lived.end)}."
    yield f"They remember {sum(summary.memories.values()):,} things: {kinds}."
    yield f"They had {format_count(summary.talks, 'talk')} of {format_count(utterances, 'line')}{_talkative(summary)}."
    promises, insights = format_count(summary.promises, "promise"), format_count(len(summary.insights), "insight")
    yield f"They changed plans {format_count(summary.plan_changes, 'time')}, made {promises} and drew {insights}."
    if summary.insights:
        weightiest = max(summary.insights, key=lambda memory: (memory.importance, memory.created, memory.id))
        yield f"One of them, {weightiest.id.agent}'s: “{weightiest.text}”"
    if told := format_news(summary.path):
        yield told
    tokens = f"{calls.prompt_tokens:,} tokens asked, {calls.answer_tokens:,} answered"
    yield f"{calls.calls:,} calls, {tokens}{_cost(summary, unpriced)}."
    if calls.fallbacks:
        missing = format_count(calls.fallbacks, "answer")
        yield f"{missing} could not be had, and fallbacks stood in; nobody remembers them."
    yield f"It took {summary.wall_seconds:.1f} seconds. The run is in {summary.path}; look at it with:"
    yield from _next_commands(summary)


def _talkative(summary: RunFigures) -> str:
    if not summary.lines:
        return ""
    name = max(summary.lines, key=lambda speaker: (summary.lines[speaker], speaker))
    return f"; {name} spoke most ({summary.lines[name]:,})"


def _cost(summary: RunFigures, unpriced: Sequence[str]) -> str:
    if summary.offline and not summary.calls.cost:
        return f" ({OFFLINE_NOTICE})"
    unknown = f", without {' and '.join(unpriced)}, whose price is not known" if unpriced else ""
    return f", {format_dollars(summary.calls.cost)}{unknown}"


def _next_commands(summary: RunFigures) -> Iterator[str]:
    path = quote_for_shell(str(summary.path))
    person = max(summary.people, key=lambda name: (summary.lines.get(name, 0), name), default="")
    yield f"  townlet serve {path}"
    yield f"  townlet show {path}"
    yield f"  townlet read {path} --sample 3"
    yield f"  townlet report {path}"
    if person:
        yield f"  townlet ask {path} {quote_for_shell(person)} {quote_for_shell('What is on your mind?')}"
