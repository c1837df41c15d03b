"""Replay of a manifest: live a cited run again from its town, seed, settings and interventions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from townlet.engine.blocking import wait_for
from townlet.engine.simulation import Simulation
from townlet.errors import BadInput
from townlet.files import parse_json_text, read_text
from townlet.language.hashed import hashed_embedder
from townlet.runfile.config import RunConfig
from townlet.runfile.errors import NOT_AS_WRITTEN
from townlet.state.encoding import decode
from townlet.state.events import EVENT_KINDS, RunEvent
from townlet.town import Town, builtin_towns, load_town


class NotRepeatable(BadInput):
    """A manifest does not hold all that is needed to live its run again; the message says what is missing."""


@dataclass(frozen=True)
class Relived:
    """The result of living a run again."""

    steps: int
    state_hash: str
    cited_hash: str
    """The state hash in the manifest."""
    cited_version: str
    """The version of Townlet in the manifest."""

    @property
    def equal(self) -> bool:
        return self.state_hash == self.cited_hash


async def replay_manifest(
    manifest: Mapping[str, Any],
    town: Town,
    path: Path | None = None,
    watch: Callable[[int, int], None] = lambda done, steps: None,
) -> Relived:
    """Live the run of a manifest again, with the same town, seed, settings and interventions, and compare the hash.

    `manifest` is the JSON of `Manifest`; the new run is written to `path`, or kept nowhere. This works for runs that
    the offline model answered, because a manifest holds no replies. Raises NotRepeatable for any other, and for a
    manifest that is not complete.
    """
    try:
        cited = _Cited.of(manifest)
    except NOT_AS_WRITTEN as error:
        raise NotRepeatable(f"The manifest is not complete ({type(error).__name__}: {error}).") from error
    cited.check(town)
    with TemporaryDirectory() as folder:
        where = path or Path(folder) / "again.townlet"
        with Simulation.start(town, where, seed=cited.seed, config=cited.config) as simulation:
            simulation.intend(cited.steps / simulation.engine.state.clock.steps_a_day)
            while (step := simulation.next_step) < cited.steps:
                if step in cited.interventions:
                    simulation.repeat(cited.interventions[step])
                await simulation.step()
                watch(step + 1, cited.steps)
            found = simulation.finish()
    return Relived(cited.steps, found, cited.state_hash, str(manifest.get("townlet")))


@dataclass(frozen=True)
class _Cited:
    """What a manifest says of a run, as far as it makes the run what it is."""

    town: str
    town_digest: str
    seed: int
    steps: int
    state_hash: str
    config: RunConfig
    offline: bool
    interventions: Mapping[int, Sequence[RunEvent]]

    @classmethod
    def of(cls, manifest: Mapping[str, Any]) -> _Cited:
        done: dict[int, list[RunEvent]] = {}
        for each in manifest["interventions"]:
            event: RunEvent = decode(EVENT_KINDS[each["kind"]], each["event"])
            done.setdefault(int(each["step"]), []).append(event)
        return cls(
            town=str(manifest["town"]),
            town_digest=str(manifest["town_digest"]),
            seed=int(manifest["seed"]),
            steps=int(manifest["steps"]),
            state_hash=str(manifest["state_hash"] or ""),
            config=RunConfig(**manifest["settings"]),
            offline=bool(manifest["offline"]),
            interventions=done,
        )

    def check(self, town: Town) -> None:
        if not self.offline or hashed_embedder(self.config.embedder) is None:
            raise NotRepeatable(
                "Models answered in this run, and a manifest holds no replies; replay the run file itself, which does."
            )
        if not self.state_hash:
            raise NotRepeatable("The manifest has no state hash to compare with, because its run was not finished.")
        if town.digest != self.town_digest:
            raise NotRepeatable(
                f"The run was lived in {self.town} with digest {self.town_digest[:12]}; "
                f"{town.name} has digest {town.digest[:12]}. Give the folder of the town as it was."
            )


def relive(
    path: Path,
    town: str = "",
    out: Path | None = None,
    on_progress: Callable[[int, int], None] = lambda done, steps: None,
) -> Relived:
    """Live the run of a manifest in a JSON file again, and compare the state hash.

    `town` is a folder, for a town that is not built in. The new run is written to `out`, or kept nowhere.
    `on_progress` is called with the steps lived and their number. Raises BadInput, TownError.
    """
    manifest = _read_manifest(path)
    found = _find_town(town, str(manifest.get("town_digest")), path)
    try:
        return wait_for(replay_manifest(manifest, found, out, on_progress))
    except NotRepeatable as error:
        raise BadInput(f"{path}: {error}") from error


def _read_manifest(path: Path) -> dict[str, Any]:
    try:
        manifest = parse_json_text(read_text(path))
    except OSError as error:
        raise BadInput(f"{path} cannot be read ({error.strerror}); check the name.") from error
    except ValueError as error:
        raise BadInput(f"{path} is no manifest: it is not JSON ({error}).") from error
    if not isinstance(manifest, dict) or "interventions" not in manifest:
        raise BadInput(f"{path} is no manifest; write one with `townlet show RUN --manifest --json`.")
    return manifest


def _find_town(given: str, digest: str, path: Path) -> Town:
    """Return the town that was given, or the built-in one with this digest."""
    if given:
        return load_town(given)
    for name in builtin_towns():
        if (town := load_town(name)).digest == digest:
            return town
    raise BadInput(f"The town of {path} is not built in, or has changed since; give its folder with --town.")
