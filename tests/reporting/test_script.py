from __future__ import annotations

from townlet.reporting.script import ScriptBeat, filter_person


def said(who: str, to: str, talk: str) -> ScriptBeat:
    return ScriptBeat(1, "Mill: yard", "line", who, "Well.", talk, to)


def test_a_person_is_read_with_all_lines_of_their_talks() -> None:
    told = [said("Ann Bo", "Cy Dee", "a"), said("Cy Dee", "Ann Bo", "a"), said("Cy Dee", "Ode Marsh", "b")]
    assert filter_person(told, "Ann Bo") == told[:2]


def test_what_was_said_to_somebody_who_did_not_answer_is_theirs_too() -> None:
    told = [said("Cy Dee", "Ann Bo", "a")]
    assert filter_person(told, "Ann Bo") == told


def test_what_others_do_is_not_theirs() -> None:
    assert filter_person([ScriptBeat(1, "Mill: yard", "direction", "Cy Dee", "Cy Dee is baking.")], "Ann Bo") == []
