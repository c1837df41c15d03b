"""A program outside decides for a person of a town: a person like others, whose answers are on file."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
import sys
import threading
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote

import pytest

from thorough import times
from townlet import BadInput, ModelOptions, NewRun, RunView, fork_run, replay_run, resume, simulate
from townlet.engine.calls.outside import ask_outside, mind_at
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
            refused = self.path.startswith("/echo")
            echo = f"Not for {self.path} with {self.headers['Authorization']}"
            body = json.dumps(
                {"error": {"message": echo}} if refused else message.get("answer") or choose(message)
            ).encode()
            self.send_response(400 if refused else 200)
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
        if isinstance(wrong, BaseException):
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
    ({"do": "go", "at": "the \ud800"}, "its answer holds half of a character"),
    (ValueError("half of a character: \udc00"), "it failed with ValueError: half of a character:"),
    (ValueError("no idea\nat all"), "it failed with ValueError: no idea at all"),
    (TimeoutError(), "it gave no answer in 30 s"),
    (asyncio.CancelledError(), "it was cancelled"),
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


def test_who_gives_no_answer_is_not_asked_again_at_once(tmp_path: Path) -> None:
    path = tmp_path / "none.townlet"
    simulate("applegarth", NewRun(until="7:00", out=path), options("http://127.0.0.1:9"))
    faults = [fault for _, fault in _exchanges(path)]
    with RunView(path).reader() as reader:
        steps = [row.step for row in reader.calls(CallFilter()) if row.name == "outside"]
    assert faults
    assert all("cannot be reached" in fault for fault in faults)
    assert len(set(steps)) == len(steps)


def test_a_plain_function_is_told_what_it_lacks() -> None:
    def mind(message: Mapping[str, object]) -> object:
        return {"do": "go on"}

    assert asyncio.run(ask_outside(mind, {})) == ("", "it is no async function; begin it with `async def`")  # type: ignore[arg-type]


def test_who_is_nobody_gets_no_mind_and_no_file_is_left(tmp_path: Path) -> None:
    path = tmp_path / "nobody.townlet"
    with pytest.raises(
        BadInput, match="Nobody here is called 'Zed Quill', who is to get a mind; there are Bea Winters"
    ):
        simulate("applegarth", NewRun(days=1, out=path), ModelOptions(minds={"Zed Quill": mind}))
    assert not path.exists()


@pytest.mark.parametrize(
    ("address", "named"),
    [
        ("nowhere", "nowhere"),
        ("http:///mind", "http:///mind"),
        ("http://[::1", "http://[::1"),
        ("http://127.0.0.1:none", "http://127.0.0.1:none"),
        ("ftp://ann:p@ssw0rd-of-ann@mind.example/?token=tok-1234567", "ftp://mind.example/"),
    ],
)
def test_an_address_that_is_none_is_told_without_its_secrets(address: str, named: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=f"^{re.escape(repr(named))} is not the address of a mind; write it as http"):
        simulate("applegarth", NewRun(days=1, out=tmp_path / "n.townlet"), ModelOptions(minds={NAME: address}))


def test_an_answer_over_http_may_have_as_many_characters_as_any_other_and_no_more(address: str) -> None:
    def asked(letters: int) -> tuple[str, str]:
        answer = {"do": "go on", "why": letters * "🌊"}
        return asyncio.run(ask_outside(mind_at(address), {"answer": answer}))

    assert len(asked(19_000)[0]) > 19_000
    assert asked(21_000) == ("", "its answer has 21,023 characters; it may have 20,000")
    assert asked(30_000) == ("", f"the server at {address} answered with more than 0.25 MiB.")


def test_the_password_and_token_of_an_address_are_in_no_message_and_not_in_the_file(
    address: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The server fails, and its answer repeats them; then nothing listens there any more."""
    path, password, token = tmp_path / "secret.townlet", "p@ssword-of-ann", "tok-98765"
    secret = f"{address.replace('//', f'//ann:{quote(password)}@')}/echo?auth={token}"
    simulate("applegarth", NewRun(until="7:04", out=path), options(secret))
    resume(path, until="7:10", options=options(re.sub(r"(?<=127.0.0.1):\d+", ":9", secret)))
    told = [record.getMessage() for record in caplog.records if "mind of" in record.getMessage()]
    faults = [fault for _, fault in _exchanges(path)]
    assert f"the server at {address} answered 400 (Not for /echo?auth=[redacted] with Basic [redacted])" in faults[0]
    assert "the server at http://127.0.0.1:9 cannot be reached" in faults[-1]
    assert len(told) == len(faults)
    kept = b"".join(each.read_bytes() for each in tmp_path.iterdir())
    for hidden in (password, quote(password), b64encode(f"ann:{password}".encode()).decode(), token):
        assert hidden not in " ".join((*told, *faults))
        assert hidden.encode() not in kept
