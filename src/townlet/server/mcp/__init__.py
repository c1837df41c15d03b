"""The MCP server: runs for an assistant, which reads them and, if allowed, acts in them. Needs the extra `mcp`."""
