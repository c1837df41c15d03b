"""A language model as judge: it ranks the same answers as human raters do, equally blind to the conditions."""
