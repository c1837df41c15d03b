"""Replies as endpoints write them: a chat completion, whole or in pieces, or an answer in the form of another API."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from itertools import pairwise
from typing import Any

from pydantic_ai.messages import ModelResponse

from townlet.language.answer_turns import THOUGHT
from townlet.language.model import Finish, ModelUnavailable, Reply, reported_tokens
from townlet.language.providers.library import UnreadableReply

_FINISHES: Mapping[str, Finish] = {
    **dict.fromkeys(("length", "max_tokens", "max_output_tokens", "model_length", "incomplete"), "length"),
    **dict.fromkeys(("content_filter", "safety", "refusal", "prohibited_content", "blocklist", "sensitive"), "refusal"),
}
"""The finish reasons of incomplete answers, of OpenAI and of servers that keep the words of other APIs."""


def finish_of(reason: object) -> Finish:
    """Return how an answer ended by its finish reason; any that is unknown counts as 'stop'."""
    return _FINISHES.get(reason.lower().replace("-", "_"), "stop") if isinstance(reason, str) else "stop"


_REASONING = ("reasoning_tokens", "thoughts_tokens")
"""The providers' names for reasoning tokens."""


def reply_from_library(response: ModelResponse, requested: str) -> Reply:
    """Convert a library's response to a Reply. A response of reasoning alone has an empty text."""
    usage = response.usage
    thinking = next((usage.details[name] for name in _REASONING if name in usage.details), 0)
    prompt, answer, cached, written, thinking = reported_tokens(
        usage.input_tokens, usage.output_tokens, usage.cache_read_tokens, usage.cache_write_tokens, thinking
    )
    finish = finish_of(response.finish_reason)
    text = answer_in(response.text, response.thinking, finish)
    return Reply(
        text,
        response.model_name or requested,
        prompt,
        answer,
        cached,
        thinking if text or not ((response.text or "").strip() or response.thinking) else answer,
        finish=finish,
        cache_written_tokens=written,
    )


def answer_in(content: object, reasoning: object, finish: Finish) -> str:
    """Return the text of an answer, without the thinking in it; empty if there is nothing but thinking.

    Some servers put a whole answer where the thinking belongs, and leave the answer itself empty. Such an answer is
    JSON that begins or ends the thinking: what stands in its midst may be a draft.
    """
    told = _text_of(content)
    text = _without_thinking(told)
    if text or finish == "length":
        return text
    text = _without_thinking(_thought_in(reasoning))
    if _AN_ANSWER.search(text):
        return text
    with suppress(ValueError, RecursionError):
        # '<think>{"say": "Hello"}'
        thought = _TAG.sub("", told).strip()
        return thought if isinstance(_DECODER.decode(thought), dict) else ""
    return ""


_MOST_BROKEN = 50
"""After how many brackets that begin no JSON no more is looked for, because there may be a million."""
_AN_ANSWER = re.compile(r"\A(?:```\w*)?\s*[{\[]|[}\]]\s*(?:```)?\Z")


def _without_thinking(text: str) -> str:
    """Return a text without its thinking: blocks, what comes before an end without a beginning, or has no end itself.

    What JSON says of the marks of thinking is a part of the answer.
    """
    kept, place, block, broken = "", 0, 0, 0
    while mark := (_MARK if broken < _MOST_BROKEN else _TAG).search(text, place):
        kept += text[place : mark.start()]
        place = mark.end()
        if mark["begin"]:
            end = _END.search(text, place)
            block, place = len(kept), end.end() if end else len(text)
        elif mark["end"]:
            kept = kept[:block]
        else:
            try:
                place = _DECODER.raw_decode(text, mark.start())[1]
            except (ValueError, RecursionError):
                broken += 1
            kept += text[mark.start() : place]
    return (kept + text[place:]).strip()


def _thought_in(reasoning: object) -> str:
    """Return the text of thinking: a text, a part that holds one, or the texts of several parts."""
    if isinstance(reasoning, list):
        return "".join(map(_thought_in, reasoning))
    inner = _first(reasoning, "text", "thinking", "reasoning", "thought") if isinstance(reasoning, dict) else None
    return _text_of(reasoning) if inner is None else _thought_in(inner)


def _text_of(content: object) -> str:
    """Return the text in a message's content: a text, or a list of parts of which some hold text.

    An object without a text is the answer itself, which a server has read already.
    """
    if isinstance(content, list):
        return "".join(_text_of(part) for part in content)
    if isinstance(content, dict):
        if content.get("type") in _THOUGHTS or content.get("thought") is True:
            return ""
        inner = next((content[name] for name in _PART_HOLDS if name in content), "" if "type" in content else content)
        is_answer = isinstance(inner, dict) and "type" not in inner
        return json.dumps(inner, ensure_ascii=False) if is_answer else _text_of(inner)
    return content if isinstance(content, str) else ""


_PART_HOLDS = ("text", "content", "input", "json", "parsed", "arguments")
"""The names under which a part of a message holds a text, or an answer that was read already."""


