"""All that is one paid model call: validation, retries, budget reservation, call log."""
