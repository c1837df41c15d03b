"""The words that a town adds for the offline model: reading their files. What they say is checked by that model."""

from __future__ import annotations

from collections.abc import Mapping

from townlet.language.prompt import WordFiles
from townlet.town.defects import Defects
from townlet.town.toml_file import parse_toml

FOLDER = "words/"


def read_words(content: Mapping[str, bytes], defects: Defects) -> WordFiles:
    """Return the files in a town's words folder with their texts. Adds a defect for each that is not TOML."""
    found = []
    for file, text in content.items():
        if file.startswith(FOLDER) and file.endswith(".toml") and parse_toml(file, text, defects) is not None:
            found.append((file, text.decode("utf-8-sig").replace("\r\n", "\n")))
    return tuple(found)
