"""Keys and addresses from the environment and from a file `.env` in the current folder."""

from __future__ import annotations

from pydantic import AliasChoices, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from townlet.language.providers.spec import NotConfigured


class Credentials(BaseSettings):
    """What providers ask for, under the names that are usual. The environment wins over the file."""

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
    """For a server that is named by its address."""


def credentials() -> Credentials:
    """What is set here and now. Raises NotConfigured for a `.env` that cannot be read."""
    try:
        return Credentials()
    except UnicodeDecodeError:
        raise NotConfigured(".env is not text in UTF-8; save it as that.") from None
    except OSError as error:
        raise NotConfigured(f".env cannot be read: {error.strerror}; check its permissions.") from None
    except ValidationError as error:
        raise NotConfigured(f"{error.errors()[0]['loc'][0]} cannot be used: {error.errors()[0]['msg']}.") from None


def text_of(key: SecretStr | None, variable: str) -> str:
    """A key as it is sent; empty if there is none. Raises NotConfigured for one that no header can hold."""
    text = key.get_secret_value().strip() if key else ""
    if not text.isascii() or not text.isprintable():
        raise NotConfigured(f"{variable} holds a character that no key has; copy the key again.")
    return text
