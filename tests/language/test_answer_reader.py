"""Answers in the forms that models give them, and texts that are none."""

from __future__ import annotations

import json
import re
from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from townlet.language.answer_reader import (
    AROUND,
    CUT,
    DEFAULTED,
    EXACT,
    LISTED,
    RENAMED,
    REPAIRED,
    UNLIKE_JSON,
    UNMARKED,
    UNWRAPPED,
    Forgiving,
    _says_none,
    example_of,
    read_answer,
)


class Order(BaseModel):
    """An answer of every kind of field."""

    dish: Annotated[str, Field(min_length=1, max_length=20)]
    table: Literal["by the window", "outside"] = "outside"
    guest: Annotated[str, Field(max_length=10), EXACT] = ""
    portions: Annotated[int, Field(ge=1)] = 1
    in_haste: bool = False
    extras: Annotated[list[Annotated[str, Field(min_length=1)]], Field(max_length=2)] = []
    numbers: list[int] = []
    spice: Annotated[int, Forgiving(lambda value: 3 if value == "hot" else value, "spice read", 3)] = 0


class Bill(BaseModel):
    """An answer that is one list."""

    sums: list[int]


class Dish(BaseModel):
    dish: str
    portions: int


class Rated(BaseModel):
    ratings: list[int]


class Note(BaseModel):
    """An answer that is one text."""

    words: str


SOUP = Order(dish="soup", portions=2)
TEXT = '{"dish": "soup", "portions": 2}'


def test_what_fits_as_it_stands_needs_no_mending() -> None:
    read = read_answer(TEXT, Order)
    assert (read.answer, read.mends, read.error) == (SOUP, (), None)


