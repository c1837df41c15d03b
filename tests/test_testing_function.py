from pydantic import BaseModel

from townlet.language.model import LanguageModel, Request, tokens_of
from townlet.testing import FunctionModel


class Greeting(BaseModel):
    say: str


def request(name: str) -> Request:
    return Request(name, "Say something.", fields={"name": "Ada Lo"}, schema={})


async def test_a_plain_function_answers_from_the_request():
    model: LanguageModel = FunctionModel(lambda asked: Greeting(say=f"I am {asked.fields['name']}"))
    assert (await model(request("greet"))).text == '{"say":"I am Ada Lo"}'


async def test_an_async_function_is_awaited():
    async def answer(asked: Request) -> dict[str, str]:
        return {"say": asked.name}

    assert (await FunctionModel(answer)(request("greet"))).text == '{"say": "greet"}'


async def test_requests_are_kept_and_tokens_counted():
    model = FunctionModel(lambda asked: "four")
    reply = await model(request("greet"))
    assert (reply.prompt_tokens, reply.answer_tokens) == (tokens_of("Say something."), 1)
    assert model.requests == [request("greet")]
