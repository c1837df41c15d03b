import pytest

from townlet.language.providers.chat import json_in


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"a": 1}', '{"a": 1}'),
        ('  {"a": 1}\n', '{"a": 1}'),
        ('```json\n{"a": 1}\n```', '{"a": 1}'),
        ('Here you are:\n```\n{"a": 1}\n```\nGood luck!', '{"a": 1}'),
        ('Sure: {"a": {"b": 2}} as you wished.', '{"a": {"b": 2}}'),
        ("I do not know.", "I do not know."),
        ("} no {", "} no {"),
        ("", ""),
    ],
)
def test_the_answer_is_found_in_what_a_talkative_model_says(text: str, found: str) -> None:
    assert json_in(text) == found
