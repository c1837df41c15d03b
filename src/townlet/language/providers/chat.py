"""The network model: prompts to a provider's API, in its JSON schema mode or with the schema in words."""

from __future__ import annotations

import hashlib
import json
import logging
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Literal

import httpx2
from pydantic_ai.direct import model_request
from pydantic_ai.messages import ModelRequest, ModelResponse
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.providers import Provider
from pydantic_ai.settings import ModelSettings

from townlet.language.model import (
    Finish,
    ModelError,
    ModelUnavailable,
    Reply,
    Request,
    RequestRefused,
    reported_tokens,
    tokens_of,
)
from townlet.language.providers.connection import Connection, context_served, model_served
from townlet.language.providers.http import is_about_schemas, may_be_about_schemas
from townlet.language.providers.knobs import NO_KNOBS, Knobs
from townlet.language.providers.library import UnreadableReply, chat_model, through_library
from townlet.language.providers.refusals import ABOUT_ANSWERS, limits_in
from townlet.language.providers.spec import COMPATIBLE, ModelSpec


def text_sent(request: Request, schema_shown: bool) -> str:
    """Return the text of a request. The prompt comes first, unchanged, so that a provider's prompt cache finds it."""
    parts = [request.text.rstrip("\n")]
    if schema_shown:
        shown = {name: _without_titles(part) for name, part in request.schema.items() if name != "description"}
        schema = json.dumps(shown, ensure_ascii=False, separators=(",", ":"))
        parts.append(f"Answer with one JSON object that fits this JSON schema, and with nothing else:\n{schema}")
    if request.reask:
        why = request.complaint or "it was not in the form asked for"
        parts.append(f"An earlier answer to this was no use: {why}. Answer again, in the form asked for.")
    return "\n\n".join(parts)


def _without_titles(part: Any) -> Any:
    """Return a part of a JSON schema without titles, which repeat the names of fields."""
    if isinstance(part, list):
        return [_without_titles(each) for each in part]
    if not isinstance(part, dict):
        return part
    return {name: _without_titles(each) for name, each in part.items() if name != "title" or isinstance(each, dict)}


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
    text = _without_thinking(_text_of(content))
    if text or finish == "length":
        return text
    text = _without_thinking(_thought_in(reasoning))
    return text if _AN_ANSWER.search(text) else ""


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


_THOUGHT = r"(?:\w+:)?(?:think|thinking|thoughts?|reasoning|reflection|analysis|scratchpad)"
_BEGIN = rf"<{_THOUGHT}>|◁think▷|<\|begin_of_thought\|>|\[THINK\]"
_CLOSE = rf"</{_THOUGHT}>|◁/think▷|<\|end_of_thought\|>|\[/THINK\]|<\|channel\|>final<\|message\|>"
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


