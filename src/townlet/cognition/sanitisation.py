"""Sanitisation of untrusted text against prompt injection: a value stays on one line and inside its quotes.

Templates print every value through `sanitised`, so no speech, name or memory can begin a line of a prompt, open or
close a `<data>` block, or contain a control token of a model's chat format.
"""

from __future__ import annotations

import re
import unicodedata

OPENING, CLOSING = "<data>", "</data>"
"""The lines between which templates print memories, observations and speech."""

_PLAIN = re.compile(r"(?! )[ -;=?-~]*(?<! )")
"""Printable ASCII without '<' and '>' and without outer spaces: most values, which need no further work."""

# Angle brackets of all widths become single guillemets: '<data>' is printed as '‹data›'.
_TAGS = str.maketrans({"<": "‹", ">": "›", "＜": "‹", "＞": "›", "﹤": "‹", "﹥": "›"})

_JOINERS = frozenset("\u200c\u200d")
"""Joiners (ZWNJ and ZWJ), which some scripts and emoji need, unlike other format characters."""

_CLOSING_QUOTE = re.compile(r"(?<!\w)'|'(?!\w)")
"""An apostrophe outside of a word, which could be taken for a closing quote: in "'no'", but not in "don't"."""


def sanitised(text: str) -> str:
    """Return the text on one line, without control, bidirectional or unassigned characters or angle brackets."""
    if _PLAIN.fullmatch(text) and "  " not in text:
        return text
    shown = "".join(character if _is_shown(character) else " " for character in text)
    return " ".join(shown.split()).translate(_TAGS)


MAX_NAME_LENGTH = 60
"""The longest name of a person, visitor or persona, in characters."""

NAME_RULE = f"give up to {MAX_NAME_LENGTH} letters of any script, digits, spaces, and .,'()-"
"""What a person's name may consist of, for error messages."""

_IN_NAMES = frozenset(" _.,'’()-‐‑–·・")
"""The characters of a name besides letters, marks and digits: 'Dr. Ana Ruiz (nurse)', 'Gal·la', 'ジョン・スミス'."""

_WRITTEN_ALIKE = str.maketrans(
    {**dict.fromkeys("’ʼ‘", "'"), **dict.fromkeys("‐‑–", "-"), **dict.fromkeys("\u200c\u200d")}
)


def name_key(name: str) -> str:
    """Return a name without what readers do not tell apart: case, Unicode forms, spaces, apostrophes and dashes.

    'Zoë Abt', in one character or with a combining mark, has the key of 'ZOË  ABT'.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(folded.translate(_WRITTEN_ALIKE).split())


def person_key(name: str) -> str:
    """Return a person's name as `name_key` does, and without punctuation: 'Zoë Abt.' and 'Zoë-Abt' are one person."""
    return "".join(each for each in name_key(name) if each not in _IN_NAMES) or name_key(name)


def mixes_alphabets(word: str) -> bool:
    """Return whether a word has letters of two alphabets that look alike, such as 'Hаrt' with a Cyrillic 'а'."""
    scripts = {unicodedata.name(letter, "").partition(" ")[0] for letter in word if letter.isalpha()}
    return len(scripts & {"LATIN", "CYRILLIC", "GREEK"}) > 1


def is_name(text: str) -> bool:
    """Return whether a text can be the name of a person, visitor or persona.

    Names of every culture can. Quotes, colons, slashes, brackets and control characters cannot be part of a name: it
    stands in other people's prompts and on terminals, and must be too restricted to carry instructions. Joiners may
    only stand where Persian and Indic names need them: between letters, or after the mark that silences a vowel.
    """
    if not 0 < len(text) <= MAX_NAME_LENGTH or not any(unicodedata.category(each)[0] in "LN" for each in text):
        return False
    around = zip(" " + text, text, text[1:] + " ", strict=False)
    return all(each in _IN_NAMES or _is_letter(each) or _joins(before, each, after) for before, each, after in around)


def _is_letter(character: str) -> bool:
    """Return whether a character is a letter, a mark that belongs to one, or a digit."""
    return unicodedata.category(character)[0] in "LMN"


def _joins(before: str, character: str, after: str) -> bool:
    virama = unicodedata.combining(before) == _VIRAMA
    return character in _JOINERS and (virama or (_is_letter(before) and _is_letter(after)))


_VIRAMA = 9
"""Unicode's combining class of the marks that silence the vowel of an Indic letter."""

MAX_LABEL_LENGTH = 100
"""The longest name of a town, place or object, in characters."""


def is_label(text: str) -> bool:
    """Return whether a text can be the name of a town, place or object: visible, on one line, and not too long."""
    return 0 < len(text) <= MAX_LABEL_LENGTH and all(map(_is_shown, text))


def quoted(text: object) -> str:
    """Return a value in double quotes, with the double quotes inside it replaced."""
    return '"' + str(text).replace('"', "”") + '"'


def in_quotes(text: str) -> str:
    """Return a line in single quotes, as memories quote it. Only the last quotation mark can end the quote."""
    return f"'{_CLOSING_QUOTE.sub('’', sanitised(text))}'"


def _is_shown(character: str) -> bool:
    """Return whether to keep a character: joiners, and all but control, format, surrogate and unassigned ones."""
    return character in _JOINERS or unicodedata.category(character)[0] != "C"
