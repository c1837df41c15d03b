"""How a model is named: by its provider and its name there, or by the address of a server."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

OFFLINE = "offline"
"""The built-in model, which answers by rules and is nowhere else."""

PROVIDERS = ("openai", "anthropic", "google", "ollama")
"""Providers that are known by name."""

COMPATIBLE = "compatible"
"""Any server with the API of OpenAI, known by its address."""

_FORMS = "openai:NAME, anthropic:NAME, google:NAME, ollama:NAME, http://host:port/v1#NAME or offline"


class BadSpec(ValueError):
    """A model is named in a way that names none; the text says what to write instead."""


class NotConfigured(Exception):
    """Something has to be set before a model can be used; the text says what, and where that is explained."""


@dataclass(frozen=True)
class ModelSpec:
    """A model somewhere on a network."""

    provider: str
    model: str
    """Its name there; empty where the server decides."""
    base_url: str = ""
    """Where a compatible server is; empty for a provider known by name."""

    def __str__(self) -> str:
        if self.provider != COMPATIBLE:
            return f"{self.provider}:{self.model}"
        return f"{self.base_url}#{self.model}" if self.model else self.base_url

    @property
    def host(self) -> str:
        """The host of a compatible server, in small letters."""
        return urlsplit(self.base_url).hostname or ""


def endpoint_name(name: str) -> str:
    """Where a model is, of its name in settings: a provider, the address of a server, or nowhere but in its name."""
    return name.partition("#" if "://" in name else ":")[0]


def spec_of(text: str) -> ModelSpec:
    """The network model that a text names. Raises BadSpec."""
    text = text.strip()
    if not text.isprintable() or " " in text:
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
    """The network embedder that a text names. Raises BadSpec."""
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
        # The address is kept in the run file, which people pass on.
        place = parts.hostname + (f":{port}" if port else "")
        raise BadSpec(f"The address of {place} holds more than host and path; give a key in TOWNLET_API_KEY instead.")
    return ModelSpec(COMPATIBLE, parts.fragment, _base(parts))


def _base(parts: SplitResult) -> str:
    """The address without what follows its path; most servers have their API under /v1."""
    return f"{parts.scheme}://{parts.netloc.lower()}{parts.path.rstrip('/') or '/v1'}"
