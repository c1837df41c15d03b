"""The last line of a talk, and what the talk leaves behind, that line included."""

from __future__ import annotations

from townlet.language.prompt import Field
from townlet.offline.fields import Fields, records, text
from townlet.offline.talk.after_talk import after_talk
from townlet.offline.talk.converse import converse


def farewell(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `farewell`: the line that is said last, and the memo, commitments and ratings of the whole talk."""
    said = str(converse(fields, seed)["say"])
    last: list[Field] = [{"speaker": text(fields, "name"), "line": said}] if said else []
    lines: list[Field] = [*records(fields, "lines"), *last]
    return {**after_talk({**fields, "lines": lines}, seed), "say": said}