@pytest.mark.parametrize(
    ("text", "mend"),
    [
        (f"Sure, here you are: {TEXT}", AROUND),
        (f"{TEXT}\n\nLet me know if you would like changes!", AROUND),
        (f"```json\n{TEXT}\n```", AROUND),
        (f"Sure!\n```\n{TEXT}\n```\nEnjoy {{it}}.", AROUND),
        (f"{TEXT}\n{TEXT}", AROUND),
        (f'{{"dish": "stew"}}\nNo, wait:\n{TEXT}', AROUND),
        (f'{TEXT}\n{{"note": "nothing else"}}', AROUND),
        (f"The {{guest}} is [sic] hungry. {TEXT}", AROUND),
        (f"<answer>{TEXT}</answer>", AROUND),
        (f"{TEXT[:-1]},}}", REPAIRED),
        (TEXT.replace('"', "'"), REPAIRED),
        ("{dish: 'soup', portions: 2}", REPAIRED),
        ('{"dish": "soup" "portions": 2}', REPAIRED),
        (f"{TEXT[:-1]}, // two of them\n}}", REPAIRED),
        ('{"dish": “soup”, "portions": 2}', REPAIRED),
        (f"Sure {{really}}: {TEXT[:-1]},}} and {{nothing}} else", REPAIRED),
        (f"[{TEXT}]", UNWRAPPED),
        (f'{{"response": {TEXT}}}', UNWRAPPED),
        (f'{{"status": "ok", "data": {{"order": {TEXT}}}}}', UNWRAPPED),
        (f'{{"type": "object", "properties": {TEXT}}}', UNWRAPPED),
        (f'{{"name": "order", "arguments": {json.dumps(TEXT)}}}', UNWRAPPED),
        (json.dumps(TEXT), UNWRAPPED),
        (f'{{"thoughts": {{"hungry": true}}, "order": {TEXT}}}', UNWRAPPED),
        (f"Here {{as asked}}:\n{{ // an order\n{TEXT[1:]}", REPAIRED),
        ('{"properties": {"dish": {"type": "string", "value": "soup"}, "portions": {"value": 2}}}', UNWRAPPED),
        ('{"Dish": "soup", "PORTIONS": 2}', RENAMED),
        ('{"dish": "soup", "Portions": 2}', RENAMED),
        ('{"dish": "soup", "portions": 2, "guest": "None."}', DEFAULTED),
        ('{"dish": "soup", "portions": 2, "guest": false}', DEFAULTED),
        ('{"dish": "soup", "portions": 2, "guest": null, "in_haste": null, "extras": null}', DEFAULTED),
        ('{"dish": "soup", "portions": 2, "in_haste": "", "guest": "N/A"}', DEFAULTED),
        ('{"dish": "soup", "portions": 2, "extras": "none"}', DEFAULTED),
        ('{"dish": {"name": "soup"}, "portions": 2}', UNWRAPPED),
        ('{"dish": ["soup"], "portions": 2}', UNWRAPPED),
        (f'{TEXT}\nin the form {{"dish": "...", "portions": 1}}', AROUND),
        ('{"dish": """soup""", "portions": 2}', REPAIRED),
        ('{"dish": `soup`, "portions": 2}', REPAIRED),
        ('｛"dish"：“soup”，"portions"：2｝', REPAIRED),
        ("{«dish»: «soup», «portions»: 2}", REPAIRED),
        ('{"dish": "soup<|eot_id|>", "portions": 2}', UNMARKED),
        ('{"dish": "<think>Bread? No.</think>\\nsoup</s>", "portions": 2}', UNMARKED),
        (json.dumps({"dish": TEXT, "portions": 1}), UNWRAPPED),
        (json.dumps({"dish": f"```json\n{TEXT}\n```", "portions": 1}), UNWRAPPED),
        ('{"properties": {"dish": {"type": "string", "const": "soup"}, "portions": {"default": 2}}}', UNWRAPPED),
        ('{"dish": "soup", "portion": 2}', RENAMED),
        ('"dish": "soup", "portions": 2', UNLIKE_JSON),
        ("{&quot;dish&quot;: &quot;soup&quot;, &quot;portions&quot;: 2}", UNLIKE_JSON),
        ("dish: soup\nportions: 2", UNLIKE_JSON),
        ("```yaml\n---\ndish: 'soup'\nportions: 2\n```\nEnjoy: it is hot.", UNLIKE_JSON),
        ('dish = "soup"\nportions = 2', UNLIKE_JSON),
        ("My order:\n\n- **Dish:** soup\n- **Portions:** 2\n\nThank you!", UNLIKE_JSON),
        ("<order><dish>soup</dish><portions>2</portions></order>", UNLIKE_JSON),
        ("Here: <dish>soup</dish> <portions>2</portions>", UNLIKE_JSON),
    ],
)
def test_an_answer_in_an_odd_form_is_read_and_told(text: str, mend: str) -> None:
    read = read_answer(text, Order)
    assert read.answer == SOUP
    assert mend in read.mends


