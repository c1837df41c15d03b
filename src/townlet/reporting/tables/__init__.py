"""A run as tables: their columns and rows, and export as files, graphs and data frames."""
