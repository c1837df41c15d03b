"""What a run's behaviour depends on besides its town and its seed; all of it goes into the state hash."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from townlet.cognition.profile import ECONOMICAL, PROFILES, Profile
from townlet.engine.runfile import Json


@dataclass(frozen=True)
class Settings:
    """Choices that change what happens in a run. How fast it is computed is not among them."""

    model: str = "offline"
    embedder: str = "hashed-512"
    profile: str = ECONOMICAL.name

    @property
    def how(self) -> Profile:
        return PROFILES[self.profile]

    def as_json(self) -> dict[str, Json]:
        return dict(asdict(self))
