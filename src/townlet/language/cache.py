"""The reply cache: an optional folder of model replies that are shared across runs, so that nobody pays twice."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any
from uuid import uuid4

from townlet.language.model import LanguageModel, ModelWrapper, Reply, Request
from townlet.language.secrets import redact

_LAYOUT = 1
"""The version of the entries; a higher number makes all older entries unreadable."""


@dataclass(frozen=True)
class ReplyCache:
    """A folder with one file per reply. Several processes may use it at the same time."""

    folder: Path

    def get(self, key: str) -> Reply | None:
        """Return the reply of a key; None if there is no file or it is damaged."""
        try:
            entry = json.loads(self._path(key).read_bytes())
            intact = entry["key"] == key and entry["check"] == _checksum(entry["reply"])
            return Reply(**entry["reply"]) if intact else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def put(self, key: str, reply: Reply) -> None:
        """Store a reply atomically. If the folder cannot be written, do nothing."""
        kept = asdict(replace(reply, text=redact(reply.text), model=redact(reply.model)))
        entry = json.dumps({"key": key, "check": _checksum(kept), "reply": kept})
        path = self._path(key)
        draft = path.with_name(f"{path.name}.{uuid4().hex}.part")
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                draft.write_text(entry, encoding="utf-8", newline="\n")
                os.replace(draft, path)
            finally:
                draft.unlink(missing_ok=True)

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key[2:]}.json"


@dataclass(frozen=True)
class CachedModel(ModelWrapper):
    """Answer from a reply cache, and ask the model only what the cache does not hold. Implements `LanguageModel`.

    Runs with the same `replicate` number share replies. Runs with another number do not, so that replicates of an
    experiment stay independent. A reply from the cache reports no tokens.
    """

    model: LanguageModel
    cache: ReplyCache
    replicate: int
    temperature: float | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    """What else a reply may depend on, such as how long the model thinks."""

    async def __call__(self, request: Request) -> Reply:
        await self.prepare()
        key = self.key(request)
        if kept := self.cache.get(key):
            return kept.from_earlier_run()
        reply = await self.model(request)
        # An answer that was cut off before the most that it may take is no answer to the request.
        if request.token_limit == request.max_tokens or reply.finish != "length":
            self.cache.put(key, reply)
        return reply

    def key(self, request: Request) -> str:
        """Return the cache key: a hash of everything that a reply may depend on, and of the replicate."""
        return _digest(
            {
                "layout": _LAYOUT,
                "model": self.model.name,
                # The name of `http://host/v1` says only where a model is.
                "served": getattr(self.model, "served", ""),
                "temperature": self.temperature,
                "replicate": self.replicate,
                "prompt": request.name,
                "text": request.text,
                "schema": request.schema,
                "place": request.reask,
                "complaint": request.complaint,
                "most_tokens": request.max_tokens,
                **({"options": self.options} if self.options else {}),
            }
        )


def _checksum(reply: Mapping[str, Any]) -> str:
    """Return the checksum of a reply, by which a damaged entry is noticed."""
    return _digest(reply)


def _digest(value: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()
