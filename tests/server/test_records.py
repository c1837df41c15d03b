"""Single records of a run, by their ids."""

from __future__ import annotations

from pathlib import Path

from starlette.testclient import TestClient

from measures.made import ADA, HOUR, MadeRun
from townlet.runfile import CallRow, PromptText
from townlet.server.access import AccessPolicy
from townlet.server.app import create_app
from townlet.server.run_session import RunSession


def test_of_several_calls_in_a_turn_the_one_that_is_asked_for_is_shown(tmp_path: Path) -> None:
    made = MadeRun(ADA)
    calls = [("0", 0, "Hm."), ("0", 1, "Stay."), ("1", 0, "Go."), ("1", 1, "Run.")]
    for path, attempt, reply in calls:
        prompt = PromptText(f"What about {reply}")
        made.calls.append((CallRow(ADA, HOUR, path, attempt, "react", prompt.sha, "answered", reply), prompt))
    run = made.write(tmp_path / "made.townlet", HOUR)
    with TestClient(create_app(RunSession(run), AccessPolicy(port=80)), base_url="http://localhost") as client:
        for path, attempt, reply in calls:
            shown = client.get(f"/api/calls/{ADA}/{HOUR}/{path}/{attempt}").json()
            assert (shown["prompt"], shown["reply"]) == (f"What about {reply}", reply)
