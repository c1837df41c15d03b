"""Reflection: which questions a person's memories raise, and what follows from them."""
