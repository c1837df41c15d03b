"""The SDK's own client, connected to an MCP server for runs, and what its tools answer."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from mcp import Client, MCPError

from townlet.server.mcp.door import TownServer
from townlet.server.mcp.open_runs import OpenRuns

OPENING, CLOSING = "<data>\n", "\n</data>"


@asynccontextmanager
async def connected(*runs: Path, allow: bool = False) -> AsyncIterator[Assistant]:
    """An assistant in the same process as its server."""
    async with Client(TownServer(OpenRuns(runs), allow=allow)) as client:
        yield Assistant(client)


class Assistant:
    """Calls tools and reads resources."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.progress: list[tuple[float, float | None]] = []

    async def called(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """What a tool answers, which is quoted as it has to be."""
        result = await self.client.call_tool(tool, arguments, progress_callback=self._note_progress)
        [content] = result.content
        assert not result.is_error, content.text
        assert result.structured_content == unquoted(content.text)
        return unquoted(content.text)

    async def refused(self, tool: str, **arguments: Any) -> str:
        """The one line that says why a tool refuses."""
        result = await self.client.call_tool(tool, arguments)
        [content] = result.content
        assert result.is_error
        return why(content.text)

    async def read(self, uri: str) -> dict[str, Any]:
        [content] = (await self.client.read_resource(uri)).contents
        return unquoted(content.text)

    async def not_read(self, uri: str) -> str:
        try:
            await self.client.read_resource(uri)
        except MCPError as error:
            return why(error.error.message)
        raise AssertionError(f"{uri} was read")

    async def _note_progress(self, done: float, total: float | None, message: str | None) -> None:
        self.progress.append((done, total))


def unquoted(text: str) -> dict[str, Any]:
    """The data of an answer: one line of JSON in a block that nothing in it opens or closes."""
    assert text.startswith(OPENING)
    assert text.endswith(CLOSING)
    inside = text.removeprefix(OPENING).removesuffix(CLOSING)
    assert len(inside.splitlines()) == 1
    assert not set("<>") & set(inside)
    data: dict[str, Any] = json.loads(inside)
    return data


def why(text: str) -> str:
    """The reason of a refusal, which is quoted too."""
    [line] = text.splitlines()
    reason: str = json.loads(line)["error"]
    assert len(reason.splitlines()) == 1
    return reason
