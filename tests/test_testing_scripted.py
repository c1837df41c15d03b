import json

import pytest
from pydantic import BaseModel

from townlet.language.model import LanguageModel, ModelError, Request, tokens_of
from townlet.testing import ScriptedModel, ScriptEndedError


class Greeting(BaseModel):
    say: str


def request(name: str, text: str = "Say something.") -> Request:
    return Request(name, text, fields={}, schema={})


async def test_each_prompt_gets_its_answers_in_order():
    model: LanguageModel = ScriptedModel({"greet": [Greeting(say="one"), {"say": "two"}], "nap": ['{"say": "three"}']})
    replies = [await model(request(name)) for name in ("greet", "nap", "greet")]
    assert [json.loads(reply.text)["say"] for reply in replies] == ["one", "three", "two"]


async def test_an_unfit_text_is_sent_as_it_is():
    assert (await ScriptedModel({"greet": ["not JSON"]})(request("greet"))).text == "not JSON"


async def test_tokens_are_counted():
    reply = await ScriptedModel({"greet": ["häh?!"]})(request("greet", "a" * 9))
    assert (reply.prompt_tokens, reply.answer_tokens) == (3, tokens_of("häh?!")) == (3, 2)


async def test_requests_are_kept():
    model = ScriptedModel({"greet": ["1"], "nap": ["2"]})
    asked = [request("nap"), request("greet")]
    for each in asked:
        await model(each)
    assert model.requests == asked


@pytest.mark.parametrize(("prepared", "times"), [({}, "1 times, but 0"), ({"greet": ["1"]}, "2 times, but 1")])
async def test_a_script_that_ends_names_the_prompt(prepared, times):
    model = ScriptedModel(prepared)
    for _ in prepared:
        await model(request("greet"))
    with pytest.raises(ScriptEndedError, match=f"'greet' was asked {times} answers") as caught:
        await model(request("greet"))
    assert not isinstance(caught.value, ModelError)


async def test_answers_not_asked_for_are_told():
    model = ScriptedModel({"greet": ["1", "2"], "nap": ["3"]})
    await model(request("greet"))
    await model(request("nap"))
    assert model.unused == {"greet": 1}
