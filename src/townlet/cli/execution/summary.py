"""The summary of a run: its figures as JSON, or about ten lines of text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from townlet.cli.output import OFFLINE_NOTICE, format_count, quote_for_shell
from townlet.cli.pricing import describe_estimates, format_dollars
from townlet.cli.times import RunTimeline
from townlet.cognition.wording import say_time
from townlet.measures.diffusion.spread import FactSpread, trace_town_facts
from townlet.measures.mended import MendedAnswers, count_mended
from townlet.measures.text.wording import day_plan_heading, insight_text, plan_change_text, promise_text
from townlet.memory.record import Memory
from townlet.runfile import CallTotals, RunFileError, RunHeader
from townlet.runfile.config import config_of
from townlet.runfile.view import RunView


def format_news(run: Path) -> str:
    """Return how far news has spread, such as 'News: picnic, known to 1 at the start and to 3 of 4 now.'

    Return '' if the town follows no facts. If the run file cannot be read, return the error's message instead of
    raising it, because the run itself has ended well.
    """
    try:
        view = RunView(run)
        people, found = len(view.residents), trace_town_facts(view)
    except RunFileError as error:
        return str(error)
    news = "; ".join(_describe_reach(each, people) for each in found)
    return f"News: {news}." if news else ""


def _describe_reach(found: FactSpread, people: int) -> str:
    return f"{found.fact.name}, known to {found.known_before(1)} at the start and to {len(found.known)} of {people} now"


@dataclass(frozen=True)
class RunFigures:
    """The figures of a whole run."""

    path: Path
    header: RunHeader
    timeline: RunTimeline
    state_hash: str
    people: tuple[str, ...]
    memories: dict[str, int]
    lines: dict[str, int]
    """Number of spoken lines by speaker."""
    talks: int
    calls: CallTotals
    mended: MendedAnswers
    plan_changes: int
    promises: int
    insights: tuple[Memory, ...]
    wall_seconds: float

    @property
    def offline(self) -> bool:
        """Whether the run uses the offline model alone."""
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
            "mended": self.mended.mended,
            "prompt_tokens": self.calls.prompt_tokens,
            "answer_tokens": self.calls.answer_tokens,
            "usd": round(self.calls.cost, 6),
            "estimated": self.calls.estimated,
            "wall_seconds": round(self.wall_seconds, 3),
            "state_hash": self.state_hash,
        }


def collect_run_figures(view: RunView, wall_seconds: float) -> RunFigures:
    """Return the figures of a run, up to where its file ends."""
    said = list(view.lines())
    with view.reader() as reader:
        memories = list(reader.memories())
        state_hash, calls = reader.stored_hash() or reader.state_hash(), reader.totals()
        mended = MendedAnswers() if view.config.offline else count_mended(reader)
    return RunFigures(
        path=view.path,
        header=view.header,
        timeline=RunTimeline.of(view),
        state_hash=state_hash,
        people=tuple(view.joined),
        memories=_count_by_kind(memories),
        lines=dict(sorted(Counter(line.speaker for line in said).items())),
        talks=len({line.talk for line in said}),
        calls=calls,
        mended=mended,
        plan_changes=_plan_changes(memories),
        promises=sum(bool(promise_text(memory)) for memory in memories),
        insights=tuple(memory for memory in memories if insight_text(memory)),
        wall_seconds=wall_seconds,
    )


def _plan_changes(memories: list[Memory]) -> int:
    """Return how often people re-planned a day or inserted an activity."""
    days = [day for memory in memories if (day := day_plan_heading(memory))]
    return len(days) - len(set(days)) + sum(bool(plan_change_text(memory)) for memory in memories)


def _count_by_kind(memories: list[Memory]) -> dict[str, int]:
    counts = Counter(memory.kind for memory in memories)
    return {kind: counts[kind] for kind in ("observation", "reflection", "plan")}


def format_summary(summary: RunFigures, unpriced: Sequence[str] = ()) -> Iterator[str]:
    """Yield the lines of the summary: what happened, where the run file is, and commands to look at it."""
    lived, people = summary.timeline, format_count(len(summary.people), "person", "people")
    kinds = ", ".join(format_count(number, kind) for kind, number in summary.memories.items())
    calls, utterances = summary.calls, sum(summary.lines.values())
    yield f"{summary.header.town}: {people} from {say_time(lived.start)} to {say_time(lived.end)}."
    yield f"They have {sum(summary.memories.values()):,} memories: {kinds}."
    talks = f"{format_count(summary.talks, 'talk')} with {format_count(utterances, 'line')}"
    yield f"They had {talks}{_describe_top_speaker(summary)}."
    promises, insights = format_count(summary.promises, "promise"), format_count(len(summary.insights), "insight")
    yield f"They changed plans {format_count(summary.plan_changes, 'time')}, made {promises} and gained {insights}."
    if summary.insights:
        top = max(summary.insights, key=lambda memory: (memory.importance, memory.created, memory.id))
        yield f"One insight, by {top.id.agent}: “{top.text}”"
    if news := format_news(summary.path):
        yield news
    tokens = f"{calls.prompt_tokens:,} prompt tokens, {calls.answer_tokens:,} answer tokens"
    yield f"{calls.calls:,} calls, {tokens}{_describe_cost(summary, unpriced)}."
    yield from describe_estimates(calls)
    if summary.mended.mended:
        yield str(summary.mended)
    if calls.fallbacks:
        replaced = format_count(calls.fallbacks, "answer")
        yield f"{replaced} could not be obtained and were replaced by fallbacks, which nobody remembers."
    yield f"It took {summary.wall_seconds:.1f} seconds. The run is in {summary.path}. Look at it with:"
    yield from _next_commands(summary)


def _describe_top_speaker(summary: RunFigures) -> str:
    if not summary.lines:
        return ""
    name = max(summary.lines, key=lambda speaker: (summary.lines[speaker], speaker))
    return f"; {name} spoke the most ({summary.lines[name]:,})"


def _describe_cost(summary: RunFigures, unpriced: Sequence[str]) -> str:
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
