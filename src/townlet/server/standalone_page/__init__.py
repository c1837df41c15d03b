"""The standalone page: a run as one HTML file that opens from disk (`townlet export RUN --replay FILE.html`)."""