class PlainChatClient:
    """A client for servers with OpenAI's chat completions API, without a client library in between."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._formats: dict[str, tuple[Mapping[str, Any], str]] = {}
        """For each prompt, its answer's schema and that schema as JSON text, so that it is encoded only once."""

    async def complete(
        self, model: str, request: Request, words: str, *, in_schema_mode: bool, fields: Mapping[str, Any]
    ) -> Reply:
        """Send `words` and return the Reply. `fields` are further fields of the request, the token limit among them.

        Raises ModelUnavailable if no answer came, and ModelError if a retry cannot help.
        """
        payload: dict[str, Any] = {
            "model": model,
            "messages": [{"role": "user", "content": words}],
            **fields,
        }
        text = json.dumps(payload, ensure_ascii=False)
        if in_schema_mode:
            text = f'{text[:-1]}, "response_format": {self._response_format(request)}}}'
        body = await self._connection.http().read_body(self._http_request(text, request.id))
        return read_reply(body, model)

    def _response_format(self, request: Request) -> str:
        known = self._formats.get(request.name)
        if known is None or known[0] is not request.schema:
            form = {"type": "json_schema", "json_schema": {"name": request.name, "schema": request.schema}}
            known = self._formats[request.name] = request.schema, json.dumps(form, ensure_ascii=False)
        return known[1]

    def _http_request(self, text: str, id: str) -> httpx2.Request:  # noqa: A002
        endpoint = self._connection.endpoint
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if endpoint.key:
            headers["Authorization"] = f"Bearer {endpoint.key}"
        if id:
            headers["X-Request-Id"] = headers["Idempotency-Key"] = id
        url = f"{endpoint.base_url}/chat/completions"
        return self._connection.http().build_request("POST", url, content=text.encode(), headers=headers)


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
    finish = finish_of(choice.get("finish_reason"))
    of_prompt, of_answer = _record(usage, "prompt_tokens_details"), _record(usage, "completion_tokens_details")
    prompt, answer, cached, written, thinking = reported_tokens(
        *_tokens_in(usage),
        of_prompt.get("cached_tokens") or 0,
        of_prompt.get("cache_write_tokens") or 0,
        of_answer.get("reasoning_tokens") or 0,
    )
    content, thought = _content_of(message), next((message[name] for name in _REASONED if message.get(name)), None)
    text = answer_in(content, thought, finish)
    return Reply(
        text,
        str(data.get("model") or requested),
        prompt,
        answer,
        cached,
        thinking if text or not (content.strip() or thought) else answer,
        finish="refusal" if message.get("refusal") else finish,
        cache_written_tokens=written,
    )


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


SchemaMode = Literal["schema", "words"]
"""How a model learns the schema: by the provider's constrained decoding ('schema'), or in words after the prompt."""

_STRICT = frozenset({"openai", "openrouter"})
"""APIs that enforce a schema only if the request says `strict`."""


@dataclass(frozen=True)
class Sampling:
    """The sampling parameters of a run."""

    seed: int = 0
    """The run's PRNG seed."""
    knobs: Knobs = NO_KNOBS

    def seed_for(self, request: Request) -> int:
        """Return the PRNG seed of a call: the same for each retry, another when the prompt is asked again."""
        key = f"{self.seed}|{request.reask}|{request.text}".encode()
        return int.from_bytes(hashlib.blake2b(key, digest_size=4).digest(), "big") >> 1


LIMITS = ("max_tokens", "max_completion_tokens")
"""The names of the limit of an answer: the one that all servers knew, and OpenAI's newer one."""
STREAMED = "whole answers"
"""What a server refuses that sends answers only piece by piece."""
_NAMES_NUMBER = re.compile(r"\d\d")
_UNKNOWN = re.compile(r"unknown|unrecogni[sz]ed|unexpected|extra|not (?:permitted|allowed|known)")

_FILTERED = re.compile(r"content[ _](?:management|filter|policy)|was filtered|safety system", re.IGNORECASE)
"""What a provider says of a prompt that its filter stopped."""

_SURE = 2
"""So many calls that were answered in words alone show that a server takes no JSON schema; one may be chance."""
_SAME_AGAIN = 5
"""A server that has answered nothing and sends the same body so many times will send no other."""

LEAST_ROOM = 120
"""The fewest tokens that any answer is given."""


def _limit_named(said: str, asked: int) -> int:
    """Return the limit of an answer that a server names for one that asked for more; 0 if it names none.

    'max_tokens: 8192 > 4096, which is the maximum' names 4096, 'max_tokens is too large: 4000; at most 2,048' 2048.
    """
    return max((number for number in limits_in(said) if LEAST_ROOM <= number < asked), default=0)


def _names_nothing(error: ModelError) -> bool:
    """Whether a request was refused without a reason that says what to leave out of it."""
    return isinstance(error, RequestRefused) and error.context is None


