"""What servers of language models do: a table of habits, each with how a town ends that lives by such a server."""

from __future__ import annotations

import base64
import gzip
import html
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from faults.wire import Message, answer
from townlet.language.providers.knobs import NO_KNOBS, Knobs

from .endpoint import Behaviour, Call, Way, completion, told_vectors, vectors_of

End = Literal["lives the same", "lives", "pauses"]
"""How a town ends: as with a server without habits, in another way but to its end, or in a pause."""


@dataclass(frozen=True)
class Habit:
    """One habit of a server."""

    name: str
    way: Way
    end: End = "lives the same"
    told: str = ""
    """What the user is told: a part of why the run paused, or a mend."""
    most_fallbacks: int = 0
    pages: Mapping[str, Any] = field(default_factory=dict)
    vectors: Callable[[dict[str, Any]], Message] | None = None
    knobs: Knobs = NO_KNOBS

    @property
    def behaviour(self) -> Behaviour:
        return Behaviour(self.way, self.pages, self.vectors, self.knobs)


def says(write: Callable[[Call], Any], finish: str | None = "stop", **message: Any) -> Way:
    """The way of a server that writes its answers like this."""
    return lambda call: completion(write(call), finish, **message)


def mapped(change: Callable[[str, Any], Any]) -> Way:
    """The way of a server that changes each field of its answers, by its name and value, at any depth."""

    def changed(value: Any, name: str = "") -> Any:
        if isinstance(value, dict):
            return {key: changed(each, key) for key, each in value.items()}
        if isinstance(value, list):
            return [changed(each, name) for each in value]
        return change(name, value)

    return says(lambda call: json.dumps(changed(call.said)))


def refuses(unless: Callable[[dict[str, Any]], bool], error: Any, status: int = 400) -> Way:
    """The way of a server that takes only some requests."""
    return lambda call: completion(call.text) if unless(call.sent) else _error(error, status)


def _error(error: Any, status: int) -> Message:
    if not isinstance(error, str):
        return answer(error, status)
    return Message(f"HTTP/1.1 {status} Trouble", {"content-type": "text/html"}, error.encode())


def room(sent: dict[str, Any]) -> int:
    return int(sent.get("max_tokens") or sent.get("max_completion_tokens") or 0)


def shown(sent: dict[str, Any]) -> str:
    return str(sent["messages"][0]["content"])


def prompt_tokens(sent: dict[str, Any]) -> int:
    return len(shown(sent)) // 4


def within(context: int, error: Callable[[int, int], Any], status: int = 400) -> Way:
    """The way of a server whose prompts and answers have to share a context."""

    def way(call: Call) -> Message:
        prompt, limit = prompt_tokens(call.sent), room(call.sent)
        return completion(call.text) if prompt + limit <= context else _error(error(prompt, limit), status)

    return way


def names_context(context: int) -> Callable[[int, int], Any]:
    return lambda prompt, limit: {
        "object": "error",
        "message": f"This model's maximum context length is {context} tokens. However, you requested {prompt + limit} "
        f"tokens ({prompt} in the messages, {limit} in the completion).",
        "code": 400,
    }


def for_prompts_within(context: int, tokens_more: int = 1) -> Way:
    """The way of a server of llama.cpp, whose prompts have to fit by themselves."""

    def way(call: Call) -> Message:
        prompt = tokens_more * prompt_tokens(call.sent)
        said = f"request ({prompt} tokens) exceeds the available context size ({context} tokens), try increasing it"
        error = {"error": {"code": 400, "message": said, "type": "exceed_context_size_error", "n_ctx": context}}
        return completion(call.text) if prompt < context else answer(error, 400)

    return way


def in_yaml(value: Any, indent: str = "") -> str:
    """What YAML writes for an answer, with texts in quotes only where one needs them."""
    if isinstance(value, dict):
        return "\n".join(f"{indent}{key}:{_below(each, indent)}" for key, each in value.items())
    if isinstance(value, list):
        return "\n".join(f"{indent}- {in_yaml(each, indent + '  ').lstrip()}" for each in value)
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) and '"' not in value else str(value).lower()


