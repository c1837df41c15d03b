"""Prompts, language models and embedders. Knows nothing of worlds or towns."""
