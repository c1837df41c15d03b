"""Models and embedders by their specifications, sharing one connection for each endpoint."""

from __future__ import annotations

from townlet.language.providers.chat import NetworkModel, Sampling
from townlet.language.providers.connection import USUAL_SECONDS, Connection
from townlet.language.providers.embedding import NetworkEmbedder
from townlet.language.providers.endpoint import Credentials, Endpoint, endpoint_of, read_credentials
from townlet.language.providers.spec import ModelSpec, embedder_spec_of, spec_of


class ProviderFactory:
    """Makes what reaches out, with the keys that are set here and now; `aclose` closes all of it."""

    def __init__(self, seconds: float = USUAL_SECONDS, known: Credentials | None = None) -> None:
        self._seconds, self._known = seconds, known or read_credentials()
        self._connections: dict[Endpoint, Connection] = {}

    def model(self, name: str, sampling: Sampling | None = None) -> NetworkModel:
        """The language model of a specification. Raises BadSpec, NotConfigured."""
        spec = spec_of(name)
        return NetworkModel(spec, self._connection(spec), sampling)

    def embedder(self, name: str) -> NetworkEmbedder:
        """The embedder of a specification. Raises BadSpec, NotConfigured."""
        spec = embedder_spec_of(name)
        return NetworkEmbedder(spec, self._connection(spec))

    async def aclose(self) -> None:
        """Close all connections."""
        for connection in self._connections.values():
            await connection.aclose()

    def _connection(self, spec: ModelSpec) -> Connection:
        endpoint = endpoint_of(spec, self._known)
        return self._connections.setdefault(endpoint, Connection(endpoint, self._seconds))
