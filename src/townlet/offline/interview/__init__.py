"""Answers to whoever asks a person questions."""
