from pathlib import Path

from measures.made import ADA, BRAM, CLEO, HOUR, MadeRun
from measures.reports import figures, rows
from townlet.measures.liveliness.talks import measure_invitations

INVITE = "There is a picnic by the pier on Saturday. Will you come?"


def test_answers_are_told_apart(tmp_path: Path) -> None:
    made = MadeRun()
    made.talks(HOUR, INVITE, "I'll be there!", people=(ADA, BRAM))
    made.talks(2 * HOUR, INVITE, "I'm afraid I can't come: I have to mend the nets.", people=(ADA, CLEO))
    made.talks(3 * HOUR, INVITE, "The tide is out.", people=(BRAM, CLEO))
    part = measure_invitations(made.record(tmp_path))
    assert figures(part)["invitations"] == 3
    assert figures(part)["invitations_answered"] == 2 / 3
    assert figures(part)["invitations_refused"] == 1 / 3
    assert figures(part)["refusals_with_reason"] == 1


def test_a_bare_no_has_no_reason(tmp_path: Path) -> None:
    made = MadeRun()
    made.talks(HOUR, INVITE, "No, sorry.")
    assert figures(measure_invitations(made.record(tmp_path)))["refusals_with_reason"] == 0


def test_whoever_says_yes_first_has_accepted(tmp_path: Path) -> None:
    made = MadeRun()
    made.talks(HOUR, INVITE, "Of course! I wish I could bring my boat.")
    assert figures(measure_invitations(made.record(tmp_path)))["invitations_refused"] == 0


def test_a_second_invitation_to_the_same_is_found_but_a_reminder_is_none(tmp_path: Path) -> None:
    made = MadeRun()
    made.talks(HOUR, INVITE, "I'll be there!")
    made.talks(5 * HOUR, INVITE, "Yes, as I said.")
    made.talks(7 * HOUR, "Don't forget the picnic! Do come.", "Of course.")
    made.talks(9 * HOUR, "There is a concert at the mill. Will you come?", "Sure.")
    part = measure_invitations(made.record(tmp_path))
    assert figures(part)["second_invitations"] == 1
    assert rows(part, "invited_again")[0][:3] == (ADA, BRAM, "day 1, 5:00")


def test_an_invitation_that_takes_two_lines_is_one(tmp_path: Path) -> None:
    made = MadeRun()
    made.talks(HOUR, INVITE, "When?", "At noon. Do come.", "I'll be there.")
    part = measure_invitations(made.record(tmp_path))
    assert figures(part)["invitations"] == 1
    assert figures(part)["invitations_answered"] == 1
