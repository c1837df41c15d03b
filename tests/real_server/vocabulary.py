"""The tokens of the tiny model: bytes, printable characters, and some words in daily use."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from gguf import TokenType

SPACE = "\u2581"
"""How a vocabulary of this kind writes a space, or the start of a word."""
WORDS = Path(__file__).with_name("words.txt").read_text(encoding="utf-8").split()


class Token(NamedTuple):
    """One token: its text, how eagerly it is formed from its parts, what kind it is, and how likely it is said."""

    text: str
    score: float
    kind: TokenType
    likely: float


UNKNOWN, START, END, TURN_START, TURN_END = range(5)
"""Where the tokens with a meaning of their own stand."""
_CONTROL = (("<unk>", -2.0), ("<s>", -2.0), ("</s>", 0.4), ("<|im_start|>", -2.0), ("<|im_end|>", 1.35))
_LIKELY = {'"': 1.85, "}": 1.0, "]": 1.0} | dict.fromkeys(",:{[0123456789", 0.5)
"""A quote is likelier than any word, or no text would ever end."""
_WORD_LIKELY, _OTHER_LIKELY = 1.2, -2.0


def tokens() -> list[Token]:
    """All tokens, in the order of their numbers."""
    return [*_control(), *_bytes(), *_characters(), *_words()]


def _control() -> Iterator[Token]:
    for text, likely in _CONTROL:
        kind = TokenType.UNKNOWN if text == "<unk>" else TokenType.CONTROL
        yield Token(text, 0.0, kind, likely)


def _bytes() -> Iterator[Token]:
    for value in range(256):
        yield Token(f"<0x{value:02X}>", 0.0, TokenType.BYTE, _OTHER_LIKELY)


def _characters() -> Iterator[Token]:
    for code in range(ord("!"), ord("~") + 1):
        yield Token(chr(code), -1000.0 - code, TokenType.NORMAL, _LIKELY.get(chr(code), _OTHER_LIKELY))
    yield Token(SPACE, -999.0, TokenType.NORMAL, _OTHER_LIKELY)


def _words() -> Iterator[Token]:
    """Each word with its beginnings: a tokenizer of this kind joins two tokens at a time, into one that it has."""
    whole = {SPACE + word for word in WORDS}
    beginnings = dict.fromkeys(word[:size] for word in sorted(whole) for size in range(2, len(word) + 1))
    for number, text in enumerate(beginnings):
        if text in whole:
            yield Token(text, -number / 10, TokenType.NORMAL, _WORD_LIKELY)
        else:
            yield Token(text, -number / 10 - 50, TokenType.NORMAL, _OTHER_LIKELY)
