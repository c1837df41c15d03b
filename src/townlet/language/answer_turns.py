"""Where a model's own turn ends in a text that goes on: with an end token, or as the user who asks something else."""

from __future__ import annotations

import re
from typing import Any

_ASKS = r"user|human|h|student|customer|system|instructions?|usuario|utilisateur|benutzer|用户|用戶|ユーザー"
_SAYS = r"assistant|ai|bot|model|response|question|q|turn|round|input|prompt|task|query|example"
_TOKEN = (
    r"(?:<[|｜][^<>|｜\n]{1,40}[|｜]>|</?s>|<(?:eos|bos|eo[dmt](?:_id)?|pad|unk|end)>|<(?:start|end)_of_\w+>"
    r"|\[/?INST\]|\[(?:EOS|BOS|EOT|PAD|end of text)\]|</?(?:user|human|assistant)>)"
)
_MARK = re.compile(
    rf'"(?:[^"\\\n]|\\.)*"|{_TOKEN}(?:[ \t]*(?:{_ASKS}|{_SAYS})\b)?'
    rf"|^[ \t#*_\[<(]*(?:{_ASKS}|{_SAYS})(?:['’]s)?(?:[ \t]+\w+)?[ \t*_\]>)]*[:：]"
    rf"|^[ \t]*#+[ \t]*(?:{_ASKS}|{_SAYS})(?:[ \t]+\w+)?[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
"""A token of a chat's template or the head of a turn: '<|im_end|>', '[/INST]', 'User:', '### Response:'; or a text in
quotes, in which neither counts."""
_OF_USER = re.compile(rf"(?<![^\W_])(?:{_ASKS}|(?<!/)inst)(?![^\W_])", re.IGNORECASE)
_ENDS = re.compile(r"im_end|</s|/inst|return|eo[stdm]\b|eo[tm]_id|end[ _▁]?of[ _▁]?(?!box|solution)", re.IGNORECASE)
OPENING, CLOSING = "“„‟‘‚«「『", "”“‟’»」』"
"""The quotes in which some models write JSON, at the beginning and the end of a text."""
_JSON = re.compile(rf"""[{{\[]\s*["'{OPENING}{{\[\d\w]""")
THOUGHT = r"(?:\w+:)?(?:think|thinking|thoughts?|reasoning|reflection|analysis|scratchpad)"
"""The names of tags around thinking."""
_THINKS = re.compile(rf"\A\s*<({THOUGHT})>.*?</\1>\s*", re.IGNORECASE | re.DOTALL)
_TOKENS = re.compile(_TOKEN, re.IGNORECASE)


def without_marks(text: Any) -> Any:
    """Return a text of an answer without thinking before it and tokens of a template after it; else what is given."""
    if not isinstance(text, str):
        return text
    text = _THINKS.sub("", text)
    end = len(text)
    for token in reversed([*_TOKENS.finditer(text)]):
        if text[token.end() : end].strip():
            break
        end = token.start()
    return text[:end].rstrip() or text if end < len(text) else text


def first_turn(text: str) -> tuple[str, bool]:
    """Return a model's first turn in a text, without the tokens of a template, and whether a mark ends it.

    Any mark ends a turn that holds JSON. Words go on until an end or a user's turn, which is no part of the answer.
    """
    said, place, asked, is_json = "", 0, False, False
    for mark in _MARK.finditer(text):
        if mark[0].startswith('"'):
            continue
        part = text[place : mark.start()]
        if not asked:
            said += part
            is_json = is_json or _JSON.search(part) is not None
        asks, ends = _OF_USER.search(mark[0]) is not None, _ENDS.search(mark[0]) is not None
        if is_json or (any(map(str.isalnum, said)) and (asks or ends)):
            return said, True
        asked = asks or (asked and not ends and not part.strip())
        place = mark.end()
    return said + ("" if asked else text[place:]), False
