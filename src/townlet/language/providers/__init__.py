"""Language models and embedders behind an API, whoever serves it."""
