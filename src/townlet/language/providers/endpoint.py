"""Endpoints and credentials: the address and key with which a model is reached."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from pydantic import AliasChoices, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from townlet.language.providers.spec import COMPATIBLE, ModelSpec, NotConfigured


class Credentials(BaseSettings):
    """The providers' keys and addresses, under their usual variable names. The environment overrides `.env`."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore", hide_input_in_errors=True
    )

    openai_api_key: SecretStr | None = None
    openai_base_url: str | None = None
    anthropic_api_key: SecretStr | None = None
    anthropic_base_url: str | None = None
    gemini_api_key: SecretStr | None = Field(None, validation_alias=AliasChoices("GEMINI_API_KEY", "GOOGLE_API_KEY"))
    gemini_base_url: str | None = None
    ollama_host: str | None = None
    ollama_api_key: SecretStr | None = None
    openrouter_api_key: SecretStr | None = None
    townlet_api_key: SecretStr | None = None
    """The key for a server that is named by its address."""


def read_credentials() -> Credentials:
    """Read the credentials that are set now. Raises NotConfigured if `.env` cannot be read or a value is invalid."""
    try:
        return Credentials()
    except UnicodeDecodeError:
        raise NotConfigured(".env is not UTF-8 text; save it as UTF-8.") from None
    except OSError as error:
        raise NotConfigured(f".env cannot be read: {error.strerror}; check its permissions.") from None
    except ValidationError as error:
        raise NotConfigured(f"{error.errors()[0]['loc'][0]} cannot be used: {error.errors()[0]['msg']}.") from None


def key_text(key: SecretStr | None, variable: str) -> str:
    """Return a key as text; empty if there is none. Raises NotConfigured for a key that no HTTP header can hold."""
    text = key.get_secret_value().strip() if key else ""
    if not text.isascii() or not text.isprintable():
        raise NotConfigured(f"{variable} holds a character that cannot be part of a key; copy the key again.")
    return text


_OLLAMA_PORT = 11434
"""Ollama's default port."""


@dataclass(frozen=True)
class Endpoint:
    """An API that calls are sent to. Equal endpoints share one connection."""

    kind: str
    """The API that it speaks: openai, anthropic, google, ollama, openrouter or compatible."""
    base_url: str
    """Empty for the provider's default address."""
    key: str = field(repr=False)
    """Empty if the endpoint needs no key."""
    key_variable: str
    """The environment variable that holds the key."""
    page: str
    """The documentation page about it."""

    @property
    def label(self) -> str:
        """The endpoint's name in messages."""
        name = "the server" if self.kind == COMPATIBLE else self.kind
        return f"{name} at {self.base_url}" if self.base_url else name


def endpoint_of(spec: ModelSpec, credentials: Credentials) -> Endpoint:
    """Return the endpoint of a model with these credentials. Raises NotConfigured if a key is missing."""
    return _ENDPOINTS[spec.provider](spec, credentials)


def _openai(spec: ModelSpec, credentials: Credentials) -> Endpoint:
    base, key = (credentials.openai_base_url or "").rstrip("/"), key_text(credentials.openai_api_key, "OPENAI_API_KEY")
    endpoint = Endpoint("openai", base, key, "OPENAI_API_KEY", "docs/models/providers.md")
    return endpoint if base and is_local(base) else _with_key(endpoint, spec)


def _anthropic(spec: ModelSpec, credentials: Credentials) -> Endpoint:
    base = (credentials.anthropic_base_url or "").rstrip("/")
    key = key_text(credentials.anthropic_api_key, "ANTHROPIC_API_KEY")
    return _with_key(Endpoint("anthropic", base, key, "ANTHROPIC_API_KEY", "docs/models/providers.md"), spec)


def _google(spec: ModelSpec, credentials: Credentials) -> Endpoint:
    base, key = (credentials.gemini_base_url or "").rstrip("/"), key_text(credentials.gemini_api_key, "GEMINI_API_KEY")
    return _with_key(Endpoint("google", base, key, "GEMINI_API_KEY", "docs/models/providers.md"), spec)


def _ollama(spec: ModelSpec, credentials: Credentials) -> Endpoint:
    base, key = ollama_address(credentials.ollama_host or ""), key_text(credentials.ollama_api_key, "OLLAMA_API_KEY")
    return Endpoint("ollama", base, key, "OLLAMA_API_KEY", "docs/models/local.md")


def _compatible(spec: ModelSpec, credentials: Credentials) -> Endpoint:
    if spec.host == "openrouter.ai":
        key = key_text(credentials.openrouter_api_key or credentials.townlet_api_key, "OPENROUTER_API_KEY")
        page = "docs/models/providers.md"
        return _with_key(Endpoint("openrouter", spec.base_url, key, "OPENROUTER_API_KEY", page), spec)
    key = key_text(credentials.townlet_api_key, "TOWNLET_API_KEY")
    if not key and _same_server(spec.base_url, credentials.openai_base_url or ""):
        key = key_text(credentials.openai_api_key, "OPENAI_API_KEY")
    return Endpoint("compatible", spec.base_url, key, "TOWNLET_API_KEY", "docs/models/index.md")


_ENDPOINTS = {
    "openai": _openai,
    "anthropic": _anthropic,
    "google": _google,
    "ollama": _ollama,
    "compatible": _compatible,
}


def _with_key(endpoint: Endpoint, spec: ModelSpec) -> Endpoint:
    if not endpoint.key:
        raise NotConfigured(
            f"{spec} needs a key: set {endpoint.key_variable} in the environment or in .env; see {endpoint.page}."
        )
    return endpoint


def is_local(base_url: str) -> bool:
    """Whether an address is on this machine."""
    return (urlsplit(base_url).hostname or "") in {"localhost", "127.0.0.1", "::1", "0.0.0.0"}


def ollama_address(host: str) -> str:
    """Return the base URL for a value of OLLAMA_HOST: empty, a host, host:port, or a URL."""
    parts = urlsplit(host if "://" in host else f"http://{host or 'localhost'}")
    name = parts.hostname or "localhost"
    if name in {"0.0.0.0", "::"}:
        # OLLAMA_HOST also tells the server which address to listen on; clients cannot connect to that one.
        name = "localhost"
    usual = {"http": _OLLAMA_PORT, "https": 443}.get(parts.scheme, _OLLAMA_PORT)
    place = f"[{name}]" if ":" in name else name
    return f"{parts.scheme}://{place}:{parts.port or usual}{parts.path.rstrip('/')}/v1"


def _same_server(one: str, other: str) -> bool:
    """Whether two addresses have the same scheme and host, so that a key for one may be sent to the other."""
    return urlsplit(one)[:2] == urlsplit(other)[:2]
