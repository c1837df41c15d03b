from __future__ import annotations

from pathlib import Path

from forgery import forged
from townlet.cli.commands.replay import excerpt_difference
from townlet.runfile.files import open_reader

from .typed import done, refused, typed


def state_hash(run: Path) -> str | None:
    with open_reader(run) as reader:
        return reader.stored_hash()


def test_an_equal_replay_ends_well_and_gives_the_state_hash(made: Path) -> None:
    found = done("replay", str(made), "--json").json
    assert (found["equal"], found["first_difference"], found["state_hash"]) == (True, None, state_hash(made))


def test_an_equal_replay_is_told_in_one_line(made: Path) -> None:
    [line] = done("replay", str(made)).stdout.splitlines()
    assert "is reproduced" in line
    assert str(state_hash(made)) in line


def test_another_outcome_has_a_status_of_its_own_and_names_the_difference(own: Path) -> None:
    with forged(own) as connection:
        [agent, step] = connection.execute(
            "SELECT agent, step FROM call WHERE name = 'day_plan' ORDER BY step, agent LIMIT 1"
        ).fetchone()
        connection.execute(
            "UPDATE call SET reply = 'no JSON' WHERE name = 'day_plan' AND agent = ? AND step = ?", (agent, step)
        )
    outcome = typed("replay", str(own), "--json")
    assert (outcome.status, outcome.json["equal"]) == (1, False)
    first = outcome.json["first_difference"]
    assert (first["person"], first["step"], first["recorded"]) == (agent, step, "no JSON")
    assert first["time"].startswith("2025-05-05T0")
    told = typed("replay", str(own)).stdout
    assert f"(step {step:,}), {agent}: an answer to 'day_plan' that fits." in told


def test_a_file_that_is_no_run_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("rain")
    assert "is not a run file" in refused("replay", str(tmp_path / "notes.txt"))


def test_excerpts_show_where_texts_begin_to_differ() -> None:
    one, other = "a" * 500 + "rain" + "b" * 500, "a" * 500 + "snow"
    mine, theirs = excerpt_difference(one, other)
    assert ("rain" in mine, theirs.endswith("snow")) == (True, True)
    assert len(mine) < 210
    assert excerpt_difference("", "a text") == ("", "a text")
