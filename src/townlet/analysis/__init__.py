"""Measurements over run files. Nothing here reaches into a running engine."""
