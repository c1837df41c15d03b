"""Answers given by a test rather than by a model, and the replies made of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeAlias

from pydantic import BaseModel

from townlet.language.model import Reply, Request, tokens_of

Canned: TypeAlias = BaseModel | Mapping[str, Any] | str
"""An answer as a schema's instance, as a JSON object, or as the very text to send (which may be unfit)."""


def reply_of(answer: Canned, request: Request, model: str) -> Reply:
    """The reply of a model that answers this, with tokens counted from the texts."""
    text = _text_of(answer)
    return Reply(text=text, model=model, prompt_tokens=tokens_of(request.text), answer_tokens=tokens_of(text))


def _text_of(answer: Canned) -> str:
    if isinstance(answer, str):
        return answer
    if isinstance(answer, BaseModel):
        return answer.model_dump_json()
    return json.dumps(answer, ensure_ascii=False)
