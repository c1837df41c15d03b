"""Casting: who plays each role in a world, by rank or by lot. The same seed always casts the same people."""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from townlet.engine.simulation import Simulation
from townlet.measures.emergence.relationships import find_acquaintances, list_known_pairs
from townlet.runfile.study_files import StudyError
from townlet.runfile.view import RunView
from townlet.studies.study import Role
from townlet.town import Town
from townlet.world.keys import Keys

RanksAt = Callable[[RunView, int], Mapping[str, float]]


class RankedPeople:
    """How people rank in one run before a step, read when a role first asks for it."""

    def __init__(self, view: RunView, step: int) -> None:
        self._view, self._step = view, step
        self._known: dict[str, Mapping[str, float]] = {}

    def by(self, rank: str) -> Mapping[str, float]:
        """Return everybody's figure. Raises RunFileError."""
        if rank not in self._known:
            self._known[rank] = _RANKS[rank](self._view, self._step)
        return self._known[rank]


def cast_roles(
    roles: Iterable[Role], keys: Keys, seed: int, ranks: RankedPeople | None, earlier: Mapping[str, str]
) -> dict[str, str]:
    """Return who plays each role, `earlier` roles included. Of equals, the seed draws who comes first, by their keys.

    `ranks` may be None if no role is cast by rank. Raises StudyError if nobody is left for a role, or two roles fall
    to one person.
    """
    cast, everybody = dict(earlier), keys.order(keys)
    for role in roles:
        taken = {cast[name] for name in role.rule.apart_from if name in cast}
        among = everybody if role.rule.among == "residents" else keys.order(role.rule.among)
        candidates = [person for person in among if person not in taken]
        if not candidates:
            raise StudyError(f"Nobody is left to play {role.name}: everybody plays a role that it is apart from.")
        chosen = role.rule.person or _choose(role, candidates, seed, ranks, keys)
        if other := next((name for name, person in cast.items() if person == chosen), None):
            raise StudyError(
                f"With seed {seed}, {chosen} would play both {other} and {role.name}. Keep them apart: give "
                f"{role.name} apart_from = ['{other}']."
            )
        cast[role.name] = chosen
    return cast


def _choose(role: Role, candidates: list[str], seed: int, ranks: RankedPeople | None, keys: Keys) -> str:
    def lot(person: str) -> str:
        return hashlib.sha256(f"{seed}|{role.name}|{keys.of(person)}".encode()).hexdigest()

    if role.rule.rank is None:
        return min(candidates, key=lot)
    assert ranks is not None
    figures = ranks.by(role.rule.rank)
    end, number = role.rule.stratum
    sign = -1 if end == "top" else 1
    ranked = sorted(candidates, key=lambda person: (sign * figures.get(person, 0), lot(person)))
    return min(ranked[:number], key=lot)


def _ties(view: RunView, step: int, mutual: bool) -> Mapping[str, float]:
    known = list_known_pairs(find_acquaintances(view), step)
    return Counter(one for one, other in known if not mutual or (other, one) in known)


def _talks(view: RunView, step: int) -> Mapping[str, float]:
    talks = {(person, line.talk) for line in view.lines() if line.step < step for person in (line.speaker, line.to)}
    return Counter(person for person, _ in talks)


def _lines(view: RunView, step: int) -> Mapping[str, float]:
    return Counter(line.speaker for line in view.lines() if line.step < step)


def _ages(view: RunView, step: int) -> Mapping[str, float]:
    return {name: joined.persona.age for name, (_, joined) in view.joined.items()}


_RANKS: Mapping[str, RanksAt] = {
    "mutual ties": lambda view, step: _ties(view, step, mutual=True),
    "ties": lambda view, step: _ties(view, step, mutual=False),
    "talks": _talks,
    "lines": _lines,
    "age": _ages,
}


@contextmanager
def opened_town(town: Town) -> Iterator[RunView]:
    """Let a town live its first step in a temporary run, in which everybody knows their story; the file goes again."""
    with TemporaryDirectory(prefix="townlet-") as folder:
        path = Path(folder) / "start.townlet"
        # A notebook has an event loop already, and a thread has none.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, _live_first_step(town, path)).result()
        yield RunView(path)


async def _live_first_step(town: Town, path: Path) -> None:
    with Simulation.start(town, path) as simulation:
        await simulation.step()
        simulation.finish()
