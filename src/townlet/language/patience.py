"""How long a failing endpoint is waited for before a run gives up on it for now."""

from __future__ import annotations

from dataclasses import dataclass

from townlet.language.model import ModelUnavailable


@dataclass
class Patience:
    """Decides, for all calls of a run together, when to send again."""

    sendings: int = 1
    """How often one call is sent at most while the endpoint fails."""

    async def gate(self) -> None:
        """Pass when calls may be sent. Raises ModelUnavailable while the endpoint counts as away."""

    def after(self, error: ModelUnavailable, outage: int) -> float | None:
        """Seconds to wait after a call has failed so many times; None to give up."""
        return None if outage >= self.sendings else 0.0

    def answered(self) -> None:
        """The endpoint has answered."""
