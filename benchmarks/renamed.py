"""Whether names are seeds: lives towns whose people have other names and the same keys, and compares the runs.

    uv run python benchmarks/renamed.py [--towns applegarth,ternholm,smallville] [--seeds 1,2,3] [--days 0.75]

Everybody gets another name in four ways: drawn from lists, in Chinese script, with other initials and lengths, and the
names of others in the town. A fifth copy has its people in files of another order. Each lives with the offline model,
once with an embedder that sees keys in place of names and once with the default embedder. A line of the output tells
how many of everything that happened, and of the lines spoken, is equal up to the first difference, names apart.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from townlet.engine.resources import RunResources
from townlet.engine.simulation import Simulation
from townlet.language.embedder import EmbedderWrapper
from townlet.language.hashed import HashedEmbedder
from townlet.offline.reader.people import People
from townlet.state.encoding import to_json
from townlet.town import Town, load_town, town_from_files
from townlet.town.names import renamed, renamed_files

GIVEN = "明 娜 伟 洋 静 磊 敏 海 杰 刚 丽 红 超 琳 军 靖 平 峰 冲 成 和 梅 安 江 寅"
FAMILY = "王 李 张 刘 陈 杨 赵 黄 周 吴 徐 孙 马 朱 胡 郭 何 高 林 罗 郑 梁 谢 宋 唐"

Happened = tuple[int, str, str]
"""The step, the kind and the content of an event or a memory, with keys in place of names."""


class KeysForNames:
    """Puts the key of a person in place of everything that they are called."""

    def __init__(self, keys: Mapping[str, str]) -> None:
        self.keys, self.people = keys, People({}, keys)

    def __call__(self, text: str) -> str:
        # The id of a talk begins with a step: '2321-Ann Bo'.
        apart = re.sub(r"(\d)-(?=\w)", r"\1 ", text)
        return self.people.replaced(apart, lambda called: self.keys[self.people.named(called)])


class KeyedEmbedder(EmbedderWrapper):
    """An embedder that sees keys in place of names. Implements `Embedder`."""

    def __init__(self, keys: KeysForNames) -> None:
        self.embedder, self.keys = HashedEmbedder(), keys

    async def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return await self.embedder([self.keys(text) for text in texts])


def lived(town: Town, seed: int, days: float, *, keyed: bool) -> list[Happened]:
    """Return all that happens in a town, and all that its people remember, with keys in place of names."""
    keys = KeysForNames(town.setting.keys)
    resources = RunResources(embedder=KeyedEmbedder(keys) if keyed else None)

    async def live() -> Iterator[Happened]:
        found: list[Happened] = []
        with Simulation.start(town, seed=seed, resources=resources) as simulation:
            async for log in simulation.run(days):
                for event in log.events():
                    content = json.loads(keys(to_json(event)))
                    found.append((log.step, type(event).__name__, json.dumps(content, sort_keys=True)))
                for memory in log.memories:
                    told = (memory.id.agent, memory.kind, memory.text, memory.source, memory.importance)
                    found.append((log.step, "Memory", keys(" | ".join(map(str, told)))))
        return iter(found)

    return [*asyncio.run(live())]


def copies(town: Town, seed: int) -> Iterator[tuple[str, Town]]:
    """Yield towns that differ in nothing but names, or the order of files, each with what differs."""
    names = [person.name for person in town.people]
    chinese = [f"{given} {family}" for given, family in zip(GIVEN.split(), FAMILY.split(), strict=True)]
    lengths = [f"{chr(90 - n)}{'o' * (n % 9 + 1)} {'Eki' * (n % 4 + 1)}" for n in range(25)]
    yield "drawn", renamed(town, seed)
    for what, new in (("chinese", chinese), ("lengths", lengths), ("swapped", names[::-1])):
        yield what, town_from_files(renamed_files(town.files, dict(zip(names, new, strict=False))), town.name)
    yield "files", town_from_files(_reordered(town.files), town.name)


def _reordered(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files with other names for those of the people, so that their order is turned round."""
    people = sorted(name for name in files if name.startswith("people/") and name.endswith(".toml"))
    places = {name: f"people/{len(people) - number:03}.toml" for number, name in enumerate(people)}
    return {places.get(name, name): content for name, content in files.items()}


def same(one: Sequence[Happened], other: Sequence[Happened]) -> int:
    """Return how many are equal up to the first difference."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--towns", default="applegarth,ternholm,smallville")
    parser.add_argument("--seeds", default="1,2,3")
    parser.add_argument("--days", type=float, default=0.75)
    options = parser.parse_args()
    print(f"{'town':12}{'seed':>5}{'what differs':>14}{'embedder':>10}{'equal events':>22}{'equal lines':>18}")
    for name in options.towns.split(","):
        for seed in map(int, options.seeds.split(",")):
            town = load_town(name)
            for keyed in (True, False):
                one = lived(town, seed, options.days, keyed=keyed)
                for what, copy in copies(town, seed):
                    other = lived(copy, seed, options.days, keyed=keyed)
                    lines, others = ([each for each in run if each[1] == "Said"] for run in (one, other))
                    events = f"{same(one, other):,} of {len(one):,}"
                    spoken = f"{same(lines, others):,} of {len(lines):,}"
                    embedder = "keys" if keyed else "default"
                    print(f"{name:12}{seed:>5}{what:>14}{embedder:>10}{events:>22}{spoken:>18}", flush=True)


if __name__ == "__main__":
    main()
