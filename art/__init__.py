"""The artwork of the built-in kit, drawn by scripts."""
