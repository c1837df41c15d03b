import asyncio

import pytest

from townlet.language.limits import LimitedModel
from townlet.language.model import LanguageModel, Request
from townlet.testing import FunctionModel


class Gate:
    """A model that holds every request until it is let through, and notes the order in which they came."""

    def __init__(self) -> None:
        self.entered: list[str] = []
        self.held: dict[str, asyncio.Future[str]] = {}

    async def answer(self, request: Request) -> str:
        self.entered.append(request.name)
        self.held[request.name] = asyncio.get_running_loop().create_future()
        return await self.held[request.name]


def ask(model: LanguageModel, name: str, priority: int = 0) -> asyncio.Task:
    return asyncio.create_task(model(Request(name, "", fields={}, schema={}, priority=priority)))


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_no_more_than_the_limit_are_under_way():
    gate = Gate()
    model = LimitedModel(FunctionModel(gate.answer), 2)
    tasks = [ask(model, name) for name in "abc"]
    await settle()
    assert gate.entered == ["a", "b"]
    gate.held["b"].set_result("done")
    await settle()
    assert gate.entered == ["a", "b", "c"]
    gate.held["a"].set_result("done")
    gate.held["c"].set_result("done")
    assert [reply.text for reply in await asyncio.gather(*tasks)] == ["done"] * 3


async def test_the_lowest_priority_goes_next_and_of_equals_the_first():
    gate = Gate()
    model = LimitedModel(FunctionModel(gate.answer), 1)
    tasks = [ask(model, name, priority) for name, priority in [("now", 9), ("b", 7), ("c", 7), ("a", 3)]]
    for name in ["now", "a", "b", "c"]:
        await settle()
        gate.held[name].set_result("")
    await asyncio.gather(*tasks)
    assert gate.entered == ["now", "a", "b", "c"]


async def test_a_request_given_up_while_waiting_takes_no_place():
    gate = Gate()
    model = LimitedModel(FunctionModel(gate.answer), 1)
    first, second, third = ask(model, "first"), ask(model, "second"), ask(model, "third")
    await settle()
    second.cancel()
    gate.held["first"].set_result("")
    await settle()
    assert gate.entered == ["first", "third"]
    gate.held["third"].set_result("")
    await asyncio.gather(first, third)


async def test_a_request_given_up_just_as_its_turn_comes_hands_it_on():
    gate = Gate()
    model = LimitedModel(FunctionModel(gate.answer), 1)

    async def answered_then_gives_up_the_second() -> None:
        await model(Request("first", "", fields={}, schema={}))
        second.cancel()

    first = asyncio.create_task(answered_then_gives_up_the_second())
    second, third = ask(model, "second"), ask(model, "third")
    await settle()
    gate.held["first"].set_result("")
    await settle()
    assert gate.entered == ["first", "third"]
    assert second.cancelled()
    gate.held["third"].set_result("")
    await asyncio.gather(first, third)


async def test_a_failing_request_gives_its_place_back():
    def fail(request: Request) -> str:
        raise RuntimeError("no answer")

    model = LimitedModel(FunctionModel(fail), 1)
    for _ in range(3):
        with pytest.raises(RuntimeError, match="no answer"):
            await asyncio.wait_for(ask(model, "a"), 5)


def test_one_limit_serves_several_event_loops():
    model = LimitedModel(FunctionModel(lambda request: "done"), 1)

    async def both() -> list[str]:
        return [reply.text for reply in await asyncio.gather(ask(model, "a"), ask(model, "b"))]

    assert asyncio.run(both()) == asyncio.run(both()) == ["done", "done"]


def test_it_is_known_by_the_name_of_its_model():
    assert LimitedModel(FunctionModel(lambda request: ""), 1).name == "function"


def test_a_limit_below_one_is_refused():
    with pytest.raises(ValueError, match="Concurrency is 0; expected at least 1"):
        LimitedModel(FunctionModel(lambda request: ""), 0)
