"""Measurements over run files."""
