"""Made-up rows for the tests of the run file."""

from __future__ import annotations

import sqlite3
from datetime import datetime
from pathlib import Path

from townlet.memory.record import Memory, MemoryId
from townlet.runfile import (
    CallRow,
    EventRow,
    PromptText,
    RecallRow,
    RunHeader,
    RunWriter,
    VectorRow,
    canonical,
    create_run,
)

HEADER = RunHeader("0.1.0", "Otterby", "d1ge57", 7, datetime(2031, 5, 6), 10, {"profile": "default", "top": 3})
FILES = {"town.toml": b'name = "Otterby"\n', "people/una_vesk.toml": 'name = "Una Vesk"  # ü\n'.encode()}
PEOPLE = ("Pell Orrin", "Una Vesk")
PROMPT = PromptText("You are Una Vesk.\n\nYou remember:\n- bread\n- rain\n\nWhat now?\n", '{"type":"object"}')


def event(step: int, agent: str = "Una Vesk", ordinal: int = 0, phase: int = 1) -> EventRow:
    return EventRow(step, phase, agent, ordinal, "acted", canonical({"doing": f"kneading loaf {step}"}))


def memory(step: int, agent: str = "Una Vesk", ordinal: int = 0, evidence: tuple[MemoryId, ...] = ()) -> Memory:
    return Memory(
        id=MemoryId(agent, step, ordinal),
        kind="reflection" if evidence else "observation",
        text=f"{agent} kneads loaf {step}.",
        created=HEADER.time_of(step),
        importance=3,
        source="heard",
        heard_from="Pell Orrin",
        utterance=f"{step}/Pell Orrin",
        evidence=evidence,
        hearsay=True,
    )


def call(step: int, attempt: int = 0, **more: object) -> CallRow:
    row = CallRow("Una Vesk", step, "plan/0", attempt, "day_plan", PROMPT.sha, "answered", '{"say":"hm"}', "m-1", 9, 4)
    return row._replace(**more)


def commit(run: RunWriter, step: int, snapshot: bytes | None = None) -> None:
    """A step in which everyone acts, remembers, rests a thought on it and recalls the one before."""
    memories = [
        made for agent in PEOPLE for made in (memory(step, agent), memory(step, agent, 1, (MemoryId(agent, step, 0),)))
    ]
    recalls = [RecallRow(step, agent, (MemoryId(agent, step - 1, 0),)) for agent in PEOPLE if step]
    run.commit_step(step, [event(step, agent) for agent in PEOPLE], memories, recalls, snapshot)


def written(path: Path, steps: int = 5) -> Path:
    """A finished run of some steps, with a call each."""
    with create_run(path, HEADER, FILES) as run:
        for step in range(steps):
            run.record_calls([call(step)], [PROMPT])
            run.store_vectors([VectorRow("hashed", f"{step:064x}", "int8", bytes([step, 0, 255]))])
            commit(run, step, snapshot=b'{"version":0,"step":%d}' % step)
        run.finish()
    return path


def alter(path: Path, sql: str, *parameters: object) -> None:
    """Change a closed run file behind its back."""
    connection = sqlite3.connect(path)
    connection.execute(sql, parameters)
    connection.commit()
    connection.close()
