"""Reading the text of lines and memories: words, phrases, names."""
