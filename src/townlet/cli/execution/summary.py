"""The summary of a run: about ten lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from townlet.cli.output import OFFLINE_NOTICE, format_count
from townlet.cli.pricing import describe_estimates, format_dollars
from townlet.cognition.wording import say_time
from townlet.errors import quote_for_shell
from townlet.measures.diffusion.spread import FactSpread, trace_town_facts
from townlet.measures.run_figures import RunFigures
from townlet.runfile import RunFileError
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
    seen = len(found.known) - len(found.by_talk)
    by_sight = f", {seen} of them by sight alone" if seen else ""
    reach = f"known to {found.known_before(1)} at the start and to {len(found.known)} of {people} now"
    return f"{found.fact.name}, {reach}{by_sight}"


def format_summary(summary: RunFigures, unpriced: Sequence[str] = ()) -> Iterator[str]:
    """Yield the lines of the summary: what happened, where the run file is, and commands to look at it."""
    lived, people = summary.timeline, format_count(len(summary.people), "person", "people")
    kinds = ", ".join(format_count(number, kind) for kind, number in summary.memories.items())
    calls, utterances = summary.calls, sum(summary.lines.values())
    yield f"{summary.header.town}: {people} from {say_time(lived.clock.start)} to {say_time(lived.end)}."
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
