"""Letters to the owner of a run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from townlet.runfile import DiskFull, leave_letter
from townlet.runfile.inbox import Letter, discard_letters, waiting_letters

LEAVER = """
import sys, pathlib
from townlet.runfile import leave_letter
leave_letter(pathlib.Path(sys.argv[1]), {"text": "n\\u00e9"})
"""


def test_letters_are_taken_in_the_order_they_were_left(tmp_path: Path) -> None:
    run = tmp_path / "a.townlet"
    names = [leave_letter(run, {"number": number}) for number in range(12)]

    assert [letter.name for letter in waiting_letters(run)] == names
    assert [letter.command["number"] for letter in waiting_letters(run)] == list(range(12))


def test_looking_takes_nothing_and_discarding_takes_what_was_seen(tmp_path: Path) -> None:
    run = tmp_path / "a.townlet"
    leave_letter(run, {"tell": "Una Vesk"})
    seen = waiting_letters(run)
    leave_letter(run, {"tell": "Pell Orrin"})
    discard_letters(run, seen)

    assert [letter.command for letter in waiting_letters(run)] == [{"tell": "Pell Orrin"}]


def test_an_emptied_inbox_goes(tmp_path: Path) -> None:
    run = tmp_path / "a.townlet"
    leave_letter(run, {})
    discard_letters(run, waiting_letters(run))

    assert not list(tmp_path.iterdir())
    assert waiting_letters(run) == ()


def test_a_half_written_letter_is_not_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = tmp_path / "a.townlet"

    def stopped(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", stopped)
    with pytest.raises(DiskFull):
        leave_letter(run, {"tell": "Una Vesk"})

    assert waiting_letters(run) == ()


@pytest.mark.parametrize(("text", "fault"), [("{", "is not a JSON file"), ("[1]", "expected a JSON object")])
def test_an_unreadable_letter_says_what_is_wrong(tmp_path: Path, text: str, fault: str) -> None:
    run = tmp_path / "a.townlet"
    name = leave_letter(run, {})
    (tmp_path / "a.townlet.inbox" / name).write_text(text)

    [letter] = waiting_letters(run)
    assert fault in letter.fault
    assert letter.command == {}


def test_another_process_can_leave_a_letter(tmp_path: Path) -> None:
    run = tmp_path / "a.townlet"
    subprocess.run([sys.executable, "-c", LEAVER, str(run)], check=True)

    [letter] = waiting_letters(run)
    assert letter == Letter(letter.name, {"text": "né"})
