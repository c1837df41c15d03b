"""MiniLM: a small embedding model that runs here, with weights that come as a Python package. An extra."""
