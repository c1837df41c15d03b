"""Servers in separate processes: following another process, interrupted, and reachable from other machines."""

import re
import signal
import sys
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from townlet.runfile import first_difference, is_owned
from townlet.runfile.files import open_reader
from waiting import PATIENCE_SECONDS, wait_until

from .processes import asked, grown, process, served


def test_a_run_is_followed_while_another_process_writes_it(run: Path, tmp_path: Path) -> None:
    path = tmp_path / "other.townlet"
    # So many days that the run has not ended before it is followed, however busy the machine is.
    with process("run", "applegarth", "--days", "30", "--seed", "1", "--out", str(path)) as running:
        wait_until(lambda: path.exists() and is_owned(path), running)
        with process("serve", str(path), "--json", "--no-open", "--port", "0") as serving:
            address = served(serving)
            first = grown(address, 60)
            assert first["mode"] == "following"
            later = grown(address, first["next_step"])
            assert asked(address, f"api/reel?from_step=0&to_step={later['next_step']}")["events"]
            # Whoever follows may be gone at any moment.
            serving.kill()
            serving.wait()
        assert running.poll() is None
        running.terminate()
        running.wait()
    with open_reader(path) as followed, open_reader(run) as alone:
        both = min(followed.last_step() or 0, alone.last_step() or 0)
        assert both > 60
        assert first_difference(followed, alone, both) is None


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for single processes")
def test_ctrl_c_leaves_one_complete_file_and_says_how_to_continue(tmp_path: Path) -> None:
    path = tmp_path / "a.townlet"
    with process("serve", "applegarth", "--out", str(path), "--no-open", "--port", "0") as serving:
        assert serving.stdout
        found = re.search(r"http://127\.0\.0\.1:\d+/", serving.stdout.readline())
        assert found
        session = grown(found.group(), 3)
        assert session["mode"] == "live"
        serving.send_signal(signal.SIGINT)
        told, _ = serving.communicate()
        assert serving.returncode == 0, told
    assert f"townlet serve {path}" in told
    assert f"townlet resume {path}" in told
    assert "Traceback" not in told
    assert [each.name for each in tmp_path.iterdir()] == [path.name]
    assert not is_owned(path)
    with open_reader(path) as reader:
        assert (reader.last_step() or 0) >= 3


def test_other_machines_need_the_token(run: Path) -> None:
    words = ("serve", str(run), "--json", "--no-open", "--host", "0.0.0.0", "--port", "0")
    with process(*words) as serving:
        address, _, token = served(serving).partition("?token=")
        assert len(token) >= 24
        with pytest.raises(HTTPError, match="401"):
            asked(address, "api/session")
        shown = Request(f"{address}api/session", headers={"Authorization": f"Bearer {token}"})
        with urlopen(shown, timeout=PATIENCE_SECONDS) as answer:
            assert answer.status == 200
