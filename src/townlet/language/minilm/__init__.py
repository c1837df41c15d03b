"""MiniLM: a small embedding model that runs on the CPU. Its weights are a Python package, installed as an extra."""