def _written(content: object) -> str:
    """Return a content as text: an object without a type, such as {"text": "..."}, is the answer itself."""
    is_answer = isinstance(content, dict) and "type" not in content
    return json.dumps(content, ensure_ascii=False) if is_answer else _text_of(content)


_THOUGHTS = ("thinking", "reasoning", "reasoning_text", "redacted_thinking")
"""The kinds of parts of a message that are no part of the answer."""


def _content_of(message: Mapping[str, Any]) -> str:
    """Return the text of a message, and the arguments with which it calls a tool or a function."""
    text = _written(message.get("content")) or _written(message.get("parsed"))
    calls = message.get("tool_calls") or [{"function": message.get("function_call")}]
    functions = [call.get("function") for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []
    given = [_written(called.get("arguments")) for called in functions if isinstance(called, dict)]
    return "\n".join(filter(None, (text, *given)))


_BEGIN = (
    rf"<{THOUGHT}>|◁think▷|<\|(?:begin_of|start)_{THOUGHT}\|>|\[THINK\]"
    r"|<\|channel\|>analysis<\|message\|>|\Aanalysis(?=(?-i:[A-Z]))"
)
_CLOSE = (
    rf"</{THOUGHT}>|◁/think▷|<\|end_(?:of_)?{THOUGHT}\|>|\[/THINK\]"
    r"|<\|channel\|>(?:final|commentary)\b[^<]*(?:<\|constrain\|>[^<]*)?<\|message\|>|assistantfinal(?=\W)"
)
_END = re.compile(_CLOSE, re.IGNORECASE)
_TAG = re.compile(rf"(?P<begin>{_BEGIN})|(?P<end>{_CLOSE})", re.IGNORECASE)
"""Where thinking begins or ends that some servers send inside the answer:
'<think>The user wants ...</think>{"emoji": "x"}'."""
_MARK = re.compile(rf"{_TAG.pattern}|[{{\[]", re.IGNORECASE)
"""The same, or where JSON may begin."""

_DECODER = json.JSONDecoder(strict=False)


def salvaged_reply(error: UnreadableReply, requested: str) -> Reply:
    """Return a Reply without text for an answer that was paid for but is unreadable.

    Raises `error` if the body reports no usage, because then it was no model's answer.
    """
    try:
        data = json.loads(error.body)
    except (ValueError, RecursionError):
        raise error from None
    usage = isinstance(data, dict) and (_record(data, "usage") or _record(data, "usageMetadata"))
    if not usage:
        raise error
    prompt, answer = _tokens_in(usage)
    prompt_tokens, answer_tokens = reported_tokens(prompt, answer or 0)
    return Reply("", str(data.get("model") or data.get("modelVersion") or requested), prompt_tokens, answer_tokens)


def _first(record: Mapping[str, object], *names: str) -> object:
    return next((record[name] for name in names if name in record), None)


def read_reply(body: bytes, model: str) -> Reply:
    """Convert the body of a chat completion to a Reply. Raises UnreadableReply if it is none."""
    try:
        body = _COMMENTS.sub(b"", body)
        return _reply_from_json(_joined(body) if _EVENTS.match(body) else json.loads(body), model)
    except RecursionError:
        raise UnreadableReply(body, "it is nested too deeply") from None
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        return salvaged_reply(UnreadableReply(body, f"{type(error).__name__}: {error}"), model)


_COMMENTS = re.compile(rb"\A(?:\s*:[^\n]*\n)+")
"""What keeps a connection open before an answer: ': PROCESSING'."""
_EVENTS = re.compile(rb"\s*(?:(?:data|event|id|retry):|\{[^\n]*\}\s*\n\s*\{)")
"""The beginning of an answer in pieces: 'data: {...}', 'event: ping', or an object on each line."""


def _joined(body: bytes) -> dict[str, Any]:
    """Return the chat completion that came as a stream of server-sent events, or of objects on lines.

    Raises ModelUnavailable if the stream tells an error or has no end.
    """
    lines = [
        line.removeprefix("data:").strip() for line in body.decode().split("\n") if line.startswith(("data:", "{"))
    ]
    chunks = [json.loads(line) for line in lines if line and line != "[DONE]"]
    if wrong := next((chunk["error"] for chunk in chunks if chunk.get("error")), None):
        said = wrong.get("message") if isinstance(wrong, dict) else wrong
        raise ModelUnavailable(f"The server broke off its answer ({str(said)[:200]}).", billed=True)
    choices = [chunk["choices"][0] for chunk in map(_as_completion, chunks) if chunk.get("choices")]
    deltas = [choice.get("delta") or choice.get("message") or {"content": choice.get("text")} for choice in choices]
    told = [text for delta in deltas if (text := _text_of(delta.get("content")))]
    if len(told) > 2 and told[-1] != told[0] and all(after.startswith(text) for text, after in pairwise(told)):
        # Each piece is all of the answer so far.
        deltas = [{"content": told[-1]}]
    names = (*_REASONED, "refusal")
    message = {name: "".join(_thought_in(delta.get(name)) for delta in deltas) for name in names}
    message["content"] = "".join(_text_of(delta.get("content")) for delta in deltas)
    called = [call.get("function") or {} for delta in deltas for call in delta.get("tool_calls") or ()]
    message["content"] = message["content"] or "".join(function.get("arguments") or "" for function in called)
    finish = next((choice["finish_reason"] for choice in reversed(choices) if choice.get("finish_reason")), None)
    if finish is None and "[DONE]" not in lines:
        raise ModelUnavailable("The server broke off its answer: the stream has no end.", billed=True)
    usage: Mapping[str, Any] = next((chunk["usage"] for chunk in reversed(chunks) if chunk.get("usage")), {})
    return {**chunks[-1], "choices": [{"message": message, "finish_reason": finish}], "usage": usage}


def _reply_from_json(data: Any, requested: str) -> Reply:
    """Convert a chat completion to a Reply. Raises KeyError, TypeError and the like if the data has another form."""
    data = _as_completion(data)
    usage = _record(data, "usage")
    told = [(choice, _message_of(choice)) for choice in data["choices"]]
    choice, message = next((each for each in told if _content_of(each[1])), told[0])
    if not {"message", "delta", "text", "finish_reason"} & choice.keys():
        raise KeyError("message")
    reason = choice.get("finish_reason")
    finish = "refusal" if _is_refused(message) else finish_of(reason)
    of_prompt, of_answer = _record(usage, "prompt_tokens_details"), _record(usage, "completion_tokens_details")
    prompt, answer, cached, written, thinking = reported_tokens(
        *_tokens_in(usage),
        of_prompt.get("cached_tokens") or 0,
        of_prompt.get("cache_write_tokens") or 0,
        of_answer.get("reasoning_tokens") or 0,
    )
    content, thought = _content_of(message), next((message[name] for name in _REASONED if message.get(name)), None)
    text = answer_in(content, thought, finish)
    if not text and isinstance(reason, str) and _BROKEN_OFF.search(reason):
        raise ModelUnavailable(f"The server broke off its answer ({reason}).", billed=True)
    return Reply(
        text,
        str(data.get("model") or requested),
        prompt,
        answer,
        cached,
        thinking if text or not (content.strip() or thought) else answer,
        finish=finish,
        cache_written_tokens=written,
    )


_BROKEN_OFF = re.compile(r"error|abort|insufficient|cancel", re.IGNORECASE)
"""In a finish reason: the server could not go on."""


def _is_refused(message: Mapping[str, Any]) -> bool:
    """Whether a message refuses, in a field of its own or in a part of its content."""
    parts = message.get("content")
    kinds = [part.get("type") for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []
    return bool(message.get("refusal")) or "refusal" in kinds


def _message_of(choice: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the message of a choice; one of the older completions API has its text without a message."""
    return choice.get("message") or choice.get("delta") or {"content": choice.get("text")}


_REASONED = (
    "reasoning_content",
    "reasoning",
    "reasoning_details",
    "thinking",
    "thinking_blocks",
    "thoughts",
    "thought",
)
"""The names under which a message may hold its thinking."""


def _as_completion(data: Any) -> Mapping[str, Any]:
    """Return an answer in the form of another API as a chat completion; a chat completion as it is.

    Gateways pass such answers on: of Ollama's own API, of Anthropic's, of Google's, and of OpenAI's responses.
    """
    body: Mapping[str, Any] = data[0] if isinstance(data, list) and len(data) == 1 else data
    if "choices" in body or body.get("error"):
        return body
    wrapped = [body[name] for name in ("result", "data", "output") if isinstance(body.get(name), dict)]
    if wrapped:
        return _as_completion(wrapped[0])
    told = [body[name] for name in ("response", "generated_text", "content", "output") if name in body]
    told = [body["message"]] if isinstance(body.get("message"), dict) else told
    if body.get("candidates"):
        told = [body["candidates"][0].get("content", {}).get("parts", [])]
        body = {"finish_reason": body["candidates"][0].get("finishReason"), **body}
    if not told:
        return body
    ends = ("finish_reason", "stop_reason", "done_reason", "status")
    finish = next((body[name] for name in ends if isinstance(body.get(name), str)), None)
    is_message = isinstance(told[0], dict) and bool({"content", "tool_calls"} & told[0].keys())
    message = told[0] if is_message else {"content": told[0]}
    usage = body.get("usage") or body.get("usageMetadata") or body
    return {**body, "choices": [{"message": message, "finish_reason": finish}], "usage": usage}


def _tokens_in(usage: Mapping[str, object]) -> tuple[object, object]:
    """Return the tokens of a prompt and of its answer, under the names of any API."""
    return (
        _first(usage, "prompt_tokens", "input_tokens", "promptTokenCount", "prompt_eval_count"),
        _first(usage, "completion_tokens", "output_tokens", "candidatesTokenCount", "eval_count"),
    )


def _record(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return the JSON object under a name; an empty one if there is none."""
    found = data.get(name)
    return found if isinstance(found, dict) else {}
