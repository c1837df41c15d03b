"""Finds slips of grammar that rules can see: doubled words, wrong articles, verbs that do not agree, broken names."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import NamedTuple

from townlet.measures.text.words import SENTENCE_END, TEXTS_HELD, PhraseFinder, name_forms, straighten_apostrophes

_DATA = tomllib.loads(files(__package__).joinpath("grammar.toml").read_text(encoding="utf-8"))
_SLIPS = {kind: tuple(map(re.compile, patterns)) for kind, patterns in _DATA["slips"].items()}
_ARTICLE = re.compile(r"(?<![\w'.-])(?P<article>[Aa]n?) (?P<word>[^\W\d_][\w'-]*)")
_ABBREVIATED = re.compile(
    rf"(?:\b(?:{'|'.join(map(re.escape, _DATA['abbreviations']['words']))}|\b\w)\.|…|\.\.\.)$", re.IGNORECASE
)
"""A full stop after which a sentence goes on; after a single letter, too."""
_OPENING = "\"'“‘(«—–-*… "
_QUOTES = (("“", "”"), ("«", "»"), ("(", ")"), ("[", "]"))
_MOJIBAKE = re.compile(r"\ufffd|[ÃÂ][\u0080-\u00bf]")
"""Letters that were decoded wrongly: 'Ã¾' for 'þ'."""
_JOINT = r"(?:\s+[-'–]\s*|\s*[-'–]\s+)"
"""A hyphen or an apostrophe with a space beside it."""
_LEAST_HALF = 3
"""A shorter half of a name, such as the O of O'Malley, is not looked for by itself."""


class Slip(NamedTuple):
    """A slip of grammar."""

    kind: str
    """'article', 'agreement', 'broken name' and so on."""
    sentence: str
    """The sentence that has it, with names as they are."""


class GrammarChecker:
    """Finds slips in what people say. Names are those that are given, of any script and length."""

    def __init__(self, names: Iterable[str], others: Iterable[str] = ()) -> None:
        """`others` are names of places: a word of theirs is never half of a person's name."""
        whole = {straighten_apostrophes(name) for name in names}
        self._forms = {form: name for name in sorted(whole) for form in name_forms(name)}
        self._finder = PhraseFinder(self._forms)
        self._folded = PhraseFinder(map(_fold, (name for name in whole if " " in name or not name.isascii())))
        known = {word for text in (*self._forms, *others) for word in text.split()}
        halves = {
            half
            for name in whole
            for word in name.split()
            if len(parts := re.split("[-']", word)) > 1
            for half in parts
            if len(half) >= _LEAST_HALF and half not in known
        }
        split = (re.split("[-']", word) for name in whole for word in name.split())
        pairs = sorted({pair for parts in split for pair in pairwise(parts) if all(pair)})
        self._broken = [re.compile(rf"\b{re.escape(one)}{_JOINT}{re.escape(other)}\b") for one, other in pairs]
        if halves:
            any_half = "|".join(map(re.escape, sorted(halves, key=lambda half: (-len(half), half))))
            self._broken.append(re.compile(rf"(?<=[\w,;:] )(?<![\w'-])(?:{any_half})(?![\w-]|'\w{{2}})"))
        self.slips = lru_cache(TEXTS_HELD)(self._slips)
        """Return the slips of a line, each kind once for each sentence."""

    def _slips(self, line: str) -> tuple[Slip, ...]:
        text = straighten_apostrophes(unicodedata.normalize("NFC", line))
        found = [Slip(kind, sentence) for sentence, masked in self._sentences(text) for kind in self._kinds(masked)]
        found += (Slip("broken name", sentence) for sentence in _sentences(text) if self._breaks_name(sentence))
        if _unbalanced(text):
            found.append(Slip("quotes", line))
        if _MOJIBAKE.search(text):
            found.append(Slip("broken letters", line))
        return tuple(found)

    def _sentences(self, text: str) -> Iterator[tuple[str, str]]:
        """Yield each sentence as it is and with names masked; full stops within names end none."""
        names = list(self._finder.found(text))
        blanked = (
            "".join(
                part
                for index, name in enumerate(names)
                for part in (text[(names[index - 1].end if index else 0) : name.start], "<N>")
            )
            + text[names[-1].end if names else 0 :]
        )
        before = ""
        for masked, closed in _split(blanked):
            shown = masked
            for name in names[before.count("<N>") :]:
                shown = shown.replace("<N>", name.phrase, 1)
            before += masked
            yield shown, f"{masked}\n" if closed else masked

    def _kinds(self, masked: str) -> Iterator[str]:
        """Yield the kinds of slips in a sentence. A newline at its end says that it may begin with a small letter."""
        sentence = masked.rstrip("\n")
        for kind, patterns in _SLIPS.items():
            if any(pattern.search(sentence) for pattern in patterns):
                yield kind.replace("_", " ")
        if any(map(_is_wrong_article, _ARTICLE.finditer(sentence))):
            yield "article"
        if not masked.endswith("\n") and sentence.lstrip(_OPENING)[:1].islower():
            yield "small letter"

    def _breaks_name(self, sentence: str) -> bool:
        if any(pattern.search(sentence) for pattern in self._broken):
            return True
        if any(self._misspells(sentence[each.start : each.end]) for each in self._folded.found(_fold(sentence))):
            return True
        names = list(self._finder.found(sentence))
        return any(
            re.search(r"(?:^|[^\w'])I $", sentence[: name.start])
            or (
                index
                and sentence[names[index - 1].end : name.start] == " "
                and self._forms[names[index - 1].phrase] == self._forms[name.phrase]
            )
            for index, name in enumerate(names)
        )

    def _misspells(self, called: str) -> bool:
        """Whether this is a name with other capitals or without its accents; 'will page' may be no name at all."""
        return called not in self._forms and not called.isupper() and not (called.islower() and called.isascii())


