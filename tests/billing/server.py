"""An OpenAI-compatible server on a real socket that keeps the bill.

    with BillingServer() as server:
        ...  # --model server.url
    server.bills  # by request id, one for each time that it was sent

A request is billed as soon as it has been read whole, whether or not its sender lives to read the answer. Answers
fit the schema asked for, are chance otherwise, and depend on the question alone: a run that is broken off and
resumed gets the answers that it would have got. An answer is cut off at the limit that the request sets.
"""

from __future__ import annotations

import json
import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from townlet.language.hashed import HashedEmbedder

from .answers import answer


@dataclass(frozen=True)
class Bill:
    """What one request is billed. Cached tokens are among the prompt's, reasoning tokens among the answer's."""

    prompt_tokens: int
    answer_tokens: int
    cached_tokens: int
    reasoning_tokens: int

    @property
    def tokens(self) -> int:
        return self.prompt_tokens + self.answer_tokens


Usage = Callable[[Bill], Any]
"""What an answer says of its bill."""


class BillingServer:
    """Serves while it is entered. `latency` is seconds; `on_request` is called with the number of requests so far."""

    def __init__(
        self,
        latency: float = 0.0,
        on_request: Callable[[int], None] = lambda number: None,
        usage: Usage | None = None,
        thinking: int = 40,
        draws: bool = False,
    ) -> None:
        """Answers report their `usage`, by default the bill itself. They take at most `thinking` tokens to think.

        If the server `draws`, a question that is asked again is answered otherwise.
        """
        self.draws = draws
        self.latency, self.on_request = latency, on_request
        self.usage, self.thinking = usage or usage_of, thinking
        self.bills: dict[str, list[Bill]] = {}
        self.asked: list[Any] = []
        """The requests as they were sent."""
        self.embedded: list[str] = []
        """The texts whose vectors were asked for; they are not on the bill."""
        self._lock = threading.Lock()
        self._drawn = Counter[bytes]()
        self._http = _Http(("127.0.0.1", 0), _Handler)
        self._http.billing = self

    @property
    def url(self) -> str:
        """The base URL, as `--model` takes it."""
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    @property
    def requests(self) -> int:
        return sum(map(len, self.bills.values()))

    @property
    def tokens(self) -> int:
        return sum(bill.tokens for bills in self.bills.values() for bill in bills)

    @property
    def paid_twice(self) -> int:
        """How many requests of an id came after its first."""
        return self.requests - len(self.bills)

    def draw(self, question: bytes) -> int:
        """How often a question was asked before: what else is asked meanwhile changes no answer."""
        with self._lock:
            self._drawn[question] += 1
            return self._drawn[question] - 1

    def bill(self, request_id: str, bill: Bill) -> None:
        with self._lock:
            self.bills.setdefault(request_id, []).append(bill)
            number = self.requests
        self.on_request(number)

    def __enter__(self) -> Self:
        threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self._http.shutdown()
        self._http.server_close()


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128
    billing: BillingServer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that was killed leaves broken pipes behind: that is what these tests do."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Http

    def do_GET(self) -> None:
        self._send({"object": "list", "data": [{"id": "billing", "object": "model"}]})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        question = json.loads(body)
        billing = self.server.billing
        if self.path.endswith("/embeddings"):
            billing.embedded.extend(question["input"])
            return self._send(_embedding(question["input"]))
        billing.asked.append(question)
        told, bill, finish = _answered(question, billing.thinking, billing.draw(body) if billing.draws else 0)
        billing.bill(self.headers.get("X-Request-Id", ""), bill)
        time.sleep(billing.latency)
        return self._send(_completion(told, finish) | {"usage": billing.usage(bill)})

    def log_message(self, *values: Any) -> None:
        """Tests say what went wrong themselves."""

    def _send(self, content: Any) -> None:
        body = json.dumps(content).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def _answered(question: Any, most_thinking: int, drawn: int = 0) -> tuple[str, Bill, str]:
    """An answer, its bill and how it ended: a token is four bytes; some are cached, some are for thinking."""
    asked = json.dumps([question["messages"], question.get("response_format")], sort_keys=True, ensure_ascii=False)
    chance = random.Random(blake2b(f"{asked}{drawn or ''}".encode(), digest_size=16).digest())
    told = json.dumps(answer(question["response_format"]["json_schema"]["schema"], chance), ensure_ascii=False)
    prompt, visible, thinking = _tokens(asked), _tokens(told), chance.randint(0, most_thinking)
    cached, most = chance.randint(0, prompt), question.get("max_tokens", visible + thinking)
    if visible + thinking <= most:
        return told, Bill(prompt, visible + thinking, cached, thinking), "stop"
    thinking = min(thinking, most)
    return (
        told.encode()[: 4 * (most - thinking)].decode(errors="ignore"),
        Bill(prompt, most, cached, thinking),
        "length",
    )


def _tokens(text: str) -> int:
    return -(-len(text.encode()) // 4)


def usage_of(bill: Bill) -> Any:
    """What a bill reads like in an answer."""
    return {
        "prompt_tokens": bill.prompt_tokens,
        "completion_tokens": bill.answer_tokens,
        "total_tokens": bill.tokens,
        "prompt_tokens_details": {"cached_tokens": bill.cached_tokens},
        "completion_tokens_details": {"reasoning_tokens": bill.reasoning_tokens},
    }


def _embedding(texts: list[str]) -> dict[str, Any]:
    rows = HashedEmbedder(64).embed(texts).tolist()
    data = [{"object": "embedding", "index": place, "embedding": row} for place, row in enumerate(rows)]
    tokens = sum(map(_tokens, texts))
    return {
        "object": "list",
        "data": data,
        "model": "billing-1",
        "usage": {"prompt_tokens": tokens, "total_tokens": tokens},
    }


def _completion(told: str, finish: str) -> dict[str, Any]:
    message = {"role": "assistant", "content": told}
    return {
        "id": "chatcmpl-billing",
        "object": "chat.completion",
        "created": 0,
        "model": "billing-1",
        "choices": [{"index": 0, "finish_reason": finish, "message": message}],
    }
