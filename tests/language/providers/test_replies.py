"""What of a model's message is its answer."""

import json

import pytest

from townlet.language.model import Finish, ModelUnavailable
from townlet.language.providers.replies import answer_in, read_reply

ANSWER = '{"a": 1}'


@pytest.mark.parametrize(
    "content",
    [
        ANSWER,
        f"  {ANSWER}\n",
        f"<think>\nFirst {{}}.\n</think>\n\n{ANSWER}",
        f"The person is tired.\n</think>\n{ANSWER}",
        f"<Thinking>well</Thinking>{ANSWER}",
        f"[THINK]well[/THINK]{ANSWER}",
        f"<|channel|>analysis<|message|>well<|end|><|start|>assistant<|channel|>final<|message|>{ANSWER}",
        f"<|channel|>analysis<|message|>Is {{}} it?<|end|><|start|>assistant<|channel|>final json<|message|>{ANSWER}",
        f"<|channel|>analysis<|message|>{{}}?<|end|><|channel|>commentary to=f <|constrain|>json<|message|>{ANSWER}",
        f"<|START_THINKING|>Is {{}} it?<|END_THINKING|>{ANSWER}",
        f"analysisPerhaps {{}}.assistantfinal{ANSWER}",
        f"<think>\n{ANSWER}",
        f"<seed:think>well</seed:think>{ANSWER}",
        f"◁think▷well◁/think▷{ANSWER}",
        f"<|begin_of_thought|>well<|end_of_thought|>{ANSWER}",
        [{"type": "text", "text": ANSWER}],
        [{"type": "output_text", "text": '{"a":'}, " 1}"],
        [{"type": "text", "content": ANSWER}],
        [{"type": "reasoning", "text": "well"}, {"type": "text", "text": ANSWER}],
        {"a": 1},
        [{"type": "thinking", "thinking": [{"type": "text", "text": "well"}]}, {"type": "text", "text": ANSWER}],
        f"{ANSWER}\n<think>Did I say all of it?</think>",
        f"{ANSWER}\n<think>Did I say all of it? Perhaps {{",
        f"<think>one</think>{ANSWER}[THINK]two[/THINK]",
        f"<think>a <think>b</think> c</think>{ANSWER}",
        f"Perhaps {{}}.</think>{ANSWER}<thought>well</thought>",
    ],
)
def test_thinking_is_no_part_of_an_answer(content: object) -> None:
    assert answer_in(content, None, "stop") == ANSWER


@pytest.mark.parametrize("said", ["Write </think> there.", "<think> is a tag", "[/THINK] and [THINK]"])
@pytest.mark.parametrize("around", ["{}", "<think>well</think>{}", "well</think>\n{}", "Sure: {}"])
def test_what_an_answer_says_of_the_marks_of_thinking_stays(said: str, around: str) -> None:
    text = json.dumps({"say": said})
    assert answer_in(around.format(text), None, "stop") in (text, f"Sure: {text}")


@pytest.mark.parametrize("content", [None, "", " ", [], "<think>well</think>"])
def test_an_answer_in_the_field_for_thinking_is_read(content: object) -> None:
    assert answer_in(content, ANSWER, "stop") == ANSWER


@pytest.mark.parametrize(
    ("content", "reasoning"),
    [
        (None, f"Perhaps {ANSWER}, or"),
        ("", "The user"),
        (f"<think>Perhaps {ANSWER}, or", None),
        (f"<seed:think>Perhaps {ANSWER}, or", None),
        (f"<|START_THINKING|>Perhaps {ANSWER}, or", None),
        (f"<|channel|>analysis<|message|>Perhaps {ANSWER}, or", None),
    ],
)
def test_thinking_that_came_to_no_end_is_no_answer(content: object, reasoning: object) -> None:
    length: Finish = "length"
    assert answer_in(content, reasoning, length) == ""


@pytest.mark.parametrize(
    ("content", "reasoning"),
    [
        (f"<think>Perhaps {ANSWER}", None),
        ("", "The person is tired, so she rests."),
        ("<think>well</think>", f"Perhaps {ANSWER}, or something else."),
    ],
)
def test_a_draft_in_thinking_is_no_answer(content: object, reasoning: object) -> None:
    assert answer_in(content, reasoning, "stop") == ""


@pytest.mark.parametrize(
    "message",
    [
        {"reasoning_details": [{"type": "reasoning.text", "text": ANSWER}]},
        {"thinking_blocks": [{"type": "thinking", "thinking": f"Well:\n{ANSWER}"}]},
        {"thoughts": ANSWER},
        {"reasoning": {"content": ANSWER}},
    ],
)
@pytest.mark.parametrize("streamed", [False, True])
def test_an_answer_is_found_under_every_name_of_thinking(message: dict[str, object], streamed: bool) -> None:
    choice = {"delta" if streamed else "message": {"content": "", **message}, "finish_reason": "stop"}
    text = json.dumps({"choices": [choice]})
    reply = read_reply(f"data: {text}\n\n".encode() if streamed else text.encode(), "m")
    assert reply.text.endswith(ANSWER)


def test_an_answer_of_nothing_but_thinking_counts_as_thinking() -> None:
    usage = {"prompt_tokens": 30, "completion_tokens": 9}
    for message in ({"content": "", "reasoning_content": "She rests."}, {"content": "<think>She rests."}):
        body = {"choices": [{"message": message, "finish_reason": "stop"}], "usage": usage}
        reply = read_reply(json.dumps(body).encode(), "m")
        assert (reply.text, reply.answer_tokens, reply.reasoning_tokens) == ("", 9, 9)


def test_words_are_left_for_the_reader_of_answers() -> None:
    assert answer_in("I do not know.", "hm", "stop") == "I do not know."


def test_a_refusal_may_be_a_part_of_the_content() -> None:
    message = {"content": [{"type": "refusal", "refusal": "No."}]}
    reply = read_reply(json.dumps({"choices": [{"message": message, "finish_reason": "stop"}]}).encode(), "m")
    assert (reply.text, reply.finish) == ("", "refusal")


@pytest.mark.parametrize("reason", ["engine_error", "aborted", "insufficient_memory"])
def test_an_answer_that_the_server_gave_up_is_worth_another_sending_unless_it_is_there(reason: str) -> None:
    def body(text: str) -> bytes:
        return json.dumps({"choices": [{"message": {"content": text}, "finish_reason": reason}]}).encode()

    with pytest.raises(ModelUnavailable, match=reason):
        read_reply(body(""), "m")
    assert read_reply(body(ANSWER), "m").text == ANSWER
