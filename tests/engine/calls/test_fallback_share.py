"""How many fallbacks a run may go on with."""

from __future__ import annotations

from townlet.engine.calls.fallback_share import FEWEST, LATEST, MOST, FallbackShare


def test_a_few_fallbacks_among_many_answers_are_borne() -> None:
    share = FallbackShare()
    for _ in range(LATEST):
        share.record_answer()
    assert [share.record_fallback("react", "It was late.") for _ in range(MOST)] == [""] * MOST


def test_more_than_the_share_pauses_with_the_prompt_that_fails_most_and_why_until_answers_fit_again() -> None:
    share = FallbackShare()
    share.record_answer()
    for _ in range(MOST):
        share.record_fallback("react", "It was late.")
    told = share.record_fallback("heed", "Nobody spoke.")
    assert "11 of the latest calls had no fit answer, 10 of them to 'react': It was late." in told
    assert share.record_fallback("react", "It was late.")
    for _ in range(LATEST):
        share.record_answer()
    assert share.record_fallback("react", "It was late.") == ""


def test_the_first_answers_of_a_run_cannot_all_be_missing() -> None:
    share = FallbackShare()
    told = [share.record_fallback("day_plan", "It has no plans.") for _ in range(FEWEST)]
    assert told[:-1] == [""] * (FEWEST - 1)
    assert told[-1]
