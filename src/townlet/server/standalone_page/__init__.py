"""A run as one page that opens from disk: `townlet export RUN --replay FILE.html`."""
