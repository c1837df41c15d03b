"""Changes of minds: the difference that a turn made, and its application to a state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from townlet.cognition.state import AgentState
from townlet.state.events import MindChanged
from townlet.world.known import KnownTree

_CHANGES = {change.name: change for change in fields(MindChanged) if change.name != "agent"}
if different := _CHANGES.keys() ^ {part.name for part in fields(AgentState) if part.name != "persona"}:
    raise TypeError(f"AgentState and MindChanged differ in: {', '.join(sorted(different))}. Give the field to both.")

_MERGED = frozenset(name for name, change in _CHANGES.items() if change.default_factory is dict)
"""Maps of which a change holds only the changed entries; it holds other fields as a whole."""


def mind_change(before: AgentState, after: AgentState) -> MindChanged | None:
    """Return the difference between two states of one mind; None if they are equal."""
    changes: dict[str, Any] = {}
    for name in _CHANGES:
        old, new = getattr(before, name), getattr(after, name)
        if name in _MERGED:
            if changed := _changed(_entries(old), _entries(new)):
                changes[name] = changed
        elif new != old:
            changes[name] = new
    return MindChanged(before.name, **changes) if changes else None


def mind_after(state: AgentState, change: MindChanged) -> AgentState:
    """Return the mind after a change."""
    changes: dict[str, Any] = {}
    for name in _CHANGES:
        new, old = getattr(change, name), getattr(state, name)
        if name not in _MERGED:
            if new is not None:
                changes[name] = new
        elif new:
            merged = {**_entries(old), **new}
            changes[name] = KnownTree(merged) if isinstance(old, KnownTree) else merged
    return replace(state, **changes)


def merge_changes(earlier: dict[str, Any], later: Mapping[str, Any]) -> None:
    """Make `earlier`, the JSON of a change, the change that has the effect of both, one after the other."""
    for name, value in later.items():
        if name in _MERGED and name in earlier:
            earlier[name].update(value)
        else:
            earlier[name] = value


def _entries(value: KnownTree | Mapping[Any, Any]) -> Mapping[Any, Any]:
    return value.states if isinstance(value, KnownTree) else value


def _changed(before: Mapping[Any, Any], after: Mapping[Any, Any]) -> dict[Any, Any]:
    if before is after:
        return {}
    return {key: value for key, value in after.items() if key not in before or before[key] != value}
