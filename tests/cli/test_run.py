from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from townlet.language.build import ModelBuilder
from townlet.language.model import LanguageModel, ModelError, Reply, Request
from townlet.offline.model import OfflineModel
from townlet.runfile import lock_path
from townlet.runfile.files import open_writer
from townlet.runfile.view import RunView

from .typed import done, refused, typed

FIGURES = {
    "run",
    "town",
    "seed",
    "agents",
    "game_days",
    "steps",
    "memories",
    "conversations",
    "utterances",
    "calls",
    "prompt_tokens",
    "answer_tokens",
    "wall_seconds",
    "state_hash",
}


class Disturbed:
    """The offline model, but for what happens at one of its calls."""

    def __init__(self, at_call: int, disturb: Callable[[], None]) -> None:
        self.name = "offline"
        self._left, self._disturb, self._model = at_call, disturb, OfflineModel(1)

    async def __call__(self, request: Request) -> Reply:
        self._left -= 1
        if self._left == 0:
            self._disturb()
        return await self._model(request)


def answer_by(model: LanguageModel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ModelBuilder, "model", lambda self, name: model)


def fail() -> None:
    raise ModelError("The endpoint did not answer.")


@pytest.fixture(autouse=True)
def _folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_json_is_one_object_with_all_figures_and_nothing_else() -> None:
    outcome = done("run", "applegarth", "--days", "0.25", "--json")
    assert outcome.json.keys() >= FIGURES
    assert outcome.json["town"] == "Applegarth"
    assert (outcome.json["agents"], outcome.json["steps"], outcome.json["game_days"]) == (4, 2160, 0.25)
    assert sum(outcome.json["memories"][kind] for kind in ("observation", "reflection", "plan")) > 40
    assert outcome.stderr == ""


def test_same_seed_gives_the_same_hash_and_another_seed_another() -> None:
    def hash_of(seed: str) -> str:
        return str(done("run", "applegarth", "--days", "0.25", "--seed", seed, "--json").json["state_hash"])

    first = hash_of("1")
    assert hash_of("1") == first
    assert hash_of("2") != first


def test_the_file_is_named_after_town_and_seed_and_numbered_when_taken() -> None:
    for _ in range(2):
        done("run", "applegarth", "--days", "0.01", "--seed", "7", "--json")
    assert sorted(path.name for path in Path().iterdir()) == ["applegarth-seed7-2.townlet", "applegarth-seed7.townlet"]


def test_a_named_file_is_never_overwritten() -> None:
    Path("kept.townlet").write_bytes(b"mine")
    assert "kept.townlet exists already" in refused("run", "applegarth", "--out", "kept.townlet")
    assert Path("kept.townlet").read_bytes() == b"mine"


def test_without_a_terminal_each_game_hour_is_a_line() -> None:
    outcome = done("run", "applegarth", "--days", "0.25")
    hours = [line for line in outcome.stdout.splitlines() if line.startswith("Monday May 5 2025, ")]
    assert [line.partition(":00 am: ")[0].rpartition(" ")[2] for line in hours] == ["1", "2", "3", "4", "5", "6"]


def test_the_end_tells_what_happened_and_how_to_look_at_it() -> None:
    stdout = done("run", "applegarth", "--days", "0.3", "--out", "a.townlet").stdout
    assert "Applegarth: 4 people from Monday May 5 2025, 12:00 am to Monday May 5 2025, 7:12 am." in stdout
    assert "answers are made by rules, not by a language model" in stdout
    for command in (
        "townlet serve a.townlet",
        "townlet show a.townlet",
        "townlet read a.townlet",
        "townlet ask a.townlet",
    ):
        assert command in stdout


def test_a_run_can_be_extended_and_is_then_the_longer_run() -> None:
    whole = done("run", "applegarth", "--days", "0.28", "--json").json["state_hash"]
    done("run", "applegarth", "--days", "0.25", "--out", "b.townlet", "--json")
    assert done("resume", "b.townlet", "--days", "0.28", "--json").json["state_hash"] == whole


@pytest.mark.parametrize("words", [[], ["--days", "0.02"], ["--days", "0.01"], ["--until", "0:20"]])
def test_resuming_to_where_a_run_has_been_already_succeeds_and_says_so(words: list[str]) -> None:
    lived = done("run", "applegarth", "--days", "0.02", "--out", "b.townlet", "--json").json
    before = Path("b.townlet").read_bytes()
    [line] = done("resume", "b.townlet", *words).stdout.splitlines()
    assert line.startswith("b.townlet has already completed 0.02")
    assert line.endswith("such as --days 1.")
    again = done("resume", "b.townlet", *words, "--json").json
    assert {**again, "wall_seconds": 0} == {**lived, "wall_seconds": 0}
    assert Path("b.townlet").read_bytes() == before


