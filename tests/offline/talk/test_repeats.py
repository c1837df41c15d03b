"""Nobody says the same line twice, be it to another by another name."""

from __future__ import annotations

from townlet.cognition.repetition import blank_names
from townlet.offline.talk import converse

from .scenes import Fields, Person, spoken

DORA, IVO = Person("Dora Quill", doing="resting"), Person("Ivo Lint", doing="resting")
FRIENDS = "Dora Quill and Ivo Lint are old friends."


def leave_taking(minute: int, seed: int = 1, **more: object) -> str:
    """What Dora answers to Ivo's farewell at a minute of the day."""
    clock = f"{(minute // 60 - 1) % 12 + 1}:{minute % 60:02d} {'pm' if minute >= 720 else 'am'}"
    talk = spoken(("Dora Quill", "Hello, Ivo."), ("Ivo Lint", "I must be off, Dora. Take care."))
    fields: Fields = DORA.knows(FRIENDS).fields(IVO, f"Tuesday May 6 2025, {clock}", talk)
    return str(converse({**fields, **more}, seed)["say"])  # type: ignore[dict-item]


def test_a_line_shown_as_said_to_somebody_else_is_not_said_again() -> None:
    first = leave_taking(600)
    other = first.replace("Ivo", "Eve")
    told: list[object] = [{"when": "Tuesday May 6 2025, 9:00 am", "text": f"I said to Eve Fox: '{other}'"}]
    memories = [*told, {"when": "Monday May 5 2025, 12:00 am", "text": FRIENDS}]
    assert leave_taking(600, memories=memories) != first
    assert leave_taking(600, own_recent=[other], memories=memories) != first


def test_the_leave_takings_of_a_day_all_differ() -> None:
    for seed in range(4):
        said = [leave_taking(minute, seed) for minute in range(7 * 60, 22 * 60, 30)]
        assert len(set(said)) == len(said)


def test_two_people_take_leave_in_their_own_ways() -> None:
    talk = (("Ann Bo", "Hello, Cy."), ("Cy Du", "I must be off, Ann. Take care."))
    ann = [
        str(
            converse(Person("Ann Bo").fields(Person("Cy Du"), f"Tuesday May 6 2025, {h}:00 pm", spoken(*talk)), 1)[
                "say"
            ]
        )
        for h in range(1, 9)
    ]
    dora = [leave_taking(60 * (12 + h)) for h in range(1, 9)]
    names = frozenset(("Ann", "Cy", "Dora", "Ivo"))
    assert sum(blank_names(a, names) == blank_names(b, names) for a, b in zip(ann, dora, strict=True)) <= 1


def introduction(minute: int, seed: int) -> str:
    """How Dora introduces herself to a stranger at a minute of the day."""
    clock = f"{(minute // 60 - 1) % 12 + 1}:{minute % 60:02d} {'pm' if minute >= 720 else 'am'}"
    return str(converse(DORA.knows().fields(IVO, f"Tuesday May 6 2025, {clock}", []), seed)["say"])


def test_strangers_met_hours_apart_are_not_greeted_alike() -> None:
    for seed in range(4):
        first = introduction(8 * 60, seed)
        assert first not in [introduction(8 * 60 + gap, seed) for gap in range(120, 720)]
