"""What was answered once is not paid again, and replicates do not share."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from townlet.language import secrets
from townlet.language.cache import CachedModel, ReplyCache
from townlet.language.model import ModelUnavailable, Reply, Request
from townlet.language.secrets import REDACTED, learn_secrets
from townlet.testing import FunctionModel

REQUEST = Request("emoji", "Which one fits rain?", {"activity": "rain"}, {"type": "object"})


class Numbered:
    """Never answers alike."""

    name = "numbered"

    def __init__(self) -> None:
        self.asked = 0

    async def __call__(self, request: Request) -> Reply:
        self.asked += 1
        return Reply(f'{{"text": "{self.asked}"}}', "numbered-2031", 70, 30, 5, 6, temperature=0.7)


class Unnamed(Numbered):
    """Which model it is has to be found out."""

    def __init__(self, found: str) -> None:
        super().__init__()
        self.served, self._found = "", found

    async def prepare(self) -> None:
        self.served = self._found


def entries(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


async def test_the_same_request_is_asked_once_even_by_another_process(tmp_path: Path) -> None:
    model = Numbered()
    first = await CachedModel(model, ReplyCache(tmp_path), replicate=1)(REQUEST)
    again = await CachedModel(model, ReplyCache(tmp_path), replicate=1)(REQUEST)
    assert model.asked == 1
    assert (again.text, again.model, again.temperature) == (first.text, first.model, first.temperature)


async def test_a_reply_from_the_cache_took_no_tokens_and_says_where_it_is_from(tmp_path: Path) -> None:
    cached = CachedModel(Numbered(), ReplyCache(tmp_path), 1)
    first, again = await cached(REQUEST), await cached(REQUEST)
    assert (first.prompt_tokens, first.answer_tokens, first.from_cache) == (70, 30, False)
    numbers = (again.prompt_tokens, again.answer_tokens, again.cached_tokens, again.reasoning_tokens)
    assert (numbers, again.from_cache) == ((0, 0, 0, 0), True)


async def test_replicates_have_replies_of_their_own(tmp_path: Path) -> None:
    model = Numbered()
    replies = [(await CachedModel(model, ReplyCache(tmp_path), number)(REQUEST)).text for number in (1, 2, 1, 2, 3)]
    assert replies[:2] == replies[2:4]
    assert len(set(replies)) == 3


@pytest.mark.parametrize(
    "other",
    [
        replace(REQUEST, text="Which one fits snow?"),
        replace(REQUEST, schema={"type": "array"}),
        replace(REQUEST, reask=1),
        replace(REQUEST, complaint="too long"),
        replace(REQUEST, max_tokens=8),
    ],
    ids=["text", "schema", "place", "complaint", "most tokens"],
)
async def test_whatever_a_reply_may_depend_on_makes_another_request(tmp_path: Path, other: Request) -> None:
    model = Numbered()
    cached = CachedModel(model, ReplyCache(tmp_path), 1)
    assert (await cached(REQUEST)).text != (await cached(other)).text


async def test_when_and_by_whom_it_is_asked_makes_no_other_request(tmp_path: Path) -> None:
    cached = CachedModel(Numbered(), ReplyCache(tmp_path), 1)
    later = replace(REQUEST, id="another-sending", priority=99)
    assert (await cached(REQUEST)).text == (await cached(later)).text


async def test_models_and_temperatures_do_not_share(tmp_path: Path) -> None:
    model, other = Numbered(), Numbered()
    other.name = "other"
    shelf = ReplyCache(tmp_path)
    asked = [CachedModel(model, shelf, 1), CachedModel(model, shelf, 1, 0.7), CachedModel(other, shelf, 1)]
    assert len({each.key(REQUEST) for each in asked}) == 3


async def test_a_server_that_has_another_model_now_is_another_model(tmp_path: Path) -> None:
    one, other = Unnamed("quill-1"), Unnamed("quill-2")
    await CachedModel(one, ReplyCache(tmp_path), 1)(REQUEST)
    await CachedModel(other, ReplyCache(tmp_path), 1)(REQUEST)
    await CachedModel(Unnamed("quill-1"), ReplyCache(tmp_path), 1)(REQUEST)
    assert (one.asked, other.asked) == (1, 1)


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b"\xff\xfe", b'{"key": "x"}'])
async def test_a_damaged_entry_is_a_miss_and_is_mended(tmp_path: Path, damage: bytes) -> None:
    model = Numbered()
    cached = CachedModel(model, ReplyCache(tmp_path), 1)
    await cached(REQUEST)
    [entry] = entries(tmp_path)
    entry.write_bytes(damage)
    assert (await cached(REQUEST)).text == '{"text": "2"}'
    assert (await cached(REQUEST)).text == '{"text": "2"}'


async def test_an_entry_that_was_altered_is_a_miss(tmp_path: Path) -> None:
    cached = CachedModel(Numbered(), ReplyCache(tmp_path), 1)
    await cached(REQUEST)
    [entry] = entries(tmp_path)
    entry.write_bytes(entry.read_bytes().replace(b"numbered-2031", b"numbered-2032"))
    assert not (await cached(REQUEST)).from_cache


@pytest.mark.parametrize(
    ("request_", "asked"),
    [(REQUEST, 1), (replace(REQUEST, room=60), 2), (replace(REQUEST, allowance=60), 2)],
    ids=["the most", "room", "budget"],
)
async def test_an_answer_that_was_cut_off_before_the_most_it_may_take_is_not_kept(
    tmp_path: Path, request_: Request, asked: int
) -> None:
    class CutOff(Numbered):
        async def __call__(self, request: Request) -> Reply:
            return replace(await super().__call__(request), finish="length")

    model = CutOff()
    for _ in range(2):
        await CachedModel(model, ReplyCache(tmp_path), 1)(request_)
    assert model.asked == asked


async def test_a_failure_is_not_kept(tmp_path: Path) -> None:
    async def away(request: Request) -> str:
        raise ModelUnavailable("away")

    with pytest.raises(ModelUnavailable):
        await CachedModel(FunctionModel(away), ReplyCache(tmp_path), 1)(REQUEST)
    assert entries(tmp_path) == []


async def test_many_at_once_leave_one_whole_entry(tmp_path: Path) -> None:
    await asyncio.gather(*(CachedModel(Numbered(), ReplyCache(tmp_path), 1)(REQUEST) for _ in range(20)))
    assert len(entries(tmp_path)) == 1
    assert (await CachedModel(Numbered(), ReplyCache(tmp_path), 1)(REQUEST)).from_cache


async def test_a_folder_that_cannot_be_written_costs_no_reply(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    assert (await CachedModel(Numbered(), ReplyCache(tmp_path / "file"), 1)(REQUEST)).text == '{"text": "1"}'


async def test_no_secret_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets._KnownSecrets, "forms", ())
    learn_secrets({"ECHO_API_KEY": "kn4ry-0815-swordfish"})
    model = FunctionModel(lambda request: '{"text": "kn4ry-0815-swordfish"}')
    await CachedModel(model, ReplyCache(tmp_path), 1)(REQUEST)
    [entry] = entries(tmp_path)
    assert b"swordfish" not in entry.read_bytes()
    assert REDACTED.encode() in entry.read_bytes()
