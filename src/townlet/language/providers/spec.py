"""Model specifications: 'openai:NAME' names a provider and its model, 'http://host:port/v1#NAME' a server's."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from townlet.errors import BadInput

OFFLINE = "offline"
"""The name of the built-in model, which answers by rules."""

PROVIDERS = ("openai", "anthropic", "google", "ollama")
"""The providers that a specification can name."""

COMPATIBLE = "compatible"
"""The provider of any server with OpenAI's API, which is named by its address."""

_FORMS = "openai:NAME, anthropic:NAME, google:NAME, ollama:NAME, http://host:port/v1#NAME or offline"


class BadSpec(BadInput):
    """A text is not a model specification; the message says what to write instead."""


class NotConfigured(BadInput):
    """A setting or package that a model needs is missing; the message says which, and where the docs explain it."""


@dataclass(frozen=True)
class ModelSpec:
    """The specification of a network model."""

    provider: str
    model: str
    """The model's name at the provider; empty for a server's only model."""
    base_url: str = ""
    """The address of a compatible server; empty for other providers."""

    def __str__(self) -> str:
        if self.provider != COMPATIBLE:
            return f"{self.provider}:{self.model}"
        return at_server(self.base_url, self.model) if self.model else self.base_url

    @property
    def host(self) -> str:
        """The host of a compatible server, in lower case."""
        return urlsplit(self.base_url).hostname or ""


def at_server(address: str, model: str) -> str:
    """Return the specification of a server's model. A space in its name is written so that a shell keeps it."""
    return f"{address}#{model.replace(' ', '%20')}"


def endpoint_name(name: str) -> str:
    """Return the endpoint in a model's name: a provider, a server's address, or the whole name if it has neither."""
    return name.partition("#" if "://" in name else ":")[0]


def spec_of(text: str) -> ModelSpec:
    """Parse the specification of a network model. Raises BadSpec."""
    text = text.strip()
    if not text.isprintable() or " " in (text.partition("#")[0] if "://" in text else text):
        raise BadSpec(f"The model {text!r} has a space or a control character in its name; write {_FORMS}.")
    if "://" in text:
        return _compatible(text)
    provider, colon, model = text.partition(":")
    if provider.lower() not in PROVIDERS or not colon:
        raise BadSpec(f"There is no model {text!r}; write {_FORMS}.")
    if not model:
        raise BadSpec(f"{text!r} names a provider but no model; write {provider}:NAME.")
    return ModelSpec(provider.lower(), model)


def embedder_spec_of(text: str) -> ModelSpec:
    """Parse the specification of a network embedder. Raises BadSpec."""
    spec = spec_of(text)
    if spec.provider == "anthropic":
        raise BadSpec(f"There is no embedder {spec}: Anthropic has none; use another provider's, minilm or hashed.")
    return spec


def _compatible(text: str) -> ModelSpec:
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        raise BadSpec(f"The address {text!r} cannot be read: {error}; write http://host:port/v1.") from None
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise BadSpec(f"{text!r} is not the address of a server; write http://host:port/v1, or https for a remote one.")
    if parts.username or parts.password or parts.query:
        # The run file stores the address, and people share run files.
        place = parts.hostname + (f":{port}" if port else "")
        raise BadSpec(f"The address of {place} holds more than host and path; give a key in TOWNLET_API_KEY instead.")
    return ModelSpec(COMPATIBLE, parts.fragment.replace("%20", " "), _base(parts))


def _base(parts: SplitResult) -> str:
    """Return the address up to its path, which is /v1 by default because most servers have their API there."""
    return f"{parts.scheme}://{parts.netloc.lower()}{parts.path.rstrip('/') or '/v1'}"
