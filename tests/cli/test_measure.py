from __future__ import annotations

from pathlib import Path

from .typed import done, refused


def test_a_run_is_measured_as_text_and_as_json(made: Path) -> None:
    assert "Applegarth" in done("measure", str(made)).stdout
    measures = done("measure", str(made), "--json").json
    assert {"coherence", "liveliness"} <= set(measures)
    assert measures["manifest"]["run"] == measures["run"]
    assert (measures["manifest"]["offline"], measures["manifest"]["note"]) == (True, measures["note"])


def test_a_run_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert "There is no run file" in refused("measure", str(tmp_path / "none.townlet"))


def test_a_model_for_interviews_that_are_not_held_is_refused(made: Path) -> None:
    for given in (("--model", "offline"), ("--budget", "1")):
        assert "are for interviews" in refused("measure", str(made), "--no-interviews", *given)
