"""What of a model's message is its answer."""

import pytest

from townlet.language.model import Finish
from townlet.language.providers.chat import answer_in

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
        f"<seed:think>well</seed:think>{ANSWER}",
        f"◁think▷well◁/think▷{ANSWER}",
        f"<|begin_of_thought|>well<|end_of_thought|>{ANSWER}",
        [{"type": "text", "text": ANSWER}],
        [{"type": "output_text", "text": '{"a":'}, " 1}"],
        [{"type": "text", "content": ANSWER}],
        [{"type": "reasoning", "text": "well"}, {"type": "text", "text": ANSWER}],
        {"a": 1},
        [{"type": "thinking", "thinking": [{"type": "text", "text": "well"}]}, {"type": "text", "text": ANSWER}],
    ],
)
def test_thinking_is_no_part_of_an_answer(content: object) -> None:
    assert answer_in(content, None, "stop") == ANSWER


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
    ],
)
def test_thinking_that_came_to_no_end_is_no_answer(content: object, reasoning: object) -> None:
    length: Finish = "length"
    assert answer_in(content, reasoning, length) == ""


def test_words_are_left_for_the_reader_of_answers() -> None:
    assert answer_in("I do not know.", "hm", "stop") == "I do not know."
