"""A run in the browser: an HTTP API and a WebSocket over a run file, and the built client."""
