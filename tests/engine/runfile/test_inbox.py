"""Letters to the owner of a run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from townlet.engine.runfile import DiskFull, leave
from townlet.engine.runfile.inbox import Letter, discard, waiting

LEAVER = """
import sys, pathlib
from townlet.engine.runfile import leave
leave(pathlib.Path(sys.argv[1]), {"text": "n\\u00e9"})
"""


def test_letters_are_taken_in_the_order_they_were_left(tmp_path: Path) -> None:
    run = tmp_path / "a.townlet"
    names = [leave(run, {"number": number}) for number in range(12)]

    assert [letter.name for letter in waiting(run)] == names
    assert [letter.command["number"] for letter in waiting(run)] == list(range(12))


def test_looking_takes_nothing_and_discarding_takes_what_was_seen(tmp_path: Path) -> None:
    run = tmp_path / "a.townlet"
    leave(run, {"tell": "Una Vesk"})
    seen = waiting(run)
    leave(run, {"tell": "Pell Orrin"})
    discard(run, seen)

    assert [letter.command for letter in waiting(run)] == [{"tell": "Pell Orrin"}]


def test_an_emptied_inbox_goes(tmp_path: Path) -> None:
    run = tmp_path / "a.townlet"
    leave(run, {})
    discard(run, waiting(run))

    assert not list(tmp_path.iterdir())
    assert waiting(run) == ()


def test_a_half_written_letter_is_not_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = tmp_path / "a.townlet"

    def stopped(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", stopped)
    with pytest.raises(DiskFull):
        leave(run, {"tell": "Una Vesk"})

    assert waiting(run) == ()


@pytest.mark.parametrize(("text", "fault"), [("{", "is not a JSON file"), ("[1]", "expected a JSON object")])
def test_an_unreadable_letter_says_what_is_wrong(tmp_path: Path, text: str, fault: str) -> None:
    run = tmp_path / "a.townlet"
    name = leave(run, {})
    (tmp_path / "a.townlet.inbox" / name).write_text(text)

    [letter] = waiting(run)
    assert fault in letter.fault
    assert letter.command == {}


def test_another_process_can_leave_a_letter(tmp_path: Path) -> None:
    run = tmp_path / "a.townlet"
    subprocess.run([sys.executable, "-c", LEAVER, str(run)], check=True)

    [letter] = waiting(run)
    assert letter == Letter(letter.name, {"text": "né"})
