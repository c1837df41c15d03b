"""The wire protocol: pydantic models of everything that the server sends, receives, or puts into a standalone page."""
