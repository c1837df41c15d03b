"""The fields of a talk between made-up people, for tests of matters and moves."""

from __future__ import annotations

from townlet.language.prompt import Field
from townlet.offline.moves.talk import TalkContext

MAY, CY, EVE, THORA = "May Li", "Cy O'Du", "Eve Fay", "Þóra"
BEGINNING = "Monday May 5 2025, 12:00 am"
NOW = "Tuesday May 6 2025, 9:40 am"
KNOWN = (
    "May Li and Cy O'Du are good friends.",
    "May Li is holding a lantern walk at the Old Mill on Wednesday May 7 from 6 pm to 9 pm.",
    "May Li needs twenty paper lanterns for the lantern walk.",
    "May Li worries that nobody will come.",
)
"""What May has known from the first."""


def talk_fields(
    *lines: str,
    known: tuple[str, ...] = KNOWN,
    lived: tuple[str, ...] = (),
    me: str = MAY,
    you: str = CY,
    now: str = NOW,
    **more: Field,
) -> dict[str, Field]:
    """The fields of `converse`: whoever is not to speak next spoke last."""
    speakers = [(you, me)[(len(lines) - place - 1) % 2] for place in range(len(lines))]
    told: list[Field] = [{"when": BEGINNING, "text": each} for each in known]
    told += [{"when": "Monday May 5 2025, 8:00 pm", "text": each} for each in lived]
    return {
        "name": me,
        "other": you,
        "summary": f"{me} (age: 38) is warm. {me} is an innkeeper.",
        "now": now,
        "doing": "wiping the tables",
        "place": "Lantern Inn: bar room",
        "pronouns": [
            {"name": MAY, "pronoun": "she"},
            {"name": CY, "pronoun": "he"},
            {"name": EVE, "pronoun": "she"},
            {"name": THORA, "pronoun": "she"},
        ],
        "memories": told,
        "lines": [{"speaker": who, "line": line} for who, line in zip(speakers, lines, strict=True)],
        **more,
    }


def talk(*lines: str, **more: object) -> TalkContext:
    """A talk at one's turn."""
    return TalkContext(talk_fields(*lines, **more), 1)  # type: ignore[arg-type]
