"""A small study for tests: four people, one morning."""

from __future__ import annotations

from pathlib import Path

STUDY = """\
[study]
name = "who-tells"
town = "applegarth"
until = "09:00"
seeds = "1..2"

[[facts]]
name = "fireworks"
question = "Do you know what will happen on Sunday?"
match = [["firework"]]

[roles]
popular = { rank = "mutual ties", take = "highest" }
isolated = { rank = "mutual ties", take = "lowest", apart_from = ["popular"] }

[factors.source]
at = "08:00"
[factors.source.levels]
popular = [{ tell = "popular", text = "{news}" }]
isolated = [{ tell = "isolated", text = "{news}" }]
nobody = []

[factors.mind]
at = "start"
levels = { whole = {}, dull = { without = ["reflection"] } }

[paraphrases]
news = ["You have heard that there will be fireworks on Sunday.", "Word is that there are fireworks on Sunday."]

[outcomes]
knew = { fact = "fireworks", count = "knew" }
share = { fact = "fireworks", area = "knew" }

[analysis]
primary = { outcome = "share", contrast = "source: popular - isolated", pair = ["seed", "mind"] }
secondary = ["source x mind on knew", "mind: dull - whole on knew"]
"""


VISIT = '[{ visitor = "Tam Brook", to = "isolated", text = "{news}" }]'
FORGET = '{ forget = "popular", about = "fireworks", at = "07:00" }'
TIDY = '{ whole = {}, tidy = { profile = "economical+one_at_a_time" } }'
SHORT = (
    ('until = "09:00"', 'until = "07:30"'),
    ('at = "08:00"', 'at = "06:45"'),
    ('seeds = "1..2"', 'seeds = "1"'),
    (', "Word is that there are fireworks on Sunday."', ""),
    ('[{ tell = "isolated", text = "{news}" }]', VISIT),
    ("nobody = []", 'nobody = []\ngone = [{ tell = "popular", text = "{news}" }, FORGET]'.replace("FORGET", FORGET)),
    ('{ whole = {}, dull = { without = ["reflection"] } }', TIDY),
    ("dull", "tidy"),
)
"""What makes the study shorter, and lets a visitor say the news and somebody forget them."""


def write_study(folder: Path, *changes: tuple[str, str], text: str = STUDY) -> Path:
    """Write the study with texts replaced by others, each of which has to be there once at least."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    path = folder / "study.toml"
    path.write_text(text, encoding="utf-8", newline="\n")
    return path
