"""Changes of minds: the difference that a turn made, and its application to a state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from townlet.cognition.state import AgentState
from townlet.state.events import MindChanged
from townlet.world.known import KnownTree

_REPLACED_FIELDS = (
    "plan",
    "note",
    "summary",
    "summarised",
    "importance_sum",
    "waiting",
    "noticed",
    "talks",
    "reflected",
    "watched",
    "forgotten",
)
"""Fields that a change holds as a whole."""
_MERGED_FIELDS = ("seen", "talked", "passed_by")
"""Maps of which a change holds only the changed entries."""
_MAPS = frozenset((*_MERGED_FIELDS, "known"))


def mind_change(before: AgentState, after: AgentState) -> MindChanged | None:
    """Return the difference between two states of one mind; None if they are equal."""
    changes: dict[str, Any] = {
        name: getattr(after, name) for name in _REPLACED_FIELDS if getattr(after, name) != getattr(before, name)
    }
    for name in _MERGED_FIELDS:
        if changed := _changed(getattr(before, name), getattr(after, name)):
            changes[name] = changed
    if changed := _changed(before.known.states, after.known.states):
        changes["known"] = changed
    return MindChanged(before.name, **changes) if changes else None


def mind_after(state: AgentState, change: MindChanged) -> AgentState:
    """Return the mind after a change."""
    values = {name: getattr(change, name) for name in _REPLACED_FIELDS}
    changes: dict[str, Any] = {name: value for name, value in values.items() if value is not None}
    for name in _MERGED_FIELDS:
        if changed := getattr(change, name):
            changes[name] = {**getattr(state, name), **changed}
    if change.known:
        changes["known"] = KnownTree({**state.known.states, **change.known})
    return replace(state, **changes)


def merge_changes(earlier: dict[str, Any], later: Mapping[str, Any]) -> None:
    """Make `earlier`, the JSON of a change, the change that has the effect of both, one after the other."""
    for name, value in later.items():
        if name in _MAPS and name in earlier:
            earlier[name].update(value)
        else:
            earlier[name] = value


def _changed(before: Mapping[Any, Any], after: Mapping[Any, Any]) -> dict[Any, Any]:
    if before is after:
        return {}
    return {key: value for key, value in after.items() if key not in before or before[key] != value}
