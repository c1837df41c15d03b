"""A program outside decides for a person of a town: a person like others, whose answers are on file."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from thorough import times
from townlet import BadInput, ModelOptions, NewRun, RunView, fork_run, replay_run, resume, simulate
from townlet.runfile import CallFilter

DAYS = times(0.5, 1.0)
NAME = "Bea Winters"


def choose(message: Mapping[str, object]) -> dict[str, object]:
    """The mind of the page: talks to whom it meets, and reads before noon."""
    actions = {action["do"]: action for action in message["actions"]}  # type: ignore[attr-defined]
    if message["talk"]:
        return {"do": "say", "to": actions["say"]["to"][0], "text": "I am going to open a theatre.", "leave": True}
    if "say" in actions and message["perceives"]:
        return {"do": "say", "to": actions["say"]["to"][0], "text": "Have you heard? I am going to open a theatre."}
    if "T11:" in str(message["time"]):
        return {"do": "use", "at": actions["use"]["at"][0], "doing": "reading a play", "why": "it is quiet"}
    return {"do": "go on"}


async def mind(message: Mapping[str, object]) -> object:
    return choose(message)


def options(answer: object = mind) -> ModelOptions:
    return ModelOptions(model="offline", minds={NAME: answer})  # type: ignore[dict-item]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("whole") / "whole.townlet"
    simulate("applegarth", NewRun(days=DAYS, out=path), options())
    return path


def _hash(path: Path) -> str:
    with RunView(path).reader() as reader:
        return reader.state_hash()


def _exchanges(path: Path) -> list[tuple[str, str]]:
    with RunView(path).reader() as reader:
        return [(row.reply, row.error) for row in reader.calls(CallFilter()) if row.name == "outside"]


@pytest.fixture
def address() -> Iterator[str]:
    class Answer(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            body = json.dumps(choose(message)).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *said: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


KILLED = """
import os, signal, sys
sys.path.insert(0, sys.argv[1])
from test_outside_mind import DAYS, choose, options
from townlet import NewRun, resume, simulate

calls = 0

async def mind(message):
    global calls
    calls += 1
    if calls == 12:
        os.kill(os.getpid(), signal.SIGKILL)
    return choose(message)

if len(sys.argv) > 3:
    resume(sys.argv[2], options=options(mind))
else:
    simulate("applegarth", NewRun(days=DAYS, out=sys.argv[2]), options(mind))
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_person_with_a_mind_from_outside_lives_is_killed_twice_resumed_and_replayed(
    whole: Path, address: str, tmp_path: Path
) -> None:
    killed = tmp_path / "killed.townlet"
    for again in ((), ("again",)):
        program = [sys.executable, "-c", KILLED, str(Path(__file__).parent), str(killed), *again]
        where = {"cwd": Path(__file__).parents[1], "timeout": 200}
        assert subprocess.run(program, **where).returncode == -signal.SIGKILL  # type: ignore[call-overload]
    resume(killed, options=options(address))
    assert _hash(killed) == _hash(whole)
    assert len(_exchanges(killed)) == len(_exchanges(whole))
    replayed = asyncio.run(replay_run(killed))
    assert replayed.equal
    lines = [text for text, _ in _exchanges(whole) if '"do":"say"' in text]
    assert lines
    assert '"doing":"reading a play"' in "".join(text for text, _ in _exchanges(whole))


def _malformed(answers: Iterator[object]) -> Callable[[Mapping[str, object]], object]:
    async def answer(message: Mapping[str, object]) -> object:
        wrong = next(answers, None)
        if isinstance(wrong, Exception):
            raise wrong
        return wrong

    return answer


WRONG: tuple[tuple[object, str], ...] = (
    ({"do": "fly"}, "do: Input should be 'go on'"),
    ({"do": "use", "at": "the moon"}, "at: 'the moon' is not open to 'use'"),
    ({"do": "say", "to": "Nobody", "text": "Hello."}, "to: 'Nobody' cannot be spoken to now"),
    ({"do": "go on", "minutes": 10_000}, "minutes: Input should be less than or equal to 240"),
    ({"do": "go on", "hat": "red"}, "hat: Extra inputs are not permitted"),
    ([], "the answer is no JSON object"),
    (None, "the answer is no JSON object"),
    ({"do": {1, 2}}, "it failed with TypeError"),
    ({"do": "go on", "why": "a" * 30_000}, "its answer has 30,"),
    (ValueError("no idea\nat all"), "it failed with ValueError: no idea at all"),
    (TimeoutError(), "it gave no answer in 30 s"),
)


def test_the_town_goes_on_whatever_a_mind_answers_and_each_answer_is_told_in_one_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "wrong.townlet"
    answers = iter([wrong for _ in range(20) for wrong, _ in WRONG])
    simulate("applegarth", NewRun(days=times(0.5, 2), out=path), options(_malformed(answers)))
    told = [record.getMessage() for record in caplog.records if "mind of" in record.getMessage()]
    faults = [fault for _, fault in _exchanges(path)]
    assert len(faults) == len(told) >= times(60, 200)
    assert all("\n" not in line and line.startswith(f"The mind of {NAME} was refused at ") for line in told)
    for _, said in WRONG:
        assert any(fault.startswith(said) for fault in faults), said
    assert asyncio.run(replay_run(path)).equal


def test_a_refused_answer_is_asked_again_once_with_the_reason(tmp_path: Path) -> None:
    asked: list[Mapping[str, object]] = []

    async def stubborn(message: Mapping[str, object]) -> object:
        asked.append(message)
        return {"do": "fly"} if not message["refused"] else {"do": "go on"}

    simulate("applegarth", NewRun(until="8:00", out=tmp_path / "r.townlet"), options(stubborn))
    assert [bool(each["refused"]) for each in asked] == [False, True] * (len(asked) // 2)
    assert "do: Input should be" in str(asked[1]["refused"])
    assert {"person", "time", "place", "perceives", "people", "plan", "memories", "actions"} <= asked[0].keys()


def test_a_fork_goes_on_with_another_mind_or_with_none(whole: Path, tmp_path: Path) -> None:
    other, own = tmp_path / "other.townlet", tmp_path / "own.townlet"
    with RunView(whole).reader():
        middle = RunView(whole).until // 2
    for path in (other, own):
        fork_run(whole, middle, path)

    async def silent(message: Mapping[str, object]) -> object:
        return {"do": "leave"} if message["talk"] else {"do": "go on"}

    with pytest.raises(BadInput, match=f"A program outside decides for {NAME}. Go on with `townlet resume` and --mind"):
        resume(own)
    resume(own, days=DAYS, options=ModelOptions(minds={NAME: "own"}))
    resume(other, days=DAYS, options=ModelOptions(minds={NAME: silent}))
    assert len({_hash(whole), _hash(other), _hash(own)}) == 3
    for path in (other, own):
        assert asyncio.run(replay_run(path)).equal


def test_who_is_nobody_gets_no_mind_and_no_file_is_left(tmp_path: Path) -> None:
    path = tmp_path / "nobody.townlet"
    with pytest.raises(
        BadInput, match="Nobody here is called 'Zed Quill', who is to get a mind; there are Bea Winters"
    ):
        simulate("applegarth", NewRun(days=1, out=path), ModelOptions(minds={"Zed Quill": mind}))
    assert not path.exists()


def test_an_address_that_is_none_is_told(tmp_path: Path) -> None:
    refused = partial(simulate, "applegarth", NewRun(days=1, out=tmp_path / "n.townlet"))
    with pytest.raises(BadInput, match="'nowhere' is not the address of a mind; write it as http"):
        refused(ModelOptions(minds={NAME: "nowhere"}))
