"""The figures of a whole run, such as its memories, talks, calls and cost."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from townlet.measures.mended import MendedAnswers, count_mended
from townlet.measures.text.wording import insight_text, promise_text
from townlet.memory.record import Memory
from townlet.runfile import CallTotals, RunHeader
from townlet.runfile.config import config_of
from townlet.runfile.moments import RunTimeline
from townlet.runfile.view import RunView


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
        plan_changes=sum(change.revision > 0 for change in view.plan_changes()),
        promises=sum(bool(promise_text(memory)) for memory in memories),
        insights=tuple(memory for memory in memories if insight_text(memory)),
        wall_seconds=wall_seconds,
    )


def _count_by_kind(memories: list[Memory]) -> dict[str, int]:
    counts = Counter(memory.kind for memory in memories)
    return {kind: counts[kind] for kind in ("observation", "reflection", "plan")}
