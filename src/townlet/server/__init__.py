"""The web server: an HTTP API and a WebSocket over a run file, and the built client."""
