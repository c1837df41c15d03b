"""The calls that made people think what they thought: prompts and replies."""

from __future__ import annotations

from townlet.engine.runfile import CallFilter, CallRow, PromptText, RunReader
from townlet.server.protocol.minds import CallShown

MOST = 60
"""Calls that are listed at most."""


def calls_around(reader: RunReader, person: str, around: int, hour: int) -> list[CallShown]:
    """Somebody's calls of the game hour before a step and with it, or else the last before that; newest first."""
    near = [*reader.calls(CallFilter(agent=person, from_step=around - hour, to_step=around), by_time=True)]
    found = near or [*reader.calls(CallFilter(agent=person, to_step=around), by_time=True)]
    return [call_shown(row) for row in reversed(found[-MOST:])]


def call_shown(row: CallRow, prompt: PromptText | None = None) -> CallShown:
    """A call; with its prompt and its reply, if the prompt is given."""
    return CallShown(
        id=f"{row.agent}/{row.step}/{row.path}/{row.attempt}",
        step=row.step,
        name=row.name,
        model=row.model,
        status=row.status,
        input_tokens=row.prompt_tokens,
        output_tokens=row.answer_tokens,
        usd=row.cost,
        fallback=row.fallback,
        prompt=prompt.text if prompt else "",
        reply=(row.reply or row.error) if prompt else "",
    )
