"""A language model as a second kind of rater: it orders the same answers as people do, and as blindly."""
