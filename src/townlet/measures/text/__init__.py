"""Reads the text of lines and memories: words, phrases, names, assertions."""
