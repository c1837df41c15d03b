"""Prompts, language models and embedders, with retries, rate limits, prices and telemetry."""
