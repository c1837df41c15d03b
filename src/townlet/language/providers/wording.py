"""What a network model reads: the prompt, and what has to be said besides."""

from __future__ import annotations

import json

from townlet.language.model import Request


def words_of(request: Request, schema_shown: bool) -> str:
    """The prompt first and unchanged, so that providers which keep the beginnings of prompts find it again."""
    parts = [request.text.rstrip("\n")]
    if schema_shown:
        schema = json.dumps(request.schema, ensure_ascii=False, separators=(",", ":"))
        parts.append(f"Answer with one JSON object that fits this JSON schema, and with nothing else:\n{schema}")
    if request.attempt:
        why = request.complaint or "it was not in the form asked for"
        parts.append(f"An earlier answer to this was no use: {why}. Answer again, in the form asked for.")
    return "\n\n".join(parts)
