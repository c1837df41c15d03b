"""Reflection: which questions memories raise and what follows from them, by the rows of words/reflection.toml."""
