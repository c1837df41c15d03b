"""Providers: language models and embedders behind an API, local or remote."""
