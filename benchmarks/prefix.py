"""What a prompt cache would serve of a run, and what its prompts would then cost: all prompts through a radix cache.

    uv run townlet run smallville --days 2 --seed 1 --out two.townlet
    uv run python benchmarks/prefix.py two.townlet [--json]
    uv run python benchmarks/prefix.py two.townlet --server http://localhost:8080/v1 --first 200

The cache is a tree of blocks of 16 tokens. It never forgets, and a prompt is in it as soon as it was sent, so the
figures are the most that a cache of beginnings can serve. Tokens are UTF-8 bytes over four. Figures are a person and
day; `paid` is in thousands of input tokens at the full price, under four price models:

    A  no least length; what is read from the cache costs 10 %
    B  beginnings of at least 1,024 tokens, in steps of 128; reading costs 10 %, writing nothing more
    C  beginnings of at least 1,024 tokens; reading costs 10 %, and what is written 125 %
    D  as C, with the text of the answer's schema before the prompt

With `--server`, the first prompts are sent to a server that speaks OpenAI's chat completions, one after the other and
each for one token. The share of prompt tokens that it says it had in its cache is printed beside the replay's.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from urllib.request import Request, urlopen

from townlet.measures.bill import Bill, read_bill
from townlet.runfile.view import RunView

BLOCK = 64
"""Bytes of a block: 16 tokens."""
TOKEN = 4
"""Bytes of a token."""
LONG = 1024
"""The shortest beginning that most large providers cache, in tokens."""
SHARES = ("cached", "in 1,024")
"""Columns that are shares."""


@dataclass(frozen=True)
class PriceModel:
    """What a provider asks for input tokens, as shares of the full price."""

    least: int = 0
    """Tokens that an equal beginning must have to be cached."""
    step: int = 1
    """What is read is rounded down to a multiple of so many tokens."""
    read: float = 0.1
    written: float = 1.0
    schema_first: bool = False

    def paid(self, sent: float, shared: float) -> float:
        """The tokens at the full price that a prompt costs, if so many of its tokens begin an earlier one."""
        read = shared // self.step * self.step if shared >= self.least else 0.0
        return read * self.read + (sent - read) * (self.written if sent >= self.least else 1.0)


PRICE_MODELS: Mapping[str, PriceModel] = {
    "A": PriceModel(),
    "B": PriceModel(least=LONG, step=128),
    "C": PriceModel(least=LONG, written=1.25),
    "D": PriceModel(least=LONG, written=1.25, schema_first=True),
}


class RadixCache:
    """All prompts sent so far, as a tree of blocks."""

    def __init__(self) -> None:
        self._next: dict[tuple[int, bytes], int] = {}

    def send(self, text: bytes) -> int:
        """Put a prompt into the cache. Return how many of its bytes were there: whole blocks from its beginning."""
        node = shared = 0
        for start in range(0, len(text) - BLOCK + 1, BLOCK):
            key = node, text[start : start + BLOCK]
            known = self._next.get(key)
            if known is not None:
                shared += BLOCK
            node = self._next[key] = known or len(self._next) + 1
        return shared


@dataclass(frozen=True)
class Sent:
    """A prompt that went out: its kind, and its length and the part that begins an earlier one, in tokens."""

    name: str
    length: float
    shared: float


def replay(prompts: Iterable[tuple[str, str]]) -> list[Sent]:
    """Send prompts, each with its kind, through an empty cache."""
    cache, sent = RadixCache(), []
    for name, text in prompts:
        data = text.encode()
        sent.append(Sent(name, len(data) / TOKEN, cache.send(data) / TOKEN))
    return sent


def prompts_of(view: RunView, schema_first: bool) -> Iterator[tuple[str, str]]:
    """All prompts that a run sent itself, in the order of its steps, with their kinds; embeddings are not prompts."""
    with view.reader() as run:
        forked = run.header.forked_from
        for call in run.calls(by_time=True):
            if call.agent and not call.from_cache and call.step >= (forked.step if forked else 0):
                prompt = run.prompt(call.prompt_sha)
                yield call.name, f"{prompt.schema}\n{prompt.text}" if schema_first else prompt.text


Row = dict[str, float]


def row_of(sent: Sequence[Sent], schema_first: Sequence[Sent], bill: Bill) -> Row:
    """The figures of some prompts, a person and day: tokens in thousands, shares of what was sent."""
    whole, shared = sum(each.length for each in sent), sum(each.shared for each in sent)
    long = sum(each.shared for each in sent if each.shared >= LONG)
    row = {
        "calls": bill.per_person_day(len(sent)),
        "sent": bill.per_person_day(whole) / 1000,
        "cached": shared / max(whole, 1),
        "in 1,024": long / max(whole, 1),
        "uncached": bill.per_person_day(whole - shared) / 1000,
    }
    for name, prices in PRICE_MODELS.items():
        prompts = schema_first if prices.schema_first else sent
        row[f"paid {name}"] = bill.per_person_day(sum(prices.paid(each.length, each.shared) for each in prompts)) / 1000
    return row


def table_of(view: RunView) -> dict[str, Row]:
    """The figures of all prompts and of each kind, the kinds that send most first."""
    bill = read_bill(view)
    plain, schema_first = replay(prompts_of(view, False)), replay(prompts_of(view, True))
    rows = {
        name: row_of(
            [each for each in plain if each.name == name], [each for each in schema_first if each.name == name], bill
        )
        for name in sorted({each.name for each in plain})
    }
    ordered = sorted(rows.items(), key=lambda row: -row[1]["sent"])
    return {"all": row_of(plain, schema_first, bill), **dict(ordered)}


def served(url: str, model: str, prompts: Sequence[tuple[str, str]]) -> float:
    """Send prompts to a server; return the share of their tokens that it read from its cache."""
    cached = whole = 0
    for _, text in prompts:
        body = {"model": model, "max_tokens": 1, "messages": [{"role": "user", "content": text}]}
        request = Request(f"{url}/chat/completions", json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urlopen(request, timeout=600) as answer:
            usage = json.load(answer)["usage"]
        cached += (usage.get("prompt_tokens_details") or {}).get("cached_tokens", 0)
        whole += usage["prompt_tokens"]
    return cached / max(whole, 1)


def compare(path: Path, url: str, model: str, first: int) -> None:
    """Print what a server really had in its cache, beside what the replay says of the same prompts."""
    prompts = list(islice(prompts_of(RunView(path), schema_first=False), first))
    sent = replay(prompts)
    said = sum(each.shared for each in sent) / max(sum(each.length for each in sent), 1)
    read = served(url, model, prompts)
    print(f"{len(prompts)} prompts: {said:.1%} of their tokens in the replay's cache, {read:.1%} in the server's")


def main(path: Path, as_json: bool) -> None:
    table = table_of(RunView(path))
    if as_json:
        print(json.dumps(table, indent=2))
        return
    heads = list(table["all"])
    print(f"{'':14}" + "".join(f"{head:>10}" for head in heads))
    for kind, row in table.items():
        figures = (f"{row[head]:.1%}" if head in SHARES else f"{row[head]:.1f}" for head in heads)
        print(f"{kind:14}" + "".join(f"{figure:>10}" for figure in figures))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run", type=Path)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--server", metavar="URL", help="send the prompts to this server, too")
    parser.add_argument("--model", default="default", help="the server's name of its model")
    parser.add_argument("--first", type=int, default=200, help="how many prompts go to the server")
    given = parser.parse_args()
    if given.server:
        compare(given.run, given.server, given.model, given.first)
    else:
        main(given.run, given.json)
