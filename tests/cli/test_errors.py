from __future__ import annotations

import signal
from pathlib import Path

import pytest
import typer
from jinja2 import UndefinedError

from townlet.cli.errors import report_in_one_line
from townlet.engine.commands import CommandRefused
from townlet.engine.planned_run import RunPaused
from townlet.errors import BadInput
from townlet.language.model import UnfitAnswer
from townlet.runfile import DiskFull, RunLocked
from townlet.town import TownError


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (BadInput("No such time."), 2),
        (RunLocked("In use."), 2),
        (DiskFull("The disk is full."), 2),
        (CommandRefused("No."), 2),
        (UnfitAnswer("The model babbled."), 3),
        (RunPaused("Paused."), 3),
    ],
)
def test_what_a_person_can_mend_is_told_in_one_line(
    error: Exception, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(typer.Exit) as left, report_in_one_line():
        raise error
    assert left.value.exit_code == status
    assert capsys.readouterr() == ("", f"{error}\n")


def test_every_defect_of_a_town_has_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit), report_in_one_line():
        raise TownError("mill", ["one", "two"])
    assert capsys.readouterr().err.splitlines() == ["The town 'mill' has 2 defects:", "  one", "  two"]


def test_a_faulty_template_is_named_as_such(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit), report_in_one_line():
        raise UndefinedError("'nme' is undefined")
    assert "prompt template of the town cannot be used: 'nme' is undefined" in capsys.readouterr().err


def test_a_file_that_the_system_refuses_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit), report_in_one_line():
        (tmp_path / "none").read_bytes()
    assert str(tmp_path / "none") in capsys.readouterr().err


def test_a_defect_of_ours_is_not_hidden() -> None:
    with pytest.raises(ZeroDivisionError), report_in_one_line():
        _ = 1 // 0


def test_ctrl_c_is_answered(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit) as left, report_in_one_line():
        signal.raise_signal(signal.SIGINT)
    assert left.value.exit_code == 130
    assert capsys.readouterr().err == "Stopped.\n"
