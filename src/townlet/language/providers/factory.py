"""The provider factory: makes models and embedders from their names, with one shared connection per endpoint.

Models with a timeout or a number of calls of their own have a connection of their own.
"""

from __future__ import annotations

from townlet.language.providers.chat import NetworkModel, Sampling
from townlet.language.providers.connection import DEFAULT_TIMEOUT_SECONDS, Connection
from townlet.language.providers.embedding import NetworkEmbedder
from townlet.language.providers.endpoint import Credentials, Endpoint, endpoint_of, read_credentials
from townlet.language.providers.knobs import NO_KNOBS, Knobs
from townlet.language.providers.spec import ModelSpec, embedder_spec_of, spec_of


class ProviderFactory:
    """Make network models and embedders with the keys that are set now. `aclose` closes all their connections."""

    def __init__(self, seconds: float = DEFAULT_TIMEOUT_SECONDS, credentials: Credentials | None = None) -> None:
        self._seconds, self._credentials = seconds, credentials or read_credentials()
        self._connections: dict[tuple[Endpoint, float, int | None], Connection] = {}

    def model(self, name: str, sampling: Sampling | None = None) -> NetworkModel:
        """Return the language model with this name, such as 'openai:gpt-5'. Raises BadSpec, NotConfigured."""
        spec, sampling = spec_of(name), sampling or Sampling()
        return NetworkModel(spec, self._connection(spec, sampling.knobs), sampling)

    def embedder(self, name: str) -> NetworkEmbedder:
        """Return the embedder with this name, such as 'ollama:nomic-embed-text'. Raises BadSpec, NotConfigured."""
        spec = embedder_spec_of(name)
        return NetworkEmbedder(spec, self._connection(spec))

    async def aclose(self) -> None:
        """Close all connections."""
        for connection in self._connections.values():
            await connection.aclose()

    def _connection(self, spec: ModelSpec, knobs: Knobs | None = None) -> Connection:
        knobs = knobs or NO_KNOBS
        wanted = endpoint_of(spec, self._credentials), knobs.timeout or self._seconds, knobs.concurrency
        return self._connections.setdefault(wanted, Connection(*wanted))
