"""A run as tables: what each column means, where its rows come from, and the files and data frames made of them."""
