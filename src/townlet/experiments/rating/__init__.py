"""Having people rank answers blind, and write answers of their own: who sees what, and what is kept of it."""