class NetworkModel:
    """A language model behind a provider's API. Implements `LanguageModel`.

    Models of one endpoint share its connection.
    """

    def __init__(self, spec: ModelSpec, connection: Connection, sampling: Sampling | None = None) -> None:
        self.spec, self.connection = spec, connection
        self.mode: SchemaMode | None = None
        """The schema mode that works with this model; None before the first answer."""
        self._left_out: set[str] = set()
        """What the model refuses: knobs, 'stream', the names of the limit of an answer, whole answers (STREAMED)."""
        self._doubts = 0
        """How many calls failed in a JSON schema and were answered in words, without a reason that names the schema."""
        self._unread: tuple[bytes, int] = b"", 0
        """The last body that was no answer, and how often it came in a row."""
        self._served = spec.model
        self._sampling = sampling or Sampling()
        self.context = self._sampling.knobs.context or 0
        """The tokens that a prompt and its answer may take together; 0 if unknown."""
        self.longest_answer = self._sampling.knobs.max_tokens or 0
        """The most tokens of an answer that the model is asked for, by an option or by its server; 0 if unknown."""
        self._made: tuple[Provider[Any], Model[Any]] | None = None
        self._plain = PlainChatClient(connection) if connection.endpoint.kind == COMPATIBLE else None

    @property
    def name(self) -> str:
        return str(self.spec)

    @property
    def served(self) -> str:
        """The model's name at its provider; empty until `prepare` has asked a server for it."""
        return self._served

    async def __call__(self, request: Request) -> Reply:
        """Return the model's reply. Raises ModelUnavailable if none came, and ModelError if a retry cannot help."""
        await self._find_served()
        mode = self.mode or self._default_mode()
        # A model that has never answered may refuse something that it does not name.
        suspects = [] if self.mode else self._sampling.knobs.sent(self._left_out)
        tried: list[str] = []
        in_doubt = False
        while True:
            sent_without = frozenset(self._left_out)
            try:
                async with self.connection.slot():
                    reply = await self._ask(request, mode)
                break
            except ModelError as error:
                if mode == "schema" and self.mode is None and may_be_about_schemas(error):
                    mode, in_doubt = "words", True
                elif (told := self._reply_in(error, request)) is not None:
                    reply = told
                    break
                elif knob := self._refused(error, sent_without):
                    self._leave_out(knob)
                elif mode == "schema" and is_about_schemas(error):
                    mode = "words"
                elif (room := self._smaller_room(error, request)) is not None:
                    request = replace(request, room=room)
                elif suspects and _names_nothing(error):
                    if mode == "schema":
                        mode = "words"
                    else:
                        tried.append(suspects.pop())
                        self._left_out.add(tried[-1])
                else:
                    self._left_out.difference_update(tried)
                    raise self._lasting(error) from error
        for knob in tried:
            self._left_out.discard(knob)
            self._leave_out(knob)
        self._settle_on(mode, in_doubt)
        left_out = "temperature" in self._left_out
        return replace(reply, temperature=None if left_out else self._sampling.knobs.temperature)

    def _reply_in(self, error: ModelError, request: Request) -> Reply | None:
        """Return the model's reply that a refusal tells of: one that its server found unfit, or would not ask for."""
        if not isinstance(error, RequestRefused):
            return None
        if error.answer is not None:
            return Reply(error.answer, self._served, tokens_of(request.text), tokens_of(error.answer))
        # A prompt that a filter stops is refused as a question that a model declines.
        is_filtered = _FILTERED.search(error.said)
        return Reply("", self._served, tokens_of(request.text), 0, finish="refusal") if is_filtered else None

    def _settle_on(self, mode: SchemaMode, in_doubt: bool) -> None:
        """Keep the schema mode of an answer for all further calls, but not yet if it may have been chance."""
        self._doubts += in_doubt
        if in_doubt and self._doubts < _SURE:
            return
        if mode != (self.mode or self._default_mode()):
            logging.getLogger(__name__).warning("%s takes no JSON schema; prompts say the form in words.", self.name)
        self.mode = mode

    def _lasting(self, error: ModelError) -> ModelError:
        """Return an error as one that no retry helps against, if a server has said the same again and again so far."""
        # What begins as JSON may be the odd answer of a model; a page is the wrong address.
        if self.mode or not isinstance(error, UnreadableReply) or error.body.lstrip()[:1] in (b"", b"{", b"["):
            return error
        self._unread = error.body, self._unread[1] + 1 if error.body == self._unread[0] else 1
        if self._unread[1] < _SAME_AGAIN:
            return error
        lasting = ModelError(f"{error} It said the same {self._unread[1]} times.")
        lasting.billed = True
        return lasting

    def _refused(self, error: ModelError, sent_without: Collection[str]) -> str | None:
        """Return what the model refused of a request that was sent without these; None for any other error."""
        if not isinstance(error, RequestRefused) or error.context is not None:
            return None
        said = error.said.lower()
        if any(name in said for name in LIMITS) and not _NAMES_NUMBER.search(said):
            return next((name for name in LIMITS if name not in sent_without), None)
        if "stream" in said and not {"stream", STREAMED} & set(sent_without):
            return "stream" if _UNKNOWN.search(said) else STREAMED
        return self._sampling.knobs.refused_in(error, sent_without)

    def _smaller_room(self, error: ModelError, request: Request) -> int | None:
        """Return the room for an answer that a model's context leaves, if a request was refused for want of it."""
        if not isinstance(error, RequestRefused) or (error.context is None and not ABOUT_ANSWERS.search(error.said)):
            return None
        # A number that was sent is no limit, whatever a server calls it.
        if error.context and error.context not in (self.context, self._token_limit(request)):
            self.context = error.context
            logging.getLogger(__name__).warning("%s has a context of %s tokens.", self.name, f"{self.context:,}")
            if (room := self._token_limit(request)) < request.token_limit:
                return room
        asked = self._token_limit(request)
        if error.context is None and (limit := _limit_named(error.said, asked)):
            self.longest_answer = limit
            told = "%s gives answers of at most %s tokens and is asked for no more."
            logging.getLogger(__name__).warning(told, self.name, f"{limit:,}")
            return limit
        return asked // 2 if asked // 2 >= LEAST_ROOM else None

    def _leave_out(self, knob: str) -> None:
        """Ask without a knob from now on, and say so once. Calls that were under way may be refused for it, too."""
        if knob not in self._left_out and knob not in ("max_tokens", STREAMED):
            logging.getLogger(__name__).warning("%s refuses %s and is asked without it.", self.name, knob)
        self._left_out.add(knob)

    async def prepare(self) -> None:
        """Ask the server which model it has, if the specification names none, and its context. Raises ModelError."""
        await self._find_served()
        if not self.context:
            self.context = await context_served(self.connection, self._served)

    async def _find_served(self) -> None:
        if not self._served:
            self._served = await model_served(self.connection)

    async def aclose(self) -> None:
        """Close the connection, which other models may share; call this at the end of a run."""
        await self.connection.aclose()

    def _model(self) -> Model[Any]:
        """Return the library's model for the running event loop."""
        provider = self.connection.provider()
        if self._made is None or self._made[0] is not provider:
            self._made = provider, chat_model(self.connection.endpoint.kind, self._served, provider)
        return self._made[1]

    def _default_mode(self) -> SchemaMode:
        if self._plain:
            return "schema"
        return "schema" if self._model().profile.get("supports_json_schema_output", False) else "words"

    @property
    def knobs(self) -> Knobs:
        """What the model is told beside a prompt."""
        return self._sampling.knobs

    def batch_body(self, request: Request) -> dict[str, Any]:
        """Return a request as a row of a batch has it, in OpenAI's form. A batch is a service tier of its own."""
        of_openai = self.connection.endpoint.kind == "openai"
        in_words = self.mode == "words"
        without = {*self._left_out, "service_tier"}
        limit = "max_completion_tokens" if of_openai or "max_tokens" in without else "max_tokens"
        body: dict[str, Any] = {
            "model": self._served,
            "messages": [{"role": "user", "content": text_sent(request, schema_shown=in_words)}],
            limit: self._token_limit(request),
            **({} if "seed" in without else {"seed": self._sampling.seed_for(request)}),
            **self.knobs.for_compatible(without),
        }
        if not in_words:
            form: dict[str, Any] = {"name": request.name, "schema": request.schema}
            if of_openai:
                from pydantic_ai.profiles.openai import OpenAIJsonSchemaTransformer

                strict = OpenAIJsonSchemaTransformer(dict(request.schema), strict=True).walk()
                form = {"name": request.name, "schema": strict, "strict": True}
            body["response_format"] = {"type": "json_schema", "json_schema": form}
        return body

    def batch_reply(self, body: bytes) -> Reply:
        """Return the Reply in the answer to a row of a batch. Raises ModelError."""
        reply = read_reply(body, self._served)
        return replace(reply, temperature=None if "temperature" in self._left_out else self.knobs.temperature)

    def adapts_to(self, error: ModelError) -> bool:
        """Whether a row was refused for something that further rows are sent without."""
        if knob := self._refused(error, ()):
            self._leave_out(knob)
            return True
        if is_about_schemas(error):
            self.mode = "words"
            return True
        return False

    async def _ask(self, request: Request, mode: SchemaMode) -> Reply:
        words = text_sent(request, schema_shown=mode == "words")
        if self._plain is None:
            return await self._ask_through_library(request, words, mode)
        return await self._plain.complete(
            self._served,
            request,
            words,
            in_schema_mode=mode == "schema",
            fields=self._fields(request),
        )

    async def _ask_through_library(self, request: Request, words: str, mode: SchemaMode) -> Reply:
        model, message = self._model(), ModelRequest.user_text_prompt(words)
        settings, parameters = self._settings(request), self._parameters(request, mode)
        try:
            response = await through_library(
                lambda: model_request(model, [message], model_settings=settings, model_request_parameters=parameters),
                self.connection.endpoint.label,
                request.id,
            )
        except UnreadableReply as error:
            return salvaged_reply(error, self._served)
        return reply_from_library(response, self._served)

    def _settings(self, request: Request) -> ModelSettings:
        settings = self._sampling.knobs.for_library(self._left_out)
        settings["max_tokens"] = self._token_limit(request)
        if "seed" not in self._left_out:
            settings["seed"] = self._sampling.seed_for(request)
        return settings

    def _fields(self, request: Request) -> dict[str, Any]:
        out = self._left_out
        limit = {name: self._token_limit(request) for name in LIMITS if name not in out}
        seed = {} if "seed" in out else {"seed": self._sampling.seed_for(request)}
        stream = {} if "stream" in out else {"stream": STREAMED in out}
        return {**stream, **dict([*limit.items()][:1]), **seed, **self._sampling.knobs.for_compatible(out)}

    def _token_limit(self, request: Request) -> int:
        limit = min(request.token_limit, self.longest_answer or request.token_limit)
        if not self.context:
            return limit
        # The estimate of the prompt may be too low by a third, and its template and schema take room of their own.
        prompt = tokens_of(request.text) * 4 // 3 + tokens_of(json.dumps(request.schema)) + 100
        return min(limit, max(LEAST_ROOM, self.context - prompt))

    def _parameters(self, request: Request, mode: SchemaMode) -> ModelRequestParameters:
        if mode == "words":
            return ModelRequestParameters(output_mode="text")
        strict = True if self.connection.endpoint.kind in _STRICT else None
        form = OutputObjectDefinition(dict(request.schema), name=request.name, strict=strict)
        return ModelRequestParameters(output_mode="native", output_object=form)