def _below(value: Any, indent: str) -> str:
    return f"\n{in_yaml(value, indent + '  ')}" if isinstance(value, dict | list) and value else f" {in_yaml(value)}"


def in_xml(value: Any, name: str) -> str:
    if isinstance(value, dict):
        inner = "".join(in_xml(each, key) for key, each in value.items())
    elif isinstance(value, list):
        inner = "".join(in_xml(each, "item") for each in value)
    else:
        inner = html.escape(str(value))
    return f"<{name}>{inner}</{name}>"


def nulls(call: Call) -> str:
    """Null where a field has its default."""

    def emptied(value: Any, schema: dict[str, Any]) -> Any:
        schema = call.schema["$defs"][schema["$ref"].rsplit("/", 1)[-1]] if "$ref" in schema else schema
        if isinstance(value, list):
            return [emptied(each, schema.get("items", {})) for each in value]
        if not isinstance(value, dict):
            return value
        kinds = schema.get("properties", {})
        return {
            key: None if each == kinds[key].get("default", ...) else emptied(each, kinds[key])
            for key, each in value.items()
        }

    return json.dumps(emptied(call.said, call.schema))


def of_24_hours(name: str, value: Any) -> Any:
    found = re.fullmatch(r"(\d+):(\d\d) ([ap])m", value) if name == "start" else None
    return f"{int(found[1]) % 12 + 12 * (found[3] == 'p'):02}:{found[2]}" if found else value


def sometimes(every: int, odd: Way) -> Way:
    """The way of a server that does something each so many calls."""
    return lambda call: odd(call) if call.number % every == 0 else completion(call.text)


def for_prompt(name: str, odd: Way) -> Way:
    return lambda call: odd(call) if call.prompt == name else completion(call.text)


def first(number: int, odd: Way) -> Way:
    return lambda call: odd(call) if call.number <= number else completion(call.text)


def packed_as(sent: dict[str, Any], kind: str) -> Message:
    """Vectors in base64 if that is asked for, of another kind of number than the API documents."""
    rows = [row["embedding"] for row in json.loads(vectors_of(sent).body)["data"]]
    if "encoding_format" not in sent:
        return told_vectors(rows)
    scaled = [np.asarray(row) * (127 if kind == "i1" else 1) for row in rows]
    return told_vectors([base64.b64encode(row.astype(kind).tobytes()).decode() for row in scaled])


def mixed(sent: dict[str, Any]) -> Message:
    told = json.loads(vectors_of(sent).body)
    return answer({**told, "data": told["data"][::-1]})


def short(sent: dict[str, Any]) -> Message:
    too_long = max(map(len, sent["input"])) > 60
    error = {"error": {"message": "input (90 tokens) is too large to process. increase the physical batch size"}}
    return answer(error, 500) if too_long else vectors_of(sent)


def batches(most: int, status: int, error: Any) -> Callable[[dict[str, Any]], Message]:
    """A server of embeddings that takes few texts at once; none in a list if `most` is 0."""

    def vectors(sent: dict[str, Any]) -> Message:
        number = len(sent["input"]) if isinstance(sent["input"], list) else 0
        return vectors_of(sent) if number <= most else _error(error, status)

    return vectors


def packed_body(message: Message) -> Message:
    return Message(message.first, {**message.headers, "content-encoding": "gzip"}, gzip.compress(message.body))


