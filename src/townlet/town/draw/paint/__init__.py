"""Making pictures of a canvas: layers of tiles, and things that stand and hang."""