def _sentences(text: str) -> list[str]:
    return [sentence for sentence, _ in _split(text)]


def _split(text: str) -> Iterator[tuple[str, bool]]:
    """Yield each sentence, and whether it may go on from the one before: after a quotation, an ellipsis or 'p.m.'."""
    reached, goes_on = 0, False
    for end in SENTENCE_END.finditer(text):
        if sentence := text[reached : end.start()].strip():
            yield sentence, goes_on
            goes_on = bool(end[0].strip()) or bool(_ABBREVIATED.search(sentence))
        reached = end.end()
    if rest := text[reached:].strip():
        yield rest, goes_on


def _is_wrong_article(found: re.Match[str]) -> bool:
    """Whether 'a' stands before a vowel or 'an' before a consonant, by sound."""
    word = _fold(found["word"])
    first = re.split("[-']", found["word"])[0]
    if first.isupper() or (found["article"] == "A" and first[0].isupper()):
        return False  # 'an MRI' is spelt and 'a NATO ship' is read; 'A Einstein' is an initial
    return (found["article"].lower() == "an") != _begins_with_vowel(word)


def _begins_with_vowel(word: str) -> bool:
    sounds = _DATA["articles"]
    if any(word.startswith(lead) for lead in sounds["vowel_sound"]):
        return True
    if any(word.startswith(lead) for lead in sounds["un"]):
        return True
    if any(word == lead or (len(lead) > 1 and word.startswith(lead)) for lead in sounds["consonant_sound"]):
        return False
    return word[0] in "aeiouæøœ"


def _unbalanced(text: str) -> bool:
    return text.count('"') % 2 == 1 or any(text.count(one) != text.count(other) for one, other in _QUOTES)


def _fold(text: str) -> str:
    """Return the text in lower case and without accents, letter for letter."""
    return "".join((unicodedata.normalize("NFD", letter)[0].lower() or letter)[0] for letter in text)