@pytest.mark.parametrize(
    ("field", "expected", "mend"),
    [
        ('"extras": "bread"', {"extras": ["bread"]}, LISTED),
        ('"extras": ["bread", null, "", "salt", "oil"]', {"extras": ["bread", "salt"]}, LISTED),
        ('"extras": [{"extra": "bread"}]', {"extras": ["bread"]}, UNWRAPPED),
        ('"numbers": "1, 3"', {"numbers": [1, 3]}, LISTED),
        ('"numbers": 3', {"numbers": [3]}, LISTED),
        ('"numbers": {"1": 7, "2": 3}', {"numbers": [7, 3]}, LISTED),
        ('"numbers": "[1, 3]"', {"numbers": [1, 3]}, UNWRAPPED),
        ('"numbers": ["#1", "Statement 3"]', {"numbers": [1, 3]}, ""),
        ('"numbers": [{"place": 1, "number": 7}, {"place": 2, "number": 3}]', {"numbers": [7, 3]}, UNWRAPPED),
        ('"extras": "- bread\\n- salt"', {"extras": ["bread", "salt"]}, LISTED),
        ('"extras": ["1. bread", "None"]', {"extras": ["bread"]}, LISTED),
        ('"extras": ["N/A"]', {"extras": []}, LISTED),
        ('"inHaste": true', {"in_haste": True}, RENAMED),
        ('"in-haste": "Yes, because it is late."', {"in_haste": True}, RENAMED),
        ('"in_haste": {"value": true}', {"in_haste": True}, UNWRAPPED),
        ('"portions": "2 of them"', {"portions": 2}, ""),
        ('"table": "A) by the window"', {"table": "by the window"}, ""),
        ('"table": ["outside"]', {"table": "outside"}, UNWRAPPED),
        ('"table": "By the Window."', {"table": "by the window"}, ""),
        ('"spice": "hot"', {"spice": 3}, "spice read"),
        ('"extras": "bread\\nsalt"', {"extras": ["bread", "salt"]}, LISTED),
        ('"extras": "1. bread 2. salt"', {"extras": ["bread", "salt"]}, LISTED),
        ('"numbers": "#1 and memory 3"', {"numbers": [1, 3]}, LISTED),
        ('"numbers": [[1, 3]]', {"numbers": [1, 3]}, LISTED),
        ('"in_haste": "oui"', {"in_haste": True}, ""),
        ('"in_haste": "not yet"', {"in_haste": False}, ""),
        ('"numbers": {"type": "array", "items": [7, 3]}', {"numbers": [7, 3]}, UNWRAPPED),
    ],
)
def test_a_field_in_an_odd_form_is_read(field: str, expected: dict[str, object], mend: str) -> None:
    read = read_answer(f'{{"dish": "soup", {field}}}', Order)
    assert read.answer == Order(dish="soup").model_copy(update=expected)
    assert mend in (*read.mends, "")


def test_a_long_text_is_cut_at_a_word() -> None:
    read = read_answer('{"dish": "soup of the green beans from the garden"}', Order)
    assert (read.answer and read.answer.dish, read.mends) == ("soup of the green", (CUT,))
    unbroken = read_answer(json.dumps({"dish": "長" * 50}), Order).answer
    assert unbroken == Order(dish="長" * 20)


@pytest.mark.parametrize(
    "text",
    [
        "{“dish”: “soup, “hot” as ever, bread”, “portions”: 2}",
        "{„dish“: „soup, „hot“ as ever, bread“, „portions“: 2,}",
        "Here:\n{‘dish’: ‘soup, ’hot’ as ever, bread’,\n‘portions’: 2}",
        '{"dish": 「soup, "hot" as ever, bread」, "portions": 2}',
    ],
)
def test_a_text_in_other_quotes_ends_where_json_goes_on(text: str) -> None:
    dish = read_answer(text, Dish).answer
    assert dish is not None
    assert re.sub(r"\W*hot\W*", " hot ", dish.dish) == "soup hot as ever, bread"


@pytest.mark.parametrize("end", ["", "\n", "\n```"])
def test_an_answer_that_lacks_but_its_last_brace_is_whole(end: str) -> None:
    assert read_answer(f'{{"sums": [7, 3]{end}', Bill).answer == Bill(sums=[7, 3])
    assert read_answer(f'{{"sums": [7, 3]{end}', Bill, cut_off=True).answer is None
    assert read_answer(f'{{"sums": [7, 3{end}', Bill).answer is None


@pytest.mark.parametrize("names", [("place", "importance"), ("what", "score")])
def test_a_number_beside_the_words_that_it_rates_is_read(names: tuple[str, str]) -> None:
    rated = [dict(zip(names, each, strict=True)) for each in (("2 loaves", 7), ("a walk", 3))]
    assert read_answer(json.dumps({"ratings": rated}), Rated).answer == Rated(ratings=[7, 3])
    assert read_answer('{"ratings": [{"importance": 7, "size": 3}]}', Rated).answer is None


