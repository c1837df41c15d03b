from __future__ import annotations

from pathlib import Path

from .typed import done, refused


def test_a_fork_that_nothing_changes_lives_the_same_day(made: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.townlet"
    done("fork", str(made), "--at", "6:30", "--out", str(other))
    assert done("verify", str(other), "--json").json["last_step"] == 6 * 360 + 180 - 1
    done("resume", str(other), "--days", "0.32", "--json")
    told = ("read", "--from", "5:00", "--json")
    assert done(*told, str(other)).json == done(*told, str(made)).json


def test_a_fork_with_a_change_differs_afterwards(made: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.townlet"
    done("fork", str(made), "--at", "6:30", "--out", str(other))
    done("set", str(other), "Hart cottage: kitchen: stove", "burning")
    done("resume", str(other), "--days", "0.32", "--json")
    assert done("read", "--from", "6:30", str(other)).stdout != done("read", "--from", "6:30", str(made)).stdout


def test_json_says_where_a_fork_begins(made: Path, tmp_path: Path) -> None:
    told = done("fork", str(made), "--at", "end", "--out", str(tmp_path / "o.townlet"), "--json").json
    assert (told["step"], told["time"]) == (2765, "2025-05-05T07:40:50")


def test_a_fork_never_overwrites(made: Path, own: Path) -> None:
    assert "exists already" in refused("fork", str(made), "--at", "6:30", "--out", str(own))


def test_a_moment_outside_the_run_is_refused(made: Path, tmp_path: Path) -> None:
    assert "outside this run" in refused("fork", str(made), "--at", "9:00", "--out", str(tmp_path / "o.townlet"))
