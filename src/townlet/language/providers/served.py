"""What a server says that it serves."""

from __future__ import annotations

from typing import Any

from townlet.language.model import ModelError
from townlet.language.providers.connection import Connection
from townlet.language.providers.library_call import through_library
from townlet.language.providers.spec import NotConfigured

_MOST_NAMED = 6

UNNAMED = "default"
"""What is asked for where a server does not tell; those that serve one model take any name."""


async def model_served(connection: Connection) -> str:
    """The name of the one model that a server has. Raises NotConfigured if it has several, ModelUnavailable."""
    where, client = connection.endpoint.where, connection.provider().client

    async def names() -> list[str]:
        listed: Any = await client.models.list()
        return [str(model.id) for model in listed.data or ()]

    try:
        served = await through_library(names, where)
    except ModelError as error:
        if error.transient:
            raise
        return UNNAMED
    if len(served) > 1:
        some = ", ".join(served[:_MOST_NAMED]) + (", ..." if len(served) > _MOST_NAMED else "")
        raise NotConfigured(f"{where} serves several models ({some}); write {connection.endpoint.base_url}#NAME.")
    return served[0] if served else UNNAMED