def test_what_came_before_an_answer_that_was_cut_off_may_be_a_draft() -> None:
    assert read_answer(f'First {STEW}. Better: {{"dish": "so', Order, cut_off=True).answer is None
    assert read_answer(f'Here:\n{TEXT}\n{TEXT}\n{{"dish": "so', Order, cut_off=True).answer == SOUP
    assert read_answer(f'{STEW}\n{TEXT}\n{{"dish": "so', Order, cut_off=True).answer == SOUP


@pytest.mark.parametrize(
    ("text", "dish"),
    [("{'dish': 'soup \\ud83c\\udf72'}", "soup 🍲"), ('{"dish": "soup \\ud83c and bread"}', "soup  and bread")],
)
def test_half_a_sign_is_no_reason_to_ask_again(text: str, dish: str) -> None:
    assert read_answer(text, Order).answer == Order(dish=dish)


@pytest.mark.parametrize("text", ["[7, 3]", '{"bill": [7, 3]}', '{"sums": "7, 3"}', "My sums: [7, 3]."])
def test_the_list_of_an_answer_that_is_one_list_may_stand_alone(text: str) -> None:
    assert read_answer(text, Bill).answer == Bill(sums=[7, 3])


class Step(BaseModel):
    minutes: int
    doing: str


class Steps(BaseModel):
    """An answer that is one list of records."""

    steps: list[Step]


@pytest.mark.parametrize(
    "text",
    [
        '{"minutes": 5, "doing": "a"}\n{"minutes": 9, "doing": "b"}',
        '```jsonl\n{"minutes": 5, "doing": "a"}\n{"minutes": 9, "doing": "b"}\n```',
        '{"step 1": {"minutes": 5, "doing": "a"}, "step 2": {"minutes": 9, "doing": "b"}}',
        '{"steps": {"1": {"minutes": 5, "doing": "a"}, "2": {"minutes": 9, "doing": "b"}}}',
        '{"steps": ["{\\"minutes\\": 5, \\"doing\\": \\"a\\"}", {"minutes": 9, "doing": "b"}]}',
        'Here {so}:\n[{minutes: 5, doing: "a"}, {minutes: 9, doing: "b"},]',
        "steps:\n- minutes: 5\n  doing: a\n- minutes: 9\n  doing: b",
        "  steps:\n    - minutes: 5\n      doing: >\n        a\n\n    - minutes: 9\n      doing: 'b'",
        "<steps><step><minutes>5</minutes><doing>a</doing></step><step><minutes>9</minutes><doing>b</doing></step></steps>",
    ],
)
def test_no_item_of_a_list_is_lost_in_an_odd_form(text: str) -> None:
    both = Steps(steps=[Step(minutes=5, doing="a"), Step(minutes=9, doing="b")])
    assert read_answer(text, Steps).answer == both


def test_the_items_that_came_before_an_answer_was_cut_off_are_no_answer() -> None:
    text = '{"minutes": 5, "doing": "a"}\n{"minutes": 9, "doing": "b"}\n{"minut'
    assert read_answer(text, Steps, cut_off=True).answer is None


class Words(BaseModel):
    """An answer that is one list of texts."""

    words: list[str]


@pytest.mark.parametrize("text", ["Two:\n\n1. a b\n2. c", "- a b\n- c", '{"1": "a b", "2": "c"}'])
def test_the_points_of_a_text_are_the_list_that_was_asked_for(text: str) -> None:
    assert read_answer(text, Words).answer == Words(words=["a b", "c"])


@pytest.mark.parametrize("text", ["It is a day. 1. a", '{"error": "I cannot"}', "- a"])
def test_a_text_with_no_list_in_it_is_none(text: str) -> None:
    assert read_answer(text, Words).answer is None


@pytest.mark.parametrize(("text", "read"), [('{"answer": "a"}', True), ('{"error": "I cannot."}', False)])
def test_an_answer_of_one_text_may_bear_another_name_but_an_error_is_none(text: str, read: bool) -> None:
    assert (read_answer(text, Note).answer is not None) == read


