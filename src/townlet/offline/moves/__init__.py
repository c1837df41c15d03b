"""Talk: which move a line makes, and how it is put into words."""
