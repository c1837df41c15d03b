"""Replies kept across runs, so that a run which asks the same again does not pay again. Only for those who want it."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Protocol, runtime_checkable
from uuid import uuid4

from townlet.language.model import LanguageModel, Reply, Request, close_all, prepare_all
from townlet.language.secrets import redact

_LAYOUT = 1
"""Counts on whenever entries written before must not be read any more."""


@dataclass(frozen=True)
class ReplyCache:
    """A folder of replies, one file each. Several processes may use it at once."""

    folder: Path

    def get(self, key: str) -> Reply | None:
        """The reply of a key; None if there is none, or none that is whole."""
        try:
            entry = json.loads(self._path(key).read_bytes())
            whole = entry["key"] == key and entry["check"] == _check(entry["reply"])
            return Reply(**entry["reply"]) if whole else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def put(self, key: str, reply: Reply) -> None:
        """Keep a reply. It is there as a whole or not at all; where it cannot be written, it is not."""
        kept = asdict(replace(reply, text=redact(reply.text), model=redact(reply.model)))
        entry = json.dumps({"key": key, "check": _check(kept), "reply": kept})
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


@runtime_checkable
class NamesServedModel(Protocol):
    """A model whose name may leave open which one it is."""

    @property
    def served(self) -> str: ...


@dataclass(frozen=True)
class CachedModel:
    """The same model, which is asked only what it has not been asked before. Implements `LanguageModel`.

    Runs of the same replicate share replies; those of another have their own, so that replicates stay independent.
    A reply from the cache took no tokens of this run, and says so.
    """

    model: LanguageModel
    cache: ReplyCache
    replicate: int
    temperature: float | None = None

    @property
    def name(self) -> str:
        return self.model.name

    async def prepare(self) -> None:
        """Prepare the model."""
        await prepare_all(self.model)

    async def aclose(self) -> None:
        """Close the model."""
        await close_all(self.model)

    async def __call__(self, request: Request) -> Reply:
        await self.prepare()
        key = self.key(request)
        if kept := self.cache.get(key):
            return replace(
                kept,
                prompt_tokens=0,
                answer_tokens=0,
                cached_tokens=0,
                reasoning_tokens=0,
                cache_written_tokens=0,
                from_cache=True,
            )
        reply = await self.model(request)
        self.cache.put(key, reply)
        return reply

    def key(self, request: Request) -> str:
        """Names everything that a reply may depend on, and the replicate."""
        return _digest(
            {
                "layout": _LAYOUT,
                "model": self.model.name,
                "served": self.model.served if isinstance(self.model, NamesServedModel) else "",
                "temperature": self.temperature,
                "replicate": self.replicate,
                "prompt": request.name,
                "text": request.text,
                "schema": request.schema,
                "place": request.reask,
                "complaint": request.complaint,
                "most_tokens": request.max_tokens,
            }
        )


def _check(reply: Mapping[str, Any]) -> str:
    """A sum over an entry, so that one which was damaged is not taken for an answer."""
    return _digest(reply)


def _digest(value: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()