@pytest.mark.parametrize("text", [json.dumps('{"words": "a"}'), json.dumps({"output": '{"words": "a"}'})])
def test_a_text_of_json_is_no_text_of_its_own(text: str) -> None:
    assert read_answer(text, Note).answer == Note(words="a")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I would rather not.",
        "null",
        "[]",
        '{"dish": ""}',
        '{"dish": null}',
        '{"portions": 2}',
        '{"dish": "soup", "portions": 0}',
        '{"dish": "soup", "table": "in the cellar"}',
        '{"dish": "soup", "table": "outside or by the window"}',
        '{"dish": "soup", "guest": "somebody whose name is long"}',
        '{"dish": "soup", "numbers": "one and three"}',
        '{"dish": 3}',
        '{"dish": {"name": "soup", "drink": "tea"}}',
        '{"properties": {"dish": {"type": "string"}}}',
        '{"dish": "soup", "in_haste": "I do not know"}',
        '{"dish": "soup", "numbers": ["7-8"]}',
        '{"dish": "sou',
        '{"dish": "soup", "portions": 2',
        '{"dish": "soup", "extras": ["bread", "sal',
        '{"orders": [{"dish": "soup"}, {"dish": "stew"}]}',
        '[{"dish": "soup"}, {"dish": "stew"}]',
        '[{"name": "soup", "value": 3}, {"name": "stew", "value": 2}]',
        "{{dish}}",
        '{"order": {"dish": "soup"}, "reserve": {"dish": "stew"}}',
        '{"thought": "x", "order": {"dish": "soup"}, "then": "the gues',
        "dish - soup",
        "Dish of the day: soup",
        "table: outside",
        "<dish>soup</dish><portions>2",
        "<html><body>soup</body></html>",
        '{"dish": "soup", "numbers": "1 to 3"}',
        '{"dish": "soup", "numbers": "1, not 3"}',
        '{"dish": "soup", "in_haste": "not sure"}',
        '{"dish": "soup", "in_haste": "No doubt!"}',
        "{" * 20_000,
        "[" * 20_000,
        '{"a":' * 5_000,
    ],
)
@pytest.mark.parametrize("cut_off", [False, True])
def test_what_matters_is_never_made_up(text: str, cut_off: bool) -> None:
    assert read_answer(text, Order, cut_off).answer is None


STEW = '{"dish": "stew", "portions": 1}'


@pytest.mark.parametrize(
    "after",
    [
        f"<|endoftext|>\n\nUser: And then?\nAssistant: {STEW}",
        f"\n\nHuman: And then?\n{STEW}",
        f"<|im_end|>\n<|im_start|>user\nAnd then?<|im_end|>\n<|im_start|>assistant\n{STEW}",
        f"\n\n### Response: {STEW}",
        f"\n\n### Instruction:\nAnother one.\n\n### Response:\n{STEW}",
        f"</s>{STEW}",
        f"<eos>{STEW}",
        f"[/INST] {STEW}",
        f"<end_of_turn>\n<start_of_turn>user\nAnd then?<end_of_turn>\n<start_of_turn>model\n{STEW}",
        f"<｜end▁of▁sentence｜>{STEW}",
        f"<|eot_id|><|start_header_id|>user<|end_header_id|>\n\n{STEW}",
        f"\n\n**User:** And then?\n\n{STEW}",
        f"\n\nQuestion 2: And then?\nAnswer: {STEW}",
        f"\n\n# Example 2\n{STEW}",
        f"<eot_id>{STEW}",
        f"</assistant><user>{STEW}",
        f"\n[Customer]: And then?\n{STEW}",
    ],
)
@pytest.mark.parametrize("before", [TEXT, f"Sure!\n```json\n{TEXT}\n```", f"### Response:\n{TEXT}", f"{TEXT[:-1]},}}"])
@pytest.mark.parametrize("cut_off", [False, True])
def test_what_follows_a_models_own_turn_is_no_answer(before: str, after: str, cut_off: bool) -> None:
    read = read_answer(before + after, Order, cut_off)
    assert read.answer == SOUP
    assert AROUND in read.mends