def streamed(text: str) -> Message:
    """An answer as server-sent events."""
    parts = [text[start : start + 20] for start in range(0, len(text), 20)]
    events: list[dict[str, Any]] = [{"choices": [{"delta": {"content": part}}], "model": "m"} for part in parts]
    events += [
        {"choices": [{"delta": {}, "finish_reason": "stop"}]},
        {"choices": [], "usage": {"prompt_tokens": 9, "completion_tokens": 9}},
    ]
    body = "".join(f"data: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n\n"
    return Message("HTTP/1.1 200 OK", {"content-type": "text/event-stream"}, body.encode())


OLDEST = {"model", "messages", "max_tokens", "stream"}


def plain(call: Call) -> Message:
    return completion(call.text)


REFUSAL = "I'm sorry, but I can't help with that request."
THINKING = 'The person is {tired}. Perhaps {"choice": "rest"}? No.'


def fields(write: Callable[[dict[str, Any]], Any]) -> Way:
    """The way of a server that writes JSON of another shape."""
    return says(lambda call: json.dumps(write(call.said)))


def in_rows(call: Call) -> str:
    """An answer as a table, unless it holds lists."""
    rows = [f"| {name} | {value} |" for name, value in call.said.items()]
    is_flat = not any(isinstance(value, list) for value in call.said.values())
    return "\n".join(["| Field | Value |", "|---|---|", *rows]) if is_flat else call.text


def pieces(write: Callable[[str], Any], end: Any, text: str, mark: str = "data: ") -> Message:
    """An answer in pieces, each written so."""
    events = [*(write(text[: start + 20]) for start in range(0, len(text), 20)), end]
    body = "".join(f"{mark}{json.dumps(event)}\n\n" for event in events)
    return Message("HTTP/1.1 200 OK", {"content-type": "text/event-stream"}, body.encode())


def whole(change: Callable[[dict[str, Any]], Any]) -> Way:
    """The way of a server that sends bodies of another form."""
    return lambda call: answer(change(json.loads(completion(call.text).body)))


def too_long(said: Any, status: int = 400) -> Way:
    """The way of a server that finds one kind of prompt too long as it is."""
    return for_prompt("summary", lambda call: completion(call.text) if _is_brief(call) else _error(said, status))


def _is_brief(call: Call) -> bool:
    return len(call.sent["messages"][0]["content"]) < 2300


def clocked(write: Callable[[str], Any]) -> Way:
    return mapped(lambda name, value: write(value) if name == "start" else value)


FORMS = [
    Habit("answers as documented", plain),
    Habit("thinks in a block", says(lambda call: f"<think>{THINKING}</think>\n\n{call.text}")),
    Habit("forgets where its thinking began", says(lambda call: f"{THINKING}\n</think>\n{call.text}")),
    Habit("thinks in [THINK]", says(lambda call: f"[THINK]{THINKING}[/THINK]{call.text}")),
    Habit(
        "has channels",
        says(lambda call: f"<|channel|>analysis<|message|>hm<|end|><|channel|>final<|message|>{call.text}"),
    ),
    Habit("fences its JSON", says(lambda call: f"```json\n{call.text}\n```")),
    Habit("fences and talks", says(lambda call: f"Sure!\n\n```\n{call.text}\n```\nLet me know {{more}}.")),
    Habit("talks before", says(lambda call: f"Here is the answer: {call.text}")),
    Habit("talks after", says(lambda call: f"{call.text}\n\nLet me know if you want changes!")),
    Habit("says it twice", says(lambda call: f"{call.text}\n{call.text}")),
    Habit("drafts first", says(lambda call: f'{{"draft": true}}\nBetter:\n{call.text}')),
    Habit("puts it into a list", says(lambda call: f"[{call.text}]")),
    Habit("wraps it", says(lambda call: json.dumps({"response": call.said}))),
    Habit("wraps it as text", says(lambda call: json.dumps({"output": call.text}))),
    Habit("echoes the schema", says(lambda call: json.dumps({"type": "object", "properties": call.said}))),
    Habit("calls a tool", says(lambda call: json.dumps({"name": "answer", "arguments": call.said}))),
    Habit("encodes it twice", says(lambda call: json.dumps(call.text))),
    Habit("tags it", says(lambda call: f"<answer>{call.text}</answer>")),
    Habit("leaves a comma behind", says(lambda call: f"{call.text[:-1]},}}"), told="broken JSON repaired"),
    Habit("writes Python", says(lambda call: repr(call.said)), told="broken JSON repaired"),
    Habit("adds a comment", says(lambda call: f"{call.text[:-1]}, // as asked\n}}")),
    Habit("closes too often", says(lambda call: f"{call.text}}}")),
    Habit("begins with a byte order mark", says(lambda call: f"\ufeff{call.text}")),
    Habit("ends its answers with eos", says(lambda call: call.text, "eos")),
    Habit("does not say why it ended", says(lambda call: call.text, None)),
    Habit("writes YAML", says(lambda call: in_yaml(call.said)), told="read from a form other than JSON"),
    Habit("writes XML", says(lambda call: in_xml(call.said, "answer")), told="read from a form other than JSON"),
    Habit("has the quotes of a script", says(lambda call: re.sub(r': "([^"\\\\]*)"', r": `\1`", call.text))),
    Habit(
        "answers as Ollama's own API",
        lambda call: answer({"message": {"role": "assistant", "content": call.text}, "done": True, "eval_count": 9}),
    ),
    Habit(
        "answers as Anthropic's API",
        lambda call: answer(
            {
                "type": "message",
                "content": [{"type": "thinking", "thinking": THINKING}, {"type": "text", "text": call.text}],
                "stop_reason": "end_turn",
                "usage": {"input_tokens": 40, "output_tokens": 20},
            }
        ),
    ),
    Habit("answers in parts", says(lambda call: [{"type": "text", "text": call.text}])),
    Habit("answers where its thinking belongs", lambda call: completion(None, reasoning_content=call.text)),
    Habit("answers in `reasoning`", lambda call: completion("", reasoning=call.text)),
    Habit("thinks in a field", lambda call: completion(call.text, reasoning_content=THINKING)),
    Habit(
        "thinks in a part",
        says(lambda call: [{"type": "thinking", "thinking": []}, {"type": "text", "text": call.text}]),
    ),
    Habit("writes numbers as text", mapped(lambda name, value: str(value) if type(value) is int else value)),
    Habit(
        "writes yes and no",
        mapped(lambda name, value: {True: "yes", False: "no"}[value] if type(value) is bool else value),
    ),
    Habit("rates out of ten", mapped(lambda name, value: f"{value}/10" if name == "ratings" else value)),
    Habit("rates with a word", mapped(lambda name, value: f"{value} (mundane)" if name == "ratings" else value)),
    Habit("writes minutes in words", mapped(lambda name, value: f"{value} minutes" if name == "minutes" else value)),
    Habit("has a 24-hour clock", mapped(of_24_hours), told="clock time read"),
    Habit(
        "writes times as ISO does",
        mapped(lambda name, value: f"2025-05-05T{of_24_hours(name, value)}:00" if name == "start" else value),
        told="clock time read",
    ),
    Habit(
        "has seconds on its clock",
        mapped(lambda name, value: value.replace(" ", ":00 ").upper() if name == "start" else value),
    ),
    Habit(
        "writes 10pm",
        mapped(lambda name, value: value.replace(":00 ", "").replace(" ", "") if name == "start" else value),
    ),
    Habit("gives null for a default", says(nulls), told="null left out"),
    Habit("adds fields", says(lambda call: json.dumps({"confidence": 0.9, **call.said, "notes": None}))),
    Habit(
        "writes emoji in words",
        mapped(lambda name, value: "a sleeping face with closed eyes" if name == "emoji" else value),
        "lives",
        "emoji dropped",
    ),
    Habit(
        "writes at length",
        mapped(lambda name, value: f"{value} and so on and on" * 10 if name == "activity" and value else value),
        "lives",
        "text cut",
    ),
]

SHAPES = [
    Habit(
        "calls a tool beside its words",
        lambda call: completion("I will use the tool.", tool_calls=[{"function": {"arguments": call.text}}]),
    ),
    Habit(
        "calls a tool with an object",
        lambda call: completion(None, "tool_calls", tool_calls=[{"function": {"arguments": call.said}}]),
    ),
    Habit("answers with an object", says(lambda call: call.said)),
    Habit("has a part of JSON", says(lambda call: [{"type": "json", "json": call.said}])),
    Habit("leaves its first choice empty", whole(lambda body: {"choices": [{"message": {}}, *body["choices"]]})),
    Habit("answers with a delta", whole(lambda body: {"choices": [{"delta": body["choices"][0]["message"]}]})),
    Habit("cites its answer", says(lambda call: re.sub("^", "> ", json.dumps(call.said, indent=1), flags=re.M))),
    Habit("escapes its quotes", says(lambda call: json.dumps(call.text)[1:-1])),
    Habit("escapes its line ends", says(lambda call: json.dumps(call.said, indent=1).replace("\n", "\\n"))),
    Habit("boxes its answer", says(lambda call: rf"$\boxed{{{call.text}}}$")),
    Habit("doubles the braces", says(lambda call: f"{{{call.text}}}")),
    Habit("comments as scripts do", says(lambda call: f"{{ # as asked\n{call.text[1:]}")),
    Habit("ends with a sign of its template", says(lambda call: f"{call.text}<|im_end|>")),
    Habit("goes on for the user", says(lambda call: f"{call.text}\n\nUser: And {{you}}?\nAssistant: I am fine.")),
    Habit(
        "wraps it under its own name",
        says(lambda call: json.dumps({call.schema["title"]: call.said})),
        told="JSON unwrapped",
    ),
    Habit(
        "gives each value a type",
        fields(lambda said: {name: {"type": "any", "value": value} for name, value in said.items()}),
        told="JSON unwrapped",
    ),
    Habit(
        "lists names and values",
        fields(lambda said: [{"name": name, "value": value} for name, value in said.items()]),
        told="JSON unwrapped",
    ),
    Habit(
        "lists its fields one by one",
        fields(lambda said: [{name: value} for name, value in said.items()]),
        told="JSON unwrapped",
    ),
    Habit("gives the same twice in a list", says(lambda call: f"[{call.text}, {call.text}]"), told="JSON unwrapped"),
    Habit("writes a table", says(in_rows)),
    Habit(
        "rates each memory by its number",
        fields(
            lambda said: {
                name: {f"memory_{place}": {"rating": each} for place, each in enumerate(value, 1)}
                if name == "ratings"
                else value
                for name, value in said.items()
            }
        ),
        told="list read",
    ),
    Habit(
        "numbers its ratings",
        fields(
            lambda said: {
                name: "\n".join(f"{place}. {each}" for place, each in enumerate(value, 1))
                if name == "ratings"
                else value
                for name, value in said.items()
            }
        ),
        told="list read",
    ),
    Habit("names the day of a time", clocked(lambda start: f"Monday May 5 2025, {start}"), told="clock time read"),
    Habit("puts times in brackets", clocked(lambda start: f"[{start}]"), told="clock time read"),
    Habit(
        "has the digits of a wide script",
        clocked(lambda start: start.translate({ord(str(digit)): 0xFF10 + digit for digit in range(10)})),
        told="clock time read",
    ),
    Habit(
        "writes minutes on a clock",
        mapped(lambda name, value: f"{value // 60:02}:{value % 60:02}" if name == "minutes" and value < 180 else value),
    ),
]

REQUESTS = [
    Habit(
        "takes no schema, in FastAPI's words",
        refuses(
            lambda sent: "response_format" not in sent,
            {"detail": [{"loc": ["body", "response_format", "type"], "msg": "Input should be 'text'"}]},
            422,
        ),
    ),
    Habit(
        "takes no schema, in plain words",
        refuses(lambda sent: "response_format" not in sent, "response_format is not implemented"),
    ),
    Habit(
        "takes no schema, and fails over it",
        refuses(lambda sent: "response_format" not in sent, {"error": {"message": "grammar: bad rule"}}, 500),
    ),
    Habit("takes no schema, and does not say so", refuses(lambda sent: "response_format" not in sent, "Bad request")),
    Habit(
        "knows no seed",
        refuses(lambda sent: "seed" not in sent, {"detail": [{"loc": ["body", "seed"], "msg": "Extra inputs"}]}, 422),
    ),
    Habit(
        "knows no seed, and names it beside",
        refuses(lambda sent: "seed" not in sent, {"error": {"message": "Unknown parameter", "param": "seed"}}),
    ),
    Habit(
        "knows no seed, and does not say so",
        refuses(lambda sent: "seed" not in sent, "<html><h1>400 Bad Request</h1></html>"),
    ),
    Habit(
        "wants the newer name of the limit",
        refuses(lambda sent: "max_tokens" not in sent, {"error": {"message": "Use 'max_completion_tokens' instead."}}),
    ),
    Habit("has a context of 4,096, in vLLM's words", within(4096, names_context(4096))),
    Habit("has a context of 2,500, in vLLM's words", within(2500, names_context(2500))),
    Habit(
        "has a context of 4,096, in llama.cpp's words",
        within(
            4096,
            lambda prompt, limit: {
                "error": {
                    "code": 400,
                    "message": f"request ({prompt} tokens) exceeds the available context size (4096 tokens)",
                    "type": "exceed_context_size_error",
                }
            },
        ),
    ),
    Habit(
        "needs twice the tokens for a prompt, in a context of 1,400",
        for_prompt("summary", for_prompts_within(1400, tokens_more=2)),
        "lives",
    ),
    Habit(
        "breaks on the few longest prompts",
        lambda call: completion(call.text) if len(shown(call.sent)) <= 5600 else _error({"error": "boom"}, 400),
        "lives",
    ),
    Habit(
        "has a context of 4,096, in words of others",
        within(4096, lambda *_: {"error": "`inputs` tokens + `max_new_tokens` must be <= 4096."}, 422),
    ),
    Habit(
        "has a context of 4,096 and does not name it",
        within(4096, lambda *_: {"error": {"code": "context_length_exceeded", "message": "Too long."}}),
    ),
    Habit(
        "names its context beforehand",
        within(6000, lambda *_: {"error": {"message": "boom"}}),
        "lives",
        pages={"/v1/models": {"data": [{"id": "m", "max_model_len": 6000}]}},
    ),
    Habit(
        "has props with its context",
        within(6000, lambda *_: {"error": {"message": "boom"}}),
        "lives",
        pages={"/props": {"default_generation_settings": {"n_ctx": 6000}}},
    ),
    Habit(
        "gives at most 300 tokens",
        refuses(lambda sent: room(sent) <= 300, {"error": {"message": "max_tokens must be at most 300"}}),
    ),
    Habit(
        "knows no limit under any name",
        lambda call: (
            completion(call.text)
            if not room(call.sent)
            else answer({"detail": f"unknown field {next(name for name in call.sent if name.startswith('max_'))}"}, 422)
        ),
    ),
    Habit("streams whatever is asked", lambda call: streamed(call.text)),
    Habit(
        "only streams",
        lambda call: (
            streamed(call.text)
            if call.sent.get("stream")
            else answer({"error": {"message": "This model only supports stream mode"}}, 400)
        ),
    ),
    Habit(
        "knows no stream",
        refuses(lambda sent: "stream" not in sent, {"message": "Unrecognized request argument: stream"}),
    ),
    Habit(
        "takes one temperature only",
        refuses(lambda sent: "temperature" not in sent, {"error": {"message": "temperature: only 1 is supported"}}),
        knobs=Knobs(temperature=0.7),
    ),
    Habit(
        "knows no reasoning effort",
        refuses(
            lambda sent: "reasoning_effort" not in sent,
            {"detail": [{"loc": ["body", "reasoning_effort"], "msg": "Extra inputs"}]},
            422,
        ),
        knobs=Knobs(thinking="low"),
    ),
    Habit(
        "names no fault with what it does not know",
        refuses(lambda sent: set(sent) <= OLDEST, "Bad request"),
        knobs=Knobs(temperature=0.7),
    ),
    Habit(
        "gives nothing at first",
        first(3, lambda call: answer({"choices": [], "usage": {"prompt_tokens": 1, "completion_tokens": 0}})),
    ),
    Habit("is busy at first", first(3, lambda call: answer({"error": "busy"}, 429, retry_after="0"))),
    Habit("is loading at first", first(3, lambda call: answer({"error": {"message": "Loading model"}}, 503))),
    Habit(
        "says under 200 that it is busy",
        first(3, lambda call: answer({"error": {"message": "Provider returned error", "code": 429}})),
    ),
    Habit("compresses its answers", lambda call: packed_body(completion(call.text))),
    Habit(
        "keeps a connection open with comments",
        lambda call: Message("HTTP/1.1 200 OK", {}, b": PROCESSING\n\n" * 3 + completion(call.text).body),
    ),
    Habit("wraps its bodies", whole(lambda body: {"code": 0, "data": body})),
    Habit(
        "wraps what it read", lambda call: answer({"success": True, "errors": [], "result": {"response": call.said}})
    ),
    Habit(
        "streams objects on lines",
        lambda call: pieces(
            lambda text: {"message": {"content": text[(len(text) - 1) // 20 * 20 :]}, "done": False},
            {"message": {"content": ""}, "done": True, "done_reason": "stop"},
            call.text,
            mark="",
        ),
    ),
    Habit(
        "streams parts of content",
        lambda call: pieces(
            lambda text: {
                "choices": [{"delta": {"content": [{"type": "text", "text": text[(len(text) - 1) // 20 * 20 :]}]}}]
            },
            {"choices": [{"delta": {}, "finish_reason": "stop"}]},
            call.text,
        ),
    ),
    Habit(
        "streams all so far",
        lambda call: pieces(
            lambda text: {"choices": [{"message": {"content": text}, "finish_reason": None}]},
            {"choices": [{"message": {"content": call.text}, "finish_reason": "stop"}]},
            call.text,
        ),
    ),
    Habit(
        "streams texts without messages",
        lambda call: pieces(
            lambda text: {"choices": [{"text": text[(len(text) - 1) // 20 * 20 :]}]},
            {"choices": [{"text": "", "finish_reason": "stop"}]},
            call.text,
        ),
    ),
    Habit("tells tokens as text", whole(lambda body: {**body, "usage": {"prompt_tokens": "40"}})),
    Habit("says under 403 that it is busy", first(2, lambda call: answer({"message": "Too many requests"}, 403))),
    Habit(
        "filters a question in nine",
        sometimes(
            9,
            lambda call: answer(
                {"error": {"message": "The prompt triggered the content management policy.", "code": "content_filter"}},
                400,
            ),
        ),
        "lives",
    ),
    Habit(
        "finds a prompt too long, in TGI's words",
        too_long({"error": "Input validation error: `inputs` must have less than 1100 tokens. Given: 1200"}, 422),
        "lives",
    ),
    Habit(
        "finds a prompt too long, in Google's words",
        too_long(
            [{"error": {"message": "The input token count (1200) exceeds the maximum number of tokens allowed."}}]
        ),
        "lives",
    ),
    Habit(
        "finds a prompt too long, in Groq's words",
        too_long(
            {"error": {"message": "Request too large for model on tokens per minute: reduce your message size"}}, 413
        ),
        "lives",
    ),
    Habit("finds a prompt too long and does not say how much", too_long({"message": "Input is too long."}), "lives"),
    Habit("finds a prompt too long, in HTML", too_long("<h1>413 Request Entity Too Large</h1>", 413), "lives"),
    Habit("tells no tokens", lambda call: answer({"choices": [{"message": {"content": call.text}}]})),
]

UNFIT = [
    Habit("refuses one question in seven", sometimes(7, says(lambda call: REFUSAL)), "lives"),
    Habit("cuts one answer in seven", sometimes(7, says(lambda call: call.text[:-6], "length")), "lives"),
    Habit(
        "never gives a fit answer to one prompt",
        for_prompt("heed", says(lambda call: "Hm.")),
    ),
    Habit(
        "never plans a day",
        for_prompt("day_plan", says(lambda call: "I would rather not plan.")),
        "lives",
        most_fallbacks=8,
    ),
    Habit("refuses everything", says(lambda call: REFUSAL), "pauses", "it is about invented people"),
    Habit("cuts everything", says(lambda call: call.text[:-6], "length"), "pauses", "cut off before its end"),
    Habit("cuts everything and does not say so", says(lambda call: call.text[:-6]), "pauses", "not one whole JSON"),
    Habit("says nothing", says(lambda call: ""), "pauses", "the answer was empty"),
    Habit("thinks until its end", says(lambda call: "<think>Well", "length"), "pauses", "went into thinking"),
    Habit("knows no JSON", says(lambda call: "A quiet day at home."), "pauses", "an answer looks like"),
    Habit("takes nobody's key", lambda call: answer({"detail": "Invalid token"}, 401), "pauses", "Invalid token"),
    Habit(
        "has no such model", lambda call: answer({"error": "model 'm' not found"}, 404), "pauses", "the model's name"
    ),
    Habit("has no money", lambda call: answer({"message": "Pay first"}, 402), "pauses", "no money left"),
    Habit(
        "breaks at every request",
        lambda call: _error("<html><body><h1>502 Bad Gateway</h1></body></html>", 502),
        "pauses",
        "502 Bad Gateway",
    ),
    Habit(
        "takes nothing",
        lambda call: answer({"detail": [{"loc": ["body"], "msg": "Not today"}]}, 422),
        "pauses",
        "body: Not today",
    ),
]

EMBEDDINGS = [
    Habit("embeds as documented", plain, vectors=vectors_of),
    Habit("packs its vectors", plain, vectors=lambda sent: vectors_of(sent, packed=True)),
    Habit("packs 64-bit numbers", plain, vectors=lambda sent: packed_as(sent, "<f8")),
    Habit("packs whole numbers", plain, "lives", vectors=lambda sent: packed_as(sent, "i1")),
    Habit("has vectors of 4,096 numbers", plain, "lives", vectors=lambda sent: vectors_of(sent, 4096)),
    Habit("has vectors of 768 numbers", plain, "lives", vectors=lambda sent: vectors_of(sent, 768)),
    Habit("takes one text at a time", plain, vectors=batches(1, 413, {"error": "batch size 1 allowed"})),
    Habit("takes eight texts at a time", plain, vectors=batches(8, 422, {"detail": "batch of at most 8"})),
    Habit("takes no list of texts", plain, vectors=batches(0, 400, {"error": {"message": "input must be a string"}})),
    Habit(
        "knows no base64",
        plain,
        vectors=lambda sent: (
            vectors_of(sent) if "encoding_format" not in sent else answer({"detail": "encoding_format?"}, 422)
        ),
    ),
    Habit(
        "gives only zeros",
        plain,
        "pauses",
        "zero, or equal",
        vectors=lambda sent: told_vectors([[0.0] * 8] * len(sent["input"])),
    ),
    Habit(
        "gives the same vector for all",
        plain,
        "pauses",
        "zero, or equal",
        vectors=lambda sent: told_vectors([[0.25] * 8] * len(sent["input"])),
    ),
    Habit(
        "gives zeros after a while",
        plain,
        "pauses",
        "zero, or equal",
        vectors=lambda sent: (
            vectors_of(sent) if "Bread" in sent["input"] else told_vectors([[0.0] * 512] * len(sent["input"]))
        ),
    ),
    Habit("mixes its rows", plain, vectors=mixed),
    Habit("wants shorter texts", plain, "lives", vectors=short),
    Habit(
        "makes no embeddings",
        plain,
        "pauses",
        "one for embeddings",
        vectors=lambda sent: answer({"error": {"message": "this model has no pooling"}}, 400),
    ),
]

HABITS = [*FORMS, *SHAPES, *REQUESTS, *UNFIT, *EMBEDDINGS]
