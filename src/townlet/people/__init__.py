"""People from tables: spreadsheets, data sets and the files of other simulations become residents of a town, and back.

`table` reads a file into rows, `forms` says what its columns mean, `persons` makes a person of a row, `housing` gives
out beds and workplaces, and `sheet` writes the town. `published` makes a town of the base simulation of Park et al.
"""