@pytest.mark.parametrize(
    "before",
    [
        f"[INST] Such as {STEW} [/INST] ",
        f"User: {STEW}?\nAssistant: ",
        f"<|im_start|>user\n{STEW}<|im_end|>\n<|im_start|>assistant\n",
        "Let me see.\n### Response:\n",
        "So: <|begin_of_box|>",
        "<|start_header_id|>assistant<|end_header_id|>\n\n",
    ],
)
def test_what_goes_before_a_models_own_turn_is_no_answer(before: str) -> None:
    assert read_answer(before + TEXT, Order).answer == SOUP


def test_no_answer_is_taken_from_a_turn_that_another_question_began() -> None:
    assert read_answer(f"I cannot.<|im_end|>\n<|im_start|>user\nAnd now?\n{STEW}", Order).answer is None
    assert read_answer(f"Any dish will do.\n\nUser: Which?\n{STEW}", Order).answer is None


@pytest.mark.parametrize("said", ["a <|im_end|> b", "User: soup", "</s>"])
def test_the_marks_of_turns_may_stand_in_an_answer(said: str) -> None:
    text = json.dumps({"dish": said})
    assert read_answer(text, Order).answer == Order(dish=said)
    assert read_answer(f"Sure: {text}", Order).answer == Order(dish=said)


def test_an_end_token_is_no_part_of_a_text() -> None:
    assert read_answer("dish: soup\nportions: 2<|im_end|>\n<|im_start|>user\ndish: stew", Order).answer == SOUP


@pytest.mark.parametrize(
    "text", ["a<|x|>" * 50_000, "User:\n" * 50_000, '"' * 99_999, "[" * 99_999, '{"' + '“"' * 49_000 + "}"]
)
def test_marks_without_end_are_read_in_no_time(text: str) -> None:
    assert read_answer(text, Order).answer is None


@pytest.mark.parametrize("text", ["dish: soup\nportions: 2", "<dish>soup</dish>", '"dish": "soup"'])
def test_what_has_no_end_of_its_own_is_not_read_if_it_was_cut_off(text: str) -> None:
    assert read_answer(text, Order).answer
    assert read_answer(text, Order, cut_off=True).answer is None


def test_a_whole_object_counts_however_the_text_after_it_ends() -> None:
    assert read_answer(f"{TEXT}\nNow, why is this so? Bec", Order, cut_off=True).answer == SOUP
    assert read_answer(f"{TEXT[:-1]},}}", Order, cut_off=True).answer is None


@given(st.text(max_size=200))
def test_any_text_is_read_without_an_error_and_alike_each_time(text: str) -> None:
    one, other = read_answer(text, Order), read_answer(text, Order)
    assert (one.answer, one.mends, str(one.error)) == (other.answer, other.mends, str(other.error))


@given(
    st.builds(
        Order,
        dish=st.text(st.characters(categories=["L"]), min_size=1, max_size=20).filter(
            lambda text: not _says_none(text)
        ),
        extras=st.lists(
            st.text(st.characters(categories=["L", "P"]), min_size=1).filter(lambda text: not _says_none(text)),
            max_size=2,
        ),
        numbers=st.lists(st.integers()),
    ),
    st.sampled_from(["{}", "Sure: {}", "{} And {{so}} on.", "[{}]", '{{"answer": {}}}', "```json\n{}\n```"]),
)
def test_an_answer_is_the_same_in_every_wrapping(order: Order, around: str) -> None:
    assert read_answer(around.format(order.model_dump_json()), Order).answer == order


def test_an_example_shows_every_field() -> None:
    assert example_of(Order) == {
        "dish": "...",
        "table": "by the window",
        "guest": "...",
        "portions": 1,
        "in_haste": False,
        "extras": ["..."],
        "numbers": [1],
        "spice": 3,
    }