def test_a_run_that_was_killed_after_its_last_step_is_finished() -> None:
    lived = done("run", "applegarth", "--days", "0.02", "--out", "b.townlet", "--json").json
    done("fork", "b.townlet", "--at", "end", "--out", "c.townlet")
    assert RunView(Path("c.townlet")).manifest.state_hash is None
    done("resume", "c.townlet", "--days", "0.02", "--json")
    assert RunView(Path("c.townlet")).until == lived["steps"]
    assert RunView(Path("c.townlet")).manifest.state_hash is not None


def test_a_run_ends_at_a_moment_as_after_so_many_days() -> None:
    until = done("run", "applegarth", "--until", "day 2 0:20", "--out", "a.townlet", "--json").json
    assert (until["steps"], until["game_days"]) == (8640 + 120, round(1 + 20 / 1440, 6))
    stopped = done("run", "applegarth", "--until", "0:30", "--out", "b.townlet", "--json").json
    assert stopped["steps"] == 180
    longer = done("resume", "b.townlet", "--until", "Monday 1:10 am", "--json").json
    assert longer["steps"] == 420
    assert RunView(Path("b.townlet")).intended_days * 8640 == pytest.approx(420)


@pytest.mark.parametrize(
    ("until", "told"),
    [
        (["--until", "0:00"], "--until '0:00' is not after the start of the run, 2025-05-05 00:00."),
        (["--until", "end"], "'end' is not a valid time"),
        (["--until", "2024-01-01"], "is not after the start"),
        (["--until", "8:00", "--days", "1"], "Give one of them."),
    ],
)
def test_an_impossible_end_is_refused(until: list[str], told: str) -> None:
    assert told in refused("run", "applegarth", *until)
    assert list(Path().glob("*.townlet")) == []


def test_lines_and_calls_are_both_counted_from_the_start_after_a_resume() -> None:
    whole = done("run", "applegarth", "--days", "0.42", "--out", "a.townlet").stdout
    done("run", "applegarth", "--days", "0.38", "--out", "b.townlet", "--json")
    resumed = done("resume", "b.townlet", "--days", "0.42").stdout
    [ten] = [line for line in whole.splitlines() if ", 10:00 am: " in line]
    assert ten in resumed.splitlines()
    assert " 0 lines spoken" not in ten


def test_a_run_that_another_process_owns_is_left_alone(own: Path) -> None:
    with open_writer(own):
        line = refused("resume", str(own), "--days", "0.4", "--json")
    assert "is being written by process" in line


def test_ctrl_c_ends_the_step_and_says_how_to_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    answer_by(Disturbed(30, lambda: signal.raise_signal(signal.SIGINT)), monkeypatch)
    stopped = typed("run", "applegarth", "--days", "0.3", "--out", "c.townlet", "--json")
    assert stopped.status == 130
    assert 0 < stopped.json["steps"] < 2592
    assert "townlet resume c.townlet --days 0.3" in stopped.stderr
    assert [path.name for path in Path().iterdir()] == ["c.townlet"]
    assert done("resume", "c.townlet", "--json").json["steps"] == 2592, "it remembers how far it was to go"


def test_a_failing_model_pauses_the_run_with_a_status_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    answer_by(Disturbed(30, fail), monkeypatch)
    paused = typed("run", "applegarth", "--days", "0.3", "--out", "d.townlet", "--json")
    assert (paused.status, paused.stdout) == (3, "")
    [line] = paused.stderr.splitlines()
    assert "The endpoint did not answer." in line
    assert line.endswith("Resume with: townlet resume d.townlet --days 0.3")
    assert not lock_path(Path("d.townlet")).exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["run", "nowhere"], None),
        (["run", "applegarth", "--days", "0"], "--days 0 is not a possible length"),
        (["run", "applegarth", "--days", "nan"], "is not a possible length"),
        (["run", "applegarth", "--model", "big-one"], "There is no model 'big-one'"),
        (["run", "applegarth", "--profile", "rich"], "expected economical or paper"),
        (["run", "applegarth", "--profile", "economical+riches"], "has no choice 'riches'"),
        (
            ["run", "applegarth", "--days", "0.1", "--out", "no/such/folder/x.townlet"],
            "There is no folder no/such/folder",
        ),
        (["resume", "none.townlet"], "There is no run file none.townlet"),
        (["measure", "."], ". is a folder, not a run file"),
    ],
)
def test_what_cannot_be_run_is_refused(words: list[str], told: str | None) -> None:
    if told:
        assert told in refused(*words)
    else:
        outcome = typed(*words)
        assert (outcome.status, "no built-in town of that name" in outcome.stderr) == (2, True)
    assert list(Path().glob("*.townlet")) == []


def test_people_live_without_a_faculty_however_a_run_goes_on(tmp_path: Path) -> None:
    run = str(tmp_path / "unplanned.townlet")
    done("run", "applegarth", "--days", "0.3", "--without", "planning", "--out", run, "--json")
    told = done("resume", run, "--days", "0.33", "--json").json
    assert told["without"] == ["planning"]
    assert told["memories"]["plan"] == 0
    assert "is reproduced" in done("replay", run).stdout
    assert "People lived without planning" in done("show", run, "--manifest").stdout
    assert "choose planning or reflection" in refused("run", "applegarth", "--without", "sleep")
