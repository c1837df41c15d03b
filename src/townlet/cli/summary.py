"""What a run comes to: the figures of `--json`, and ten lines for people."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from townlet.cli.times import Timeline
from townlet.engine.runfile import CallTotals, RunHeader, RunReader
from townlet.engine.simulation import settings_of
from townlet.memory.record import Memory
from townlet.study.wording import change_of_plan, day_planned, insight, promise


@dataclass(frozen=True)
class Summary:
    """Counts over a whole run file."""

    path: Path
    header: RunHeader
    timeline: Timeline
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
        return settings_of(self.header).offline

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
            "without": list(settings_of(self.header).left_out),
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


def summary_of(reader: RunReader, wall_seconds: float) -> Summary:
    """The summary of what is in a run file now."""
    people: list[str] = []
    lines: Counter[str] = Counter()
    talks: set[str] = set()
    for row in reader.events():
        if row.kind == "Joined":
            people.append(json.loads(row.data)["persona"]["name"])
        elif row.kind == "Said":
            said = json.loads(row.data)
            lines[said["speaker"]] += 1
            talks.add(said["talk"])
    memories = list(reader.memories())
    return Summary(
        path=reader.path,
        header=reader.header,
        timeline=Timeline.of(reader),
        state_hash=reader.stored_hash() or reader.state_hash(),
        people=tuple(people),
        memories=_by_kind(memories),
        lines=dict(sorted(lines.items())),
        talks=len(talks),
        calls=reader.totals(),
        plan_changes=_plan_changes(memories),
        promises=sum(bool(promise(memory)) for memory in memories),
        insights=tuple(memory for memory in memories if insight(memory)),
        wall_seconds=wall_seconds,
    )


def _plan_changes(memories: list[Memory]) -> int:
    """Days planned anew, and doings put in between."""
    days = [day for memory in memories if (day := day_planned(memory))]
    return len(days) - len(set(days)) + sum(bool(change_of_plan(memory)) for memory in memories)


def _by_kind(memories: list[Memory]) -> dict[str, int]:
    counts = Counter(memory.kind for memory in memories)
    return {kind: counts[kind] for kind in ("observation", "reflection", "plan")}
