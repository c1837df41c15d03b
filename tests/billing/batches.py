"""A billing server with OpenAI's files and batches, whose batches come after a while.

Each row is billed when its batch is created, under its `custom_id`, and answered as the same request would be. Some
rows of the first batch fail, and are not billed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from .server import BillingServer, _answered, _completion, _Handler


class BatchServer(BillingServer):
    """`on_moment` is called with 'upload', 'create', 'look' or 'download' before that is answered."""

    def __init__(
        self, on_moment: Callable[[str], None] = lambda moment: None, looks: int = 4, failing: int = 0
    ) -> None:
        """A batch has ended after so many `looks`. The first rows of the first batch fail: `failing` of them."""
        super().__init__()
        self._http.RequestHandlerClass = _BatchHandler
        self.on_moment, self.looks, self.failing = on_moment, looks, failing
        self.files: dict[str, bytes] = {}
        self.batches: dict[str, dict[str, Any]] = {}
        self.left: dict[str, int] = {}

    def upload(self, body: bytes) -> dict[str, Any]:
        """Keep the lines of a form that are rows."""
        rows = [line.strip() for line in body.splitlines() if line.startswith(b'{"custom_id"')]
        return self._file(b"\n".join(rows))

    def create(self, wanted: dict[str, Any]) -> dict[str, Any]:
        """Answer and bill all rows of a batch, which is shown as under way at first."""
        good, bad = [], []
        for line in self.files[wanted["input_file_id"]].splitlines():
            row = json.loads(line)
            if self.failing:
                self.failing -= 1
                bad.append({"custom_id": row["custom_id"], "response": {"status_code": 500, "body": {}}})
                continue
            told, bill, finish = _answered(row["body"], self.thinking)
            self.bill(row["custom_id"], bill)
            body = _completion(told, finish) | {"usage": self.usage(bill)}
            good.append({"custom_id": row["custom_id"], "response": {"status_code": 200, "body": body}})
        id = f"batch_{len(self.batches)}"  # noqa: A001
        self.left[id] = self.looks
        self.batches[id] = {
            "id": id,
            "object": "batch",
            "created_at": 0,
            "status": "in_progress",
            "request_counts": {"total": len(good) + len(bad), "completed": 0, "failed": 0},
            **wanted,
            "results": [self._rows(rows) for rows in (good, bad)],
        }
        return self.batches[id]

    def look(self, id: str) -> dict[str, Any]:  # noqa: A002
        """Return a batch, which ends after a while."""
        batch = self.batches[id]
        self.left[id] -= 1
        if self.left[id] <= 0:
            output, errors = batch["results"]
            batch |= {"status": "completed", "output_file_id": output, "error_file_id": errors}
        return batch

    def _rows(self, rows: list[Any]) -> str:
        return str(self._file("\n".join(map(json.dumps, reversed(rows))).encode())["id"])

    def _file(self, content: bytes) -> dict[str, Any]:
        id = f"file_{len(self.files)}"  # noqa: A001
        self.files[id] = content
        about = {"object": "file", "bytes": len(content), "created_at": 0, "filename": "rows.jsonl"}
        return {"id": id, **about, "purpose": "batch", "status": "processed"}


class _BatchHandler(_Handler):
    @property
    def batching(self) -> BatchServer:
        assert isinstance(self.server.billing, BatchServer)
        return self.server.billing

    def do_GET(self) -> None:  # noqa: N802
        parts = urlsplit(self.path).path.strip("/").split("/")[1:]
        match parts:
            case ["batches"]:
                newest = list(self.batching.batches.values())[::-1]
                self._send({"object": "list", "data": newest, "has_more": False})
            case ["batches", id]:
                self.batching.on_moment("look")
                self._send(self.batching.look(id))
            case ["files", id, "content"]:
                self.batching.on_moment("download")
                self._send_bytes(self.batching.files[id])
            case _:
                super().do_GET()

    def do_POST(self) -> None:  # noqa: N802
        if self.path.endswith("/files"):
            content = self.batching.upload(self._body())
            self.batching.on_moment("upload")
        elif self.path.endswith("/batches"):
            content = self.batching.create(json.loads(self._body()))
            self.batching.on_moment("create")
        else:
            super().do_POST()
            return
        self._send(content)

    def _body(self) -> bytes:
        return self.rfile.read(int(self.headers["Content-Length"]))

    def _send_bytes(self, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
