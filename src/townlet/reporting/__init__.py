"""What a run shows, for readers: tables, exports and the report page."""
